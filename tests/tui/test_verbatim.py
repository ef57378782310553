"""The widget that draws exact texts: all of it to be seen, told apart, and copied as it is stored."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from cookui.text.allowed import is_allowed
from cookui.text.measures import measure
from cookui.text.visible import decode
from cookui.tui.commands.base import Obeys
from cookui.tui.widgets.verbatim import Verbatim
from tests.conformance.walks import HERE
from tests.text.hostile import FAMILIES

LONG = "".join(f"line {number}\n" for number in range(200))


class Reading(App[None]):
    """A screen with nothing but the text."""

    CSS = "Verbatim { height: 1fr; }"

    def __init__(self, text: str, theme: str = "textual-dark") -> None:
        super().__init__()
        self.theme = theme
        self.verbatim = Verbatim(text)
        self.ends: list[Verbatim] = []

    def compose(self) -> ComposeResult:
        yield self.verbatim

    def on_mount(self) -> None:
        self.verbatim.focus()

    def on_verbatim_end_reached(self, event: Verbatim.EndReached) -> None:
        self.ends.append(event.control)


@asynccontextmanager
async def reading(
    text: str, size: tuple[int, int] = (60, 20), theme: str = "textual-dark"
) -> AsyncIterator[tuple[Verbatim, Pilot[None]]]:
    app = Reading(text, theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app.verbatim, pilot


def all_rows(verbatim: Verbatim) -> list[Strip]:
    """Every row there is, whether it is in sight or not."""
    top = verbatim.scroll_offset.y
    return [verbatim.render_line(number - top) for number in range(verbatim.virtual_size.height)]


def stored(verbatim: Verbatim) -> str:
    """What a reader makes of all the rows."""
    edge = "|" if verbatim.ascii else "│"
    bodies = []
    for strip in all_rows(verbatim):
        gutter, found, body = strip.text.partition(f" {edge} ")
        if found and (gutter.strip().isdigit() or gutter.strip() in "↪>"):
            bodies.append(body.rstrip(" "))
    if verbatim.ascii:
        return decode(
            "".join(body.removesuffix("\\") if folded(body) else body for body in bodies), ascii=True
        )
    return decode("".join(bodies))


def folded(body: str) -> bool:
    """Whether a row in ASCII ends with the backslash of a fold: then it ends with an odd number of them."""
    return (len(body) - len(body.rstrip("\\"))) % 2 == 1


def first_row(verbatim: Verbatim) -> str:
    return verbatim.render_line(0).text


def exact_texts() -> list[str]:
    with (HERE / "cases.jsonl").open(encoding="utf-8") as cases:
        found = [case for case in map(json.loads, cases) if case["name"].startswith("exact-text")]
    return [case["steps"][0]["step"]["return"]["approvalBoundary"] for case in found]


EXACT = exact_texts()


def test_there_are_texts_of_the_conformance_cases():
    assert len(EXACT) >= 11


@pytest.mark.parametrize("text", [*EXACT, *FAMILIES.values(), "", "\n", " ", LONG])
@pytest.mark.parametrize("size", [(24, 6), (60, 20)])
async def test_what_is_drawn_decodes_to_what_is_stored(text, size):
    async with reading(text, size) as (verbatim, pilot):
        assert stored(verbatim) == text
        await pilot.press("x")
        assert verbatim.ascii
        assert stored(verbatim) == text
        await pilot.press("x")
        assert stored(verbatim) == text == verbatim.text


async def test_nothing_is_drawn_that_may_not_reach_a_terminal_and_nothing_is_clipped():
    async with reading("".join(FAMILIES.values()), (40, 10)) as (verbatim, _):
        rows = all_rows(verbatim)
        assert {char for row in rows for char in row.text if not is_allowed(ord(char))} == set()
        assert {row.cell_length for row in rows} == {verbatim.scrollable_content_region.width}


async def test_lines_are_numbered_and_what_goes_on_is_marked():
    async with reading("a" * 80 + "\nb", (60, 20)) as (verbatim, _):
        shown = [verbatim.render_line(y).text.rstrip() for y in range(4)]
        assert shown == [
            f"1 │ {'a' * 55}",
            f"↪ │ {'a' * 25}↵",
            "2 │ b",
            "  └ end of text: 82 characters, 82 bytes, 2 lines",
        ]


# The end


async def test_the_end_of_a_short_text_is_reached_at_once_and_said_once():
    async with reading("short") as (verbatim, pilot):
        assert verbatim.at_end_once
        await pilot.press("G", "g", "G")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert pilot.app.ends == [verbatim]


async def test_the_end_of_a_long_text_is_reached_by_going_there():
    async with reading(LONG) as (verbatim, pilot):
        for _ in range(11):
            await pilot.press("pagedown")
            if verbatim.scroll_offset.y < verbatim.max_scroll_y:
                assert not verbatim.at_end_once
        assert verbatim.at_end_once
        assert pilot.app.ends == [verbatim]


async def test_one_row_short_of_the_end_is_not_the_end():
    async with reading(LONG) as (verbatim, pilot):
        verbatim.scroll_to(y=verbatim.max_scroll_y - 1, animate=False)
        await pilot.pause()
        assert not verbatim.at_end_once
        await pilot.press("j")
        await pilot.pause()
        assert verbatim.at_end_once


async def test_a_larger_terminal_brings_the_end_into_sight():
    async with reading("".join(f"{number}\n" for number in range(30)), (60, 20)) as (verbatim, pilot):
        assert not verbatim.at_end_once
        await pilot.resize_terminal(60, 40)
        await pilot.pause()
        assert verbatim.at_end_once


async def test_a_smaller_terminal_before_it_is_read_takes_the_end_out_of_sight():
    text = "word " * 60
    async with reading(text, (30, 8)) as (verbatim, pilot):
        assert not verbatim.at_end_once
        await pilot.resize_terminal(200, 8)
        await pilot.pause()
        assert verbatim.at_end_once
        verbatim.show(text + text + text + text + text + text + text)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert not verbatim.at_end_once


async def test_another_text_has_an_end_of_its_own_even_if_it_is_the_same():
    async with reading("short") as (verbatim, pilot):
        verbatim.show("short")
        await pilot.pause()
        assert pilot.app.ends == [verbatim, verbatim]
        verbatim.show(LONG)
        await pilot.pause()
        assert not verbatim.at_end_once
        assert len(pilot.app.ends) == 2


async def test_a_view_too_narrow_for_a_mark_shows_nothing_and_never_reaches_the_end():
    async with reading("\U0010ffff", (14, 6)) as (verbatim, pilot):
        assert first_row(verbatim).strip() == "too narrow"
        assert not verbatim.at_end_once
        await pilot.resize_terminal(24, 6)
        await pilot.pause()
        assert stored(verbatim) == "\U0010ffff"
        assert verbatim.at_end_once


async def test_a_hidden_view_has_shown_nothing():
    async with reading("short") as (verbatim, pilot):
        verbatim.display = False
        await pilot.pause()
        verbatim.show("another")
        await pilot.pause()
        assert not verbatim.at_end_once
        verbatim.display = True
        await pilot.pause()
        assert verbatim.at_end_once


# Moving


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        (["j"], 1),
        (["down", "down", "k"], 1),
        (["down", "up"], 0),
        (["pagedown"], 19),
        (["pagedown", "pagedown", "pageup"], 19),
        (["ctrl+d"], 10),
        (["ctrl+d", "ctrl+d", "ctrl+u"], 10),
        (["G"], 181),
        (["end", "k"], 180),
        (["G", "g"], 0),
        (["G", "home"], 0),
        (["k", "pageup", "ctrl+u"], 0),
        (["h", "l", "left", "right"], 0),
    ],
)
async def test_keys_move_by_rows(keys, row):
    async with reading(LONG) as (verbatim, pilot):
        await pilot.press(*keys)
        assert verbatim.scroll_offset == (0, row)


async def test_what_stands_on_top_stays_there_when_the_text_is_folded_anew():
    text = "".join(f"{number:03} {'word ' * 40}\n" for number in range(60))
    async with reading(text, (60, 20)) as (verbatim, pilot):
        await pilot.press(*["pagedown"] * 3, "j", "j")
        top = first_row(verbatim)
        for size in ((100, 20), (24, 20), (61, 30), (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert first_row(verbatim) == top
        await pilot.press("x", "x")
        assert first_row(verbatim) == top


async def test_a_line_on_top_is_still_in_its_first_row_after_a_change_of_form():
    text = "".join(f"{number} ä\x1b漢 {'é' * 30}\n" for number in range(60))
    async with reading(text, (60, 20)) as (verbatim, pilot):
        await pilot.press(*["j"] * 7)
        assert first_row(verbatim).startswith(" 8 │ 7 ä")
        await pilot.press("x")
        assert first_row(verbatim).startswith(" 8 | 7 \\xe4")


# Selecting and copying


async def drag(pilot: Pilot[None], start: tuple[int, int], end: tuple[int, int]) -> None:
    await pilot.mouse_down(Verbatim, offset=start)
    await pilot.hover(Verbatim, offset=end)
    await pilot.mouse_up(Verbatim, offset=end)
    await pilot.pause()


async def test_all_is_copied_as_it_is_stored():
    for text in EXACT:
        async with reading(text) as (_, pilot):
            await pilot.press("y")
            assert pilot.app.clipboard == text


@pytest.mark.parametrize("key", ["y", "ctrl+c"])
async def test_what_is_selected_is_copied_to_the_last_line_feed(key):
    async with reading("ab\x1bcd  \r\n\tx\n") as (verbatim, pilot):
        await drag(pilot, (5, 0), (40, 1))
        assert verbatim.text_selection is not None
        await pilot.press(key)
        assert pilot.app.clipboard == "b\x1bcd  \r\n\tx\n"


@pytest.mark.parametrize(
    ("start", "end", "selected"),
    [
        ((4, 0), (5, 0), "ab"),
        ((7, 0), (8, 0), "\x1b"),  # from inside a mark to inside it
        ((5, 0), (7, 0), "b\x1b"),
        ((12, 0), (4, 0), "ab\x1bcd"),  # backwards
        ((0, 0), (4, 0), "a"),  # from the number of the line
        ((4, 0), (4, 1), "ab\x1bcd  \r\n\t"),
        ((4, 1), (50, 3), "\tx\n"),  # into the rows after the text
    ],
)
async def test_the_mouse_selects_stored_characters(start, end, selected):
    async with reading("ab\x1bcd  \r\n\tx\n") as (verbatim, pilot):
        await drag(pilot, start, end)
        assert verbatim.get_selection(verbatim.text_selection) == (selected, "")


async def test_a_selection_is_drawn_reversed_and_survives_folding_anew():
    text = "abcdefghij" * 12
    async with reading(text, (60, 20)) as (verbatim, pilot):
        await drag(pilot, (14, 0), (13, 1))
        selected = text[10:65]
        for size in ((60, 20), (24, 20), (200, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            reverse = "".join(
                segment.text for strip in all_rows(verbatim) for segment in strip if segment.style.reverse
            )
            assert reverse == selected
        await pilot.press("x", "y")
        assert pilot.app.clipboard == selected


async def test_a_selection_goes_with_its_text():
    async with reading("one\ntwo\n") as (verbatim, pilot):
        await drag(pilot, (4, 0), (5, 0))
        assert verbatim.text_selection is not None
        verbatim.show("another")
        await pilot.press("y")
        assert verbatim.text_selection is None
        assert pilot.app.clipboard == "another"


async def test_a_selection_of_nothing_stored_is_none():
    async with reading("one\n") as (_, pilot):
        await drag(pilot, (1, 1), (9, 1))
        await pilot.press("y")
        assert pilot.app.clipboard == "one\n"


async def test_a_double_click_selects_all_and_escape_nothing():
    async with reading("one\ntwo\n") as (verbatim, pilot):
        await pilot.click(Verbatim, offset=(5, 0), times=2)
        await pilot.pause()
        await pilot.press("y")
        assert pilot.app.clipboard == "one\ntwo\n"
        await pilot.press("escape")
        await pilot.pause()
        assert verbatim.text_selection is None


async def test_a_lone_surrogate_is_not_copied_and_that_is_said(monkeypatch):
    said = []
    monkeypatch.setattr(Obeys, "say", lambda _, text, bad=False: said.append((text, bad)))
    async with reading("a\ud800b") as (_, pilot):
        await pilot.press("y")
        assert pilot.app.clipboard == ""
        assert said == [("Not copied: it holds a lone surrogate, which no clipboard takes.", True)]


async def test_what_was_copied_is_said(monkeypatch):
    said = []
    monkeypatch.setattr(Obeys, "say", lambda _, text, bad=False: said.append((text, bad)))
    async with reading("Löschen") as (_, pilot):
        await pilot.press("y")
        assert said == [(f"Copied: {measure('Löschen')}.", False)]


# Looks


def styles(strip: Strip) -> dict[str, Style]:
    return {segment.text: segment.style for segment in strip}


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark", "ansi-light"])
@pytest.mark.parametrize("colour", [True, False])
async def test_marks_signs_and_foreign_letters_stand_out_in_every_theme_and_without_colour(
    theme, colour, monkeypatch
):
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    async with reading("a а\x1b\t \n", theme=theme) as (verbatim, _):
        seen = styles(verbatim.render_line(0))
        assert seen["а"].underline
        assert seen["⟦ESC⟧"].reverse
        assert seen["⟦ESC⟧"].bold
        assert seen["⇥·↵"].bold
        plain = seen["a "]
        assert [plain.bold, plain.reverse, plain.underline].count(True) == 0


# Size


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "\x1b" * 1_000_000, "line\n" * 100_000], ids=["one line", "marks", "lines"]
)
async def test_of_a_huge_text_only_what_is_in_sight_is_drawn(text, monkeypatch):
    from cookui.text.wrap import Wrapping

    drawn = []
    plain = Wrapping.drawn
    monkeypatch.setattr(Wrapping, "drawn", lambda self, row: drawn.append(row) or plain(self, row))
    async with reading(text, (80, 24)) as (verbatim, pilot):
        await pilot.press("G", "g", "pagedown")
        await pilot.pause()
        assert len(drawn) <= 24 * 8
        assert all(row.end - row.start <= 80 for row in drawn)
        assert verbatim.virtual_size.height > 10_000
