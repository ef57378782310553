"""`cookui` in a terminal: its start, what another process writes, and its answers to keys.

The keys are pressed in `load`, on the board that is open there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.commands import program
from benchmarks.ledgers import Shop
from benchmarks.measuring import Effort, Row, Times, ratio
from benchmarks.screen import Screen
from benchmarks.stories import name_of
from benchmarks.writer import Writer

CURSOR = r"▌#(\d+) "
"""The board's cursor, before the number of its task."""

COUNTED = r"(\d+) of \d+ "
"""How many tasks pass the filter."""

_TEXTS = ("Step 1: ", "Delete the replica", "drained shard", "Postconditions")
"""What is only on the screen of a task, one or the other on each of its tabs."""

_APART = 0.2
"""Seconds between two keys, or two writes: a person's, and longer than the board gathers changes."""


def cookui(root: Path) -> Screen:
    """`cookui` over a ledger, with a home without any configuration."""
    return Screen([program("cookui"), str(root)], {"HOME": str(root), "XDG_CONFIG_HOME": str(root)})


def bare_textual() -> Screen:
    """The least that a Textual app can be."""
    return Screen([sys.executable, str(Path(__file__).with_name("bare_textual.py"))], {})


def in_sight(tasks: int) -> int:
    """A task that is in sight on the board: the first in the column `plan`, where none waits for a person."""
    return next(task_id for task_id in range(1, tasks + 1) if name_of(task_id) == "replanning")


def measure(shop: Shop, effort: Effort) -> Iterator[Row]:
    """All of it."""
    few, _, many = effort.sizes
    roots = {tasks: shop.ledger(tasks) for tasks in (few, many)}
    yield from _starts(roots, effort)
    for tasks, root in roots.items():
        yield from _writes(root, tasks, effort)


def _starts(roots: dict[int, Path], effort: Effort) -> Iterator[Row]:
    """From exec until the first card has come out of the terminal; a bare app in turns with it."""
    bare = Times()
    times = {tasks: Times() for tasks in roots}
    for turn in range(1 + effort.runs(8)):
        with bare_textual() as screen:
            painted, _ = screen.until("pressed 0")
            if turn:
                bare.add(painted - screen.started)
        for tasks, root in roots.items():
            with cookui(root) as screen:
                painted, _ = screen.until(CURSOR)
                if turn:
                    times[tasks].add(painted - screen.started)
    yield Row("a bare Textual app: exec to painted", times=bare)
    for (tasks, taken), limit in zip(times.items(), (0.7, 1.5), strict=True):
        found = ratio(taken, bare, "bare Textual")
        yield Row(
            "cookui: exec to board painted", tasks, taken, found, f"<= {limit} s", taken.median <= limit
        )


def _writes(root: Path, tasks: int, effort: Effort) -> Iterator[Row]:
    """From the rename in another process until the card with the new words has come out of the terminal."""
    times = Times()
    with cookui(root) as screen, Writer(root) as writer:
        screen.until(CURSOR)
        for number in range(1 + effort.runs(30)):
            screen.rest(_APART)
            agent = f"agent-{number}"
            writer.order("act", in_sight(tasks), agent)
            [renamed] = writer.answer()
            painted, _ = screen.until(agent)
            if number:
                times.add(painted - renamed)
    reached = times.median <= 0.040 and times.p95 <= 0.080
    yield Row(
        "a write by another process: rename to repainted",
        tasks,
        times,
        "",
        "median <= 40 ms, p95 <= 80 ms",
        reached,
    )


def keys(screen: Screen, tasks: int, effort: Effort) -> Iterator[Row]:
    """From a key until what it changes has come out of the terminal; a bare app's keys for comparison.

    Args:
        screen: a board of which everything has been read.
        tasks: how many tasks it has.
        effort: how much to measure.
    """
    runs = effort.runs(40)
    bare = Times()
    with bare_textual() as least:
        least.until("pressed 0")
        for pressed in range(1, 1 + runs):
            least.rest(_APART / 2)
            at = least.send("x")
            bare.add(least.until(f"pressed {pressed}")[0] - at)
    yield Row("a bare Textual app: key to repainted", times=bare)
    screen.send("j")
    here = screen.until(CURSOR)[1][1]
    kinds = {"move": _moves(screen, here, "j" * runs)}
    screen.send("k")
    here = screen.until(CURSOR)[1][1]
    kinds["next column"] = _moves(screen, here, "lh" * (runs // 2))
    kinds["a letter of the filter"] = _letters(screen, runs)
    kinds |= _opens(screen, effort.runs(25))
    for kind, times in kinds.items():
        words = ratio(times, bare, "bare Textual")
        target = ("p95 <= 50 ms", times.p95 <= 0.050) if times.runs > 1 else ("", None)
        yield Row(f"board, key to repainted: {kind}", tasks, times, words, *target)


def _moves(screen: Screen, here: str, keys: str) -> Times:
    """Keys that put the cursor on another task."""
    times = Times()
    for key in keys:
        screen.rest(_APART / 2)
        at = screen.send(key)
        painted, found = screen.until(CURSOR, but=here)
        here = found[1]
        times.add(painted - at)
    return times


def _letters(screen: Screen, runs: int) -> Times:
    """Letters that narrow the filter, and their taking back: each lets another number of tasks pass."""
    times = Times()
    screen.send("/")
    screen.rest(_APART)
    screen.send("#")
    passing = screen.until(COUNTED)[1][1]
    for place in range(runs):
        screen.rest(_APART / 2)
        at = screen.send("123\x7f\x7f\x7f"[place % 6])
        painted, found = screen.until(COUNTED, but=passing)
        passing = found[1]
        times.add(painted - at)
    screen.send("\x1b")
    screen.rest(0.5)
    return times


def _opens(screen: Screen, runs: int) -> dict[str, Times]:
    """Enter, until the screen of the task is there, and until its text is. The first time loads code."""
    frame, text, first = Times(), Times(), Times()
    for turn in range(1 + runs):
        screen.rest(_APART)
        at = screen.send("\r")
        painted, _ = screen.until("Judgments")
        shown, _ = screen.until(*_TEXTS)
        if turn:
            frame.add(painted - at)
            text.add(shown - at)
        else:
            first.add(shown - at)
        screen.rest(_APART)
        screen.send("\x1b")
        screen.until(CURSOR)
    return {
        "open a task: its screen": frame,
        "open a task: its text": text,
        "open the first task: its text": first,
    }
