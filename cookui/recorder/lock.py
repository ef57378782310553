"""One writer at a time: a kernel lock that is gone with its process.

filelock's `FileLock` was the first choice. Its `lock_descriptor` takes the same lock on a descriptor that is
opened here: below the ledger's own directory, through no symbolic link, checked like every other file of the
ledger. It also spares 0.1 ms, a fifth of an act. A lock file is never deleted: whoever waits on it and
whoever comes later mean the same file.

Who holds the lock is written into the file, for the message of somebody who waited in vain and for `cook
doctor`. It is never read to decide anything.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from typing import Final

from filelock import lock_descriptor, unlock_descriptor

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.files import PRIVATE_FILE, Folder, let_go
from cookui.recorder.layout import Json, timestamp
from cookui.text.strict_json import canonical, loads

POLL_SECONDS: Final = 0.002
NOTE_BYTES: Final = 512
"""The note has always one length: to cut the file each time would cost more than the whole lock."""
MAX_COMMAND: Final = 80
"""Characters of the command line that are kept of a holder."""


class Held:
    """A lock that is held.

    Args:
        locks: the folder of locks.
        descriptor: its open file.
        what: what is locked, e.g. "task 3".
    """

    def __init__(self, locks: Folder, descriptor: int, what: str) -> None:
        self._locks = locks
        self._descriptor = descriptor
        self._what = what

    @property
    def is_named(self) -> bool:
        """Whether whoever comes next will find this very file."""
        return self._locks.disk.fstat(self._descriptor).st_nlink > 0

    def check(self) -> None:
        """Refuses to go on when the file was deleted: somebody who came later may hold another one (`io`)."""
        if not self.is_named:
            raise Refusal(
                Code.IO,
                f"The lock of {self._what} was deleted while it was held; nothing was recorded.",
                remedy="Leave the ledger's locks alone: none of them is ever stale. Then repeat the act.",
                details={"recorded": False},
            )


@contextmanager
def held(
    locks: Folder, stem: str, *, timeout: float, what: str, clock: Callable[[], datetime]
) -> Iterator[Held]:
    """Holds a lock for the length of a `with`.

    Args:
        locks: the folder of locks.
        stem: the lock's name without its ending.
        timeout: how long to wait for it, in seconds; 0 tries once.
        what: what is locked, for the refusal, e.g. "task 3".
        clock: the time, for the holder's note.

    Raises:
        Refusal: `lock-timeout` with who holds it and since when; `ledger-corrupt` when the lock file cannot
            be trusted.
        OSError: the lock file cannot be opened or locked.
    """
    deadline = time.monotonic() + timeout
    while True:
        descriptor = _open(locks, f"{stem}.lock")
        try:
            while not lock_descriptor(descriptor, blocking=False):
                if time.monotonic() >= deadline:
                    raise _timed_out(locks, descriptor, what, timeout)
                time.sleep(POLL_SECONDS)
            lock = Held(locks, descriptor, what)
            if not lock.is_named:
                continue  # deleted while it was waited for: the lock is the file that has the name now
            try:
                _sign(locks, descriptor, clock)
                yield lock
            finally:
                # Closing would do, but for a child that inherited the descriptor by a fork without an exec.
                unlock_descriptor(descriptor)
            return
        finally:
            let_go(locks.disk, descriptor)


def _open(locks: Folder, name: str) -> int:
    descriptor, status = locks.open_file(name, os.O_RDWR | os.O_CREAT)
    if status.st_mode & 0o777 != PRIVATE_FILE:
        try:
            locks.disk.fchmod(descriptor, PRIVATE_FILE)
        except BaseException:
            let_go(locks.disk, descriptor)
            raise
    return descriptor


def _sign(locks: Folder, descriptor: int, clock: Callable[[], datetime]) -> None:
    """Writes who holds the lock. A full disk must not keep anybody from an act that may need no space."""
    holder = {"pid": os.getpid(), "command": _command(), "at": timestamp(clock())}
    note = canonical(holder).ljust(NOTE_BYTES - 1) + b"\n"
    with suppress(OSError):
        locks.disk.pwrite(descriptor, note, 0)


@cache
def _command() -> str:
    """The program and its first words: enough to find it, without what was typed as a reason or a name."""
    program = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"  # noqa: PTH119
    words = " ".join([program, *sys.argv[1:3]])[:MAX_COMMAND]
    return "".join(letter if letter.isprintable() else "?" for letter in words)


def holder_of(locks: Folder, descriptor: int) -> Json | None:
    """What the last holder wrote of itself, if it can be read: `{pid, command, at}`; outside text."""
    try:
        note = loads(locks.disk.pread(descriptor, NOTE_BYTES, 0), limit=NOTE_BYTES)
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) else None


def _timed_out(locks: Folder, descriptor: int, what: str, timeout: float) -> Refusal:
    holder = holder_of(locks, descriptor)
    who = "another process"
    if holder:
        who = f"{holder.get('command')} (process {holder.get('pid')}) since {holder.get('at')}"
    return Refusal(
        Code.LOCK_TIMEOUT,
        f"Waited {timeout:g} s for {what}, which is held by {who}.",
        remedy="Wait for it to end, or end it, and repeat the act: the lock goes with its process.",
        details={"holder": holder, "waited": timeout},
    )
