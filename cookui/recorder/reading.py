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
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, NamedTuple

from cookui.contract.card import card as derive_card
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.events import Flaw, flaws, is_of_another_form
from cookui.recorder.files import DISK, Disk, Folder, corrupt, io_refusal, let_go
from cookui.recorder.layout import (
    MAX_FILE_BYTES,
    SCHEMA_VERSION,
    Json,
    Tables,
    decode,
    file_name,
    head_line,
    parse_name,
    split,
    timestamp,
)
from cookui.recorder.ledger import Ledger, Names, find_root, newer
from cookui.recorder.shape import card_flaw

__all__ = ["Broken", "Reader", "TaskFile", "find_root"]

HEAD_BYTES = 4096
"""Bytes of a file that a listing reads first: most cards fit."""


FEW = 20
"""Up to how many tasks are looked for by the beginnings of their names."""


class Broken(NamedTuple):
    """A task that cannot be read or believed, or something in the folder of tasks that is none.

    Args:
        name: the file's name; outside text.
        id: the task's id, as far as the name tells.
        reason: what is wrong, one sentence; outside text.
    """

    name: str
    id: int | None
    reason: str


class TaskFile(NamedTuple):
    """A task, whole: its document, its events in order of `seq`, and its card."""

    document: Json
    events: Sequence[Json]
    card: Json


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
            return _Heads(tasks).read(names)

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
            return _whole(tasks, self.name_of(tasks, task_id))

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


class _Heads:
    """Reads the cards at the heads of many files.

    The lines are decoded in one go, so equal keys become one string in memory, and it takes a third of the
    time of as many single calls. When anything in the batch is wrong, each line is decoded by itself.
    """

    def __init__(self, tasks: Folder) -> None:
        self._tasks = tasks

    def read(self, names: Names) -> list[Json | Broken]:
        results: dict[int, Json | Broken] = {}
        lines: list[tuple[int, str, bytes]] = []
        for task_id in sorted(names.tasks):
            found = names.tasks[task_id]
            if len(found) > 1:
                results[task_id] = Broken(found[0], task_id, two_files(task_id, found))
                continue
            try:
                lines.append((task_id, found[0], self._line(found[0])))
                results[task_id] = _UNREAD
            except FileNotFoundError:
                continue  # taken away since the folder was read
            except (OSError, ValueError, Refusal) as error:
                results[task_id] = Broken(found[0], task_id, reason_of(error))
        for (task_id, name, _), card in zip(lines, _decode_all([line for *_, line in lines]), strict=True):
            results[task_id] = (
                self._anew(task_id, name) if is_of_another_form(card) else _believed(task_id, name, card)
            )
        foreign = [Broken(name, None, f"{name} is not the name of a task's file.") for name in names.foreign]
        return [*results.values(), *foreign]

    def _anew(self, task_id: int, name: str) -> Json | Broken:
        """The card of a file whose head another version wrote."""
        try:
            return _whole(self._tasks, name).card
        except (OSError, Refusal) as error:
            return Broken(name, task_id, reason_of(error))

    def _line(self, name: str) -> bytes:
        disk = self._tasks.disk
        descriptor, _ = self._tasks.open_file(name)
        try:
            head = disk.read(descriptor, HEAD_BYTES)
            if not head:
                raise ValueError("it is empty")
            while (line := head_line(head)) is None:
                more = disk.read(descriptor, len(head) * 4)
                if not more or len(head) > MAX_FILE_BYTES:
                    raise ValueError("its first line does not end")
                head += more
            return line
        finally:
            let_go(disk, descriptor)


_UNREAD = Broken("", None, "")


def _whole(tasks: Folder, name: str) -> TaskFile:
    """All of a task's file, checked."""
    tables = of_today(checked(split(decode(tasks.read_file(name, limit=MAX_FILE_BYTES), name)), name))
    return TaskFile(tables.document, tables.events, tables.card)


def _decode_all(lines: list[bytes]) -> list[Any]:
    """Each line's JSON value; the error in its place where there is none."""
    try:
        values = json.loads((b"[" + b",".join(lines) + b"]").decode())
        if len(values) == len(lines):
            return list(values)
    except (ValueError, RecursionError):
        pass
    return [_decode_one(line) for line in lines]


def _decode_one(line: bytes) -> Any:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        return error


def _believed(task_id: int, name: str, card: Any) -> Json | Broken:
    """The card; broken when it is not JSON, not of a card's shape, or of another task than the name says."""
    if isinstance(card, Exception):
        return Broken(name, task_id, f"{name}: its card is not JSON.")
    flaw = card_flaw(card)
    if flaw:
        return Broken(name, task_id, f"{name}: its card's {flaw} is missing or of a wrong form.")
    if card["id"] != task_id:
        return Broken(name, task_id, f"{name} holds task {card['id']}.")
    if name != file_name(task_id, card["slug"]):
        return Broken(name, task_id, f"{name} holds the task with the slug {card['slug']}.")
    return card  # type: ignore[no-any-return]


def checked(tables: Tables, name: str) -> Tables:
    """The tables, if they can be believed without replaying the acts.

    Raises:
        Refusal: `ledger-version` for a document of a newer version; `ledger-corrupt` naming file, event and
            field.
    """
    version = tables.document.get("schemaVersion")
    if type(version) is int and version > SCHEMA_VERSION:
        raise newer(f"{name} has version {version}", version)
    for flaw in (*flaws(tables), *flaws_of_name(tables, name)):
        raise corrupt_at(name, flaw)
    return tables


def of_today(tables: Tables) -> Tables:
    """Checked tables with a card of the form that is made today."""
    if is_of_another_form(tables.card):
        return tables._replace(card=derive_card(tables.document, tables.events))
    return tables


def flaws_of_name(tables: Tables, name: str) -> Iterator[Flaw]:
    """Whether the file bears the name that its document asks for."""
    task_id, slug = tables.document.get("id"), tables.document.get("slug")
    if task_id != parse_name(name) or type(task_id) is not int:
        yield Flaw(None, "task.id", f"the file holds task {task_id}, not the one of its name")
    elif not isinstance(slug, str) or name != file_name(task_id, slug):
        yield Flaw(None, "task.slug", "the file's name does not have the slug of its task")


def corrupt_at(name: str, flaw: Flaw) -> Refusal:
    """The refusal for a flaw in a file."""
    return corrupt(
        f"{name}: {flaw.sentence}.",
        file=name,
        field=flaw.field,
        event=flaw.event,
    )


def no_task(task_id: int) -> Refusal:
    """There is no task with this id."""
    return Refusal(
        Code.NOT_FOUND,
        f"There is no task {task_id}.",
        remedy="See `cook ls` for the tasks that there are.",
        details={"id": task_id},
    )


def two_files(task_id: int, names: Sequence[str]) -> str:
    """What is wrong with an id that several files claim."""
    return f"Several files claim task {task_id}: {', '.join(names)}."


def reason_of(error: Exception) -> str:
    """Why a file is broken, one sentence."""
    if isinstance(error, Refusal):
        return error.sentence
    if isinstance(error, OSError):
        return f"It cannot be read: {error.strerror or error}."
    return f"It is not a task file: {error}."


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
