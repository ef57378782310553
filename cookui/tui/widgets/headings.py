"""The names of the board's columns with their counts, and a line under the one that has the cursor.

When all columns are in sight each name stands over its column; else the names are tabs, and those of the
columns in sight stand out. Both can be clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.widgets.ink import Ink, Inked

ROOMY, TIGHT, BARE = range(3)
"""How much room headings have: two cells between them; one; or too little for the counts of all."""


@dataclass(frozen=True, slots=True)
class Heading:
    """One column's heading.

    Args:
        name: the stage.
        count: how many tasks the column shows.
        total: how many it has, filter or not.
        asking: how many of its tasks wait for a person.
        width: the width of the column, in cells; 0 when it is out of sight.
        active: whether it has the cursor.
    """

    name: str
    count: int
    total: int
    asking: int
    width: int
    active: bool

    def parts(self, room: int = ROOMY) -> list[tuple[str, Ink]]:
        """Name and counts, in as much room as there is: `ROOMY`, `TIGHT` or `BARE`."""
        name: Ink = "strong" if self.active else "plain" if self.width else "quiet"
        parts: list[tuple[str, Ink]] = [(self.name, name)]
        bare = room == BARE and not self.active
        if not bare:
            count = str(self.total) if self.count == self.total else f"{self.count}/{self.total}"
            parts.append((f" {count}", "quiet"))
        if self.asking:
            sign = " ▲" if room == ROOMY else "▲"
            parts.append((sign if bare else f"{sign}{self.asking}", "ask"))
        return parts

    def length(self, room: int) -> int:
        """Its length in cells."""
        return sum(cell_width(text) for text, _ in self.parts(room))


class Headings(Inked):
    """Two lines: names, and the line under them."""

    class Chosen(Message):
        """A heading was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__()
        self._headings: Sequence[Heading] = ()
        self._places: list[tuple[int, int, str]] = []

    def show(self, headings: Sequence[Heading]) -> None:
        """Takes the headings, in their order."""
        if headings != self._headings:
            self._headings = headings
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One of the two lines."""
        width = self.size.width
        room = self._room(width)
        self._places = self._lay(room)
        parts: list[tuple[str, Ink]] = []
        x = 0
        for heading, (start, end, _) in zip(self._headings, self._places, strict=True):
            if y == 0:
                space = end - start - heading.length(room)
                parts += [(" " * (start - x), "plain"), *heading.parts(room), (" " * space, "plain")]
            else:
                parts.append(("─" * (start - x), "quiet"))
                parts.append(
                    ("━" * (end - start), "bar") if heading.active else ("─" * (end - start), "quiet")
                )
            x = end
        if y:
            parts.append(("─" * (width - x), "quiet"))
        return self.line(parts, width)

    def _room(self, width: int) -> int:
        """How much room the headings have."""
        for room, gap in ((ROOMY, 2), (TIGHT, 1)):
            if sum(heading.length(room) + gap for heading in self._headings) < width:
                return room
        return BARE

    def _lay(self, room: int) -> list[tuple[int, int, str]]:
        """Where each heading stands: from, to, name."""
        places = []
        if all(heading.width for heading in self._headings):
            x = 0
            for heading in self._headings:
                places.append((x + 1, x + heading.width - 1, heading.name))
                x += heading.width
            return places
        x = 1
        for heading in self._headings:
            places.append((x, x + heading.length(room), heading.name))
            x += heading.length(room) + (2 if room == ROOMY else 1)
        return places

    def on_click(self, event: Click) -> None:
        """Chooses the column whose heading was clicked."""
        for start, end, name in self._places:
            if start - 1 <= event.x <= end:
                self.post_message(self.Chosen(name))
                return
