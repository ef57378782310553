"""The base of every screen: it follows tasks, obeys commands, and has the header and the footer around its
body.

A screen made on it writes these::

    class TaskScreen(LiveScreen):
        CSS_PATH = styles.path("task")
        BINDINGS = bindings(Copy, Zoom)            # see cookui.tui.commands.base

        def body(self) -> ComposeResult: ...       # what stands between header and footer
        def opened(self): ...                      # show what is known
        def tasks_changed(self, keys): ...         # update what is shown of those tasks; never rebuild
        def tick(self): ...                        # redraw ages, if a visible one changed
        def do_copy(self): ...                     # one method a command

While another screen lies over it a screen is told nothing; what changed meanwhile is told at once when it
comes back, before any key can reach it. `say` puts a sentence into the footer, in place of the keys: nothing
pops up over what is being read.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.events import Event, ScreenResume
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from cookui.tui.commands import Command, Obeys, bindings
from cookui.tui.commands.everywhere import EVERYWHERE, Diagnostics, Needs, Palette, Quit
from cookui.tui.host import Host, host_of
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.header import HeaderBar
from cookui.tui.widgets.ink import INKS
from cookui.tui.widgets.too_small import TooSmall


class LiveScreen(Obeys, Screen[None]):
    """A screen that follows tasks."""

    BINDINGS = bindings(*EVERYWHERE)
    COMPONENT_CLASSES: ClassVar[set[str]] = set(INKS)
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it
        (0, "-too-thin"),
        (60, "-narrow"),
        (100, "-medium"),
        (144, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-too-low"), (20, "-high-enough")]  # noqa: RUF012

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """What has the focus. Who gets it and who loses it is drawn anew; Textual would draw the whole screen."""

    QUIET: ClassVar[bool] = False
    """Whether the command palette, the needs-you list and the diagnostics stay away: true for decisions."""

    def __init__(self) -> None:
        super().__init__()
        self._missed: set[TaskKey] = set()

    @property
    def cookui(self) -> Host:
        """The app, as its screens see it."""
        return host_of(self)

    @property
    def keeper(self) -> Keeper:
        """What is known of all ledgers."""
        return self.cookui.keeper

    @property
    def going(self) -> bool:
        """Whether it is being taken down. Timers, sizes and readings that were on their way still reach it
        then, when its parts have already gone."""
        return not self.display

    @property
    def whole(self) -> bool:
        """Whether header, body and footer are there: it has been put together, and is not going."""
        return self.is_mounted and not self.going

    # What a screen may say of itself

    def body(self) -> ComposeResult:
        """What stands between header and footer."""
        yield from ()

    def opened(self) -> None:
        """What is on it is in place, and nothing has been drawn yet: show what is known."""

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:
        """The cards of those tasks changed, or went away: update what is shown of them, by key."""

    def tick(self) -> None:
        """Ages grew: redraw those on the screen whose words differ. Called every few seconds."""

    def guard(self, event: Event) -> bool:  # noqa: ARG002 - for whoever overrides it
        """Sees every key, paste and mouse event before anything else does; true swallows it."""
        return False

    # What the base does

    def compose(self) -> ComposeResult:
        """Header, body, footer, and what is said when the terminal is too small for them."""
        # With the right classes from the beginning, its parts are not styled twice while it opens.
        width, height = self.app.size
        sizes = (width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS)
        self.add_class(*(max(each for each in points if each[0] <= cells)[1] for cells, points in sizes))
        yield HeaderBar()
        yield from self.body()
        yield Footer()
        yield TooSmall()

    def on_mount(self) -> None:
        """It has been put together, unless it was left before that: then there is nothing on it."""
        if not self.going:
            self.opened()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Says something in the footer, in place of the keys, until the next key.

        Args:
            text: a sentence; outside text in it is made visible.
            bad: whether it is a refusal or a failure.
        """
        if self.whole:
            self.query_one(Footer).say(text, bad=bad)
        elif not self.is_mounted:  # it is still being put together, and must not lose what is said to it
            self.call_later(self.say, text, bad=bad)

    def hush(self) -> None:
        """Takes what was said out of the footer: the person goes on."""
        if self.whole:
            self.query_one(Footer).clear()

    def refresh_header(self) -> None:
        """Draws the header again."""
        if self.whole:
            self.query_one(HeaderBar).refresh()

    def tell(self, keys: frozenset[TaskKey]) -> None:
        """Tells of changed tasks: at once when this screen is on top, else when it comes back."""
        if self.is_active and self.whole:
            self.tasks_changed(keys)
            self.query_one(Footer).refresh()
        else:
            self._missed |= keys

    @on(ScreenResume)
    def _catch_up(self) -> None:
        """Learns what changed while another screen lay over this one."""
        if not self.whole:
            return  # the first time, while it is put together: `opened` looks for itself
        missed, self._missed = frozenset(self._missed), set()
        if missed:
            self.tasks_changed(missed)
        self.refresh_header()
        self.tick()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Takes away from a decision everything that could cover it."""
        if self.QUIET and action == "command" and Command.named(str(parameters[0])) in _COVERING:
            return False
        return super().check_action(action, parameters)

    # The commands of every screen

    def do_back(self) -> None:
        """Goes one level back."""
        if len(self.app.screen_stack) > 1 and self.is_active:  # Textual would take away whatever is on top
            self.dismiss()

    def do_needs(self) -> None:
        """Opens what waits for a person."""
        self.cookui.open_needs()

    def do_palette(self) -> None:
        """Opens the command palette."""
        self.cookui.open_palette()

    def do_reread(self) -> None:
        """Reads everything again."""
        self.cookui.reread()
        self.say("Everything is being read again")

    def do_diagnostics(self) -> None:
        """Opens the diagnostics."""
        self.cookui.open_diagnostics()

    def do_help(self) -> None:
        """Opens the help of this screen."""
        self.cookui.open_help()

    def do_quit(self) -> None:
        """Leaves the program."""
        self.app.exit()

    def do_interrupt(self) -> None:
        """Says how to leave."""
        self.say("esc goes one level back; q on the board, or ctrl+q, leaves")


_COVERING = (Needs, Palette, Diagnostics, Quit)
