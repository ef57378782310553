"""Folding: whatever is stored, the lines decode back to it, and none is wider than the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.visible import cell_width, decode
from cookui.text.wrap import NARROWEST
from cookui.tui.views.flow import PROSE, Block, Line, blocks
from cookui.tui.views.rows import Age, Outside, Tone, Words

HOSTILE = st.text(
    st.one_of(
        st.sampled_from("ab  \n\t\\·…⟦⟧↵⇥"),
        st.sampled_from("\x1b\x00\x9b\u202e\u200d\u0301\ud800\u4e2d\U0001f600\u0430"),
        st.characters(),
    ),
    max_size=120,
)
WIDTHS = st.integers(NARROWEST, 60)


def lines(made: list[Block]) -> list[Line]:
    return [block.line(number) for block in made for number in range(len(block))]


def text(line: Line) -> str:
    return "".join(segment.text for segment in line)


@given(HOSTILE, WIDTHS, st.booleans())
def test_the_lines_are_the_stored_text(stored: str, width: int, hard: bool) -> None:
    drawn = lines(blocks((Outside(stored),), width, hard))
    assert decode("".join(map(text, drawn))) == stored
    assert all(cell_width(text(line)) <= width for line in drawn)


@given(HOSTILE, WIDTHS, st.booleans(), st.data())
def test_what_is_marked_is_what_was_asked(stored: str, width: int, hard: bool, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(stored)))
    end = data.draw(st.integers(begin, len(stored)))
    marked = ((begin, end),) if begin < end else ()
    drawn = lines(blocks((Outside(stored, Tone.PLAIN, marked),), width, hard))
    found = "".join(segment.text for line in drawn for segment in line if segment.look.marked)
    assert decode(found) == stored[begin:end]


@given(HOSTILE, HOSTILE, WIDTHS)
def test_fragments_keep_their_tones_apart(one: str, other: str, width: int) -> None:
    frags = (Outside(one, Tone.GOOD), Words(" : ", Tone.DIM), Outside(other, Tone.BAD), Age("x"))
    drawn = lines(blocks(frags, width, False))
    for stored, tone in ((one, Tone.GOOD), (other, Tone.BAD)):
        said = "".join(
            segment.text
            for line in drawn
            for segment in line
            if segment.look.tone is tone and not segment.age
        )
        assert decode(said) == stored
    assert sum(segment.age is not None for line in drawn for segment in line) == 1


def test_prose_is_folded_after_a_space_that_can_be_seen() -> None:
    drawn = lines(blocks((Outside("fence the primary now"),), 14, False))
    assert [text(line) for line in drawn] == ["fence the·", "primary now"]


def test_a_word_that_is_too_long_is_parted_and_nothing_else_is() -> None:
    drawn = lines(blocks((Outside("see /var/log/postgresql/x"),), 14, False))
    assert [text(line) for line in drawn] == ["see·", "/var/log/post", "gresql/x"]


def test_a_boundary_that_is_folded_hard_is_filled_to_the_width() -> None:
    drawn = lines(blocks((Outside("fence the primary now"),), 14, True))
    assert [text(line) for line in drawn] == ["fence the prim", "ary now"]


def test_our_own_line_breaks_are_not_drawn() -> None:
    drawn = lines(blocks((Words("one\ntwo"), Words("\n"), Outside("three")), 40, False))
    assert [text(line) for line in drawn] == ["one", "two", "three"]


@pytest.mark.parametrize("length", [PROSE, PROSE + 1])
def test_long_texts_are_measured_not_read(length: int) -> None:
    stored = ("word " * length)[:length]
    drawn = lines(blocks((Words("says "), Outside(stored)), 40, False))
    said = "".join(segment.text for line in drawn for segment in line if segment.look.kind != "words")
    assert decode(said) == stored


def test_outside_text_that_slipped_into_our_words_is_still_drawn_as_marks() -> None:
    drawn = lines(blocks((Words("says \x1b[2J\u202e"),), 60, False))
    assert [text(line) for line in drawn] == ["says ⟦ESC⟧[2J⟦U+202E⟧"]
