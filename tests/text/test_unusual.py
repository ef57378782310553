"""What of a text would not be seen, or is not what it may be taken for."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given

from cookui.text.unusual import tally, unusual
from cookui.text.visible import decode, pieces
from tests.text.hostile import texts


@given(text=texts)
def test_everything_but_plain_text_is_listed_in_order_and_nothing_else(text):
    found = [(each.at, each.kind) for each in unusual(text)]
    expected, at = [], 0
    for piece in pieces(text):
        if piece.kind not in ("plain", "newline"):
            expected += [(at + offset, piece.kind) for offset in range(piece.stored)]
        at += piece.stored
    assert found == expected


@given(text=texts)
def test_a_position_leads_to_the_character(text):
    lines = text.split("\n")
    for each in unusual(text):
        assert lines[each.line - 1][each.column - 1] == text[each.at] == chr(each.codepoint)
        assert decode(each.mark) == text[each.at]


@given(text=texts)
def test_the_tally_counts_what_is_listed(text):
    kinds = Counter(each.kind for each in unusual(text))
    assert tally(text) == (sum(kinds.values()) - kinds["foreign"], kinds["foreign"])


@given(text=texts)
def test_the_ascii_form_lists_the_same_with_its_own_marks(text):
    for each, other in zip(unusual(text), unusual(text, ascii=True), strict=True):
        assert decode(other.mark, ascii=True) == decode(each.mark)
        assert (each.at, each.line, each.column, each.name) == (
            other.at,
            other.line,
            other.column,
            other.name,
        )


@pytest.mark.parametrize(
    ("char", "name", "mark", "kind"),
    [
        ("\x1b", "control character ESC", "⟦ESC⟧", "mark"),
        ("\x9b", "control character CSI", "⟦CSI⟧", "mark"),
        ("\t", "control character HT", "⇥", "tab"),
        (" ", "SPACE", "·", "space"),
        ("\u202e", "RIGHT-TO-LEFT OVERRIDE", "⟦U+202E⟧", "mark"),
        ("а", "CYRILLIC SMALL LETTER A", "а", "foreign"),
        ("⟦", "MATHEMATICAL LEFT WHITE SQUARE BRACKET", "⟦U+27E6⟧", "mark"),
        ("\ud800", "lone surrogate", "⟦U+D800⟧", "mark"),
        ("\ue000", "private use", "⟦U+E000⟧", "mark"),
        ("\uffff", "unassigned", "⟦U+FFFF⟧", "mark"),
    ],
)
def test_each_is_named(char, name, mark, kind):
    (found,) = unusual(f"x\nab{char}")
    assert (found.line, found.column, found.at) == (2, 3, 4)
    assert (found.codepoint, found.name, found.mark, found.kind) == (ord(char), name, mark, kind)


def test_plain_text_has_nothing_unusual():
    assert list(unusual("Promote orders-db-2.\n\n  indented\n")) == []
    assert tally("Promote orders-db-2.\n\n  indented\n") == (0, 0)


def test_the_first_of_a_hostile_megabyte_are_found_without_the_others():
    looked_at = []

    class Watched(str):
        def __getitem__(self, index):
            looked_at.append(index)
            return super().__getitem__(index)

    found = list(islice(unusual(Watched("\u200b" * 1_000_000)), 3))
    assert [each.at for each in found] == looked_at == [0, 1, 2]
