"""The task screen: one task, its head always in sight, everything about it in six tabs.

Every tab is a page of rows in one and the same widget; what the screen keeps for each is where it was read
and what was chosen of it. When the task changes, the page is made anew and shown: rows are matched by key,
so cursor, scroll, tab and choice stay.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult

from cookui.text.measures import measure
from cookui.tui import styles
from cookui.tui.commands import Command, bindings
from cookui.tui.commands import task as commands
from cookui.tui.commands.acts import ACTS
from cookui.tui.keys import TaskKey
from cookui.tui.screens.task_find import TaskFind
from cookui.tui.screens.task_reader import page_of
from cookui.tui.views import tabs, timeline, why
from cookui.tui.views.reading import Place
from cookui.tui.views.rows import Page, Tone, Words
from cookui.tui.views.tabs import Chosen, Tab
from cookui.tui.widgets.filter_bar import FilterBar
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.task_head import TaskHead
from cookui.tui.widgets.task_tabs import TaskTabs


class TaskScreen(TaskFind):
    """One task.

    Args:
        key: the task.
        tab: the tab to open; None for the one that answers what is most likely asked.
    """

    TITLE = "Task"
    CSS_PATH = [styles.path("page"), styles.path("task")]  # noqa: RUF012 - Textual declares it
    BINDINGS = bindings(
        *ACTS,
        commands.Why,
        commands.Copy,
        commands.Zoom,
        commands.Older,
        commands.Newer,
        commands.Beside,
        commands.Find,
        commands.NextFound,
        commands.PreviousFound,
        commands.NextTab,
        commands.PreviousTab,
        *commands.TO_TAB,
    )

    def __init__(self, key: TaskKey, tab: str | None = None) -> None:
        super().__init__(key)
        self._tab: Tab | None = Tab(tab) if tab in list(Tab) else None
        self._places: dict[Tab, Place] = {}
        self._chosen: dict[Tab, Chosen] = {}
        self._shown: Tab | None = None
        self._reasons: dict[str, str] = {}

    def body(self) -> ComposeResult:
        """Head, tabs, page."""
        yield TaskHead()
        yield TaskTabs()
        yield PageView(id="tab")
        yield FilterBar()

    def opened(self) -> None:
        """Shows the task, or until it has been read only its number."""
        self.query_one(TaskHead).show(None, self._number())
        self.pane.focus(scroll_visible=False)
        super().opened()

    @property
    def pane(self) -> PageView:
        """The page of the tab."""
        return self.query_one("#tab", PageView)

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        return self._tab or Tab.PLAN

    def _number(self) -> tuple[Words, ...]:
        return (Words(f"#{self.key.id}", Tone.INFO),)

    # What is shown

    def read(self) -> None:
        """Shows what was read; nothing that is being read moves."""
        subject, broken = self.task_read, self.broken()
        self.set_class(bool(broken), "-broken")
        if broken or subject is None:
            self.query_one(TaskHead).show(None, (*self._number(), Words(" cannot be shown", Tone.BAD)))
            self._leave()
            self.pane.show(broken)
            return
        if self._tab is None:
            self._tab = tabs.first(subject)
        self._reasons = why.reasons(subject, self.cookui.operator)
        self.query_one(TaskHead).show(subject)
        self.query_one(TaskTabs).show(self.tab, tabs.badges(subject))
        self._show()

    def _show(self) -> None:
        """Shows the page of the tab, where it was last read."""
        if self.task_read is None:
            return
        page = self._page()
        pane = self.pane
        if self._shown is self.tab:
            pane.show(page)
        else:
            self._leave()
            self._shown = self.tab
            pane.show(page, self._places.get(self.tab) or _beginning(self.tab, page))
        self.find_again()

    def _leave(self) -> None:
        """Remembers where the tab was read."""
        if self._shown is not None:
            self._places[self._shown] = self.pane.place
        self._shown = None

    def _page(self) -> Page:
        subject, chosen = self.task_read, self._chosen.get(self.tab, Chosen())
        if subject is None:
            return ()
        return page_of(lambda: tabs.build(self.tab, subject, chosen, self.cookui.clock()))

    def tick(self) -> None:
        """Ages and spans grew."""
        self.query_one(TaskHead).tick()
        if self.tab is Tab.TIMELINE and self.task_read is not None and self._shown is Tab.TIMELINE:
            page = timeline.later(self.pane.page, self.task_read, self.cookui.clock())
            if page is not self.pane.page:
                self.pane.show(page)
        self.pane.tick()

    # Tabs

    def do_tab(self, name: str) -> None:
        """Goes to a tab."""
        self._tab = Tab(name)
        if self.task_read is not None:
            self.query_one(TaskTabs).show(self.tab, tabs.badges(self.task_read))
        self._show()
        self.refresh_bindings()

    def do_next_tab(self) -> None:
        """Goes to the next tab; after the last comes the first."""
        self._turn(1)

    def do_previous_tab(self) -> None:
        """Goes to the tab before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        listed = list(Tab)
        self.do_tab(listed[(listed.index(self.tab) + by) % len(listed)])

    @on(TaskTabs.Chosen)
    def _tab_clicked(self, event: TaskTabs.Chosen) -> None:
        self.do_tab(event.tab)

    # What of a tab is looked at

    def do_older(self) -> None:
        """Shows the one before."""
        self._step(-1)

    def do_newer(self) -> None:
        """Shows the one after."""
        self._step(1)

    def _step(self, by: int) -> None:
        if self.task_read is None:
            return
        chosen = tabs.stepped(self.tab, self.task_read, self._chosen.get(self.tab, Chosen()), by)
        if chosen is None:
            self.say("There is no older one" if by < 0 else "This is the newest")
            return
        self._choose(self.tab, chosen)

    def do_beside(self) -> None:
        """Sets the judgment beside the one before it, or shows it alone."""
        chosen = self._chosen.get(Tab.JUDGMENTS, Chosen())
        self._choose(Tab.JUDGMENTS, Chosen(chosen.at, not chosen.beside))

    def _choose(self, tab: Tab, chosen: Chosen) -> None:
        """Shows something else of the tab, from its beginning: it is another page."""
        self._chosen[tab] = chosen
        self.pane.show(self._page(), Place())
        self.find_again()
        self.refresh_bindings()

    def unavailable(self, command: type[Command]) -> str | None:
        """Why a command cannot be carried out now, from the very conditions that the rules refuse from."""
        reason = super().unavailable(command)
        if reason is None and command in ACTS:
            if self.broken():
                return "the task cannot be read, and nothing can be recorded on it"
            if self.task_read is not None:
                reason = self._reasons.get(command.verb())
        if reason is not None and command in ACTS:
            return f"{reason} (w says more)"
        if command in (commands.Older, commands.Newer) and self.tab not in _STEPPED:
            return "only plans, executions and judgments can be stepped through"
        if command is commands.Beside and self.tab is not Tab.JUDGMENTS:
            return "only judgments can be set beside one another (tab 5)"
        if command is commands.Beside and self.task_read and len(tabs.steps(self.tab, self.task_read)) < 2:
            return "there is no other judgment to set it beside"
        return reason

    # Rows

    @on(PageView.Opened)
    async def _row_opened(self, event: PageView.Opened) -> None:
        """Enter on a row: the act that it stands for, or its exact text."""
        row = event.row
        if row.act:
            command = f"task.{row.act}"
            if self.check_action("command", (command,)):
                await self.action_command(command)
            else:
                self.say("This cookui is read-only: every acting key is taken away", bad=True)
        elif not row.heading and event.view.exact:
            self._open_text(event.view.exact)

    def _open_text(self, exact: str) -> None:
        from cookui.tui.screens.task_text import TaskTextScreen

        self.app.push_screen(TaskTextScreen(f"#{self.key.id} · {self.tab.title()}", exact))

    def do_copy(self) -> None:
        """Copies the exact text under the cursor."""
        exact = self.pane.exact
        if not exact:
            self.say("There is no stored text in this row")
            return
        try:
            self.app.copy_to_clipboard(exact)
        except UnicodeEncodeError:
            self.say("Not copied: it holds a lone surrogate, which no clipboard can take", bad=True)
        else:
            self.say(f"Copied: {measure(exact)}")

    def do_zoom(self) -> None:
        """Gives the tab the whole screen, or the head its place again."""
        self.toggle_class("-zoomed")

    def do_why(self) -> None:
        """Opens the answer."""
        from cookui.tui.screens.task_why import TaskWhyScreen

        self.app.push_screen(TaskWhyScreen(self.key))


def _beginning(tab: Tab, page: Page) -> Place:
    """The beginning of a page; the cursor is on what waits for the operator there, if anything does."""
    waits = (row.key for row in page if row.act == "answer" or (row.act and tab is Tab.APPROVALS))
    return Place(next(waits, None))


_STEPPED = (Tab.PLAN, Tab.EXECUTION, Tab.JUDGMENTS)
