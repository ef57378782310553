"""Granting and declining the pending request (section 5).

The text of a grant is copied from the request, never taken from the caller, and who may grant is decided by
`conditions.approve_conditions` alone.
"""

from __future__ import annotations

from cookui.contract import Json
from cookui.contract.conditions import (
    Condition,
    approve_conditions,
    decline_conditions,
    expectation_condition,
    require,
)
from cookui.contract.context import Context, appended, changed
from cookui.contract.queries import pending_request
from cookui.contract.refusal import Code, Refusal
from cookui.contract.stages import moved


def approve(task: Json, act: Json, context: Context) -> Json:
    """Grants the pending request; the stage does not move."""
    if context.require_digest and "expectation" not in act:
        raise Refusal(
            Code.APPROVAL_STALE,
            "This ledger takes a grant only together with the digest of the text that was seen.",
            remedy="Give the request's id and the SHA-256 of its text, or grant it where the text is shown.",
        )
    _require(task, act, approve_conditions(task, act["operator"], context.executors))
    request = pending_request(task)
    assert request is not None
    grant = {
        "mutation": request["mutation"],
        "grantedBy": act["operator"],
        "grantedAt": context.at,
        "requestId": request["id"],
    }
    return changed(
        task,
        context,
        approvals=appended(task, "approvals", grant),
        execution={**task["execution"], "approval": grant},
    )


def decline(task: Json, act: Json, context: Context) -> Json:
    """Closes the pending request with a reason and sends the task back to plan or capture."""
    _require(task, act, decline_conditions(task, act["operator"], context.executors))
    request = pending_request(task)
    assert request is not None
    entry = {
        "requestId": request["id"],
        "declinedBy": act["operator"],
        "declinedAt": context.at,
        "reason": act["reason"],
    }
    kickback = {"from": "execute", "to": act["to"], "reason": act["reason"], "at": context.at}
    return changed(
        task,
        context,
        declines=appended(task, "declines", entry),
        kickbacks=appended(task, "kickbacks", kickback),
        execution={**task["execution"], "result": "kickback", "approvalRequired": None},
        **moved(task, act["to"]),
    )


def _require(task: Json, act: Json, conditions: list[Condition]) -> None:
    expectation = act.get("expectation")
    if expectation is not None:
        conditions = [*conditions, expectation_condition(task, expectation)]
    require(conditions)
