"""Keys that come in together get to where each was meant for: none is given out before all is done that the
one before it set going. Nothing that takes its time, or never ends, keeps a key waiting for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.app import ComposeResult
from textual.events import Event, Key, MouseDown, MouseUp, Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from cookui.tui.app import CookUI
from cookui.tui.keys import TaskKey
from cookui.tui.screens.board import BoardScreen
from cookui.tui.screens.decision import DecisionScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.screens.help import HelpScreen
from cookui.tui.screens.needs import NeedsScreen
from cookui.tui.screens.palette import PaletteScreen
from cookui.tui.screens.task import TaskScreen
from cookui.tui.screens.task_why import TaskWhyScreen
from cookui.tui.turns import MOST, Turns
from cookui.tui.widgets.column import Column
from tests.tui.driving import board, cursor, ground_in, running, until

UNPRINTABLE = {"\n": "\r", "␛": "\x1b", "⌫": "\x7f"}
NAMES = {
    "\n": "enter",
    "␛": "escape",
    "⌫": "backspace",
    "/": "slash",
    ":": "colon",
    "?": "question_mark",
    "#": "number_sign",
}

Started = tuple[CookUI, Pilot[None], TaskKey, TaskKey]


@pytest.fixture
async def started(tmp_path: Path) -> AsyncIterator[Started]:
    """A board with two requests, the first under the cursor."""
    ground = ground_in(tmp_path / "ledger")
    first, second = ground.key(ground.asked()), ground.key(ground.asked())
    async with running(ground.ledger) as (app, pilot):
        yield app, pilot, first, second


def typed(text: str) -> list[Event]:
    """The events of a text that is typed, a line end being Enter and `␛` Escape."""
    return [Key(NAMES.get(each, each), UNPRINTABLE.get(each, each)) for each in text]


def burst(app: CookUI, *parts: str | Event) -> None:
    """Hands over all of it before the app has taken in any of it."""
    for part in parts:
        for event in typed(part) if isinstance(part, str) else [part]:
            app.post_message(event)


async def all_given(pilot: Pilot[None]) -> None:
    """Waits until the app has nothing more to give out."""
    turns = pilot.app._turns  # type: ignore[attr-defined]
    await pilot.pause()
    await until(pilot, lambda: not turns._waiting and turns._lap is None)
    await pilot.pause()


# What was typed gets to where it was meant for


async def test_letters_behind_the_slash_are_the_filter(started: Started) -> None:
    app, pilot, *_ = started
    burst(app, "/qdbA")
    await all_given(pilot)
    assert app.query_one(Input).value == "qdbA"
    assert app.screen is board(app)
    assert app.return_code is None


async def test_a_filter_that_is_kept_gives_the_keys_back_to_the_board(started: Started) -> None:
    app, pilot, _, second = started
    burst(app, f"/#{second.id}\n\n5")
    await all_given(pilot)
    assert isinstance(app.screen, TaskScreen)
    assert app.screen.key == second
    assert app.screen.tab == "judgments"


async def test_a_filter_that_is_left_gives_the_keys_back_to_the_board(started: Started) -> None:
    app, pilot, _, second = started
    burst(app, "/qq⌫␛j\nw")
    await all_given(pilot)
    assert isinstance(app.screen, TaskWhyScreen)
    assert app.screen.key == second


@pytest.mark.parametrize("opened", [":", Key("ctrl+p", "\x10")], ids=["colon", "ctrl+p"])
async def test_letters_behind_the_palette_are_sought(started: Started, opened: str | Event) -> None:
    app, pilot, *_ = started
    burst(app, opened, "qdb")
    await all_given(pilot)
    assert isinstance(app.screen, PaletteScreen)
    assert app.screen.query_one(Input).value == "qdb"


async def test_what_is_chosen_in_the_palette_gets_the_keys_behind_it(started: Started) -> None:
    app, pilot, _, second = started
    burst(app, f":#{second.id}\nw␛2:help\n")
    await all_given(pilot)
    assert isinstance(app.screen, HelpScreen)
    task = app.screen_stack[-2]
    assert isinstance(task, TaskScreen)
    assert (task.key, task.tab) == (second, "execution")


@pytest.mark.parametrize(
    ("keys", "screens"),
    [
        ("\n?", [BoardScreen, TaskScreen, HelpScreen]),
        ("\na", [BoardScreen, TaskScreen, NeedsScreen]),
        ("\n␛", [BoardScreen]),
        ("\n␛␛␛␛a", [BoardScreen, NeedsScreen]),
        ("\nw?␛␛␛a?", [BoardScreen, NeedsScreen, HelpScreen]),
        ("\n:qdb", [BoardScreen, TaskScreen, PaletteScreen]),
        ("ajo?", [BoardScreen, NeedsScreen, TaskScreen, HelpScreen]),
        ("a:q␛␛", [BoardScreen]),
    ],
)
async def test_what_opens_gets_the_keys_behind_it(
    started: Started, keys: str, screens: list[type[Screen[None]]]
) -> None:
    app, pilot, *_ = started
    burst(app, keys)
    await all_given(pilot)
    assert [type(screen) for screen in app.screen_stack] == screens


async def test_q_leaves_from_no_field_and_no_decision(started: Started) -> None:
    app, pilot, *_ = started
    for keys in ["/q", ":q", "//q", "/␛/q", "/\n/q", "\n/q", "?:q", "a:q␛:q", "Aq", "dq"]:
        burst(app, keys)
        await all_given(pilot)
        assert app.return_code is None, keys
        burst(app, "␛␛␛␛")
        await all_given(pilot)
        assert app.screen is board(app)
    burst(app, "q")
    await until(pilot, lambda: app.return_code == 0)


async def test_pastes_and_clicks_keep_their_places_among_the_keys(started: Started) -> None:
    app, pilot, first, second = started
    burst(app, "/", Paste("q"), "d", Paste("b"), "a")
    await all_given(pilot)
    assert app.query_one(Input).value == "qdba"
    burst(app, "␛")
    await until(pilot, lambda: cursor(app) == first)
    await pilot.pause()
    column = app.focused
    assert isinstance(column, Column)
    x, y = column.region.x + 2, column.region.y + column.entry_height * column.keys.index(second)
    at = (None, x, y, 0, 0, 1, False, False, False)
    burst(app, "/#␛", MouseDown(*at), MouseUp(*at), "\n?")
    await all_given(pilot)
    below = app.screen_stack[-2]
    assert isinstance(app.screen, HelpScreen)
    assert isinstance(below, TaskScreen)
    assert below.key == second


# Decisions


async def test_a_burst_reaches_a_decision_and_decides_nothing(started: Started) -> None:
    app, pilot, *_ = started
    for keys, last in {"Ac\n": "enter", "A\n\n": "enter", "a\nGc": "c", "\nAd1": "1"}.items():
        burst(app, keys)
        screen = await until(pilot, lambda: isinstance(app.screen, DecisionScreen) and app.screen)
        await all_given(pilot)
        assert app.screen is screen
        assert screen.key_pressed == last
        await until(pilot, lambda screen=screen: screen.phase is Phase.DECIDING and screen.settled)
        assert screen.given().choice is None
        assert screen.phase is Phase.DECIDING
        burst(app, "␛␛␛")
        await all_given(pilot)


async def test_escape_gets_through_a_decision_that_swallows_all_else(started: Started) -> None:
    app, pilot, *_ = started
    burst(app, "Acc\n␛/q")
    await all_given(pilot)
    assert app.screen is board(app)
    assert app.query_one(Input).value == "q"
    assert app.return_code is None


# Nothing gets stuck


class Listener(Widget, can_focus=True):
    """Notes the keys that reach it, and does what a test wants with each."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.heard = ""
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def on_key(self, event: Key) -> None:
        event.stop()
        self.heard += event.key
        if event.key == "a":
            self.app.push_screen(Answering(self.answer))
            self.heard += await self.answer
        elif event.key == "r":
            self.remove()
        elif event.key == "w":
            self.run_worker(asyncio.Event().wait())
        elif event.key == "s":
            await self.answer
            self.screen.focus_next()
        elif event.key == "b":
            for _ in range(3):  # one is being done, the pump has the next in its hand, and one waits
                self.call_later(self.stir)

    async def stir(self) -> None:
        """Has something to do, and something more after that, for as long as it is there."""
        await asyncio.sleep(0)
        self.call_later(self.stir)


class Listening(Screen[None]):
    AUTO_FOCUS = "Listener"

    def compose(self) -> ComposeResult:
        yield Listener("one")
        yield Listener("two")


class Answering(Screen[None]):
    def __init__(self, answer: asyncio.Future[str]) -> None:
        super().__init__()
        self.answer = answer

    def on_key(self, event: Key) -> None:
        if not self.answer.done():
            self.answer.set_result(event.key)
            self.dismiss()


Listeners = tuple[CookUI, Pilot[None], Listener, Listener]


@pytest.fixture
async def listening(started: Started) -> AsyncIterator[Listeners]:
    app, pilot, *_ = started
    await app.push_screen(Listening())
    await until(pilot, lambda: isinstance(app.focused, Listener))
    one, two = app.screen.query(Listener)
    yield app, pilot, one, two
    one.answer.cancel()


async def test_whoever_waits_for_an_answer_gets_it_from_the_next_key(listening: Listeners) -> None:
    app, pilot, one, _ = listening
    burst(app, "xayz")
    await all_given(pilot)
    assert one.heard == "xayz"


async def test_whoever_gets_a_key_may_be_gone_when_the_next_one_comes(listening: Listeners) -> None:
    app, pilot, one, two = listening
    burst(app, "xryz")
    await all_given(pilot)
    assert (one.heard, two.heard) == ("xr", "yz")


async def test_no_worker_is_waited_for(listening: Listeners) -> None:
    app, pilot, one, _ = listening
    burst(app, "wx")
    await all_given(pilot)
    assert one.heard == "wx"


async def test_what_a_key_does_is_waited_for(listening: Listeners) -> None:
    app, pilot, one, two = listening
    burst(app, "sxy")
    for _ in range(100):
        await asyncio.sleep(0)
    assert (one.heard, two.heard) == ("s", "")
    one.answer.set_result("")
    await all_given(pilot)
    assert (one.heard, two.heard) == ("s", "xy")


async def test_whoever_always_has_something_to_do_holds_up_nothing(listening: Listeners) -> None:
    app, pilot, one, _ = listening
    burst(app, "bxyz")
    await until(pilot, lambda: one.heard == "bxyz")
    one.remove()


async def test_the_app_may_end_in_the_middle_of_a_burst(started: Started) -> None:
    app, pilot, *_ = started
    burst(app, "jq/\nA?")
    await until(pilot, lambda: app.return_code == 0)


# A key that is held down


class Counted(Turns):
    """Counts the laps."""

    laps = 0

    def _follow(self, number: int) -> None:
        self.laps += 1
        super()._follow(number)


async def test_a_key_that_is_held_down_leaves_no_backlog(started: Started) -> None:
    app, pilot, first, second = started
    turns = app._turns = Counted(app, app._give_out)
    burst(app, "j" * 500 + "k" * 501 + "/q")
    await all_given(pilot)
    assert cursor(app) in (first, None)
    assert app.query_one(Input).value == "q"
    assert turns.laps <= 6 * (MOST + 1)
    burst(app, "␛" + "j" * 500)
    await all_given(pilot)
    assert cursor(app) == second


async def test_repeats_of_a_key_that_opens_something_wait_like_any_other(started: Started) -> None:
    app, pilot, *_ = started
    burst(app, "///")
    await all_given(pilot)
    assert app.query_one(Input).value == "//"
    burst(app, "␛:::")
    await all_given(pilot)
    assert app.screen.query_one(Input).value == "::"
