"""A sentence in the last line: whatever it quotes can be read back, or says how much was left out."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from cookui.text.allowed import CUT
from cookui.text.visible import cell_width, decode
from cookui.tui.widgets.footer import in_lines
from tests.text.hostile import texts

WIDTHS = st.integers(12, 120)


@given(st.lists(texts, max_size=6).map(" ".join), WIDTHS)
@example("word " * 60, 40)
@example("\u202e" * 60, 40)
@example("a longer-than-most-words word " * 9, 30)
def test_a_sentence_can_be_read_back_from_its_lines(text: str, width: int) -> None:
    lines = in_lines(text, width)
    assert 1 <= len(lines) <= 4
    assert all(cell_width(line) <= width for line in lines)
    drawn, sign, count = "".join(lines).partition(CUT)
    if not sign:
        assert decode(drawn) == text
    else:
        begin = decode(drawn)
        assert text.startswith(begin)
        assert count == f"+{len(text) - len(begin)}"


def test_no_mark_is_parted_where_a_line_ends() -> None:
    assert in_lines("\u202e" * 4, 20) == ["⟦U+202E⟧⟦U+202E⟧", "⟦U+202E⟧⟦U+202E⟧"]
    assert in_lines("one two three four", 12) == ["one two·", "three four"]
