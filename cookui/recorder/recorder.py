"""The recorder: the only thing that writes.

Every act goes one way: take the task's lock, read the file, check the chain and replay it through the rules,
    apply the act, check the document, write once, let go of the lock. A refusal anywhere leaves every byte as
    it was; a process that dies anywhere leaves the file before or after. The replay is spared when the file
    has the very bytes that this process wrote or checked last: their digest is kept, so another writer's act,
    or an edit, is never taken for granted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self

from tinydb import TinyDB

from cookui.contract.acts import apply
from cookui.contract.card import card as derive_card
from cookui.contract.context import Context
from cookui.contract.model import check_document
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.events import digest, seal
from cookui.recorder.files import DISK, Disk, Folder
from cookui.recorder.folding import actor_of, flaws_of_fold
from cookui.recorder.how import How
from cookui.recorder.layout import Json, Tables, file_name, parse_stem, stem, timestamp
from cookui.recorder.ledger import LOCKS, TASKS, TMP
from cookui.recorder.lock import held
from cookui.recorder.memory import Memory
from cookui.recorder.pins import Since, head, since
from cookui.recorder.reading import Broken, Reader, TaskFile, checked, corrupt_at, refusing_io
from cookui.recorder.storage import AtomicStorage, append, put, table
from cookui.recorder.validation import Problem, validate
from cookui.text.strict_json import canonical, loads

LOCK_TIMEOUT = 10.0
"""Seconds that an act waits for its task, unless told otherwise."""

LEDGER_LOCK = "ledger"
JOURNAL = frozenset({"intent", "progress", "external"})
MAX_ACT_BYTES = 16 << 20


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


class _Before(NamedTuple):
    """A task as an act finds it: no document and no events for one that is being added."""

    document: Json | None
    events: list[Json]


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
        self._ledger = self.reader.ledger
        self._clock = clock or (lambda: datetime.now(UTC))
        self._timeout = lock_timeout
        self._memory = Memory()

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
        """Makes a ledger in `root`, or what is missing of one, and opens it. Tasks that are there stay as
        they are."""
        recorder = cls(root, clock=clock, lock_timeout=lock_timeout, disk=disk)
        with refusing_io(f"make a ledger in {os.fspath(root)}"):
            recorder._ledger.make(created_by)
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
        given = {"title": title, "priority": priority, "deps": list(deps), "slug": slug, "category": category}
        act = _as_stored(
            {"kind": "add"} | {name: value for name, value in given.items() if value not in (None, [])}
        )
        with (
            refusing_io("add a task"),
            self._folders() as folders,
            self._held(folders, LEDGER_LOCK, "the ledger"),
        ):
            self._sweep(folders)
            task_id = max(self._ledger.names(folders.tasks).tasks, default=0) + 1
            act["id"] = task_id
            context, others = self._context(folders, task_id, [])
            document = apply(None, act, context)
            name = file_name(task_id, document["slug"])
            with (
                self._held(folders, stem(task_id), f"task {task_id}"),
                self._database(folders, task_id, name, new=True) as (database, storage),
            ):
                return self._write(database, storage, _Before(None, []), document, act, context, others, how)

    def start(self, task_id: int, *, how: How | None = None) -> Recorded:
        """Starts a task whose dependencies have ended, or one that was kicked back to `capture` (section
        8)."""
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
        """Records the operator's answer to an escalation (section 8); `fork` is the one that was shown, if
        any was."""
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

    # --- reads

    def get(self, task_id: int) -> Json:
        """A task's document; see `task`."""
        return self.task(task_id).document

    def task(self, task_id: int) -> TaskFile:
        """A task, whole, its events replayed through the rules: fit to decide on.

        Raises:
            Refusal: `not-found`, or `ledger-corrupt` naming file, event and field.
        """
        with refusing_io(f"read task {task_id}"), self._ledger.visit_tasks() as tasks:
            name = self.reader.name_of(tasks, task_id)
            storage = AtomicStorage(tasks, tasks, task_id, name, self._memory)
            with TinyDB(storage=lambda: storage) as database:
                tables = _believed(database, storage, name)
        return TaskFile(own(tables.document), own(tables.events), own(tables.card))

    def tasks(self) -> list[Json | Broken]:
        """The cards of all tasks; see `Reader.cards`."""
        return self.reader.cards()

    def pending(self) -> list[Json]:
        """The cards of the tasks with a request that waits for its grant; see `Reader.pending`."""
        return self.reader.pending()

    def events(self, task_id: int) -> Sequence[Json]:
        """A task's events in order of `seq`; see `task`."""
        return self.task(task_id).events

    def validate(self) -> list[Problem]:
        """Everything that is wrong with the ledger; see `validation.validate`."""
        return validate(self._ledger)

    def head(self) -> str:
        """One line that pins everything recorded so far; see `pins.head`."""
        return head(self.reader)

    def since(self, pin: str) -> Since:
        """Whether anything that a `head` pinned has changed; see `pins.since`."""
        return since(self.reader, pin)

    # --- the one way of every act

    def _act(self, task_id: int, act: Json, how: How | None) -> Recorded:
        act = _as_stored(act)
        with refusing_io(f"record the {act['kind']} of task {task_id}"), self._folders() as folders:
            name = self.reader.name_of(folders.tasks, task_id)
            with (
                self._held(folders, stem(task_id), f"task {task_id}"),
                self._database(folders, task_id, name) as (database, storage),
            ):
                tables = _believed(database, storage, name)
                context, others = self._context(folders, task_id, tables.events)
                document = apply(tables.document, act, context)
                before = _Before(tables.document, tables.events)
                return self._write(database, storage, before, document, act, context, others, how)

    def _write(
        self,
        database: TinyDB,
        storage: AtomicStorage,
        before: _Before,
        document: Json,
        act: Json,
        context: Context,
        others: _Others,
        how: How | None,
    ) -> Recorded:
        """Checks what the act made of the task, and puts it out in one replacement."""
        if document is not before.document:
            check_document(document)
        given = (how or How.here()).persisted()
        if act["kind"] in ("approve", "decline"):
            given["digestGiven"] = "expectation" in act
        data = {"act": act, "how": given, "document": digest(document)} | others.looked_up()
        event = seal(
            before.events[-1] if before.events else None,
            at=context.at,
            kind=act["kind"],
            actor=actor_of(act, given),
            data=data,
        )
        card = derive_card(document, [*before.events, event])
        put(database, "card", card)
        put(database, "task", document)
        append(database, event)
        storage.commit()
        return Recorded(own(document), own(event), card)

    def _context(self, folders: _Folders, task_id: int, events: Sequence[Json]) -> tuple[Context, _Others]:
        config = self._ledger.config(folders.ledger)
        self._ledger.check_version(config)
        now = timestamp(self._clock())
        at = max(now, events[-1]["at"]) if events else now  # a clock that steps back never blocks a record
        others = _Others(self.reader, task_id)
        context = Context(
            at=at,
            others=others,
            require_digest=config.get("requireDigest", False),
            executors=executors_of(events),
        )
        return context, others

    @contextmanager
    def _folders(self) -> Iterator[_Folders]:
        with self._ledger.visit() as ledger, ExitStack() as stack:
            inner = [stack.enter_context(self._ledger.inside(ledger, name)) for name in (TASKS, LOCKS, TMP)]
            folders = _Folders(ledger, *inner)
            for folder in folders:
                folder.make_private()
            yield folders

    @contextmanager
    def _database(
        self, folders: _Folders, task_id: int, name: str, *, new: bool = False
    ) -> Iterator[tuple[TinyDB, AtomicStorage]]:
        storage = AtomicStorage(folders.tasks, folders.tmp, task_id, name, self._memory, new=new)
        with TinyDB(storage=lambda: storage) as database:
            yield database, storage

    def _held(self, folders: _Folders, name: str, what: str) -> AbstractContextManager[None]:
        return held(folders.locks, name, timeout=self._timeout, what=what, clock=self._clock)

    def _sweep(self, folders: _Folders) -> None:
        """Removes temporaries that dead processes left; one whose task is locked is somebody's at work."""
        for name in folders.tmp.names():
            task_id = parse_stem(name)
            if task_id is None:
                continue
            try:
                with held(folders.locks, stem(task_id), timeout=0, what=f"task {task_id}", clock=self._clock):
                    folders.tmp.remove(name)
            except Refusal as refusal:
                if refusal.code is not Code.LOCK_TIMEOUT:
                    raise


def _believed(database: TinyDB, storage: AtomicStorage, name: str) -> Tables:
    """What the file holds, checked and replayed unless these very bytes were before. Not to be changed."""
    document, card = table(database, "task").get(doc_id=1), table(database, "card").get(doc_id=1)
    tables = Tables(dict(card or {}), dict(document or {}), list(table(database, "events")))
    if not storage.is_good:
        checked(tables, name)
        for flaw in flaws_of_fold(tables.document, tables.events):
            raise corrupt_at(name, flaw)
        storage.remember()
    return tables


class _Others(Mapping[int, str]):
    """The states of the ledger's other tasks, read when a rule asks, and remembered for the event (section
    8)."""

    def __init__(self, reader: Reader, task_id: int) -> None:
        self._reader = reader
        self._task_id = task_id
        self._found: dict[int, str] = {}

    def __getitem__(self, task_id: int) -> str:
        if task_id == self._task_id:
            raise KeyError(task_id)
        if task_id not in self._found:
            try:
                self._found[task_id] = self._reader.task(task_id).document["status"]
            except Refusal as refusal:
                if refusal.code is Code.NOT_FOUND:
                    raise KeyError(task_id) from None
                raise
        return self._found[task_id]

    def __iter__(self) -> Iterator[int]:
        return iter(self._reader.ids() - {self._task_id})

    def __len__(self) -> int:
        return len(self._reader.ids() - {self._task_id})

    def looked_up(self) -> Json:
        """What was asked for, as the event keeps it: a replay then needs nothing but the events."""
        return {"others": {str(one): self._found[one] for one in sorted(self._found)}} if self._found else {}


def own(value: Any) -> Any:
    """A copy of JSON for the caller to keep: what is remembered here, and built on, must stay what it is."""
    return json.loads(json.dumps(value))


def _expecting(act: Json, expectation: Json | None) -> Json:
    return act if expectation is None else act | {"expectation": dict(expectation)}


def _as_stored(act: Json) -> Json:
    """The act as it will be read again: what the rules judge is what is kept, and nobody else can change it
    meanwhile.

    Raises:
        Refusal: `text` for text that cannot be written as UTF-8, `return-shape` for what is not JSON,
            `too-large`.
    """
    try:
        data = canonical(act)
    except UnicodeEncodeError as error:
        raise Refusal(
            Code.TEXT,
            "A text holds a lone surrogate, which cannot be written as UTF-8.",
            remedy="Leave the character out, or write what it stands for.",
        ) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise Refusal(
            Code.RETURN_SHAPE, f"This is not JSON: {error}.", remedy="Hand in plain JSON values."
        ) from error
    if len(data) > MAX_ACT_BYTES:
        raise Refusal(
            Code.TOO_LARGE,
            f"The act has {len(data)} bytes; at most {MAX_ACT_BYTES} are taken.",
            remedy="Keep evidence in files of its own and record where it is.",
            details={"bytes": len(data), "limit": MAX_ACT_BYTES},
        )
    stored: Json = loads(data, limit=MAX_ACT_BYTES)
    return stored
