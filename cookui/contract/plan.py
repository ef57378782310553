"""Recording a plan, or a fork that only the Chef can decide (section 4)."""

from __future__ import annotations

from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, changed
from cookui.contract.stages import Stage, moved

_PLAN_FIELDS: Final = (
    "result",
    "slices",
    "runbook",
    "preconditions",
    "recoveryBoundary",
    "approvalBoundary",
    "requiresApproval",
    "postconditions",
    "verificationSeams",
    "escalation",
)
_ESCALATION_FIELDS: Final = ("result", "slices", "escalation")


def record_plan(task: Json, act: Json, context: Context) -> Json:
    """Takes a plan and sends the task to execute, or takes an escalation and stays at plan.

    Either replaces whatever plan there was. An execution of an older plan stays as the record of what
    happened; the text of its grant is compared with the boundary that stands, so it can never serve another
    one.
    """
    made = act["return"]
    is_plan = made["result"] == "plan"
    fields = _PLAN_FIELDS if is_plan else _ESCALATION_FIELDS
    return changed(
        task,
        context,
        complexity=made["complexity"],
        plan={name: made[name] for name in fields},
        audit={**task["audit"], "required": made["auditRequired"]},
        **moved(task, Stage.EXECUTE if is_plan else Stage.PLAN),
    )
