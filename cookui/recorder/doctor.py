"""Facts about a ledger for a person who looks for a fault: `cook doctor` and the diagnostics screen.

Nothing is repaired here. What is stale is swept by the next act, what is broken is named, and what only a
person can decide (a network file system, a folder that others can read) is said in a sentence.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from filelock import lock_descriptor

from cookui import __version__
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.believing import Broken, reason_of
from cookui.recorder.files import Folder, let_go
from cookui.recorder.layout import Json, parse_stem
from cookui.recorder.ledger import CONFIG, LEDGER, LOCKS, TASKS, TMP, Ledger
from cookui.recorder.lock import holder_of
from cookui.recorder.reading import Reader, refusing_io

LIBRARIES = ("textual", "pydantic", "tinydb", "filelock", "watchfiles")

NETWORK = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "afs",
        "9p",
        "ceph",
        "lustre",
        "fuse.sshfs",
        "fuse.glusterfs",
        "fuse.s3fs",
    }
)
"""File systems on which a lock may not keep other machines out, and which tell nothing of what they do."""

T = TypeVar("T")

MOUNTS = Path("/proc/self/mountinfo")


def doctor(reader: Reader, *, check: int = 0) -> Json:
    """What there is to know about a ledger.

    Args:
        reader: the ledger.
        check: in a ledger of at most so many tasks each is read whole, and its chain checked; in a larger one
            only heads are read.

    Returns:
        `root`; `config`, or null when it cannot be read; `tasks`, how many can be; `checked`, how many of
        them were read whole and found sound, or null when no chain was looked at; `broken`, each `{name, id,
        reason}`; `locks` that are held now, each `{name, task, holder}` with the holder `{pid, command, at}`
        or null; `leftovers`, temporaries, each `{name, task, atWork}`; `fileSystem`, `{type, network}`;
        `versions`; and `remarks`, sentences on what a person should know. All of it may hold outside text.

    Raises:
        Refusal: `not-found` when there is no ledger, `ledger-corrupt` or `io` when its folder cannot be
            opened.
    """
    ledger = reader.ledger
    remarks: list[str] = []

    def asked(ask: Callable[[], T], otherwise: T) -> T:
        """What can be learned; what cannot becomes a remark."""
        try:
            return ask()
        except (OSError, Refusal) as error:
            remarks.append(reason_of(error))
            return otherwise

    with refusing_io("look at the ledger"), ledger.visit() as folder:
        config = asked(lambda: ledger.config(folder), None)
        locks: list[Json] = asked(lambda: _locks(ledger, folder), [])
        leftovers: list[Json] = asked(lambda: _leftovers(ledger, folder, locks), [])
        public = _public(folder)
    cards: list[Json | Broken] = asked(reader.cards, [])
    broken = [card for card in cards if isinstance(card, Broken)]
    checked = None
    if len(cards) <= check:
        found = [_chain(reader, card["id"]) for card in cards if not isinstance(card, Broken)]
        checked = sum(each is True for each in found)
        broken += [each for each in found if isinstance(each, Broken)]
    system = file_system(ledger.path)
    if config is not None:
        asked(lambda: ledger.check_version(config), None)
    if public:
        named = ", ".join(public)
        remarks.append(
            f"Other users can read {named}: the next act makes the ledger's folders private again."
        )
    if system["network"]:
        remarks.append(
            f"The ledger is on a network file system ({system['type']}): its locks may not keep other "
            "machines out, and what they do is noticed late."
        )
    if any(not leftover["atWork"] for leftover in leftovers):
        remarks.append(
            "Processes that ended early left temporaries: the next task that is added sweeps them."
        )
    return {
        "root": str(ledger.root),
        "config": config,
        "tasks": len(cards) - len(broken),
        "checked": checked,
        "broken": [{"name": each.name, "id": each.id, "reason": each.reason} for each in broken],
        "locks": locks,
        "leftovers": leftovers,
        "fileSystem": system,
        "versions": versions(),
        "remarks": remarks,
    }


def _chain(reader: Reader, task_id: int) -> Broken | bool:
    """Whether a task is whole: True, or why it cannot be trusted; False when it has gone meanwhile."""
    try:
        reader.task(task_id)
    except Refusal as refusal:
        name = str(refusal.details.get("file", f"task {task_id}"))
        return refusal.code is not Code.NOT_FOUND and Broken(name, task_id, refusal.sentence)
    return True


def _locks(ledger: Ledger, folder: Folder) -> list[Json]:
    with ledger.inside(folder, LOCKS) as locks:
        return [lock for name in sorted(locks.names()) if (lock := _held(locks, name)) is not None]


def _held(locks: Folder, name: str) -> Json | None:
    """Who holds a lock now; None when nobody does. To find out, a free lock is taken for an instant."""
    with suppress(OSError, Refusal):
        descriptor, _ = locks.open_file(name, os.O_RDWR)
        try:
            if not lock_descriptor(descriptor, blocking=False):
                return {"name": name, "task": parse_stem(name), "holder": holder_of(locks, descriptor)}
        finally:
            let_go(locks.disk, descriptor)
    return None


def _leftovers(ledger: Ledger, folder: Folder, locks: list[Json]) -> list[Json]:
    at_work = {lock["task"] for lock in locks}
    with ledger.inside(folder, TMP) as tmp:
        found = [(name, parse_stem(name)) for name in sorted(tmp.names())]
    return [{"name": name, "task": task_id, "atWork": task_id in at_work} for name, task_id in found]


def _public(folder: Folder) -> list[str]:
    """What others can read. What they could *write* is refused wherever it is met."""
    public = [LEDGER] if _is_public(folder.disk.fstat(folder.descriptor)) else []
    for name in (CONFIG, TASKS, LOCKS, TMP):
        with suppress(OSError):
            if _is_public(folder.disk.stat(name, dir_fd=folder.descriptor, follow_symlinks=False)):
                public.append(name)
    return public


def _is_public(status: os.stat_result) -> bool:
    return bool(status.st_mode & 0o077)


def file_system(path: Path) -> Json:
    """On what kind of file system a path is: `{type, network}`; the type is `unknown` where the system does
    not say."""
    resolved = os.path.realpath(path)
    kind, best = "unknown", -1
    with suppress(OSError):
        for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
            mount, _, rest = line.partition(" - ")
            point = mount.split(" ")[4].encode().decode("unicode_escape")
            inside = resolved == point or resolved.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= best:
                kind, best = rest.split(" ")[0], len(point)
    return {"type": kind, "network": kind in NETWORK}


def versions() -> Json:
    """The versions of the program, of Python, of the system, and of the libraries it stands on."""
    import platform  # these two take as long to load as an act takes, and every act loads this module
    from importlib import metadata

    found: Json = {"cookui": __version__, "python": platform.python_version(), "system": platform.platform()}
    for library in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[library] = metadata.version(library)
    return found
