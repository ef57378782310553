"""What the interface knows of all ledgers at this moment: cards by task, what each asks of a person, how live
each ledger is.

There is one keeper, filled by the app's feed and read by every screen. It changes by difference: whoever puts
cards in is told which tasks differ from before, and screens are told those keys and nothing else, so that
nothing is ever rebuilt. Asks are derived from the cards each time they change; only what depends on the clock
alone (a claim or a grant after which nothing is heard) is looked at again as time passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from cookui.contract.card import Ask, asks, broken_ask, depends_on_clock
from cookui.text.times import stamp
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask, Change, Json, LedgerPort, TaskView

Card = Json | BrokenTask


@dataclass(frozen=True, slots=True)
class Link:
    """How live one ledger is.

    Args:
        live: whether its changes are noticed as they happen.
        reason: why not, when they are not; outside text.
        at: when what is shown was last known to be true.
    """

    live: bool
    reason: str
    at: datetime


class Keeper:
    """The cards of all ledgers, by task.

    Args:
        ledgers: the ledgers watched, in the order given by the operator.
        clock: the time now, aware.
    """

    def __init__(self, ledgers: Sequence[LedgerPort], clock: Callable[[], datetime]) -> None:
        self._ledgers = {ledger.project: ledger for ledger in ledgers}
        self._clock = clock
        self._cards: dict[TaskKey, Card] = {}
        self._asks: dict[TaskKey, tuple[Ask, ...]] = {}
        self._links: dict[str, Link] = {}
        self._timed: set[TaskKey] = set()
        self._read: set[str] = set()
        self._fresh: list[tuple[TaskKey, Ask]] = []
        self.cards: Mapping[TaskKey, Card] = MappingProxyType(self._cards)
        """Every task's card, or why it is broken. Cards are never changed in place: a change is another
        object."""

    @property
    def projects(self) -> tuple[str, ...]:
        """The ledgers' names, in the order given by the operator; outside text."""
        return tuple(self._ledgers)

    def ledger(self, of: TaskKey | str) -> LedgerPort:
        """The ledger of a task, or of that name."""
        return self._ledgers[of.project if isinstance(of, TaskKey) else of]

    async def task(self, key: TaskKey) -> TaskView:
        """One task, whole.

        Raises:
            Refusal: it is gone, or its stored form cannot be trusted.
        """
        return await self.ledger(key).task(key.id)

    def asks(self) -> list[tuple[TaskKey, Ask]]:
        """Everything that waits for a person, oldest first."""
        found = [(key, ask) for key, several in self._asks.items() for ask in several]
        found.sort(key=lambda pair: (pair[1].since, pair[0]))
        return found

    def asks_of(self, key: TaskKey) -> tuple[Ask, ...]:
        """What one task asks of a person."""
        return self._asks.get(key, ())

    def waiting(self) -> int:
        """How many things wait for a person."""
        return sum(map(len, self._asks.values()))

    def title(self, key: TaskKey) -> str:
        """What a task is called; outside text."""
        card = self._cards.get(key)
        return "" if card is None else card.name if isinstance(card, BrokenTask) else str(card["title"])

    def take_fresh(self) -> list[tuple[TaskKey, Ask]]:
        """What is newly asked since the last call, without what was there when a ledger was first read."""
        fresh, self._fresh = self._fresh, []
        return fresh

    @property
    def ready(self) -> bool:
        """Whether every ledger was read once: before that nobody knows what waits."""
        return self._read >= set(self._ledgers)

    def link(self, project: str) -> Link | None:
        """How live a ledger is; None until it told of itself."""
        return self._links.get(project)

    def stale(self) -> list[Link]:
        """The ledgers whose changes are not noticed as they happen."""
        return [link for link in self._links.values() if not link.live]

    def heard(self, project: str, change: Change) -> bool:
        """Notes what a ledger says of its own liveness; tells whether that differs from before."""
        before = self._links.get(project)
        now = self._clock()
        # Once changes are missed, what is shown is only as young as the last time it was known to be true.
        at = now if change.live or before is None else before.at
        self._links[project] = Link(change.live, change.reason, at)
        return before is None or (before.live, before.reason) != (change.live, change.reason)

    def put(self, project: str, cards: Iterable[Card], ids: Iterable[int] | None) -> frozenset[TaskKey]:
        """Takes what was read of a ledger.

        Args:
            project: which ledger.
            cards: what was found.
            ids: which tasks were looked for; those not found are gone. None: all of the ledger.

        Returns:
            The tasks that differ from before.
        """
        changed: set[TaskKey] = set()
        found: set[TaskKey] = set()
        now = self._clock()
        news = project in self._read
        if ids is None:
            self._read.add(project)
            self._confirm(project, now)
        for card in cards:
            key = TaskKey(project, card.id if isinstance(card, BrokenTask) else card["id"])
            found.add(key)
            if self._cards.get(key) != card:
                self._cards[key] = card
                self._derive(key, card, now, news)
                changed.add(key)
        looked_for = (
            {key for key in self._cards if key.project == project}
            if ids is None
            else {TaskKey(project, task_id) for task_id in ids}
        )
        for key in looked_for - found:
            if self._cards.pop(key, None) is not None:
                self._asks.pop(key, None)
                self._timed.discard(key)
                changed.add(key)
        return frozenset(changed)

    def time_passed(self) -> frozenset[TaskKey]:
        """Looks again at what depends on the clock alone; the tasks whose asks differ from before."""
        now = self._clock()
        changed = set()
        for key in self._timed:
            before = self._asks.get(key, ())
            self._derive(key, self._cards[key], now, news=True)
            if self._asks.get(key, ()) != before:
                changed.add(key)
        return frozenset(changed)

    def _confirm(self, project: str, now: datetime) -> None:
        """All of a ledger was read: what is shown of it is true as of now, whether its feed is live or
        not."""
        link = self._links.get(project)
        if link is not None:
            self._links[project] = Link(link.live, link.reason, now)

    def _derive(self, key: TaskKey, card: Card, now: datetime, news: bool) -> None:
        """Finds what a card asks of a person, and what of it is new."""
        if isinstance(card, BrokenTask):
            several: tuple[Ask, ...] = (broken_ask(stamp(now), card.reason),)
        else:
            several = tuple(asks(card, now))
            (self._timed.add if depends_on_clock(card) else self._timed.discard)(key)
        before = {(ask.kind, ask.since, ask.request_id) for ask in self._asks.get(key, ())}
        if news:
            self._fresh += [
                (key, ask) for ask in several if (ask.kind, ask.since, ask.request_id) not in before
            ]
        if several:
            self._asks[key] = several
        else:
            self._asks.pop(key, None)
