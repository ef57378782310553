"""A ledger of the recorder behind the interface's port.

Everything that touches the disk runs in a thread, so that the event loop stays free. What only acts and
whole tasks need (pydantic, the lock, the database) is imported when the first task is opened: cards need none
of it, and the board should be there at once. A task that is opened has been replayed through the rules, so
what the recorder would refuse to act on is never shown as something to decide.
"""

from __future__ import annotations

import asyncio
import os
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

from cookui.contract.refusal import Refusal
from cookui.recorder.how import How
from cookui.recorder.reading import Broken, Reader
from cookui.tui.ports.ledger import BrokenTask, Change, Json, Seen, TaskView

if TYPE_CHECKING:
    from cookui.recorder.recorder import Recorded, Recorder


def sharing_names(value: Any) -> Any:
    """The same, with the name of each field kept once for all cards.

    A task that is read alone brings all names anew; over ten thousand cards that is more than what they name.
    """
    if isinstance(value, dict):
        return {intern(name): sharing_names(each) for name, each in value.items()}
    if isinstance(value, list):
        return [sharing_names(each) for each in value]
    return value


class RecorderLedger:
    """One ledger, by its root.

    Args:
        root: the folder that holds the ledger.
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self._root = Path(root)
        self._reader = Reader(self._root)
        self._opened: Recorder | None = None

    @property
    def project(self) -> str:
        """The root, as given."""
        return os.fspath(self._root)

    async def cards(self) -> list[Json | BrokenTask]:
        """The cards of all tasks, as they are written."""
        return _shown(await asyncio.to_thread(self._reader.cards))

    async def examined(self, ids: Iterable[int]) -> list[Json | BrokenTask]:
        """The cards of those of `ids` that exist, each file read whole and checked."""
        return _shown(await asyncio.to_thread(self._examined, list(ids)))

    def _examined(self, ids: list[int]) -> list[Json | Broken]:
        found = self._reader.examined(ids)
        return [each if isinstance(each, Broken) else sharing_names(each) for each in found]

    async def task(self, task_id: int) -> TaskView:
        """One task, whole, its events replayed."""
        return await asyncio.to_thread(self._view, task_id)

    async def approve(self, task_id: int, operator: str, seen: Seen, *, read: str | None = None) -> TaskView:
        """Grants the request that was seen."""
        return await self._act(
            task_id,
            lambda ledger: ledger.approve(
                task_id, operator, expectation=_expectation(seen), how=_how(seen, read=read)
            ),
        )

    async def decline(
        self, task_id: int, operator: str, reason: str, to: str, seen: Seen, *, read: str | None = None
    ) -> TaskView:
        """Declines the request that was seen."""
        return await self._act(
            task_id,
            lambda ledger: ledger.decline(
                task_id, operator, reason, to=to, expectation=_expectation(seen), how=_how(seen, read=read)
            ),
        )

    async def answer(
        self, task_id: int, operator: str, option: str, fork: str, *, read: str | None = None
    ) -> TaskView:
        """Answers the escalation whose fork reads `fork`."""
        return await self._act(
            task_id, lambda ledger: ledger.answer(task_id, operator, option, fork=fork, how=_how(read=read))
        )

    async def reverify(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Archives the failed verification; who asked for it stands in the event's `how`."""
        return await self._act(
            task_id, lambda ledger: ledger.reverify(task_id, how=_how(read=read, operator=operator))
        )

    async def block(self, task_id: int, operator: str, reason: str, *, read: str | None = None) -> TaskView:
        """Stops the task until it is unblocked."""
        return await self._act(
            task_id, lambda ledger: ledger.block(task_id, operator, reason, how=_how(read=read))
        )

    async def unblock(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Lets a blocked task go on."""
        return await self._act(task_id, lambda ledger: ledger.unblock(task_id, operator, how=_how(read=read)))

    async def abandon(self, task_id: int, operator: str, reason: str, *, read: str | None = None) -> TaskView:
        """Ends the task for good without finishing it."""
        return await self._act(
            task_id, lambda ledger: ledger.abandon(task_id, operator, reason, how=_how(read=read))
        )

    async def release(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Takes a claim from its holder."""
        return await self._act(
            task_id, lambda ledger: ledger.release(task_id, operator, force=True, how=_how(read=read))
        )

    async def _act(self, task_id: int, act: Callable[[Recorder], Recorded]) -> TaskView:
        """Carries out an act, and reads what it left behind."""

        def carry_out() -> TaskView:
            act(self._recorder())
            try:
                return self._view(task_id)
            except Refusal as refusal:
                refusal.details["recorded"] = True  # the act is in the ledger, whatever became of it since
                raise

        return await asyncio.to_thread(carry_out)

    def _recorder(self) -> Recorder:
        from cookui.recorder.recorder import Recorder

        if self._opened is None:
            self._opened = Recorder.open(self._root)
        return self._opened

    def _view(self, task_id: int) -> TaskView:
        found = self._recorder().task(task_id)
        return TaskView(found.document, found.events, found.card)

    async def diagnostics(self) -> Json:
        """What the recorder's doctor says."""

        def ask() -> Json:
            from cookui.recorder.doctor import doctor

            return doctor(self._reader)

        return await asyncio.to_thread(ask)

    def changes(self) -> AsyncIterator[Change]:
        """Changes as they happen, the first at once."""
        return _changes(self._root)


async def _changes(root: Path) -> AsyncIterator[Change]:
    """The recorder's feed; imported here, because the board can be painted before the first change."""
    from cookui.recorder import feed

    async for change in feed.changes(root):
        yield Change(change.ids, change.live, change.reason)


def _shown(found: list[Json | Broken]) -> list[Json | BrokenTask]:
    return [_broken(card) if isinstance(card, Broken) else card for card in found]


def _broken(card: Broken) -> BrokenTask:
    """What cannot be read. A file without an id in its name gets a negative one that its name determines."""
    task_id = card.id if card.id is not None else -1 - zlib.crc32(card.name.encode("utf-8", "surrogatepass"))
    return BrokenTask(task_id, card.name, card.reason)


def _expectation(seen: Seen) -> Json:
    return {"requestId": seen.request_id, "sha256": seen.sha256}


def _how(seen: Seen | None = None, *, read: str | None, operator: str | None = None) -> How:
    """How an act was given: on these screens, after so long before that text, and by whom where the act
    itself does not say."""
    if seen is None:
        return How.here("cookui", operator=operator, read_head=read)
    return How.here("cookui", shown_sha256=seen.sha256, elapsed_ms=seen.elapsed_ms, read_head=read)
