"""The recorder: the only thing that writes.

Acts stand here in the order of the contract page, one method each, and reads after them. How an act is
carried out is `scribe`'s matter; what it may do, the contract's.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.doctor import doctor
from cookui.recorder.files import DISK, Disk
from cookui.recorder.how import How
from cookui.recorder.layout import Json
from cookui.recorder.pins import Since, head, since
from cookui.recorder.reading import Broken, Reader, TaskFile
from cookui.recorder.scribe import Recorded, Scribe
from cookui.recorder.validation import Problem, validate

if TYPE_CHECKING:
    from cookui.recorder.feed import Change

__all__ = ["Broken", "How", "Problem", "Recorded", "Recorder", "Since", "TaskFile"]

LOCK_TIMEOUT = 10.0
"""Seconds that an act waits for its task, unless told otherwise."""

JOURNAL = frozenset({"intent", "progress", "external"})


class Recorder:
    """Records acts in a ledger, and reads it. May be used from several threads.

    Args:
        root: the folder that holds `.cook`.
        clock: the time, aware; for tests.
        lock_timeout: how long an act waits for its task, in seconds.
        disk: the system calls; another one only in tests.

    Every act raises `Refusal`, with the codes of section 9, and then has changed nothing, unless an `io`
    refusal says otherwise in `details["recorded"]`: True when the act is in the ledger but the disk did not
    confirm it, None when nobody can tell. Every act takes `how`, which says how it was given; by default what
    this process knows of itself.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        clock: Callable[[], datetime] | None = None,
        lock_timeout: float = LOCK_TIMEOUT,
        disk: Disk = DISK,
    ) -> None:
        self.reader = Reader(root, disk=disk)
        self._scribe = Scribe(self.reader, clock or (lambda: datetime.now(UTC)), lock_timeout)

    @classmethod
    def init(
        cls,
        root: str | os.PathLike[str],
        *,
        created_by: str,
        clock: Callable[[], datetime] | None = None,
        lock_timeout: float = LOCK_TIMEOUT,
        disk: Disk = DISK,
    ) -> Self:
        """Makes a ledger in `root`, or what is missing of one, and opens it. What is there stays as it is."""
        recorder = cls(root, clock=clock, lock_timeout=lock_timeout, disk=disk)
        recorder._scribe.found(created_by)
        return recorder

    @classmethod
    def open(
        cls,
        root: str | os.PathLike[str],
        *,
        clock: Callable[[], datetime] | None = None,
        lock_timeout: float = LOCK_TIMEOUT,
        disk: Disk = DISK,
    ) -> Self:
        """Opens the ledger in `root`.

        Raises:
            Refusal: `not-found` when there is none, `ledger-corrupt` when it cannot be trusted.
        """
        recorder = cls(root, clock=clock, lock_timeout=lock_timeout, disk=disk)
        recorder.reader.config()
        return recorder

    # --- acts, in the order of the contract page

    def add(
        self,
        title: str,
        *,
        priority: str | None = None,
        deps: Sequence[int] = (),
        slug: str | None = None,
        category: str | None = None,
        how: How | None = None,
    ) -> Recorded:
        """Adds a task, `pending` at `capture`, under the next id (section 8).

        Args:
            title: what it is about.
            priority: `p0` to `p4`.
            deps: ids of tasks that must end before it starts.
            slug: its short name in kebab-case; made from the title by default.
            category: `operation` or `code`.
            how: see the class.
        """
        given: Json = {"title": title, "priority": priority, "slug": slug, "category": category}
        act = {"kind": "add"} | {name: value for name, value in given.items() if value is not None}
        return self._scribe.add(act | ({"deps": list(deps)} if deps else {}), how or How.here())

    def start(self, task_id: int, *, how: How | None = None) -> Recorded:
        """Starts a task whose dependencies have ended, or one that was sent back to `capture` (section 8)."""
        return self._act(task_id, {"kind": "start"}, how)

    def record(self, task_id: int, stage: str, agent: str, ret: Json, *, how: How | None = None) -> Recorded:
        """Records a specialist's return (sections 3 to 7).

        Args:
            task_id: which task.
            stage: the stage that is recorded.
            agent: who was observed to have worked, as the host knows it.
            ret: the return.
            how: see the class.
        """
        return self._act(task_id, {"kind": "record", "stage": stage, "agent": agent, "return": ret}, how)

    def record_council(
        self, task_id: int, members: Sequence[str], synthesizer: str, ret: Json, *, how: How | None = None
    ) -> Recorded:
        """Records a council's return (section 7).

        Args:
            task_id: which task.
            members: the three members' ids, as the host knows them, in the order of the return.
            synthesizer: the synthesizer's id.
            ret: the return.
            how: see the class.
        """
        act = {
            "kind": "record",
            "stage": "council",
            "members": list(members),
            "synthesizer": synthesizer,
            "return": ret,
        }
        return self._act(task_id, act, how)

    def approve(
        self, task_id: int, operator: str, *, expectation: Json | None = None, how: How | None = None
    ) -> Recorded:
        """Grants the pending request (section 5).

        Args:
            task_id: which task.
            operator: who grants.
            expectation: `{requestId, sha256}` of what the operator saw. Without it the grant is marked in its
                event, and refused when the ledger's configuration has `requireDigest`.
            how: see the class.
        """
        return self._act(task_id, _expecting({"kind": "approve", "operator": operator}, expectation), how)

    def decline(
        self,
        task_id: int,
        operator: str,
        reason: str,
        *,
        to: str = "plan",
        expectation: Json | None = None,
        how: How | None = None,
    ) -> Recorded:
        """Declines the pending request and sends the task to `to`, `plan` or `capture` (section 5)."""
        act = {"kind": "decline", "operator": operator, "reason": reason, "to": to}
        return self._act(task_id, _expecting(act, expectation), how)

    def reverify(self, task_id: int, *, how: How | None = None) -> Recorded:
        """Archives a failed verification and asks for a fresh verifier (section 7)."""
        return self._act(task_id, {"kind": "reverify"}, how)

    def answer(
        self, task_id: int, operator: str, option: str, *, fork: str | None = None, how: How | None = None
    ) -> Recorded:
        """Records the operator's answer to an escalation (section 8).

        Args:
            task_id: which task.
            operator: who answers.
            option: the option that was chosen, as it reads.
            fork: the fork that was shown; refused as stale when it is another by now.
            how: see the class.
        """
        act = {"kind": "answer", "operator": operator, "option": option}
        return self._act(task_id, act | ({} if fork is None else {"fork": fork}), how)

    def block(self, task_id: int, operator: str, reason: str, *, how: How | None = None) -> Recorded:
        """Stops a task until it is unblocked (section 8)."""
        return self._act(task_id, {"kind": "block", "operator": operator, "reason": reason}, how)

    def unblock(self, task_id: int, operator: str, *, how: How | None = None) -> Recorded:
        """Lets a blocked task go on (section 8)."""
        return self._act(task_id, {"kind": "unblock", "operator": operator}, how)

    def abandon(self, task_id: int, operator: str, reason: str, *, how: How | None = None) -> Recorded:
        """Ends a task for good without finishing it (section 8)."""
        return self._act(task_id, {"kind": "abandon", "operator": operator, "reason": reason}, how)

    def claim(self, task_id: int, by: str, *, how: How | None = None) -> Recorded:
        """Marks who drives a task (section 8)."""
        return self._act(task_id, {"kind": "claim", "by": by}, how)

    def release(self, task_id: int, by: str, *, force: bool = False, how: How | None = None) -> Recorded:
        """Takes the mark away: by its holder, or by anybody with `force` (section 8)."""
        return self._act(task_id, {"kind": "release", "by": by} | ({"force": True} if force else {}), how)

    def journal(self, task_id: int, entry: Json, *, how: How | None = None) -> Recorded:
        """Adds a journal entry, which changes nothing but what an operator watches (section 8).

        Args:
            task_id: which task.
            entry: `{kind: "intent", stage, agent?, note?}`, `{kind: "progress", step, total, note?}` or
                `{kind: "external", note}`.
            how: see the class.
        """
        if entry.get("kind") not in JOURNAL:
            raise Refusal(
                Code.RETURN_SHAPE,
                f"kind: a journal entry is one of {', '.join(sorted(JOURNAL))}.",
                remedy="Name the kind of the entry.",
                details={"path": "kind"},
            )
        return self._act(task_id, entry, how)

    def _act(self, task_id: int, act: Json, how: How | None) -> Recorded:
        return self._scribe.act(task_id, act, how or How.here())

    # --- reads

    def get(self, task_id: int) -> Json:
        """A task's document; see `task`."""
        return self.task(task_id).document

    def task(self, task_id: int) -> TaskFile:
        """A task, whole, its events replayed through the rules: fit to decide on.

        Raises:
            Refusal: `not-found`, or `ledger-corrupt` naming file, event and field.
        """
        return self._scribe.task(task_id)

    def tasks(self) -> list[Json | Broken]:
        """The cards of all tasks; see `Reader.cards`."""
        return self.reader.cards()

    def pending(self) -> list[Json]:
        """The cards of the tasks with a request that waits for its grant; see `Reader.pending`."""
        return self.reader.pending()

    def events(self, task_id: int) -> Sequence[Json]:
        """A task's events in order of `seq`; see `task`."""
        return self.task(task_id).events

    def changes(self) -> AsyncIterator[Change]:
        """What changes in the ledger, as it happens; see `feed.changes`."""
        from cookui.recorder.feed import changes  # few who act also follow

        return changes(self.reader.ledger.root)

    def validate(self) -> list[Problem]:
        """Everything that is wrong with the ledger; see `validation.validate`."""
        return validate(self.reader.ledger)

    def head(self) -> str:
        """One line that pins everything recorded so far; see `pins.head`."""
        return head(self.reader)

    def since(self, pin: str) -> Since:
        """Whether anything that a `head` pinned has changed; see `pins.since`."""
        return since(self.reader, pin)

    def doctor(self) -> Json:
        """Facts for a person who looks for a fault; see `doctor.doctor`."""
        return doctor(self.reader)


def _expecting(act: Json, expectation: Json | None) -> Json:
    return act if expectation is None else act | {"expectation": dict(expectation)}
