"""The demonstration's operations: each can be played to its end, whatever the operator decides on the way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cookui.contract.card import COLUMNS
from cookui.demo.script import Json, Operation, load, next_move
from cookui.demo.seed import Hands, seed
from cookui.recorder.recorder import Recorder

NOW = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
PLAYED = [operation for operation in load() if operation.played]


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    Recorder.init(tmp_path, created_by="tests")
    return Recorder.open(tmp_path, clock=Hands(NOW))


def play(recorder: Recorder, operation: Operation, task_id: int) -> Iterator[Json]:
    """Lets the agents go on until they wait; yields the document then, and goes on when asked for more."""
    while True:
        task = recorder.task(task_id)
        move = next_move(operation, task.document, task.events)
        if move is None:
            yield task.document
        elif move.act["kind"] == "start":
            recorder.start(task_id)
        elif move.act["kind"] == "record":
            recorder.record(task_id, move.act["stage"], move.act["agent"], move.act["return"])
        else:
            recorder.journal(task_id, move.act)


@pytest.mark.parametrize("operation", PLAYED, ids=lambda operation: operation.slug)
@pytest.mark.parametrize("to", ["plan", "capture"])
def test_an_operation_is_played_to_its_end_through_every_decision(
    recorder: Recorder, operation: Operation, to: str
) -> None:
    task_id: int = recorder.add(operation.title, slug=operation.slug).document["id"]
    agents = play(recorder, operation, task_id)
    decided: list[str] = []
    while (task := next(agents))["status"] != "done":
        if task["stage"] == "plan":
            recorder.answer(task_id, "Ada Lind", operation.options[0])
            decided.append("answered")
        elif task["stage"] == "execute" and "declined" not in decided:
            recorder.decline(task_id, "Ada Lind", "not like this", to=to)
            decided.append("declined")
        elif task["stage"] == "execute":
            first, last = task["approvalRequests"]
            assert last["mutation"] != first["mutation"]
            assert operation.concession in last["mutation"]
            recorder.approve(task_id, "Ada Lind")
            decided.append("approved")
        else:
            recorder.reverify(task_id)
            decided.append("reverified")
    wanted = ["answered"] * bool(operation.fork)
    wanted += ["declined", "approved"] * bool(operation.boundary)
    wanted += ["reverified"] * bool(operation.stumble)
    assert decided == wanted
    assert recorder.validate() == []


@pytest.mark.parametrize("operation", PLAYED, ids=lambda operation: operation.slug)
def test_texts_fit_together(operation: Operation) -> None:
    assert len(operation.proof) == len(operation.postconditions)
    assert bool(operation.boundary) <= bool(operation.concession)
    assert not operation.boundary or operation.boundary.endswith("\n"), (
        "what a decline adds begins a new line"
    )


def test_a_demonstration_starts_with_something_in_every_stage_and_everything_that_may_be_asked(
    tmp_path: Path,
) -> None:
    seed(tmp_path, NOW)
    recorder = Recorder.open(tmp_path)
    tasks = [recorder.get(task_id) for task_id in recorder.reader.ids()]
    assert len(tasks) >= 12
    assert {task["stage"] for task in tasks} == set(COLUMNS)
    assert {task["status"] for task in tasks} == {"pending", "in_progress", "blocked", "done", "abandoned"}
    assert recorder.validate() == []


def test_what_happened_before_is_past(tmp_path: Path) -> None:
    seed(tmp_path, NOW)
    recorder = Recorder.open(tmp_path)
    for task_id in recorder.reader.ids():
        task = recorder.task(task_id)
        assert datetime.fromisoformat(task.events[-1]["at"]) < NOW, task.document["slug"]
