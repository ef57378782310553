"""What is true of a task now, and what may be recorded next and by whom not (sections 3 to 8).

Nothing here decides: it asks the conditions and the slots that the rules refuse from, and says the answer
in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cookui.contract import Json
from cookui.contract.condition import record_conditions
from cookui.contract.queries import (
    awaiting_request,
    false_rows,
    fork_of,
    granted_request,
    is_audited,
    is_awaiting_council,
    is_gated,
    is_judged,
    is_recovering,
    is_stuck,
    is_verified,
    survivors,
    undecided,
    was_declined,
)
from cookui.contract.slots import BARS
from cookui.contract.words import Mark, standing

_JOURNAL: Final = frozenset({"intent", "progress", "external"})
_ASIDE: Final = _JOURNAL | {"claim", "release"}
"""Events that leave what is true of the task as it is."""


class Next(NamedTuple):
    """One return that may be recorded now.

    Args:
        stage: the return's stage: plan, execute, verify, audit, refute or council.
        why: what it would do now, in words.
        bars: who may not record it, each with the reason; outside text.
    """

    stage: str
    why: str
    bars: Mapping[str, str] = MappingProxyType({})

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
    # Where a false row is final only an audit that fails would be taken: nobody is to be sent for that.
    if not is_audited(task) and not (is_stuck(task) and false_rows(task) and not survivors(task)):
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
    if was_declined(task):
        return "a plan that requires an approval, since an operator has declined; or an escalation"
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
        and is_judged(task)
        and task["verification"]["verdict"] == "pass"
        and task["audit"]["verdict"] != "needs-work"
    )


def now(task: Json, events: Sequence[Json] = ()) -> Json:
    """What is true of a task now, and since when; see `card`. Without events only the document speaks."""
    stands = standing(task, answered=is_answered(task, events))
    found: Json = {"mark": stands.mark.value, "words": stands.words, "since": since(task, events)}
    if stands.mark is not Mark.WAITS:
        found |= _running(task, events)
    return found


def waits_for(task: Json, events: Sequence[Json] = ()) -> str:
    """What the task waits for, in words without an age; see `now`."""
    words: str = now(task, events)["words"]
    return words


def since(task: Json, events: Sequence[Json]) -> str:
    """When the last event was that changed what is true of the task."""
    at: str = next(
        (event["at"] for event in reversed(events) if event["kind"] not in _ASIDE), task["updatedAt"]
    )
    return at


def is_answered(task: Json, events: Sequence[Json]) -> bool:
    """Whether the fork that stands has been answered since it was recorded.

    The document alone cannot tell an answer to this fork from one to an earlier fork of the same words; the
    events can.
    """
    fork = fork_of(task)
    if fork is None:
        return False
    for event in reversed(events):
        if event["kind"] == "answer":
            return True
        if event["kind"] == "record":
            return False
    return any(answer["fork"] == fork["fork"] for answer in task.get("answers", ()))


def _running(task: Json, events: Sequence[Json]) -> Json:
    """The specialist that was sent and has not come back, with its progress; empty when nobody is out.

    Looks back as far as the last event that ended a round: what was sent before it has been answered by it.
    """
    wanted = {each.stage for each in may_record(task)}
    came_back: list[tuple[str, str]] = []
    progress: Json | None = None
    for event in reversed(events):
        act = event["data"]["act"]
        if event["kind"] == "progress" and not came_back:
            progress = progress or event
        elif event["kind"] == "intent" and act["stage"] in wanted and not _is_back(act, came_back):
            return _sent(event, progress)
        elif event["kind"] == "record" and act["stage"] not in ("plan", "execute", "council"):
            came_back.append((act["stage"], act["agent"]))
        elif event["kind"] not in _ASIDE:
            break
    if progress and "execute" in wanted:
        return {
            "mark": Mark.RUNNING.value,
            "words": "execute is running",
            "since": progress["at"],
            **_steps(progress),
        }
    return {}


def _is_back(intent: Json, came_back: list[tuple[str, str]]) -> bool:
    """Whether who was sent has recorded since; whoever records comes back for one sent without a name."""
    agent = intent.get("agent")
    return any(stage == intent["stage"] and agent in (None, name) for stage, name in came_back)


def _sent(intent: Json, progress: Json | None) -> Json:
    act = intent["data"]["act"]
    agent = act.get("agent")
    found: Json = {
        "mark": Mark.RUNNING.value,
        "words": f"{act['stage']} sent to {agent}" if agent else f"{act['stage']} sent",
        "since": intent["at"],
    }
    if agent:
        found["agent"] = agent
    if act.get("note"):
        found["note"] = act["note"]
    return found | (_steps(progress) if progress else {})


def _steps(progress: Json) -> Json:
    act = progress["data"]["act"]
    found: Json = {"step": act["step"], "total": act["total"]}
    if act.get("note"):
        found["note"] = act["note"]
    return found
