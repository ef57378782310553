"""The head of the task screen: what it is, how far it is, what is true of it, who worked on it; a line
each."""

from __future__ import annotations

from textual.geometry import Size
from textual.strip import Strip

from cookui.tui.host import host_of
from cookui.tui.views import heading
from cookui.tui.views.flow import Line
from cookui.tui.views.rows import Frag
from cookui.tui.views.subject import Subject
from cookui.tui.widgets.ink import Inked
from cookui.tui.widgets.segments import Segmented

LOW = 26
"""Lines of the terminal under which the head leaves out who worked on the task: the tabs say it too."""

MARGIN = "  "


class TaskHead(Segmented, Inked):
    """Draws the head."""

    def __init__(self) -> None:
        super().__init__()
        self._subject: Subject | None = None
        self._instead: tuple[Frag, ...] = ()
        self._drawn: list[Line] = []

    def show(self, subject: Subject | None, instead: tuple[Frag, ...] = ()) -> None:
        """Shows a task.

        Args:
            subject: the task; None while there is none.
            instead: what is said where there is none.
        """
        self._subject, self._instead = subject, instead
        self.refresh(layout=True)

    def tick(self) -> None:
        """Draws again if anything that the clock tells differs."""
        if self._lines(self.size.width) != self._drawn:
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as there are; fewer where the terminal is low."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[Line]:
        now = host_of(self).clock()
        room = max(width - len(MARGIN), 1)
        found = [self._instead] if self._subject is None else heading.lines(self._subject, now, room)
        if self.app.size.height < LOW:
            found = found[:3]
        return [heading.cut(line, room, now) for line in found]

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        if y == 0:
            self._drawn = self._lines(self.size.width)
        line = self._drawn[y] if y < len(self._drawn) else []
        return self.strip(line, self.size.width, host_of(self).clock(), MARGIN)
