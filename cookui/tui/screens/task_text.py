"""One stored text of a task, whole and exact: what Enter on a row opens, and what a long output is read
in."""

from __future__ import annotations

from textual.app import ComposeResult

from cookui.text.measures import measure
from cookui.tui import styles
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.rows import Words, field, heading
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.verbatim import Verbatim


class TaskTextScreen(LiveScreen):
    """Shows an exact text. It does not follow the task: what was opened is what is read.

    Args:
        title: our own words: where the text stands.
        text: the stored text.
    """

    TITLE = "Exact text"
    ALLOW_SELECT = True
    CSS_PATH = [styles.path("page"), styles.path("task")]  # noqa: RUF012 - Textual declares it

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def body(self) -> ComposeResult:
        """Its measures, and the text."""
        yield PageView(id="measures")
        yield Verbatim(self._text, id="text")

    def opened(self) -> None:
        """Says how big it is."""
        measured = measure(self._text)
        rows = (
            heading("exact", self._title, Words(f"{measured}")),
            field("sha256", "sha256", Words(measured.sha256), copy=measured.sha256),
        )
        self.query_one("#measures", PageView).show(rows)
        self.query_one("#text", Verbatim).focus()
