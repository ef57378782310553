"""Which tasks stand in which column of the board, in what order; kept in order by difference, without a
toolkit.

A column is a sorted list of (rank, key) pairs. A change moves one pair by bisection, so that ten thousand
tasks cost as little as ten; the filter is a set of matching keys over the same lists. The order inside a
column is: what waits for the Chef, then priority, then id; what was abandoned comes last.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from cookui.contract.card import COLUMNS
from cookui.tui.keeper import Card, Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask

Rank = tuple[int, str, int, str]

_WAITS, _GOES_ON, _GIVEN_UP = 0, 1, 2


class Lanes:
    """The columns of the board.

    Args:
        keeper: whose cards stand in them.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._lanes: dict[str, list[tuple[Rank, TaskKey]]] = {column: [] for column in COLUMNS}
        self._asking = dict.fromkeys(COLUMNS, 0)
        self._places: dict[TaskKey, tuple[str, Rank]] = {}
        self._texts: dict[TaskKey, str] = {}
        self._words: tuple[str, ...] = ()
        self._matching: set[TaskKey] = set()

    @property
    def filtered(self) -> bool:
        """Whether a filter is on."""
        return bool(self._words)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the filter, folded."""
        return self._words

    def column(self, key: TaskKey | None) -> str | None:
        """Where a task stands; None when it is nowhere."""
        place = self._places.get(key) if key is not None else None
        return place[0] if place else None

    def total(self, column: str) -> int:
        """How many tasks stand in a column, filter or not."""
        return len(self._lanes[column])

    def asking(self, column: str) -> int:
        """How many tasks of a column wait for a person, filter or not."""
        return self._asking[column]

    def keys(self, column: str) -> Sequence[TaskKey]:
        """The tasks of a column that pass the filter, in order."""
        if self._words:
            return [key for _, key in self._lanes[column] if key in self._matching]
        return [key for _, key in self._lanes[column]]

    def matches(self, key: TaskKey) -> bool:
        """Whether a task passes the filter."""
        return not self._words or key in self._matching

    def update(self, keys: Iterable[TaskKey]) -> set[str]:
        """Looks at tasks again; the columns whose order or members differ from before."""
        differ = set()
        for key in keys:
            card = self._keeper.cards.get(key)
            before = self._places.get(key)
            after = None if card is None else (column_of(card), self._rank(key, card))
            matched = key in self._matching
            if card is None:
                self._texts.pop(key, None)
                self._matching.discard(key)
            else:
                self._texts[key] = searched(key, card)
                if self._words:
                    self._match(key)
            if before != after:
                if before is not None:
                    lane = self._lanes[before[0]]
                    del lane[bisect_left(lane, (before[1], key))]
                    del self._places[key]
                    self._asking[before[0]] -= before[1][0] == _WAITS
                    differ.add(before[0])
                if after is not None:
                    insort(self._lanes[after[0]], (after[1], key))
                    self._places[key] = after
                    self._asking[after[0]] += after[1][0] == _WAITS
                    differ.add(after[0])
            elif after is not None and matched != (key in self._matching):
                differ.add(after[0])
        return differ

    def filter(self, text: str) -> None:
        """Keeps only the tasks that hold every word of `text`, in id, title, stage, agent or what is true
        now."""
        words = tuple(text.casefold().split())
        narrower = self._words and text_narrows(self._words, words)
        self._words = words
        among = self._matching if narrower else self._texts
        self._matching = (
            {key for key in among if all(word in self._texts[key] for word in words)} if words else set()
        )

    def _match(self, key: TaskKey) -> None:
        (
            self._matching.add
            if all(word in self._texts[key] for word in self._words)
            else self._matching.discard
        )(key)

    def _rank(self, key: TaskKey, card: Card) -> Rank:
        if isinstance(card, BrokenTask):
            return (_WAITS, "", key.id, key.project)
        if self._keeper.asks_of(key):
            first = _WAITS
        else:
            first = _GIVEN_UP if card["status"] == "abandoned" else _GOES_ON
        return (first, card["priority"], key.id, key.project)


def column_of(card: Card) -> str:
    """The column of a card. A broken task has no stage that could be trusted; it stands first, where it
    cannot be missed."""
    if isinstance(card, BrokenTask):
        return COLUMNS[0]
    stage: str = card["stage"]
    return stage if stage in COLUMNS else COLUMNS[0]


def text_narrows(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether whatever holds the words `after` also holds the words `before`."""
    return all(any(old in new for new in after) for old in before)


def searched(key: TaskKey, card: Card) -> str:
    """Everything of a card that the filter looks at, folded."""
    if isinstance(card, BrokenTask):
        return f"#{key.id}\n{key.project}\nbroken\n{card.name}\n{card.reason}".casefold()
    now = card["now"]
    claim = card.get("claim") or {}
    fields = (
        f"#{card['id']}",
        key.project,
        *(
            str(card.get(name) or "")
            for name in ("slug", "title", "stage", "status", "priority", "blockedReason")
        ),
        *(str(now.get(name) or "") for name in ("words", "agent", "note")),
        str(claim.get("by") or ""),
    )
    return "\n".join(fields).casefold()
