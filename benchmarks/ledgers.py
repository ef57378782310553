"""Ledgers of any size, made in seconds, in which every task is one that the recorder and its rules made.

Each of the operations in `stories` is recorded once, act by act. A task of the ledger is one of them with
another id, title and slug: its document is changed there, after each event, and every digest and hash is
made anew with the recorder's own functions. So `cook validate` finds nothing wrong with any of them, and
10,000 take seconds and not minutes.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.stories import STORIES, Acts, Json, name_of, story
from cookui.contract.card import card as derive_card
from cookui.recorder.events import digest, seal
from cookui.recorder.files import Disk
from cookui.recorder.folding import fold
from cookui.recorder.layout import encode, file_name
from cookui.recorder.recorder import Recorder

CREATED_BY = "benchmarks"

LARGE = 2000
"""From this number of tasks on a ledger is made once a run."""


class Unsynced(Disk):
    """A disk that does not wait until what was written would survive a power cut."""

    @staticmethod
    def fsync(descriptor: object) -> None:
        """Does nothing."""


class Past:
    """A clock that ticks a minute each time it is looked at, beginning some hours ago."""

    def __init__(self, hours: float = 6.0) -> None:
        self._now = datetime.now(UTC) - timedelta(hours=hours)

    def __call__(self) -> datetime:
        """The time it shows."""
        self._now += timedelta(minutes=1)
        return self._now


class Mould:
    """One recorded operation, of which any number of tasks can be made.

    Args:
        events: its events.
    """

    def __init__(self, events: list[Json]) -> None:
        self._events = events
        self._documents = fold(events).documents

    def cast(self, task_id: int, title: str) -> tuple[str, bytes]:
        """The name and the bytes of a task's file."""
        slug = slug_of(task_id)
        document: Json = {}
        sealed: list[Json] = []
        told = ""
        before: Json | None = None
        for event, after in zip(self._events, self._documents, strict=True):
            if after is not before:
                document = after | {"id": task_id, "title": title, "slug": slug}
                told = digest(document)
            before = after
            act = event["data"]["act"]
            if act["kind"] == "add":
                act = act | {"id": task_id, "title": title, "slug": slug}
            data = event["data"] | {"act": act, "document": told}
            named: dict[str, Any] = {name: event[name] for name in ("at", "kind", "actor")}
            sealed.append(seal(sealed[-1] if sealed else None, data=data, **named))
        rows = {
            "card": {"1": derive_card(document, sealed)},
            "task": {"1": document},
            "events": {str(event["seq"] + 1): event for event in sealed},
        }
        return file_name(task_id, slug), encode(rows)


def slug_of(task_id: int) -> str:
    """A slug, different for each task."""
    return f"retire-replica-{task_id}"


def title_of(task_id: int) -> str:
    """A title, different for each task."""
    return f"Retire replica {task_id} of the orders database"


def carry_out(recorder: Recorder, title: str, acts: Acts) -> int:
    """Adds a task, carries out `acts` on it, and returns its id."""
    task_id: int = recorder.add(title, slug="retire-replica").document["id"]
    for act in acts:
        given = {name: value for name, value in act.items() if name != "kind"}
        if act["kind"] == "record":
            recorder.record(task_id, act["stage"], act["agent"], act["return"])
        elif act["kind"] in ("intent", "progress", "external"):
            recorder.journal(task_id, act)
        else:
            getattr(recorder, act["kind"])(task_id, **given)
    return task_id


def moulds() -> dict[str, Mould]:
    """Every operation of `stories`, recorded."""
    with tempfile.TemporaryDirectory(prefix="cookui-benchmarks-") as folder:
        recorder = Recorder.init(folder, created_by=CREATED_BY, clock=Past(), disk=Unsynced())
        return {
            name: Mould(list(recorder.events(carry_out(recorder, name, story(name))))) for name in STORIES
        }


def fill(root: Path, ids: Iterable[int], casts: dict[str, Mould]) -> None:
    """Writes the tasks `ids` of a ledger."""
    for task_id in ids:
        name, data = casts[name_of(task_id)].cast(task_id, title_of(task_id))
        descriptor = os.open(root / ".cook" / "tasks" / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)


def path_of(root: Path, task_id: int) -> Path:
    """A task's file."""
    return root / ".cook" / "tasks" / file_name(task_id, slug_of(task_id))


class Shop:
    """All ledgers of a run, in one folder on the disk that is measured.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._moulds = moulds()
        self._large: dict[int, Path] = {}
        self._made = 0

    def ledger(self, tasks: int) -> Path:
        """The root of a ledger of `tasks` tasks: a new one, or if it is large the one of the whole run."""
        if tasks in self._large:
            return self._large[tasks]
        root = self.empty()
        if tasks < LARGE:
            fill(root, range(1, tasks + 1), self._moulds)
            return root
        workers = os.cpu_count() or 1
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            shares = [range(1 + first, tasks + 1, workers) for first in range(workers)]
            for done in [pool.submit(fill, root, share, self._moulds) for share in shares]:
                done.result()
        os.sync()  # what is measured next must not wait for these
        self._large[tasks] = root
        return root

    def empty(self) -> Path:
        """The root of a new ledger without a task."""
        self._made += 1
        root = self.folder / f"ledger-{self._made}"
        root.mkdir()
        Recorder.init(root, created_by=CREATED_BY)
        return root


@contextmanager
def shop(folder: Path | None) -> Iterator[Shop]:
    """The ledgers of a run, gone afterwards.

    Args:
        folder: where, to choose the disk that is measured; the system's temporary folder when None.
    """
    with tempfile.TemporaryDirectory(prefix="cookui-benchmarks-", dir=folder) as made:
        yield Shop(Path(made))
