"""A column of the board: a card a task, two lines and a blank one, drawn by line.

A card says which task it is, and what is true of it now, in words and with its age. Its lines are kept as
long as card, width and age are the same, because cutting outside text to a width costs more than drawing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from rich.style import Style
from textual.strip import Strip

from cookui.contract.card import Ask
from cookui.contract.words import AskKind
from cookui.text.times import age, parse
from cookui.text.visible import cell_width, single
from cookui.tui.keeper import Card, Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.labels import number_of
from cookui.tui.ports.ledger import BrokenTask, Json
from cookui.tui.widgets.ink import Ink
from cookui.tui.widgets.listing import Listing

Part = tuple[str, Ink]

_INKS: dict[str, Ink] = {"▲": "ask", "●": "run", "✗": "bad", "⏸": "held", "✓": "good"}
_MOST_KEPT = 500
_PRIORITIES: dict[str, Ink] = {"p0": "bad", "p1": "strong"}


class Column(Listing[TaskKey]):
    """The tasks of one stage.

    Args:
        keeper: whose cards are shown.
        clock: the time now.
        name: the stage.
        labels: what stands before a task's number when several ledgers are watched: label by project, already
            visible.

    Attributes:
        active: whether it has the board's cursor.
    """

    entry_height = 3

    def __init__(
        self, keeper: Keeper, clock: Callable[[], datetime], stage: str, labels: dict[str, str]
    ) -> None:
        super().__init__(id=f"column-{stage}")
        self.stage = stage
        self.active = False
        self._keeper = keeper
        self._clock = clock
        self._labels = labels
        self._kept: dict[tuple[TaskKey, int, Style, bool], tuple[Card, object, tuple[Strip, Strip]]] = {}

    def words(self, key: TaskKey) -> object:
        """The age that the card shows."""
        card = self._keeper.cards.get(key)
        return _age(_true_now(card, self._keeper.asks_of(key)), self._clock()) if card is not None else ""

    def draw(self, key: TaskKey, width: int, base: Style, selected: bool) -> Sequence[Strip]:
        """Both lines of a card, from what is kept if nothing differs."""
        card = self._keeper.cards.get(key)
        if card is None:
            return ()
        has_cursor = selected and self.active
        if not has_cursor:
            base = self.ground  # each column remembers its own task; only one of them has the cursor
        asks = self._keeper.asks_of(key)
        now = _true_now(card, asks)
        old = _age(now, self._clock())
        place = key, width, base, has_cursor
        kept = self._kept.get(place)
        if kept is not None and kept[0] is card and kept[1] == (asks, old):
            return kept[2]
        bar: Part = ("▌", "bar") if has_cursor else (" ", "plain")
        first = _first(card, number_of(key, self._labels), width - 2, bool(asks))
        second = _second(now, old, width - 2, quiet=not isinstance(card, BrokenTask) and _is_over(card))
        strips = self.line([bar, *first], width, base), self.line([bar, *second], width, base)
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        self._kept[place] = card, (asks, old), strips
        return strips


def _true_now(card: Card, asks: Sequence[Ask]) -> Json:
    """What is true of a task now: `{mark, words, since}`, and `{step, total}` where they are known.

    The card says it, but for what only time brings about: that a claim has gone quiet.
    """
    if isinstance(card, BrokenTask):
        return {"mark": "✗", "words": f"broken: {card.reason}", "since": ""}
    quiet = next((ask for ask in asks if ask.kind is AskKind.CLAIM), None)
    if quiet is not None:
        return {"mark": "▲", "words": quiet.words, "since": quiet.since}
    now: Json = card["now"]
    return now


def _age(now: Json, clock: datetime) -> str:
    """How long that has been true; empty when nobody knows."""
    return age(parse(now["since"]), clock) if now["since"] else ""


def _first(card: Card, number: str, width: int, asking: bool) -> list[Part]:
    """Which task it is."""
    if isinstance(card, BrokenTask):
        return [(f"{number} ", "id"), (single(card.name, max(1, width - cell_width(number) - 1)), "plain")]
    priority = card["priority"]
    room = width - cell_width(number) - 4
    return [
        (f"{number} ", "id"),
        (f"{priority} ", _PRIORITIES.get(priority, "quiet")),
        (single(card["title"], max(1, room)), "strong" if asking else "quiet" if _is_over(card) else "plain"),
    ]


def _second(now: Json, old: str, width: int, quiet: bool) -> list[Part]:
    """What is true of it now; where room is short the words give way to their age and the step."""
    ink = "quiet" if quiet else _INKS.get(now["mark"], "plain")
    step = f"{now['step']}/{now['total']}" if now.get("step") else ""
    tails = [_tail(old, f"step {step}"), _tail(old, step)] if step else [_tail(old)]
    words = single(now["words"])
    tail = next((tail for tail in tails if 2 + cell_width(words) + cell_width(tail) <= width), tails[-1])
    room = max(1, width - 2 - cell_width(tail))
    if cell_width(words) > room:
        words = single(now["words"], room)
    return [
        (f"{now['mark']} ", "good" if now["mark"] == "✓" else ink),
        (words, "plain" if ink in ("run", "plain") else ink),
        (tail, "quiet"),
    ]


def _tail(*words: str) -> str:
    return "".join(f" · {word}" for word in words if word)


def _is_over(card: Json) -> bool:
    """Whether nothing follows any more."""
    return card["status"] in ("done", "abandoned")
