"""The one way of every act, from the lock to the replacement of the file.

Take the task's lock, read the file, check the chain and replay it through the rules, apply the act, check the
document, write once, let go of the lock. A refusal anywhere leaves every byte as it was; a process that dies
anywhere leaves the file as it was before or after. The check and the replay are spared when the file has the
very bytes that this process wrote or checked last.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import datetime
from typing import NamedTuple, TypeVar

from tinydb import TinyDB

from cookui.contract.acts import apply
from cookui.contract.card import card as derive_card
from cookui.contract.context import Context
from cookui.contract.model import check_document
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.events import digest, seal
from cookui.recorder.files import Folder
from cookui.recorder.folding import actor_of, flaws_of_fold
from cookui.recorder.how import How
from cookui.recorder.layout import Json, Tables, file_name, parse_stem, stem, timestamp
from cookui.recorder.ledger import LOCKS, TASKS, TMP
from cookui.recorder.lock import Held, held
from cookui.recorder.memory import Memory
from cookui.recorder.reading import Reader, TaskFile, checked, corrupt_at, refusing_io
from cookui.recorder.storage import AtomicStorage, append, put, table
from cookui.text.strict_json import canonical, loads

LEDGER_LOCK = "ledger"

MAX_ACT_BYTES = 16 << 20
"""An act with its return is never larger than this."""

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


class _Outcome(NamedTuple):
    """What the rules made of an act.

    Args:
        document: the document after it.
        at: its time stamp.
        others: the states of other tasks that decided it, as its event keeps them.
    """

    document: Json
    at: str
    others: Json


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

    def add(self, act: Json, how: How) -> Recorded:
        """Carries out an `add`, under the next id. Locks are taken in this order everywhere: the ledger, then
        a task."""
        given, act = _as_stored((how.persisted(), act))
        with (
            refusing_io("add a task"),
            self._folders() as folders,
            self._held(folders, LEDGER_LOCK, "the ledger"),
        ):
            self._sweep(folders)
            task_id = max(self._ledger.names(folders.tasks).tasks, default=0) + 1
            act["id"] = task_id
            outcome = self._decide(folders, task_id, act, None, [])
            name = file_name(task_id, outcome.document["slug"])
            storage = AtomicStorage(folders.tasks, task_id, name, self._memory, new=True)
            with (
                self._held(folders, stem(task_id), f"task {task_id}") as lock,
                _database(storage) as database,
            ):
                return self._write(folders, lock, database, storage, [], act, given, outcome)

    def act(self, task_id: int, act: Json, how: How) -> Recorded:
        """Carries out any other act."""
        given, act = _as_stored((how.persisted(), act))
        with refusing_io(f"record the {act['kind']} of task {task_id}"), self._folders() as folders:
            name = self._reader.name_of(folders.tasks, task_id)
            with self._held(folders, stem(task_id), f"task {task_id}") as lock:
                storage = AtomicStorage(folders.tasks, task_id, name, self._memory)
                with _database(storage) as database:
                    _, before, events = _believed(database, storage, name)
                    outcome = self._decide(folders, task_id, act, before, events)
                    return self._write(folders, lock, database, storage, events, act, given, outcome)

    def task(self, task_id: int) -> TaskFile:
        """A task, whole, its events replayed; takes no lock."""
        with refusing_io(f"read task {task_id}"), self._ledger.visit_tasks() as tasks:
            name = self._reader.name_of(tasks, task_id)
            storage = AtomicStorage(tasks, task_id, name, self._memory)
            with _database(storage) as database:
                card, document, events = _believed(database, storage, name)
        return TaskFile(_own(document), _own(events), _own(card))

    def _decide(
        self, folders: _Folders, task_id: int, act: Json, before: Json | None, events: Sequence[Json]
    ) -> _Outcome:
        """Puts the act before the rules, and what they make of it before the model."""
        config = self._ledger.config(folders.ledger)
        self._ledger.check_version(config)
        now = timestamp(self._clock())
        at = max(now, events[-1]["at"]) if events else now  # a clock that steps back never blocks a record
        others = _Others(self, task_id)
        context = Context(
            at=at,
            others=others,
            require_digest=config.get("requireDigest", False),
            executors=executors_of(events),
        )
        document = apply(before, act, context)
        if document is not before:
            check_document(document)
        return _Outcome(document, at, others.looked_up())

    def _write(
        self,
        folders: _Folders,
        lock: Held,
        database: TinyDB,
        storage: AtomicStorage,
        events: list[Json],
        act: Json,
        given: Json,
        outcome: _Outcome,
    ) -> Recorded:
        """Puts out what the rules made of the act, its event and the new card, in one replacement."""
        document = outcome.document
        if act["kind"] in ("approve", "decline"):
            given["digestGiven"] = "expectation" in act
        event = seal(
            events[-1] if events else None,
            at=outcome.at,
            kind=act["kind"],
            actor=actor_of(act, given),
            data={"act": act, "how": given, "document": digest(document)} | outcome.others,
        )
        card = derive_card(document, [*events, event])
        put(database, "card", card)
        put(database, "task", document)
        append(database, event)
        storage.commit(folders.tmp, lock)
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
        self, folders: _Folders, name: str, what: str, *, wait: bool = True
    ) -> AbstractContextManager[Held]:
        timeout = self._timeout if wait else 0.0
        return held(folders.locks, name, timeout=timeout, what=what, clock=self._clock)

    def _sweep(self, folders: _Folders) -> None:
        """Removes temporaries that dead processes left. One whose task is locked is somebody's at work."""
        for name in folders.tmp.names():
            task_id = parse_stem(name)
            if task_id is None:
                continue
            with (
                suppress(Refusal, OSError),
                self._held(folders, stem(task_id), f"task {task_id}", wait=False),
            ):
                folders.tmp.remove(name)


class _Others(Mapping[int, str]):
    """The states of the ledger's other tasks: read when a rule asks, replayed like any task that is decided
    on."""

    def __init__(self, scribe: Scribe, task_id: int) -> None:
        self._scribe = scribe
        self._task_id = task_id
        self._found: dict[int, str] = {}

    def __getitem__(self, task_id: int) -> str:
        if task_id == self._task_id:
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
        return self._scribe._reader.ids() - {self._task_id}

    def looked_up(self) -> Json:
        """What was asked for, as the event keeps it: a replay then needs nothing but the events."""
        return {"others": {str(one): self._found[one] for one in sorted(self._found)}} if self._found else {}


@contextmanager
def _database(storage: AtomicStorage) -> Iterator[TinyDB]:
    with TinyDB(storage=lambda: storage) as database:
        yield database


def _believed(database: TinyDB, storage: AtomicStorage, name: str) -> Tables:
    """What the file holds, checked and replayed unless these very bytes were before. Not to be changed."""
    card, document = table(database, "card").get(doc_id=1), table(database, "task").get(doc_id=1)
    tables = Tables(dict(card or {}), dict(document or {}), list(table(database, "events")))
    if not storage.is_good:
        checked(tables, name)
        for flaw in flaws_of_fold(tables.document, tables.events):
            raise corrupt_at(name, flaw)
        storage.remember()
    return tables


def _own(value: T) -> T:
    """A copy of JSON for the caller to keep: what is remembered here, and built on, must stay what it is."""
    copy: T = json.loads(json.dumps(value))
    return copy


def _as_stored(parts: tuple[Json, Json]) -> tuple[Json, Json]:
    """How and act as they will be read again: what the rules judge is what is kept, and nobody can change it
    meanwhile.

    Raises:
        Refusal: `text` for text that cannot be written as UTF-8, `return-shape` for what is not JSON,
            `too-large`.
    """
    try:
        data = canonical(parts)
        if len(data) > MAX_ACT_BYTES:
            raise Refusal(
                Code.TOO_LARGE,
                f"The act has {len(data)} bytes; at most {MAX_ACT_BYTES} are taken.",
                remedy="Keep evidence in files of its own and record where it is.",
                details={"bytes": len(data), "limit": MAX_ACT_BYTES},
            )
        how, act = loads(data, limit=MAX_ACT_BYTES)
    except UnicodeEncodeError as error:
        raise Refusal(
            Code.TEXT,
            "A text holds a lone surrogate, which cannot be written as UTF-8.",
            remedy="Leave the character out, or write what it stands for.",
        ) from error
    except (ValueError, TypeError, RecursionError) as error:
        sentence = f"This is not JSON that can be kept: {error}."
        raise Refusal(Code.RETURN_SHAPE, sentence, remedy="Hand in plain JSON values.") from error
    return how, act
