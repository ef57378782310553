"""What of a text would not be seen, or is not what it may be taken for: listed with its place, or counted.

Apart from `visible`, because only a text that somebody decides on is looked at so closely, and a listing must
not wait for what it takes.
"""

# ruff: noqa: A002 - `ascii` names the form that a caller asks for

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import category
from unicodedata import name as unicode_name

from cookui.text.visible import CONTROLS, Kind, visible


class Unusual(NamedTuple):
    """A stored character that is hidden, or not plain ASCII.

    Attributes:
        at: where, in characters from 0.
        line: its stored line, from 1.
        column: its place in that line, in characters from 1.
        codepoint: the character's number.
        name: its Unicode name, or in small letters what kind of nameless character it is.
        mark: how it is drawn.
        kind: as of a piece; `foreign` is drawn as it is, all else would not be seen.
    """

    at: int
    line: int
    column: int
    codepoint: int
    name: str
    mark: str
    kind: Kind


class Tally(NamedTuple):
    """What of a text is not plain ASCII that can be seen.

    Attributes:
        hidden: how many characters are drawn as marks, tabs or trailing spaces.
        foreign: how many others are drawn as they are.
    """

    hidden: int
    foreign: int


_UNUSUAL = re.compile(r"\n|[^ -~\n]|(?<! ) ++(?=\n|\Z)")


def unusual(text: str, *, ascii: bool = False) -> Iterator[Unusual]:
    """Every character that would not be seen, or is not what it may be taken for, in the text's order.

    These are all but printable ASCII inside a line and line feeds. They are found as they are asked for: take
    the first hundred of a hostile megabyte and the rest costs nothing; `tally` counts them all.
    """
    line, start = 1, 0
    for match in _UNUSUAL.finditer(text):
        if match.group() == "\n":
            line, start = line + 1, match.end()
            continue
        for index in range(*match.span()):
            char = text[index]
            kind: Kind = "space" if char == " " else "tab" if char == "\t" else "mark"
            if visible(char) == char and kind == "mark":
                kind = "foreign"
            drawn = visible(char, ascii=ascii)
            yield Unusual(index, line, index - start + 1, ord(char), _name(char), drawn, kind)


def tally(text: str) -> Tally:
    """How many hidden and how many foreign characters a text holds, counted without listing them."""
    hidden = sum(len(line) - len(line.rstrip(" ")) for line in text.split("\n"))
    foreign = 0
    for char, count in Counter(text).items():
        if char == "\n" or " " <= char <= "~":
            continue
        if visible(char) == char:
            foreign += count
        else:
            hidden += count
    return Tally(hidden, foreign)


_NAMELESS = {"Cc": "control character", "Cs": "lone surrogate", "Co": "private use", "Cn": "unassigned"}


def _name(char: str) -> str:
    name = unicode_name(char, "") or _NAMELESS.get(category(char), "without a name")
    return f"{name} {CONTROLS[ord(char)]}" if ord(char) in CONTROLS else name
