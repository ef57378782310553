"""Folding: a task is what its acts made of it, by the rules (section 8).

Replaying every act through the same rules that admitted it gives the same document. That is how an act trusts
what it builds on, and how `cook validate` finds what hashes cannot tell: an event that somebody forged with
every hash made anew, but that the rules would have refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cookui.contract.acts import actor, apply
from cookui.contract.context import Context
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Refusal
from cookui.recorder.events import Flaw, differences, digest
from cookui.recorder.layout import Json

MAX_DIFFERENCES = 20
"""Fields that are named one by one when a document is not the fold of its events."""

MAX_QUOTED = 80
"""Characters of a value that a sentence quotes."""


class Fold(NamedTuple):
    """What replaying gave.

    Args:
        documents: the document after each event, as far as they could be replayed.
        flaws: everything that was wrong on the way.
    """

    documents: list[Json]
    flaws: list[Flaw]


def actor_of(act: Json, how: Json) -> str:
    """Whom an act's event names: who acted by the act itself, else the operator at the keyboard, else the
    account."""
    name: str = actor(act) or how.get("operator") or how.get("osUser", "")
    return name


def fold(events: Sequence[Json]) -> Fold:
    """Replays a sound chain of events; see `events.flaws_of_chain`."""
    documents: list[Json] = []
    flaws: list[Flaw] = []
    executors: frozenset[str] = frozenset()
    after = ""
    for event in events:
        seq, kind, data = event["seq"], event["kind"], event["data"]
        try:
            others = {int(task_id): status for task_id, status in data.get("others", {}).items()}
            context = Context(at=event["at"], others=others, executors=executors)
            document = apply(documents[-1] if documents else None, data["act"], context)
            executors |= executors_of([event])
            acted = actor_of(data["act"], data["how"])
        except Refusal as refusal:
            sentence = f"the rules refuse event {seq} ({kind}): {refusal.code}: {refusal.sentence}"
            return Fold(documents, [*flaws, Flaw(seq, "data.act", sentence)])
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # The rules are written for acts that the recorder made; a forged one may have any form.
            sentence = f"event {seq} ({kind}) cannot be replayed: {type(error).__name__}: {error}"
            return Fold(documents, [*flaws, Flaw(seq, "data.act", sentence)])
        if acted != event["actor"]:
            flaws.append(Flaw(seq, "actor", f"event {seq} ({kind}) names another actor than its act does"))
        if not documents or document is not documents[-1]:
            after = digest(document)  # a journal entry leaves the document as it is
        if after != data["document"]:
            sentence = f"the document after event {seq} ({kind}) is not the one that the event recorded"
            flaws.append(Flaw(seq, "data.document", sentence))
        documents.append(document)
    return Fold(documents, flaws)


def flaws_of_fold(document: Json, events: Sequence[Json]) -> list[Flaw]:
    """Whether a document is the fold of its events, field by field; asked only of a sound chain."""
    return flaws_against(document, fold(events), len(events))


def flaws_against(document: Json, folded: Fold, count: int) -> list[Flaw]:
    """The same of events that have been replayed already.

    Args:
        document: the document that is kept.
        folded: what replaying gave.
        count: how many events there are.
    """
    documents, flaws = folded
    flaws = list(flaws)
    if len(documents) < count:
        return flaws
    found = list(differences(document, documents[-1]))
    for path, recorded, given in found[:MAX_DIFFERENCES]:
        sentence = f"{path} is {_quoted(recorded)}; the events give {_quoted(given)}"
        flaws.append(Flaw(_last_touching(documents, path), f"task.{path}", sentence))
    if len(found) > MAX_DIFFERENCES:
        sentence = f"{len(found) - MAX_DIFFERENCES} more fields are not what the events give"
        flaws.append(Flaw(None, "task", sentence))
    return flaws


def _last_touching(documents: Sequence[Json], path: str) -> int | None:
    """The `seq` of the last event that changed a field: the one that says what should stand there."""
    for seq in range(len(documents) - 1, -1, -1):
        before = documents[seq - 1] if seq else {}
        if any(_overlap(path, changed) for changed, _, _ in differences(before, documents[seq])):
            return seq
    return None


def _overlap(path: str, other: str) -> bool:
    """Whether two paths are the same field or one is a part of the other."""
    outer, inner = sorted((path, other), key=len)
    return inner.startswith(outer) and inner[len(outer) : len(outer) + 1] in ("", ".", "[")


def _quoted(value: object) -> str:
    if value is None:
        return "not there"
    text = repr(value)
    return (
        text
        if len(text) <= MAX_QUOTED
        else f"{text[:MAX_QUOTED]}… ({len(text) - MAX_QUOTED} characters more)"
    )
