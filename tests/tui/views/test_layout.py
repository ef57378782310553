"""Rows at a width: side by side or stacked, cut or whole, and bars in which nothing vanishes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cookui.text.visible import cell_width
from cookui.tui.views.layout import BESIDE, BETWEEN, Laid, bar
from cookui.tui.views.rows import Cell, Outside, Part, Row, Tone, Words, gap, heading, item
from tests.tui.views.making import drawn


def lines(row: Row, width: int) -> list[str]:
    laid = Laid(row, width)
    return [drawn(laid.line(number)) for number in range(laid.height)]


PAIR = Row(key="pair", cells=(Cell((Words("1. "),), (Outside("left"),)), Cell((), (Outside("right"),))))


def test_cells_stand_side_by_side_where_there_is_room() -> None:
    (line,) = lines(PAIR, BESIDE)
    left, right = line.split(BETWEEN)
    assert (left.rstrip(), right) == ("1. left", "right")
    assert cell_width(left) == (BESIDE - len(BETWEEN)) // 2


def test_cells_stack_where_there_is_none() -> None:
    assert lines(PAIR, BESIDE - 1) == ["1. left", "right"]


def test_titles_of_columns_go_with_the_columns() -> None:
    titles = Row(key="titles", cells=PAIR.cells, beside_only=True)
    assert lines(titles, BESIDE - 1) == []
    assert len(lines(titles, BESIDE)) == 1


def test_what_is_cut_is_counted() -> None:
    log = item("log", "$ ", Outside("\n".join(f"line {number}" for number in range(1000))), keep=3, hard=True)
    assert lines(log, 60) == [
        "$ line 0↵",
        "  line 1↵",
        "  line 2↵",
        "  … 997 more lines: Enter shows the whole text",
    ]


def test_nothing_is_cut_to_save_one_line() -> None:
    log = item("log", "", Outside("a\nb\nc\nd"), keep=3)
    assert lines(log, 60) == ["a↵", "b↵", "c↵", "d"]


def test_a_lead_wider_than_half_the_page_gets_a_line_of_its_own() -> None:
    assert lines(item("wide", "a long lead of ours ", Outside("text")), 24) == [
        "a long lead of ours ",
        "    text",
    ]


def test_a_gap_is_one_empty_line_that_the_cursor_passes() -> None:
    assert lines(gap("x"), 40) == [""]
    assert not gap("x").stops
    assert heading("x", "Title").stops


WEIGHTS = st.lists(st.floats(0, 1e7, allow_nan=False), max_size=6)


@given(WEIGHTS, st.integers(20, 200))
def test_a_bar_is_as_wide_as_its_room_and_shows_every_part(weights: list[float], width: int) -> None:
    parts = [Part(f"part {at}", weight, Tone.DIM, "░▒█▓▚·"[at]) for at, weight in enumerate(weights)]
    made = bar(parts, width)
    some = [part for part in parts if part.weight > 0]
    assert bool(made) == bool(some)
    if some:
        assert cell_width(drawn(made[0])) == width - 2
        assert all(segment.text for segment in made[0])
        legend = " ".join(drawn(line) for line in made[1:])
        assert all(part.label in " ".join(legend.split()) for part in some)
