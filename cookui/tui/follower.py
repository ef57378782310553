"""Follows one ledger: what it says has changed is read again, put into the keeper, and told to the app.

The first change after a quiet moment is read at once, so that it is on the screen within milliseconds; while
more keep coming they are gathered and read together, ten times a second. Whatever goes wrong is said in the
header as staleness and tried again: a dead watcher never ends the app, and never passes for a live one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cookui.contract.refusal import Refusal
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import Change, LedgerPort

GATHER = 0.08
"""Seconds for which changes are gathered after one was shown."""
AGAIN = 2.0
"""Seconds until something that failed is tried again."""


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

    def reread(self) -> None:
        """Reads all of the ledger again."""
        self._all = True
        self._wake.set()

    async def run(self) -> None:
        """Follows until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._read())

    async def _listen(self) -> None:
        """Notes what the ledger tells of itself."""
        while True:
            try:
                async for change in self._ledger.changes():
                    self._note(change)
                reason = "its feed ended"
            except Refusal as refusal:
                reason = refusal.sentence
            except Exception as error:
                reason = f"its feed failed: {type(error).__name__}"
            self._note(Change(frozenset(), live=False, reason=reason))
            await asyncio.sleep(AGAIN)

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
            wanted = None if everything else ids
            try:
                cards = await self._ledger.cards(wanted)
                changed = self._keeper.put(self._ledger.project, cards, wanted)
            except Exception as error:
                self._ids |= ids
                self._all |= everything
                reason = (
                    error.sentence
                    if isinstance(error, Refusal)
                    else f"reading failed: {type(error).__name__}"
                )
                self._note(Change(frozenset(), live=False, reason=reason))
                await asyncio.sleep(AGAIN)
                continue
            if changed or everything:
                self._changed(changed)
            await asyncio.sleep(GATHER)
