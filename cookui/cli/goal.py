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
        return _happened(since, "approve") or grant_of_execution(document) is not None
    if goal == "declined":
        return _happened(since, "decline") or _decline_that_stands(document) is not None
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
        Refusal: `status` when the task is over; `approval-granted` or `approval-none-pending` when the
            newest request has come to another end, and nothing is asked before there is another plan.
    """
    task_id = document["id"]
    if is_terminal(document["status"]):
        raise Refusal(
            Code.STATUS,
            f"Task {task_id} is {document['status']}: it will never be {goal}.",
            remedy=f"`cook events {task_id}` tells how it ended.",
        )
    request = newest_request(document)
    if goal not in ("granted", "declined") or request is None:
        return
    named = f"Request {request['id']} of task {task_id}"
    if goal == "declined" and grant_of_execution(document) is not None:
        raise Refusal(
            Code.APPROVAL_GRANTED,
            f"{named} was granted: it cannot be declined any more.",
            remedy=f"`cook show {task_id}` shows the grant.",
        )
    if document["stage"] in _BEFORE_A_PLAN:
        raise Refusal(
            Code.APPROVAL_NONE_PENDING,
            f"{named} {_end_of(request, document)}.",
            remedy=f"`cook why {task_id}` tells what comes next; an executor of the next plan asks anew.",
            details={"requestId": request["id"]},
        )


def _decline_that_stands(document: Json) -> Json | None:
    """The decline of the newest request, until another plan takes up its reason."""
    request, declines = newest_request(document), document.get("declines")
    if request is None or not declines or document["stage"] not in _BEFORE_A_PLAN:
        return None
    newest: Json = declines[-1]
    return newest if newest["requestId"] == request["id"] else None


def _end_of(request: Json, document: Json) -> str:
    """How a request ended that is neither pending nor carried by an execution."""
    decline = _decline_that_stands(document)
    if decline is not None:
        return f"was declined by {decline['declinedBy']}: {decline['reason']}"
    grants = document.get("approvals")
    if grants and grants[-1].get("requestId") == request["id"]:
        return f"was granted by {grants[-1]['grantedBy']}, and then kicked back"
    return "was closed by a kickback before anybody decided"


def _happened(since: Sequence[Json], kind: str) -> bool:
    return any(event["kind"] == kind for event in since)
