"""The board: one column a stage, and in each the tasks with what is true of them now.

The cursor belongs to a task. When that task moves to another column, the cursor goes with it; when other
tasks come, go or change places, nothing that is looked at moves. On a wide terminal all columns are in sight;
on a narrow one, one at a time, with the others as tabs; the keys are the same.

On a narrow terminal, too, the cursor goes with its task, and then another column is in sight. Had the view
stayed, either another task would lie under the cursor, and the next key would be about a task that nobody
chose; or none would, and what was watched would be gone without a word. Only a task that is in sight leads
the view: one that a filter hides moves nothing.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import DescendantFocus, Resize
from textual.widgets import Input

from cookui.contract.card import COLUMNS
from cookui.contract.words import AskKind
from cookui.text.visible import single
from cookui.tui.commands import bindings
from cookui.tui.commands import board as commands
from cookui.tui.commands.acts import ACTS, ActsOnTask
from cookui.tui.commands.everywhere import Back
from cookui.tui.keys import TaskKey
from cookui.tui.labels import labels_of
from cookui.tui.lanes import Lanes
from cookui.tui.ports.ledger import BrokenTask
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.breadths import breadths
from cookui.tui.widgets.calm import Calm
from cookui.tui.widgets.column import Column
from cookui.tui.widgets.filter_bar import FilterBar
from cookui.tui.widgets.headings import Heading, Headings
from cookui.tui.widgets.listing import Listing

EMPTY = "No operations yet. Agents add them with `cook add`; this board follows by itself."

_TO_DECIDE = (AskKind.APPROVAL, AskKind.FORK, AskKind.REVERIFY)


class BoardScreen(ActsOnTask, LiveScreen):
    """The start screen."""

    TITLE = "Board"
    BINDINGS = bindings(
        commands.Filter,
        *ACTS,
        commands.NextMatch,
        commands.PreviousMatch,
        commands.Right,
        commands.Left,
        *commands.TO_COLUMN,
        commands.Zoom,
        commands.Copy,
    )

    def __init__(self) -> None:
        super().__init__()
        self._lanes: Lanes | None = None
        self._columns: dict[str, Column] = {}
        self._bar = FilterBar()
        self._active = COLUMNS[0]
        self._first = COLUMNS[0]
        self._holding: set[str] = set()
        self._zoomed = False
        self._opened = False
        self._came_from: str | None = None

    def body(self) -> ComposeResult:
        """Headings, columns, and the filter under them."""
        self._lanes = Lanes(self.keeper)
        labels = labels_of(self.keeper.projects)
        yield Headings()
        for name in COLUMNS:
            self._columns[name] = Column(self.keeper, self.cookui.clock, name, labels)
        with Horizontal(id="columns"):
            yield from self._columns.values()
        yield Calm(id="nothing")
        yield self._bar

    def opened(self) -> None:
        """Shows what is known already."""
        self.set_focus(self.column(), scroll_visible=False)
        # Not by the message that follows: it comes a frame later than the letter.
        self.watch(self._bar.field, "value", self._filter, init=False)
        self.tasks_changed(frozenset(self.keeper.cards))

    @property
    def lanes(self) -> Lanes:
        """Which task stands where."""
        assert self._lanes is not None  # made in `body`
        return self._lanes

    def column(self, name: str | None = None) -> Column:
        """The column of that name; the active one when none is given."""
        return self._columns[name or self._active]

    def subject(self) -> TaskKey | None:
        """The task under the cursor; none while the filter hides it."""
        return self.column().current

    # What happens in the background

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:
        """Brings those tasks to their places; the cursor stays on its task."""
        selected = self.column().selected
        differ = self.lanes.update(keys)
        stands = self.lanes.column(selected)
        for name in differ:
            column = self.column(name)
            if column.selected is not None and self.lanes.column(column.selected) not in (name, None):
                column.deselect()
        for name in differ:
            self.column(name).reorder(self.lanes.keys(name))
        if selected is not None and stands not in (None, self._active) and self.lanes.matches(selected):
            assert stands is not None
            self.column(stands).select(selected)
            self._go(stands)
        elif not self._opened and self.keeper.cards:
            self._first_sight()
        for column in self._columns.values():
            if column.stage not in differ:
                column.touch(keys)
        if any(self.lanes.total(name) for name in COLUMNS if name not in self._holding):
            self._show()
        else:
            self._head()

    def _first_sight(self) -> None:
        """Puts the cursor on the decision that has waited longest, once, when the first tasks are there."""
        self._opened = True
        self._first = COLUMNS[1]  # where not all have room, work in hand is rather in sight than what waits
        asked = sorted(self.keeper.asks(), key=lambda pair: pair[1].kind not in _TO_DECIDE)
        if asked:
            self.select(asked[0][0])
        elif not self.column().keys:
            self._go(next((name for name in COLUMNS if self.lanes.total(name)), COLUMNS[0]))

    def tick(self) -> None:
        """Redraws the columns in which a visible age differs."""
        for column in self._columns.values():
            if column.display:
                column.tick()

    # The cursor

    def select(self, key: TaskKey) -> None:
        """Puts the cursor on a task, wherever it stands."""
        name = self.lanes.column(key)
        if name is not None:
            self.column(name).select(key)
            self._go(name)

    def _go(self, name: str) -> None:
        """Makes a column the active one."""
        self._active = name
        self._show()
        column = self.column()
        if not self._bar.typing and self.focused is not column:
            self.set_focus(column, scroll_visible=False)
        column.show_selected()

    def _show(self, *, anew: bool = False) -> None:
        """Decides which columns are in sight and how wide they are, and says so in the headings.

        A column that was emptied in the background keeps its room until the person changes the view: it
        would move all the others away from under the eye.

        Args:
            anew: whether the person changed the view.
        """
        held = {name for name in COLUMNS if self.lanes.total(name)}
        self._holding = held if anew else self._holding | held
        widths = breadths(self.app.size.width, self._holding, self._active, self._first, alone=self._zoomed)
        self._first = next(iter(widths))
        for name in COLUMNS:
            column = self.column(name)
            column.display = name in widths
            column.styles.width = widths.get(name, 0)
            if column.active != (name == self._active):
                column.active = not column.active
                column.refresh()
        self._head()

    def _head(self) -> None:
        """Writes the headings."""
        self.query_one(Headings).show(
            [
                Heading(
                    name,
                    len(self.column(name).keys),
                    self.lanes.total(name),
                    self.lanes.asking(name),
                    _width_of(self.column(name)),
                    name == self._active,
                )
                for name in COLUMNS
            ]
        )
        shown = sum(len(self.column(name).keys) for name in COLUMNS)
        if self.lanes.filtered:
            self._bar.count(shown, len(self.keeper.cards))
        self._explain(shown)

    def _explain(self, shown: int) -> None:
        """Says why there is nothing to see, if there is nothing."""
        text = ""
        if self.lanes.filtered and not shown:
            text = f"Nothing matches {single(' '.join(self.lanes.words), 40)}; esc clears"
        elif self.keeper.ready and not self.keeper.cards:
            text = EMPTY
        if text:
            self.query_one(Calm).write(text)
        self.set_class(bool(text), "-nothing")

    @on(Resize)
    def _resized(self) -> None:
        if self.whole:
            self._show(anew=True)

    @on(DescendantFocus)
    def _focused(self, event: DescendantFocus) -> None:
        column = event.widget
        # Told late, of a column that has lost the focus since, it would go back there.
        if isinstance(column, Column) and column is self.focused:
            self._came_from = None
            if column.stage != self._active:
                self._go(column.stage)

    @on(Listing.Selected)
    def _selected(self) -> None:
        self.refresh_bindings()

    @on(Listing.Opened)
    def _open(self, event: Listing.Opened) -> None:
        if isinstance(self.keeper.cards.get(event.key), BrokenTask):
            self.cookui.open_diagnostics()
        else:
            self.cookui.open_task(event.key)

    @on(Headings.Chosen)
    def _chosen(self, event: Headings.Chosen) -> None:
        self._go(event.name)

    # The filter

    def _filter(self, text: str) -> None:
        self.lanes.filter(text)
        for name in COLUMNS:
            self.column(name).reorder(self.lanes.keys(name))
        self._go(self._where_it_matches())

    def _where_it_matches(self) -> str:
        """The column to look at while a filter is typed: the one that it was opened in as long as that has a
        match, else the first that has one."""
        at_first = self._came_from or self._active
        order = (at_first, self._active, *COLUMNS) if self.lanes.filtered else (at_first,)
        return next((name for name in order if self.column(name).keys), self._active)

    @on(Input.Submitted)
    def _keep_filter(self) -> None:
        if self.lanes.filtered:
            self._came_from = None
            self._leave_field()
            if self.subject() is None:
                self._match(1)
        else:
            self.do_back()

    def _leave_field(self) -> None:
        self.set_focus(self.column(), scroll_visible=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a way back only from a filter, and no way into it while one is in it."""
        if action == "command" and parameters[0] == Back.id and not self._bar.display:
            return False
        if action == "command" and parameters[0] == commands.Filter.id and self._bar.typing:
            return False
        return super().check_action(action, parameters)

    def do_filter(self) -> None:
        """Opens the filter."""
        self._came_from = self._active
        self._bar.open()
        self.refresh_bindings()

    def do_back(self) -> None:
        """Takes the filter off. The board is the last level: there is nothing to go back to."""
        if self._came_from is not None:
            self._go(self._came_from)  # what was typed was not kept, and neither is where it led
            self._came_from = None
        self._leave_field()
        self._bar.close()
        self.refresh_bindings()

    def _match(self, step: int) -> None:
        """Selects the next task that passes the filter, in the order in which columns are read."""
        if not self.lanes.filtered:
            self.say("No filter is on: press / to type one", bad=True)
            return
        order = [key for name in COLUMNS for key in self.lanes.keys(name)]
        if not order:
            self.say("No task passes the filter", bad=True)
            return
        selected = self.subject()
        if selected in order:
            self.select(order[(order.index(selected) + step) % len(order)])
        else:
            self.select(order[0 if step > 0 else -1])

    def do_next_match(self) -> None:
        """Selects the next match."""
        self._match(1)

    def do_previous_match(self) -> None:
        """Selects the match before."""
        self._match(-1)

    # The columns

    def do_right(self) -> None:
        """Goes a column to the right."""
        self._go(COLUMNS[min(len(COLUMNS) - 1, COLUMNS.index(self._active) + 1)])

    def do_left(self) -> None:
        """Goes a column to the left."""
        self._go(COLUMNS[max(0, COLUMNS.index(self._active) - 1)])

    def do_column(self, name: str) -> None:
        """Goes to a column."""
        self._go(name)

    def do_zoom(self) -> None:
        """Shows the active column alone, or all again."""
        self._zoomed = not self._zoomed
        self._show(anew=True)

    def do_copy(self) -> None:
        """Copies the exact title."""
        key = self.subject()
        card = self.keeper.cards.get(key) if key else None
        if card is not None and not isinstance(card, BrokenTask):
            self.app.copy_to_clipboard(card["title"])
            self.say("The exact title was copied")


def _width_of(column: Column) -> int:
    """The width that the board gave a column, in cells; 0 when it is out of sight."""
    width = column.styles.width
    return int(width.value) if column.display and width is not None else 0
