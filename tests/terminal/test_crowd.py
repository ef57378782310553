"""Two hundred operations, and a writer that never pauses: whoever looks at one of them keeps looking at
it."""

from __future__ import annotations

import itertools
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cookui.contract.card import asks
from cookui.recorder.recorder import Recorder
from tests.terminal.operation import Ledger, asking, gated
from tests.terminal.terminal import Terminal

TASKS = 200
WATCHED = 7
"""The operation that is looked at, and that nobody acts on meanwhile."""

SECONDS = float(os.environ.get("COOKUI_CROWD_SECONDS", "4"))
"""How long each screen is watched while others write: ask for more where there is time."""

BETWEEN = 0.05
"""Seconds from one act to the next."""

BOUNDARY = "Detach the volume.\n"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path)
    for number in range(1, TASKS + 1):
        ledger.recorder.add(f"Move volume {number} to the new rack")
    for task_id in range(1, 41):
        ledger.recorder.start(task_id)
        ledger.recorder.record(task_id, "plan", "planner", gated(BOUNDARY))
    ledger.recorder.record(WATCHED, "execute", "executor", asking(BOUNDARY))
    return ledger


def acts(recorder: Recorder) -> Iterator[None]:
    """Acts without end, on every operation but the watched one, each of which changes what is listed."""
    others = [task_id for task_id in range(1, TASKS + 1) if task_id != WATCHED]
    waiting: list[int] = []
    for turn, task_id in enumerate(itertools.cycle(others)):
        task = recorder.get(task_id)
        if task["stage"] == "capture":
            recorder.start(task_id)
        elif task["stage"] == "plan":
            recorder.record(task_id, "plan", f"planner-{turn}", gated(BOUNDARY))
        elif task_id in waiting and turn % 3:
            recorder.decline(task_id, "Tomas Reiter", "not today")
            waiting.remove(task_id)
        elif task_id not in waiting:
            recorder.record(task_id, "execute", f"executor-{turn}", asking(BOUNDARY))
            waiting.append(task_id)
        else:
            recorder.journal(task_id, {"kind": "external", "note": f"turn {turn}"})
        yield


@contextmanager
def crowd(ledger: Ledger) -> Iterator[None]:
    """Somebody writes meanwhile."""
    enough = threading.Event()

    def write() -> None:
        for done, _ in enumerate(acts(Recorder.open(ledger.root))):
            if enough.wait(BETWEEN) and done > TASKS:
                return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        enough.set()
        writer.join()


def selected(screen: Terminal) -> set[str]:
    """The operations on whose rows the cursor stands."""
    return set(re.findall(r"▌[^#\n]{0,8}#(\d+) ", screen.text))


def watch(screen: Terminal, sight: str, with_cursor: set[str]) -> None:
    """Looks on while others write; `sight` must stay, and so must the cursor."""
    screen.until(sight)
    looked = SECONDS
    while looked > 0:
        screen.watch(0.25)
        looked -= 0.25
        # Half a frame may have been read.
        screen.until(lambda: screen.screen.find(sight) is not None and selected(screen) == with_cursor)


def test_what_is_looked_at_stays_and_the_count_is_right_at_the_end(ledger: Ledger) -> None:
    here = {str(WATCHED)}
    with ledger.cookui("--operator", "Ada Lind", columns=120, rows=40) as screen:
        screen.until("1 needs you")
        screen.until(lambda: selected(screen) == here)
        with crowd(ledger):
            watch(screen, f"#{WATCHED} ", here)
            screen.press("a")
            screen.until("· Needs you")
            watch(screen, f"#{WATCHED} ", here)
            screen.press("o")
            screen.until("Approvals")
            watch(screen, f"#{WATCHED} p2 Move volume {WATCHED} to the new rack", set())
            screen.press("escape", "escape")
            screen.until("· Board")
            screen.press("/")
            for word in "volume", " ", "new", " ", "rack":
                screen.type(word)
            screen.until("volume new rack")
            screen.press("escape")
            screen.press("A")
            watch(screen, "Detach the volume.", set())
            assert "DISARMED" not in screen.text
        screen.press("escape")
        screen.until("· Board")
        cards = [card for card in ledger.recorder.tasks() if isinstance(card, dict)]
        count = sum(len(asks(card, datetime.now(UTC))) for card in cards)
        assert count > 10
        screen.until(f"▲ {count} need you")
        screen.until(lambda: selected(screen) == here)
    ledger.cook("validate")
