"""Names: what one may hold, and when two belong to one identity (section 5)."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.contract.identity import (
    check_operator,
    identity_key,
    is_hidden,
    is_ignorable,
    name_fault,
    same_identity,
)
from cookui.contract.refusal import Code, Refusal

SAME = [
    ("Chef", "chef"),
    ("Chef", "C h e f"),
    ("Chef", " Chef "),
    ("Chef", "Ｃｈｅｆ"),
    ("Chef", "𝐂𝐡𝐞𝐟"),
    ("Chef", "Che\u200bf"),
    ("Chef", "Che\u00adf"),
    ("Chef", "Che\ufe0ff"),
    ("Chef", "Chef\U000e0041"),
    ("Chef", "Chef\u3164"),
    ("Straße", "STRASSE"),
    ("Ångström", "A\u030angstro\u0308m"),
    ("é", "e\u034f\u0301"),
    ("\u01c5ep", "\u01c6ep"),
    ("ﬁona", "Fiona"),
    ("\u0390", "\u1fd3"),
    ("Chef\t1", "Chef\u2003 1"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_a_reader_takes_for_the_same_are_one_identity(one: str, other: str) -> None:
    assert same_identity(one, other)
    assert same_identity(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("exec-1", "exec-2"), ("Chef", "Chef1"), ("é", "e"), ("a.b", "ab")]
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert not same_identity(one, other)


@given(st.text(max_size=12), st.text(max_size=12))
def test_sameness_goes_by_one_key(one: str, other: str) -> None:
    assert same_identity(one, one)
    assert same_identity(one, other) == (identity_key(one) == identity_key(other))


@given(
    st.text(max_size=12),
    st.sampled_from(" \t\u00a0\u2003\u200b\u00ad\ufe0f\u034f\U000e0041"),
    st.integers(0, 12),
)
def test_white_space_and_ignorable_characters_anywhere_make_no_difference(
    name: str, hidden: str, place: int
) -> None:
    assert same_identity(name, name[:place] + hidden + name[place:])


@given(st.text(max_size=12))
def test_case_and_compatibility_forms_make_no_difference(name: str) -> None:
    assert same_identity(name, name.casefold())
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert same_identity(name, unicodedata.normalize(form, name))


def test_no_code_point_of_a_hidden_category_is_allowed_in_a_name() -> None:
    for point in range(sys.maxunicode + 1):
        char = chr(point)
        if char == " ":
            continue
        category = unicodedata.category(char)
        if category in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs") or is_ignorable(char):
            assert is_hidden(char), f"U+{point:04X}"


def test_letters_digits_marks_and_punctuation_are_allowed_in_a_name() -> None:
    for char in "azAZ09-_.@/#' äßжשع中あ한\u0301!":
        assert not is_hidden(char), f"U+{ord(char):04X}"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is blank"),
        ("  \t", "is blank"),
        ("a\x1bb", "holds the control or invisible character U+001B at position 2"),
        ("\U000e0041", "holds the control or invisible character U+E0041 at position 1"),
    ],
)
def test_a_fault_names_the_character_and_its_place(name: str, fault: str) -> None:
    assert name_fault(name) == fault
    with pytest.raises(Refusal) as caught:
        check_operator(name)
    assert caught.value.code == Code.IDENTITY
    assert caught.value.sentence == f"The operator {fault}."


def test_a_good_name_has_no_fault() -> None:
    assert name_fault("Jörg van der Berg") is None
    check_operator("Jörg van der Berg")
