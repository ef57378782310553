"""Reading a ledger: without a lock, without the libraries that only acts need.

A task file is replaced by a rename, so whoever opens it has one whole state; readers never wait. Listings
read the first line of each file and believe it; opening a task reads all of it and checks the chain of
events, the document's digest and the card. A file that cannot be read or believed becomes a `Broken` with the
reason, and every other task goes on.

The read verbs of `cook` start with this module: it must import neither pydantic, filelock, tinydb nor
watchfiles, and a test holds it to that.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.believing import Broken, TaskFile, two_files, whole
from cookui.recorder.files import DISK, Disk, Folder, corrupt, io_refusal
from cookui.recorder.heads import Heads
from cookui.recorder.layout import Json, timestamp
from cookui.recorder.ledger import Ledger, Names, find_root

__all__ = ["Broken", "Reader", "TaskFile", "find_root"]


FEW = 20
"""Up to how many tasks are looked for by the beginnings of their names."""


class Reader:
    """Reads one ledger. Cheap to make, does nothing until it is asked, and may be used from several threads.

    Args:
        root: the folder that holds `.cook`.
        disk: the system calls; another one only in tests.

    Every method raises `Refusal`, with `not-found` where there is no ledger or no task, `ledger-corrupt` for
    what cannot be believed, and `io` when the disk fails.
    """

    def __init__(self, root: str | os.PathLike[str], *, disk: Disk = DISK) -> None:
        self.ledger = Ledger(root, disk)
        self._known: dict[int, str] = {}

    def config(self) -> Json:
        """The ledger's configuration: `schemaVersion`, `createdBy`, and `requireDigest` if it was set."""
        with refusing_io("read the ledger's configuration"), self.ledger.visit() as ledger:
            return self.ledger.config(ledger)

    def cards(self, ids: Iterable[int] | None = None) -> list[Json | Broken]:
        """The cards of all tasks, or of those of `ids` that exist, by id; what is no task comes last."""
        with refusing_io("list the tasks"), self.ledger.visit_tasks() as tasks, collector_paused():
            names = self._list(tasks) if ids is None else Names(self._find(tasks, set(ids)), [])
            return Heads(tasks).read(names)

    def examined(self, ids: Iterable[int]) -> list[Json | Broken]:
        """The cards of those of `ids` that exist, each file read whole and checked as `task` does."""
        found: list[Json | Broken] = []
        for task_id in sorted(set(ids)):
            try:
                found.append(self.task(task_id).card)
            except Refusal as refusal:
                if refusal.code is not Code.NOT_FOUND:
                    found.append(Broken(str(refusal.details.get("file", "")), task_id, refusal.sentence))
        return found

    def ids(self) -> set[int]:
        """The ids of all tasks, broken ones too."""
        with refusing_io("list the tasks"), self.ledger.visit_tasks() as tasks:
            return set(self._list(tasks).tasks)

    def card(self, task_id: int) -> Json | Broken:
        """One task's card.

        Raises:
            Refusal: `not-found` when there is no such task.
        """
        cards = self.cards([task_id])
        if not cards:
            raise no_task(task_id)
        return cards[0]

    def task(self, task_id: int) -> TaskFile:
        """One task, whole, its chain, document and card checked against each other.

        Raises:
            Refusal: `not-found`, or `ledger-corrupt` naming file, event and field.
        """
        with refusing_io(f"read task {task_id}"), self.ledger.visit_tasks() as tasks:
            return whole(tasks, self.name_of(tasks, task_id))

    def events(self, task_id: int) -> Sequence[Json]:
        """One task's events in order of `seq`; see `task`."""
        return self.task(task_id).events

    def pending(self) -> list[Json]:
        """The cards of the tasks with a request that waits for its grant, oldest request first."""
        waiting = [
            (ask["since"], card["id"], card)
            for card in self.cards()
            if not isinstance(card, Broken)
            for ask in card["asks"]
            if ask["kind"] == "approval"
        ]
        return [card for _, _, card in sorted(waiting, key=lambda entry: entry[:2])]

    def snapshot(self, now: datetime) -> Json:
        """The read-only projection for other programs, in the form that readers of a `.jeff` store know.

        Args:
            now: when it is made.
        """
        cards = self.cards()
        projection: Json = {
            "schemaVersion": 1,
            "generatedAt": timestamp(now),
            "mode": "full",
            "tasks": [_projected(card) for card in cards if not isinstance(card, Broken)],
        }
        broken = [
            {"name": card.name, "id": card.id, "reason": card.reason}
            for card in cards
            if isinstance(card, Broken)
        ]
        # The form has no place for a task that cannot be read; left out without a word it would seem not to
        # exist.
        return projection | ({"broken": broken} if broken else {})

    def name_of(self, tasks: Folder, task_id: int) -> str:
        """The name of a task's file.

        Args:
            tasks: the opened folder of tasks.
            task_id: which task.

        Raises:
            Refusal: `not-found`, or `ledger-corrupt` when two files claim the id.
        """
        found = self._find(tasks, {task_id}).get(task_id)
        if not found:
            raise no_task(task_id)
        if len(found) > 1:
            raise corrupt(two_files(task_id, found), file=found[0], files=found)
        return found[0]

    def _list(self, tasks: Folder) -> Names:
        """The names of everything, of which each task's is remembered."""
        names = self.ledger.names(tasks)
        self._known = {task_id: found[0] for task_id, found in names.tasks.items() if len(found) == 1}
        return names

    def _find(self, tasks: Folder, ids: set[int]) -> dict[int, list[str]]:
        """The names of tasks' files. Looks through the folder only when a name known from before is gone."""
        known = {task_id: [name] for task_id in ids if (name := self._known.get(task_id)) is not None}
        if len(known) == len(ids) and all(self._is_there(tasks, name) for [name] in known.values()):
            return known
        few = ids if len(ids) <= FEW else None
        names = self.ledger.names(tasks, few).tasks
        self._known.update({one: found[0] for one, found in names.items() if len(found) == 1})
        return {task_id: names[task_id] for task_id in ids if task_id in names}

    def _is_there(self, tasks: Folder, name: str) -> bool:
        with suppress(FileNotFoundError):
            self.ledger.disk.stat(name, dir_fd=tasks.descriptor, follow_symlinks=False)
            return True
        return False


def no_task(task_id: int) -> Refusal:
    """There is no task with this id."""
    return Refusal(
        Code.NOT_FOUND,
        f"There is no task {task_id}.",
        remedy="See `cook ls` for the tasks that there are.",
        details={"id": task_id},
    )


def _projected(card: Json) -> Json:
    fields = ("id", "slug", "title", "status", "stage", "priority", "deps")
    projected = {field: card[field] for field in fields} | {"blockedReason": card.get("blockedReason")}
    return projected | {
        field: card[field] for field in ("category", "escalation", "claim") if card.get(field)
    }


@contextmanager
def refusing_io(doing: str) -> Iterator[None]:
    """Turns a failed system call into an `io` refusal that says what was being done; see
    `files.io_refusal`."""
    try:
        yield
    except OSError as error:
        raise io_refusal(error, doing) from error


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keeps the garbage collector out of a bulk load, which makes live objects only: it took most of the
    time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
