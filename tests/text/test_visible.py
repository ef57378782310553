"""The visible form: everything drawn, nothing obeyed, and the stored text readable from it."""

# ruff: noqa: A001, A002 - `ascii` names the form

from __future__ import annotations

import ast
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.allowed import is_allowed
from cookui.text.visible import (
    MARK_CELLS,
    cell_width,
    decode,
    is_even,
    lines,
    mark,
    pieces,
    single,
    single_pieces,
    visible,
    widths,
)
from tests.text.hostile import FAMILIES, texts

FORMS = pytest.mark.parametrize("ascii", [False, True], ids=["marks", "ascii"])
PLANES = pytest.mark.parametrize("plane", range(17))


def every(plane: int) -> list[str]:
    return [chr(code) for code in range(plane << 16, plane + 1 << 16)]


@FORMS
@PLANES
def test_every_code_point_can_be_read_back(plane, ascii):
    for text in ("|".join(every(plane)), "".join(every(plane))):
        assert decode(visible(text, ascii=ascii), ascii=ascii) == text


@FORMS
@PLANES
def test_no_two_code_points_are_drawn_alike_and_none_is_drawn_as_nothing(plane, ascii):
    drawn = [visible(char, ascii=ascii) for char in every(plane)]
    assert len(set(drawn)) == 1 << 16
    assert "" not in drawn


@FORMS
@PLANES
def test_nothing_is_sent_that_may_not_be(plane, ascii):
    sent = set(visible("".join(every(plane)), ascii=ascii))
    assert [char for char in sent if not is_allowed(ord(char))] == []
    assert not ascii or "".join(sent).isascii()


@FORMS
@given(text=texts)
def test_any_text_can_be_read_back(text, ascii):
    assert decode(visible(text, ascii=ascii), ascii=ascii) == text


@FORMS
@given(one=texts, other=texts)
def test_different_texts_are_drawn_differently(one, other, ascii):
    assert (visible(one, ascii=ascii) == visible(other, ascii=ascii)) == (one == other)


@FORMS
@given(text=texts)
def test_lines_and_pieces_joined_are_the_whole_form(text, ascii):
    whole = visible(text, ascii=ascii)
    assert "".join(lines(text, ascii=ascii)) == whole
    assert "".join(piece.text for piece in pieces(text, ascii=ascii)) == whole


@FORMS
@given(text=texts | st.text("a \n\\", max_size=30))
def test_a_single_line_can_be_read_back_and_parts_nothing_by_spaces(text, ascii):
    drawn = single(text, ascii=ascii)
    assert decode(drawn, ascii=ascii) == text
    assert "  " not in drawn
    assert drawn.count(" ") <= visible(text, ascii=ascii).count(" ")
    joined = list(single_pieces(text, ascii=ascii))
    assert "".join(piece.text for piece in joined) == drawn
    assert sum(piece.stored for piece in joined) == len(text)
    assert all(set(piece.text) != {" "} or len(piece.text) == 1 for piece in joined)


def test_spaces_after_a_space_are_drawn_as_dots():
    assert single("a   b c  ") == "a ··b c··"
    assert single("a   b c  ", ascii=True) == r"a \x20\x20b c\x20\x20"
    assert single("a   b c  ", 7) == "a…+8"
    assert single("a   bcd e", 8) == "a ··b…+4"


@given(text=texts)
def test_the_ascii_form_is_what_a_string_literal_says(text):
    quoted = visible(text, ascii=True).replace('"', r"\x22")
    assert ast.literal_eval(f'"{quoted}"') == text


@FORMS
@given(text=texts)
def test_pieces_have_one_kind_each_and_count_what_they_draw(text, ascii):
    at = 0
    for piece in pieces(text, ascii=ascii):
        stored = text[at : at + piece.stored]
        at += piece.stored
        assert decode(piece.text, ascii=ascii) == stored
        match piece.kind:
            case "plain":
                assert stored.isascii()
                assert stored.isprintable()
            case "foreign":
                assert piece.text == stored
                assert not any(char.isascii() for char in stored)
            case "tab" | "newline":
                assert stored == {"tab": "\t", "newline": "\n"}[piece.kind]
            case "space":
                assert set(stored) == {" "}
            case kind:
                assert (kind, len(stored)) == ("mark", 1)
    assert at == len(text)


@FORMS
@given(text=texts)
def test_lines_end_after_a_line_feed_and_nowhere_else(text, ascii):
    drawn = [decode(line, ascii=ascii) for line in lines(text, ascii=ascii)]
    assert "".join(drawn) == text
    assert all("\n" not in line[:-1] for line in drawn)
    assert all(line.endswith("\n") for line in drawn[:-1])
    assert "" not in drawn


@FORMS
@given(text=texts)
def test_a_line_takes_the_cells_that_are_foretold(text, ascii):
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        assert sum(widths(line, ascii=ascii)) == cell_width(visible(line, ascii=ascii))
        assert len(list(widths(line, ascii=ascii))) == len(line)


@FORMS
@given(text=texts)
def test_an_even_line_takes_a_cell_for_each_character(text, ascii):
    for line in text.split("\n"):
        if is_even(line, ascii=ascii):
            assert list(widths(line, ascii=ascii)) == [1] * len(line)


@pytest.mark.parametrize(
    ("stored", "drawn", "escaped"),
    [
        ("plain words, 3 of 4 [prod]", "plain words, 3 of 4 [prod]", "plain words, 3 of 4 [prod]"),
        ("Wipe \x1b[2Kdisk", "Wipe ⟦ESC⟧[2Kdisk", r"Wipe \x1b[2Kdisk"),
        ("rm \u202e/ tob", "rm ⟦U+202E⟧/ tob", r"rm \u202e/ tob"),
        ("x\x9b31m", "x⟦CSI⟧31m", r"x\x9b31m"),
        ("a\x00b\x7f", "a⟦NUL⟧b⟦DEL⟧", r"a\x00b\x7f"),
        ("e\u0301 vs é", "e⟦U+0301⟧ vs é", r"e\u0301 vs \xe9"),
        ("A\r\nB\r\n", "A⟦CR⟧↵B⟦CR⟧↵", r"A\x0d\nB\x0d\n"),
        ("a\tb", "a⇥b", r"a\tb"),
        ("ends  ", "ends··", r"ends\x20\x20"),
        ("ends \nso ", "ends·↵so·", r"ends\x20\nso\x20"),
        ("a  b", "a  b", "a  b"),
        ("·⟦ESC⟧…", "⟦U+00B7⟧⟦U+27E6⟧ESC⟦U+27E7⟧⟦U+2026⟧", r"\xb7\u27e6ESC\u27e7\u2026"),
        ("C:\\new", "C:\\new", r"C:\\new"),
        ("\ud800", "⟦U+D800⟧", r"\ud800"),
        ("\U000e0041", "⟦U+E0041⟧", r"\U000e0041"),
        ("Löschen 漢字", "Löschen 漢字", r"L\xf6schen \u6f22\u5b57"),
        ("", "", ""),
    ],
)
def test_what_is_drawn_for_what(stored, drawn, escaped):
    assert visible(stored) == drawn
    assert visible(stored, ascii=True) == escaped


@pytest.mark.parametrize("text", FAMILIES.values(), ids=FAMILIES)
def test_no_known_deceit_leaves_anything_that_a_terminal_obeys(text):
    for ascii in (False, True):
        drawn = visible(text, ascii=ascii)
        assert drawn.isprintable()
        assert decode(drawn, ascii=ascii) == text


@pytest.mark.parametrize(
    "drawn", ["⟦", "⟦ESC", "ESC⟧", "⟦esc⟧", "⟦U+202e⟧", "⟦U+1⟧", "⟦U+110000⟧", "⟦⟧", "cut…+3", "⟦⟦ESC⟧"]
)
def test_what_is_no_visible_form_is_not_read(drawn):
    with pytest.raises(ValueError, match="no character is drawn as"):
        decode(drawn)


@pytest.mark.parametrize("drawn", ["\\", "\\q", r"\x1", r"\u20", r"\U00110000", r"cut\...+3"])
def test_what_is_no_ascii_form_is_not_read(drawn):
    with pytest.raises(ValueError, match="no character is drawn as"):
        decode(drawn, ascii=True)


def test_the_widest_mark_is_as_wide_as_we_say():
    codes = (*range(0x3000), 0xFFFF, sys.maxunicode)
    for ascii in (False, True):
        assert max(cell_width(mark(code, ascii=ascii)) for code in codes) == MARK_CELLS


@FORMS
@given(text=texts, limit=st.integers(0, 40))
def test_a_single_line_keeps_to_its_limit_and_says_how_much_it_left_out(text, limit, ascii):
    drawn = single(text, limit, ascii=ascii)
    assert cell_width(drawn) <= limit
    assert drawn == "".join(piece.text for piece in single_pieces(text, limit, ascii=ascii))
    kept, cut, left_out = drawn.partition("\\..." if ascii else "…")
    if not cut:
        assert limit < len("\\...") or drawn == single(text, ascii=ascii)
    elif left_out:
        count = int(left_out.removeprefix("+"))
        assert decode(kept, ascii=ascii) == text[: len(text) - count]
        assert count > 0


@FORMS
@given(text=texts)
def test_a_single_line_is_whole_where_it_fits(text, ascii):
    whole = single(text, ascii=ascii)
    assert single(text, cell_width(whole), ascii=ascii) == whole
    if text:
        assert single(text, cell_width(whole) - 1, ascii=ascii) != whole


@pytest.mark.parametrize(
    ("limit", "drawn"),
    [
        (30, "Promote orders-db-2 to primary"),
        (29, "Promote orders-db-2 to pri…+4"),
        (12, "Promote…+23"),
        (8, "Prom…+26"),
        (4, "…+30"),
        (3, "…"),
        (1, "…"),
        (0, ""),
    ],
)
def test_a_single_line_is_cut_at_its_end_only(limit, drawn):
    assert single("Promote orders-db-2 to primary", limit) == drawn


def test_a_mark_is_never_parted_by_a_cut():
    assert single("ab\x1bcd", 9) == "ab⟦ESC⟧cd"
    assert single("ab\x1bcd", 8) == "ab…+3"
    assert single("ab\x1bcdefgh", 10) == "ab⟦ESC⟧…+6"


def test_a_single_line_of_a_huge_text_looks_at_its_start_only():
    class Guarded(str):
        def translate(self, table):
            raise AssertionError("the whole text was drawn")

    assert single(Guarded("\x1b" * 1_000_000), 20) == "⟦ESC⟧⟦ESC⟧…+999998"


def test_tables_do_not_grow_with_what_they_are_shown():
    from cookui.text import visible as module

    for form in module._FORMS.values():
        for plane in range(17):
            visible("".join(every(plane)), ascii=form is module._FORMS[True])
        assert len(form.table) <= module.CACHED + 1
