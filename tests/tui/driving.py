"""The app under a pilot, over real ledgers; what a person sees is read from the lines that are drawn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widget import Widget

from cookui.tui.app import CookUI
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import LedgerPort
from cookui.tui.screens.board import BoardScreen
from tests.tui.deciding.ground import Clock, Ground

ROUNDS = 600


class Calls:
    """An attention that notes what it was asked for."""

    def __init__(self) -> None:
        self.rung = 0
        self.notified: list[tuple[str, str]] = []

    def ring(self) -> None:
        self.rung += 1

    async def notify(self, title: str, text: str) -> None:
        self.notified.append((title, text))


async def until(pilot: Pilot[Any], condition: Callable[[], Any]) -> Any:
    """Lets the app go on until `condition` holds, and returns what it says; fails after many rounds."""
    for _ in range(ROUNDS):
        held = condition()
        if held:
            return held
        await pilot.pause(0.01)
    raise AssertionError(f"not seen in {ROUNDS} rounds\n{drawn(pilot.app.screen)}")


def lines(widget: Widget) -> list[str]:
    """What a widget puts on the screen, line by line."""
    return [strip.text for strip in widget.render_lines(widget.size.region)]


def drawn(screen: Any) -> str:
    """What is on the whole screen."""
    return "\n".join(
        "".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()
    )


@asynccontextmanager
async def running(
    *ledgers: LedgerPort,
    size: tuple[int, int] = (200, 40),
    tasks: int | None = None,
    clock: Clock | None = None,
    **options: Any,
) -> AsyncIterator[tuple[CookUI, Pilot[None]]]:
    """The app over these ledgers, with its board filled.

    Args:
        ledgers: what it watches.
        size: columns and rows.
        tasks: how many cards to wait for; None: until every ledger was read.
        clock: the app's clock.
        options: more of `CookUI`.
    """
    app = CookUI(
        list(ledgers), clock=clock or Clock(), attention=options.pop("attention", Calls()), **options
    )
    async with app.run_test(size=size) as pilot:
        if tasks is None:
            await until(pilot, lambda: all(app.keeper.link(project) for project in app.keeper.projects))
        else:
            await until(pilot, lambda: len(app.keeper.cards) == tasks)
        await pilot.pause()
        yield app, pilot


def board(app: CookUI) -> BoardScreen:
    """The board under everything."""
    screen = app.screen_stack[0]
    assert isinstance(screen, BoardScreen)
    return screen


def cursor(app: CookUI) -> TaskKey | None:
    """The task under the board's cursor."""
    return board(app).subject()


def titles(app: CookUI, column: str) -> Sequence[str]:
    """The titles of a column, in their order."""
    return [app.keeper.title(key) for key in board(app).column(column).keys]


def ground_in(folder: Path) -> Ground:
    """A ledger in a folder that is made for it."""
    folder.mkdir(parents=True, exist_ok=True)
    return Ground(folder)
