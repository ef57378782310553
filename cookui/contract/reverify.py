"""Asking for a fresh verifier without touching the execution (section 7)."""

from __future__ import annotations

from cookui.contract import Json
from cookui.contract.condition import Condition, condition, operator_conditions, require
from cookui.contract.context import Context, appended, changed
from cookui.contract.execute import archive_entry, vacant_verification
from cookui.contract.queries import blockers, findings_of, is_awaiting_council, is_recovering
from cookui.contract.refusal import Code, Refusal
from cookui.contract.stages import Category, Status


def reverify_conditions(task: Json) -> list[Condition]:
    """The seven conditions of `reverify`, in the page's order."""

    def seventh(name: str, holds: bool, yes: str, no: str, remedy: str) -> Condition:
        return condition(name, holds, yes, no, remedy, Code.REVERIFY)

    agents = task["agents"]
    execution = task.get("execution")
    executed = execution is not None and (
        execution["result"] == "executed" and execution["executor_agent_id"] == agents["executor_agent_id"]
    )
    verification = task.get("verification", {})
    verdict = verification.get("verdict")
    verifier = verification.get("verifier_agent_id")
    failed = verdict == "needs-work" and verifier is not None and verifier == agents["verifier_agent_id"]
    decided = sum("refute" in finding for finding in findings_of(task, "verify"))
    to_execute = sum(finding["kickTo"] == "execute" for _, finding in blockers(task, "verify"))
    council = is_awaiting_council(task) or is_recovering(task)
    at_verify = task["category"] == Category.OPERATION and task["status"] == Status.IN_PROGRESS
    return [
        seventh(
            "at-verify",
            at_verify and task["stage"] == "verify",
            "the operation is in progress at verify",
            f"the task, of category {task['category']}, is {task['status']} at {task['stage']}",
            "A failed verification can be repeated only while an operation waits at verify.",
        ),
        seventh(
            "executed",
            executed,
            f"the task was executed by {agents['executor_agent_id']}",
            "no execution by the live executor stands",
            "Let an executor execute the plan first.",
        ),
        seventh(
            "failed",
            failed,
            f"the verification of {verifier} says needs-work",
            f"the verification says {verdict}" if verdict else "no verification has been recorded",
            "Only a failed verification is repeated.",
        ),
        seventh(
            "no-failing-audit",
            task["audit"]["verdict"] != "needs-work",
            "no audit failed",
            "the audit says needs-work",
            "Have the audit's blockers refuted instead; a fresh verifier cannot settle them.",
        ),
        seventh(
            "nothing-refuted",
            decided == 0,
            "no finding was refuted or upheld",
            f"{decided} of the verification's findings were refuted or upheld",
            "Have the remaining blockers decided by refuters.",
        ),
        seventh(
            "no-council",
            not council,
            "no council is armed or in recovery",
            f"the council is {'in recovery' if is_recovering(task) else 'armed'}",
            "Let the council finish.",
        ),
        seventh(
            "no-execute-blocker",
            to_execute == 0,
            "no blocker kicks back to execute",
            f"{to_execute} of the verification's blockers kick back to execute",
            "Have those blockers refuted or upheld: they ask for another execution, not for another look.",
        ),
    ]


def reverify(task: Json, act: Json, context: Context) -> Json:
    """Archives the whole judgment and vacates the verification alone.

    The refusal names every condition that does not hold, and its details list all seven.
    """
    require(operator_conditions(act.get("operator")))
    conditions = reverify_conditions(task)
    failed = [each for each in conditions if not each.holds]
    if failed:
        raise Refusal(
            Code.REVERIFY,
            f"Reverify was refused, since {len(failed)} of its {len(conditions)} conditions did not hold: "
            + "; ".join(each.fact for each in failed)
            + ".",
            remedy=failed[0].remedy,
            details={"conditions": [each.as_json() for each in conditions]},
        )
    return changed(
        task,
        context,
        judgmentHistory=appended(task, "judgmentHistory", archive_entry(task, context)),
        agents={**task["agents"], "verifier_agent_id": None},
        verification=vacant_verification(),
    )
