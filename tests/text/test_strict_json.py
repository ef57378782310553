"""JSON read strictly: one way to read it, or a line and a column."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.strict_json import DEPTH, LARGEST, SMALLEST, StrictJsonError, _Finder, canonical, loads

MEGABYTE = 1 << 20

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(SMALLEST, LARGEST),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
)
fragments = st.lists(
    st.sampled_from(
        ["{", "}", "[", "]", ",", ":", " ", "\n", "\t", "\ufeff", "\u00a0", "\x00", "é", "/*", "//", "'a'",
         '"a"', '"b"', '""', '"', '"\n"', '"\x7f"', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}',
         '"\\ud800"',
         '"\\udc00"', '"\\ud83d\\ude00"', '"\\ud800\\\\udc00"', '"\\\\ud800"', '"\\x"', '"\\u12"',
         "1", "-", "0", "01", "1.", "1.5", "1e5", "1e999", "-1e999", ".5", "+1", "１", "9" * 5000,
         *map(str, (LARGEST, LARGEST + 1, SMALLEST, SMALLEST - 1)), "NaN", "Infinity", "-Infinity",
         "true", "True", "null", "nul", "[" * DEPTH, "]" * DEPTH]
    ),
    max_size=9,
).map("".join)  # fmt: skip
"""What JSON is made of, and what it is often taken to be made of."""


def verdict(data: bytes) -> StrictJsonError | None:
    try:
        loads(data, limit=MEGABYTE)
    except StrictJsonError as error:
        return error
    return None


def refused(data: bytes | str, limit: int = MEGABYTE) -> StrictJsonError:
    with pytest.raises(StrictJsonError) as caught:
        loads(data.encode() if isinstance(data, str) else data, limit=limit)
    return caught.value


@given(value=values, indent=st.sampled_from([None, 2]), escapes=st.booleans())
def test_good_json_is_read_as_it_was_written(value, indent, escapes):
    text = json.dumps(value, indent=indent, ensure_ascii=escapes)
    assert loads(text.encode(), limit=MEGABYTE) == value


@given(text=st.one_of(fragments, st.text()).filter(lambda text: not text.startswith("\ufeff")))
def test_the_reader_and_the_one_that_explains_come_to_the_same_verdict(text):
    with pytest.raises(StrictJsonError) as explained:
        _Finder(text).fail()
    error = verdict(text.encode())
    nothing_wrong = explained.value.sentence == "cannot be read as JSON, in $"
    assert (error is None) == nothing_wrong
    assert error is None or str(error) == str(explained.value)


@given(text=fragments)
def test_what_is_taken_can_be_stored_and_says_what_the_standard_reader_says(text):
    if verdict(text.encode()) is None:
        value = loads(text.encode(), limit=MEGABYTE)
        assert value == json.loads(text)
        assert loads(canonical(value), limit=MEGABYTE) == value


@given(data=st.binary())
def test_any_bytes_are_read_or_refused_in_words_that_can_be_printed(data):
    error = verdict(data)
    assert error is None or (min(error.line, error.column) >= 1 and error.sentence.isprintable())
    assert error is None or str(error).isascii()


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "a value is missing, in $"),
        (" \n ", 2, 2, "a value is missing, in $"),
        ("{", 1, 2, "a key in double quotes is missing, in $"),
        ("{'a': 1}", 1, 2, "a key in double quotes is missing, in $"),
        ('{"a": 1,}', 1, 9, "a key in double quotes is missing, in $"),
        ('{"a" 1}', 1, 6, 'a colon is missing after "a", in $'),
        ('{"a": 1\n "b": 2}', 2, 2, "a comma or } is missing, in $"),
        ("[1 2]", 1, 4, "a comma or ] is missing, in $"),
        ("[1,]", 1, 4, "a value is missing, in $[1]"),
        ("[1]]", 1, 4, "something follows the value, in $"),
        ('{"a": tru}', 1, 7, '"tru" is no JSON value, in $.a'),
        ("[01]", 1, 2, '"01" is no JSON value, in $[0]'),
        ("[1, NaN]", 1, 5, "NaN is no JSON number, in $[1]"),
        ("-Infinity", 1, 1, "-Infinity is no JSON number, in $"),
        ("[-1e999]", 1, 2, "the number -1e999 is too large, in $[0]"),
        ('{"cycle": 9223372036854775808}', 1, 11,
         "the integer 9223372036854775808 does not fit 64 bits, in $.cycle"),
        ("9" * 5000, 1, 1, f"the integer {'9' * 31}\\...+4969 does not fit 64 bits, in $"),
        ('"open', 1, 1, "the string is not closed, in $"),
        ('["a\nb"]', 1, 4, "a raw control character in a string, in $[0]"),
        ('["a\\q"]', 1, 4, "a backslash that starts no escape, in $[0]"),
        ('{"a": 1, "b": {"c": 2, "c": 3}}', 1, 24, 'the key "c" is there twice, in $.b'),
        ('{"a": 1,\n "\\u0061": 3}', 2, 2, 'the key "a" is there twice, in $'),
        ('{"evidence": [{"output": "\\ud800"}]}', 1, 27,
         "the lone surrogate \\ud800 cannot be stored, in $.evidence[0].output"),
        ('{"é": "x\\uDC00"}', 1, 9, 'the lone surrogate \\uDC00 cannot be stored, in $["\\xe9"]'),
        ('{"\\ud800": 1}', 1, 3, "the lone surrogate \\ud800 cannot be stored, in $"),
        ('["\\ud83d\\ude00", "\\ude00\\ud83d"]', 1, 19,
         "the lone surrogate \\ude00 cannot be stored, in $[1]"),
        ('{"a\\u001b": }', 1, 13, 'a value is missing, in $["a\\x1b"]'),
        ("\ufeff{}", 1, 1, "starts with a byte order mark; save it as UTF-8 without one"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(text, line, column, sentence):
    error = refused(text)
    assert (error.line, error.column, error.sentence) == (line, column, sentence)


def test_a_byte_that_is_not_utf_8_is_named_with_its_place():
    error = refused('{\n"é": "'.encode() + b'\xff"}')
    assert (error.line, error.column, error.sentence) == (2, 7, "byte 0xff is not UTF-8 here")
    assert refused(b'"\xed\xa0\x80"').column == 2  # a surrogate in UTF-8 is not UTF-8


def test_the_limit_comes_before_everything_else():
    assert refused(b"\xff" * 11, limit=10).sentence == "more than 10 bytes, which is the limit"
    assert loads(b"1234567890", limit=10) == 1234567890


def test_so_many_levels_are_taken_and_one_more_is_not():
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        inner = "[]" if opening == "[" else "{}"
        assert loads((opening * (DEPTH - 1) + inner + closing * (DEPTH - 1)).encode(), limit=MEGABYTE)
        error = refused(opening * DEPTH + inner + closing * DEPTH)
        assert error.sentence.startswith("more than 100 levels inside one another, in $")
        assert error.column == len(opening) * DEPTH + 1


@pytest.mark.parametrize(
    "bomb", ["[" * 10_000, '{"a":' * 10_000, "[" * 10_000 + "]" * 10_000, '[{"":' * 5_000]
)
def test_a_bomb_of_levels_is_refused_without_falling_into_it(bomb):
    assert refused(bomb).sentence.startswith("more than 100 levels")


def test_many_shallow_levels_are_no_bomb():
    assert loads(b"[" + b"[[]]," * 5_000 + b"{}]", limit=MEGABYTE)[-1] == {}


def test_the_integers_at_the_edge_are_taken():
    assert loads(f"[{SMALLEST}, {LARGEST}, -0]".encode(), limit=99) == [SMALLEST, LARGEST, 0]


def test_a_hostile_key_is_quoted_harmlessly_and_shortly():
    error = refused('{"\\u202e%s": {"x": 1, "x": 2}}' % ("k" * 5_000))
    assert "\\u202e" in error.sentence
    assert len(error.sentence) < 200


@given(value=values)
def test_the_canonical_form_is_one_and_is_read_back(value):
    form = canonical(value)
    assert loads(form, limit=MEGABYTE) == value
    assert canonical(json.loads(form)) == form


def test_the_canonical_form_sorts_keys_and_spends_no_space():
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"é"]}'.encode()


@pytest.mark.parametrize("value", [math.nan, [math.inf], "\ud800", {"\udfff": 1}])
def test_what_cannot_be_stored_has_no_canonical_form(value):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the standard library says
        canonical(value)
