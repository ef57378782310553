"""Where somebody reads on a page: the row under the cursor and the first line in sight, and how both move.

The cursor is on a row, not on a line number. When the page changes, the row under it, while it is in sight,
stays on its line of the screen, and else the first row in sight does. Only at the very top does the page
stay at its top: what is new comes in there.

Pure arithmetic over a `Stack`, so that every case of it can be tested without a screen; the widget takes
over `y` and draws.
"""

from __future__ import annotations

from typing import NamedTuple

from cookui.tui.views.rows import Page, Row
from cookui.tui.views.stack import Stack


class Place(NamedTuple):
    """Where somebody reads.

    Attributes:
        cursor: the key of the row under the cursor; None for the first one.
        y: the first line in sight, from 0.
    """

    cursor: str | None = None
    y: int = 0


class Reading:
    """A page being read through a window.

    Attributes:
        page: the rows.
        stack: the rows laid out at the window's width.
        y: the first line in sight.
    """

    def __init__(self) -> None:
        self.page: Page = ()
        self.stack = Stack((), 0)
        self.y = 0
        self._height = 0
        self._cursor: str | None = None
        self._at = 0
        self._wanted: Place | None = None

    @property
    def place(self) -> Place:
        """Where is being read; can be given back to `show`."""
        return self._wanted or Place(self._cursor, self.y)

    @property
    def index(self) -> int | None:
        """The place of the row under the cursor; None on an empty page."""
        return self.stack.index(self._cursor)

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        index = self.index
        return None if index is None else self.page[index]

    # What is read, and through which window

    def show(self, page: Page, place: Place | None = None) -> None:
        """Takes another page.

        Args:
            page: its rows.
            place: where to read; None keeps the place.
        """
        anchor = self._anchor()
        self.page = page
        if place is not None:
            self._cursor, self._wanted, anchor = place.cursor, place, None
        self._lay_out(self.stack.width, anchor)

    def window(self, width: int, height: int) -> None:
        """Takes another width (cells) and height (lines) of the window; what is being read stays in sight."""
        self._height = height
        if width != self.stack.width:
            self._lay_out(width, self._anchor())
        else:
            self._settle()

    def _lay_out(self, width: int, anchor: tuple[str, int] | None) -> None:
        self.stack = Stack(self.page if width > 0 else (), width, self.stack)
        index = self.index
        if index is None and self.stack.page:
            index = self.stack.stop_near(self._at if self._cursor is not None else 0)
            self._cursor = None if index is None else self.page[index].key
        if index is not None:
            self._at = index
        if anchor is not None:
            self._hold(*anchor)
        self._settle()

    def _settle(self) -> None:
        """Goes to the place that was asked for, as soon as there is a window; and never past the end."""
        if self._wanted is not None and self._height > 0 and self.stack.width > 0:
            begins = self._wanted.y == 0
            self.y, self._wanted = self._wanted.y, None
            self.go(self.y)
            if begins or not self.in_sight():
                self.reveal()
        self.go(self.y)

    def _anchor(self) -> tuple[str, int] | None:
        """The row that must not move on the screen, and how far below the top it begins; None at the very
        top."""
        if self.y == 0 or not self.stack.page:
            return None
        index = self.index
        if index is None or not self.in_sight():
            index = self.stack.at(self.y)
        return self.page[index].key, self.stack.span(index)[0] - self.y

    def _hold(self, key: str, offset: int) -> None:
        """Scrolls so that a row begins where it began; where it is gone, the row that took its place."""
        index = self.stack.index(key)
        if index is None and self.stack.page:
            index = min(self._at, len(self.page) - 1)
        if index is not None:
            self.y = max(0, self.stack.span(index)[0] - offset)

    # Moving

    def go(self, y: int) -> None:
        """Scrolls to a line, or as near as there are lines."""
        if self._height > 0:
            self.y = min(max(y, 0), max(0, self.stack.height - self._height))

    def in_sight(self) -> bool:
        """Whether a line of the row under the cursor is in sight."""
        index = self.index
        if index is None:
            return False
        top, bottom = self.stack.span(index)
        return top < self.y + self._height and bottom > self.y

    def to(self, index: int, *, reveal: bool = True) -> None:
        """Puts the cursor on a row that it stops at, and brings it into sight."""
        near = self.stack.stop_near(index)
        if near is not None:
            self._cursor, self._at = self.page[near].key, near
            if reveal:
                self.reveal()

    def reveal(self) -> None:
        """Brings the row under the cursor into sight, whole if it fits."""
        index = self.index
        if index is None or self._height <= 0:
            return
        top, bottom = self.stack.span(index)
        if self.stack.next_stop(index, -1) is None:
            top = 0
        if top < self.y or bottom - top > self._height:
            self.go(top)
        elif bottom > self.y + self._height:
            self.go(bottom - self._height)

    def step(self, by: int) -> None:
        """Goes to the next row (1) or the one before (-1); through a row higher than the window, line by
        line."""
        index = self.index
        if index is None:
            return
        top, bottom = self.stack.span(index)
        goes_on = bottom > self.y + self._height if by > 0 else top < self.y
        following = self.stack.next_stop(index, by)
        if following is None or (goes_on and self.in_sight()):
            self.go(self.y + by)
        else:
            self.to(following)

    def leap(self, lines: int) -> None:
        """Scrolls by lines; the cursor keeps its line of the screen, and at an end goes on without the
        page.

        The page goes where it is sent and never further for the cursor's sake: in a row that is higher than
        the window it went back for the row's first line, and could not get past it.
        """
        index = self.index
        if index is None:
            return
        line = max(self.stack.span(index)[0], self.y) if self.in_sight() else self.y
        self.go(self.y + lines)
        wanted = self.stack.at(line + lines)
        in_sight = range(self.stack.at(self.y), self.stack.at(self.y + self._height - 1) + 1)
        stops = [each for each in in_sight if self.page[each].stops]
        if stops:
            self.to(min(stops, key=lambda each: abs(each - wanted)), reveal=False)

    def leap_pages(self, pages: float) -> None:
        """Scrolls by windows."""
        lines = max(1, int(abs(pages) * self._height) - (abs(pages) >= 1))
        self.leap(lines if pages > 0 else -lines)

    def first(self) -> None:
        """Goes to the beginning."""
        self.to(0, reveal=False)
        self.go(0)

    def last(self) -> None:
        """Goes to the end."""
        self.to(len(self.page) - 1, reveal=False)
        self.go(self.stack.height)

    def heading(self, by: int) -> None:
        """Goes to the next heading (1) or the one before (-1), and shows what is under it."""
        index = self.index
        while index is not None and 0 <= index + by < len(self.page):
            index += by
            if self.page[index].heading:
                self.to(index, reveal=False)
                self.go(self.stack.span(index)[0])
                return

    def rows_in_sight(self) -> Page:
        """The rows of which a line is in sight."""
        if not self.stack.page:
            return ()
        return self.page[self.stack.at(self.y) : self.stack.at(self.y + self._height) + 1]
