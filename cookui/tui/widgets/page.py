"""A page of rows, drawn by line: one widget for every tab, pane and list of facts.

It knows nothing of tasks. Whoever has a new page calls `show`; `Reading` keeps the place. A widget a row
does not hold: 5,000 events would be 5,000 widgets, and their first frame takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from cookui.tui.commands import Obeys, bindings
from cookui.tui.commands.moving import MOVING
from cookui.tui.commands.page import NextSection, PreviousSection
from cookui.tui.host import host_of
from cookui.tui.views.reading import Place, Reading
from cookui.tui.views.rows import Age, Page, Row, outside_text, section_text
from cookui.tui.widgets.ink import InkedScroll
from cookui.tui.widgets.segments import Segmented, age_words

MARGIN = 2
"""Cells before each line, where the cursor is drawn."""


class PageView(Obeys, Segmented, InkedScroll, can_focus=True, inherit_bindings=False):
    """Draws a page and moves through it."""

    BINDINGS = bindings(*MOVING, NextSection, PreviousSection)

    class Opened(Message):
        """The person opens a row: Enter, or a double click."""

        def __init__(self, view: PageView, row: Row) -> None:
            super().__init__()
            self.view = view
            self.row = row

        @property
        def control(self) -> PageView:
            """The page."""
            return self.view

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id, classes=classes)
        self._reading = Reading()
        self._ages: tuple[str, ...] = ()
        self._marked: frozenset[str] = frozenset()

    # What is shown

    def show(self, page: Page, place: Place | None = None) -> None:
        """Shows a page.

        Args:
            page: its rows.
            place: where to read; None keeps the place.
        """
        self._reading.show(page, place)
        self._follow()
        if self.styles.is_auto_height:
            self.refresh(layout=True)

    @property
    def page(self) -> Page:
        """The rows that are shown."""
        return self._reading.page

    @property
    def place(self) -> Place:
        """Where is being read; can be given back to `show`."""
        return self._reading.place

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._reading.row

    @property
    def exact(self) -> str:
        """The exact stored text under the cursor: of the row, or of the section on its heading."""
        row, index = self._reading.row, self._reading.index
        if row is None or index is None:
            return ""
        whole_section = row.heading and row.copy is None
        return section_text(self.page, index) if whole_section else outside_text(row)

    def select(self, key: str) -> None:
        """Puts the cursor on a row and brings it into sight."""
        index = self._reading.stack.index(key)
        if index is not None:
            self._reading.to(index)
            self._follow()

    @property
    def marked(self) -> frozenset[str]:
        """The keys of the rows that are marked as found."""
        return self._marked

    def mark(self, keys: Iterable[str]) -> None:
        """Marks rows as found."""
        self._marked = frozenset(keys)
        self.refresh()

    def next_marked(self, by: int) -> None:
        """Goes to the next row marked (1), or the one before (-1); after the last comes the first."""
        at = self._reading.index or 0
        count = len(self.page)
        for step in range(1, count + 1):
            index = (at + by * step) % count
            if self.page[index].key in self._marked:
                self._reading.to(index)
                self._follow()
                return

    def tick(self) -> None:
        """Draws again if an age in sight has other words than when it was last looked at."""
        now = self._now()
        ages = tuple(
            age_words(frag, now)
            for row in self._reading.rows_in_sight()
            for cell in row.cells
            for frag in (*cell.lead, *cell.body)
            if isinstance(frag, Age)
        )
        if ages != self._ages:
            self._ages = ages
            self.refresh()

    def _now(self) -> datetime:
        return host_of(self).clock()

    # Room

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """The lines of the whole page, for panes that are as high as what they show."""
        room = width - self.scrollbar_gutter.width - MARGIN
        if room != self._reading.stack.width:
            self._reading.window(room, self.scrollable_content_region.height)
        return self._reading.stack.height

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - asks for what is left beside the scrollbar
        """Takes over the room that there is."""
        self._take_room()
        self._follow()

    def _take_room(self) -> None:
        room = self.scrollable_content_region
        self._reading.window(room.width - MARGIN, room.height)

    def _follow(self) -> None:
        """Takes over where is being read. At once: a page that glides cannot be read."""
        stack = self._reading.stack
        self.virtual_size = Size(max(stack.width, 0) + MARGIN, stack.height)
        self.scroll_to(y=self._reading.y, animate=False, immediate=True, force=True)
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follows the mouse wheel and the scrollbar."""
        super().watch_scroll_y(old_value, new_value)
        self._reading.go(round(new_value))

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of the screen; the first time they are asked for before the room is told."""
        if self._reading.stack.width != self.scrollable_content_region.width - MARGIN:
            self._take_room()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.scrollable_content_region.width
        stack, base = self._reading.stack, self.ground
        line = y + self.scroll_offset.y
        if line >= stack.height:
            return Strip.blank(width, base)
        index = stack.at(line)
        before = "› " if self.page[index].key in self._marked else "  "
        if self.has_focus and index == self._reading.index:
            before = "▌" + before[:1]
        line_of_row = stack.laid(index).line(line - stack.span(index)[0])
        strip = self.strip(line_of_row, width, self._now(), before)
        return strip.apply_meta({"row": index})

    # The mouse

    def on_click(self, event: Click) -> None:
        """A click puts the cursor on a row, a double click opens it."""
        index = event.style.meta.get("row")
        if not isinstance(index, int) or index >= len(self.page) or not self.page[index].stops:
            return
        again = index == self._reading.index
        self._reading.to(index, reveal=False)
        self._follow()
        if again and event.chain > 1:
            self.do_open()

    # Commands

    def do_open(self) -> None:
        """Opens the row under the cursor."""
        row = self.row
        if row is not None:
            self.post_message(self.Opened(self, row))

    def do_down(self) -> None:
        """Goes to the next row."""
        self._reading.step(1)
        self._follow()

    def do_up(self) -> None:
        """Goes to the row before."""
        self._reading.step(-1)
        self._follow()

    def do_first(self) -> None:
        """Goes to the beginning."""
        self._reading.first()
        self._follow()

    def do_last(self) -> None:
        """Goes to the end."""
        self._reading.last()
        self._follow()

    def do_half_down(self) -> None:
        """Goes half a page down."""
        self._reading.leap_pages(0.5)
        self._follow()

    def do_half_up(self) -> None:
        """Goes half a page up."""
        self._reading.leap_pages(-0.5)
        self._follow()

    def do_page_down(self) -> None:
        """Goes a page down."""
        self._reading.leap_pages(1)
        self._follow()

    def do_page_up(self) -> None:
        """Goes a page up."""
        self._reading.leap_pages(-1)
        self._follow()

    def do_next_section(self) -> None:
        """Goes to the next heading."""
        self._reading.heading(1)
        self._follow()

    def do_previous_section(self) -> None:
        """Goes to the heading before."""
        self._reading.heading(-1)
        self._follow()
