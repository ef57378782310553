"""How the segments of a view become the strips of a widget: one place that turns tones and kinds into
styles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rich.segment import Segment as Drawn
from rich.style import Style
from textual.strip import Strip

from cookui.text import times
from cookui.tui.shown import STYLES
from cookui.tui.views.flow import Look, Segment
from cookui.tui.views.rows import Age
from cookui.tui.widgets.ink import Inking

_SIGNS = ("tab", "newline", "space")
_MARKED = Style(reverse=True)


class Segmented(Inking):
    """Draws the segments of views: mixed into widgets."""

    def look(self, look: Look) -> Style:
        """The style of a look, without a background."""
        style = self.ink("quiet" if look.kind in _SIGNS else look.tone.value)
        if look.kind in STYLES:
            style += STYLES[look.kind].rich_style
        return style + _MARKED if look.marked else style

    def strip(self, line: Iterable[Segment], width: int, now: datetime, before: str = "") -> Strip:
        """One line, cut or filled to `width` cells.

        Args:
            line: the segments.
            width: in cells.
            now: the time that ages are worked out from.
            before: our own characters before it, in the ink of the cursor.
        """
        base = self.ground
        drawn = [Drawn(before, base + self.ink("bar"))] if before else []
        for segment in line:
            text = segment.text if segment.age is None else age_words(segment.age, now)
            drawn.append(Drawn(text, base + self.look(segment.look)))
        return Strip(drawn).adjust_cell_length(width, base)


def age_words(age: Age, now: datetime) -> str:
    """The words of an age; what is no time is a question mark, not a crash."""
    try:
        words = times.age(age.at, now)
    except ValueError:
        words = "?"
    return words.rjust(age.width)
