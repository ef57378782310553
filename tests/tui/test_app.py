"""The app: header, guard, faults without outside text, help, diagnostics, themes, many changes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color as Drawn
from rich.color import ColorSystem
from textual.color import Color
from textual.events import Event, Key
from textual.theme import Theme

from cookui.contract.card import COLUMNS
from cookui.tui import styles, themes
from cookui.tui.app import CookUI
from cookui.tui.crash import Crash, report
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import Change
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.diagnostics import LedgerFacts
from cookui.tui.views.diagnostics import page as diagnostics
from cookui.tui.views.rows import outside_text
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.header import HeaderBar
from cookui.tui.widgets.page import PageView
from tests.tui.deciding.ground import Ground
from tests.tui.driving import board, cursor, drawn, ground_in, lines, running, titles, until

SECRET = "the boundary nobody may print"


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


def head(app: CookUI) -> str:
    return lines(app.screen.query_one(HeaderBar))[0]


async def test_the_header_says_root_operator_liveness_and_count(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1, operator="maria\x1b[2J", clock=ground.clock) as (app, _):
        assert str(ground.root) in head(app)
        assert "maria⟦ESC⟧[2J" in head(app)
        assert "● live" in head(app)
        assert head(app).rstrip().endswith("▲ 1 needs you")


@pytest.mark.parametrize("width", [60, 80, 200])
async def test_the_header_keeps_what_matters_at_every_width(ground: Ground, width: int) -> None:
    ground.asked()
    async with running(ground.ledger, size=(width, 24), tasks=1, read_only=True, operator="m" * 99) as (
        app,
        _,
    ):
        assert len(head(app)) == width
        assert "▲ 1 needs you" in head(app)
        assert "live" in head(app)
        assert "read-only" in head(app)


async def test_staleness_is_said_with_its_age_and_counts_on(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, pilot):
        project = ground.ledger.project
        app.keeper.heard(project, Change(frozenset(), live=False, reason="the watch ended"))
        ground.clock.pass_by(seconds=12)
        app._heard()
        assert "○ stale 12 s" in head(app)
        ground.clock.pass_by(seconds=70)
        await until(pilot, lambda: "○ stale 82 s" in head(app))
        app.keeper.heard(project, Change(frozenset(), live=True))
        app._heard()
        assert "● live" in head(app)


async def test_the_screen_on_top_sees_every_event_first(ground: Ground) -> None:
    seen: list[Event] = []

    class Guarded(LiveScreen):
        """Swallows everything but the letter x."""

        def guard(self, event: Event) -> bool:
            seen.append(event)
            return not (isinstance(event, Key) and event.key == "x")

        def on_key(self, event: Key) -> None:
            self.say(event.key)

    ground.asked()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        screen = Guarded()
        await app.push_screen(screen)
        await pilot.press("q", "escape", "a", "ctrl+q")
        assert app.screen is screen
        assert screen.query_one(Footer).said == ""
        await pilot.press("x")
        assert screen.query_one(Footer).said == "x"
        assert len(seen) == 5


async def test_a_screen_that_lay_below_learns_what_changed(ground: Ground) -> None:
    ground.asked()
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, tasks=2) as (app, pilot):
        await pilot.press("question_mark")
        ground.recorder.block(2, "Ada", "no window")
        await until(pilot, lambda: app.keeper.waiting() == 2)
        ground.recorder.add("A third")
        await until(pilot, lambda: len(app.keeper.cards) == 3)
        assert titles(app, "capture") == ["Rotate keys"]
        await pilot.press("escape")
        await until(pilot, lambda: titles(app, "capture") == ["Rotate keys", "A third"])
        assert "⏸" in drawn(app.screen)
        assert cursor(app) == ground.key(1)


async def test_escape_never_quits_and_q_does(ground: Ground) -> None:
    async with running(ground.ledger) as (app, pilot):
        await pilot.press("question_mark", "D", "a", *["escape"] * 8)
        assert app.screen is board(app)
        await pilot.press("ctrl+c")
        assert "q" in app.screen.query_one(Footer).said
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == 0


def test_a_fault_is_reported_without_a_word_from_outside() -> None:
    def fail(title: str) -> None:
        note = title * 2
        raise ValueError(note)

    try:
        try:
            fail(SECRET)
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError as error:
        told = report(error)
    assert SECRET not in told
    assert "KeyError" in told
    assert "ValueError" in told
    assert "test_app.py" in told
    assert "fail" in told


async def test_a_fault_ends_the_app_with_a_status_and_that_report(
    ground: Ground, capsys: pytest.CaptureFixture[str]
) -> None:
    ground.asked(SECRET)
    apps: list[CookUI] = []

    def fail() -> None:
        title = SECRET
        raise RuntimeError(title)

    async def run() -> None:
        async with running(ground.ledger, tasks=1) as (app, pilot):
            apps.append(app)
            app.call_later(fail)
            await until(pilot, lambda: not app.is_running)

    with pytest.raises(Crash):
        await run()
    assert apps[0].return_code == 1
    printed = capsys.readouterr()
    assert SECRET not in printed.out + printed.err
    assert "RuntimeError" in printed.err
    assert "Nothing that was recorded is lost" in printed.err


async def test_remarks_are_said_at_the_start_and_stay_on_the_diagnostics(ground: Ground) -> None:
    said = ["config.toml: there is no setting called \x1b[2J", "another"]
    async with running(ground.ledger, remarks=said) as (app, pilot):
        await until(pilot, lambda: "no setting called ⟦ESC⟧[2J" in app.screen.query_one(Footer).said)
        await pilot.press("D")
        await until(pilot, lambda: "another" in drawn(app.screen))
        assert "⟦ESC⟧[2J" in drawn(app.screen)


async def test_diagnostics_say_what_is_broken_and_what_is_held(tmp_path: Path) -> None:
    first, second = ground_in(tmp_path / "one"), ground_in(tmp_path / "two")
    first.asked()
    (first.root / ".cook" / "tasks" / "0001-promote-orders-db-2.json").write_bytes(b"{")
    async with running(first.ledger, second.ledger, size=(120, 60)) as (app, pilot):
        await pilot.press("D")
        await until(pilot, lambda: "none is held" in drawn(app.screen))
        shown = drawn(app.screen)
        assert str(first.root) in shown
        assert str(second.root) in shown
        assert "0001-promote-orders-db-2.json" in shown
        assert "● live" in shown
        assert "textual" in shown
        app.keeper.heard(second.ledger.project, Change(frozenset(), live=False, reason="the watch ended"))
        await pilot.press("r")
        await until(pilot, lambda: "stale for" in drawn(app.screen))
        assert "the watch ended" in drawn(app.screen)


def test_diagnostics_tell_what_a_lock_says_from_their_own_words() -> None:
    holder = {"pid": "4711\n⟦ESC⟧", "command": "cook", "at": "2026-01-01T00:00:00.000Z"}
    facts = LedgerFacts("/ledger", live=True, facts={"locks": [{"task": 1, "holder": holder}]})
    (row,) = (row for row in diagnostics({}, [], [facts]) if "lock" in row.key)
    assert outside_text(row) == f"{holder['pid']}\ncook"


async def test_help_shows_every_key_of_the_screen_it_was_asked_from(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(120, 30), tasks=1) as (app, pilot):
        ids = {active.binding.id for active in app.screen.active_bindings.values()}
        await pilot.press("question_mark")
        rows = {row.key for row in app.screen.query_one(PageView).page}
        assert {command_id for command_id in ids if command_id} <= rows
        await pilot.press("G")
        assert "everywhere.quit" in drawn(app.screen)
        assert "means: not now" in drawn(app.screen)


@pytest.mark.parametrize(("size", "named"), [((60, 20), False), ((80, 24), False), ((120, 30), True)])
async def test_help_begins_with_what_can_be_done_and_names_commands_where_there_is_room(
    ground: Ground, size: tuple[int, int], named: bool
) -> None:
    ground.asked()
    async with running(ground.ledger, size=size, tasks=1) as (app, pilot):
        await pilot.press("question_mark")
        page = app.screen.query_one(PageView).page
        keys = [row.key for row in page]
        order = [
            "task.approve",
            "task.unblock",
            "board.filter",
            "board.right",
            "list.open",
            "everywhere.quit",
        ]
        assert sorted(order, key=keys.index) == order
        assert ("task.approve" in drawn(app.screen)) == named
        told = {row.key: "".join(words.text for words in row.cells[0].lead) for row in page if row.cells}
        assert told["board.right"].split()[:3] == ["l", "→", "tab"]
        assert told["board.left"].split()[:3] == ["h", "←", "shift+tab"]
        await pilot.resize_terminal(120, 30)
        await until(pilot, lambda: "task.approve" in drawn(app.screen))


THEMES = [theme.name for theme in themes.OURS]


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR])
@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
def test_a_line_is_seen_however_many_colours_there_are(theme: Theme, system: ColorSystem) -> None:
    colours = theme.to_color_system().generate()
    line = Drawn.parse(colours["border"]).downgrade(system)
    for under in ("background", "surface", "panel"):
        assert line != Drawn.parse(colours[under]).downgrade(system), under


def test_no_style_sheet_draws_a_line_in_a_colour_of_the_ground() -> None:
    for sheet in Path(styles.path("app")).parent.glob("*.tcss"):
        for rule in re.findall(r"border[a-z-]*: *([^;]*);", sheet.read_text()):
            assert not re.search(r"\$(panel|surface|background)", rule), f"{sheet.name}: {rule}"


@pytest.mark.parametrize("theme", [*THEMES, "ansi-dark", "ansi-light", "nord", "textual-light"])
async def test_state_is_told_by_shape_in_every_theme(ground: Ground, theme: str) -> None:
    ground.asked()
    ground.planned()
    async with running(ground.ledger, tasks=2, theme=theme, size=(80, 24)) as (app, pilot):
        shown = drawn(app.screen)
        for words in ("▌#1", "▲ waits for your approval", "▲ 1 needs you", "● live", "━"):
            assert words in shown
        await pilot.press("j")
        assert "▌#2" in drawn(app.screen)


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_the_cursor_is_reversed_where_only_the_terminals_colours_are(
    ground: Ground, theme: str
) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1, theme=theme, size=(80, 24)) as (app, _):
        column = board(app).column("execute")
        assert any(segment.style is not None and segment.style.reverse for segment in column.render_line(0))


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, as the web accessibility guidelines measure it."""

    def light(colour: str) -> float:
        parts = (part / 255 for part in Color.parse(colour).rgb)
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
def test_every_ink_can_be_read(theme: Any) -> None:
    colours = theme.to_color_system().generate() | theme.variables
    colours["quiet"] = themes.quiet(theme, colours)
    wanted = 7.0 if theme.name == "cook-contrast" else 4.5
    for ground in ("background", "panel", "surface"):
        for ink in ("foreground", "quiet", "primary", "secondary", "accent", "warning", "error", "success"):
            assert contrast(colours[ink], colours[ground]) >= wanted, (ink, ground)


@pytest.mark.parametrize(
    ("wanted", "environment", "expected"),
    [
        (None, {"TERM": "xterm-256color"}, "cook-dark"),
        (None, {"TERM": "xterm", "COLORTERM": "truecolor"}, "cook-dark"),
        (None, {"TERM": "linux"}, "ansi-dark"),
        ("cook-light", {"TERM": "linux"}, "cook-light"),
        ("cook-light", {"TERM": "xterm-256color", "NO_COLOR": "1"}, "ansi-dark"),
        ("ansi-light", {"TERM": "xterm-256color", "NO_COLOR": ""}, "ansi-light"),
    ],
)
def test_the_theme_follows_the_wish_and_the_terminal(wanted: Any, environment: Any, expected: str) -> None:
    assert themes.chosen(wanted, environment) == expected


async def test_without_colour_nothing_is_lost(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    ground.asked()
    async with running(ground.ledger, tasks=1, theme=themes.chosen(None), size=(80, 24)) as (app, _):
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                assert segment.style is None or segment.style.color is None or segment.style.color.is_default


async def test_a_storm_of_changes_leaves_everything_where_it_was(ground: Ground) -> None:
    """Two hundred tasks, and hundreds of acts on all but one of them while a person works."""
    for number in range(200):
        ground.recorder.add(f"Task {number}")
    async with running(ground.ledger, size=(80, 24), tasks=200, clock=ground.clock) as (app, pilot):
        await pilot.press(*["ctrl+d"] * 9)
        kept = cursor(app)
        assert kept is not None
        line = next(row for row in lines(board(app).column("capture")) if row.startswith("▌#"))
        at = lines(board(app).column("capture")).index(line)
        others = [number for number in range(1, 201) if number != kept.id]

        def storm() -> None:
            for number in others:
                ground.recorder.start(number)
                if number % 4 == 0:
                    ground.recorder.block(number, "Ada", "no window")

        await pilot.press("slash", "t", "a")
        work = asyncio.create_task(asyncio.to_thread(storm))
        for letter in "sk":
            await pilot.press(letter)
        await until(pilot, work.done)
        work.result()
        await until(pilot, lambda: board(app).lanes.total("plan") == 199)
        assert app.screen.query_one("FilterBar Input").value == "task"  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert cursor(app) == kept
        await until(pilot, lambda: app.keeper.waiting() == sum(number % 4 == 0 for number in others))
        assert {key.id for key, _ in app.keeper.asks()} == {number for number in others if number % 4 == 0}
        assert at >= 0


async def test_the_screens_hold_what_the_ledger_holds_after_everything(ground: Ground) -> None:
    ids = [ground.asked(), ground.planned(), ground.failed(), ground.forked("Which?", ["a", "b"])]
    async with running(ground.ledger, tasks=4) as (app, pilot):
        ground.recorder.approve(ids[0], "Ada")
        ground.recorder.abandon(ids[1], "Ada", "no")
        ground.recorder.reverify(ids[2])
        ground.recorder.answer(ids[3], "Ada", "a")
        expected = {TaskKey(ground.ledger.project, each["id"]): each for each in ground.recorder.tasks()}  # type: ignore[index]
        await until(pilot, lambda: dict(app.keeper.cards) == expected)
        for name in COLUMNS:
            assert set(board(app).column(name).keys) == {
                key for key, each in expected.items() if each["stage"] == name
            }
