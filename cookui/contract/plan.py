"""Recording a plan, or a fork that only the Chef can decide (section 4)."""

from __future__ import annotations

from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, changed
from cookui.contract.queries import was_declined
from cookui.contract.refusal import Code, Refusal
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

    † Once an operator has declined a request of the task, every plan must require an approval: what a person
    said no to is not carried out because the next plan no longer asks. Which texts are the same mutation
    nobody can tell, so this holds for any plan, until the task is over.

    Raises:
        Refusal: `approval-required`, for a plan that requires none after a decline.
    """
    made = act["return"]
    is_plan = made["result"] == "plan"
    if is_plan and was_declined(task) and not made["requiresApproval"]:
        raise Refusal(
            Code.APPROVAL_REQUIRED,
            "An operator has declined a request of this task, and the plan requires no approval.",
            remedy="Plan it with requiresApproval true and an approval boundary, "
            "or escalate the fork to the operator.",
        )
    fields = _PLAN_FIELDS if is_plan else _ESCALATION_FIELDS
    return changed(
        task,
        context,
        complexity=made["complexity"],
        plan={name: made[name] for name in fields},
        audit={**task["audit"], "required": made["auditRequired"]},
        **moved(task, Stage.EXECUTE if is_plan else Stage.PLAN),
    )
