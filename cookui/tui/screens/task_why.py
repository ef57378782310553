"""Why: what a task waits for and what each act needs, kept true while it is read."""

from __future__ import annotations

from textual.app import ComposeResult

from cookui.tui import styles
from cookui.tui.commands import bindings
from cookui.tui.commands.acts import ACTS
from cookui.tui.screens.task_reader import TaskReader, page_of
from cookui.tui.views import why
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.task_head import TaskHead


class TaskWhyScreen(TaskReader):
    """The conditions of every act on a task, from the contract itself."""

    TITLE = "Why"
    CSS_PATH = [styles.path("page"), styles.path("task")]  # noqa: RUF012 - Textual declares it
    BINDINGS = bindings(*ACTS)

    def body(self) -> ComposeResult:
        """Head and answer."""
        yield TaskHead()
        yield PageView(id="why")

    def opened(self) -> None:
        """Ready to be scrolled."""
        self.query_one(PageView).focus(scroll_visible=False)
        super().opened()

    def read(self) -> None:
        """Shows the answer; what is being read stays where it is."""
        subject, broken = self.task_read, self.broken()
        self.query_one(TaskHead).show(None if broken else subject)
        if broken or subject is None:
            self.query_one(PageView).show(broken)
            return
        app = self.cookui
        page = page_of(lambda: why.page(subject, app.operator, app.read_only))
        self.query_one(PageView).show(page)

    def tick(self) -> None:
        """Ages grew."""
        self.query_one(TaskHead).tick()
        self.query_one(PageView).tick()
