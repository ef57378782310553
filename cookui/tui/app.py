"""The app: it owns the keeper and the feed, opens screens, and is the only thing that talks to the terminal.

Screens never push one another: they ask the app by name (`open_task`, `open_approve`, ...), and a screen's module is
imported when it is first opened, so that the board paints early.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import App
from textual.binding import BindingType
from textual.events import Event, Key, MouseEvent, Paste
from textual.screen import Screen

from cookui.tui import styles
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import LedgerPort
from cookui.tui.screens.board import BoardScreen
from cookui.tui.screens.live import LiveScreen

if TYPE_CHECKING:
    from collections.abc import Callable

Act = Literal["block", "unblock", "abandon", "release"]


class CookUI(App[None]):
    """The operator's screens over one or more ledgers.

    Args:
        ledgers: what is watched.
        operator: who decides, if known; no silent default.
        read_only: whether every acting key is taken away.
        clock: the time now, aware; injected by tests.
        zone: the time zone that times are shown in; the system's when None.
    """

    TITLE = "cookui"
    CSS_PATH = styles.path("app")
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        ledgers: Sequence[LedgerPort],
        *,
        operator: str | None = None,
        read_only: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__()
        self.operator = operator
        self.read_only = read_only
        self.clock = clock
        self.zone = zone or datetime.now().astimezone().tzinfo or UTC
        self.keeper = Keeper(ledgers, clock)

    def get_default_screen(self) -> Screen[None]:
        """The board lies under everything."""
        return BoardScreen()

    async def on_event(self, event: Event) -> None:
        """Lets the screen on top see every key, paste and mouse event before anything else does."""
        if isinstance(event, Key | Paste | MouseEvent) and not event.is_forwarded and self.screen_stack:
            screen = self.screen
            if isinstance(screen, LiveScreen) and screen.guard(event):
                return
        await super().on_event(event)

    # Doors

    def open_task(self, key: TaskKey, tab: str | None = None) -> None:
        """Opens a task, on one of its tabs if named."""
        from cookui.tui.screens.task import TaskScreen

        self.push_screen(TaskScreen(key, tab))

    def open_approve(self, key: TaskKey) -> None:
        """Opens the request that is pending on a task, to grant it."""
        from cookui.tui.screens.approve import ApproveScreen

        self.push_screen(ApproveScreen(key))

    def open_reverify(self, key: TaskKey) -> None:
        """Opens the conditions under which a task is verified afresh."""
        from cookui.tui.screens.reverify import ReverifyScreen

        self.push_screen(ReverifyScreen(key))

    def open_decline(self, key: TaskKey) -> None:
        """Opens the decline of the request that is pending on a task."""
        from cookui.tui.screens.decline import DeclineScreen

        self.push_screen(DeclineScreen(key))

    def open_answer(self, key: TaskKey) -> None:
        """Opens the fork of a task, to answer it."""
        from cookui.tui.screens.answer import AnswerScreen

        self.push_screen(AnswerScreen(key))

    def open_act(self, key: TaskKey, act: Act) -> None:
        """Opens a short act on a task."""
        from cookui.tui.screens.act import ActScreen

        self.push_screen(ActScreen(key, act))
