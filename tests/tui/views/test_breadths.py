"""The widths of the board's columns, without a toolkit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.contract.card import COLUMNS
from cookui.tui.views.breadths import SEVERAL_FROM, breadths

columns = st.sampled_from(COLUMNS)


@given(st.integers(20, 500), st.sets(columns), columns, columns, st.booleans())
def test_neighbours_share_the_whole_width_and_the_active_one_is_among_them(
    width: int, holding: set[str], active: str, first: str, alone: bool
) -> None:
    widths = breadths(width, holding, active, first, alone=alone)
    at = COLUMNS.index(next(iter(widths)))
    assert list(widths) == list(COLUMNS[at : at + len(widths)])
    assert sum(widths.values()) == width
    assert active in widths
    assert (len(widths) == 1) == (alone or width < SEVERAL_FROM)
    for name, each in widths.items():
        assert each >= len(name) + 4


@given(st.integers(SEVERAL_FROM, 500), st.sets(columns), columns, columns)
def test_what_is_in_sight_stays_in_sight_while_the_cursor_moves_in_it(
    width: int, holding: set[str], active: str, first: str
) -> None:
    widths = breadths(width, holding, active, first, alone=False)
    for other in widths:
        assert breadths(width, holding, other, next(iter(widths)), alone=False) == widths


@pytest.mark.parametrize("holding", [{"execute"}, {"capture", "execute"}, {"plan", "execute", "done"}])
def test_an_empty_column_is_as_wide_as_its_heading(holding: set[str]) -> None:
    widths = breadths(200, holding, "execute", "capture", alone=False)
    assert list(widths) == list(COLUMNS)
    for name in COLUMNS:
        if name in holding:
            assert widths[name] > 32
        else:
            assert widths[name] == len(f" {name} 0 ")


def test_where_most_is_to_be_said_there_is_the_most_room() -> None:
    widths = breadths(200, COLUMNS, "execute", "capture", alone=False)
    assert max(widths, key=lambda name: widths[name]) == "execute"
    assert widths["plan"] == widths["verify"] > widths["done"]


def test_an_empty_board_is_shared_like_a_full_one() -> None:
    assert breadths(200, (), "plan", "plan", alone=False) == breadths(
        200, COLUMNS, "plan", "plan", alone=False
    )
