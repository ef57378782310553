"""The names of the board's columns with their counts, and a line under the one that has the cursor.

A name stands exactly over its column, so that nobody has to count to know where a card is. Columns out of
sight stand as tabs in a line above, on the side on which they are. Where one column is in sight alone all
names are tabs, in one line. All can be clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.widgets.ink import Ink, Inked

ROOMY, TIGHT, BARE = range(3)
"""How much room headings have: two cells between them; one; or too little for the counts of all."""

_BEFORE, _AFTER = "‹ ", " ›"


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


class _Place(NamedTuple):
    """Where a heading stands."""

    y: int
    start: int
    end: int
    heading: Heading
    room: int


class Headings(Inked):
    """Names, and the line under them; above them the tabs of what is out of sight, if anything is."""

    class Chosen(Message):
        """A heading was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__()
        self._headings: Sequence[Heading] = ()
        self._places: list[_Place] = []

    def show(self, headings: Sequence[Heading]) -> None:
        """Takes the headings, in their order."""
        if headings != self._headings:
            self._headings = headings
            self.styles.height = 3 if self._has_tabs_above else 2
            self.refresh()

    @property
    def _has_tabs_above(self) -> bool:
        """Whether several columns are in sight, and not all."""
        return 1 < sum(heading.width > 0 for heading in self._headings) < len(self._headings)

    def render_line(self, y: int) -> Strip:
        """One of the lines."""
        width, height = self.size
        self._places = self._lay(width)
        if y == height - 1:
            return self.line(self._rule(width), width)
        parts: list[tuple[str, Ink]] = []
        x = 0
        for place in self._places:
            if place.y == y:
                parts += [(" " * (place.start - x), "plain"), *place.heading.parts(place.room)]
                x = place.start + place.heading.length(place.room)
        if self._has_tabs_above and y == 0:
            parts = self._with_arrows(parts)
        return self.line(parts, width)

    def _rule(self, width: int) -> list[tuple[str, Ink]]:
        """The line under the names, heavy under the active one."""
        start, end = next(
            ((place.start, place.end) for place in self._places if place.heading.active), (0, 0)
        )
        return [("─" * start, "quiet"), ("━" * (end - start), "bar"), ("─" * (width - end), "quiet")]

    def _with_arrows(self, parts: list[tuple[str, Ink]]) -> list[tuple[str, Ink]]:
        """The tabs above, with arrows that say on which side their columns are."""
        if not self._headings[0].width:
            (space, ink), *others = parts
            parts = [(_BEFORE.rjust(len(space)), ink), *others]
        if not self._headings[-1].width:
            parts = [*parts, (_AFTER, "plain")]
        return parts

    def _lay(self, width: int) -> list[_Place]:
        """Where each heading stands, line by line from the left."""
        shown = [heading for heading in self._headings if heading.width]
        if len(shown) < 2:
            return _row_of(self._headings, 1, _room(self._headings, width))
        places = []
        if self._has_tabs_above:
            at = self._headings.index(shown[0])
            before, after = self._headings[:at], self._headings[at + len(shown) :]
            room = _room([*before, *after], width - 2 * len(_BEFORE))
            places += _row_of(before, 1 + len(_BEFORE), room)
            taken = sum(heading.length(room) for heading in after) + _gap(room) * (len(after) - 1)
            places += _row_of(after, width - 1 - len(_AFTER) - taken, room)
        y, x = int(self._has_tabs_above), 0
        for heading in shown:
            room = next((room for room in (ROOMY, TIGHT) if heading.length(room) <= heading.width - 2), BARE)
            places.append(_Place(y, x + 1, x + heading.width - 1, heading, room))
            x += heading.width
        return places

    def on_click(self, event: Click) -> None:
        """Chooses the column whose heading was clicked."""
        last = self.size.height - 1
        for place in self._places:
            # The rule under a name is as good as the name.
            if event.y in (place.y, last if place.y == last - 1 else place.y) and (
                place.start - 1 <= event.x <= place.end
            ):
                self.post_message(self.Chosen(place.heading.name))
                return


def _gap(room: int) -> int:
    """The cells between two headings that stand as tabs."""
    return 2 if room == ROOMY else 1


def _room(headings: Sequence[Heading], width: int) -> int:
    """How much room headings have that stand as tabs."""
    for room in (ROOMY, TIGHT):
        if sum(heading.length(room) + _gap(room) for heading in headings) < width:
            return room
    return BARE


def _row_of(headings: Sequence[Heading], x: int, room: int) -> list[_Place]:
    """Headings as tabs in the first line, one behind the other."""
    places = []
    for heading in headings:
        places.append(_Place(0, x, x + heading.length(room), heading, room))
        x += heading.length(room) + _gap(room)
    return places
