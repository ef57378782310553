"""One act in process, against what the disk asks for the same bytes, and against TinyDB's own storage."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tinydb import TinyDB

from benchmarks.ledgers import Shop, Unsynced, path_of
from benchmarks.measuring import Effort, Row, Times, in_turns, ratio, timed
from benchmarks.stories import going_on
from cookui.recorder.recorder import Recorder

_TASKS = 5
"""Tasks that are acted on in turns, as many at every size."""


class _Bare:
    """Puts bytes on the disk as the recorder must, and does nothing else: temporary, fsync, rename, fsync.

    Args:
        folder: where.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = os.open(folder, os.O_RDONLY)

    def put(self, name: str, data: bytes) -> None:
        """Replaces the file `name`."""
        temporary = f"{name}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        descriptor = os.open(temporary, flags, 0o600, dir_fd=self._folder)
        os.write(descriptor, data)
        os.fsync(descriptor)
        os.close(descriptor)
        os.replace(temporary, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        os.fsync(self._folder)


class _Acting:
    """A ledger that is acted on in this process.

    Args:
        root: the ledger.
        tasks: how many it has.
    """

    def __init__(self, root: Path, tasks: int) -> None:
        self.tasks = tasks
        self.acts, self.bares, self.firsts = Times(), Times(), Times()
        self._root = root
        self._recorder = Recorder.open(root)
        bare = root / "bare"
        bare.mkdir()
        self._bare = _Bare(bare)
        ids = going_on(tasks)
        self._ids = ids[:: len(ids) // _TASKS][:_TASKS]
        for task_id in self._ids:
            self._recorder.claim(task_id, "warm")
        self._done = 0

    def act(self) -> None:
        """One act on the next task, which is released and claimed in turns; then its bytes, bare."""
        task_id = self._ids[self._done % _TASKS]
        act = self._recorder.claim if self._done // _TASKS % 2 else self._recorder.release
        self._done += 1
        self.acts.add(timed(lambda: act(task_id, "warm")))
        data = path_of(self._root, task_id).read_bytes()
        self.bares.add(timed(lambda: self._bare.put(f"{task_id}", data)))

    def first(self) -> None:
        """The first act on a task by a recorder that knows nothing of it yet."""
        task_id = self._ids[self._done % _TASKS]
        recorder = Recorder.open(self._root)
        self.firsts.add(timed(lambda: recorder.journal(task_id, {"kind": "external", "note": "seen"})))


def measure(shop: Shop, effort: Effort) -> Iterator[Row]:
    """All of it."""
    ledgers = [_Acting(shop.ledger(tasks), tasks) for tasks in effort.sizes]
    for run in range(effort.runs(120)):
        for ledger in ledgers:
            ledger.act()
            if run % 10 == 0:
                ledger.first()
    for ledger in ledgers:
        yield Row("the same bytes bare: temporary, fsync, rename, fsync", ledger.tasks, ledger.bares)
    factors = [ledger.acts.median / ledger.bares.median for ledger in ledgers]
    for ledger, factor in zip(ledgers, factors, strict=True):
        found = f"{factor:.2f} x the same bytes bare"
        yield Row("one act in process", ledger.tasks, ledger.acts, found, "<= 2 x", factor <= 2)
    spread = max(factors) / min(factors)
    yield Row(
        "one act: the most against the least of these",
        found=f"{spread:.2f} x",
        target="<= 1.3 x",
        reached=spread <= 1.3,
    )
    for ledger in ledgers:
        what = "the first act on a task: all of its history replayed"
        yield Row(
            what, ledger.tasks, ledger.firsts, ratio(ledger.firsts, ledger.bares, "the same bytes bare")
        )
    yield from _against_tinydb(shop, effort)


def _against_tinydb(shop: Shop, effort: Effort) -> Iterator[Row]:
    """TinyDB as it comes: all tasks in one file, and without a word to the disk."""
    tasks = effort.sizes[1]
    root = shop.ledger(tasks)
    recorder, hurried = Recorder.open(root), Recorder.open(root, disk=Unsynced())
    ids = going_on(tasks)
    for task_id in ids:
        recorder.get(task_id)
        hurried.get(task_id)
    whole, documents = TinyDB(shop.folder / "whole.json"), TinyDB(shop.folder / "documents.json")
    whole.insert_multiple(
        recorder.get(task_id) | {"events": list(recorder.events(task_id))} for task_id in range(1, tasks + 1)
    )
    documents.insert_multiple(recorder.get(task_id) for task_id in range(1, tasks + 1))
    mine, its = iter(ids), iter(ids)
    claim = {"claim": {"by": "bench", "at": "2026-11-30T12:00:00.000Z"}}
    times = in_turns(
        {
            "act": lambda: recorder.claim(next(mine), "bench"),
            "unsynced": lambda: hurried.claim(next(mine), "bench"),
            "whole": lambda: whole.update(claim, doc_ids=[next(its)]),
            "documents": lambda: documents.update(claim, doc_ids=[next(its)]),
        },
        effort.runs(20),
    )
    whole.close()
    documents.close()
    update = "an update by TinyDB's JSONStorage, all in one file, no fsync"
    yield Row(f"{update}: tasks with events", tasks, times["whole"])
    yield Row(f"{update}: documents alone", tasks, times["documents"])
    for name, what in (("act", "one act beside them"), ("unsynced", "one act beside them, no fsync either")):
        faster, alone = (times[other].median / times[name].median for other in ("whole", "documents"))
        found = f"{faster:.0f} x faster than the first, {alone:.0f} x than the second"
        yield Row(what, tasks, times[name], found, ">= 50 x the first", faster >= 50)
