"""What agents do next, as a pure function of an operation's script and of what has been recorded of it so
far.

Nothing here remembers anything: the seeding and the process that plays the agents ask the same question of
the same ledger, so whatever the operator does meanwhile (declines, blocks, waits for an hour) is answered
sensibly, and a process that was stopped goes on where the record says it stands. Acts have the form of
`cookui.contract.acts`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, NamedTuple

Json = dict[str, Any]

ROLES = {"plan": "planner", "execute": "executor", "verify": "verifier", "audit": "auditor"}
"""Who a stage's specialist is called; a task's and a letter's worth of identity is added for each one that is
sent.
"""

PACE = {
    "start": 2.0,
    "intent": 2.0,
    "progress": 3.0,
    "plan": 6.0,
    "execute": 4.0,
    "verify": 6.0,
    "audit": 6.0,
}
"""Seconds from the last recorded act until the next one, by what is done: quick, but slow enough to be
followed.
"""

COVERAGE = (
    "secrets", "injection_sql", "injection_command", "path_traversal", "insecure_deserialization",
    "weak_crypto", "dynamic_execution", "tls_transport", "xss", "sensitive_logging", "insecure_permissions",
)  # fmt: skip
"""What an audit looks for, every one of them named in its return."""

_JOURNAL = {"intent", "progress", "external"}
_UNGATED = "Nothing in this operation needs a grant: every step can be undone."


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the demonstration, as `operations.toml` tells it.

    Args:
        slug: its name in the ledger, by which the agents find it again.
        boundary: what needs a grant, exactly; empty when nothing does.
        concession: what a new plan gives up after a decline.
        checks: commands and outputs that show the preconditions.
        work: commands and outputs of the execution.
        witness: commands and outputs of the verifier.
        proof: what the verifier saw, one text a postcondition.
        stumble: how the first verification fails (`row` from 1, `evidence`, and a finding); None when it
            passes. fork, options: what only the operator can decide before there is a plan; empty when
            nothing is.
        story: what has happened before the demonstration starts; empty when the agents add it while it runs.
        after: slugs of the operations that it depends on.
        played: whether agents go on with it while the demonstration runs.
        begins: seconds after the start until they do.
        arrives: seconds after the start until they add it; None when it is there from the beginning.
    """

    slug: str
    title: str
    priority: str
    slices: Sequence[str] = ()
    runbook: Sequence[str] = ()
    preconditions: Sequence[str] = ()
    recovery: str = ""
    boundary: str = ""
    concession: str = ""
    postconditions: Sequence[str] = ()
    seams: Sequence[str] = ()
    checks: Sequence[Sequence[str]] = ()
    work: Sequence[Sequence[str]] = ()
    witness: Sequence[Sequence[str]] = ()
    proof: Sequence[str] = ()
    stumble: Json | None = None
    fork: str = ""
    options: Sequence[str] = ()
    audit: bool = False
    complexity: str = "simple"
    category: str = "operation"
    story: Sequence[Json] = ()
    after: Sequence[str] = ()
    played: bool = True
    begins: float = 0.0
    arrives: float | None = None


class Move(NamedTuple):
    """An act of an agent and the seconds that it takes, counted from the last recorded one."""

    takes: float
    act: Json


def load() -> list[Operation]:
    """The operations of the demonstration, in the order of their ids."""
    text = resources.files(__package__).joinpath("operations.toml").read_text(encoding="utf-8")
    return [Operation(**entry) for entry in tomllib.loads(text)["operation"]]


def next_move(operation: Operation, task: Json, events: Sequence[Json]) -> Move | None:
    """What an agent does next on `task`; None while it waits for a person, or nothing is left to do.

    Args:
        task: its document.
        events: its events, in order.
    """
    acts = [event["data"]["act"] for event in events]
    if task["stage"] == "capture" and task["status"] in ("pending", "in_progress"):
        return Move(PACE["start"], {"kind": "start"})
    stage = _wanted(operation, task) if task["status"] == "in_progress" else None
    if stage is None:
        return None
    sent = sum(act["kind"] == "record" and act["stage"] == stage for act in acts)
    agent = f"{ROLES[stage]}-{task['id']}{chr(ord('a') + sent % 26)}"
    journal = _since_last_change(acts)
    if not any(act["kind"] == "intent" for act in journal):
        return Move(PACE["intent"], {"kind": "intent", "stage": stage, "agent": agent})
    result = _RETURNS[stage](operation, task)
    if result.get("result") == "executed":
        done = max((act["step"] for act in journal if act["kind"] == "progress"), default=0)
        if done < len(operation.runbook):
            return Move(PACE["progress"], _progress(operation, done + 1))
    return Move(PACE[stage], {"kind": "record", "stage": stage, "agent": agent, "return": result})


def _wanted(operation: Operation, task: Json) -> str | None:
    """The stage whose specialist is to be sent; None while nobody is."""
    stage: str = task["stage"]
    if stage == "plan" and operation.fork and len(task.get("answers", ())) == 0 and "plan" in task:
        return None
    if stage == "execute" and _is_pending(task) and "approval" not in task["execution"]:
        return None
    if stage in ("verify", "audit"):
        if task["verification"]["verdict"] is None:
            return "verify"
        return "audit" if task["audit"]["required"] and task["audit"]["verdict"] == "na" else None
    return stage if stage in ROLES else None


def _is_pending(task: Json) -> bool:
    execution: Json = task.get("execution", {})
    return execution.get("result") == "approval-required"


def _since_last_change(acts: Sequence[Json]) -> list[Json]:
    """The journal entries after the last act that changed the task."""
    journal: list[Json] = []
    for act in acts:
        journal = [*journal, act] if act["kind"] in _JOURNAL else []
    return journal


def _progress(operation: Operation, step: int) -> Json:
    note = operation.runbook[step - 1]
    return {"kind": "progress", "step": step, "total": len(operation.runbook), "note": note}


def _evidence(pairs: Sequence[Sequence[str]]) -> list[Json]:
    return [{"command": command, "output": output} for command, output in pairs]


def _boundary(operation: Operation, task: Json) -> str:
    """The boundary of the next plan: each answer and each decline leaves its trace in it."""
    text = operation.boundary
    for answer in task.get("answers", ()):
        text += f"\nAs decided by {answer['answeredBy']}: {answer['option']}.\n"
    for decline in task.get("declines", ()):
        text += (
            f"\nChanged after request {decline['requestId']} was declined by {decline['declinedBy']}:\n"
            f"{operation.concession}\n"
        )
    return text or _UNGATED


def _plan(operation: Operation, task: Json) -> Json:
    head: Json = {
        "stage": "plan",
        "complexity": operation.complexity,
        "auditRequired": operation.audit,
        "slices": list(operation.slices),
    }
    if operation.fork and "plan" not in task:
        fork = {"fork": operation.fork.strip(), "options": list(operation.options)}
        return {**head, "result": "escalation", "escalation": fork}
    return {
        **head,
        "result": "plan",
        "runbook": list(operation.runbook),
        "preconditions": list(operation.preconditions),
        "recoveryBoundary": operation.recovery.strip(),
        "approvalBoundary": _boundary(operation, task),
        "requiresApproval": bool(operation.boundary),
        "postconditions": list(operation.postconditions),
        "verificationSeams": list(operation.seams),
        "escalation": None,
    }


def _execute(operation: Operation, task: Json) -> Json:
    asks = task["plan"]["requiresApproval"] and not _is_pending(task)
    return {
        "stage": "execute",
        "result": "approval-required" if asks else "executed",
        "actions": [f"checked: {each}" for each in operation.preconditions]
        if asks
        else list(operation.runbook),
        "evidence": _evidence(operation.checks if asks else operation.work),
        "kickback": None,
        "approvalRequired": task["plan"]["approvalBoundary"] if asks else None,
    }


def _verify(operation: Operation, task: Json) -> Json:
    stumble: Mapping[str, Any] | None = operation.stumble if not task.get("judgmentHistory") else None
    proof = list(operation.proof)
    findings = []
    if stumble:
        proof[stumble["row"] - 1] = stumble["evidence"]
        finding = {key: stumble[key] for key in ("file", "line", "what", "why")}
        findings = [{**finding, "severity": "medium", "class": "blocking", "kickTo": "plan"}]
    rows = zip(task["plan"]["postconditions"], proof, strict=True)
    return {
        "stage": "verify",
        "cycle": task["execution"]["cycle"],
        "verdict": "needs-work" if stumble else "pass",
        "postconditions": [
            {"postcondition": text, "ok": not (stumble and stumble["row"] == number), "evidence": evidence}
            for number, (text, evidence) in enumerate(rows, start=1)
        ],
        "findings": findings,
        "evidence": _evidence(operation.witness),
    }


def _audit(operation: Operation, task: Json) -> Json:
    report = f"reports/{operation.slug}.json"
    return {
        "stage": "audit",
        "cycle": task["execution"]["cycle"],
        "verdict": "pass",
        "scan": {"command": "opscan --change", "recommendation": "PASS", "reportPath": report},
        "coverage": [{"category": category, "status": "covered_no_hits"} for category in COVERAGE],
        "findings": [],
        "evidence": [
            {"command": "opscan --change", "output": f"0 hits in 11 categories, report in {report}"}
        ],
    }


_RETURNS = {"plan": _plan, "execute": _execute, "verify": _verify, "audit": _audit}
