"""A sentence alone in the middle of the screen: why there is nothing to see, and what brings something.

An empty list without a word looks like a fault.
"""

from __future__ import annotations

from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.views.flow import Flowed
from cookui.tui.views.rows import Words
from cookui.tui.widgets.ink import Inked

_MARGIN = 8


class Calm(Inked):
    """A sentence in the middle of the room that it is given.

    Args:
        text: our own words, or outside text already visible.
    """

    def __init__(self, text: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._text = text

    def write(self, text: str) -> None:
        """Replaces the sentence."""
        if text != self._text:
            self._text = text
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width, height = self.size
        flowed = Flowed((Words(self._text),), max(1, width - _MARGIN))
        at = y - max(0, (height - len(flowed)) // 2)
        if not 0 <= at < len(flowed):
            return self.line([], width)
        text = "".join(segment.text for segment in flowed.line(at)).strip()
        return self.line([(" " * ((width - cell_width(text)) // 2), "plain"), (text, "plain")], width)
