"""One piece of text in one ink."""

from __future__ import annotations

from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.widgets.ink import Ink, Inked


class Caption(Inked):
    """One line of text, as wide as it is.

    Args:
        text: our own words, or outside text already visible.
        ink: what it means.
    """

    def __init__(self, text: str = "", ink: Ink = "quiet", *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._ink = ink
        self._text = ""
        self.write(text)

    def write(self, text: str) -> None:
        """Replaces the text."""
        self._text = text
        self.styles.width = cell_width(text)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The text."""
        return self.line([(self._text if y == 0 else "", self._ink)], self.size.width)
