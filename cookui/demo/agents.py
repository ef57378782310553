"""The process that plays the agents: `python -m cookui.demo.agents ROOT`, started by `Demo` and by nobody
else.

It acts through `cook` alone, a process an act, as agents do; it looks at the ledger as anybody may. It lives
as long as its standard input is open: the kernel closes that when the program that started it ends, however
it ends, so nothing is left running after `kill -9` either, and the ledger is then removed here if nobody is
left to do it.
"""

from __future__ import annotations

import argparse
import json
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cookui.contract.refusal import Refusal
from cookui.demo.script import Json, Move, Operation, load, next_move
from cookui.recorder.reading import Reader

LOOK = 0.4
"""Seconds between two looks at the ledger."""

COOK = (sys.executable, "-P", "-c", "from cookui.cli.main import run; run()")
"""`cook` of the very installation that runs the demonstration, wherever its script may be."""

OVER = {"done", "abandoned"}


class Due(NamedTuple):
    """A move on a task whose last event is `seq`, and when it is to be made, by the wall clock."""

    at: float
    task_id: int
    seq: int
    move: Move


class Agents:
    """Plays all operations in the ledger at `root`.

    Args:
        pace: seconds of the script are multiplied by it.
    """

    def __init__(self, root: Path, *, pace: float = 1.0) -> None:
        self._root = root
        self._pace = pace
        self._reader = Reader(root)
        self._started = time.time()
        self._operations = {operation.slug: operation for operation in load()}
        self._refused: set[tuple[int, int]] = set()

    def step(self) -> None:
        """Makes the move that is due longest, if any is, and adds the operations whose time has come."""
        cards = {card["slug"]: card for card in self._reader.cards() if isinstance(card, dict)}
        now = time.time()
        for operation in self._operations.values():
            if operation.slug not in cards and self._arrived(operation, now):
                self._cook("add", operation.title, "--priority", operation.priority, "--slug", operation.slug)
        due = min(self._due(cards), default=None)
        if due is not None and due.at <= now:
            self._make(due)

    def _arrived(self, operation: Operation, now: float) -> bool:
        return operation.arrives is not None and now >= self._started + operation.arrives * self._pace

    def _due(self, cards: dict[str, Json]) -> Iterator[Due]:
        """The next move of each operation, whether its time has come or not."""
        for slug, card in cards.items():
            operation = self._operations.get(slug)
            if operation is None or not operation.played or card["status"] in OVER or self._is_refused(card):
                continue
            if any(other["status"] not in OVER for other in cards.values() if other["id"] in card["deps"]):
                continue
            try:
                task = self._reader.task(card["id"])
            except Refusal:
                continue  # broken, or gone: nobody acts on it
            move = next_move(operation, task.document, task.events)
            if move is not None:
                last = datetime.fromisoformat(task.events[-1]["at"]).timestamp()
                begins = self._started + operation.begins * self._pace
                yield Due(max(last + move.takes * self._pace, begins), card["id"], card["seq"], move)

    def _is_refused(self, card: Json) -> bool:
        """Whether the move from this state has been refused: it would be again."""
        return (card["id"], card["seq"]) in self._refused

    def _make(self, due: Due) -> None:
        act, task_id = due.move.act, str(due.task_id)
        if act["kind"] == "start":
            status = self._cook("start", task_id)
        elif act["kind"] == "intent":
            status = self._cook("journal", task_id, "intent", act["stage"], "--agent", act["agent"])
        elif act["kind"] == "progress":
            status = self._cook("journal", task_id, "progress", f"{act['step']}/{act['total']}", act["note"])
        else:
            status = self._cook("record", act["stage"], task_id, act["agent"], "-", handed_in=act["return"])
        if status != 0:
            self._refused.add((due.task_id, due.seq))

    def _cook(self, *words: str, handed_in: Json | None = None) -> int:
        """Runs `cook`, with a return on standard input, and gives its exit status."""
        done = subprocess.run(  # noqa: S603 - the words are the script's own
            [*COOK, "--root", str(self._root), *words],
            input=json.dumps(handed_in).encode() if handed_in else b"",
            stdout=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode


def main() -> None:
    """Plays until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--remove", action="store_true", help="remove ROOT at the end")
    args = parser.parse_args()
    agents = Agents(args.root, pace=args.pace)
    try:
        while not select.select([sys.stdin], [], [], LOOK * min(1.0, args.pace))[0]:
            agents.step()
    finally:
        if args.remove:
            shutil.rmtree(args.root, ignore_errors=True)


if __name__ == "__main__":
    main()
