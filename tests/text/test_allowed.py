"""What may reach a terminal: the allow-list against the tables of those who draw."""

from __future__ import annotations

import sys
from unicodedata import bidirectional, category, normalize

import pytest
from pyte.screens import wcwidth
from rich.cells import cell_len
from wcwidth import iter_graphemes

from cookui.text.allowed import OWN, cell_width, is_allowed

EVERY = range(sys.maxunicode + 1)
ALLOWED = [chr(code) for code in EVERY if is_allowed(code)]


def test_the_toolkit_and_a_plain_terminal_give_each_allowed_character_the_width_we_do():
    differing = [
        hex(ord(char)) for char in ALLOWED if not cell_width(char) == cell_len(char) == wcwidth(char) > 0
    ]
    assert differing == []


def test_all_of_printable_ascii_is_allowed_and_nothing_else_below_a_hundred_and_sixty():
    assert [chr(code) for code in range(0xA0) if is_allowed(code)] == [
        chr(code) for code in range(0x20, 0x7F)
    ]


def test_no_control_no_separator_no_mark_no_surrogate_and_nothing_private_or_unassigned_is_allowed():
    assert {category(char)[0] for char in ALLOWED if char != " "} == set("LNPS")


def test_nothing_allowed_runs_from_right_to_left_or_turns_digits_round():
    assert {bidirectional(char) for char in ALLOWED} & {
        "R",
        "AL",
        "AN",
        "RLE",
        "RLO",
        "RLI",
        "NSM",
        "BN",
    } == set()


def test_normalising_changes_nothing_allowed_even_side_by_side():
    text = "".join(ALLOWED)
    for joined in (text, text[::-1], "".join(char * 2 for char in ALLOWED), "a".join(ALLOWED)):
        assert normalize("NFC", joined) == joined


def test_no_allowed_character_joins_its_neighbour():
    text = "".join(ALLOWED)
    for joined in (text, text[::-1], "".join(char * 2 for char in ALLOWED), "a".join(ALLOWED)):
        assert list(iter_graphemes(joined)) == list(joined)


@pytest.mark.parametrize(
    "code",
    [0x00AD, 0x034F, 0x0300, 0x0e33, 0x115F, 0x200B, 0x200D, 0x202E, 0x2028, 0x2800, 0x3000, 0x3164, 0xD800,
     0xE000, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFFD, 0x1D173, 0x1F1E9, 0x1F3FD, 0xE0041, 0xE0100, 0x10FFFF],
)  # fmt: skip
def test_what_deceives_is_held_back(code):
    assert not is_allowed(code)


@pytest.mark.parametrize("char", "éßЖαñ漢字가ｶ😀→✓│½€🚀")
def test_what_people_write_is_allowed(char):
    assert is_allowed(ord(char))


def test_what_we_draw_ourselves_may_reach_the_terminal_and_takes_one_cell():
    assert all(is_allowed(code) and cell_width(chr(code)) == 1 for code in OWN)


def test_the_width_of_a_text_is_that_of_its_characters():
    text = "".join(ALLOWED[::97])
    assert cell_width(text) == cell_len(text) == sum(map(cell_width, text))
