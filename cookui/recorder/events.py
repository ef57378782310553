"""Events: the chain in which every accepted act is kept, and all that can be wrong with one (section 8).

An event's hash covers its content and the hash of the one before, and its data hold the digest of the
document after it. So one look at a file tells whether an event was changed, taken out, put in or moved, and
whether the document is the one that the last event left behind. What this cannot tell is whether the acts
were *allowed*: somebody who recomputes every hash makes a sound chain. `folding` replays the acts through the
rules for that.

Nothing here does input or output.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cookui.contract.card import FORM
from cookui.contract.card import card as derive_card
from cookui.contract.moments import is_moment
from cookui.contract.stages import Status
from cookui.recorder.layout import Json, Tables
from cookui.text.strict_json import canonical

FIRST_PREV = "0" * 64
"""What stands for the previous hash in the first event."""

_FIELDS = {"seq": int, "at": str, "kind": str, "actor": str, "data": dict, "prev": str, "hash": str}
_DATA = {"act": dict, "how": dict, "document": str}
_HOW = {"channel": str, "osUser": str, "host": str}
_HOW_OPTIONAL = {
    "tty": str,
    "pid": int,
    "shownSha256": str,
    "elapsedMs": int,
    "operator": str,
    "digestGiven": bool,
    "readHead": str,
}
_DECISIONS = ("approve", "decline")
_STATUSES = frozenset(status.value for status in Status)


class Flaw(NamedTuple):
    """One thing that is wrong in a task file.

    Args:
        event: the `seq` of the event where it shows; None when it is not in an event.
        field: the path of the field.
        sentence: what is wrong; it may quote outside text.
    """

    event: int | None
    field: str
    sentence: str


def digest(value: Any) -> str:
    """SHA-256, in hex, of a value's canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def event_hash(event: Json) -> str:
    """The hash that an event must carry: over everything in it but the hash itself."""
    return digest({key: value for key, value in event.items() if key != "hash"})


def seal(previous: Json | None, *, at: str, kind: str, actor: str, data: Json) -> Json:
    """The event that follows `previous`, with its hash.

    Args:
        previous: the task's last event; None for the first.
        at: the time stamp, not before that of `previous`.
        kind: which act it was.
        actor: who acted.
        data: the act, how it was given, what it looked up, and the digest of the document after it.
    """
    event: Json = {
        "seq": previous["seq"] + 1 if previous else 0,
        "at": at,
        "kind": kind,
        "actor": actor,
        "data": data,
        "prev": previous["hash"] if previous else FIRST_PREV,
    }
    return event | {"hash": digest(event)}


def flaws_of_chain(events: Sequence[Json]) -> Iterator[Flaw]:
    """Everything that is wrong with the events by themselves: shape, order, times and hashes."""
    prev, at = FIRST_PREV, ""
    for place, event in enumerate(events):
        shape = list(_flaws_of_shape(place, event))
        yield from shape
        seq = event.get("seq")
        if type(seq) is int and seq != place:
            where = "is missing" if seq > place else "is not where it belongs"
            yield Flaw(place, "seq", f"event {place} {where}: event {seq} stands in its place")
        if event.get("prev") != prev:
            before = f"event {place - 1}" if place else "nothing before the first event"
            yield Flaw(place, "prev", f"event {place} does not follow {before}: the chain is cut")
        recorded = event.get("hash")
        if not shape and recorded != event_hash(event):
            yield Flaw(
                place,
                "hash",
                f"event {place} ({event['kind']}) was changed: its hash does not fit its content",
            )
        if not shape and event["at"] < at:
            yield Flaw(place, "at", f"event {place} is older than the event before it")
        prev = recorded if isinstance(recorded, str) else ""
        at = event["at"] if not shape else at


def _flaws_of_shape(place: int, event: Json) -> Iterator[Flaw]:
    yield from _flaws_of_fields(place, event, _FIELDS, "")
    yield from _flaws_of_names(place, event, _FIELDS, "")
    if isinstance(event.get("at"), str) and not is_moment(event["at"]):
        yield Flaw(place, "at", f"event {place} has a time that is not UTC with milliseconds and Z")
    data = event.get("data")
    if isinstance(data, dict):
        yield from _flaws_of_fields(place, data, _DATA, "data.")
        yield from _flaws_of_names(place, data, {*_DATA, "others"}, "data.")
        if "others" in data:
            yield from _flaws_of_others(place, data["others"])
        act, how = data.get("act"), data.get("how")
        if isinstance(how, dict):
            yield from _flaws_of_fields(place, how, _HOW, "data.how.")
            known = {field: kind for field, kind in _HOW_OPTIONAL.items() if field in how}
            yield from _flaws_of_fields(place, how, known, "data.how.")
            yield from _flaws_of_names(place, how, {*_HOW, *_HOW_OPTIONAL}, "data.how.")
        if isinstance(act, dict) and act.get("kind") != event.get("kind"):
            yield Flaw(place, "kind", f"event {place} names another kind of act than its data")
        if isinstance(act, dict) and isinstance(how, dict):
            yield from _flaws_of_shown(place, act, how)


def _flaws_of_names(place: int, holder: Json, known: Collection[str], path: str) -> Iterator[Flaw]:
    """Every part of an event is closed: what nobody reads nobody may hide anything in."""
    for field in sorted(set(holder) - set(known)):
        yield Flaw(place, path + field, f"event {place} has fields that no event has")


def _flaws_of_others(place: int, others: Any) -> Iterator[Flaw]:
    if type(others) is not dict or not others:
        yield Flaw(place, "data.others", f"event {place} has data.others of a wrong form")
        return
    for name, status in others.items():
        number = name.isascii() and name.isdigit() and len(name) < 10 and not name.startswith("0")
        if not number or type(status) is not str or status not in _STATUSES:
            yield Flaw(
                place, f"data.others.{name}", f"event {place} names no task, or no status that there is"
            )


def _flaws_of_shown(place: int, act: Json, how: Json) -> Iterator[Flaw]:
    """Whether a decision's event says truly that a digest was given, and of which text."""
    given = "expectation" in act if act.get("kind") in _DECISIONS else None
    if how.get("digestGiven") is not given:
        words = "does not say truly whether a digest was given"
        yield Flaw(place, "data.how.digestGiven", f"event {place} {words}")
    if not is_shown(act, how):
        words = "says that another text was shown than the one that was decided on"
        yield Flaw(place, "data.how.shownSha256", f"event {place} {words}")


def is_shown(act: Json, how: Json) -> bool:
    """Whether the digest of what was shown is that of what the act expects, as far as both are told."""
    expectation = act.get("expectation")
    if type(expectation) is not dict or "shownSha256" not in how:
        return True
    return bool(expectation.get("sha256") == how["shownSha256"])


def _flaws_of_fields(place: int, holder: Json, fields: Mapping[str, type], path: str) -> Iterator[Flaw]:
    for field, kind in fields.items():
        if type(holder.get(field)) is not kind:
            yield Flaw(place, path + field, f"event {place} has no {path}{field}, or one of a wrong type")


def flaws_of_document(tables: Tables) -> Iterator[Flaw]:
    """Whether the document is the one that the last event left, and the card the one that both give, as far
    as it has the form that is made today.

    Asked only of a sound chain.
    """
    last = tables.events[-1]
    if digest(tables.document) != last["data"]["document"]:
        yield Flaw(last["seq"], "task", "the document is not the one that the last event left behind")
        return
    try:
        derived = derive_card(tables.document, tables.events)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        yield Flaw(
            last["seq"], "task", f"no card can be made of the document: {type(error).__name__}: {error}"
        )
        return
    if is_of_another_form(tables.card):
        return
    for field in sorted(derived.keys() | tables.card.keys()):
        if field not in derived or field not in tables.card or derived[field] != tables.card[field]:
            yield Flaw(None, f"card.{field}", f"the card's {field} is not what document and events give")


def is_of_another_form(card: Any) -> bool:
    """Whether a card was made by another version: it is neither believed nor blamed, but made anew."""
    return type(card) is dict and type(card.get("form")) is int and card["form"] != FORM


def flaws(tables: Tables) -> list[Flaw]:
    """Everything that is wrong with a task file and can be seen without replaying its acts."""
    found = list(flaws_of_chain(tables.events))
    return found or list(flaws_of_document(tables))


def differences(recorded: Any, folded: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two documents differ, field by field.

    Yields:
        The path of the field, what is recorded there and what the events give; None where one of them has
        nothing.
    """
    if isinstance(recorded, dict) and isinstance(folded, dict):
        for key in sorted(recorded.keys() | folded.keys()):
            inner = f"{path}.{key}" if path else key
            yield from differences(recorded.get(key), folded.get(key), inner)
    elif isinstance(recorded, list) and isinstance(folded, list):
        for index in range(max(len(recorded), len(folded))):
            yield from differences(
                recorded[index] if index < len(recorded) else None,
                folded[index] if index < len(folded) else None,
                f"{path}[{index}]",
            )
    elif type(recorded) is not type(folded) or recorded != folded:
        yield path, recorded, folded
