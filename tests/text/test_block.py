"""The text as the command line prints it."""

# ruff: noqa: A002 - `ascii` names the form

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.block import block
from cookui.text.visible import cell_width, decode
from tests.text.hostile import texts

FORMS = pytest.mark.parametrize("ascii", [False, True], ids=["marks", "ascii"])
WIDTHS = st.one_of(st.none(), st.integers(24, 100))


@FORMS
@given(text=texts, width=WIDTHS)
def test_the_rows_read_without_their_gutter_are_the_text(text, width, ascii):
    stored, edge = "", "|" if ascii else "│"
    for row in block(text, width, "  ", ascii=ascii).split("\n") if text else []:
        shown = re.fullmatch(rf"  +([0-9]+|[↪>]) {re.escape(edge)} (.*)", row)[2]
        stored += decode(shown, ascii=ascii) if not ascii else unfolded(shown)
    assert stored == text


def unfolded(shown: str) -> str:
    """A row's text without the backslash that folds it: the one that starts no escape."""
    try:
        return decode(shown, ascii=True)
    except ValueError:
        return decode(shown[:-1], ascii=True)


@FORMS
@given(text=texts, width=WIDTHS)
def test_nothing_but_line_feeds_is_left_for_a_terminal_to_obey(text, width, ascii):
    printed = block(text, width, ascii=ascii, closed=True)
    assert printed.replace("\n", "").isprintable()
    assert not ascii or printed.isascii()
    assert width is None or all(cell_width(row) <= width for row in printed.split("\n"))


@given(text=texts)
def test_without_a_width_each_stored_line_is_one_row(text):
    lines = text.count("\n") + (text != "" and not text.endswith("\n"))
    assert (block(text).count("\n") + 1 if text else 0) == lines


def test_how_it_looks():
    text = "Wipe \x1b[2Kdisk /dev/sdb  \nand call it a day\n"
    assert block(text, 24, "  ", closed=True).split("\n") == [
        "  1 │ Wipe ⟦ESC⟧[2Kdisk·",
        "  ↪ │ /dev/sdb··↵",
        "  2 │ and call it a day↵",
        "    └ end of text: 43",
        "      characters, 43",
        "      bytes, 2 lines",
    ]
    assert block(text, 24, "  ", ascii=True).split("\n") == [
        "  1 | Wipe \\x1b[2Kdisk \\",
        "  > | /dev/sdb\\x20\\x20\\",
        "  > | \\n",
        "  2 | and call it a day\\",
        "  > | \\n",
    ]


def test_an_empty_text_shows_nothing_or_that_it_is_empty():
    assert block("") == ""
    assert block("", closed=True) == "  └ end of text: 0 characters, 0 bytes, 0 lines"


def test_less_than_the_least_width_is_taken_for_just_enough():
    assert block("\U0010ffff" * 2, 3) == "1 │ ⟦U+10FFFF⟧\n↪ │ ⟦U+10FFFF⟧"
