"""The list of what waits for a person: age, task, what is asked.

An entry is one line where there is room for all three, else two; its key is the task and the kind of ask, so
that the cursor stays on it whatever comes before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from rich.style import Style
from textual.events import Resize
from textual.strip import Strip

from cookui.contract.card import Ask
from cookui.contract.words import AskKind
from cookui.text.times import age, parse
from cookui.text.visible import cell_width, single
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.labels import number_of
from cookui.tui.ports.ledger import BrokenTask
from cookui.tui.widgets.ink import Ink
from cookui.tui.widgets.listing import Listing

Entry = tuple[TaskKey, AskKind]
Part = tuple[str, Ink]

_ONE_LINE_FROM = 110
_AGE = 5

SIGNS: dict[AskKind, tuple[str, Ink]] = {
    AskKind.APPROVAL: ("▲", "ask"),
    AskKind.FORK: ("▲", "ask"),
    AskKind.REVERIFY: ("▲", "ask"),
    AskKind.BLOCKED: ("⏸", "held"),
    AskKind.GRANTED: ("○", "plain"),
    AskKind.CLAIM: ("▲", "ask"),
    AskKind.BROKEN: ("✗", "bad"),
}


class Asked(Listing[Entry]):
    """What waits for a person, oldest first.

    Args:
        keeper: whose asks are shown.
        clock: the time now.
        labels: what stands before a task's number when several ledgers are watched.
    """

    def __init__(self, keeper: Keeper, clock: Callable[[], datetime], labels: Mapping[str, str]) -> None:
        super().__init__()
        self._keeper = keeper
        self._clock = clock
        self._labels = labels
        self._asks: dict[Entry, Ask] = {}

    def update(self) -> None:
        """Takes what is asked now."""
        self._asks = {(key, ask.kind): ask for key, ask in self._keeper.asks()}
        self.reorder(list(self._asks))
        if self.selected is not None and self.current is None:
            # What is asked of the task became something else: the cursor stays with the task.
            task = self.selected[0]
            other = next((entry for entry in self._asks if entry[0] == task), None)
            if other is not None:
                self.select(other, scroll=False)

    def words(self, key: Entry) -> object:
        """The age that is shown."""
        ask = self._asks.get(key)
        return self._age(ask) if ask is not None else ""

    def _age(self, ask: Ask) -> str:
        return age(parse(ask.since), self._clock())

    def on_resize(self, event: Resize) -> None:
        """One line or two."""
        self.entry_height = 1 if event.size.width >= _ONE_LINE_FROM else 3
        self.reorder(self.keys)

    def draw(self, key: Entry, width: int, base: Style, selected: bool) -> Sequence[Strip]:
        """The one line of an entry, or both."""
        ask = self._asks.get(key)
        if ask is None:
            return ()
        sign, ink = SIGNS[ask.kind]
        bar: Part = ("▌", "bar") if selected else (" ", "plain")
        old: Part = (f"{self._age(ask):>{_AGE - 1}} ", "quiet")
        parts: list[Part]
        if self.entry_height == 1:
            task_width = (width - _AGE - 4) // 2
            task = self._which(key[0], task_width)
            filled = sum(cell_width(text) for text, _ in task)
            words = single(ask.words, max(1, width - _AGE - task_width - 5))
            gap = " " * (task_width - filled + 1)
            parts = [bar, old, *task, (gap, "plain"), (f"{sign} ", ink), (words, ink)]
            return (self.line(parts, width, base),)
        first = [bar, old, *self._which(key[0], width - _AGE - 2)]
        words = single(ask.words, max(1, width - _AGE - 4))
        second = [bar, (" " * _AGE, "plain"), (f"{sign} ", ink), (words, ink)]
        return self.line(first, width, base), self.line(second, width, base)

    def _which(self, key: TaskKey, width: int) -> list[Part]:
        """Which task."""
        card = self._keeper.cards.get(key)
        number = f"{number_of(key, self._labels)} "
        if card is None or isinstance(card, BrokenTask):
            title = self._keeper.title(key)
            return [(number, "id"), (single(title, max(1, width - cell_width(number))), "plain")]
        room = width - cell_width(number) - 3
        return [
            (number, "id"),
            (f"{card['priority']} ", "quiet"),
            (single(card["title"], max(1, room)), "strong"),
        ]
