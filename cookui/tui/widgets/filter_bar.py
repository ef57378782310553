"""The line in which a filter is typed, and which says how much passes it as long as it is on."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.strip import Strip
from textual.widgets import Input

from cookui.text.visible import cell_width
from cookui.tui.widgets.ink import Ink, Inked


class Caption(Inked):
    """One piece of text in one ink, as wide as it is.

    Args:
        text: our own words, or outside text already visible.
        ink: what it means.
    """

    ALLOW_SELECT = False

    def __init__(self, text: str = "", ink: Ink = "quiet", *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._ink = ink
        self.write(text)

    def write(self, text: str) -> None:
        """Replaces the text."""
        self._text = text
        self.styles.width = cell_width(text)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The text."""
        return self.line([(self._text if y == 0 else "", self._ink)], self.size.width)


class FilterBar(Horizontal):
    """A field between its sign and a count; in sight as long as the filter is on."""

    def compose(self) -> ComposeResult:
        """Sign, field, count."""
        yield Caption(" / ", "key")
        yield Input(compact=True, select_on_focus=False)
        yield Caption(id="filter-count")

    @property
    def field(self) -> Input:
        """The field."""
        return self.query_one(Input)

    @property
    def typing(self) -> bool:
        """Whether the person is typing in it."""
        return self.field.has_focus

    def open(self) -> None:
        """Shows the field and puts the text cursor in it."""
        self.display = True
        self.field.focus()

    def close(self) -> None:
        """Takes the filter off and hides the field."""
        self.field.clear()
        self.display = False

    def count(self, shown: int, of: int) -> None:
        """Says how many tasks pass."""
        self.query_one("#filter-count", Caption).write(f" {shown} of {of} ")
