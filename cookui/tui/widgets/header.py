"""The first line of every screen: which ledger, who decides, how live it is, and how much waits for a
person."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.events import Click
from textual.strip import Strip

from cookui.text.visible import cell_width, single
from cookui.tui.commands.everywhere import Needs
from cookui.tui.widgets.ink import Ink, Inked

if TYPE_CHECKING:
    from cookui.tui.app import CookUI

Part = tuple[str, Ink]


class HeaderBar(Inked):
    """Roots and screen on the left; read-only, operator, liveness and the needs-you count on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._needs_from = 0

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - it has one line
        """The line."""
        app = cast("CookUI", self.app)
        width = self.size.width
        right = self._right(app)
        taken = sum(cell_width(text) for text, _ in right)
        needs = cell_width(right[-1][0])
        self._needs_from = width - needs
        left = self._left(app, max(8, width - taken - 1))
        gap = width - taken - sum(cell_width(text) for text, _ in left)
        return self.line([*left, (" " * max(0, gap), "plain"), *right], width)

    def _left(self, app: CookUI, room: int) -> list[Part]:
        """Which ledgers, and the name of the screen."""
        title = self.screen.title or ""
        parts: list[Part] = [(" ", "plain")]
        room -= 1
        if title:
            room -= cell_width(title) + 3
        roots = single(", ".join(app.keeper.projects) or "no ledger", max(4, room))
        parts.append((roots, "strong"))
        if title:
            parts += [(" · ", "quiet"), (title, "plain")]
        return parts

    def _right(self, app: CookUI) -> list[Part]:
        """What must be known on every screen."""
        parts: list[Part] = []
        if app.read_only:
            parts += [("read-only", "held"), ("  ", "plain")]
        parts += [
            (single(app.operator, 24), "plain") if app.operator else ("no operator", "quiet"),
            ("  ", "plain"),
        ]
        parts += [self._liveness(app), ("  ", "plain")]
        waiting = app.keeper.waiting()
        parts.append(
            (f" ▲ {waiting} need{'s' if waiting == 1 else ''} you ", "ask")
            if waiting
            else (" nothing needs you ", "quiet")
        )
        return parts

    def _liveness(self, app: CookUI) -> Part:
        """Live, or how old the oldest of what is shown is."""
        links = [app.keeper.link(project) for project in app.keeper.projects]
        if any(link is None for link in links):
            return ("○ reading", "quiet")
        stale = [link.at for link in links if link is not None and not link.live]
        if not stale:
            return ("● live", "good")
        seconds = max(0, int((app.clock() - min(stale)).total_seconds()))
        return (f"○ stale {seconds} s", "bad")

    async def on_click(self, event: Click) -> None:
        """A click on the count opens the list."""
        if event.x >= self._needs_from:
            await self.app.run_action(f"command('{Needs.id}')", self.screen)
