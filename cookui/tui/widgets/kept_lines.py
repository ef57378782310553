"""A scrolling widget whose lines are kept, as they go to the terminal, until something is to be drawn again.

Textual looks for borders, padding and tints around each line that a widget draws, and makes several strips of
it; and it asks for all lines of a widget when something far from it has changed. On a board of six columns
that took most of the time between a key and its answer. What is drawn here has nothing around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from cookui.tui.widgets.ink import InkedScroll

if TYPE_CHECKING:
    from typing import Self


class KeptLines(InkedScroll):
    """Draws lines over its whole width and keeps them.

    A subclass overrides `lines`, calls `refresh` when they differ, and `extend` when there are more or fewer.
    """

    _drawn: tuple[tuple[Size, Offset], list[Strip]] | None = None

    def lines(self, y: int, count: int) -> list[Strip]:
        """Lines of the screen, each `inner_width` cells wide.

        Args:
            y: the first, counted from the top of the widget.
            count: how many.
        """
        raise NotImplementedError

    @property
    def inner_width(self) -> int:
        """The width that is left beside the scrollbar, in cells."""
        return self.scrollable_content_region.width

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        return self.lines(y, 1)[0]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of the screen."""
        size, place = self.size, self.scroll_offset
        if self._drawn is None or self._drawn[0] != (size, place):
            self._drawn = (size, place), self._finished(size)
        strips = self._drawn[1][crop.y : crop.bottom]
        if crop.column_span != (0, size.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def _finished(self, size: Size) -> list[Strip]:
        """All lines, with the room of the scrollbar filled and Textual's filters of colours applied."""
        strips = self.lines(0, size.height)
        if size.width > self.inner_width:
            strips = [strip.extend_cell_length(size.width, self.ground) for strip in strips]
        background = self.background_colors[1]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return strips

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draws it again, some time soon."""
        self._drawn = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def extend(self, height: int) -> None:
        """Takes the height of all lines together, those that are out of sight included.

        The screen is laid out anew only if that can change where anything is.
        """
        size, before, room = Size(self.inner_width, height), self.virtual_size, self.container_size.height
        comes_or_goes = self.styles.overflow_y == "auto" and (height > room) != (before.height > room)
        if not room or comes_or_goes or self.styles.auto_dimensions:
            self.virtual_size = size
            return
        self.set_reactive(Widget.virtual_size, size)
        self.scroll_y = self.validate_scroll_y(self.scroll_y)
        if size != before:
            self.call_after_refresh(self._size_scrollbar)

    def _size_scrollbar(self) -> None:
        """Tells the scrollbar, once the lines have been drawn: drawing it takes as long as they do."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = self.virtual_size.height
