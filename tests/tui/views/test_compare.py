"""Marks of differing characters: taken out, they leave two equal texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.tui.views.compare import Ranges, marks

_TEXT = st.text(alphabet=st.sampled_from("ab \n\u0430\u202e\u200d"), max_size=40)


def without(text: str, ranges: Ranges) -> str:
    kept, at = "", 0
    for begin, end in ranges:
        assert at <= begin < end
        kept += text[at:begin]
        at = end
    return kept + text[at:]


@given(_TEXT, _TEXT)
def test_what_is_not_marked_is_the_same_in_both(old: str, new: str) -> None:
    gone, came = marks(old, new)
    assert without(old, gone) == without(new, came)
    assert (gone, came) == ((), ()) or old != new


@given(_TEXT)
def test_equal_texts_have_no_marks(text: str) -> None:
    assert marks(text, text) == ((), ())


@pytest.mark.parametrize(
    ("old", "new", "gone", "came"),
    [
        ("promote orders-db-2", "promote orders-db-3", ["2"], ["3"]),
        ("orders", "\u043erders", ["o"], ["\u043e"]),
        ("drop the bucket", "drop the staging bucket", [], ["staging "]),
        ("same\nline two\nend", "same\nline 2\nend", ["two"], ["2"]),
        ("safe", "safe\u200b", [], ["\u200b"]),
        ("e\u0301", "\u00e9", ["e\u0301"], ["\u00e9"]),
        ("", "all of it", [], ["all of it"]),
    ],
)
def test_only_what_differs_is_marked(old: str, new: str, gone: list[str], came: list[str]) -> None:
    old_ranges, new_ranges = marks(old, new)
    assert [old[a:b] for a, b in old_ranges] == gone
    assert [new[a:b] for a, b in new_ranges] == came


def test_every_difference_of_long_texts_is_marked() -> None:
    old = "head" + "\n".join(f"x{number}" for number in range(3000)) + "tail"
    new = "head" + "\n".join(f"y{number}" for number in range(3000)) + "tail"
    gone, came = marks(old, new)
    assert "x" not in without(old, gone)
    assert without(old, gone) == without(new, came)
