"""Recording an execution, a kickback by the executor, or a stop for an approval (section 5)."""

from __future__ import annotations

from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, appended, changed
from cookui.contract.queries import (
    awaiting_request,
    grant_of_execution,
    granted_request,
    is_audited,
    is_gated,
    is_recovering,
    is_verified,
    newest_request,
    pending_request,
)
from cookui.contract.recovery import failed_recovery
from cookui.contract.refusal import Code, Refusal
from cookui.contract.slots import check_slot, executor_bars
from cookui.contract.stages import Stage, moved


def vacant_verification() -> Json:
    """A verification that nobody has recorded."""
    return {
        "verdict": None,
        "verifier_agent_id": None,
        "postconditions": [],
        "findings": [],
        "evidence": [],
    }


def vacant_audit(required: bool) -> Json:
    """An audit that nobody has recorded."""
    return {"required": required, "verdict": "na", "audit_agent_id": None, "findings": [], "evidence": []}


def record_execution(task: Json, act: Json, context: Context) -> Json:
    """Takes what an executor hands in; which of the three results it is decides what becomes of the task."""
    made = act["return"]
    check_slot(act["agent"], "executor", executor_bars(task, made["result"]))
    return _BY_RESULT[made["result"]](task, act, context)


def _execution(task: Json, act: Json, context: Context, request_id: int | None) -> Json:
    """The execution as it is kept, without a grant; bound to `request_id` where there is one."""
    made = act["return"]
    bound = {} if request_id is None else {"approvalRequestId": request_id}
    return {
        "result": made["result"],
        "executor_agent_id": act["agent"],
        "cycle": _next_cycle(task),
        "recordedAt": context.at,
        **bound,
        "actions": made["actions"],
        "evidence": made["evidence"],
        "approvalRequired": made["approvalRequired"],
    }


def _next_cycle(task: Json) -> int:
    """The cycle of the record to come: one more, but kept over a pending or granted request."""
    execution = task.get("execution")
    if execution is None:
        return 0
    cycle: int = execution["cycle"]
    return cycle if pending_request(task) is not None else cycle + 1


def _live_executor(task: Json, agent: str) -> Json:
    return {**task["agents"], "executor_agent_id": agent}


def _pending_id(task: Json) -> int | None:
    request = pending_request(task)
    return None if request is None else request["id"]


def _executed(task: Json, act: Json, context: Context) -> Json:
    """Goes to verify; on a gated plan only under a granted request, whose grant it carries along."""
    _check_granted(task)
    execution = _execution(task, act, context, _pending_id(task))
    if is_gated(task):
        execution["approval"] = grant_of_execution(task)
    return changed(
        task,
        context,
        agents={"executor_agent_id": act["agent"], "verifier_agent_id": None, "audit_agent_id": None},
        execution=execution,
        verification=vacant_verification(),
        **_archived(task, context),
        **moved(task, Stage.VERIFY),
    )


def _check_granted(task: Json) -> None:
    if not is_gated(task) or granted_request(task) is not None:
        return
    awaiting = awaiting_request(task)
    if awaiting is not None:
        sentence = f"Request {awaiting['id']} has not been granted."
        remedy = "Wait for an operator to grant it; then another executor records the execution."
    else:
        sentence = "The plan requires an approval, and none was granted."
        remedy = "Record approval-required with the plan's approval boundary first."
    raise Refusal(Code.APPROVAL_REQUIRED, sentence, remedy=remedy)


def _archived(task: Json, context: Context) -> Json:
    """The judgments go to the history, once; that an audit is required stays."""
    vacated = {"audit": vacant_audit(task["audit"]["required"])}
    if not is_verified(task) and not is_audited(task):
        return vacated
    return vacated | {"judgmentHistory": appended(task, "judgmentHistory", archive_entry(task, context))}


def archive_entry(task: Json, context: Context) -> Json:
    """The live judgments as one entry of the history; its `cycle` is its own index (section 2)."""
    agents = task["agents"]
    return {
        "cycle": len(task.get("judgmentHistory", ())),
        "at": context.at,
        "verification": task["verification"],
        "audit": task["audit"],
        "agents": {slot: agents[slot] for slot in ("verifier_agent_id", "audit_agent_id")},
    }


def _kickback(task: Json, act: Json, context: Context) -> Json:
    """Goes back to capture or plan and closes a pending request; a recovery fails by it instead."""
    kickback = act["return"]["kickback"]
    parts: Json = {
        "agents": _live_executor(task, act["agent"]),
        "execution": _execution(task, act, context, _pending_id(task)),
    }
    if is_recovering(task):
        parts |= failed_recovery(task)
    else:
        entry = {"from": "execute", "to": kickback["to"], "reason": kickback["reason"], "at": context.at}
        parts |= {"kickbacks": appended(task, "kickbacks", entry), **moved(task, kickback["to"])}
    return changed(task, context, **parts)


def _approval_required(task: Json, act: Json, context: Context) -> Json:
    """Appends a request and stays at execute; only the newest request can be granted."""
    mutation = act["return"]["approvalRequired"]
    _check_may_ask(task, mutation)
    newest = newest_request(task)
    request_id = 0 if newest is None else newest["id"] + 1
    execution = _execution(task, act, context, request_id)
    request = {
        "id": request_id,
        "mutation": mutation,
        "requestedBy": act["agent"],
        "requestedAt": context.at,
        "cycle": execution["cycle"],
    }
    return changed(
        task,
        context,
        agents=_live_executor(task, act["agent"]),
        approvalRequests=appended(task, "approvalRequests", request),
        execution=execution,
        **moved(task, Stage.EXECUTE),
    )


def _check_may_ask(task: Json, mutation: str) -> None:
    if not is_gated(task):
        raise Refusal(
            Code.APPROVAL_BOUNDARY,
            "The plan requires no approval, so there is nothing to ask for.",
            remedy="Record the execution, or kick back to plan if an approval is needed.",
        )
    if mutation != task["plan"]["approvalBoundary"]:
        raise Refusal(
            Code.APPROVAL_BOUNDARY,
            "The requested text is not the plan's approval boundary, character by character.",
            remedy="Copy plan.approvalBoundary unchanged into approvalRequired.",
        )
    granted = granted_request(task)
    if granted is not None:
        raise Refusal(
            Code.APPROVAL_GRANTED,
            f"Request {granted['id']} has been granted already, and its grant stands.",
            remedy="Record the execution under the grant, or kick back.",
            details={"requestId": granted["id"]},
        )


_BY_RESULT: Final = {
    "executed": _executed,
    "kickback": _kickback,
    "approval-required": _approval_required,
}
