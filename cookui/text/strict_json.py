"""JSON read strictly: what is not plainly one value is refused with its line, its column and its place.

A return decides what a person is asked to approve, so nothing in it may be read two ways. The standard
library's reader takes the last of two equal keys, NaN, numbers that become infinite, and lone surrogates that
no file can hold again; here each is an error.

Two readers share the work. `loads` hands the text to the standard reader, which is written in C, with hooks
that notice what it would let through; good input costs next to nothing more. Only when something is wrong
does `_Finder` walk the text once more, a token at a time with a stack of its own, and say what comes first
and where. A test holds the two to the same verdict.
"""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, NoReturn

from cookui.text.visible import single

DEPTH = 100
"""How many arrays and objects may lie inside one another."""

SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""The integers that are taken: those that every reader of the ledger, in whatever language, can hold."""

_DIGITS = 20  # a longer literal is out of range, whatever its digits
_LONE = re.compile("[\ud800-\udfff]")
_LONGEST_PLACE = 120  # characters of a place in the value that a sentence quotes
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class StrictJsonError(ValueError):
    """The bytes are not one JSON value that can be read in one way only.

    Attributes:
        line: where, counted from 1; lines end at a line feed.
        column: where in the line, in characters from 1.
        sentence: what is wrong there. What it quotes of the input is in visible ASCII: safe to print.
    """

    def __init__(self, line: int, column: int, sentence: str) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}")
        self.line = line
        self.column = column
        self.sentence = sentence


def loads(data: bytes, *, limit: int) -> Any:
    """The value that the bytes hold.

    Args:
        data: the whole input; a caller with a stream reads `limit + 1` bytes of it and no more.
        limit: the most bytes to take.

    Raises:
        StrictJsonError: over the limit; not UTF-8, or with a byte order mark; not JSON; two equal keys in one
            object; NaN, an infinite number, an integer outside 64 bits; a lone surrogate; more than `DEPTH`
            levels.
    """
    if len(data) > limit:
        raise StrictJsonError(1, 1, f"more than {limit} bytes, which is the limit")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        raise _error(before, len(before), f"byte 0x{data[error.start]:02x} is not UTF-8 here") from None
    if text.startswith("\ufeff"):
        raise StrictJsonError(1, 1, "starts with a byte order mark; save it as UTF-8 without one")
    try:
        value = _READER.decode(text)
    except (_RefusedError, ValueError, RecursionError):
        _Finder(text).fail()
    if not _is_sound(text, value):
        _Finder(text).fail()
    return value


def canonical(value: Any) -> bytes:
    """The one form of a value that is hashed: sorted keys, no spaces, UTF-8.

    Raises:
        ValueError: NaN, an infinite number, or a lone surrogate.
        TypeError: not a JSON value.
    """
    form = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return form.encode("utf-8")


class _RefusedError(Exception):
    """The standard reader met what it would have let through."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _RefusedError
    return members


def _integer(literal: str) -> int:
    if len(literal) > _DIGITS or not SMALLEST <= (number := int(literal)) <= LARGEST:
        raise _RefusedError
    return number


def _fraction(literal: str) -> float:
    number = float(literal)
    if isinf(number):
        raise _RefusedError
    return number


def _constant(_: str) -> NoReturn:
    raise _RefusedError


_READER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)


def _is_sound(text: str, value: Any) -> bool:
    """Whether the value is shallow enough and free of lone surrogates; mostly the text alone can tell."""
    surrogates = _ESCAPED_SURROGATE.search(text) is not None
    if not surrogates and text.count("[") + text.count("{") <= DEPTH:
        return True
    level = [value]
    for depth in range(DEPTH + 1):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict | list) and depth == DEPTH:
                return False
            if isinstance(item, dict):
                inner.extend(item)
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
            elif surrogates and isinstance(item, str) and _LONE.search(item):
                return False
        level = inner
    return True


def _error(text: str, position: int, sentence: str) -> StrictJsonError:
    start = text.rfind("\n", 0, position) + 1
    return StrictJsonError(text.count("\n", 0, position) + 1, position - start + 1, sentence)


_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_BODY = re.compile(r"""(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+""")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_WORD = re.compile(r"-?[A-Za-z0-9_.+-]+")
_CLOSING = {"{": "}", "[": "]"}


class _Level:
    """An array or object that the walk is in: how it closes, and which member is at hand, if any."""

    def __init__(self, opening: str) -> None:
        self.close = _CLOSING[opening]
        self.is_object = opening == "{"
        self.keys: set[str] = set()
        self.count = 0
        self.member: str | int | None = None

    def __str__(self) -> str:
        if self.member is None:
            return ""
        if isinstance(self.member, int):
            return f"[{self.member}]"
        quoted = _quoted(self.member)
        return f".{quoted}" if self.member.isidentifier() and self.member.isascii() else f'["{quoted}"]'


class _Finder:
    """Walks a text that is not taken, and raises for what is wrong first."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._levels: list[_Level] = []

    def fail(self) -> NoReturn:
        """Raise the StrictJsonError of the first thing that is wrong."""
        opened = self._value()
        while self._levels:
            level = self._levels[-1]
            level.member = None
            if self._takes(level.close):
                self._levels.pop()
                opened = False
                continue
            if not opened and not self._takes(","):
                self._refuse(f"a comma or {level.close} is missing")
            level.member = self._key(level) if level.is_object else level.count
            level.count += 1
            opened = self._value()
        self._skip()
        self._refuse(
            "something follows the value" if self._at < len(self._text) else "cannot be read as JSON"
        )

    def _key(self, level: _Level) -> str:
        """Step over a key and its colon, and return what it says."""
        self._skip()
        start = self._at
        if not self._text.startswith('"', start):
            self._refuse("a key in double quotes is missing")
        key = self._string()
        if key in level.keys:
            self._refuse(f'the key "{_quoted(key)}" is there twice', start)
        level.keys.add(key)
        if not self._takes(":"):
            self._refuse(f'a colon is missing after "{_quoted(key)}"')
        return key

    def _value(self) -> bool:
        """Step over a scalar, or into an array or object: whether one was opened."""
        self._skip()
        first = self._text[self._at : self._at + 1]
        if first in _CLOSING:
            if len(self._levels) == DEPTH:
                self._refuse(f"more than {DEPTH} levels inside one another")
            self._levels.append(_Level(first))
            self._at += 1
            return True
        if first == '"':
            self._string()
        else:
            self._word()
        return False

    def _word(self) -> None:
        match = _WORD.match(self._text, self._at)
        word = match.group() if match else ""
        if word in ("true", "false", "null"):
            self._at += len(word)
            return
        if word in ("NaN", "Infinity", "-Infinity"):
            self._refuse(f"{word} is no JSON number")
        number = _NUMBER.fullmatch(word)
        if number is None:
            self._refuse(f'"{_quoted(word)}" is no JSON value' if word else "a value is missing")
        if number[1] is None and number[2] is None:
            if len(word) > _DIGITS or not SMALLEST <= int(word) <= LARGEST:
                self._refuse(f"the integer {_quoted(word)} does not fit 64 bits")
        elif isinf(float(word)):
            self._refuse(f"the number {_quoted(word)} is too large")
        self._at += len(word)

    def _string(self) -> str:
        """Step over a string and return what it says."""
        start = self._at
        body = _BODY.match(self._text, start + 1)
        end = body.end() if body else start + 1
        stop = self._text[end : end + 1]
        if stop != '"':
            self._at = end
            if not stop:
                self._refuse("the string is not closed", start)
            self._refuse(
                "a backslash that starts no escape" if stop == "\\" else "a raw control character in a string"
            )
        self._at = end + 1
        inside = self._text[start + 1 : end]
        if "\\" in inside:
            self._check_surrogates(start + 1, end)
            inside = json.loads(f'"{inside}"')
        return inside

    def _check_surrogates(self, start: int, end: int) -> None:
        high: re.Match[str] | None = None
        for escape in _ESCAPE.finditer(self._text, start, end):
            unit = int(escape[1], 16) if escape[1] else 0
            low = 0xDC00 <= unit <= 0xDFFF
            if low and high is not None and high.end() == escape.start():
                high = None
                continue
            if low or high is not None:
                self._lone(high or escape)
            high = escape if 0xD800 <= unit <= 0xDBFF else None
        if high is not None:
            self._lone(high)

    def _lone(self, escape: re.Match[str]) -> NoReturn:
        self._refuse(f"the lone surrogate {escape.group()} cannot be stored", escape.start())

    def _takes(self, char: str) -> bool:
        self._skip()
        if not self._text.startswith(char, self._at):
            return False
        self._at += 1
        return True

    def _skip(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at

    def _refuse(self, wrong: str, position: int | None = None) -> NoReturn:
        place = "$" + "".join(map(str, self._levels))
        if len(place) > _LONGEST_PLACE:
            place = f"$...{place[-_LONGEST_PLACE:]}"
        raise _error(self._text, self._at if position is None else position, f"{wrong}, in {place}")


def _quoted(outside: str) -> str:
    return single(outside, 40, ascii=True)
