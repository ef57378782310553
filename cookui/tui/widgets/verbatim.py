"""The one widget that draws an exact text: all of it, each character to be told from every other.

Stored lines are numbered and folded hard at the width, never cut and never scrolled sideways; marks stand out
in shape and style, letters that are not ASCII are underlined, and a row of its own says where the text ends.
What is selected and copied is the stored text, not what is drawn for it.

It draws line by line from a `Wrapping`, so that the size of the text costs one pass when it is shown and
nothing when it is scrolled. A TextArea was no choice (it makes CRLF of line feeds and folds between words),
nor was a Static (it folds before it draws, and sends what it is given).
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from cookui.text.measures import measure
from cookui.text.visible import Kind
from cookui.text.wrap import NARROWEST, Measured, Row, Wrapping
from cookui.tui.commands.base import Obeys, bindings
from cookui.tui.commands.reading import READING

_STYLES: dict[Kind, str] = {
    "foreign": "foreign",
    "mark": "mark",
    "tab": "sign",
    "newline": "sign",
    "space": "sign",
}
_TOO_NARROW = "too narrow"


class Verbatim(Obeys, ScrollView, can_focus=True, inherit_bindings=False):
    """Shows one text exactly.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only, to begin with.
        id: as of any widget.
        classes: as of any widget.
    """

    BINDINGS = bindings(*READING)
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "verbatim--gutter",
        "verbatim--foreign",
        "verbatim--mark",
        "verbatim--sign",
        "verbatim--end",
    }
    """What differs in style: the numbers, letters that are not ASCII, marks, the signs for tab, line end and
    trailing space, and the rows after the text."""

    DEFAULT_CSS = """
    Verbatim {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        & > .verbatim--gutter { color: $foreground 60%; }
        & > .verbatim--foreign { text-style: underline; }
        & > .verbatim--mark { text-style: bold reverse; }
        & > .verbatim--sign { text-style: bold; color: $accent; }
        & > .verbatim--end { text-style: bold; }
    }
    """

    class EndReached(Message):
        """The last row of the text has been on the screen; said once for each text that is shown."""

        def __init__(self, verbatim: Verbatim) -> None:
            super().__init__()
            self.verbatim = verbatim

        @property
        def control(self) -> Verbatim:
            """The widget, for `on`."""
            return self.verbatim

    def __init__(
        self,
        text: str = "",
        *,
        ascii: bool = False,  # noqa: A002 - the name of the form
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._text = text
        self._ascii = ascii
        self._measured: dict[bool, Measured] = {}
        self._wrapping: Wrapping | None = None
        self._end_rows: list[str] = []
        self._top = 0  # the stored character that the first row in sight starts with
        self._width = 0  # the cells that it was folded for, gutter and all
        self._folding = False
        self._ended = False
        self._selected: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """The text as it is stored."""
        return self._text

    @property
    def ascii(self) -> bool:
        """Whether it is drawn in ASCII."""
        return self._ascii

    @property
    def at_end_once(self) -> bool:
        """Whether the last row of this text has been on the screen."""
        return self._ended

    def show(self, text: str) -> None:
        """Show another text, from its start; its end has to be reached anew, even if it is the same."""
        if self._selected is not None:
            self.screen.clear_selection()
        self._text = text
        self._measured.clear()
        self._top, self._ended, self._selected = 0, False, None
        self._fold()

    # How it is laid out

    def on_resize(self, _: events.Resize) -> None:
        """Folds at the new width; what stood in the first row stays there."""
        self._fold()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Remembers what stands in the first row, unless it was moved by folding alone."""
        super().watch_scroll_y(old_value, new_value)
        if self._wrapping is not None and not self._folding:
            row = round(new_value)
            whole = row >= len(self._wrapping)
            self._top = len(self._text) if whole else self._wrapping.row(row).start

    def _fold(self) -> None:
        """Lays the text out for the width there is."""
        width = self.scrollable_content_region.width
        if width <= 0:
            return
        if self._ascii not in self._measured:
            self._measured[self._ascii] = Measured(self._text, ascii=self._ascii)
        measured = self._measured[self._ascii]
        fits = width - measured.gutter >= NARROWEST
        self._wrapping = Wrapping(measured, width - measured.gutter) if fits else None
        self._end_rows = self._wrapping.closing() if self._wrapping else [_TOO_NARROW]
        self._width = width
        self._folding = True
        self.virtual_size = Size(width, len(self._wrapping or ()) + len(self._end_rows))
        self.scroll_to(y=self._wrapping.row_of(self._top) if self._wrapping else 0, animate=False, force=True)
        self._folding = False
        self.refresh()

    # How it is drawn

    def render_line(self, y: int) -> Strip:
        """One row of the text, of what follows it, or of nothing."""
        number = self.scroll_offset.y + y
        rows = len(self._wrapping) if self._wrapping is not None else 0
        if self._wrapping is not None and number < rows:
            segments = self._row(self._wrapping, self._wrapping.row(number))
        elif number < rows + len(self._end_rows):
            segments = [Segment(self._end_rows[number - rows], self._style("end"))]
            if number + 1 == rows + len(self._end_rows):
                self._reach_end()
        else:
            segments = []
        width = self.scrollable_content_region.width
        return Strip(segments).adjust_cell_length(width, self.rich_style).apply_offsets(0, number)

    def _row(self, wrapping: Wrapping, row: Row) -> list[Segment]:
        start, end = self._selected or (0, 0)
        gutter = self._style("gutter")
        segments: list[Segment] = []
        for piece, inside in wrapping.spans(row, start, end):
            style = self._style(_STYLES[piece.kind]) if piece.kind in _STYLES else self.rich_style
            if inside:
                style += Style(reverse=not style.reverse)
            if segments and segments[-1].style == style:  # a page of marks is drawn in half the time
                segments[-1] = Segment(segments[-1].text + piece.text, style)
            else:
                segments.append(Segment(piece.text, style))
        fold = [Segment(wrapping.fold, gutter)] if row.goes_on else []
        return [Segment(wrapping.gutter(row), gutter), *segments, *fold]

    def _style(self, component: str) -> Style:
        return self.get_component_rich_style(f"verbatim--{component}")

    def _reach_end(self) -> None:
        """The last row is being drawn: whole, unless the text has still to be folded at a new width."""
        folded = self._wrapping is not None and self._width == self.scrollable_content_region.width
        if folded and not self._ended:
            self._ended = True
            self.call_next(self._say_end)

    def _say_end(self) -> None:
        # Drawing is the screen's doing, and Textual does not give the screen what it takes to come from it.
        if self._ended:
            self.post_message(self.EndReached(self))

    # What is selected and copied

    def selection_updated(self, selection: Selection | None) -> None:
        """Keeps what is selected as stored characters, which stay the same however the text is folded."""
        start, end = (0, 0) if selection is None else self._range(selection)
        self._selected = (start, end) if start < end else None
        self.refresh()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The stored text that is selected, and nothing to put after it."""
        start, end = self._selected or self._range(selection)
        return self._text[start:end], ""

    def _range(self, selection: Selection) -> tuple[int, int]:
        start = 0 if selection.start is None else self._place(selection.start)
        end = len(self._text) if selection.end is None else self._place(selection.end, after=True)
        return start, max(start, end)

    def _place(self, offset: Offset, *, after: bool = False) -> int:
        wrapping = self._wrapping
        if wrapping is None or offset.y >= len(wrapping):
            return len(self._text)
        return wrapping.place(wrapping.row(offset.y), offset.x - wrapping.measured.gutter, after=after)

    # What the keys do

    def do_copy(self) -> None:
        """Copies what is selected, or the whole text."""
        start, end = self._selected or (0, len(self._text))
        copied = self._text[start:end]
        try:
            copied.encode()
        except UnicodeEncodeError:
            self.say("Not copied: it holds a lone surrogate, which no clipboard takes.", bad=True)
        else:
            self.app.copy_to_clipboard(copied)
            self.say(f"Copied: {measure(copied)}.")

    def do_ascii(self) -> None:
        """Changes the form; what stood in the first row stays there."""
        self._ascii = not self._ascii
        self._fold()

    def do_down(self) -> None:
        """Goes a row down."""
        self._go(1)

    def do_up(self) -> None:
        """Goes a row up."""
        self._go(-1)

    def do_half_down(self) -> None:
        """Goes half a page down."""
        self._go(max(1, self.size.height // 2))

    def do_half_up(self) -> None:
        """Goes half a page up."""
        self._go(-max(1, self.size.height // 2))

    def do_page_down(self) -> None:
        """Goes a page down."""
        self._go(max(1, self.size.height - 1))

    def do_page_up(self) -> None:
        """Goes a page up."""
        self._go(-max(1, self.size.height - 1))

    def do_first(self) -> None:
        """Goes to the start."""
        self._go(-self.virtual_size.height)

    def do_last(self) -> None:
        """Goes to the end."""
        self._go(self.virtual_size.height)

    def _go(self, rows: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + rows, animate=False)
