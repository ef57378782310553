"""The words of a task's life, and the moves between stages, as literal tables (sections 1 and 3).

Every move that any rule makes goes through `moved`, so the table below is the whole truth about where a
task can go.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cookui.contract import Json


class Stage(StrEnum):
    """Where a task is (section 1)."""

    CAPTURE = "capture"
    PLAN = "plan"
    EXECUTE = "execute"
    VERIFY = "verify"
    AUDIT = "audit"
    DONE = "done"


class Status(StrEnum):
    """How a task stands (section 1)."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    BLOCKED = "blocked"
    DONE = "done"
    ABANDONED = "abandoned"


class Category(StrEnum):
    """What kind of work a task is; `code` is shown here and never recorded (section 1)."""

    OPERATION = "operation"
    CODE = "code"


class Priority(StrEnum):
    """How much a task matters, `p0` the most."""

    P0 = "p0"
    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"


TERMINAL: Final = frozenset({Status.DONE.value, Status.ABANDONED.value})

RECORDED_AT: Final[dict[str, frozenset[str]]] = {
    "plan": frozenset({"plan"}),
    "execute": frozenset({"execute"}),
    "verify": frozenset({"verify", "audit"}),
    "audit": frozenset({"verify", "audit"}),
    "refute": frozenset({"verify", "audit"}),
    "council": frozenset({"verify", "audit"}),
}
"""At which stages of the task a return is recorded, by the return's own stage (section 3)."""

MOVES: Final[dict[str, frozenset[str]]] = {
    "capture": frozenset({"plan"}),
    "plan": frozenset({"plan", "execute"}),
    "execute": frozenset({"capture", "plan", "execute", "verify"}),
    "verify": frozenset({"capture", "plan", "execute", "verify", "audit", "done"}),
    "audit": frozenset({"capture", "plan", "execute", "verify", "audit", "done"}),
    "done": frozenset(),
}
"""Which stage may follow which. Back from `verify` and `audit` goes only a kickback."""

EARLIEST_FIRST: Final = ("capture", "plan", "execute")
"""The stages that a kickback can lead to, the earliest first (section 7)."""


def is_terminal(status: str) -> bool:
    """Whether nothing follows this status any more: done or abandoned."""
    return status in TERMINAL


def moved(task: Json, stage: str) -> Json:
    """The parts of the document that put the task at `stage`: its stage and the status that goes with it.

    A move that the table does not know is a bug of a rule, not a refusal: it raises `AssertionError`.
    """
    if stage not in MOVES[task["stage"]]:
        raise AssertionError(f"no rule moves a task from {task['stage']} to {stage}")
    status = Status.DONE if stage == Stage.DONE else Status.IN_PROGRESS
    return {"stage": str(stage), "status": status.value}
