"""Lines to be read: laid out for the width there is, scrolled by the keys of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.commands import Obeys, bindings
from cookui.tui.commands.moving import MOVING, Open
from cookui.tui.widgets.ink import Ink, InkedScroll

Line = Sequence[tuple[str, Ink]]
Layout = Callable[[int], Sequence[Line]]
"""Makes the lines for a width in cells, of text that is visible already."""


class Sheet(Obeys, InkedScroll, can_focus=True, inherit_bindings=False):
    """Lines to be read."""

    BINDINGS = bindings(*(command for command in MOVING if command is not Open))

    def __init__(self, layout: Layout = lambda _: ()) -> None:
        super().__init__()
        self._layout = layout
        self._lines: Sequence[Line] = ()

    def show(self, layout: Layout) -> None:
        """Shows other lines, at the place where one was."""
        self._layout = layout
        self._lay()

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - asks for what is left beside the scrollbar
        """Lays the lines out for the new width."""
        self._lay()

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        self._lines = self._layout(width) if width > 0 else ()
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        at = y + self.scroll_offset.y
        line = self._lines[at] if at < len(self._lines) else ()
        return self.line(line, self.scrollable_content_region.width)

    def _scroll(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False, immediate=True)

    def _page(self) -> int:
        return max(1, self.scrollable_content_region.height - 1)

    def do_down(self) -> None:
        """Scrolls a line down."""
        self._scroll(1)

    def do_up(self) -> None:
        """Scrolls a line up."""
        self._scroll(-1)

    def do_first(self) -> None:
        """Goes to the first line."""
        self._scroll(-len(self._lines))

    def do_last(self) -> None:
        """Goes to the last line."""
        self._scroll(len(self._lines))

    def do_half_down(self) -> None:
        """Scrolls half a page down."""
        self._scroll(max(1, self._page() // 2))

    def do_half_up(self) -> None:
        """Scrolls half a page up."""
        self._scroll(-max(1, self._page() // 2))

    def do_page_down(self) -> None:
        """Scrolls a page down."""
        self._scroll(self._page())

    def do_page_up(self) -> None:
        """Scrolls a page up."""
        self._scroll(-self._page())


def wrapped(text: str, width: int) -> list[str]:
    """Visible text in lines of at most `width` cells, broken between words, and inside one that is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if cell_width(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while cell_width(line) > width:
            kept = 0
            for kept in range(len(line), 0, -1):  # noqa: B007 - the first that fits
                if cell_width(line[:kept]) <= width:
                    break
            lines.append(line[:kept])
            line = line[kept:]
    return [*lines, line] if line or not lines else lines
