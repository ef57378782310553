"""Diagnostics: the ledgers watched, how live each is, locks and their holders, broken files, versions.

What can be known without asking stands there at once; each ledger is then asked, and asked again with every
re-read.
"""

from __future__ import annotations

from textual import work
from textual.app import ComposeResult

from cookui.contract.refusal import Refusal
from cookui.text.times import stamp
from cookui.tui import styles
from cookui.tui.commands.everywhere import Diagnostics
from cookui.tui.commands.moving import Open
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import Json
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.diagnostics import LedgerFacts, page
from cookui.tui.widgets.page import PageView


class DiagnosticsScreen(LiveScreen):
    """What there is to know about program and ledgers."""

    TITLE = "Diagnostics"
    CSS_PATH = styles.path("page")
    WITHOUT = (Diagnostics, Open)

    def __init__(self) -> None:
        super().__init__()
        self._facts: dict[str, Json] = {}
        self._failures: dict[str, str] = {}

    def body(self) -> ComposeResult:
        """The page of facts."""
        yield PageView()

    def opened(self) -> None:
        """Shows what is known, and asks the ledgers."""
        self._show()
        self.query_one(PageView).focus(scroll_visible=False)
        self._ask()

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:  # noqa: ARG002 - counts and broken files of all
        """Asks again."""
        self._ask()

    def tick(self) -> None:
        """Redraws ages, and asks again: locks come and go without a word."""
        self._ask()
        self.query_one(PageView).tick()

    def do_reread(self) -> None:
        """Reads everything again, and asks again."""
        super().do_reread()
        self._ask()

    @work(group="diagnostics", exclusive=True, exit_on_error=False)
    async def _ask(self) -> None:
        """Asks all ledgers; an older asking is given up."""
        for project in self.keeper.projects:
            try:
                self._facts[project] = await self.keeper.ledger(project).diagnostics()
                self._failures.pop(project, None)
            except Refusal as refusal:
                self._facts.pop(project, None)
                self._failures[project] = f"{refusal.sentence} {refusal.remedy}"
        self._show()

    def _show(self) -> None:
        self.query_one(PageView).show(page(self._program(), self.cookui.remarks, self._ledgers()))

    def _ledgers(self) -> list[LedgerFacts]:
        ledgers = []
        for project in self.keeper.projects:
            link = self.keeper.link(project)
            ledgers.append(
                LedgerFacts(
                    project,
                    live=None if link is None else link.live,
                    reason=link.reason if link is not None else "",
                    since="" if link is None or link.live else stamp(link.at),
                    facts=self._facts.get(project),
                    failure=self._failures.get(project, ""),
                )
            )
        return ledgers

    def _program(self) -> dict[str, str]:
        """Facts on the program itself."""
        app = self.cookui
        versions: Json = next(
            (facts["versions"] for facts in self._facts.values() if "versions" in facts), {}
        )
        return {
            "operator": app.operator or "unknown: give --operator, $COOK_OPERATOR or a configuration",
            "acts": "taken away: read-only" if app.read_only else "allowed",
            "theme": self.app.theme,
            "terminal": f"{self.app.size.width}×{self.app.size.height}",
            **{name: str(version) for name, version in versions.items()},
        }
