"""How an exact text is laid out in rows: stored lines numbered, folded hard at the width, nothing dropped.

A row is a slice of the stored text and nothing else, so the rows one after another are the text, whatever
the width. A line is folded where the width ends, not between words, and a mark is never broken. A fold cannot
hide a space: before it spaces are drawn as dots, and in ASCII, where a dot would take four cells, each folded
row ends with a backslash, as in a shell.

Opening costs one pass. A line of printable ASCII needs only its length; any other keeps the running sum of
its cells, four bytes a character, so that even a megabyte on one line is measured once, and folded again at
each new width by bisection.
"""

# ruff: noqa: A002 - `ascii` names the form that a caller asks for

from __future__ import annotations

import textwrap
from array import array
from bisect import bisect_right
from itertools import accumulate, chain, pairwise, repeat
from typing import NamedTuple

from cookui.text.measures import measure
from cookui.text.visible import MARK_CELLS, Piece, is_even, pieces, widths

NARROWEST = MARK_CELLS + 2
"""The least width to fold at, in cells: any mark fits, and beside it the backslash of a fold in ASCII."""


class Row(NamedTuple):
    """One row of a folded text.

    Attributes:
        line: the stored line that it belongs to, from 1.
        start: its first character in the text.
        end: the character after its last.
        opens: it is the first of its line.
        goes_on: the line goes on in the next row.
    """

    line: int
    start: int
    end: int
    opens: bool
    goes_on: bool


class Measured:
    """A text whose lines have been measured, ready to be folded at any width.

    Args:
        text: any string, from anywhere.
        ascii: it is to be drawn in printable ASCII only.
    """

    def __init__(self, text: str, *, ascii: bool = False) -> None:
        self.text = text
        self.ascii = ascii
        self.measures = measure(text)
        self.feed_cells = 2 if ascii else 1
        # Where each stored line starts, and at last where the text ends.
        self.starts = array("I", [0])
        # Of each line that is not even: the cells up to and with each of its characters.
        self.sums: dict[int, array[int]] = {}
        start = 0
        for number, body in enumerate(text.split("\n")):
            end = start + len(body) + 1
            if not is_even(body, ascii=ascii):
                self.sums[number] = array("I", accumulate(widths(text[start:end], ascii=ascii)))
            self.starts.append(end)
            start = end
        if text and not text.endswith("\n"):
            self.starts[-1] -= 1
        else:
            self.starts.pop()  # what follows the last line feed, or an empty text, is no line

    @property
    def lines(self) -> int:
        """How many stored lines there are."""
        return len(self.starts) - 1

    @property
    def digits(self) -> int:
        """The digits of the last line's number."""
        return len(str(self.lines))

    @property
    def gutter(self) -> int:
        """The cells that stand before each row."""
        return self.digits + 3


class Wrapping:
    """A measured text folded at a width: a sequence of rows, made as they are asked for.

    Args:
        measured: the text.
        width: the cells of a row, at least `NARROWEST`.

    Raises:
        ValueError: the width is less.
    """

    def __init__(self, measured: Measured, width: int) -> None:
        if width < NARROWEST:
            raise ValueError(f"a text cannot be folded at {width} cells")
        self.measured = measured
        self.width = width
        self._inner = width - 1 if measured.ascii else width
        self._folds = {number: self._fold(sums) for number, sums in measured.sums.items()}
        # The first row of each line, and at last how many rows there are.
        self._first = array("I", accumulate(self._counts(), initial=0))

    def __len__(self) -> int:
        return self._first[-1]

    def row(self, number: int) -> Row:
        """The row of that number, from 0."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        line = bisect_right(self._first, number) - 1
        nth = number - self._first[line]
        last = number + 1 == self._first[line + 1]
        start, end = self.measured.starts[line], self.measured.starts[line + 1]
        if line in self._folds:
            folds = self._folds[line]
            first, after = folds[nth], 0 if last else folds[nth + 1]
        else:
            # A line feed, which may take two cells, is not parted: it ends the last row.
            body = end - start - (self.measured.text[end - 1] == "\n")
            first, after = min(nth * self._inner, body), min((nth + 1) * self._inner, body)
        return Row(line + 1, start + first, end if last else start + after, nth == 0, not last)

    def row_of(self, index: int) -> int:
        """The number of the row that shows a character; what lies outside the text counts as its nearest end.

        Args:
            index: the character's place in the text, from 0.
        """
        if not len(self):
            return 0
        index = min(max(index, 0), self.measured.starts[-1] - 1)
        line = bisect_right(self.measured.starts, index) - 1
        place = index - self.measured.starts[line]
        if line in self._folds:
            return self._first[line] + bisect_right(self._folds[line], place) - 1
        if self.measured.text[index] == "\n":
            return self._first[line + 1] - 1
        return self._first[line] + place // self._inner

    def drawn(self, row: Row) -> list[Piece]:
        """What a row shows of the text: joined, the pieces decode to its slice."""
        measured = self.measured
        goes_on = measured.ascii and row.goes_on and not self._is_trailing(row.line - 1, row.end)
        return list(pieces(measured.text[row.start : row.end], ascii=measured.ascii, goes_on=goes_on))

    @property
    def fold(self) -> str:
        """What is drawn after a row that goes on."""
        return "\\" if self.measured.ascii else ""

    def spans(self, row: Row, start: int, end: int) -> list[tuple[Piece, bool]]:
        """What a row shows, parted where a range of the text begins and ends, each with whether it is inside.

        Args:
            row: the row.
            start: the first character of the range, in the whole text.
            end: the character after its last.
        """
        parted = []
        at = row.start
        for piece in self.drawn(row):
            each, until = len(piece.text) // piece.stored, at + piece.stored
            for first, after in pairwise(sorted({at, until, *(x for x in (start, end) if at < x < until)})):
                text = piece.text[(first - at) * each : (after - at) * each]
                parted.append((Piece(text, piece.kind), start <= first < end))
            at = until
        return parted

    def place(self, row: Row, column: int, *, after: bool = False) -> int:
        """The stored character that is drawn at a place in a row.

        Args:
            row: the row.
            column: the place, in drawn characters from the start of its text; outside is the nearer end.
            after: the column ends a range: the character after the one that is drawn before it.
        """
        at, left = row.start, max(column, 0)
        for piece in self.drawn(row):
            each = len(piece.text) // piece.stored
            if left < len(piece.text):
                return at + (-(-left // each) if after else left // each)
            at += piece.stored
            left -= len(piece.text)
        return row.end

    def gutter(self, row: Row) -> str:
        """What stands before a row: its line's number, or the sign that the line goes on."""
        sign, edge = (">", "|") if self.measured.ascii else ("↪", "│")
        return f"{row.line if row.opens else sign:>{self.measured.digits}} {edge} "

    def closing(self) -> list[str]:
        """The rows that say that the text ends here, and how big it is; no row of a text looks like them."""
        edge = "+" if self.measured.ascii else "└"
        words = textwrap.wrap(f"end of text: {self.measured.measures}", self.width)
        edges = chain([edge], repeat(" "))
        return [f"{'':{self.measured.digits}} {edge} {row}" for edge, row in zip(edges, words, strict=False)]

    def _is_trailing(self, line: int, index: int) -> bool:
        """Whether nothing but spaces is left of a line, in ASCII: the width of the next one tells."""
        if line not in self._folds:
            return self.measured.text[index] == "\n"
        sums, place = self.measured.sums[line], index - self.measured.starts[line]
        wide = sums[place] - sums[place - 1] > 1
        return self.measured.text[index] == "\n" or (self.measured.text[index] == " " and wide)

    def _fold(self, sums: array[int]) -> array[int]:
        """Where the rows of an uneven line start, counted from the line's start."""
        folds = array("I")
        start = used = 0
        while start < len(sums):
            folds.append(start)
            start = bisect_right(sums, used + self._inner, start, min(len(sums), start + self._inner))
            used = sums[start - 1]
        return folds

    def _counts(self) -> list[int]:
        """How many rows each line takes."""
        measured, inner = self.measured, self._inner
        wider = measured.feed_cells - 1
        counts = [-(-(end - start + wider) // inner) for start, end in pairwise(measured.starts)]
        if counts and not measured.text.endswith("\n"):
            counts[-1] = -(-(measured.starts[-1] - measured.starts[-2]) // inner)
        for line, folds in self._folds.items():
            counts[line] = len(folds)
        return counts
