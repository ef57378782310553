"""The first line of every screen: which ledger, who decides, how live it is, and how much waits for a
person."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click
from textual.strip import Strip

from cookui.text.visible import cell_width, single
from cookui.tui.commands.everywhere import Needs
from cookui.tui.host import Host, host_of
from cookui.tui.widgets.ink import Ink, Inked

Part = tuple[str, Ink]


class HeaderBar(Inked):
    """Roots and screen on the left; read-only, operator, liveness and the needs-you count on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._needs_from = 0

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - it has one line
        """The line."""
        app = host_of(self)
        width = self.size.width
        count: list[Part] = _count(app.keeper.waiting()) if app.keeper.ready else [(" ", "plain")]
        self._needs_from = width - _length(count)
        fixed: list[Part] = [("  ", "plain"), self._liveness(app), ("  ", "plain"), *count]
        if app.read_only:
            fixed = [("  ", "plain"), ("read-only", "held"), *fixed]
        room = width - _length(fixed)
        operator: Part = ("no operator", "quiet")
        if app.operator:
            operator = (single(app.operator, max(8, room // 3)), "plain")
        left = self._left(app, room - cell_width(operator[0]) - 2)
        gap = room - _length(left) - cell_width(operator[0])
        return self.line([*left, (" " * max(0, gap), "plain"), operator, *fixed], width)

    def _left(self, app: Host, room: int) -> list[Part]:
        """Which ledgers, and the name of the screen."""
        title: list[Part] = (
            [(" · ", "quiet"), (single(self.screen.title, 24), "plain")] if self.screen.title else []
        )
        roots = single(", ".join(app.keeper.projects) or "no ledger", max(6, room - _length(title) - 1))
        return [(" ", "plain"), (roots, "strong"), *title]

    def _liveness(self, app: Host) -> Part:
        """Live, or how old the oldest of what is shown is."""
        stale = app.keeper.stale()
        if stale:
            seconds = (app.clock() - min(link.at for link in stale)).total_seconds()
            return (f"○ stale {max(0, int(seconds))} s", "bad")
        return ("● live", "good") if app.keeper.ready else ("○ reading", "quiet")

    async def on_click(self, event: Click) -> None:
        """A click on the count opens the list."""
        if event.x >= self._needs_from:
            await self.app.run_action(f"command('{Needs.id}')", self.screen)


def _count(waiting: int) -> list[Part]:
    """How much waits for a person."""
    if not waiting:
        return [(" nothing needs you ", "quiet")]
    return [(f" ▲ {waiting} need{'s' if waiting == 1 else ''} you ", "ask")]


def _length(parts: Sequence[Part]) -> int:
    return sum(cell_width(text) for text, _ in parts)
