"""A row laid out at a width: how many lines it takes, and each line when it is drawn.

Nothing is drawn ahead: a megabyte of evidence costs the measuring of its lines, and a list of 5,000 events
the counting of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from cookui.text.visible import cell_width
from cookui.tui.views.flow import AGE_CELLS, Block, Flowed, Line, Look, Segment, blocks, ours
from cookui.tui.views.rows import Age, Cell, Frag, Part, Row, Tone, Words

BESIDE = 96
"""Cells of a page from which cells stand side by side; with the margins that is a terminal of 100 columns."""

BETWEEN = " │ "


class Laid:
    """A row at a width.

    Args:
        row: the row.
        width: cells of the page.
    """

    def __init__(self, row: Row, width: int) -> None:
        self.row = row
        beside = width >= BESIDE and len(row.cells) > 1
        self._columns: tuple[_Column, ...]
        if beside:
            each = (width - len(BETWEEN) * (len(row.cells) - 1)) // len(row.cells)
            self._columns = tuple(_Column(cell, each) for cell in row.cells)
            self._each = each
            height = max(len(column) for column in self._columns)
        else:
            self._columns = tuple(_Column(cell, width) for cell in row.cells)
            self._each = 0
            height = sum(len(column) for column in self._columns)
        if row.beside_only and not beside:
            height = 0
        self._bar = bar(row.parts, width) if row.parts else []
        self._above = height
        blank = not row.cells and not row.parts
        self.height = 1 if blank else height + len(self._bar)

    def line(self, number: int) -> Line:
        """The line of that number, from 0."""
        if number >= self._above:
            at = number - self._above
            return self._bar[at] if at < len(self._bar) else []
        if self._each:
            return self._beside(number)
        for column in self._columns:
            if number < len(column):
                return column.line(number)
            number -= len(column)
        return []

    def _beside(self, number: int) -> Line:
        line: Line = []
        for column in self._columns:
            if line:
                line.append(Segment(BETWEEN, Look(Tone.DIM)))
            drawn = column.line(number) if number < len(column) else []
            line += drawn
            if column is not self._columns[-1]:
                line.append(Segment(" " * (self._each - cells(drawn)), Look(Tone.PLAIN)))
        return line


class _Column:
    """A cell at a width: its lead, its blocks, and how much of them is kept."""

    def __init__(self, cell: Cell, width: int) -> None:
        self._lead = Flowed(cell.lead, 1 << 16)
        indent = sum(_lead_cells(frag) for frag in cell.lead)
        if indent > width // 2:
            self._own_line, indent = True, 4
        else:
            self._own_line = False
        self._indent = Segment(" " * indent, Look(Tone.PLAIN))
        self._blocks: Sequence[Block] = blocks(cell.body, width - indent, cell.hard)
        whole = sum(len(block) for block in self._blocks)
        self._kept = cell.keep if cell.keep and whole > cell.keep + 1 else whole
        self._left_out = whole - self._kept

    def __len__(self) -> int:
        return self._own_line + self._kept + (self._left_out > 0)

    def line(self, number: int) -> Line:
        """The line of that number, from 0."""
        if self._own_line:
            if number == 0:
                return self._lead.line(0)
            before = [self._indent]
            number -= 1
        else:
            before = self._lead.line(0) if number == 0 else [self._indent]
        if number >= self._kept:
            words = f"… {self._left_out:,} more lines: Enter shows the whole text"
            return [self._indent, Segment(words, Look(Tone.INFO))]
        for block in self._blocks:
            if number < len(block):
                return [*before, *block.line(number)]
            number -= len(block)
        return before


def _lead_cells(frag: Words | Age) -> int:
    if isinstance(frag, Age):
        return max(frag.width, AGE_CELLS)
    return cell_width(ours(frag.text))


def cells(line: Line) -> int:
    """The cells that a line takes at most."""
    return sum(AGE_CELLS if segment.age else cell_width(segment.text) for segment in line)


def bar(parts: Sequence[Part], width: int) -> list[Line]:
    """A bar as wide as the page, and under it what each stretch is.

    Every part that weighs anything gets a cell at least: a minute in a day must not vanish.
    """
    weighty = [part for part in parts if part.weight > 0]
    if not weighty:
        return []
    room = max(width - 2, len(weighty))
    total = sum(part.weight for part in weighty)
    counts = [max(1, int(room * part.weight / total)) for part in weighty]
    counts[counts.index(max(counts))] += room - sum(counts)
    line = [Segment(part.fill * count, Look(part.tone)) for part, count in zip(weighty, counts, strict=True)]
    legend: list[Frag] = []
    for part in weighty:
        if part.label:
            legend += [
                Words("   " if legend else "", Tone.DIM),
                Words(f"{part.fill} {part.label}", part.tone),
            ]
    if not legend:
        return [line]
    under = Flowed(tuple(legend), width)
    return [line, *(under.line(number) for number in range(len(under)))]
