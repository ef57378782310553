"""How big a text is."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.measures import measure


@given(text=st.text())
def test_the_digest_is_that_of_the_utf_8_bytes(text):
    encoded = text.encode()
    assert measure(text)[:2] == (len(text), len(encoded))
    assert measure(text).sha256 == sha256(encoded).hexdigest()


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("a\r\u2028\x85b", 1)]
)
def test_lines_end_at_line_feeds_and_the_last_counts_without_one(text, lines):
    assert measure(text).lines == lines


def test_a_lone_surrogate_is_measured_too_and_differs_from_what_replaces_it():
    assert measure("\ud800").bytes == 3
    assert len({measure(text).sha256 for text in ("\ud800", "\ud801", "\ufffd", "?")}) == 4


def test_the_size_in_words():
    assert str(measure("é")) == "1 character, 2 bytes, 1 line"
    assert str(measure("x\n" * 1000)) == "2,000 characters, 2,000 bytes, 1,000 lines"
