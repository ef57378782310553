"""Which characters of two texts differ, as ranges that a row can mark.

What an operator must see is *where* to look: the one Cyrillic letter in a host name, the word that was
added. So common ends are taken off first, what is left is aligned line by line and then word by word, and
inside a pair of words that differ only the stretch between their common ends is marked. Aligning costs the
product of both lengths; beyond `MOST` the whole stretch is marked, which is coarse and never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

Ranges = tuple[tuple[int, int], ...]

MOST = 1_000_000
"""The product of two lengths, in lines or words, up to which they are aligned: 0.1 s or so at worst."""

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\w+|\W", re.DOTALL)


def marks(old: str, new: str) -> tuple[Ranges, Ranges]:
    """The ranges `(begin, end)` of code points that are in one text and not in the other.

    What is left of both texts when the ranges are taken out is the same.

    Returns:
        The ranges of `old`, and those of `new`, each in order and apart from each other.
    """
    found = list(_differences(old, new, 0, 0, (_LINES, _WORDS)))
    return _joined((a, b) for a, b, _, _ in found), _joined((a, b) for _, _, a, b in found)


Span = tuple[int, int, int, int]


def _differences(
    old: str, new: str, at_old: int, at_new: int, levels: Sequence[re.Pattern[str]]
) -> Iterator[Span]:
    """Where two stretches differ, as `(begin, end)` of the old and of the new text."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    at_old, at_new = at_old + head, at_new + head
    if not old and not new:
        return
    if not old or not new or not levels:
        yield at_old, at_old + len(old), at_new, at_new + len(new)
        return
    olds, news = levels[0].findall(old), levels[0].findall(new)
    if len(olds) * len(news) > MOST:
        yield at_old, at_old + len(old), at_new, at_new + len(new)
        return
    before, after = _places(olds, at_old), _places(news, at_new)
    for tag, a, b, c, d in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _differences("".join(olds[a:b]), "".join(news[c:d]), before[a], after[c], levels[1:])


def _common(one: str, other: str) -> int:
    """The length of the common beginning, by bisection: slices are compared faster."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _places(parts: Sequence[str], begin: int) -> list[int]:
    places = [begin]
    for part in parts:
        places.append(places[-1] + len(part))
    return places


def _joined(ranges: Iterator[tuple[int, int]]) -> Ranges:
    """The ranges that hold anything, those that touch made one."""
    joined: list[tuple[int, int]] = []
    for begin, end in ranges:
        if begin == end:
            continue
        if joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return tuple(joined)
