"""Being told of changes in a folder: by the kernel itself on Linux, by watchfiles elsewhere.

watchfiles looks at its queue every `step` milliseconds, so a quick answer costs CPU all the time: with 10 ms
it took 0.5 % of a core to watch a folder in which nothing happened, and told of a change after 16 ms. The
kernel's own interface costs nothing while nothing happens, tells within a millisecond, and says when it lost
something or when the folder went away; it takes three calls. So Linux is asked directly, and watchfiles
stands behind the same protocol for every other system.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from cookui.recorder.ledger import TASKS

STEP_MS = 20
"""How often watchfiles looks, in milliseconds."""


class WatchEndedError(Exception):
    """Nothing more will be noticed; the message says why, in words that follow "because"."""


class Watch(Protocol):
    """Notices changes in the folder of tasks of one ledger."""

    async def begin(self) -> None:
        """Begins to notice: whatever happens after this will be told.

        Raises:
            OSError: a folder is missing, or the system has no watch left.
        """
        ...

    async def noticed(self) -> frozenset[str] | None:
        """Waits for the next change.

        Returns:
            The names that changed since the last call; None when some were lost.

        Raises:
            WatchEndedError: the folder went away, or the system stopped telling.
        """
        ...

    async def close(self) -> None:
        """Ends the watch; also one that could not begin."""
        ...


class _Collector:
    """What was noticed and not yet asked for."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._lost = False
        self._ended: str | None = None
        self._event = asyncio.Event()

    def add(self, name: str) -> None:
        self._names.add(name)
        self._event.set()

    def lose(self) -> None:
        self._lost = True
        self._event.set()

    def end(self, reason: str) -> None:
        self._ended = self._ended or reason
        self._event.set()

    async def noticed(self) -> frozenset[str] | None:
        await self._event.wait()
        if self._ended is not None:
            raise WatchEndedError(self._ended)
        self._event.clear()
        names, lost = frozenset(self._names), self._lost
        self._names.clear()
        self._lost = False
        return None if lost else names


_HEADER = struct.Struct("iIII")
_BUFFER = 1 << 16
_CREATE, _DELETE, _MOVED_FROM, _MOVED_TO = 0x100, 0x200, 0x40, 0x80
_CLOSE_WRITE, _ATTRIB = 0x8, 0x4
_DELETE_SELF, _MOVE_SELF, _IGNORED, _UNMOUNT, _OVERFLOW = 0x400, 0x800, 0x8000, 0x2000, 0x4000
_ONLY_FOLDER, _NO_LINK = 0x0100_0000, 0x0200_0000
_IN_TASKS = _CREATE | _DELETE | _MOVED_FROM | _MOVED_TO | _CLOSE_WRITE | _ATTRIB
_IN_LEDGER = _CREATE | _DELETE | _MOVED_FROM | _MOVED_TO
_ITSELF = _DELETE_SELF | _MOVE_SELF | _ONLY_FOLDER | _NO_LINK


class KernelWatch:
    """Linux's inotify on the folder of tasks and on the ledger's folder around it.

    Args:
        ledger: the path of `.cook`.
    """

    def __init__(self, ledger: Path) -> None:
        self._path = ledger
        self._collector = _Collector()
        self._descriptor = -1
        self._tasks = -1

    async def begin(self) -> None:
        """See `Watch`."""
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = _called(libc.inotify_init1, os.O_NONBLOCK | os.O_CLOEXEC)
        add = partial(_called, libc.inotify_add_watch, self._descriptor)
        add(os.fsencode(self._path), _IN_LEDGER | _ITSELF)
        self._tasks = add(os.fsencode(self._path / TASKS), _IN_TASKS | _ITSELF)
        asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    async def noticed(self) -> frozenset[str] | None:
        """See `Watch`."""
        return await self._collector.noticed()

    async def close(self) -> None:
        """See `Watch`."""
        if self._descriptor >= 0:
            asyncio.get_running_loop().remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, _BUFFER)
        except BlockingIOError:
            return
        except OSError as error:
            asyncio.get_running_loop().remove_reader(self._descriptor)
            self._collector.end(error.strerror or str(error))
            return
        place = 0
        while place < len(data):
            watch, mask, _, length = _HEADER.unpack_from(data, place)
            place += _HEADER.size + length
            self._take(watch, mask, os.fsdecode(data[place - length : place].rstrip(b"\0")))

    def _take(self, watch: int, mask: int, name: str) -> None:
        if mask & _OVERFLOW:
            self._collector.lose()
        elif mask & (_DELETE_SELF | _MOVE_SELF | _IGNORED | _UNMOUNT):
            self._collector.end("the folder of tasks was taken away")
        elif watch == self._tasks:
            self._collector.add(name)
        elif name == TASKS:
            self._collector.end("the folder of tasks was replaced")


def _called(function: Callable[..., int], *arguments: object) -> int:
    result = function(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


class LibraryWatch:
    """watchfiles on the folder of tasks. It does not tell when the folder is replaced: whoever uses it must
    look.

    Args:
        ledger: the path of `.cook`.
    """

    def __init__(self, ledger: Path) -> None:
        self._path = ledger
        self._collector = _Collector()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """See `Watch`."""
        self._task = asyncio.get_running_loop().create_task(self._run(self._path / TASKS))
        await asyncio.sleep(0)  # the task's first step starts the library's watcher, and then waits for it

    async def noticed(self) -> frozenset[str] | None:
        """See `Watch`."""
        return await self._collector.noticed()

    async def close(self) -> None:
        """See `Watch`."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, tasks: Path) -> None:
        from watchfiles import awatch

        try:
            async for batch in awatch(
                tasks, watch_filter=None, recursive=False, step=STEP_MS, debounce=STEP_MS
            ):
                for _, path in batch:
                    self._collector.add(os.path.basename(path))  # noqa: PTH119 - thousands of paths at a time
            self._collector.end("the watcher stopped")
        except Exception as error:  # whatever it is, it is said on the screen, and looking goes on
            self._collector.end(f"the watcher failed: {error}")


def watch(ledger: Path) -> Watch:
    """The best watch that this system has.

    Args:
        ledger: the path of `.cook`.
    """
    return KernelWatch(ledger) if sys.platform == "linux" else LibraryWatch(ledger)
