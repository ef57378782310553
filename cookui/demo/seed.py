"""What has happened before the demonstration starts, recorded act by act at believable times in the past.

The ledger is not made up: every operation goes through the recorder and its rules, by the same moves that the
agents make later, with the recorder's clock turned back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cookui.demo.script import Json, Operation, load, next_move
from cookui.recorder.recorder import Recorder

STRETCH = 25.0
"""How much longer a move took in the past than while somebody watches."""


class Hands:
    """A clock that stands until it is moved."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def move(self, **by: float) -> None:
        """Moves it on, by the arguments of `timedelta`."""
        self.now += timedelta(**by)


def seed(root: Path, now: datetime | None = None) -> None:
    """Makes a ledger in `root`, an empty folder, and records all that the stories tell.

    Args:
        now: when the demonstration starts; the present when None.
    """
    start = now or datetime.now(UTC)
    clock = Hands(start)
    Recorder.init(root, created_by="cookui --demo")
    recorder = Recorder.open(root, clock=clock)
    ids: dict[str, int] = {}
    for operation in load():
        if operation.arrives is None:
            clock.now = start
            ids[operation.slug] = _tell(recorder, clock, operation, ids)


def _tell(recorder: Recorder, clock: Hands, operation: Operation, ids: Mapping[str, int]) -> int:
    """Records the story of one operation and returns its id."""
    clock.move(minutes=-operation.story[0]["age"])
    added = recorder.add(
        operation.title,
        priority=operation.priority,
        deps=[ids[slug] for slug in operation.after],
        slug=operation.slug,
        category=operation.category,
    )
    task_id: int = added.document["id"]
    for beat in operation.story[1:]:
        if "wait" in beat:
            clock.move(minutes=beat["wait"])
        elif "play" in beat:
            _play(recorder, clock, operation, task_id, beat["play"])
        else:
            _decide(recorder, task_id, beat)
    return task_id


def _play(recorder: Recorder, clock: Hands, operation: Operation, task_id: int, until: int | str) -> None:
    """Lets the agents go on for `until` moves, to the stage `until`, or, if it is `waits`, as far as they
    come.
    """
    count = 0
    while True:
        task = recorder.task(task_id)
        move = next_move(operation, task.document, task.events)
        if move is None or until in (count, task.document["stage"]):
            return
        clock.move(seconds=move.takes * STRETCH)
        _perform(recorder, task_id, move.act)
        count += 1


def _perform(recorder: Recorder, task_id: int, act: Json) -> None:
    if act["kind"] == "start":
        recorder.start(task_id)
    elif act["kind"] == "record":
        recorder.record(task_id, act["stage"], act["agent"], act["return"])
    else:
        recorder.journal(task_id, act)


def _decide(recorder: Recorder, task_id: int, beat: Json) -> None:
    """Records what a person did: `{verb: who, reason}`."""
    (verb, who), *more = beat.items()
    reason = more[0][1] if more else ""
    if verb == "approve":
        recorder.approve(task_id, who)
    elif verb == "decline":
        recorder.decline(task_id, who, reason)
    elif verb == "reverify":
        recorder.reverify(task_id)
    elif verb == "block":
        recorder.block(task_id, who, reason)
    elif verb == "abandon":
        recorder.abandon(task_id, who, reason)
    else:
        recorder.claim(task_id, who)
