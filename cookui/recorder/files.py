"""Safe files: every system call on the ledger, and the only ways in which a file of it is opened.

Two things are kept here. `Disk` is the list of the system calls that the recorder makes on a ledger; nothing
else in this package touches a ledger's files, so a test that hands in its own `Disk` can make any call fail,
come up short or end the process. `Folder` is a directory held by its descriptor: names are resolved below it
one component at a time and never through a symbolic link, so nothing planted in the ledger can lead out of
it.

A file is trusted when it is a regular file, belongs to whoever runs this process, has one name, and can be
written by its owner alone. Anything else is refused as `ledger-corrupt` with its name; a FIFO or a device
never blocks the reader.

What is only *readable* by others is not refused: a restored backup or a copied folder often is, and nothing
in it can have been changed by a stranger. The next act makes it private again, and `cook doctor` tells of it
meanwhile.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import Any, Self

from cookui.contract.refusal import Code, Refusal

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A FIFO opened for reading would wait for its writer, and a terminal could become the process's own.
FILE = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
# Otherwise reading a file makes the disk write when it was read, and a listing reads ten thousand.
UNNOTED = getattr(os, "O_NOATIME", 0)

CHUNK = 1 << 20
"""Bytes asked of one `read`: most tasks take one."""


class Disk:
    """The system calls that the recorder makes on a ledger, and nothing else.

    The methods are those of `os`, with their arguments and errors. Tests replace single ones.
    """

    open = staticmethod(os.open)
    close = staticmethod(os.close)
    read = staticmethod(os.read)
    write = staticmethod(os.write)
    pread = staticmethod(os.pread)
    pwrite = staticmethod(os.pwrite)
    fsync = staticmethod(os.fsync)
    fstat = staticmethod(os.fstat)
    stat = staticmethod(os.stat)
    chmod = staticmethod(os.chmod)
    fchmod = staticmethod(os.fchmod)
    mkdir = staticmethod(os.mkdir)
    replace = staticmethod(os.replace)
    unlink = staticmethod(os.unlink)

    @staticmethod
    def listdir(descriptor: int) -> list[str]:
        """`os.listdir` of an open directory."""
        return os.listdir(descriptor)


DISK = Disk()
"""The disk of every ledger outside the tests."""


def corrupt(sentence: str, *, remedy: str | None = None, **details: object) -> Refusal:
    """A `ledger-corrupt` refusal; `details` name file, event and field as far as they are known."""
    return Refusal(
        Code.LEDGER_CORRUPT,
        sentence,
        remedy=remedy or "See `cook validate` for all that is wrong, and restore the file from a backup.",
        details={name: value for name, value in details.items() if value is not None},
    )


_REMEDIES = {
    errno.ENOSPC: "Free some space on the disk",
    errno.EDQUOT: "Free some space within your quota",
    errno.EROFS: "The disk is read-only: make it writable",
    errno.EACCES: "Give yourself access to the ledger's folder",
    errno.EPERM: "Give yourself access to the ledger's folder",
    errno.EMFILE: "Close some of this process's files",
    errno.ENFILE: "Close some files: the system has too many open",
}


def io_refusal(error: OSError, doing: str) -> Refusal:
    """What a failed system call means for somebody who reads (`io`).

    Args:
        error: the failure.
        doing: what was being done, to follow "could not", e.g. "read task 3".
    """
    remedy = f"{_REMEDIES.get(error.errno or 0, 'Check the disk')}, and try again."
    return Refusal(Code.IO, f"Could not {doing}: {_reason(error)}.", remedy=remedy, details=_details(error))


def act_refusal(error: OSError, doing: str, *, recorded: bool | None) -> Refusal:
    """What a failed system call means for somebody who acts (`io`).

    Args:
        error: the failure.
        doing: what was being done, to follow "could not", e.g. "write task 3".
        recorded: whether the act is in the ledger all the same; None when that cannot be known.
    """
    if recorded is None:
        outcome = "whether the act was recorded cannot be told"
        remedy = "Check the disk, and look at the task before you repeat the act."
    elif recorded:
        outcome = "the act is recorded, but the disk has not confirmed that it would survive a power cut"
        remedy = "Do not repeat the act. Check the disk, and look at the task again."
    else:
        outcome = "nothing was recorded"
        remedy = f"{_REMEDIES.get(error.errno or 0, 'Check the disk')}, and repeat the act."
    sentence = f"Could not {doing}: {_reason(error)}; {outcome}."
    return Refusal(Code.IO, sentence, remedy=remedy, details=_details(error) | {"recorded": recorded})


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _details(error: OSError) -> dict[str, Any]:
    return {"errno": errno.errorcode.get(error.errno or 0, str(error.errno))}


def check_trusted(status: os.stat_result, name: str) -> None:
    """Refuses a file that somebody else could have put there or could change.

    Args:
        status: what `fstat` says of the opened file.
        name: the file's name, for the refusal.
    """
    if not stat.S_ISREG(status.st_mode):
        raise corrupt(f"{name} is not a regular file.", file=name)
    if status.st_nlink > 1:  # none at all has what was replaced since it was opened, and is still whole
        raise corrupt(f"{name} has {status.st_nlink} names (hard links); one is allowed.", file=name)
    check_own(status, name)


def check_own(status: os.stat_result, name: str) -> None:
    """Refuses a file or a folder that belongs to another user or that other users can write."""
    if status.st_uid != os.geteuid():
        raise corrupt(f"{name} belongs to another user (uid {status.st_uid}).", file=name)
    if status.st_mode & WRITABLE_BY_OTHERS:
        raise corrupt(
            f"{name} can be written by other users (mode {stat.S_IMODE(status.st_mode):04o}).",
            remedy="Make sure that nobody changed it, then run `chmod -R go-rwx` on the ledger's folder.",
            file=name,
        )


class Folder:
    """A directory of the ledger, held by its descriptor. A context manager; closed at its end.

    Args:
        disk: the system calls.
        descriptor: the open directory.
        name: how it is called in messages.
        mode: its mode when it was opened.
    """

    __slots__ = ("_mode", "descriptor", "disk", "name")

    def __init__(self, disk: Disk, descriptor: int, name: str, mode: int) -> None:
        self.disk = disk
        self.descriptor = descriptor
        self.name = name
        self._mode = mode

    @classmethod
    def at(cls, disk: Disk, path: str, name: str, *, below: Folder | None = None) -> Self:
        """Opens a directory without following a symbolic link in its last component.

        Args:
            disk: the system calls.
            path: a name inside `below`, or a path when there is no `below`.
            name: how it is called in messages.
            below: the directory that holds it.

        Raises:
            Refusal: `ledger-corrupt` for a link, a foreign owner or a directory that others can write.
            OSError: everything else, `FileNotFoundError` above all.
        """
        try:
            descriptor = disk.open(path, FOLDER, dir_fd=None if below is None else below.descriptor)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise corrupt(f"{name} is not a folder, or is a symbolic link.", file=name) from error
            raise
        try:
            status = disk.fstat(descriptor)
            check_own(status, name)
        except BaseException:
            let_go(disk, descriptor)
            raise
        return cls(disk, descriptor, name, status.st_mode)

    @classmethod
    def outside(cls, disk: Disk, path: str) -> Self:
        """Opens a directory that is not the ledger's: reached as its owner likes, and not judged."""
        return cls(disk, disk.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), path, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the descriptor go."""
        let_go(self.disk, self.descriptor)

    def folder(self, name: str) -> Folder:
        """The directory `name` inside this one; see `at`."""
        return Folder.at(self.disk, name, f"{self.name}/{name}", below=self)

    def names(self) -> list[str]:
        """The names of everything in it, in no order."""
        return self.disk.listdir(self.descriptor)

    def open_file(self, name: str, flags: int = os.O_RDONLY) -> tuple[int, os.stat_result]:
        """Opens the file `name` inside this directory, if it can be trusted.

        Args:
            name: one component, never a path.
            flags: `os.O_*`, to which the safe ones are added; a file that is made is private.

        Returns:
            The descriptor, which is the caller's to close, and the file's status.

        Raises:
            Refusal: `ledger-corrupt`, see `check_trusted`.
            OSError: everything else.
        """
        try:
            more = FILE if flags else FILE | UNNOTED
            descriptor = self.disk.open(name, flags | more, PRIVATE_FILE, dir_fd=self.descriptor)
        except OSError as error:
            if error.errno == errno.EPERM:
                # Only a file's owner may leave the time of reading alone.
                raise corrupt(f"{name} belongs to another user.", file=name) from error
            if error.errno == errno.ELOOP:
                raise corrupt(f"{name} is a symbolic link.", file=name) from error
            if error.errno == errno.ENXIO:
                raise corrupt(f"{name} is not a regular file.", file=name) from error
            raise
        try:
            status = self.disk.fstat(descriptor)
            check_trusted(status, name)
        except BaseException:
            let_go(self.disk, descriptor)
            raise
        return descriptor, status

    def read_file(self, name: str, *, limit: int) -> bytes:
        """Everything in the file `name`.

        Args:
            name: one component, never a path.
            limit: the most bytes that it may have.

        Raises:
            Refusal: `ledger-corrupt` for a file that cannot be trusted, `too-large` for one over the limit.
            OSError: everything else.
        """
        descriptor, status = self.open_file(name)
        try:
            if status.st_size > limit:
                raise too_large(name, status.st_size, limit)
            data = self.disk.read(descriptor, min(status.st_size + 1, CHUNK))
            if len(data) < status.st_size:
                data += self._rest(descriptor, name, len(data), limit)
            return data
        finally:
            let_go(self.disk, descriptor)

    def _rest(self, descriptor: int, name: str, so_far: int, limit: int) -> bytes:
        chunks = []
        while chunk := self.disk.read(descriptor, CHUNK):
            chunks.append(chunk)
            so_far += len(chunk)
            if so_far > limit:
                raise too_large(name, so_far, limit)
        return b"".join(chunks)

    def make_file(self, name: str, data: bytes) -> None:
        """Makes the private file `name` with all of `data` and has the disk keep it, or leaves none behind.

        Only for temporaries, and only where nobody else may make this one now: what is there already was left
        by a process that died, and gives way.

        Raises:
            OSError: a call failed; a write that makes no headway is `ENOSPC`.
        """
        self.remove(name)
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | FILE
            descriptor = self.disk.open(name, flags, PRIVATE_FILE, dir_fd=self.descriptor)
            try:
                self.disk.fchmod(descriptor, PRIVATE_FILE)  # the umask may have taken the owner's bits away
                write_all(self.disk, descriptor, data)
                self.disk.fsync(descriptor)
            finally:
                let_go(self.disk, descriptor)
        except BaseException:
            self.remove(name)
            raise

    def put_file(self, name: str, data: bytes, tmp: Folder) -> None:
        """Makes the private file `name`, or nothing, whatever happens; `tmp` is on the same file system."""
        tmp.make_file(name, data)
        tmp.move_file(name, self, name)
        self.sync()

    def move_file(self, name: str, to: Folder, new_name: str) -> None:
        """Puts the file `name` in the place of `new_name` in another folder, whole and at once."""
        self.disk.replace(name, new_name, src_dir_fd=self.descriptor, dst_dir_fd=to.descriptor)

    def remove(self, name: str) -> None:
        """Takes the file `name` away; no matter when it is not there or cannot be removed."""
        # Only ever a temporary: the next act of its task removes it, and `cook doctor` shows it.
        with suppress(OSError):
            self.disk.unlink(name, dir_fd=self.descriptor)

    def make_folder(self, name: str) -> bool:
        """Makes the private directory `name` unless it is there; says whether it made it."""
        try:
            self.disk.mkdir(name, PRIVATE_FOLDER, dir_fd=self.descriptor)
        except FileExistsError:
            return False
        self.disk.chmod(name, PRIVATE_FOLDER, dir_fd=self.descriptor)  # whatever the umask took away
        return True

    def make_private(self) -> None:
        """Takes reading from others, if they have it."""
        if self._mode & 0o077:
            self.disk.fchmod(self.descriptor, PRIVATE_FOLDER)

    def sync(self) -> None:
        """Has the disk keep the names in it."""
        self.disk.fsync(self.descriptor)


def too_large(name: str, size: int, limit: int) -> Refusal:
    """A file with more bytes than are ever read."""
    return Refusal(
        Code.TOO_LARGE,
        f"{name} has {size} bytes; at most {limit} are read.",
        remedy="Keep evidence in files of its own and record where it is.",
        details={"file": name, "bytes": size, "limit": limit},
    )


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    """Writes all of `data`, in as many writes as the system makes of it.

    Raises:
        OSError: a write failed, or took nothing (`ENOSPC`).
    """
    rest = memoryview(data)
    while rest:
        written = disk.write(descriptor, rest)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]


def let_go(disk: Disk, descriptor: int) -> None:
    """Closes a descriptor. An error of it means nothing: what had to be on the disk was synchronised
    before."""
    with suppress(OSError):
        disk.close(descriptor)
