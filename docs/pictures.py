"""Makes the pictures of the README from the app itself: `.venv/bin/python docs/pictures.py`.

The app runs without a terminal over the ledger of the demonstration, seeded at one fixed moment, so that
the same app makes the same pictures and a change of its looks shows as a change of these files.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from textual.pilot import Pilot

from cookui.demo.script import load, next_move
from cookui.demo.seed import Hands, seed
from cookui.recorder.recorder import Recorder
from cookui.tui.app import CookUI
from cookui.tui.keys import TaskKey
from cookui.tui.ports.recorder import RecorderLedger
from cookui.tui.screens.guarded import GuardedScreen
from cookui.tui.screens.task import TaskScreen
from cookui.tui.widgets.ritual import Ritual

NOW = datetime(2026, 11, 30, 13, 12, tzinfo=UTC)
ROOT = "shop-operations"
BOARD, APPROVE, VERIFICATION = (132, 20), (120, 38), (120, 34)
"""Columns and rows of each picture."""

PICTURES = Path(__file__).resolve().parent / "pictures"
FAILS = "delete-clickstream-bucket"
"""The operation whose verification is shown."""

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def main() -> None:
    """Makes all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path(ROOT).mkdir()
        seed(Path(ROOT), NOW)
        failed = fail_verification(Path(ROOT))
        asyncio.run(take(failed))


def fail_verification(root: Path) -> int:
    """Lets the verifier of one operation report what it has found, and returns the operation's id."""
    operation = next(each for each in load() if each.slug == FAILS)
    recorder = Recorder.open(root, clock=Hands(NOW))
    cards = (card for card in recorder.tasks() if isinstance(card, dict))
    task_id: int = next(card["id"] for card in cards if card["slug"] == FAILS)
    task = recorder.task(task_id)
    move = next_move(operation, task.document, task.events)
    assert move is not None
    recorder.record(task_id, "verify", move.act["agent"], move.act["return"])
    return task_id


async def take(failed: int) -> None:
    """Opens each screen and draws it."""
    app = CookUI(
        [RecorderLedger(ROOT)], operator="Ada Lind", clock=lambda: NOW, zone=ZoneInfo("Europe/Berlin")
    )
    async with app.run_test(size=BOARD) as pilot:
        await until(pilot, lambda: len(app.keeper.asks()) > 1)
        draw(app, "board")
        await pilot.resize_terminal(*APPROVE)
        await pilot.press("A")
        await until(pilot, lambda: may_be_confirmed(app))
        draw(app, "approve")
        await pilot.press("escape")
        await pilot.resize_terminal(*VERIFICATION)
        app.open_task(TaskKey(ROOT, failed), "verification")
        await until(pilot, lambda: isinstance(app.screen, TaskScreen))
        draw(app, "verification")


def may_be_confirmed(app: CookUI) -> bool:
    """Whether the screen on top asks for its code, and listens."""
    screen = app.screen
    return isinstance(screen, GuardedScreen) and screen.settled and screen.query_one(Ritual).code != ""


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Waits until something is so, and has been drawn."""
    while not condition():
        await pilot.pause(0.05)
    await pilot.pause(0.3)


def draw(app: CookUI, name: str) -> None:
    """Writes what is on the screen, with the reader's own fonts in place of fetched ones."""
    svg = app.export_screenshot(title=f"cookui · {name}", simplify=False)
    svg = re.sub(r"@font-face\s*\{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"Fira Code[^;]*;", f"{FONTS};", svg)
    svg = "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
