"""How one text differs from another, character by character, in bounded time.

It marks what an operator must not overlook: how a verifier's row departs from the planned postcondition, how
a boundary departs from the one granted last. So it is exact before it is pretty: without the new spans it is
the old text, without the old spans the new one.

The texts are compared by lines, what differs there by words, and what differs there by characters, each time
along a shortest path (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). The steps of
each of the three are counted; where they do not reach, what is left counts as wholly different. The standard
library's difflib was not taken: two hostile texts keep it busy for minutes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

STEPS = 100_000
"""The comparisons that each of the three passes may make."""

_PASSES: tuple[Callable[[str], Sequence[str]], ...] = (
    re.compile(r"[^\n]*+\n|[^\n]++").findall,
    re.compile(r"\w+|\s+|[^\w\s]").findall,
    list,
)


class Span(NamedTuple):
    """A stretch of text that both have, or that only the old or only the new one has."""

    kind: Literal["same", "old", "new"]
    text: str


class _Match(NamedTuple):
    """Where two sequences are equal for a while."""

    old: int
    new: int
    length: int


class _Steps:
    """How many comparisons are left to a pass."""

    def __init__(self) -> None:
        self.left = STEPS


def difference(old: str, new: str) -> list[Span]:
    """The spans of both texts in order; where both differ, the old span comes before the new one.

    No span is empty and two of a kind never meet. Texts too different to compare in bounded time give fewer
    and longer spans.
    """
    spans: list[Span] = []
    parts: dict[Literal["same", "old", "new"], list[str]] = {"same": [], "old": [], "new": []}

    def close(*kinds: Literal["same", "old", "new"]) -> None:
        for kind in kinds:
            if parts[kind]:
                spans.append(Span(kind, "".join(parts[kind])))
                parts[kind] = []

    for kind, text in _compare(old, new, [_Steps() for _ in _PASSES]):
        if text:
            close(*(("old", "new") if kind == "same" else ("same",)))
            parts[kind].append(text)
    close("same", "old", "new")
    return spans


def _compare(old: str, new: str, passes: list[_Steps]) -> Iterator[Span]:
    """The spans as they are found by the last so many passes; some may be empty."""
    head = _common(old, new)
    old, new, start = old[head:], new[head:], old[:head]
    tail = _common(old[::-1], new[::-1])
    yield Span("same", start)
    yield from _between(old[: len(old) - tail], new[: len(new) - tail], passes)
    yield Span("same", old[len(old) - tail :])


def _between(old: str, new: str, passes: list[_Steps]) -> Iterator[Span]:
    """The same for texts that neither start nor end alike."""
    if not (old and new and passes):
        yield Span("old", old)
        yield Span("new", new)
        return
    split = _PASSES[-len(passes)]
    olds, news = split(old), split(new)
    matches = _matches(olds, news, passes[0])
    if len(passes) == 1 and 2 * sum(match.length for match in matches) < max(len(olds), len(news)):
        matches = []  # words that share less than half of their letters are easier read one after the other
    in_old = in_new = 0
    for match in [*matches, _Match(len(olds), len(news), 0)]:
        yield from _compare("".join(olds[in_old : match.old]), "".join(news[in_new : match.new]), passes[1:])
        in_old, in_new = match.old + match.length, match.new + match.length
        yield Span("same", "".join(olds[match.old : in_old]))


def _common(old: str, new: str) -> int:
    """How many characters both texts start with, found by halving."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _matches(old: Sequence[str], new: Sequence[str], steps: _Steps) -> list[_Match]:
    """Where the sequences are equal along a shortest way from one to the other; nowhere if the steps run out.

    A diagonal is a place in old less one in new: an equal pair keeps it, a deletion raises it, an insertion
    lowers it. For each number of edits the farthest place on each diagonal is found from the number before.
    """
    farthest = {1: 0}
    trail = []
    for edits in range(len(old) + len(new) + 1):
        trail.append(farthest.copy())
        lowest = 2 * max(0, edits - len(new)) - edits
        highest = edits - 2 * max(0, edits - len(old))
        for diagonal in range(lowest, highest + 1, 2):
            start = at = max(_inserted(farthest, diagonal), _deleted(farthest, diagonal))
            while at < len(old) and at - diagonal < len(new) and old[at] == new[at - diagonal]:
                at += 1
            farthest[diagonal] = at
            steps.left -= 1 + at - start
            if at == len(old) and at - diagonal == len(new):
                return _walk_back(trail, len(old), len(new))
        if steps.left < 0:
            break
    return []


def _inserted(farthest: dict[int, int], diagonal: int) -> int:
    """The place in old after an insertion leads to the diagonal."""
    return farthest.get(diagonal + 1, -1)


def _deleted(farthest: dict[int, int], diagonal: int) -> int:
    """The place in old after a deletion leads to the diagonal."""
    return farthest.get(diagonal - 1, -2) + 1


def _walk_back(trail: list[dict[int, int]], in_old: int, in_new: int) -> list[_Match]:
    """The matches of the way that was found, from its end, through what was farthest before each edit."""
    matches = []
    for farthest in reversed(trail):
        diagonal = in_old - in_new
        inserted, deleted = _inserted(farthest, diagonal), _deleted(farthest, diagonal)
        start = max(inserted, deleted)
        if start < in_old:
            matches.append(_Match(start, start - diagonal, in_old - start))
        in_old = start if inserted >= deleted else start - 1
        in_new = in_old - (diagonal + 1 if inserted >= deleted else diagonal - 1)
    return matches[::-1]
