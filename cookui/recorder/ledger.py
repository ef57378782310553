"""The ledger's folders: where they are, what may be in them, how they are made.

    <root>/.cook/          config.json  tasks/  locks/  tmp/

Every visit opens `.cook` anew and holds it by a descriptor until the visit ends. Nothing is kept open between
visits, so a folder that was replaced under a running program is simply met at the next one. `root` itself may
be reached through symbolic links, that is its owner's business; from `.cook` down none is followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.files import DISK, Disk, Folder, corrupt
from cookui.recorder.layout import MAX_CONFIG_BYTES, SCHEMA_VERSION, Json, parse_name, stem
from cookui.text.strict_json import StrictJsonError, loads

LEDGER = ".cook"
CONFIG = "config.json"
TASKS, LOCKS, TMP = "tasks", "locks", "tmp"

LEDGER_LOCK = "ledger"
"""The lock under which tasks are added. Locks are taken in this order everywhere: the ledger's, then a
task's."""


class Names(NamedTuple):
    """What the folder of tasks holds.

    Args:
        tasks: id to the names of its files: one, unless something is wrong.
        foreign: everything else in the folder.
    """

    tasks: dict[int, list[str]]
    foreign: list[str]


def find_root(explicit: str | None, env: Mapping[str, str], cwd: str) -> Path:
    """Whose ledger is meant: `--root`, else `$COOK_ROOT`, else the Git top level, else the working directory.

    Args:
        explicit: what `--root` said, if anything.
        env: the environment.
        cwd: the working directory, absolute.
    """
    chosen = explicit or env.get("COOK_ROOT")
    here = Path(cwd)
    if chosen:
        return here / chosen
    return next((folder for folder in (here, *here.parents) if _is_git_top(folder)), here)


def _is_git_top(folder: Path) -> bool:
    """Whether a folder is the top of a Git work tree; one that may not be looked into is none."""
    try:
        return (folder / ".git").exists()
    except OSError:
        return False


class Ledger:
    """One ledger on one disk.

    Args:
        root: the folder that holds `.cook`.
        disk: the system calls; another one only in tests.
    """

    def __init__(self, root: str | os.PathLike[str], disk: Disk = DISK) -> None:
        self.root = Path(root)
        self.path = self.root / LEDGER
        self.disk = disk

    @contextmanager
    def visit(self) -> Iterator[Folder]:
        """Holds `.cook` for the length of a `with`.

        Raises:
            Refusal: `not-found` when there is no ledger, `ledger-corrupt` when its folder cannot be trusted.
            OSError: it cannot be opened.
        """
        try:
            folder = Folder.at(self.disk, os.fspath(self.path), LEDGER)
        except FileNotFoundError:
            missing = "" if self.root.is_dir() else ": the folder does not exist"
            raise Refusal(
                Code.NOT_FOUND,
                f"There is no ledger in {self.root}{missing}.",
                remedy="Make one with `cook init`, or say where it is with --root or COOK_ROOT.",
                details={"root": str(self.root)},
            ) from None
        with folder:
            yield folder

    @contextmanager
    def visit_tasks(self) -> Iterator[Folder]:
        """Holds the folder of tasks for the length of a `with`; see `visit`."""
        with self.visit() as ledger, self.inside(ledger, TASKS) as tasks:
            yield tasks

    def inside(self, ledger: Folder, name: str) -> Folder:
        """One of the ledger's own folders.

        Raises:
            Refusal: `ledger-corrupt` when it is missing or cannot be trusted.
        """
        try:
            return ledger.folder(name)
        except FileNotFoundError:
            raise corrupt(
                f"The ledger's folder {name} is missing.",
                remedy="Run `cook init` to make it; lost tasks come from a backup only.",
                file=name,
            ) from None

    def names(self, tasks: Folder, ids: Iterable[int] | None = None) -> Names:
        """What the folder of tasks holds, by the names alone: everything, or the tasks of `ids`."""
        listed = tasks.names()
        if ids is not None:
            # To take every name of ten thousand apart for one task would cost ten times as much.
            prefixes = tuple(f"{stem(task_id)}-" for task_id in ids)
            listed = [name for name in listed if name.startswith(prefixes)]
        found: dict[int, list[str]] = {}
        foreign: list[str] = []
        for name in listed:
            task_id = parse_name(name)
            if task_id is None:
                foreign.append(name)
            elif task_id in found:
                found[task_id] = sorted([*found[task_id], name])
            else:
                found[task_id] = [name]
        return Names(found, sorted(foreign))

    def config(self, ledger: Folder) -> Json:
        """The ledger's configuration: `schemaVersion`, `createdBy`, and `requireDigest` if it was set.

        Raises:
            Refusal: `ledger-corrupt` when it is missing or not what it should be.
        """
        try:
            data = ledger.read_file(CONFIG, limit=MAX_CONFIG_BYTES)
            config = loads(data, limit=MAX_CONFIG_BYTES)
        except FileNotFoundError:
            raise corrupt(
                f"The ledger has no {CONFIG}.",
                remedy="Run `cook init`: it makes what is missing and leaves every task alone.",
                file=CONFIG,
            ) from None
        except StrictJsonError as error:
            raise corrupt(f"{CONFIG} is not strict JSON: {error}", file=CONFIG, line=error.line) from error
        if not isinstance(config, dict):
            raise corrupt(f"{CONFIG} is not an object.", file=CONFIG)
        version = config.get("schemaVersion")
        if type(version) is not int or version < 1:
            raise corrupt(f"{CONFIG}: schemaVersion is not a version.", file=CONFIG, field="schemaVersion")
        if type(config.get("requireDigest", False)) is not bool:
            raise corrupt(
                f"{CONFIG}: requireDigest is neither true nor false.", file=CONFIG, field="requireDigest"
            )
        return config

    def check_version(self, config: Json) -> None:
        """Refuses acts on a ledger that a newer version keeps (`ledger-version`); reading it goes on."""
        if config["schemaVersion"] > SCHEMA_VERSION:
            raise newer(f"The ledger has version {config['schemaVersion']}", config["schemaVersion"])

    def make_private(self, ledger: Folder) -> None:
        """Takes reading from others wherever the folders give it; files become private with the next act on
        them."""
        ledger.make_private()
        for name in (TASKS, LOCKS, TMP):
            with self.inside(ledger, name) as folder:
                folder.make_private()


def newer(what: str, version: object) -> Refusal:
    """What was written by a version of the program that knows more than this one (`ledger-version`)."""
    return Refusal(
        Code.LEDGER_VERSION,
        f"{what}; this program knows up to version {SCHEMA_VERSION}.",
        remedy="Install the version of cookui that wrote it.",
        details={"version": version, "known": SCHEMA_VERSION},
    )
