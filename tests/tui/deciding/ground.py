"""A real ledger under a test, brought to where something is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cookui.recorder.recorder import Recorder
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import TaskView
from cookui.tui.ports.recorder import RecorderLedger

Json = dict[str, Any]

BOUNDARY = "Promote orders-db-2 to primary and fence orders-db-1 [prod]; writes stop for about 30 s."
POSTCONDITIONS = ["orders-db-2 answers pg_is_in_recovery() = f", "orders-db-1 refuses connections on 5432"]
EVIDENCE = [{"command": "psql -h orders-db-2 -c 'select 1'", "output": " 1\n(1 row)\n"}]
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Clock:
    """A clock that a test winds."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: float) -> None:
        self.now += timedelta(**span)


def plan(boundary: str = BOUNDARY, **other: object) -> Json:
    return {
        "stage": "plan",
        "result": "plan",
        "complexity": "complex",
        "auditRequired": False,
        "slices": ["fence, promote, repoint"],
        "runbook": ["Fence orders-db-1", "Promote orders-db-2", "Repoint pgbouncer"],
        "preconditions": ["lag of orders-db-2 is zero bytes"],
        "recoveryBoundary": "Until promotion, unfencing orders-db-1 restores the old state.",
        "approvalBoundary": boundary,
        "requiresApproval": True,
        "postconditions": POSTCONDITIONS,
        "verificationSeams": ["query each host over a fresh connection"],
        "escalation": None,
    } | other


def execution(result: str, **other: object) -> Json:
    return {
        "stage": "execute",
        "result": result,
        "actions": ["Checked the lag", "Prepared the fence"],
        "evidence": EVIDENCE,
        "kickback": None,
        "approvalRequired": None,
    } | other


def verification(cycle: int = 0, kick_to: str = "plan") -> Json:
    rows = [
        {"postcondition": each, "ok": index != 1, "evidence": "seen over a fresh connection"}
        for index, each in enumerate(POSTCONDITIONS)
    ]
    finding = {
        "file": "orders-db-1",
        "line": 5432,
        "severity": "high",
        "class": "blocking",
        "kickTo": kick_to,
        "what": "orders-db-1 still accepts connections",
        "why": "two primaries",
    }
    return {
        "stage": "verify",
        "cycle": cycle,
        "verdict": "needs-work",
        "postconditions": rows,
        "findings": [finding],
        "evidence": EVIDENCE,
    }


class Ground:
    """One ledger and its recorder, seen through the interface's port."""

    def __init__(self, root: Path) -> None:
        self.clock = Clock()
        self.root = root
        self.recorder = Recorder.init(root, created_by="test", clock=self.clock)
        self.ledger = RecorderLedger(root)

    def key(self, task_id: int) -> TaskKey:
        return TaskKey(self.ledger.project, task_id)

    def view(self, task_id: int) -> TaskView:
        found = self.recorder.reader.task(task_id)
        return TaskView(found.document, found.events, found.card)

    def document(self, task_id: int) -> Json:
        return self.view(task_id).document

    def bytes(self) -> dict[str, bytes]:
        """Every stored byte of every task."""
        return {path.name: path.read_bytes() for path in (self.root / ".cook" / "tasks").iterdir()}

    # Where something is to be decided

    def planned(self, boundary: str = BOUNDARY, title: str = "Promote orders-db-2", **other: object) -> int:
        task_id = int(self.recorder.add(title, priority="p1").document["id"])
        self.recorder.start(task_id)
        self.recorder.record(task_id, "plan", "planner-1", plan(boundary, **other))
        return task_id

    def asked(self, boundary: str = BOUNDARY, **other: object) -> int:
        """A request is pending."""
        task_id = self.planned(boundary, **other)
        self.ask(task_id, "exec-1", boundary)
        return task_id

    def ask(self, task_id: int, executor: str, boundary: str = BOUNDARY) -> None:
        self.clock.pass_by(minutes=1)
        wanted = execution("approval-required", approvalRequired=boundary)
        self.recorder.record(task_id, "execute", executor, wanted)

    def replanned(self, task_id: int, boundary: str) -> None:
        """The pending request is kicked back, and another one asked under another plan."""
        back = execution("kickback", kickback={"to": "plan", "reason": "the plan is wrong"})
        self.recorder.record(task_id, "execute", "exec-back", back)
        self.recorder.record(task_id, "plan", "planner-2", plan(boundary))
        self.ask(task_id, "exec-again", boundary)

    def forked(self, fork: str, options: Sequence[str]) -> int:
        """A planner could not decide."""
        task_id = int(self.recorder.add("Move the registry").document["id"])
        self.recorder.start(task_id)
        escalation = {
            "stage": "plan",
            "result": "escalation",
            "complexity": "complex",
            "auditRequired": False,
            "slices": ["copy, switch"],
            "escalation": {"fork": fork, "options": list(options)},
        }
        self.recorder.record(task_id, "plan", "planner-1", escalation)
        return task_id

    def failed(self, kick_to: str = "plan") -> int:
        """A verification has failed."""
        task_id = self.asked()
        self.recorder.approve(task_id, "Ada")
        self.recorder.record(task_id, "execute", "exec-2", execution("executed"))
        self.recorder.record(task_id, "verify", "verifier-1", verification(kick_to=kick_to))
        return task_id

    def edit(self, task_id: int, old: bytes, new: bytes) -> None:
        """Somebody edits the stored file by hand: its last mention of `old`."""
        path = self._file(task_id)
        before, _, after = path.read_bytes().rpartition(old)
        path.write_bytes(before + new + after)

    def garble(self, task_id: int) -> None:
        """The stored file is no JSON any more."""
        path = self._file(task_id)
        path.write_bytes(path.read_bytes()[1:])

    def _file(self, task_id: int) -> Path:
        [path] = (self.root / ".cook" / "tasks").glob(f"{task_id:04d}-*")
        return path
