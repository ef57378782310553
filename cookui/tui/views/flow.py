"""Fragments folded into lines: our words and outside text in one paragraph, nothing dropped, nothing
ambiguous.

Prose is folded after a space where there is one; a space of outside text that ends a folded line is drawn
as a dot, so a reader always knows what stood there. What must be read character by character (a boundary, a
log), or is too long for this to be fast, is folded hard by `cookui.text.wrap`. Either way the lines of
outside text, decoded and joined, are the stored text.

Ages have no width of their own until they are drawn, so four cells are kept for each: folding never depends
on the clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from cookui.text.allowed import CLOSE, OPEN, is_allowed
from cookui.text.visible import Kind, Piece, cell_width, is_even, mark, pieces
from cookui.text.wrap import NARROWEST, Measured, Wrapping
from cookui.tui.views.compare import Ranges
from cookui.tui.views.rows import Age, Frag, Outside, Tone, Words

AGE_CELLS = 4
"""The cells kept for an age."""

PROSE = 4096
"""Code points up to which a text is folded between words; longer ones are not read as prose by anybody."""


class Look(NamedTuple):
    """How a stretch is to be drawn.

    Attributes:
        tone: what it means.
        kind: what kind of text it is; `words` are our own.
        marked: it differs from what it is compared with.
    """

    tone: Tone
    kind: Kind | str = "words"
    marked: bool = False


class Segment(NamedTuple):
    """A stretch of one look, in its visible form; or an age, whose words are made when it is drawn."""

    text: str
    look: Look
    age: Age | None = None


Line = list[Segment]


class Block(Protocol):
    """A part of a cell: so many lines, each made when it is asked for."""

    def __len__(self) -> int: ...

    def line(self, number: int) -> Line:
        """The line of that number, from 0."""
        ...


def looked(drawn: Iterable[Piece], start: int, tone: Tone, marks: Ranges) -> Iterator[tuple[Segment, int]]:
    """Pieces with their looks, parted where a marked range begins or ends; and how many code points each is.

    Args:
        drawn: the visible form of a stretch of stored text.
        start: where the stretch starts in the stored text.
        tone: its tone.
        marks: ranges of the stored text that are marked.
    """
    at = start
    for piece in drawn:
        whole = 1 if piece.kind in ("mark", "tab", "newline") else len(piece.text)
        for begin, end in _cuts(at, at + whole, marks):
            text = piece.text if end - begin == whole else piece.text[begin - at : end - at]
            marked = any(first <= begin < last for first, last in marks)
            yield Segment(text, Look(tone, piece.kind, marked)), end - begin
        at += whole


def _cuts(begin: int, end: int, marks: Ranges) -> Iterator[tuple[int, int]]:
    """The range parted where marks begin or end."""
    if not marks:
        yield begin, end
        return
    edges = sorted({begin, end, *(edge for pair in marks for edge in pair if begin < edge < end)})
    yield from pairwise(edges)


class Folded:
    """Outside text folded hard at the width.

    Args:
        frag: the text.
        width: cells of a line.
    """

    def __init__(self, frag: Outside, width: int) -> None:
        self._frag = frag
        self._rows = Wrapping(Measured(frag.text), max(width, NARROWEST))

    def __len__(self) -> int:
        return max(len(self._rows), 1)

    def line(self, number: int) -> Line:
        """The line of that number, from 0."""
        if number >= len(self._rows):
            return []
        row = self._rows.row(number)
        near = tuple(each for each in self._frag.marks if each[0] < row.end and each[1] > row.start)
        return [segment for segment, _ in looked(self._rows.drawn(row), row.start, self._frag.tone, near)]


class Flowed:
    """Fragments in one paragraph, folded between words.

    Args:
        frags: the fragments.
        width: cells of a line.
    """

    def __init__(self, frags: Sequence[Frag], width: int) -> None:
        self._frags = frags
        self._width = max(width, NARROWEST)
        self._lines: list[Line] | None = None
        self._plain = _fits(frags, self._width)

    def __len__(self) -> int:
        return 1 if self._plain else len(self._all())

    def line(self, number: int) -> Line:
        """The line of that number, from 0."""
        return self._all()[number]

    def _all(self) -> list[Line]:
        if self._lines is None:
            self._lines = [_merged(line) for line in _fold(_atoms(self._frags), self._width)] or [[]]
        return self._lines


@lru_cache(maxsize=4096)
def ours(text: str) -> str:
    """Our own words as they are drawn: as they are.

    Where outside text slipped into them after all, what may not reach a terminal is drawn as a mark.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char == "\n" or is_allowed(ord(char)) else mark(ord(char)) for char in text)


def _fits(frags: Sequence[Frag], width: int) -> bool:
    """Whether it is one line at a glance: the answer for most rows of a long list, without folding any."""
    used = 0
    for frag in frags:
        if isinstance(frag, Age):
            used += AGE_CELLS
        elif isinstance(frag, Outside):
            if not is_even(frag.text):
                return False
            used += len(frag.text)
        else:
            drawn = ours(frag.text)
            if "\n" in drawn:
                return False
            used += cell_width(drawn)
    return used < width


class _Atom(NamedTuple):
    """What is never parted: one stored character as drawn, a character or a mark of ours, or an age."""

    segment: Segment
    cells: int


_BREAK = Segment("", Look(Tone.PLAIN, "break"))


def _atoms(frags: Sequence[Frag]) -> Iterator[_Atom]:
    for frag in frags:
        if isinstance(frag, Age):
            yield _Atom(Segment("", Look(frag.tone), frag), AGE_CELLS)
        elif isinstance(frag, Words):
            look = Look(frag.tone)
            for unit in _units(ours(frag.text)):
                yield _Atom(_BREAK, 0) if unit == "\n" else _Atom(Segment(unit, look), cell_width(unit))
        else:
            for segment, count in looked(pieces(frag.text), 0, frag.tone, frag.marks):
                if count == 1:
                    yield _Atom(segment, cell_width(segment.text))
                else:
                    for char in segment.text:
                        yield _Atom(Segment(char, segment.look), cell_width(char))


_UNIT = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}|.", re.DOTALL)


def _units(drawn: str) -> Iterable[str]:
    """The characters of our words, and the marks that stand among them, which are folded like one."""
    return _UNIT.findall(drawn) if OPEN in drawn else drawn


def _fold(atoms: Iterable[_Atom], width: int) -> Iterator[list[_Atom]]:
    """Lines of atoms. A word ends a cell before the width, so that the space after it has its place."""
    line: list[_Atom] = []
    used = after_space = 0
    for atom in atoms:
        space = atom.segment.text == " "
        while line and used + atom.cells > (width if space else width - 1):
            at = after_space or len(line)
            yield _with_dots(line[:at])
            line = line[at:]
            used = sum(each.cells for each in line)
            after_space = 0
        line.append(atom)
        used += atom.cells
        if atom.segment.look.kind in ("newline", "break"):
            yield line
            line, used, after_space = [], 0, 0
        elif space:
            after_space = len(line)
    if line:
        yield line


def _with_dots(line: list[_Atom]) -> list[_Atom]:
    """A folded line whose last spaces, where they are stored ones, are drawn as dots."""
    last = len(line)
    while last and line[last - 1].segment.text == " " and line[last - 1].segment.look.kind == "plain":
        last -= 1
    dots = [_Atom(Segment("·", each.segment.look._replace(kind="space")), 1) for each in line[last:]]
    return line[:last] + dots


def _merged(line: list[_Atom]) -> Line:
    """The segments of a line, neighbours of one look made one."""
    merged: Line = []
    for segment, _ in line:
        if merged and segment.age is None and merged[-1].age is None and merged[-1].look == segment.look:
            merged[-1] = Segment(merged[-1].text + segment.text, segment.look)
        elif segment is not _BREAK:
            merged.append(segment)
    return merged


def blocks(frags: Sequence[Frag], width: int, hard: bool) -> list[Block]:
    """The blocks of a cell's body: what is long or must be exact to the character is folded hard, the rest
    flows.

    Args:
        frags: the body.
        width: cells of a line.
        hard: fold all outside text hard.
    """
    made: list[Block] = []
    together: list[Frag] = []
    for frag in frags:
        if isinstance(frag, Outside) and (hard or len(frag.text) > PROSE):
            if together:
                made.append(Flowed(tuple(together), width))
                together = []
            made.append(Folded(frag, width))
        else:
            together.append(frag)
    if together or not made:
        made.append(Flowed(tuple(together), width))
    return made
