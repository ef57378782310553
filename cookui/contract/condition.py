"""One thing that must hold, with the fact that decides it, and how a rule refuses from a list of them.

`why`, the screens and the refusals read the same lists (`conditions`): a rule refuses with the first
condition that does not hold, so what a person is shown beforehand and what the rule decides can never
differ. A fact begins with words of ours, so that its first letter can be raised for a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cookui.contract import Json
from cookui.contract.identity import name_fault
from cookui.contract.refusal import Code, Refusal
from cookui.contract.stages import RECORDED_AT, Category, Status


class Condition(NamedTuple):
    """One thing that must hold.

    Args:
        name: a short name for programs and tests.
        holds: whether it holds.
        fact: the fact that decides it, one sentence without its full stop. It may quote outside text.
        remedy: what to do where it does not hold, one sentence; empty where it holds.
        code: the refusal of a rule that finds it not to hold.
    """

    name: str
    holds: bool
    fact: str
    remedy: str
    code: Code

    def as_json(self) -> dict[str, Any]:
        """What programs get of it: name, holds, fact and remedy."""
        return {"name": self.name, "holds": self.holds, "fact": self.fact, "remedy": self.remedy}


def condition(name: str, holds: bool, yes: str, no: str, remedy: str, code: Code) -> Condition:
    """A condition that states `yes` where it holds, and `no` with its `remedy` where it does not."""
    return Condition(name, holds, yes if holds else no, "" if holds else remedy, code)


def require(conditions: Sequence[Condition]) -> None:
    """Refuses with the first condition that does not hold; the refusal's details list all of them."""
    failed = next((each for each in conditions if not each.holds), None)
    if failed is not None:
        raise Refusal(
            failed.code,
            failed.fact[0].upper() + failed.fact[1:] + ".",
            remedy=failed.remedy,
            details={"conditions": [each.as_json() for each in conditions]},
        )


# --- what specialists and operators find before them


def operation_condition(task: Json) -> Condition:
    """That the task is an operation: code tasks are shown, never recorded here (section 3)."""
    return condition(
        "operation",
        task["category"] == Category.OPERATION,
        "the task is an operation",
        f"the task's category is {task['category']}",
        "Record a code task with the tool that it came from; only operations are recorded here.",
        Code.CATEGORY,
    )


def in_progress_condition(task: Json) -> Condition:
    """That the task is `in_progress`: not waiting for its start, blocked, or over (section 3)."""
    remedies = {
        Status.PENDING: "Start the task first.",
        Status.BLOCKED: "An operator must unblock the task first.",
        Status.DONE: "Nothing is left to do; add a new task for further work.",
        Status.ABANDONED: "Add a new task if the work is still wanted.",
    }
    status = task["status"]
    reason = task["blockedReason"] or task["abandonReason"]
    return condition(
        "in-progress",
        status == Status.IN_PROGRESS,
        "the task is in progress",
        f"the task is {status}" + (f": {reason}" if reason else ""),
        remedies.get(status, ""),
        Code.STATUS,
    )


def record_conditions(task: Json) -> list[Condition]:
    """What must hold for any record: an operation, in progress (section 3)."""
    return [operation_condition(task), in_progress_condition(task)]


def stage_condition(task: Json, recorded: str) -> Condition:
    """That a return of the stage `recorded` is taken at the task's stage (section 3)."""
    stages = [stage for stage in ("plan", "execute", "verify", "audit") if stage in RECORDED_AT[recorded]]
    return condition(
        "stage",
        task["stage"] in RECORDED_AT[recorded],
        f"the task is at {task['stage']}",
        f"{recorded} is recorded at {' or '.join(stages)}, and the task is at {task['stage']}",
        "See with `cook why` what may be recorded now.",
        Code.STAGE,
    )


def operator_conditions(operator: str | None) -> list[Condition]:
    """That the operator is named, with visible text; empty while no operator is known."""
    if operator is None:
        return []
    fault = name_fault(operator)
    return [
        condition(
            "operator",
            fault is None,
            f"the operator is {operator}",
            f"the operator's name {fault}",
            "Give the operator's name as visible text.",
            Code.IDENTITY,
        )
    ]
