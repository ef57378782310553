"""The app: it owns the keeper and the followers, opens screens, and is the only thing that talks to the
terminal.

Screens never push one another: they ask the app by name (`open_task`, `open_approve`, ...), and a screen's
module is imported when it is first opened, so that the board paints early.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, Key, MouseDown, MouseEvent, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.timer import Timer

from cookui.text.visible import single
from cookui.tui import styles, themes
from cookui.tui.crash import Crash
from cookui.tui.doors import Doors, look_behind
from cookui.tui.follower import Follower
from cookui.tui.host import Host
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.attention import Attention, TerminalAttention
from cookui.tui.ports.ledger import LedgerPort
from cookui.tui.ports.terminal import Terminal
from cookui.tui.screens.board import BoardScreen
from cookui.tui.screens.live import LiveScreen
from cookui.tui.shown import Net
from cookui.tui.turns import Turns

TICK = 5.0
"""Seconds between two looks at the ages on the screen: the shortest shown while nothing happens is in
minutes."""
LONGEST_KEY = 24
"""Cells that the name of a key may take; those of the program's own take half as many."""
LOOK_AGAIN = 12
"""Ticks between two looks at what depends on the clock alone."""


class CookUI(Doors, App[None], inherit_bindings=False):
    """The operator's screens over one or more ledgers.

    Args:
        ledgers: what is watched.
        operator: who decides, if known; no silent default.
        read_only: whether every acting key is taken away.
        theme: the theme's name.
        keymap: keys by command id, in place of the commands' own.
        remarks: sentences to say at the start and on the diagnostics screen; may be outside text.
        clock: the time now, aware; injected by tests.
        zone: the time zone that times are shown in; the system's when None.
        attention: what calls the person; the terminal's bell when None.
    """

    TITLE = "cookui"
    CSS_PATH = [styles.path("app"), styles.path("board")]  # noqa: RUF012 - the lowest screen brings none
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = True  # for the screens that show an exact text; every other one says no
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        ledgers: Sequence[LedgerPort],
        *,
        operator: str | None = None,
        read_only: bool = False,
        theme: str = themes.DEFAULT,
        keymap: Mapping[str, str] | None = None,
        remarks: Sequence[str] = (),
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        zone: tzinfo | None = None,
        attention: Attention | None = None,
    ) -> None:
        self.terminal: Terminal | None = None
        # How colours are filtered is decided here, before a theme can be set: NO_COLOR was black on black.
        super().__init__(ansi_color=themes.is_ansi(theme) or None)
        self.operator = operator
        self.read_only = read_only
        self.clock = clock
        self.zone = zone or datetime.now().astimezone().tzinfo or UTC
        self.remarks = list(remarks)
        self.keeper = Keeper(ledgers, clock)
        self.attention = attention or TerminalAttention(self.bell, self.send)
        self.animation_level = "none"
        self._net = Net()
        self._looked_behind = False
        self._turns = Turns(self, self._give_out)
        self._keys = dict(keymap or {})
        self._followers = [
            Follower(ledger, self.keeper, partial(self.call_later, self._changed), self._heard)
            for ledger in ledgers
        ]
        self._stale_timer: Timer | None = None
        self._ticks = 0
        for ours in themes.OURS:
            self.register_theme(ours)
        self.theme = theme

    # The terminal

    def get_css_variables(self) -> dict[str, str]:
        """Textual's colours, and one for what may be overlooked; an ink cannot be half transparent."""
        variables = super().get_css_variables()
        variables.setdefault("quiet", themes.quiet(self.current_theme, variables))
        return variables

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, mended, where it is the one for Linux and macOS."""
        usual = super().get_driver_class()
        return Terminal if issubclass(Terminal, usual) else usual

    def get_line_filters(self) -> Sequence[LineFilter]:
        """A net under everything that is drawn: no control character reaches the terminal even if a widget
        lets it through."""
        return [self._net, *super().get_line_filters()]

    def get_key_display(self, binding: Binding) -> str:
        """What a key is called wherever keys are shown. The configuration may have given it any name."""
        return single(super().get_key_display(binding), LONGEST_KEY)

    def send(self, sequence: str) -> None:
        """Sends a control sequence to the terminal; without one (a test) it goes nowhere."""
        if self.terminal is not None:
            self.terminal.send(sequence)

    def panic(self, *renderables: RenderableType) -> None:
        """Ends the app with a report that holds nothing from outside, and a status that says so."""
        if any(isinstance(each, Crash) for each in renderables):
            super().panic(*renderables)
        else:
            self.exit(return_code=1, message="cookui stopped: its terminal cannot be read any more.")

    def _handle_exception(self, error: Exception) -> None:
        """Reports a fault without the values of variables, which Textual would print. The first one, before
        the end: a screen that is taken apart while it is put together is no fault.
        """
        if self.return_code is None:
            super()._handle_exception(error if isinstance(error, Crash) else Crash(error))

    # Start and end

    def get_default_screen(self) -> Screen[None]:
        """The board lies under everything."""
        return BoardScreen()

    def on_mount(self) -> None:
        """Starts to follow the ledgers."""
        if self._keys:
            self.set_keymap(self._keys)
        self.screen_change_signal.subscribe(self, lambda _: self._turns.screen_changed(), immediate=True)
        for follower in self._followers:
            self._follow(follower)
        self.set_interval(TICK, self._tick)
        self._stale_timer = self.set_interval(1.0, self._stale, pause=True)
        if self.remarks:
            self.call_after_refresh(self._remark)

    @work(group="followers", exit_on_error=False)
    async def _follow(self, follower: Follower) -> None:
        await follower.run()

    def _remark(self) -> None:
        more = f" (and {len(self.remarks) - 1} more: D)" if len(self.remarks) > 1 else ""
        if isinstance(self.screen, LiveScreen):
            self.screen.say(self.remarks[0] + more, bad=True)

    # What happens

    async def on_event(self, event: Event) -> None:
        """Has keys, pastes and mouse events take turns; whatever else happens is handled as it comes."""
        if isinstance(event, Key | Paste | MouseEvent) and not event.is_forwarded and self.screen_stack:
            await self._turns.take(event)
        else:
            await super().on_event(event)

    async def _give_out(self, event: Event) -> bool:
        """Lets the screen on top see the event before anything else does; false when it swallows it."""
        screen = self.screen
        if isinstance(screen, LiveScreen):
            if screen.guard(event):
                return False
            if isinstance(event, Key | MouseDown):
                screen.hush()
        await super().on_event(event)
        return True

    def live_screens(self) -> list[LiveScreen]:
        """The screens that follow tasks, the lowest first."""
        return [screen for screen in self.screen_stack if isinstance(screen, LiveScreen)]

    def _changed(self, keys: frozenset[TaskKey]) -> None:
        """Tells the screens, and calls the person for what is newly asked."""
        if len(keys) > 1000:
            gc.freeze()  # a first load stays: the collector need not look through it again
        if not self._looked_behind:
            self._looked_behind = True
            self.call_after_refresh(self._look_behind)
        for screen in self.live_screens():
            screen.tell(keys)
        self._heard()
        fresh = self.keeper.take_fresh()
        if fresh:
            self.attention.ring()
            key, ask = fresh[0]
            title = self.keeper.title(key)
            more = f" (and {len(fresh) - 1} more)" if len(fresh) > 1 else ""
            self._notify(f"#{key.id} {title}", ask.words + more)

    @work(group="doors", thread=True, exit_on_error=False)
    def _look_behind(self) -> None:
        look_behind()
        gc.freeze()  # code stays

    @work(group="attention", exit_on_error=False)
    async def _notify(self, title: str, text: str) -> None:
        await self.attention.notify(title, text)

    def _heard(self) -> None:
        """Shows how live the ledgers are; counts the seconds while one is not."""
        if self._stale_timer is not None:
            (self._stale_timer.resume if self.keeper.stale() else self._stale_timer.pause)()
        self._stale()

    def _stale(self) -> None:
        with suppress(IndexError):
            screen = self.live_screens()[-1]
            screen.refresh_header()

    def _tick(self) -> None:
        """Lets ages grow."""
        self._ticks += 1
        if self._ticks % LOOK_AGAIN == 0:
            changed = self.keeper.time_passed()
            if changed:
                self._changed(changed)
        if isinstance(self.screen, LiveScreen) and self.screen.whole:
            self.screen.tick()

    def decided_by(self, operator: str) -> None:
        """Remembers who decided, for this run of the program: the next decision starts with that name."""
        self.operator = operator
        for screen in self.live_screens():
            screen.refresh_header()

    def reread(self) -> None:
        """Reads everything again."""
        for follower in self._followers:
            follower.reread()


if TYPE_CHECKING:

    def _as_its_parts_see_it(app: CookUI) -> Host:
        return app
