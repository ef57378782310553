"""The phrases that say what is true of a task now: one vocabulary for the board, `cook` and all lists.

A phrase never holds an age, since it is kept in the ledger and read later; whoever shows it adds the age of
its `since`. It may hold outside text (an agent id, a reason), so it is shown through `cookui.text` only.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from cookui.contract import Json
from cookui.contract.queries import (
    SOURCES,
    awaiting_request,
    blockers,
    council_of,
    false_rows,
    fork_of,
    granted_request,
    is_awaiting_council,
    is_judged,
    is_recovering,
    is_stuck,
    is_verified,
    survivors,
    undecided,
)
from cookui.contract.stages import Category


class Mark(StrEnum):
    """How a task stands, as one sign; its words say the same."""

    WAITS = "▲"
    RUNNING = "●"
    FAILED = "✗"
    BLOCKED = "⏸"
    DONE = "✓"
    IDLE = "○"


class Standing(NamedTuple):
    """What is true of a task: a mark and words."""

    mark: Mark
    words: str


class AskKind(StrEnum):
    """What a person is asked for."""

    APPROVAL = "approval"
    FORK = "fork"
    REVERIFY = "reverify"
    BLOCKED = "blocked"
    GRANTED = "granted"
    CLAIM = "claim"
    BROKEN = "broken"


ASKED: Final = {
    AskKind.APPROVAL: "waits for your approval",
    AskKind.FORK: "a fork waits for your answer",
    AskKind.REVERIFY: "the failed verification can be repeated by a fresh verifier",
    AskKind.BLOCKED: "blocked",
    AskKind.GRANTED: "granted; no executor has come back",
    AskKind.CLAIM: "claimed, and nothing was recorded for a day",
    AskKind.BROKEN: "broken",
}
"""What is asked, by kind; `blocked`, `claim` and `broken` are followed by a reason."""

_IMPERSONAL: Final = {
    ASKED[AskKind.APPROVAL]: "waits for the operator's approval",
    ASKED[AskKind.FORK]: "a fork waits for the operator's answer",
}


def impersonal(words: str) -> str:
    """The phrase as it is said to somebody who may be no operator: to the agent that has just recorded."""
    return _IMPERSONAL.get(words, words)


_OPEN_FORK: Final = Standing(Mark.WAITS, ASKED[AskKind.FORK])
_ANSWERED_FORK: Final = Standing(Mark.IDLE, "answered; waits for a new plan")


def _s(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def standing(task: Json, *, answered: bool) -> Standing:
    """What the document says of the task now, whatever specialist was sent meanwhile.

    Args:
        task: the document.
        answered: whether the fork that stands, if any, has been answered.
    """
    if task["status"] in _BY_STATUS:
        return _BY_STATUS[task["status"]](task)
    if task["category"] != Category.OPERATION:
        return Standing(Mark.IDLE, "a code task; shown here, recorded elsewhere")
    if task["stage"] == "plan" and fork_of(task) is not None:
        return _ANSWERED_FORK if answered else _OPEN_FORK
    return _BY_STAGE[task["stage"]](task)


def _done(task: Json) -> Standing:
    outcomes = {
        "shipped": "done; shipped by the council",
        "scoped-fix-shipped": "done; recovered under the council",
    }
    return Standing(Mark.DONE, outcomes.get(council_of(task).get("outcome") or "", "done"))


def _abandoned(task: Json) -> Standing:
    return Standing(Mark.FAILED, f"abandoned: {task['abandonReason']}")


def _blocked(task: Json) -> Standing:
    return Standing(Mark.BLOCKED, f"blocked: {task['blockedReason']}")


def _pending(task: Json) -> Standing:
    after = f" after {', '.join(f'#{dep}' for dep in task['deps'])}" if task["deps"] else ""
    return Standing(Mark.IDLE, f"waits for its start{after}")


def _capture(task: Json) -> Standing:
    return Standing(Mark.IDLE, f"{_sent_back(task)}waits for its start")


def _plan(task: Json) -> Standing:
    return Standing(Mark.IDLE, f"{_sent_back(task)}waits for a {'new ' if task['kickbacks'] else ''}plan")


def _sent_back(task: Json) -> str:
    """Why the task is back at an early stage: nothing where it never left it."""
    if not task["kickbacks"]:
        return ""
    kickback = task["kickbacks"][-1]
    decline = task.get("declines", [{}])[-1]
    if kickback["from"] == "execute" and decline.get("declinedAt") == kickback["at"]:
        return f"declined by {decline['declinedBy']}; "
    return f"kicked back from {kickback['from']}; "


def _execute(task: Json) -> Standing:
    if awaiting_request(task) is not None:
        return Standing(Mark.WAITS, ASKED[AskKind.APPROVAL])
    if granted_request(task) is not None:
        return Standing(Mark.IDLE, "granted; waits for a fresh executor")
    if is_recovering(task):
        return Standing(Mark.IDLE, "recovery ordered by the council; waits for a fresh executor")
    if task["kickbacks"] and task["kickbacks"][-1]["to"] == "execute":
        return Standing(Mark.IDLE, f"{_sent_back(task)}waits for an executor")
    return Standing(Mark.IDLE, "waits for an executor")


def _judged(task: Json) -> Standing:
    """A task at verify or audit, in the order in which section 6 asks."""
    failed = [_failed(task, source) for source in SOURCES if undecided(task, source)]
    if failed:
        return Standing(Mark.FAILED, "; ".join(failed))
    if is_stuck(task):
        return Standing(Mark.FAILED, f"stuck: {_stuck_by(task)}; abandon it, and add a new task")
    prefix = "recovery: " if is_recovering(task) else ""
    if not is_verified(task):
        return Standing(Mark.IDLE, f"{prefix}waits for a verifier")
    if not is_judged(task):
        return Standing(Mark.IDLE, f"{prefix}waits for an auditor")
    if is_awaiting_council(task):
        return Standing(Mark.IDLE, "waits for the council")
    if is_recovering(task):
        return Standing(Mark.IDLE, "recovery: passed; waits for the council")
    return Standing(Mark.IDLE, f"waits at {task['stage']}")


def _stuck_by(task: Json) -> str:
    upheld, false = len(survivors(task)), false_rows(task)
    parts = [f"{_s(upheld, 'blocker')} upheld"] if upheld else []
    return " and ".join([*parts, f"{_s(false, 'row')} false"] if false else parts)


def _failed(task: Json, source: str) -> str:
    rows = task["verification"]["postconditions"] if source == "verify" else []
    false = false_rows(task) if source == "verify" else 0
    if false:
        return f"verify: {false} of {_s(len(rows), 'row')} false"
    return f"{source}: {_s(len(blockers(task, source)), 'blocker')}"


_BY_STATUS: Final[dict[str, Callable[[Json], Standing]]] = {
    "pending": _pending,
    "blocked": _blocked,
    "done": _done,
    "abandoned": _abandoned,
}
_BY_STAGE: Final[dict[str, Callable[[Json], Standing]]] = {
    "capture": _capture,
    "plan": _plan,
    "execute": _execute,
    "verify": _judged,
    "audit": _judged,
}
