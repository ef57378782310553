"""What became of each request for an approval (section 5): one answer for `cook` and for the screens.

The document says whether a request was granted or declined, and by whom; which event that was, and so whether
the decision was bound to what its operator had seen, only the events tell. The document leads: where the
events are another writer's and do not fit, an answer has no event, and is never a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from cookui.contract import Json
from cookui.contract.queries import awaiting_request
from cookui.contract.stages import is_terminal


class State(StrEnum):
    """What became of a request."""

    PENDING = "pending"
    GRANTED = "granted"
    DECLINED = "declined"
    SUPERSEDED = "superseded"
    CLOSED = "closed"


class Fate(NamedTuple):
    """A request and what became of it.

    Args:
        request: the request, as stored.
        state: pending, granted, declined, superseded (another request took its place) or closed (a kickback
            or the task's end came before any decision).
        by: who granted, declined or closed it; empty where nobody did. Outside text.
        at: when, as stored; empty where nobody did.
        reason: a decline's, a kickback's or an abandonment's. Outside text.
        decision: the grant or the decline, as stored.
        event: the event that ended it, where it is known.
    """

    request: Json
    state: State
    by: str = ""
    at: str = ""
    reason: str = ""
    decision: Json | None = None
    event: Json | None = None

    @property
    def digest_given(self) -> bool | None:
        """Whether the decision was bound to what was seen; None without a decision or its event."""
        if self.decision is None or self.event is None:
            return None
        return _act(self.event).get("expectation") is not None


def fates(task: Json, events: Sequence[Json] = ()) -> list[Fate]:
    """Every request with what became of it, in order.

    Args:
        task: the document.
        events: its events in order; without them nothing is said of how a decision was given, nor of who
            closed a request.
    """
    asked = _objects(task, "approvalRequests")
    endings = _endings(events)
    awaiting = None if is_terminal(task["status"]) else awaiting_request(task)
    return [_fate(task, asked, index, endings.get(index), awaiting) for index in range(len(asked))]


def _fate(task: Json, asked: Sequence[Json], index: int, event: Json | None, awaiting: Json | None) -> Fate:
    request = asked[index]
    kind = None if event is None else event["kind"]
    grant = next((each for each in _objects(task, "approvals") if _is_grant_of(each, asked, index)), None)
    if grant is not None:
        by, at = _text(grant.get("grantedBy")), _text(grant.get("grantedAt"))
        return Fate(request, State.GRANTED, by, at, "", grant, event if kind == "approve" else None)
    decline = next((each for each in _objects(task, "declines") if each.get("requestId") == index), None)
    if decline is not None:
        by, at, reason = (_text(decline.get(name)) for name in ("declinedBy", "declinedAt", "reason"))
        return Fate(request, State.DECLINED, by, at, reason, decline, event if kind == "decline" else None)
    if request is awaiting:
        return Fate(request, State.PENDING)
    # A request over a pending one keeps its cycle, and nothing else that comes after a request does.
    if index + 1 < len(asked) and asked[index + 1].get("cycle") == request.get("cycle"):
        return Fate(request, State.SUPERSEDED)
    return _closed(request, event)


def _is_grant_of(grant: Json, asked: Sequence[Json], index: int) -> bool:
    """Whether a grant is of that request. One from before requests had ids fits the last request, of its
    text, that is not younger (section 5)."""
    if "requestId" in grant:
        return bool(grant["requestId"] == index)
    request = asked[index]
    return (
        index == len(asked) - 1
        and grant.get("mutation") == request.get("mutation")
        and _text(grant.get("grantedAt")) >= _text(request.get("requestedAt"))
    )


def _closed(request: Json, event: Json | None) -> Fate:
    if event is None or event["kind"] not in ("record", "abandon"):
        return Fate(request, State.CLOSED)
    act = _act(event)
    if event["kind"] == "abandon":
        by, reason = act.get("operator"), act.get("reason")
    else:
        by, reason = act.get("agent"), _inner(_inner(act, "return"), "kickback").get("reason")
    return Fate(request, State.CLOSED, _text(by), _text(event.get("at")), _text(reason), None, event)


def _endings(events: Iterable[Json]) -> dict[int, Json]:
    """The event that granted, declined or closed each request: the first one that can have."""
    endings: dict[int, Json] = {}
    newest = -1
    for event in events:
        act = _act(event)
        ends = event["kind"] in ("approve", "decline", "abandon")
        if event["kind"] == "record" and act.get("stage") == "execute":
            result = _inner(act, "return").get("result")
            newest += result == "approval-required"
            ends = result == "kickback"
        if ends and newest >= 0:
            endings.setdefault(newest, event)
    return endings


def _act(event: Json) -> Json:
    return _inner(_inner(event, "data"), "act")


def _inner(outer: Json, name: str) -> Json:
    """An object inside another; an empty one where there is none: events may be another writer's."""
    inner = outer.get(name)
    return inner if isinstance(inner, dict) else {}


def _objects(outer: Json, name: str) -> list[Json]:
    """The objects of a list inside an object, like `_inner`."""
    inner = outer.get(name)
    return [each for each in inner if isinstance(each, dict)] if isinstance(inner, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
