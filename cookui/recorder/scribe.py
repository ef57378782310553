"""The one way of every act, from the lock to the replacement of the file.

Take the task's lock, read the file, check the chain and replay it through the rules, apply the act, check the
document, write once, let go of the lock. A refusal anywhere leaves every byte as it was; a process that dies
anywhere leaves the file as it was before or after. Check and replay are spared when the file has the very
bytes that this process wrote or checked last.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import datetime
from typing import NamedTuple, TypeVar

from cookui.contract.acts import apply
from cookui.contract.card import card as derive_card
from cookui.contract.context import Context
from cookui.contract.model import check_document
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.believing import TaskFile, checked, corrupt_at, of_today
from cookui.recorder.events import digest, is_shown, seal
from cookui.recorder.files import Folder, act_refusal, corrupt
from cookui.recorder.folding import actor_of, flaws_of_fold
from cookui.recorder.founding import found
from cookui.recorder.how import How
from cookui.recorder.layout import (
    MAX_FILE_BYTES,
    MAX_TASK_ID,
    RESERVED_BYTES,
    Json,
    Tables,
    file_name,
    parse_stem,
    stem,
    timestamp,
)
from cookui.recorder.ledger import LEDGER_LOCK, LOCKS, TASKS, TMP
from cookui.recorder.lock import Held, held
from cookui.recorder.memory import Memory
from cookui.recorder.reading import Reader, refusing_io
from cookui.recorder.storage import TaskDatabase
from cookui.text.strict_json import canonical, loads

MAX_ACT_BYTES = 16 << 20
"""An act with its return is never larger than this."""

BY_OPERATORS = frozenset(
    {"approve", "decline", "answer", "reverify", "block", "unblock", "abandon", "release"}
)
"""The acts of a person, for which room is kept in a task's file."""

T = TypeVar("T")


class Recorded(NamedTuple):
    """What an act left behind: the document after it, its event, and the task's card."""

    document: Json
    event: Json
    card: Json


class _Folders(NamedTuple):
    ledger: Folder
    tasks: Folder
    locks: Folder
    tmp: Folder


class _Decided(NamedTuple):
    """An act that the rules have taken.

    Args:
        act: the act, as its event keeps it.
        how: how it was given, likewise.
        at: its time stamp.
        others: the states of other tasks that decided it, likewise.
        document: what the rules made of the task.
    """

    act: Json
    how: Json
    at: str
    others: Json
    document: Json


class Scribe:
    """Carries out acts on the tasks of one ledger. May be used from several threads.

    Args:
        reader: the ledger.
        clock: the time, aware.
        timeout: how long an act waits for its task, in seconds.
    """

    def __init__(self, reader: Reader, clock: Callable[[], datetime], timeout: float) -> None:
        self._reader = reader
        self._ledger = reader.ledger
        self._clock = clock
        self._timeout = timeout
        self._memory = Memory()

    def found(self, created_by: str) -> None:
        """Makes the ledger; see `founding.found`."""
        with _refusing("make a ledger"):
            found(self._ledger, created_by, clock=self._clock, timeout=self._timeout)

    def add(self, act: Json, how: How) -> Recorded:
        """Carries out an `add`, under the next id."""
        act, given = _as_stored(act, how.persisted())
        with _refusing("add a task"), self._folders() as folders, self._held(folders, None):
            self._sweep(folders)
            task_id = self._next_id(folders.tasks)
            decided = self._decide(folders, task_id, act | {"id": task_id}, given, None, [])
            name = file_name(task_id, decided.document["slug"])
            with (
                self._held(folders, task_id) as lock,
                TaskDatabase(folders.tasks, task_id, name, self._memory, new=True) as database,
            ):
                return self._write(database, [], decided, folders.tmp, lock)

    def act(self, task_id: int, act: Json, how: How) -> Recorded:
        """Carries out any other act."""
        act, given = _as_stored(act, how.persisted())
        with _refusing(f"record the {act['kind']} of task {task_id}"), self._folders() as folders:
            name = self._reader.name_of(folders.tasks, task_id)
            with (
                self._held(folders, task_id) as lock,
                TaskDatabase(folders.tasks, task_id, name, self._memory) as database,
            ):
                _, document, events = _believed(database, name)
                decided = self._decide(folders, task_id, act, given, document, events)
                return self._write(database, events, decided, folders.tmp, lock)

    def task(self, task_id: int) -> TaskFile:
        """A task, whole, its events replayed; takes no lock."""
        with refusing_io(f"read task {task_id}"), self._ledger.visit_tasks() as tasks:
            name = self._reader.name_of(tasks, task_id)
            with TaskDatabase(tasks, task_id, name, self._memory) as database:
                card, document, events = _believed(database, name)
        return TaskFile(_own(document), _own(events), _own(card))

    def _next_id(self, tasks: Folder) -> int:
        """One more than the last id that was handed out; gaps stay gaps."""
        last = max(self._ledger.names(tasks).tasks, default=0)
        if last >= MAX_TASK_ID:
            raise corrupt(f"A file claims the last id that there is, {last}.", file=stem(last))
        return last + 1

    def _decide(
        self,
        folders: _Folders,
        task_id: int,
        act: Json,
        how: Json,
        before: Json | None,
        events: Sequence[Json],
    ) -> _Decided:
        """Puts the act before the rules, and what they make of it before the model."""
        config = self._ledger.config(folders.ledger)
        self._ledger.check_version(config)
        _check_read(how, events)
        now = timestamp(self._clock())
        at = max(now, events[-1]["at"]) if events else now  # a clock that steps back never blocks a record
        others = _Others(self, self._reader, task_id)
        context = Context(
            at=at,
            others=others,
            require_digest=config.get("requireDigest", False),
            executors=executors_of(events),
        )
        document = apply(before, act, context)
        if document is not before:
            check_document(document)
        if act["kind"] in ("approve", "decline"):
            how["digestGiven"] = "expectation" in act
        return _Decided(act, how, at, others.looked_up(), document)

    def _write(
        self, database: TaskDatabase, events: list[Json], decided: _Decided, tmp: Folder, lock: Held
    ) -> Recorded:
        """Puts out the document, the event and the card in one replacement."""
        act, how, at, others, document = decided
        event = seal(
            events[-1] if events else None,
            at=at,
            kind=act["kind"],
            actor=actor_of(act, how),
            data={"act": act, "how": how, "document": digest(document)} | others,
        )
        card = derive_card(document, [*events, event])
        database.put("card", card)
        database.put("task", document)
        database.append(event)
        spare = 0 if act["kind"] in BY_OPERATORS else RESERVED_BYTES
        database.commit(tmp, lock, limit=MAX_FILE_BYTES - spare)
        return Recorded(_own(document), _own(event), card)

    @contextmanager
    def _folders(self) -> Iterator[_Folders]:
        """Holds the ledger's folders, private to their owner from here on."""
        with self._ledger.visit() as ledger, ExitStack() as stack:
            inner = [stack.enter_context(self._ledger.inside(ledger, name)) for name in (TASKS, LOCKS, TMP)]
            folders = _Folders(ledger, *inner)
            for folder in folders:
                folder.make_private()
            yield folders

    def _held(
        self, folders: _Folders, task_id: int | None, *, wait: bool = True
    ) -> AbstractContextManager[Held]:
        """Holds the lock of a task, or of the ledger."""
        name, what = (LEDGER_LOCK, "the ledger") if task_id is None else (stem(task_id), f"task {task_id}")
        timeout = self._timeout if wait else 0.0
        return held(folders.locks, name, timeout=timeout, what=what, clock=self._clock)

    def _sweep(self, folders: _Folders) -> None:
        """Removes temporaries that dead processes left. One whose task is locked is somebody's at work."""
        for name in folders.tmp.names():
            task_id = parse_stem(name)
            if task_id is not None:
                with suppress(Refusal, OSError), self._held(folders, task_id, wait=False):
                    folders.tmp.remove(name)


def _check_read(how: Json, events: Sequence[Json]) -> None:
    """What the operator had read is still what the task's history begins with."""
    head = how.get("readHead")
    if head is not None and not any(event["hash"] == head for event in events):
        raise Refusal(
            Code.APPROVAL_STALE,
            "This is not the task that was read: its history is another one.",
            remedy="Look at what is there now, and decide about that.",
            details={"readHead": head, "head": events[-1]["hash"] if events else None},
        )


class _Others(Mapping[int, str]):
    """How the ledger's other tasks stand: read when a rule asks, replayed like any task that is decided
    on."""

    def __init__(self, scribe: Scribe, reader: Reader, task_id: int) -> None:
        self._scribe = scribe
        self._reader = reader
        self._task_id = task_id
        self._found: dict[int, str] = {}

    def __getitem__(self, task_id: int) -> str:
        if type(task_id) is not int or task_id == self._task_id:
            raise KeyError(task_id)
        if task_id not in self._found:
            try:
                self._found[task_id] = self._scribe.task(task_id).document["status"]
            except Refusal as refusal:
                if refusal.code is Code.NOT_FOUND:
                    raise KeyError(task_id) from None
                raise
        return self._found[task_id]

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._ids()))

    def __len__(self) -> int:
        return len(self._ids())

    def _ids(self) -> set[int]:
        return self._reader.ids() - {self._task_id}

    def looked_up(self) -> Json:
        """What was asked for, as the event keeps it: a replay then needs nothing but the events."""
        return {"others": {str(one): self._found[one] for one in sorted(self._found)}} if self._found else {}


def _believed(database: TaskDatabase, name: str) -> Tables:
    """What the file holds, checked and replayed unless these very bytes were before. Not to be changed."""
    tables = database.contents()
    if not database.file.is_good:
        checked(tables, name)
        for flaw in flaws_of_fold(tables.document, tables.events):
            raise corrupt_at(name, flaw)
        database.file.remember()
    return of_today(tables)


@contextmanager
def _refusing(doing: str) -> Iterator[None]:
    """Turns a system call that failed before anything was recorded into an `io` refusal."""
    try:
        yield
    except OSError as error:
        raise act_refusal(error, doing, recorded=False) from error


def _own(value: T) -> T:
    """A copy of JSON for the caller to keep: what is remembered here, and built on, must stay what it is."""
    copy: T = json.loads(json.dumps(value))
    return copy


def _as_stored(act: Json, how: Json) -> tuple[Json, Json]:
    """Act and how as they will be read again: what is judged is what is kept, and nobody can change it
    meanwhile.

    Raises:
        Refusal: `text` for text that is not UTF-8, `return-shape` for what is not JSON, `too-large`,
            `approval-stale` where another text was shown than the act names.
    """
    try:
        data = canonical([act, how])
        if len(data) > MAX_ACT_BYTES:
            raise Refusal(
                Code.TOO_LARGE,
                f"The act has {len(data)} bytes; at most {MAX_ACT_BYTES} are taken.",
                remedy="Keep evidence in files of its own and record where it is.",
                details={"bytes": len(data), "limit": MAX_ACT_BYTES},
            )
        act, how = loads(data, limit=MAX_ACT_BYTES)
        if not is_shown(act, how):
            raise Refusal(
                Code.APPROVAL_STALE,
                "Another text was shown than the one that is decided on.",
                remedy="Show the text that is asked about, and decide on that.",
            )
    except UnicodeEncodeError as error:
        raise Refusal(
            Code.TEXT,
            "A text holds a lone surrogate, which cannot be written as UTF-8.",
            remedy="Leave the character out, or write what it stands for.",
        ) from error
    except (ValueError, TypeError, RecursionError) as error:
        sentence = f"This is not JSON that can be kept: {error}."
        raise Refusal(Code.RETURN_SHAPE, sentence, remedy="Hand in plain JSON values.") from error
    return act, how
