"""How screens are opened: by name, from anywhere, each imported when it is first wanted, or in the background
once the board is there."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from cookui.tui.host import Act
from cookui.tui.keys import TaskKey

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen


_ROOMS = (
    "task",
    "approve",
    "reverify",
    "decline",
    "answer",
    "act",
    "needs",
    "palette",
    "help",
    "diagnostics",
)


def look_behind() -> None:
    """Imports all that the doors lead to, so that the first screen opens as quickly as the next."""
    for room in _ROOMS:
        import_module(f"cookui.tui.screens.{room}")


class Doors:
    """The screens by name; a part of the app."""

    def _open(self, screen: Screen[None]) -> None:
        cast("App[None]", self).push_screen(screen)

    def open_task(self, key: TaskKey, tab: str | None = None) -> None:
        """Opens a task, on one of its tabs if named."""
        from cookui.tui.screens.task import TaskScreen

        self._open(TaskScreen(key, tab))

    def open_approve(self, key: TaskKey) -> None:
        """Opens the request that is pending on a task, to grant it."""
        from cookui.tui.screens.approve import ApproveScreen

        self._open(ApproveScreen(key))

    def open_reverify(self, key: TaskKey) -> None:
        """Opens the conditions under which a task is verified afresh."""
        from cookui.tui.screens.reverify import ReverifyScreen

        self._open(ReverifyScreen(key))

    def open_decline(self, key: TaskKey) -> None:
        """Opens the decline of the request that is pending on a task."""
        from cookui.tui.screens.decline import DeclineScreen

        self._open(DeclineScreen(key))

    def open_answer(self, key: TaskKey) -> None:
        """Opens the fork of a task, to answer it."""
        from cookui.tui.screens.answer import AnswerScreen

        self._open(AnswerScreen(key))

    def open_act(self, key: TaskKey, act: Act) -> None:
        """Opens a short act on a task."""
        from cookui.tui.screens.act import ActScreen

        self._open(ActScreen(key, act))

    def open_needs(self) -> None:
        """Opens the list of what waits for a person."""
        from cookui.tui.screens.needs import NeedsScreen

        self._open(NeedsScreen())

    def open_palette(self) -> None:
        """Opens the command palette over the screen on top, and carries out what is chosen there."""
        from cookui.tui.screens.palette import Offer, PaletteScreen

        app = cast("App[None]", self)

        async def carry_out(chosen: Offer | TaskKey | None) -> None:
            if isinstance(chosen, Offer):
                await app.run_action(chosen.active.binding.action, chosen.active.node)
            elif chosen is not None:
                self.open_task(chosen)

        app.push_screen(PaletteScreen(app.screen), carry_out)

    def open_help(self) -> None:
        """Opens the help of the screen on top."""
        from cookui.tui.screens.help import HelpScreen

        self._open(HelpScreen(cast("App[None]", self).screen))

    def open_diagnostics(self) -> None:
        """Opens the diagnostics."""
        from cookui.tui.screens.diagnostics import DiagnosticsScreen

        self._open(DiagnosticsScreen())
