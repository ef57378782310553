"""How a line that is wider than the terminal goes on in the next row: by us, indented and marked.

A terminal goes on at its left edge, where a reader takes what stands there for the program's own words; a
long title could draw a whole screen so. Here each further row begins with a sign that no outside text can put
there.
"""

from __future__ import annotations

import re

from cookui.text.allowed import cell_width

SIGN = "↪ "
"""What a row begins with, after its indent, when it goes on with the line before it."""

_DEEPEN = 2
_UNIT = re.compile(r"⟦[^⟦⟧]{1,8}⟧|\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nt\\])|.", re.DOTALL)


def folded(line: str, width: int) -> list[str]:
    """The rows of a line: all but the first indented deeper than the line is and begun with `SIGN`.

    A row ends after its last space, or where the width ends if that would leave it nearly empty; a mark is
    kept whole if a row can hold it. Without indents and signs the rows joined are the line.

    Args:
        line: an already visible text without a line end.
        width: the cells that no row exceeds; of less than what a sign and a wide character need, that much.
    """
    indent = len(line) - len(line.lstrip(" ")) + _DEEPEN
    head = " " * min(indent, max(width // 2 - len(SIGN), 1)) + SIGN
    width = max(width, len(head) + 2)
    room = width - len(head)
    rows: list[str] = []
    row, cells, limit = "", 0, width
    for unit in _units(line, room):
        needs = cell_width(unit)
        while row and cells + needs > limit:
            kept, row = _parted(row, limit, room)
            rows.append(kept)
            cells, limit = cell_width(row), room
        row += unit
        cells += needs
    rows.append(row)
    return [rows[0], *(head + row for row in rows[1:])]


def _units(line: str, room: int) -> list[str]:
    """What is not to be parted, in order."""
    units: list[str] = []
    for unit in _UNIT.findall(line):
        units += [unit] if cell_width(unit) <= room else unit
    return units


def _parted(row: str, limit: int, room: int) -> tuple[str, str]:
    """A full row's text up to its last space, and what is left over for the next one, which has `room`."""
    at = row.rfind(" ") + 1
    is_worth_it = row[:at].strip(" ") and at * 4 > limit and cell_width(row[at:]) <= room
    return (row[:at], row[at:]) if is_worth_it else (row, "")
