"""An exact text in rows: a slice each, all of them the text, whatever the width."""

# ruff: noqa: A002 - `ascii` names the form

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.measures import measure
from cookui.text.visible import cell_width, decode
from cookui.text.wrap import NARROWEST, Measured, Wrapping
from tests.text.hostile import texts

FORMS = pytest.mark.parametrize("ascii", [False, True], ids=["marks", "ascii"])
cells = st.integers(NARROWEST, 40)


def wrapped(text, width, ascii):
    wrapping = Wrapping(Measured(text, ascii=ascii), width)
    return wrapping, [wrapping.row(number) for number in range(len(wrapping))]


def drawn(wrapping, row):
    return "".join(piece.text for piece in wrapping.drawn(row))


@FORMS
@given(text=texts, width=cells)
def test_the_rows_are_the_text_and_each_decodes_to_its_part(text, width, ascii):
    wrapping, rows = wrapped(text, width, ascii)
    assert "".join(text[row.start : row.end] for row in rows) == text
    for row in rows:
        assert decode(drawn(wrapping, row), ascii=ascii) == text[row.start : row.end] != ""


@FORMS
@given(text=texts, width=cells)
def test_no_row_is_wider_than_the_width_nor_shorter_than_it_must_be(text, width, ascii):
    wrapping, rows = wrapped(text, width, ascii)
    inner = width - len(wrapping.fold)
    for row, following in pairwise(rows):
        if row.goes_on:
            first = decode_first(wrapping, following)
            assert cell_width(drawn(wrapping, row)) + cell_width(first) > inner
    assert all(cell_width(drawn(wrapping, row)) <= inner for row in rows)


def decode_first(wrapping, row):
    """What the first stored character of a row is drawn as."""
    piece = wrapping.drawn(row)[0]
    return piece.text[: len(piece.text) // piece.stored]


@FORMS
@given(text=texts, width=cells)
def test_rows_know_their_line_and_whether_it_goes_on(text, width, ascii):
    _, rows = wrapped(text, width, ascii)
    for row in rows:
        before = text[: row.start]
        assert row.line == before.count("\n") + 1
        assert row.opens == (before == "" or before.endswith("\n"))
        assert row.goes_on == (row.end < len(text) and text[row.end - 1] != "\n")


@FORMS
@given(text=texts, width=cells)
def test_each_character_is_found_in_its_row(text, width, ascii):
    wrapping, rows = wrapped(text, width, ascii)
    for number, row in enumerate(rows):
        assert {wrapping.row_of(index) for index in range(row.start, row.end)} == {number}
    assert wrapping.row_of(-5) == 0
    assert wrapping.row_of(len(text) + 5) == max(0, len(rows) - 1)


@given(text=texts, width=cells)
def test_no_row_ends_with_a_space_that_cannot_be_seen(text, width):
    wrapping, rows = wrapped(text, width, False)
    assert not any(drawn(wrapping, row).endswith(" ") for row in rows)


@given(text=texts, width=cells)
def test_in_ascii_a_space_at_a_rows_end_has_the_backslash_after_it_or_is_escaped(text, width):
    wrapping, rows = wrapped(text, width, True)
    for row in rows:
        shown = drawn(wrapping, row) + (wrapping.fold if row.goes_on else "")
        assert not shown.endswith(" ")


@FORMS
@given(text=texts, width=cells, ends=st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_a_range_is_parted_from_the_rest_of_its_rows(text, width, ends, ascii):
    wrapping, rows = wrapped(text, width, ascii)
    start, end = sorted(ends)
    inside = ""
    for row in rows:
        parted = wrapping.spans(row, start, end)
        assert "".join(piece.text for piece, _ in parted) == drawn(wrapping, row)
        inside += "".join(decode(piece.text, ascii=ascii) for piece, within in parted if within)
    assert inside == text[start:end]


@FORMS
@given(text=texts, width=cells)
def test_what_is_drawn_at_a_place_is_found_there(text, width, ascii):
    wrapping, rows = wrapped(text, width, ascii)
    for row in rows:
        column = 0
        for index in range(row.start, row.end):
            (part,) = [piece for piece, within in wrapping.spans(row, index, index + 1) if within]
            for _ in part.text:
                assert wrapping.place(row, column) == index
                assert wrapping.place(row, column + 1, after=True) == index + 1
                column += 1
        assert wrapping.place(row, column) == wrapping.place(row, column + 9, after=True) == row.end
        assert wrapping.place(row, -3) == wrapping.place(row, 0, after=True) == row.start


@FORMS
def test_what_is_measured_once_can_be_folded_at_any_width(ascii):
    measured = Measured("ab\x1bcd " * 50 + "\n" + "x" * 99, ascii=ascii)
    for width in (NARROWEST, 30, 4000):
        wrapping = Wrapping(measured, width)
        rows = [wrapping.row(number) for number in range(len(wrapping))]
        assert "".join(measured.text[row.start : row.end] for row in rows) == measured.text
    assert len(rows) == 2


def test_the_gutter_numbers_lines_and_marks_what_goes_on():
    wrapping, rows = wrapped("a" * 15 + "\nb\n" * 9, 12, False)
    assert [wrapping.gutter(row) for row in rows[:3]] == [" 1 │ ", " ↪ │ ", " 2 │ "]
    assert {len(wrapping.gutter(row)) for row in rows} == {wrapping.measured.gutter}
    wrapping, rows = wrapped("a" * 15, 12, True)
    assert [wrapping.gutter(row) for row in rows] == ["1 | ", "> | "]


def test_the_closing_rows_say_how_big_the_text_is_and_fit():
    text = "Löschen\n"
    for width in (NARROWEST, 20, 80):
        wrapping, _ = wrapped(text, width, False)
        closing = wrapping.closing()
        assert " ".join(" ".join(closing).replace("└", "").split()) == f"end of text: {measure(text)}"
        assert all(cell_width(row) <= width + wrapping.measured.gutter for row in closing)
        assert closing[0].startswith("  └ ")
        assert not any("│" in row for row in closing)


def test_an_empty_text_has_no_rows():
    wrapping, rows = wrapped("", 20, False)
    assert rows == []
    assert wrapping.row_of(0) == 0
    with pytest.raises(IndexError):
        wrapping.row(0)


def test_too_narrow_a_width_is_refused():
    with pytest.raises(ValueError, match="cannot be folded at 11 cells"):
        Wrapping(Measured("text"), NARROWEST - 1)


def test_a_megabyte_on_one_line_is_not_walked_for_a_row():
    wrapping = Wrapping(Measured("\x1b" * 1_000_000), 80)
    calls = []

    class Watched(str):
        def __getitem__(self, index):
            calls.append(index)
            return super().__getitem__(index)

    wrapping.measured.text = Watched(wrapping.measured.text)
    row = wrapping.row(40_000)
    assert (row.start, row.end) == (640_000, 640_016)
    assert wrapping.row_of(640_010) == 40_000
    assert drawn(wrapping, row) == "⟦ESC⟧" * 16
    assert all(isinstance(index, int) or index.stop - index.start == 16 for index in calls)
