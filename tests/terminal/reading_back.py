"""Reads texts of a pen back from a screen: what is drawn decodes to what is stored, or says that it was cut.

Nothing is known here of what stands where. A text begins with its number, so all that there is of one can be
asked: are these the cells of that text? A row may end at any line that is drawn from top to bottom, and each
further row may begin at one column that is left of where the text begins; with one such frame the cells,
decoded, must be the stored text, whole, or up to a sign that counts the characters left out, or up to the
last row of a part of the screen that can be scrolled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cookui.text.allowed import CUT
from cookui.text.visible import decode

BEGIN = re.compile(r"(?<!\d)(\d{3})\{")

LINES = frozenset("│┃")
"""What parts stand side by side with between them."""

BOX = "╭" + 20 * "─"
"""The edge of what lies over a screen; longer than anybody's text has it."""

_ACROSS = re.compile(
    r"[│╰]?[ ▌]?(?:[─━]{20,}|(?:operator|reason|code) |[A-Z]+ [A-Z ]*(?:⚠|\d))|▌ (?:Conditions|Claim)\b"
)
"""A row that nothing goes on in: a line from side to side, a field, the title of an exact text, and what
stands first below the sentences that orient."""

_SAID = re.compile(r" [✗▸] ")


class Read(NamedTuple):
    """A text that was found on the screen.

    Args:
        number: its number.
        whole: whether all of it is there.
    """

    number: int
    whole: bool


class MisdrawnError(AssertionError):
    """Something on the screen begins like a text and is not that text.

    Args:
        row, column: where it begins.
        stored: the text.
    """

    def __init__(self, row: int, column: int, stored: str) -> None:
        super().__init__(f"row {row}, column {column}: {stored!a} is drawn as something else")
        self.row = row


class Frame:
    """A screen to be read.

    Args:
        cells: what stands in each cell, row by row.

    Attributes:
        ends: the rows after which a part of the screen may end.
    """

    def __init__(self, cells: Sequence[Sequence[str]]) -> None:
        self.cells = cells
        rows = ["".join(row) for row in cells]
        self.left, self.right, self.top, self.bottom = self._on_top(rows)
        last = self._footer(rows)
        closing = [number for number, row in enumerate(rows) if _ACROSS.match(row)]
        closing += [number for number, row in enumerate(rows) if row[0] in LINES][:1]
        self.ends = frozenset(number - 1 for number in [*closing, last, len(rows)])

    def _on_top(self, rows: list[str]) -> tuple[int, int, int, int]:
        """What can be read: inside of the box that lies over the others, if one does."""
        for number, row in enumerate(rows):
            if BOX in row:
                cells = list(self.cells[number])
                left = next(at for at in range(len(cells)) if "".join(cells[at:]).startswith(BOX))
                under = "╰" + BOX[1:]
                bottom = next(below for below in range(number, len(rows)) if under in rows[below])
                return left + 1, cells.index("╮", left), number + 1, bottom
        return 0, len(self.cells[0]), 0, len(rows)

    @staticmethod
    def _footer(rows: list[str]) -> int:
        """Where the last line begins, which may take several when something is said in it."""
        said = (number for number in range(max(len(rows) - 4, 0), len(rows)) if _SAID.match(rows[number]))
        return next(said, len(rows) - 1)

    def text(self, row: int, begin: int, end: int) -> str:
        """What stands in a part of a row."""
        return "".join(self.cells[row][begin:end])

    def begins(self) -> Iterator[tuple[int, int, int]]:
        """Each place where a text begins: its number, the row and the column."""
        for row in range(self.top, self.bottom):
            line = self.text(row, self.left, self.right)
            if "{" not in line:
                continue
            columns = [column for column in range(self.left, self.right) if self.cells[row][column]]
            for found in BEGIN.finditer(line):
                yield int(found[1]), row, columns[found.start()]

    def rights(self, row: int, column: int) -> list[int]:
        """Where a part of the screen may end, right of a cell: at a line, at a scrollbar beside it."""
        edges = [edge for edge in range(column, self.right) if self.cells[row][edge] in LINES]
        return [end for edge in [self.right, *edges] for end in (edge, edge - 1)]


def read_back(
    frame: Frame, written: Sequence[str], *, quoted: bool = False, in_ascii: bool = False
) -> Iterator[Read]:
    """Every text that begins on a screen.

    Args:
        frame: the screen.
        written: the texts, by number.
        quoted: they may stand inside of JSON, too.
        in_ascii: exact texts may be drawn in ASCII.

    Raises:
        MisdrawnError: one of them is not what is stored.
    """
    for number, row, column in frame.begins():
        forms = [written[number]]
        if quoted:
            forms.append(json.dumps(written[number], ensure_ascii=False)[1:-1])
        for form in forms:
            whole = _on_one_line(frame, form, row, column)
            if whole is None:
                whole = _on_several(frame, form, row, column, in_ascii)
            if whole is not None:
                yield Read(number, whole)
                break
        else:
            raise MisdrawnError(row, column, written[number])


def is_cut(drawn: str, stored: str) -> bool:
    """Whether `drawn` begins with a beginning of `stored` and how many characters were left out: those of
    `stored`, and of what it is a part of."""
    kept, sign, rest = drawn.partition(CUT)
    count = re.match(r"\+(\d+)", rest)
    if not sign or count is None:
        return False
    begin = _decoded(kept)
    return begin is not None and stored.startswith(begin) and len(begin) + int(count[1]) >= len(stored)


def _on_one_line(frame: Frame, stored: str, row: int, column: int) -> bool | None:
    """Whether the text is whole in its row, or cut there; None when it is neither."""
    line = frame.text(row, column, frame.right)
    drawn, end, _ = line.partition(stored[-4:])
    if end and _decoded(drawn + end) == stored:
        return True
    return False if is_cut(line, stored) else None


def _on_several(frame: Frame, stored: str, row: int, column: int, in_ascii: bool) -> bool | None:
    """Whether the text is whole in several rows, or goes on where the part of the screen has ended."""
    goes_on = None
    for form in (False, True)[: 1 + in_ascii]:
        for right in frame.rights(row, column):
            for left in range(column, frame.left - 1, -1):
                found = _folded(frame, stored, (row, column), (left, right), form)
                if found:
                    return True
                goes_on = goes_on if found is None else False
    return goes_on


def _folded(
    frame: Frame, stored: str, at: tuple[int, int], sides: tuple[int, int], in_ascii: bool
) -> bool | None:
    (row, begin), (left, right) = at, sides
    drawn, goes_on = "", None
    while row < frame.bottom:
        piece = frame.text(row, begin, right).rstrip(" ")
        if not piece:
            return goes_on
        drawn += piece
        whole, end, _ = drawn.partition(stored[-4:])
        if end:
            return True if _decoded(whole + end, in_ascii) == stored else goes_on
        if in_ascii and (len(drawn) - len(drawn.rstrip("\\"))) % 2:
            drawn = drawn[:-1]  # what a folded row ends with
        so_far = _decoded(drawn, in_ascii)
        if so_far is None or not stored.startswith(so_far):
            return goes_on
        if row in frame.ends:
            goes_on = False
        row, begin = row + 1, left
    return goes_on


def _decoded(drawn: str, in_ascii: bool = False) -> str | None:
    try:
        return decode(drawn, ascii=in_ascii)
    except ValueError:
        return None
