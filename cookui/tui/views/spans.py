"""Where the time went: how long a task was in each stage, and for whom it waited meanwhile.

A span lies between two events. What it was spent on is read from the document after the first of them and
from what the journal said: a pending request, an unanswered fork and a block wait for the operator; a
specialist that was sent and has not come back is at work; the rest is time in which nobody had been sent.
The last span is open and grows with the clock until the task is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from cookui.contract import Json
from cookui.contract.card import COLUMNS
from cookui.contract.queries import awaiting_request, fork_of
from cookui.text import times
from cookui.tui.views.history import History, Moment
from cookui.tui.views.rows import Part, Tone


class For(StrEnum):
    """For whom a task waited."""

    AGENTS = "agents at work"
    YOU = "waited for you"
    NOBODY = "nobody sent"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in one stage.

    Args:
        stage: the stage; empty where the document of that time is unknown.
        waits: what it was spent on.
        begin: its beginning.
        end: its end; None while it is open.
    """

    stage: str
    waits: For
    begin: datetime
    end: datetime | None

    def lasted(self, now: datetime) -> timedelta:
        """How long it lasted, up to `now` while it is open; never negative."""
        return max((self.end or now) - self.begin, timedelta(0))


def spans(history: History) -> list[Span]:
    """The spans of a task, in order, without gaps, each as long as stage and reason stay the same."""
    found: list[Span] = []
    for stage, waits, at in _states(history.moments):
        if found and (found[-1].stage, found[-1].waits) == (stage, waits):
            continue
        if found:
            found[-1] = Span(found[-1].stage, found[-1].waits, found[-1].begin, at)
        if stage == "done" or waits is None:
            return found
        found.append(Span(stage, waits, at, None))
    return found


_JOURNAL = frozenset({"intent", "progress", "external", "claim", "release"})


def _states(moments: Sequence[Moment]) -> Iterator[tuple[str, For | None, datetime]]:
    """Stage and reason after each event; no reason once the task is over."""
    sent = answered = False
    stage = ""
    for moment in moments:
        try:
            at = times.parse(moment.at)
        except ValueError:
            continue
        document = moment.document
        if moment.kind in ("intent", "progress"):
            sent = True
        elif moment.kind not in _JOURNAL:
            sent = False
        if moment.act.get("stage") == "plan" and moment.kind == "record":
            answered = False
        elif moment.kind == "answer":
            answered = True
        stage = str(document["stage"]) if document is not None else stage
        yield stage, _waits(document, sent, answered), at


def _waits(document: Json | None, sent: bool, answered: bool) -> For | None:
    if document is not None:
        if document["status"] in ("done", "abandoned"):
            return None
        if document["status"] == "blocked" or awaiting_request(document) is not None:
            return For.YOU
        if document["stage"] == "plan" and fork_of(document) is not None and not answered:
            return For.YOU
    return For.AGENTS if sent else For.NOBODY


def by_stage(found: Sequence[Span], now: datetime) -> dict[str, timedelta]:
    """How long the task was in each stage that it was ever in, in the order of the stages."""
    total: dict[str, timedelta] = {}
    for span in found:
        total[span.stage] = total.get(span.stage, timedelta(0)) + span.lasted(now)
    return {stage: total[stage] for stage in (*COLUMNS, "") if stage in total}


_FILLS = {"capture": "░", "plan": "▒", "execute": "█", "verify": "▓", "audit": "▚", "": "?"}
_STAGE_TONES = {"execute": Tone.INFO, "verify": Tone.GOOD, "audit": Tone.WARN}
_FOR = {For.AGENTS: ("█", Tone.INFO), For.YOU: ("▲", Tone.WAIT), For.NOBODY: ("·", Tone.DIM)}


def stage_bar(found: Sequence[Span], now: datetime) -> tuple[Part, ...]:
    """The stages as a bar, each with how long."""
    return tuple(
        Part(
            f"{stage or 'unknown'} {times.duration(lasted)}",
            lasted.total_seconds(),
            _STAGE_TONES.get(stage, Tone.DIM),
            _FILLS.get(stage, "?"),
        )
        for stage, lasted in by_stage(found, now).items()
    )


def waiting_bar(found: Sequence[Span], now: datetime) -> tuple[Part, ...]:
    """For whom the task waited, as a bar."""
    total = dict.fromkeys(For, timedelta(0))
    for span in found:
        total[span.waits] += span.lasted(now)
    return tuple(
        Part(
            f"{waits.value} {times.duration(lasted)}", lasted.total_seconds(), _FOR[waits][1], _FOR[waits][0]
        )
        for waits, lasted in total.items()
        if lasted
    )
