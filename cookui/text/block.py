"""How an exact text is printed: numbered rows for a terminal, a pipe or a log, nothing in them obeyed."""

# ruff: noqa: A002 - `ascii` names the form that a caller asks for

from __future__ import annotations

from cookui.text.visible import MARK_CELLS
from cookui.text.wrap import NARROWEST, Measured, Wrapping

_UNFOLDED = 100  # cells: room for the closing row beside an empty text


def block(
    text: str, width: int | None = None, indent: str = "", *, ascii: bool = False, closed: bool = False
) -> str:
    """The text in its visible form over several rows, its stored lines numbered, folded and never cut.

    Args:
        text: any string, from anywhere.
        width: the cells that indent, number and text may take together, or `None` to fold nothing. Less than
            the number and one mark need is taken for just enough.
        indent: what to put before each row.
        ascii: draw with printable ASCII only.
        closed: say after the last row that the text ends here, and how big it is.

    Returns:
        Rows parted by line feeds, with none after the last; `""` for an empty text that is not closed.
    """
    measured = Measured(text, ascii=ascii)
    outside = len(indent) + measured.gutter
    inner = _UNFOLDED + MARK_CELLS * len(text) if width is None else width - outside
    wrapping = Wrapping(measured, max(NARROWEST, inner))
    rows = []
    for number in range(len(wrapping)):
        row = wrapping.row(number)
        drawn = "".join(piece.text for piece in wrapping.drawn(row))
        rows.append(f"{indent}{wrapping.gutter(row)}{drawn}{wrapping.fold if row.goes_on else ''}")
    if closed:
        rows += [indent + row for row in wrapping.closing()]
    return "\n".join(rows)
