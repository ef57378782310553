"""What must hold for each act of an operator or a driver, condition by condition (sections 5, 7 and 8).

`why`, the screens and the rules read these lists; see `condition` for how a rule refuses from one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cookui.contract import Json
from cookui.contract.condition import (
    Condition,
    condition,
    in_progress_condition,
    operation_condition,
    operator_conditions,
    record_conditions,
    require,
)
from cookui.contract.identity import same_identity
from cookui.contract.queries import (
    bound_request,
    fork_of,
    grant_of_execution,
    is_gated,
    known_executors,
    newest_request,
    pending_request,
    plan_of,
    sha256_of,
)
from cookui.contract.refusal import Code
from cookui.contract.reverify import reverify_conditions
from cookui.contract.stages import Stage, Status, is_terminal

__all__ = [
    "Condition",
    "abandon_conditions",
    "answer_conditions",
    "approve_conditions",
    "block_conditions",
    "claim_conditions",
    "decline_conditions",
    "expectation_condition",
    "in_progress_condition",
    "operation_condition",
    "operator_conditions",
    "record_conditions",
    "release_conditions",
    "require",
    "reverify_conditions",
    "start_conditions",
    "unblock_conditions",
]

# --- approve and decline (section 5)


def _request_conditions(task: Json) -> list[Condition]:
    bound = bound_request(task)
    grant = grant_of_execution(task) if bound is not None else None
    return [
        *record_conditions(task),
        condition(
            "pending",
            bound is not None,
            f"request {bound['id']} of {bound['requestedBy']} is pending" if bound else "",
            f"no approval is pending: {_became_of_newest(task)}",
            "Wait until an executor asks for an approval.",
            Code.APPROVAL_NONE_PENDING,
        ),
        condition(
            "gated",
            is_gated(task),
            "the plan requires an approval",
            "the plan requires no approval" if plan_of(task) else "there is no plan yet",
            "There is nothing to grant; the executor goes on without it."
            if plan_of(task)
            else "Wait for a plan; it says whether an approval is required.",
            Code.APPROVAL_NONE_PENDING,
        ),
        condition(
            "boundary",
            pending_request(task) is not None,
            "the requested text is the plan's approval boundary",
            "the requested text is not the plan's boundary any more" if bound else "no text is asked for",
            "Let an executor ask with the boundary as it reads now.",
            Code.APPROVAL_BOUNDARY,
        ),
        condition(
            "ungranted",
            grant is None,
            "nobody has granted it",
            f"the request was granted by {grant['grantedBy']} at {grant['grantedAt']}" if grant else "",
            "Nothing is left to decide; a fresh executor goes on under that grant.",
            Code.APPROVAL_GRANTED,
        ),
    ]


def _became_of_newest(task: Json) -> str:
    """What became of the newest request, for somebody who comes too late to decide on it."""
    newest = newest_request(task)
    if newest is None:
        return "none was ever asked for"
    name = f"request {newest['id']}"
    for decline in task.get("declines", ()):
        if decline["requestId"] == newest["id"]:
            return f"{name} was declined by {decline['declinedBy']} at {decline['declinedAt']}"
    for grant in task.get("approvals", ()):
        if grant.get("requestId") == newest["id"]:
            return (
                f"{name} was granted by {grant['grantedBy']} at {grant['grantedAt']}, and an executor went on"
            )
    return f"{name} was closed by a kickback"


def _independent_condition(task: Json, operator: str, executors: Collection[str]) -> Condition:
    names = sorted(known_executors(task) | set(executors))
    twin = next((name for name in names if same_identity(name, operator)), None)
    return condition(
        "independent",
        twin is None,
        "the operator never executed or requested on this task",
        f"the operator {operator} reads like {twin}, an executor of this task",
        "Somebody who never executed on this task must decide.",
        Code.APPROVAL_SELF,
    )


def approve_conditions(
    task: Json, operator: str | None = None, executors: Collection[str] = ()
) -> list[Condition]:
    """What must hold for `approve` (section 5).

    Args:
        task: the document.
        operator: who would grant; None leaves out what depends on the name.
        executors: everybody who ever executed or requested on the task, from `executors_of(events)`; the
            document alone knows only the last one.
    """
    conditions = _request_conditions(task) + operator_conditions(operator)
    if operator is not None:
        conditions.append(_independent_condition(task, operator, executors))
    return conditions


def decline_conditions(
    task: Json, operator: str | None = None, executors: Collection[str] = ()
) -> list[Condition]:
    """What must hold for `decline`: the same as for `approve` (section 5)."""
    return approve_conditions(task, operator, executors)


def expectation_condition(task: Json, expectation: Json) -> Condition:
    """That the pending request is the one that the operator saw (section 5).

    Args:
        task: the document.
        expectation: `{requestId, sha256}`, the digest in hex.
    """
    request = pending_request(task)
    if request is None:
        fact, same = "no request is pending", False
    else:
        same_id = expectation["requestId"] == request["id"]
        same = same_id and expectation["sha256"] == sha256_of(request["mutation"])
        if same_id:
            fact = f"the text of request {request['id']} is not the text that was shown"
        else:
            fact = f"request {request['id']} is pending, and request {expectation['requestId']} was shown"
    return condition(
        "expectation",
        same,
        "the pending request is the one that was shown",
        fact,
        "Look at what is pending now and decide again.",
        Code.APPROVAL_STALE,
    )


# --- start, answer, block, unblock, abandon, claim, release (section 8)


def start_conditions(task: Json, others: Mapping[int, str]) -> list[Condition]:
    """What must hold for `start`: at capture, and every dependency is over.

    Args:
        task: the document.
        others: the status of the ledger's other tasks by id.
    """
    open_deps = [dep for dep in task["deps"] if not is_terminal(others.get(dep, ""))]
    named = ", ".join(f"#{dep} is {others.get(dep, 'missing')}" for dep in open_deps)
    startable = task["status"] in (Status.PENDING, Status.IN_PROGRESS)
    return [
        condition(
            "startable",
            startable,
            f"the task is {task['status']}",
            f"the task is {task['status']}",
            "Unblock the task first." if task["status"] == Status.BLOCKED else "Add a new task instead.",
            Code.STATUS,
        ),
        condition(
            "at-capture",
            task["stage"] == Stage.CAPTURE,
            "the task is at capture",
            f"the task has been started and is at {task['stage']}",
            "Go on with what it waits for; `cook why` says what.",
            Code.STAGE,
        ),
        condition(
            "deps",
            not open_deps,
            "everything that the task depends on is over",
            f"the task depends on what is not over: {named}",
            "Finish or abandon those tasks first.",
            Code.DEPS,
        ),
    ]


def answer_conditions(task: Json, operator: str | None = None) -> list[Condition]:
    """What must hold for `answer`: a fork stands at plan."""
    return [
        *record_conditions(task),
        condition(
            "fork",
            task["stage"] == "plan" and fork_of(task) is not None,
            "a fork waits for its answer",
            f"no fork waits for an answer: the task is at {task['stage']}",
            "Answer once a planner has escalated a fork.",
            Code.STAGE,
        ),
        *operator_conditions(operator),
    ]


def _not_over_condition(task: Json) -> Condition:
    return condition(
        "not-over",
        not is_terminal(task["status"]),
        f"the task is {task['status']}",
        f"the task is {task['status']}",
        "Nothing is left to do; add a new task for further work.",
        Code.STATUS,
    )


def block_conditions(task: Json, operator: str | None = None) -> list[Condition]:
    """What must hold for `block`: the task is neither over nor blocked already."""
    return [
        _not_over_condition(task),
        condition(
            "not-blocked",
            task["status"] != Status.BLOCKED,
            "the task is not blocked",
            f"the task is blocked already: {task['blockedReason']}",
            "Unblock it first to give another reason.",
            Code.STATUS,
        ),
        *operator_conditions(operator),
    ]


def unblock_conditions(task: Json, operator: str | None = None) -> list[Condition]:
    """What must hold for `unblock`: the task is blocked."""
    return [
        condition(
            "blocked",
            task["status"] == Status.BLOCKED,
            f"the task is blocked: {task['blockedReason']}",
            f"the task is not blocked: it is {task['status']}",
            "There is nothing to unblock.",
            Code.STATUS,
        ),
        *operator_conditions(operator),
    ]


def abandon_conditions(task: Json, operator: str | None = None) -> list[Condition]:
    """What must hold for `abandon`: the task is not over."""
    return [_not_over_condition(task), *operator_conditions(operator)]


def claim_conditions(task: Json) -> list[Condition]:
    """What must hold for `claim`: the task is not over and nobody holds it."""
    claim = task.get("claim")
    held = "" if claim is None else f"the task has been held by {claim['by']} since {claim['at']}"
    return [
        _not_over_condition(task),
        condition(
            "unclaimed",
            claim is None,
            "nobody has claimed the task",
            held,
            "Ask the holder to release it, or release it by force.",
            Code.CLAIM,
        ),
    ]


def release_conditions(task: Json, by: str | None = None, force: bool = False) -> list[Condition]:
    """What must hold for `release`: somebody holds the task, and the holder releases it, or force."""
    claim = task.get("claim")
    holder = "" if claim is None else claim["by"]
    conditions = [
        condition(
            "claimed",
            claim is not None,
            f"the task is held by {holder}",
            "nobody has claimed the task",
            "There is nothing to release.",
            Code.CLAIM,
        )
    ]
    if by is not None and claim is not None:
        conditions.append(
            condition(
                "holder",
                force or by == holder,
                "force is used" if by != holder else "the holder releases",
                f"the task has been held by {holder} since {claim['at']}, and {by} is not the holder",
                "Ask the holder to release it, or release it by force.",
                Code.CLAIM,
            )
        )
    return conditions
