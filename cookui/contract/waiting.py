"""What may be recorded next on a task, and by whom not (sections 3 to 7).

Nothing here decides: it asks the conditions and the slots that the rules refuse from, and says the answer in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cookui.contract import Json
from cookui.contract.condition import record_conditions
from cookui.contract.queries import (
    awaiting_request,
    fork_of,
    granted_request,
    is_audited,
    is_awaiting_council,
    is_gated,
    is_judged,
    is_recovering,
    is_verified,
    undecided,
)
from cookui.contract.slots import BARS


@dataclass(frozen=True, slots=True)
class Next:
    """One return that may be recorded now.

    Args:
        stage: the return's stage: plan, execute, verify, audit, refute or council.
        why: what it would do now, in words.
        bars: who may not record it, each with the reason; outside text.
    """

    stage: str
    why: str
    bars: Mapping[str, str] = field(default_factory=dict)

    @property
    def by_whom_not(self) -> list[str]:
        """The identities that may not record it."""
        return list(self.bars)


def may_record(task: Json) -> list[Next]:
    """What may be recorded now, in the order in which a task usually takes it; empty while nothing may."""
    if not all(each.holds for each in record_conditions(task)):
        return []
    return [Next(stage, why, {bar.name: bar.why for bar in BARS[stage](task)}) for stage, why in _open(task)]


def _open(task: Json) -> list[tuple[str, str]]:
    if task["stage"] == "plan":
        return [("plan", _plan_words(task))]
    if task["stage"] == "execute":
        return [("execute", _execute_words(task))]
    if task["stage"] not in ("verify", "audit"):
        return []
    found = []
    if not is_verified(task):
        found.append(("verify", "the rows of the plan's postconditions, observed afresh"))
    if not is_audited(task):
        found.append(
            ("audit", "required by the plan" if task["audit"]["required"] else "not required by the plan")
        )
    left = undecided(task)
    if left:
        found.append(("refute", f"{len(left)} undecided blocker{'s' if len(left) > 1 else ''}"))
    elif is_judged(task) and is_awaiting_council(task):
        found.append(("council", "three members and a synthesizer decide on the upheld blockers"))
    elif may_close_recovery(task):
        found.append(("council", "the same council again, with the outcome scoped-fix-shipped"))
    return found


def _plan_words(task: Json) -> str:
    if fork_of(task) is not None:
        return "a plan, or another escalation, in place of the fork"
    return "a plan, or an escalation of a fork that only the operator can decide"


def _execute_words(task: Json) -> str:
    if granted_request(task) is not None:
        return "an execution under the grant, or a kickback"
    if awaiting_request(task) is not None:
        return "a kickback, or another request in place of the pending one"
    if is_gated(task):
        return "a request for the plan's approval boundary, or a kickback"
    return "an execution, or a kickback"


def may_close_recovery(task: Json) -> bool:
    """Whether a recovery has passed everything and only the council's record is missing (section 7)."""
    return (
        is_recovering(task)
        and task["status"] == "in_progress"
        and task["stage"] in ("verify", "audit")
        and is_judged(task)
        and task["verification"]["verdict"] == "pass"
        and task["audit"]["verdict"] != "needs-work"
    )
