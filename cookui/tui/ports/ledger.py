"""What the interface knows of a ledger: reads, acts and changes, never a path or a file format.

The recorder stands behind it today; a live store of another tool or a database server can stand behind the
same protocol, and passes the same suite. Reads and acts are coroutines, because the next implementation may
be a network away; whoever implements them keeps the event loop free.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BrokenTask:
    """A task whose stored form cannot be trusted.

    `id` is taken from its name; `name` and `reason` are outside text. No act on it is offered.
    """

    id: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task, whole: its document, its events in order of `seq`, and the card that listings show."""

    document: Json
    events: Sequence[Json]
    card: Json


@dataclass(frozen=True, slots=True)
class Change:
    """What the ledger tells of itself.

    Args:
        ids: tasks to read again; None when everything is to be read again.
        live: whether changes are being noticed as they happen.
        reason: why not, when `live` is false; else empty.
    """

    ids: frozenset[int] | None
    live: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the operator saw when deciding: bound to the grant or the decline under the lock (section 5).

    Args:
        request_id: the request that was on the screen.
        sha256: SHA-256, in hex, of the UTF-8 of the text that was on the screen.
        elapsed_ms: how long it had been there, in milliseconds.
    """

    request_id: int
    sha256: str
    elapsed_ms: int


class LedgerPort(Protocol):
    """A ledger, as the interface uses it. Every method may raise `cookui.contract.refusal.Refusal`.

    Every act takes `read`: the hash of the last event that the operator had before them. It is refused as
    stale unless the task's history still goes through that event.
    """

    @property
    def project(self) -> str:
        """The ledger's name on the screen and in `TaskKey`; outside text."""
        ...

    async def cards(self) -> list[Json | BrokenTask]:
        """The cards of all tasks, as they are written: quick, and not yet compared with their events."""
        ...

    async def examined(self, ids: Iterable[int]) -> list[Json | BrokenTask]:
        """The cards of those of `ids` that exist, each checked against its events."""
        ...

    async def task(self, task_id: int) -> TaskView:
        """One task, whole and checked against its events."""
        ...

    async def approve(self, task_id: int, operator: str, seen: Seen, *, read: str | None = None) -> TaskView:
        """Grants the request that was seen (section 5)."""
        ...

    async def decline(
        self, task_id: int, operator: str, reason: str, to: str, seen: Seen, *, read: str | None = None
    ) -> TaskView:
        """Declines the request that was seen and sends the task to `to`, plan or capture (section 5)."""
        ...

    async def answer(
        self, task_id: int, operator: str, option: str, fork: str, *, read: str | None = None
    ) -> TaskView:
        """Answers the escalation whose fork reads `fork` (section 8)."""
        ...

    async def reverify(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Archives the failed verification and asks for a fresh verifier (section 7)."""
        ...

    async def block(self, task_id: int, operator: str, reason: str, *, read: str | None = None) -> TaskView:
        """Stops the task until it is unblocked (section 8)."""
        ...

    async def unblock(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Lets a blocked task go on (section 8)."""
        ...

    async def abandon(self, task_id: int, operator: str, reason: str, *, read: str | None = None) -> TaskView:
        """Ends the task for good without finishing it (section 8)."""
        ...

    async def release(self, task_id: int, operator: str, *, read: str | None = None) -> TaskView:
        """Takes a claim from its holder (section 8)."""
        ...

    async def diagnostics(self) -> Json:
        """Locks with holders, broken files, versions, the file system: what the diagnostics screen shows."""
        ...

    def changes(self) -> AsyncIterator[Change]:
        """Changes as they happen, the first at once; ends only when its reader stops."""
        ...
