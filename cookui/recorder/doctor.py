"""Facts about a ledger for a person who looks for a fault: `cook doctor` and the diagnostics screen.

Nothing is repaired here. What is stale is swept by the next act, what is broken is named, and what only a
person can decide (a network file system, a folder that others can read) is said in a sentence.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from filelock import lock_descriptor

from cookui import __version__
from cookui.contract.refusal import Refusal
from cookui.recorder.files import Folder, let_go
from cookui.recorder.layout import Json, parse_stem
from cookui.recorder.ledger import CONFIG, LEDGER, LOCKS, TASKS, TMP
from cookui.recorder.lock import holder_of
from cookui.recorder.reading import Broken, Reader, reason_of, refusing_io

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

MOUNTS = Path("/proc/self/mountinfo")


def doctor(reader: Reader) -> Json:
    """What there is to know about a ledger.

    Args:
        reader: the ledger.

    Returns:
        `root`; `config`, or null when it cannot be read; `tasks`, how many can be read; `broken`: `{name, id,
        reason}`; `locks`: those held now, `{name, task, holder}` with the holder `{pid, command, at}` or
        null;
        `leftovers`: temporaries, `{name, task, atWork}`; `fileSystem`: `{type, network}`; `versions`; and
        `remarks`: sentences on what a person should know. All of it may hold outside text.

    Raises:
        Refusal: `not-found` when there is no ledger, `io` when it cannot be read.
    """
    ledger = reader.ledger
    config: Json | None = None
    remarks: list[str] = []
    with refusing_io("look at the ledger"), ledger.visit() as folder:
        try:
            config = ledger.config(folder)
            ledger.check_version(config)
        except (OSError, Refusal) as error:
            remarks.append(reason_of(error))
        remarks += _remarks_on_privacy(folder)
        with ledger.inside(folder, LOCKS) as locks:
            held = [lock for name in sorted(locks.names()) if (lock := _held(locks, name)) is not None]
        with ledger.inside(folder, TMP) as tmp:
            leftovers = _leftovers(tmp, {lock["task"] for lock in held})
    cards = reader.cards()
    broken = [card for card in cards if isinstance(card, Broken)]
    system = file_system(ledger.path)
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
        "broken": [{"name": each.name, "id": each.id, "reason": each.reason} for each in broken],
        "locks": held,
        "leftovers": leftovers,
        "fileSystem": system,
        "versions": versions(),
        "remarks": remarks,
    }


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


def _leftovers(tmp: Folder, at_work: set[int | None]) -> list[Json]:
    found = [(name, parse_stem(name)) for name in sorted(tmp.names())]
    return [{"name": name, "task": task_id, "atWork": task_id in at_work} for name, task_id in found]


def _remarks_on_privacy(folder: Folder) -> list[str]:
    """What others can read. That they could *write* it is refused wherever it is met."""
    public = [LEDGER] if _is_public(folder.disk.fstat(folder.descriptor)) else []
    for name in (CONFIG, TASKS, LOCKS, TMP):
        with suppress(OSError):
            if _is_public(folder.disk.stat(name, dir_fd=folder.descriptor, follow_symlinks=False)):
                public.append(name)
    if not public:
        return []
    named = ", ".join(public)
    return [f"Other users can read {named}: the next act makes the ledger's folders private again."]


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
