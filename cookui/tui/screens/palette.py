"""The command palette: every command of the screen under it, and every task of every ledger, found by a part
of their words.

It is our own, because Textual's takes markup in titles (one title of a task could hide every hit), turns a
spinner, and lays one widget's markup over another. Here hits are lines of a list, and outside text in them is
made visible like anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Union

from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Input

from cookui.text.visible import cell_width, single
from cookui.tui import styles
from cookui.tui.commands import Command, Obeys, bindings
from cookui.tui.commands.palette import Close, Next, Previous
from cookui.tui.host import host_of
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.labels import labels_of, number_of
from cookui.tui.lanes import searched
from cookui.tui.ports.ledger import BrokenTask
from cookui.tui.widgets.ink import INKS, Ink
from cookui.tui.widgets.listing import Listing

PLACEHOLDER = "a command, #id or words of a title"

_KEYS = 11
"""Cells of the column in which the keys of commands stand."""

MOST = 200
"""Hits that are listed; who wants more types another letter."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A command of the screen under the palette.

    Args:
        command: which.
        keys: what the person could have pressed.
        active: where it is bound.
        reason: why it cannot be carried out now; empty when it can.
    """

    command: type[Command]
    keys: str
    active: ActiveBinding
    reason: str = ""

    def __hash__(self) -> int:
        return hash(self.command.id)


Hit = Union[str, TaskKey]  # noqa: UP007 - evaluated at run time
"""A command's id, or a task."""


class Hits(Listing[Hit]):
    """What was found.

    Args:
        keeper: whose tasks are shown.
        offers: commands by id.
        labels: what stands before a task's number when several ledgers are watched.
    """

    can_focus = False

    def __init__(self, keeper: Keeper, offers: Mapping[str, Offer], labels: Mapping[str, str]) -> None:
        super().__init__()
        self._keeper = keeper
        self._offers = offers
        self._labels = labels

    def draw(self, key: Hit, width: int, base: Style, selected: bool) -> Sequence[Strip]:
        """A hit."""
        bar: tuple[str, Ink] = ("▌", "bar") if selected else (" ", "plain")
        parts: list[tuple[str, Ink]]
        if isinstance(key, TaskKey):
            card = self._keeper.cards.get(key)
            number = f"{number_of(key, self._labels)} "
            stage = "" if card is None else "broken" if isinstance(card, BrokenTask) else card["stage"]
            room = max(1, width - cell_width(number) - 10)
            title = single(self._keeper.title(key), room)
            gap = " " * (room - cell_width(title) + 1)
            parts = [bar, (number, "id"), (title, "plain"), (gap, "plain"), (stage, "quiet")]
            return (self.line(parts, width, base),)
        offer = self._offers[key]
        title = f"{offer.command.title:<18}"
        keys = offer.keys + " " * (_KEYS - cell_width(offer.keys)) + " "
        told = f"not now: {offer.reason}" if offer.reason else offer.command.help()
        text = single(told, max(1, width - len(title) - cell_width(keys) - 2))
        inks: tuple[Ink, Ink] = ("quiet", "quiet") if offer.reason else ("strong", "key")
        parts = [bar, (title, inks[0]), (keys, inks[1]), (text, "quiet")]
        return (self.line(parts, width, base),)


class PaletteScreen(Obeys, ModalScreen[Union[Offer, TaskKey, None]]):  # noqa: UP007
    """Finds a command or a task.

    Args:
        below: the screen under it, whose commands are offered.
    """

    CSS_PATH = styles.path("palette")
    AUTO_FOCUS = "Input"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(INKS)
    BINDINGS = bindings(Close, Next, Previous)

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._offers = offers_of(below)
        self._texts: Sequence[tuple[TaskKey, str]] = ()

    def compose(self) -> ComposeResult:
        """Field and hits."""
        keeper = host_of(self).keeper
        with Vertical(id="palette"):
            yield Input(placeholder=PLACEHOLDER, compact=True, select_on_focus=False)
            yield Hits(keeper, self._offers, labels_of(keeper.projects))

    def on_mount(self) -> None:
        """Shows commands, and what waits for a person."""
        if not self.display:
            return  # it was left before it was put together
        keeper = host_of(self).keeper
        waiting = {key: None for key, _ in keeper.asks()}
        order = [*waiting, *(key for key in keeper.cards if key not in waiting)]
        self._texts = [(key, searched(key, keeper.cards[key])) for key in order]
        self._waiting = len(waiting)
        self._find("")

    def _find(self, text: str) -> None:
        """Lists what holds every word: commands by their titles, then tasks. What commands do is looked at
        only when no title holds the words: who types a name must not be offered another command."""
        words = text.casefold().split()
        hits: list[Hit] = list(named(words, self._offers.values()))
        tasks = self._texts if words else self._texts[: self._waiting]
        described = [] if hits else [offer for offer in self._offers.values() if not offer.reason]
        hits += [key for key, found in tasks if all(word in found for word in words)]
        hits += [
            offer.command.id
            for offer in described
            if all(word in offer.command.help().casefold() for word in words)
        ]
        listing = self.query_one(Hits)
        listing.deselect()
        listing.reorder(hits[:MOST])
        listing.do_first()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._find(event.value)

    @on(Input.Submitted)
    def _entered(self) -> None:
        self._choose(self.query_one(Hits).selected)

    @on(Listing.Opened)
    def _opened(self, event: Listing.Opened) -> None:
        self._choose(event.key)

    def _choose(self, hit: Hit | None) -> None:
        self._leave(self._offers[hit] if isinstance(hit, str) else hit)

    def do_close(self) -> None:
        """Closes it."""
        self._leave(None)

    def _leave(self, chosen: Offer | TaskKey | None) -> None:
        """Goes away, once: a second key on its way would take away the screen below."""
        if self.is_active:
            self.dismiss(chosen)

    def do_next(self) -> None:
        """Selects the next hit."""
        self.query_one(Hits).move(1)

    def do_previous(self) -> None:
        """Selects the hit before."""
        self.query_one(Hits).move(-1)


def named(words: Sequence[str], offers: Iterable[Offer]) -> list[str]:
    """The ids of the commands whose titles hold every word: those first of which a word of the title begins
    so, and what can be carried out now before what cannot. Without a word, only what can.

    Args:
        words: folded.
        offers: the commands.
    """
    found = []
    for offer in offers:
        title = offer.command.title.casefold()
        if all(word in title for word in words) and (words or not offer.reason):
            begins = all(any(part.startswith(word) for part in title.split()) for word in words)
            found.append((not begins, bool(offer.reason), offer.command.id))
    return [command_id for _, _, command_id in sorted(found, key=lambda each: each[:2])]


def offers_of(screen: Screen[object]) -> dict[str, Offer]:
    """The commands of a screen, by id, in the order of its bindings."""
    offers: dict[str, Offer] = {}
    for active in screen.active_bindings.values():
        command = Command.named(active.binding.id)
        if command is None or not command.palette or command.id in offers:
            continue
        reason = active.node.unavailable(command) if isinstance(active.node, Obeys) else None
        keys = screen.app.get_key_display(active.binding)
        offers[command.id] = Offer(command, keys, active, reason or "")
    return offers
