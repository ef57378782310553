"""An operator's hand on the real app: it types at the times a test says, and looks at what is on the
screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC

import pytest
from textual.events import Event, Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot

from cookui.tui.app import CookUI
from cookui.tui.deciding.guard import QUIET_S
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import LedgerPort
from cookui.tui.screens.decision import DecisionScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.screens.guarded import GuardedScreen
from cookui.tui.views.rows import Age, Page
from cookui.tui.widgets.code_field import CodeField
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.ritual import Ritual
from tests.tui.deciding.ground import Ground

PATIENCE = 30.0
BY_HAND = 0.2
"""Seconds between two keys of a hand that does not hurry."""


class Watch:
    """A monotonic clock that goes only when a hand moves it."""

    now = 1000.0


class Hand:
    """Drives one app."""

    def __init__(self, app: CookUI, pilot: Pilot[None], watch: Watch) -> None:
        self.app = app
        self.pilot = pilot
        self.watch = watch

    def instant(self, event: Event | None = None) -> float:
        return self.watch.now if event is None else event.time

    # Looking

    @property
    def screen(self) -> DecisionScreen:
        screen = self.app.screen
        assert isinstance(screen, DecisionScreen), screen
        return screen

    @property
    def ritual(self) -> Ritual:
        return self.screen.query_one(Ritual)

    @property
    def field(self) -> CodeField:
        return self.screen.query_one(CodeField)

    @property
    def code(self) -> str:
        """The code of what is decided, whether it is shown or not."""
        assert self.screen.decision is not None
        return self.screen.decision.code(self.screen.given())

    def said(self, part: str = "said") -> str:
        """What a part of the screen says."""
        return words(self.screen.query_one(f"#{part}", PageView).page)

    async def until(self, condition: Callable[[], bool], what: str = "") -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"not so: {what or condition}"
            await self.pilot.pause()
            await asyncio.sleep(0)

    async def phase(self, wanted: Phase) -> None:
        await self.until(lambda: self.screen.phase is wanted, f"{wanted}, but {self.screen.phase}")

    # Doing

    async def open(self, door: Callable[[TaskKey], None], key: TaskKey) -> None:
        """Opens a decision and sits still until it listens."""
        door(key)
        await self.until(lambda: isinstance(self.app.screen, DecisionScreen), "the screen opens")
        await self.phase(Phase.DECIDING)
        await self.rest()

    async def rest(self, seconds: float = QUIET_S + 0.1) -> None:
        """Touches nothing for a while."""
        self.watch.now += seconds
        self.screen.settle()
        await self.pilot.pause()

    async def key(self, key: str, after: float = BY_HAND) -> None:
        """Presses a key, by its character or its name, so long after the one before."""
        self.watch.now += after
        self._post(key)
        await self.pilot.pause()

    async def burst(self, *keys: str, gap: float) -> None:
        """Sends keys without waiting for what the app makes of each, as a terminal does."""
        for key in keys:
            self.watch.now += gap
            self._post(key)
        await self.pilot.pause()

    def _post(self, key: str) -> None:
        name = _character_to_key(key) if len(key) == 1 else key
        character = key if len(key) == 1 else {"enter": "\r", "space": " ", "tab": "\t"}.get(key)
        event = Key(name, character)
        event.time = self.watch.now
        self.app.post_message(event)

    async def type(self, text: str, after: float = BY_HAND) -> None:
        for character in text:
            await self.key(character, after)

    async def paste(self, text: str) -> None:
        self.watch.now += BY_HAND
        event = Paste(text)
        event.time = self.watch.now
        self.app.post_message(event)
        await self.pilot.pause()

    async def to_the_code(self) -> None:
        """Waits until nothing is missing any more, and goes to the field."""
        await self.until(lambda: not self.field.disabled, "the code is unlocked")
        if not self.field.has_focus:
            await self.key("c")
        assert self.field.has_focus

    async def confirm(self) -> None:
        """The whole ritual: to the field, the code, Enter."""
        await self.to_the_code()
        await self.type(self.code)
        await self.key("enter")


def words(page: Page) -> str:
    frags = [frag for row in page for cell in row.cells for frag in (*cell.lead, *cell.body)]
    return " ".join("(age)" if isinstance(frag, Age) else frag.text for frag in frags)


@asynccontextmanager
async def at_the_screen(
    ground: Ground,
    monkeypatch: pytest.MonkeyPatch,
    *,
    operator: str | None = "Ada",
    size: tuple[int, int] = (100, 30),
    read_only: bool = False,
    ledger: LedgerPort | None = None,
    watch: Watch | None = None,
) -> AsyncIterator[Hand]:
    """The app over a ledger, on its board."""
    app = CookUI(
        [ledger or ground.ledger], operator=operator, read_only=read_only, clock=ground.clock, zone=UTC
    )
    async with app.run_test(size=size) as pilot:
        hand = Hand(app, pilot, watch or Watch())
        monkeypatch.setattr(GuardedScreen, "instant", staticmethod(hand.instant))
        await hand.until(lambda: bool(app.keeper.cards), "the board is filled")
        yield hand
