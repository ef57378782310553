"""The feed: what changed in a ledger, as it happens, and whether it is really noticed as it happens.

A watch tells at once. Because no watch is to be believed blindly (a network file system tells nothing of
other machines, a queue runs over, a folder is replaced), the feed also looks for itself: every few seconds at
the folder, whose time stamp moves with every act, since an act is a rename into it; and at every file when
that has moved, or once a minute. So an idle ledger of ten thousand tasks costs one `stat` every five seconds.

What the watch should have told and did not is announced all the same, and the feed says that it is not live
until the watch tells something again. A disk that does not answer is told of as well: it would pass for a
ledger in which nothing happens.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cookui.contract.refusal import Refusal
from cookui.recorder.believing import reason_of
from cookui.recorder.files import DISK, Disk, Folder
from cookui.recorder.layout import parse_name
from cookui.recorder.ledger import Ledger
from cookui.recorder.watching import Watch, WatchEndedError, watch

LOOK_SECONDS = 5.0
"""How often the feed looks for itself while the watch works."""

RETRY_SECONDS = 1.0
"""How often it looks, and tries to watch again, while the watch does not."""

THOROUGH = 12
"""Every so many looks go at every file, moved time stamp or not."""


SILENT_SECONDS = 5.0
"""How long a look may take until the feed says that the disk does not answer."""

SILENT = "the disk does not answer"


class Change(NamedTuple):
    """What the feed tells.

    Args:
        ids: the tasks to read again; None when everything is to be read again.
        live: whether changes are noticed as they happen.
        reason: why not, when `live` is false; else empty.
        at: when this was noticed.
    """

    ids: frozenset[int] | None
    live: bool
    reason: str
    at: datetime


class _State(NamedTuple):
    """What tells one state of a file from the next: a rename brings another inode."""

    inode: int
    mtime_ns: int
    size: int


class _Look(NamedTuple):
    """The folder of tasks at one moment; `files` only when it was looked at thoroughly."""

    folder: tuple[int, int]
    mtime_ns: int
    files: dict[str, _State] | None


async def changes(
    root: str | os.PathLike[str],
    *,
    look_seconds: float = LOOK_SECONDS,
    retry_seconds: float = RETRY_SECONDS,
    silent_seconds: float = SILENT_SECONDS,
    clock: Callable[[], datetime] | None = None,
    watch: Callable[[Path], Watch] = watch,
    disk: Disk = DISK,
) -> AsyncIterator[Change]:
    """Changes of a ledger as they happen, the first at once (everything). Ends only when its reader stops.

    A reader that is slow gets what happened meanwhile in one change.

    Args:
        root: the folder that holds `.cook`; it need not be there yet.
        look_seconds: see `LOOK_SECONDS`.
        retry_seconds: see `RETRY_SECONDS`.
        silent_seconds: see `SILENT_SECONDS`.
        clock: the time, aware; for tests.
        watch: makes a watch from the path of `.cook`; for tests.
        disk: the system calls; another one only in tests.
    """
    feed = _Feed(Ledger(root, disk), look_seconds, retry_seconds, clock or (lambda: datetime.now(UTC)), watch)
    silent, patience = False, max(look_seconds, retry_seconds) + silent_seconds
    awaited: asyncio.Future[Change] | None = None
    try:
        while True:
            awaited = asyncio.ensure_future(feed.next())
            while True:
                steps = feed.steps
                if (await asyncio.wait({awaited}, timeout=patience))[0]:
                    break
                if silent is not (feed.steps == steps):
                    silent = not silent
                    change = feed.change(frozenset())
                    yield change._replace(live=False, reason=SILENT) if silent else change
            silent = False
            yield awaited.result()
    finally:
        if awaited is not None:
            awaited.cancel()
        await feed.close()


def _merged(first: Change | None, second: Change | None) -> Change | None:
    """Both in one, as they stand after the second."""
    if first is None or second is None:
        return second or first
    whole = first.ids is None or second.ids is None
    return second._replace(ids=None if whole else (first.ids or frozenset()) | (second.ids or frozenset()))


class _Feed:
    """The state of one feed between its changes."""

    def __init__(
        self,
        ledger: Ledger,
        look_seconds: float,
        retry_seconds: float,
        clock: Callable[[], datetime],
        make_watch: Callable[[Path], Watch],
    ) -> None:
        self._ledger = ledger
        self._look_seconds = look_seconds
        self._retry_seconds = retry_seconds
        self._clock = clock
        self._make_watch = make_watch
        self._watch: Watch | None = None
        self._reason = ""
        self.steps = 0
        """How often it has waited or looked: it goes on as long as the disk answers."""
        self._looks = 0
        self._next_look: float | None = None
        self._last: _Look | None = None
        self._files: dict[str, _State] | None = None
        self._names: dict[int, str] = {}
        self._unconfirmed: frozenset[str] = frozenset()
        """Names that looking found before the watch told of them."""

    async def next(self) -> Change:
        """The next change."""
        if self._next_look is None:
            self._next_look = 0.0
            await self._begin()
            return self.change(None)
        while True:
            change = await self._step()
            self.steps += 1
            if change is not None:
                return change

    async def close(self) -> None:
        """Ends the watch."""
        if self._watch is not None:
            await self._watch.close()
            self._watch = None

    def change(self, ids: frozenset[int] | None) -> Change:
        """A change of those tasks, with how live the feed is now."""
        return Change(ids, not self._reason, self._reason, self._clock())

    async def _begin(self) -> None:
        """Starts to watch before anybody reads, so that nothing falls between."""
        try:
            self._last = await asyncio.to_thread(self._look, files=False)
            await self._start_watch()
        except (OSError, Refusal) as error:
            self._reason = reason_of(error)

    async def _start_watch(self) -> None:
        """Watches, or says in `_reason` why it cannot."""
        await self.close()
        watch = self._make_watch(self._ledger.path)
        try:
            await watch.begin()
            self._watch, self._reason = watch, ""
        except OSError as error:
            await watch.close()
            self._reason = f"changes are looked for every {self._retry_seconds:g} s: {reason_of(error)}"

    async def _step(self) -> Change | None:
        wait = max(0.0, (self._next_look or 0.0) - asyncio.get_running_loop().time())
        told: Change | None = None
        if self._watch is None:
            await asyncio.sleep(wait)
        else:
            told = await self._listen(self._watch, wait)
        if asyncio.get_running_loop().time() < (self._next_look or 0.0):
            return told
        # What was told before comes first, or looking would find it and take the watch for silent.
        return _merged(told, await self._look_around())

    async def _listen(self, watch: Watch, wait: float) -> Change | None:
        """Listens to the watch for so many seconds; with none, only to what it has told already."""
        try:
            async with asyncio.timeout(wait):
                names = await watch.noticed()
        except TimeoutError:
            return None
        except WatchEndedError as ended:
            await self.close()
            self._reason = str(ended)
            self._last = None  # what stands there now, if anything, is another folder
            self._next_look = 0.0
            return None
        return await self._told(names)

    async def _told(self, names: frozenset[str] | None) -> Change | None:
        """What the watch told. It is always passed on: whoever reads may have read before it happened."""
        was_silent, self._reason = bool(self._reason), ""
        if names is None:
            self._next_look = 0.0
            return self.change(None)
        self._unconfirmed -= names
        try:
            states = await asyncio.to_thread(self._states, names)
        except (OSError, Refusal):
            self._next_look = 0.0  # looking tells what is the matter
            return None
        ids = self._take_in(states)
        return self.change(ids) if ids is None or ids or was_silent else None

    def _take_in(self, states: Mapping[str, _State | None]) -> frozenset[int] | None:
        """Remembers how files are now; None stands for one that went away.

        Returns:
            The tasks to read again; None when the list of tasks is not what it was, but for new ones.
        """
        files = {} if self._files is None else self._files
        ids: set[int] = set()
        everything = False
        for name, state in states.items():
            task_id = parse_name(name)
            if state is None:
                files.pop(name, None)
                if task_id is not None and self._names.get(task_id) == name:
                    del self._names[task_id]
                everything = True
                continue
            files[name] = state
            if task_id is None or self._names.setdefault(task_id, name) != name:
                everything = True
            else:
                ids.add(task_id)
        return None if everything else frozenset(ids)

    async def _look_around(self) -> Change | None:
        """Looks for itself, and announces what the watch did not tell of."""
        pause = self._look_seconds if self._watch is not None else self._retry_seconds
        self._next_look = asyncio.get_running_loop().time() + pause
        self._looks += 1
        thorough = self._files is None or self._looks % THOROUGH == 0
        untold, self._unconfirmed = self._unconfirmed, frozenset()
        try:
            look = await asyncio.to_thread(self._look, files=thorough or None)
        except (OSError, Refusal) as error:
            return await self._gone(reason_of(error))
        before, self._last = self._last, look
        if before is None or before.folder != look.folder:
            return await self._replaced()
        revived = self._watch is None and await self._revive()
        ids = self._found(look.files) if look.files is not None else frozenset()
        if untold and self._watch is not None:
            # The watch has had time enough, since the look before this one, to tell of what that one found.
            self._reason = (
                f"the system tells nothing here; changes are looked for every {self._look_seconds:g} s"
            )
        return self.change(ids) if ids is None or ids or revived or untold else None

    async def _gone(self, reason: str) -> Change | None:
        """There is no folder to watch; said once."""
        await self.close()
        self._next_look = asyncio.get_running_loop().time() + self._retry_seconds
        if self._last is None and self._reason == reason:
            return None
        self._last, self._files, self._reason = None, None, reason
        self._names.clear()
        return self.change(None)

    async def _replaced(self) -> Change:
        """Another folder stands there: everything is new."""
        await self._start_watch()
        self._files, self._unconfirmed = None, frozenset()
        self._names.clear()
        self._next_look = 0.0
        return self.change(None)

    async def _revive(self) -> bool:
        await self._start_watch()
        return self._watch is not None

    def _found(self, files: dict[str, _State]) -> frozenset[int] | None:
        """What is other than it was when it was last looked at or told of."""
        if self._files is None:
            self._files = files
            for name in files:
                task_id = parse_name(name)
                if task_id is not None:
                    self._names.setdefault(task_id, name)
            return frozenset()
        moved = {name: state for name, state in files.items() if self._files.get(name) != state}
        gone = dict.fromkeys(self._files.keys() - files.keys())
        self._unconfirmed = frozenset([*moved, *gone])
        return self._take_in(moved | gone)

    def _look(self, *, files: bool | None) -> _Look:
        """The folder as it is now, with or without every file in it; None: with them if the folder's time
        moved."""
        with self._ledger.visit_tasks() as tasks:
            status = tasks.disk.fstat(tasks.descriptor)
            if files is None:
                files = self._last is None or self._last.mtime_ns != status.st_mtime_ns
            states = {name: self._state(tasks, name) for name in tasks.names()} if files else {}
        found = {name: state for name, state in states.items() if state is not None}
        return _Look((status.st_dev, status.st_ino), status.st_mtime_ns, found if files else None)

    def _states(self, names: Iterable[str]) -> dict[str, _State | None]:
        with self._ledger.visit_tasks() as tasks:
            return {name: self._state(tasks, name) for name in names}

    def _state(self, tasks: Folder, name: str) -> _State | None:
        with suppress(FileNotFoundError):
            status = tasks.disk.stat(name, dir_fd=tasks.descriptor, follow_symlinks=False)
            return _State(status.st_ino, status.st_mtime_ns, status.st_size)
        return None
