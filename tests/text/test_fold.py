"""A line that is too wide goes on where and how we say, never where the terminal would."""

# ruff: noqa: A002 - `ascii` names the form that a caller asks for

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.fold import SIGN, folded
from cookui.text.visible import cell_width, decode, single
from tests.text.hostile import texts

LEAD = st.sampled_from(["", "#1 ", "  next: plan: ", "    "])


def joined(rows: list[str]) -> str:
    return rows[0] + "".join(row.lstrip(" ").removeprefix(SIGN) for row in rows[1:])


@pytest.mark.parametrize("ascii", [False, True])
@given(lead=LEAD, text=texts | st.text("ab 漢\x1b", max_size=300), width=st.integers(8, 100))
def test_the_rows_are_the_line_and_none_is_wider_or_begins_with_outside_text(ascii, lead, text, width):
    line = lead + single(text, ascii=ascii)
    first, *more = rows = folded(line, width)
    assert all(cell_width(row) <= width for row in rows)
    assert joined(rows) == line
    assert decode(joined(rows)[len(lead) :], ascii=ascii) == text
    assert line.startswith(first)
    assert all(row.startswith("  ") and row.lstrip(" ").startswith(SIGN) for row in more) or width < 10


@pytest.mark.parametrize("width", range(1, 12))
def test_a_terminal_of_next_to_no_cells_ends_it_all_the_same(width):
    rows = folded("  ⟦U+10FFFF⟧ 漢漢 word", width)
    assert joined(rows) == "  ⟦U+10FFFF⟧ 漢漢 word"
    assert all(SIGN in row for row in rows[1:])


def test_a_row_ends_between_words_and_never_in_a_mark():
    assert folded("#1 blocked by Chef: too early", 20) == ["#1 blocked by Chef: ", "  ↪ too early"]
    assert folded("#1 aaaaaaa⟦U+202E⟧bcd", 16) == ["#1 aaaaaaa", "  ↪ ⟦U+202E⟧bcd"]
    assert folded("  next: aaaaaaaaaaaaaaa", 14) == ["  next: ", "    ↪ aaaaaaaa", "    ↪ aaaaaaa"]
    assert folded(r"#1 aaaaaaaaa\u202ebcd", 16) == ["#1 aaaaaaaaa", r"  ↪ \u202ebcd"]
