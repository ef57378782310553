"""Asking for a fresh verifier without touching the execution (section 7)."""

from __future__ import annotations

from cookui.contract import Json
from cookui.contract.conditions import operator_conditions, require, reverify_conditions
from cookui.contract.context import Context, appended, changed
from cookui.contract.execute import VACANT_VERIFICATION, archive_entry
from cookui.contract.refusal import Code, Refusal


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
            f"{len(failed)} of the {len(conditions)} conditions of reverify did not hold: "
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
        verification=VACANT_VERIFICATION,
    )
