"""What a task was after each of its events, by carrying the acts out again.

The document keeps the latest plan and the latest execution only; an archived judgment was given on an older
plan, and time was spent in stages that are long left. The task document is exactly the fold of its events
(section 8), so the rules themselves say what it was: no second opinion of them lives here. Documents share
whatever an act did not change, so thousands of them cost little more than one.

An event that cannot be carried out (a foreign store, an older writer) ends the replay and is said; what
follows is still listed, only without stage and document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cookui.contract import Json
from cookui.contract.refusal import Refusal


@dataclass(frozen=True)
class Moment:
    """One event and the document after it (None where it could not be worked out)."""

    event: Json
    document: Json | None

    @cached_property
    def seq(self) -> int:
        """The event's number, from 0."""
        return int(self.event["seq"])

    @cached_property
    def at(self) -> str:
        """When it was recorded, UTC as stored."""
        return str(self.event["at"])

    @cached_property
    def kind(self) -> str:
        """What was done: the kind of the act, or of the event where no act is kept."""
        return str(self.act.get("kind") or self.event["kind"])

    @cached_property
    def act(self) -> Json:
        """The act as it was given; empty when the event holds none."""
        return _inner(self.event.get("data"), "act")

    @cached_property
    def how(self) -> Json:
        """How it was given: channel, user, host, terminal, digest; never part of a grant."""
        return _inner(self.event.get("data"), "how")


def _inner(data: object, name: str) -> Json:
    """An object inside another; an empty one where there is none."""
    inner = data.get(name) if isinstance(data, dict) else None
    return inner if isinstance(inner, dict) else {}


@dataclass(frozen=True, slots=True)
class History:
    """The events of one task in order, each with the document after it.

    Args:
        moments: oldest first.
        trouble: which event could not be carried out again and why (may quote outside text); empty when all
            could.
    """

    moments: tuple[Moment, ...] = ()
    trouble: str = ""

    def recorded(self, stage: str) -> list[Moment]:
        """The records of one stage, oldest first."""
        return [moment for moment in self.of_kind("record") if moment.act.get("stage") == stage]

    def judged(self, verified: bool, archived: int | None = None) -> tuple[Json | None, Moment | None]:
        """What a judge had before it: not what stands now, since requests, kickbacks and plans come after.

        Args:
            verified: whether the judgment holds a verification; else its audit is asked about.
            archived: the place of its archive entry; None for the live judgment.

        Returns:
            The document right after the judge's record, and the event that archived the judgment; None where
            unknown or not archived.
        """
        stage = "verify" if verified else "audit"
        found: Json | None = None
        for moment in self.moments:
            if moment.document is None:
                return None, None
            if archived is not None and len(moment.document.get("judgmentHistory", ())) > archived:
                return found, moment
            if moment.kind == "record" and moment.act.get("stage") == stage:
                found = moment.document
        return found, None

    def of_kind(self, kind: str) -> list[Moment]:
        """The moments of one kind of act, oldest first."""
        return [moment for moment in self.moments if moment.kind == kind]


def fold(events: Sequence[Json], known: History | None = None) -> History:
    """Carries the acts of `events` out again, going on from `known` where it is the beginning of the same
    chain.

    Never raises for what an event holds: a ledger of another writer must still be shown.
    """
    moments: list[Moment] = []
    if known is not None and not known.trouble and _begins(events, known):
        moments = list(known.moments)
    document = moments[-1].document if moments else None
    trouble = ""
    for event in events[len(moments) :]:
        if not trouble:
            document, trouble = _carry_out(document, event)
        moments.append(Moment(event, None if trouble else document))
    return History(tuple(moments), trouble)


def _begins(events: Sequence[Json], known: History) -> bool:
    """Whether `known` is the beginning of `events`: one equal hash is enough, the chain binds the rest."""
    count = len(known.moments)
    if not 0 < count <= len(events):
        return False
    return bool(events[count - 1].get("hash") == known.moments[-1].event.get("hash"))


def _carry_out(document: Json | None, event: Json) -> tuple[Json | None, str]:
    # Imported here: the rules bring the models, and the first frame must not wait for them.
    from cookui.contract.acts import Context, apply

    moment = Moment(event, document)
    others = {int(key): str(value) for key, value in _inner(event.get("data"), "others").items()}
    try:
        return apply(document, moment.act, Context(at=moment.at, others=others)), ""
    except Refusal as refusal:
        return None, f"event {event.get('seq')} could not be carried out again: {refusal.sentence}"
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        return None, f"event {event.get('seq')} has an unknown form: {type(error).__name__}"
