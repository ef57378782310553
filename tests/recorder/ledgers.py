"""Ledgers for tests: a clock that is set by hand, a disk in a hurry, acts carried out by name, and every byte
of a ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.files import Disk
from cookui.recorder.layout import encode
from cookui.recorder.recorder import Recorded, Recorder
from tests.contract.playing import BOUNDARY, execute_return, plan_return, verify_return

Json = dict[str, Any]

CHEF = "Chef"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    """A clock that ticks one second each time it is looked at, and can be set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class Hurried(Disk):
    """A disk that does not wait for the platter: for tests that are not about power cuts, and make thousands
    of acts."""

    @staticmethod
    def fsync(descriptor: int) -> None:
        """Does nothing."""


def carry_out(recorder: Recorder, task_id: int, act: Json) -> Recorded:
    """Carries out an act as the conformance walks and the events write it."""
    given = {name: value for name, value in act.items() if name != "kind"}
    match act["kind"]:
        case "record" if act["stage"] == "council":
            return recorder.record_council(task_id, act["members"], act["synthesizer"], act["return"])
        case "record":
            return recorder.record(task_id, act["stage"], act["agent"], act["return"])
        case "intent" | "progress" | "external":
            return recorder.journal(task_id, act)
        case kind:
            done: Recorded = getattr(recorder, kind)(task_id, **given)
            return done


def started(recorder: Recorder, title: str = "Promote orders-db-2") -> int:
    """A task in progress at plan."""
    task_id: int = recorder.add(title).document["id"]
    recorder.start(task_id)
    return task_id


def pending(recorder: Recorder, boundary: str = BOUNDARY) -> int:
    """A task whose request waits for its grant."""
    task_id = started(recorder)
    recorder.record(task_id, "plan", "planner", plan_return(requiresApproval=True, approvalBoundary=boundary))
    recorder.record(
        task_id, "execute", "exec-1", execute_return("approval-required", approvalRequired=boundary)
    )
    return task_id


def finished(recorder: Recorder) -> int:
    """A task that went all the way: planned, requested, granted, executed, verified."""
    task_id = pending(recorder)
    recorder.approve(task_id, CHEF)
    recorder.record(task_id, "execute", "exec-2", execute_return())
    recorder.record(task_id, "verify", "verifier-1", verify_return())
    return task_id


def tasks_of(root: Path) -> Path:
    return root / ".cook" / "tasks"


def file_of(root: Path, task_id: int = 1) -> Path:
    """The file of a task."""
    [path] = tasks_of(root).glob(f"{task_id:04}-*.json")
    return path


def bytes_of(root: Path) -> dict[str, bytes]:
    """Every file of a ledger but the locks, which hold notes of who used them."""
    cook = root / ".cook"
    return {
        str(path.relative_to(cook)): path.read_bytes()
        for path in sorted(cook.rglob("*"))
        if path.is_file() and path.parent.name != "locks"
    }


def tables_of(path: Path) -> dict[str, dict[str, Json]]:
    tables: dict[str, dict[str, Json]] = json.loads(path.read_bytes())
    return tables


def rewrite(path: Path, change: Callable[[dict[str, dict[str, Json]]], object]) -> None:
    """Edits a task file as somebody would who knows its form."""
    tables = tables_of(path)
    change(tables)
    path.write_bytes(encode(tables))


def refused(code: Code, act: Callable[[], object]) -> Refusal:
    """Carries out an act that must be refused with a code."""
    with pytest.raises(Refusal) as caught:
        act()
    assert caught.value.code == code, caught.value
    assert caught.value.sentence
    assert caught.value.remedy
    return caught.value
