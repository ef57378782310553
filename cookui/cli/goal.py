"""What `cook wait` waits for: whether it is so, and whether it can still become so.

An orchestrator waits for one thing about one task. It must not miss it when it comes and goes
between two looks (a grant that an executor has used already), and it must not wait for ever for
what cannot come any more (a request that was declined). Both are read from the document together
with the events since the wait began, so no state is kept and nothing depends on how often somebody
looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cookui.contract.queries import fork_of, grant_of_execution, newest_request
from cookui.contract.refusal import Code, Refusal
from cookui.contract.stages import Stage, is_terminal
from cookui.contract.waiting import is_answered

Json = dict[str, Any]

GOALS = ("granted", "declined", "answered", *(str(stage) for stage in Stage))
"""What may follow `--until`."""

_BEFORE_A_PLAN = frozenset({Stage.CAPTURE, Stage.PLAN})


def is_met(goal: str, document: Json, events: Sequence[Json], start: int) -> bool:
    """Whether the goal is reached, or was since the wait began.

    Args:
        goal: one of `GOALS`.
        document: the task as it is now.
        events: its events, in order.
        start: how many there were when the wait began.
    """
    since = events[start:]
    if goal == "granted":
        return _happened(since, "approve") or _is_granted(document)
    if goal == "declined":
        return _happened(since, "decline") or decline_of(document) is not None
    if goal == "answered":
        return _happened(since, "answer") or (fork_of(document) is not None and is_answered(document, events))
    if document["stage"] == goal:
        return True
    return any(event["kind"] == "record" and event["data"]["act"]["stage"] == goal for event in since)


def refuse_the_impossible(goal: str, document: Json) -> None:
    """Refuses a wait for what has not happened and cannot happen any more.

    Args:
        goal: one of `GOALS`, not met.
        document: the task as it is now.

    Raises:
        Refusal: `status` when the task is over, `approval-none-pending` when the newest request was
            closed without it.
    """
    task_id = document["id"]
    if is_terminal(document["status"]):
        raise Refusal(
            Code.STATUS,
            f"task {task_id} is {document['status']}: it will never be {goal}",
            remedy=f"`cook events {task_id}` tells how it ended.",
        )
    request = newest_request(document)
    if goal not in ("granted", "declined") or request is None:
        return
    decline = decline_of(document)
    if goal == "granted" and decline is not None:
        raise Refusal(
            Code.APPROVAL_NONE_PENDING,
            f"request {request['id']} of task {task_id} was declined by {decline['declinedBy']}:"
            f" {decline['reason']}",
            remedy="Plan again with that reason in mind; a new plan asks anew.",
            details={"decline": decline},
        )
    if goal == "declined" and _is_granted(document):
        raise Refusal(
            Code.APPROVAL_GRANTED,
            f"request {request['id']} of task {task_id} was granted: it cannot be declined any more",
            remedy=f"`cook show {task_id}` shows the grant.",
        )
    if document["stage"] in _BEFORE_A_PLAN:
        raise Refusal(
            Code.APPROVAL_NONE_PENDING,
            f"request {request['id']} of task {task_id} was closed by a kickback before anybody decided",
            remedy=f"`cook why {task_id}` tells what comes next; a new plan asks anew.",
        )


def decline_of(document: Json) -> Json | None:
    """The decline of the newest request, if that is how it ended."""
    request = newest_request(document)
    declines: list[Json] = document.get("declines", [])
    if request is None or not declines or declines[-1]["requestId"] != request["id"]:
        return None
    return declines[-1]


def _is_granted(document: Json) -> bool:
    return grant_of_execution(document) is not None


def _happened(since: Sequence[Json], kind: str) -> bool:
    return any(event["kind"] == kind for event in since)
