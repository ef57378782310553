"""Follows one ledger: what it says has changed is read again, put into the keeper, and told to the app.

The first change after a quiet moment is read at once, so that it is on the screen within milliseconds; while
more keep coming they are gathered and read together, ten times a second. Whatever goes wrong is said in the
header as staleness and tried again: a dead watcher never ends the app, and never passes for a live one.

A first load believes the cards, so that the board is there at once. What changes afterwards is checked
against its events as it is read; and everything that was only believed is examined in the background, a few
tasks at a time: an edited grant must not stand on the board as if nothing had happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from cookui.contract.refusal import Refusal
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask, Change, LedgerPort

GATHER = 0.08
"""Seconds for which changes are gathered after one was shown."""
AGAIN = 2.0
"""Seconds until something that failed is tried again."""
FEW = 20
"""Tasks that are examined in one go: about 10 ms of a thread, in which keys are still answered."""
SLOW = 5.0
"""Seconds after which it is said that a reading has not ended."""
REST = 0.03
"""Seconds between two such goes: ten thousand tasks take about twenty seconds and a quarter of a core."""


T = TypeVar("T")


class Follower:
    """Keeps the keeper's picture of one ledger true.

    Args:
        ledger: what is followed.
        keeper: where it is put.
        changed: told the tasks that differ from before.
        heard: told that the ledger's liveness may differ from before.
    """

    def __init__(
        self,
        ledger: LedgerPort,
        keeper: Keeper,
        changed: Callable[[frozenset[TaskKey]], object],
        heard: Callable[[], object],
    ) -> None:
        self._ledger = ledger
        self._keeper = keeper
        self._changed = changed
        self._heard = heard
        self._ids: set[int] = set()
        self._all = False
        self._wake = asyncio.Event()
        self._believed: set[int] = set()
        self._doubt = asyncio.Event()
        self._feed = Change(frozenset(), live=False)
        self._failing = False

    def reread(self) -> None:
        """Reads all of the ledger again."""
        self._all = True
        self._wake.set()

    async def run(self) -> None:
        """Follows until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._read())
            group.create_task(self._examine())

    async def _listen(self) -> None:
        """Notes what the ledger tells of itself."""
        while True:
            try:
                async for change in self._ledger.changes():
                    self._tell(change)
                reason = "its feed ended"
            except Refusal as refusal:
                reason = refusal.sentence
            except Exception as error:
                reason = f"its feed failed: {type(error).__name__}"
            self._tell(Change(frozenset(), live=False, reason=reason))
            await asyncio.sleep(AGAIN)

    def _tell(self, change: Change) -> None:
        self._feed = change
        self._note(change)

    def _note(self, change: Change) -> None:
        if self._keeper.heard(self._ledger.project, change):
            self._heard()
        if change.ids is None:
            self._all = True
        else:
            self._ids |= change.ids
        if self._all or self._ids:
            self._wake.set()

    async def _read(self) -> None:
        """Reads what was noted, the first at once, then at most every `GATHER` seconds."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            ids, self._ids = self._ids, set()
            everything, self._all = self._all, False
            self._believed -= ids
            try:
                if everything:
                    await self._load()
                else:
                    await self._put(ids)
            except Exception as error:
                self._ids |= ids
                self._all |= everything
                self._failed(error)
                await asyncio.sleep(AGAIN)
                continue
            await asyncio.sleep(GATHER)

    async def _load(self) -> None:
        """Reads every card, and leaves them to be examined."""
        cards = await self._patiently(self._ledger.cards())
        self._changed(self._keeper.put(self._ledger.project, cards, None))
        self._believed = {card["id"] for card in cards if not isinstance(card, BrokenTask)}
        self._doubt.set()
        self._succeeded()

    async def _put(self, ids: set[int]) -> None:
        """Reads those tasks whole."""
        cards = await self._patiently(self._ledger.examined(ids))
        changed = self._keeper.put(self._ledger.project, cards, ids)
        if changed:
            self._changed(changed)
        self._succeeded()

    async def _patiently(self, reading: Coroutine[Any, Any, T]) -> T:
        """Waits for a reading as long as it takes, but does not let what is shown pass for live meanwhile."""
        task = asyncio.ensure_future(reading)
        try:
            if not (await asyncio.wait({task}, timeout=SLOW))[0]:
                self._failing = True
                reason = f"a reading has taken more than {SLOW:g} s"
                self._note(Change(frozenset(), live=False, reason=reason))
            return await task
        finally:
            task.cancel()

    async def _examine(self) -> None:
        """Checks what was only believed, a few tasks at a time."""
        while True:
            await self._doubt.wait()
            few = set(sorted(self._believed)[:FEW])
            if not few:
                self._doubt.clear()
                continue
            self._believed -= few
            try:
                await self._put(few)
            except Exception as error:
                self._believed |= few
                self._failed(error)
                await asyncio.sleep(AGAIN)
            await asyncio.sleep(REST)

    def _failed(self, error: Exception) -> None:
        """Says that what is shown may be old, and tries again when there is something to read."""
        self._failing = True
        reason = error.sentence if isinstance(error, Refusal) else f"reading failed: {type(error).__name__}"
        self._note(Change(frozenset(), live=False, reason=reason))

    def _succeeded(self) -> None:
        """After a failure: what is shown is as live again as the ledger's feed is."""
        if self._failing:
            self._failing = False
            self._note(Change(frozenset(), live=self._feed.live, reason=self._feed.reason))
