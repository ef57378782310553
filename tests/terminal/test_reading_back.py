"""The reading itself: one that takes anything for anything would find no fault with any screen."""

from __future__ import annotations

import pytest
from hypothesis import given

from cookui.text.visible import cell_width, single, visible
from cookui.tui.views.layout import Laid
from cookui.tui.views.rows import Cell, Outside, Row, Words, field
from tests.terminal.emulator import Emulator
from tests.terminal.hostile import HARMLESS, KNOWN, Pen
from tests.terminal.reading_back import Frame, MisdrawnError, Read, read_back
from tests.text.hostile import texts
from tests.tui.views.making import drawn

COLUMNS, ROWS = 110, 12


def frame(*rows: str) -> Frame:
    """A screen on which those rows stand, and under them the keys."""
    rows += ("",) * (ROWS - 1 - len(rows)) + (" A Approve  ? Help",)
    emulator = Emulator(COLUMNS, len(rows))
    emulator.feed("\r\n".join(rows).encode("utf-8", "surrogatepass"))
    return Frame(emulator.cells)


def read(pen: Pen, *rows: str, **how: bool) -> list[Read]:
    return list(read_back(frame(*rows), pen.written, **how))


def laid(row: Row, width: int = 60) -> list[str]:
    made = Laid(row, width)
    return [f"  {drawn(made.line(number))}" for number in range(made.height)]


@pytest.mark.parametrize("text", [*KNOWN, HARMLESS, "", "no\n\n\n  lines", "x" * 300])
def test_a_text_is_read_wherever_it_is_folded(text: str) -> None:
    pen = Pen(text)
    frags = (Words("by "), Outside(pen()), Words(" on "), Outside(pen()), Words(" at last"))
    assert read(pen, *laid(field("key", "  label", *frags))) == [Read(0, True), Read(1, True)]
    sides = (Cell((Words("1. "),), (Outside(pen()),)), Cell((Words("✓ "),), (Outside(pen()),)))
    assert set(read(pen, *laid(Row("key", sides), 100))) == {Read(2, True), Read(3, True)}


@given(texts.map(lambda text: "".join(char for char in text if not "\ud800" <= char <= "\udfff")))
def test_one_line_is_read_whole_or_as_far_as_it_goes(text: str) -> None:
    pen = Pen(text)
    title = pen()
    assert all(found.number == 0 for found in read(pen, f" #1 {single(title, 40)}"))
    if cell_width(visible(title)) <= 40 and "  " not in title:
        assert read(pen, f" #1 {single(title, 40)} · more") == [Read(0, True)]


def test_what_is_scrolled_out_of_sight_goes_on_there() -> None:
    pen = Pen("word " * 100)
    rows = laid(field("key", "  label", Outside(pen())))[:ROWS]
    assert read(pen, *rows[: ROWS - 1]) == [Read(0, False)]
    assert read(pen, *rows[:4], "─" * COLUMNS, "  below") == [Read(0, False)]


def test_what_ends_in_the_last_row_is_whole() -> None:
    pen = Pen("word " * 30)
    rows = laid(field("key", "  label", Outside(pen())))
    assert len(rows) > 2
    assert list(read_back(Frame([list(row.ljust(COLUMNS)) for row in rows]), pen.written)) == [Read(0, True)]


WHOLE = "000{a⟦ESC⟧[31mb}000"


@pytest.mark.parametrize(
    "rows",
    [
        ["  000{a[31mb}000"],
        ["  000{a⟦ESC⟧[31m}000"],
        ["  000{a⟦ESC⟧[31mb"],
        ["  000{a⟦ESC⟧[31mb  }000"],
        ["  000{a⟦ESC⟧[3", "  something else"],
        ["  000{a⟦ESC⟧[3", "", "  1mb}000"],
        ["  000{a⟦ES", "  C⟧[31mb"],
        ["  000{a⟦ESC⟧…"],
        ["  000{a⟦ESC⟧…+3"],
        ["  000{a⟦BEL⟧…+12"],
        ["  000{a⟦ESC⟧[3", "    1m", "  b}000"],
    ],
)
def test_nothing_else_passes_for_it(rows: list[str]) -> None:
    pen = Pen("a\x1b[31mb")
    pen()
    assert read(pen, f"  {WHOLE}") == [Read(0, True)]
    with pytest.raises(MisdrawnError):
        read(pen, *rows, "  and what follows")


def test_only_what_lies_on_top_is_read() -> None:
    pen = Pen("a\x1b[31mb")
    pen()
    behind = f"{WHOLE[:6]}│ {WHOLE} │ 000"
    rows = [f"{' ' * 6}╭{'─' * 22}╮", behind, f"{' ' * 6}╰{'─' * 22}╯"]
    assert read(pen, *rows) == [Read(0, True)]


def test_a_text_in_json_or_in_ascii_is_read_where_it_may_be() -> None:
    pen = Pen("\x1b\\")
    pen()
    for drawn_so, how in ((r'"000{\u001b\\}000"', "quoted"), (r"1 │ 000{\x1b\\}000", "in_ascii")):
        with pytest.raises(MisdrawnError):
            read(pen, drawn_so)
        assert read(pen, drawn_so, **{how: True}) == [Read(0, True)]
    assert read(pen, r"1 │ 000{\x1b\\" + "\\", r"↪ │ }000", in_ascii=True) == [Read(0, True)]
