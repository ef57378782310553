"""Eight operations that stand at different places, each of twenty events and about eight kilobytes.

Each is a list of acts as the contract writes them; a ledger of any size is made of these (`ledgers`). Their
texts are made up at a length that real plans and logs have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Acts = list[Json]

EVENTS = 20
"""Events of each operation."""

BOUNDARY = (
    "Delete the replica orders-db-2 (volume vol-71c2, 2.1 TB) and its snapshots older than 30 days, after the"
    " last read of the reporting job at 02:00. Nothing brings the volume back once the provider has taken it."
)

_POSTCONDITIONS = [
    f"check {number}: no client of shard {number} reads from the old replica, in its log of ten minutes"
    for number in range(1, 7)
]
_RUNBOOK = [
    f"Step {number}: drain the connections of shard {number} through the proxy, wait until its lag is zero"
    for number in range(1, 41)
]


def returned(stage: str, agent: str, **fields: Any) -> Json:
    """The act that records a specialist's return."""
    return {"kind": "record", "stage": stage, "agent": agent, "return": {"stage": stage, **fields}}


def plan(boundary: str = BOUNDARY, *, gated: bool = True) -> Json:
    """A plan with the exact boundary `boundary`, which has to be approved if `gated`."""
    return returned(
        "plan",
        "planner-1",
        result="plan",
        complexity="complex",
        auditRequired=False,
        slices=["retire the old replica of the orders database"],
        runbook=_RUNBOOK,
        preconditions=[f"shard {number} has a backup that was restored once" for number in range(1, 7)],
        recoveryBoundary="Until the volume is deleted, the proxy can be pointed back at it within a minute.",
        approvalBoundary=boundary,
        requiresApproval=gated,
        postconditions=_POSTCONDITIONS,
        verificationSeams=["the proxy's log", "the provider's list of volumes"],
        escalation=None,
    )


def execution(result: str, agent: str, **fields: Any) -> Json:
    """An executor's return."""
    return returned(
        "execute",
        agent,
        result=result,
        actions=[f"drained shard {number} and watched its lag fall to zero" for number in range(1, 9)],
        evidence=[
            {
                "command": f"proxyctl shard {number} status --json",
                "output": f'{{"shard": {number}, "connections": 0, "lag": 0.0, "state": "drained"}}\n' * 4,
            }
            for number in range(1, 6)
        ],
        **{"kickback": None, "approvalRequired": None, **fields},
    )


def asking(boundary: str = BOUNDARY) -> Acts:
    """Everything up to the request for exactly `boundary`."""
    return [
        {"kind": "start"},
        plan(boundary),
        execution("approval-required", "executor-1", approvalRequired=boundary),
    ]


def _verification(verdict: str, *, ok: bool, findings: list[Json]) -> Json:
    rows = [
        {
            "postcondition": text,
            "ok": ok or place > 0,
            "evidence": f"{place + 4} lines of the log, none of them a read",
        }
        for place, text in enumerate(_POSTCONDITIONS)
    ]
    evidence = [{"command": "proxyctl log --last 10m", "output": "reads from orders-db-2: 0\n" * 6}]
    return returned(
        "verify",
        "verifier-1",
        cycle=0,
        verdict=verdict,
        postconditions=rows,
        findings=findings,
        evidence=evidence,
    )


def _intent(stage: str, agent: str) -> Json:
    return {
        "kind": "intent",
        "stage": stage,
        "agent": agent,
        "note": "with the runbook and the last evidence",
    }


def _done() -> Acts:
    approve = {"kind": "approve", "operator": "Ada Lind"}
    return [
        *asking(),
        approve,
        execution("executed", "executor-2"),
        _verification("pass", ok=True, findings=[]),
    ]


def _executing() -> Acts:
    return [{"kind": "start"}, plan(gated=False), _intent("execute", "executor-1")]


def _replanning() -> Acts:
    back = execution(
        "kickback", "executor-1", kickback={"to": "plan", "reason": "shard 4 has a second reader"}
    )
    return [{"kind": "start"}, plan(gated=False), back, _intent("plan", "planner-2")]


def _verifying() -> Acts:
    return [
        {"kind": "start"},
        plan(gated=False),
        execution("executed", "executor-1"),
        _intent("verify", "verifier-1"),
    ]


def _failed() -> Acts:
    finding = {
        "file": "runbook.md",
        "line": 3,
        "severity": "high",
        "class": "blocking",
        "kickTo": "plan",
        "what": "shard 1 is still read from the old replica",
        "why": "the reporting job does not use the proxy",
    }
    judged = _verification("needs-work", ok=False, findings=[finding])
    return [{"kind": "start"}, plan(gated=False), execution("executed", "executor-1"), judged]


def _blocked() -> Acts:
    return [
        *_executing(),
        {"kind": "block", "operator": "Ada Lind", "reason": "the provider is in maintenance"},
    ]


def _captured() -> Acts:
    back = execution(
        "kickback", "executor-1", kickback={"to": "capture", "reason": "another team owns shard 7"}
    )
    return [{"kind": "start"}, plan(gated=False), back]


_STORIES: dict[str, Callable[[], Acts]] = {
    "asking": asking,
    "failed": _failed,
    "blocked": _blocked,
    "captured": _captured,
    "replanning": _replanning,
    "executing": _executing,
    "verifying": _verifying,
    "done": _done,
}
STORIES = tuple(_STORIES)
"""Their names."""


def story(name: str) -> Acts:
    """The acts after `add` of one operation, with as much progress reported before its last record as makes
    `EVENTS` events.
    """
    acts = _STORIES[name]()
    missing = EVENTS - 1 - len(acts)
    steps = [
        {"kind": "progress", "step": step, "total": missing, "note": "as the runbook says"}
        for step in range(1, missing + 1)
    ]
    at = len(acts) if acts[-1]["kind"] == "intent" else len(acts) - 1
    return [*acts[:at], *steps, *acts[at:]]


_MIX = (
    "executing", "done", "verifying", "replanning", "executing",
    "captured", "done", "executing", "done", "verifying",
)  # fmt: skip


def name_of(task_id: int) -> str:
    """Which operation a task of a ledger is: of a hundred two wait for a person, and thirty are done."""
    if task_id % 100 == 1:
        return "asking"
    if task_id % 100 == 51:
        return ("failed", "blocked")[task_id // 100 % 2]
    return _MIX[task_id % 10]


def going_on(tasks: int) -> list[int]:
    """The ids of a ledger's tasks that an agent may report on or claim."""
    return [task_id for task_id in range(1, tasks + 1) if name_of(task_id) != "done"]
