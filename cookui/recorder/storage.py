"""TinyDB on one task file: read strictly, written whole, in one replacement.

TinyDB's own storage rewrites the file in place (killed in the middle, 14 of 25 files could not be read again;
a full disk destroyed the old data), and takes an empty file for an empty database. Here every write of TinyDB
is *staged* in memory, and `commit` puts card, task and events out together: a temporary made for this task
alone, all bytes, fsync, rename, fsync of the folder. State and event can never part.

The temporary's name is the task's: whoever makes it holds the task's lock, so one that is there already was
left by a process that died, and gives way.
"""

from __future__ import annotations

import hashlib

from tinydb import Storage, TinyDB
from tinydb.table import Document, Table

from cookui.contract.refusal import Refusal
from cookui.recorder.files import Folder, act_refusal, too_large
from cookui.recorder.layout import MAX_FILE_BYTES, Json, Rows, Tables, decode, encode, stem
from cookui.recorder.lock import Held
from cookui.recorder.memory import Memory


class AtomicStorage(Storage):
    """The tables of one task file, between one reading and one writing.

    Args:
        tasks: the folder of tasks.
        task_id: which task.
        name: the name of its file.
        memory: what this process remembers of files.
        new: the task has no file yet.
    """

    def __init__(self, tasks: Folder, task_id: int, name: str, memory: Memory, *, new: bool) -> None:
        self._tasks = tasks
        self._task_id = task_id
        self._temporary = f"{stem(task_id)}.json"
        self._name = name
        self._memory = memory
        self._bytes = b""
        self._digest = b""
        self._rows: Rows = {}
        self.is_good = new
        """Whether the file has bytes that this process checked or wrote before."""
        if not new:
            self._load()
        self._recorded = list(self._rows.get("events", {}).values())

    def _load(self) -> None:
        self._bytes = self._tasks.read_file(self._name, limit=MAX_FILE_BYTES)
        self._digest = hashlib.sha256(self._bytes).digest()
        self.is_good = self._memory.is_good(self._task_id, self._digest)
        kept = self._memory.contents(self._task_id, self._digest)
        self._rows = kept or decode(self._bytes, self._name, trusted=self.is_good)

    def remember(self) -> None:
        """Has the process remember that the file is good as it is."""
        self.is_good = True
        self._memory.keep(self._task_id, self._digest, self._rows, len(self._bytes))

    def read(self) -> Rows:
        """The tables as they stand: as they were read, and what was staged since."""
        return dict(self._rows)

    def write(self, data: Rows) -> None:
        """Stages the tables; nothing reaches the disk before `commit`."""
        self._rows = data

    def commit(self, tmp: Folder, lock: Held, *, limit: int) -> None:
        """Puts what was staged in the place of the file, once; see `TaskDatabase.commit`."""
        data = encode(self._rows, before=self._bytes, kept=self._kept())
        if len(data) > limit:
            raise too_large(self._name, len(data), limit)
        tmp.make_file(self._temporary, data)
        try:
            lock.check()
            tmp.move_file(self._temporary, self._tasks, self._name)
            self._tasks.sync()
        except OSError as error:
            tmp.remove(self._temporary)
            raise self._failed(error, data) from error
        except BaseException:
            tmp.remove(self._temporary)
            raise
        self._bytes, self._digest = data, hashlib.sha256(data).digest()
        self.remember()

    def _kept(self) -> int:
        """How many events the file has that stay as they are: all of them, in any act."""
        staged = self._rows["events"].values()
        same = all(one is other for one, other in zip(self._recorded, staged, strict=False))
        return len(self._recorded) if same and len(staged) >= len(self._recorded) else 0

    def _failed(self, error: OSError, data: bytes) -> Refusal:
        """What a failure at the last step means: the file itself tells whether the act is in it."""
        recorded: bool | None
        try:
            recorded = self._tasks.read_file(self._name, limit=MAX_FILE_BYTES) == data
        except FileNotFoundError:
            recorded = False
        except (OSError, Refusal):
            recorded = None
        return act_refusal(error, f"keep {self._name}", recorded=recorded)


class TaskDatabase(TinyDB):
    """The database of one task, open for one act or one reading; a context manager.

    Args:
        tasks: the folder of tasks.
        task_id: which task.
        name: the name of its file.
        memory: what this process remembers of files.
        new: the task has no file yet.

    Raises:
        Refusal: `ledger-corrupt` when the file is no task file.
        OSError: it cannot be read.
    """

    def __init__(self, tasks: Folder, task_id: int, name: str, memory: Memory, *, new: bool = False) -> None:
        self.file = AtomicStorage(tasks, task_id, name, memory, new=new)
        super().__init__(storage=lambda: self.file)

    def contents(self) -> Tables:
        """What the tables hold. Not to be changed: it is remembered from one act to the next."""
        card, document = self._rows("card").get(doc_id=1), self._rows("task").get(doc_id=1)
        return Tables(dict(card or {}), dict(document or {}), list(self._rows("events")))

    def put(self, table: str, document: Json) -> None:
        """Makes `document` the one document of a table. TinyDB's own upsert would keep the keys that went
        away."""
        rows = self._rows(table)
        rows.truncate()
        rows.insert(Document(document, doc_id=1))

    def append(self, event: Json) -> None:
        """Adds an event, under its `seq` + 1."""
        self._rows("events").insert(Document(event, doc_id=event["seq"] + 1))

    def commit(self, tmp: Folder, lock: Held, *, limit: int) -> None:
        """Puts out what was put and appended, in one replacement of the file.

        Args:
            tmp: the folder of temporaries, on the same file system.
            lock: the task's.
            limit: the most bytes that the file may have then.

        Raises:
            Refusal: `too-large`; `io` when the file may have been replaced all the same, which its details
                say.
            OSError: nothing was replaced.
        """
        self.file.commit(tmp, lock, limit=limit)

    def _rows(self, name: str) -> Table:
        """A table without TinyDB's query cache, which would outlive other processes' writes."""
        return self.table(name, cache_size=0)
