"""Finding rows of a page by words: they are marked and jumped to, never taken out of what is around them."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from cookui.tui.screens.task_reader import TaskReader
from cookui.tui.views.found import found
from cookui.tui.widgets.filter_bar import FilterBar
from cookui.tui.widgets.page import PageView


class TaskFind(TaskReader):
    """A screen whose page can be searched."""

    @property
    def pane(self) -> PageView:
        """The page that is searched."""
        raise NotImplementedError

    @property
    def bar(self) -> FilterBar:
        """Where the words are typed."""
        return self.query_one(FilterBar)

    @property
    def finding(self) -> bool:
        """Whether words are looked for."""
        return bool(self.bar.display)

    def find_again(self) -> None:
        """Looks for the words on the page as it is now."""
        if self.finding:
            keys = found(self.pane.page, self.bar.field.value)
            self.pane.mark(keys)
            self.bar.count(len(keys), sum(row.stops for row in self.pane.page))

    @on(Input.Changed)
    def _typed(self) -> None:
        self.find_again()

    @on(Input.Submitted)
    def _look(self) -> None:
        """Enter in the field: to the first row that was found, from the cursor on."""
        if not self.pane.marked:
            self.say("No row of this tab holds these words", bad=True)
            return
        self.pane.focus(scroll_visible=False)
        if self.pane.row is None or self.pane.row.key not in self.pane.marked:
            self._jump(1)

    def do_find(self) -> None:
        """Opens the field."""
        self.bar.open()

    def do_back(self) -> None:
        """Ends the search if there is one, else goes back."""
        if self.finding:
            self.pane.focus(scroll_visible=False)
            self.bar.close()
            self.pane.mark(())
        else:
            super().do_back()

    def do_next_found(self) -> None:
        """Goes to the next row that was found."""
        self._jump(1)

    def do_previous_found(self) -> None:
        """Goes to the row before that was found."""
        self._jump(-1)

    def _jump(self, by: int) -> None:
        if not self.pane.marked:
            self.say("Nothing was looked for, or nothing found: / looks for words", bad=True)
        else:
            self.pane.next_marked(by)
