"""Needs you: everything that waits for a person, over all ledgers, oldest first.

The list is derived from the ledgers each time and is no queue of its own: what was done elsewhere is gone
from it by itself. Enter opens the screen on which the ask is answered.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult

from cookui.contract.words import AskKind
from cookui.tui import styles
from cookui.tui.commands import bindings
from cookui.tui.commands.acts import ACTS, ActsOnTask
from cookui.tui.commands.everywhere import Needs
from cookui.tui.commands.needs import Task
from cookui.tui.keys import TaskKey
from cookui.tui.labels import labels_of
from cookui.tui.screens.live import LiveScreen
from cookui.tui.widgets.asked import Asked
from cookui.tui.widgets.calm import Calm
from cookui.tui.widgets.listing import Listing


class NeedsScreen(ActsOnTask, LiveScreen):
    """What waits for a person."""

    TITLE = "Needs you"
    CSS_PATH = styles.path("needs")
    BINDINGS = bindings(Task, *ACTS)
    WITHOUT = (Needs,)

    def body(self) -> ComposeResult:
        """The list, or that there is nothing in it."""
        yield Asked(self.keeper, self.cookui.clock, labels_of(self.keeper.projects))
        yield Calm("Nothing waits for you.", id="nothing")

    def opened(self) -> None:
        """Shows what is asked now."""
        self.tasks_changed(frozenset())
        self.listing.focus(scroll_visible=False)

    @property
    def listing(self) -> Asked:
        """The list."""
        return self.query_one(Asked)

    def subject(self) -> TaskKey | None:
        """The task under the cursor."""
        current = self.listing.current
        return current[0] if current is not None else None

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:  # noqa: ARG002 - one task more or less moves the others
        """Derives the list again; the cursor stays on its entry."""
        self.listing.update()
        self.set_class(not self.listing.keys, "-nothing")

    def tick(self) -> None:
        """Redraws the list if a visible age differs."""
        self.listing.tick()

    @on(Listing.Selected)
    def _selected(self) -> None:
        self.refresh_bindings()

    @on(Listing.Opened)
    def _open(self, event: Listing.Opened) -> None:
        """Opens the screen on which the ask is answered."""
        key, kind = event.key
        app = self.cookui
        if kind is AskKind.BROKEN:
            app.open_diagnostics()
        elif app.read_only:
            app.open_task(key)
        elif kind is AskKind.APPROVAL:
            app.open_approve(key)
        elif kind is AskKind.FORK:
            app.open_answer(key)
        elif kind is AskKind.REVERIFY:
            app.open_reverify(key)
        else:
            app.open_task(key)

    def do_task(self) -> None:
        """Opens the task itself."""
        key = self.subject()
        if key is not None:
            self.cookui.open_task(key)
