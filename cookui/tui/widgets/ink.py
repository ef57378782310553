"""The few inks that everything is written in, so that one meaning has one look on all screens and in all
themes.

Widgets that draw their own lines take styles from here and never name a colour. Each meaning differs from the
others by weight, underline or a sign beside it as well as by colour: colour alone never tells a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, get_args

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

Ink = Literal["plain", "quiet", "strong", "id", "ask", "run", "good", "bad", "held", "key", "match", "bar"]
"""What a piece of text means:

plain   ordinary words          quiet  what may be overlooked: ages, counts, separators
strong  headings                id     numbers of tasks
ask     waits for a person      run    is being worked on
good    done, holds             bad    failed, broken, refused
held    stopped on purpose      key    a key to press
match   found by the filter     bar    the mark beside what is selected
"""


INKS = frozenset(f"ink--{ink}" for ink in (*get_args(Ink), "cursor", "cursor-blurred"))
"""The component classes behind the inks. The screen names them, for all that is on it: with each widget they
would be worked out as many times, and that is most of what it takes to open a screen."""

if TYPE_CHECKING:
    _Drawer = Widget
else:
    _Drawer = object


class Inking(_Drawer):
    """Draws lines in inks: mixed into widgets that have a base of their own."""

    def ink(self, ink: Ink) -> Style:
        """The style of a meaning, without a background: lay it over the line's own style."""
        return self.screen.get_component_rich_style(f"ink--{ink}", partial=True)

    @property
    def ground(self) -> Style:
        """What lies under a line: the widget's own style, kept until it changes."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    _ground: Style | None = None

    @property
    def cursor(self) -> Style:
        """What lies under the line with the cursor."""
        styles = self.screen.get_component_styles("ink--cursor" if self.has_focus else "ink--cursor-blurred")
        background = self.background_colors[1] + styles.background
        return self.ground + Style(bgcolor=background.rich_color) + styles.text_style

    def notify_style_update(self) -> None:
        """Textual's: the style of the widget, or of what it lies on, is another one."""
        self._ground = None
        super().notify_style_update()

    def line(self, parts: Iterable[tuple[str, Ink]], width: int, base: Style | None = None) -> Strip:
        """One line, cut or filled to `width` cells.

        Args:
            parts: text, already visible, with its meaning.
            width: in cells.
            base: what lies under all of it; the widget's own style when None.
        """
        under = self.ground if base is None else base
        segments = [Segment(text, under + self._over(under, ink)) for text, ink in parts if text]
        return Strip(segments).adjust_cell_length(width, under)

    def _over(self, under: Style, ink: Ink) -> Style:
        """An ink on what lies under it. On a reversed line colours would become patches, so only weight is
        left."""
        style = self.ink(ink)
        return Style(bold=style.bold, underline=style.underline) if under.reverse else style


class Inked(Inking, Widget):
    """A widget that draws its own lines."""

    ALLOW_SELECT = False


class InkedScroll(Inking, ScrollView):
    """A widget that draws its own lines and scrolls over them."""

    ALLOW_SELECT = False
