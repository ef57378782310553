"""Keys and news can come sooner than the screen they are for has been put together: it obeys afterwards, and
loses nothing that was said to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot

from cookui.tui.app import CookUI
from cookui.tui.commands.everywhere import Back, Help, Interrupt, Quit
from cookui.tui.keys import TaskKey
from cookui.tui.screens.decision import DecisionScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.screens.live import LiveScreen
from cookui.tui.widgets.footer import Footer
from tests.tui.deciding.ground import Ground
from tests.tui.driving import board, ground_in, running, until

OPENED: dict[str, Callable[[CookUI, TaskKey], None]] = {
    "needs": lambda app, _: app.open_needs(),
    "help": lambda app, _: app.open_help(),
    "diagnostics": lambda app, _: app.open_diagnostics(),
    "palette": lambda app, _: app.open_palette(),
    "task": lambda app, key: app.open_task(key),
    "approve": lambda app, key: app.open_approve(key),
    "decline": lambda app, key: app.open_decline(key),
    "reverify": lambda app, key: app.open_reverify(key),
    "answer": lambda app, key: app.open_answer(key),
    "block": lambda app, key: app.open_act(key, "block"),
    "unblock": lambda app, key: app.open_act(key, "unblock"),
    "abandon": lambda app, key: app.open_act(key, "abandon"),
    "release": lambda app, key: app.open_act(key, "release"),
}

Started = tuple[CookUI, Pilot[None], TaskKey]


@pytest.fixture
async def started(tmp_path: Path) -> AsyncIterator[Started]:
    ground: Ground = ground_in(tmp_path / "ledger")
    key = ground.key(ground.asked())
    async with running(ground.ledger) as (app, pilot):
        yield app, pilot, key


def top(app: CookUI) -> Any:
    return app.screen


@pytest.mark.parametrize("name", OPENED)
async def test_every_command_may_come_before_its_screen_is_there(started: Started, name: str) -> None:
    app, pilot, key = started
    OPENED[name](app, key)
    kinds = type(app.screen).__mro__ if name == "help" else type(app.screen).__mro__[:3]
    commands = {
        binding.id
        for kind in kinds
        for binding in vars(kind).get("BINDINGS", ())
        if isinstance(binding, Binding) and binding.id not in (Quit.id, None)
    } or {Back.id}
    await pilot.pause()
    await until(pilot, lambda: app.screen.is_mounted)
    for command in commands:
        while len(app.screen_stack) > 1:
            app.pop_screen()
        OPENED[name](app, key)
        assert not app.screen.is_mounted
        await top(app).action_command(command)
        await until(pilot, lambda: app.screen.is_mounted)
    await pilot.pause()
    assert app.return_code is None


@pytest.mark.parametrize("name", OPENED)
async def test_a_screen_left_before_it_is_there_goes_once(started: Started, name: str) -> None:
    app, pilot, key = started
    app.open_needs()
    below = app.screen
    await until(pilot, lambda: below.is_mounted)
    OPENED[name](app, key)
    back = "palette.close" if name == "palette" else Back.id
    screen = top(app)
    for _ in range(3):
        await screen.action_command(back)
    await until(pilot, lambda: screen not in app.screen_stack)
    await pilot.pause()
    for _ in range(3):
        await screen.action_command(back)
    assert app.screen is below
    assert app.return_code is None


async def test_a_command_for_a_screen_that_is_covered_by_then_is_forgotten(started: Started) -> None:
    app, pilot, key = started
    app.open_task(key)
    task = top(app)
    await task.action_command(Help.id)
    app.open_diagnostics()
    diagnostics = app.screen
    await until(pilot, lambda: task.is_mounted and diagnostics.is_mounted)
    await pilot.pause()
    assert app.screen is diagnostics


@pytest.mark.parametrize("name", [name for name in OPENED if name != "palette"])
async def test_what_is_said_too_early_is_said_later(started: Started, name: str) -> None:
    app, pilot, key = started
    OPENED[name](app, key)
    screen = app.screen
    assert isinstance(screen, LiveScreen)
    screen.say("The feed ended", bad=True)
    app._tick()
    app._changed(frozenset([key]))
    await until(pilot, lambda: screen.is_mounted and "The feed ended" in footer(screen))


def footer(screen: LiveScreen) -> str:
    bar = screen.query_one(Footer)
    return "\n".join(bar.render_line(y).text for y in range(bar.size.height))


async def test_the_footer_lies_under_a_palette_and_its_click_comes_late(started: Started) -> None:
    """The screen below is told to go back while something lies over it: it stays, and so does what covers
    it."""
    app, pilot, _ = started
    app.open_needs()
    needs = top(app)
    await until(pilot, lambda: needs.is_mounted)
    app.open_palette()
    palette = app.screen
    await needs.action_command(Back.id)
    await pilot.pause()
    assert app.screen is palette
    assert needs in app.screen_stack


async def test_the_end_may_come_while_a_screen_is_put_together(tmp_path: Path) -> None:
    ground = ground_in(tmp_path / "ledger")
    ground.asked()
    async with running(ground.ledger) as (app, _):
        app.open_help()
        app.exit(return_code=0)
    assert app.return_code == 0


async def test_a_choice_is_made_by_number_and_otherwise_goes_round(tmp_path: Path) -> None:
    ground = ground_in(tmp_path / "ledger")
    key = ground.key(ground.forked("which way", ["left", "right", "back"]))
    async with running(ground.ledger) as (app, pilot):
        app.open_answer(key)
        screen = app.screen
        assert isinstance(screen, DecisionScreen)
        await until(pilot, lambda: screen.phase is Phase.DECIDING and screen.settled)
        chosen = []
        for pressed in ["2", "escape", "f5", "c", "", "9", "①", "1"]:
            screen._key = pressed
            screen.do_choose()
            chosen.append(screen.given().choice)
        assert chosen == [1, 2, 0, 1, 2, 2, 0, 0]
        assert board(app) is not screen


def test_leaving_is_among_what_is_tried() -> None:
    assert {Back.id, Interrupt.id} <= {binding.id for binding in LiveScreen.BINDINGS}
