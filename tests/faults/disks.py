"""Disks that fail by name: at one call, in one way, and are well before and after it."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from cookui.recorder.files import Disk

CALLS = tuple(name for name in vars(Disk) if not name.startswith("_"))
"""The system calls of a disk."""

Call = Callable[[], Any]
Fault = Callable[[str, Call, tuple[Any, ...]], Any]
"""What happens instead of a call: its name, the call itself, its arguments."""


class Faulty(Disk):
    """A disk on which one call goes wrong.

    Args:
        number: which call, counted from 0 over all of them.
        fault: what happens then.
        hurried: whether synchronising is skipped, as in every test that cuts no power.
    """

    def __init__(self, number: int = -1, fault: Fault | None = None, *, hurried: bool = True) -> None:
        self.made: list[str] = []
        self._number = number
        self._fault = fault
        for name in CALLS:
            real: Callable[..., Any] = getattr(Disk, name)
            if name == "fsync" and hurried:
                real = _nothing
            setattr(self, name, partial(self._call, name, real))

    def _call(self, name: str, real: Callable[..., Any], *args: Any, **where: Any) -> Any:
        self.made.append(name)
        call = partial(real, *args, **where)
        if self._fault is not None and len(self.made) - 1 == self._number:
            return self._fault(name, call, args)
        return call()

    @property
    def struck(self) -> bool:
        """Whether the call that goes wrong was made."""
        return len(self.made) > self._number


def _nothing(_: int) -> None:
    """Synchronises nothing."""


def failing(number: int) -> Fault:
    """The call fails. One that closes does close: that is how systems behave."""

    def fault(name: str, call: Call, args: tuple[Any, ...]) -> Any:
        if name == "close":
            call()
        raise OSError(number, os.strerror(number))

    return fault


def short(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """Half of what was asked is read or written."""
    if name == "write":
        descriptor, data = args
        return os.write(descriptor, data[: max(1, len(data) // 2)])
    if name in ("read", "pread"):
        descriptor, size, *place = args
        return (os.read if name == "read" else os.pread)(descriptor, max(1, size // 2000), *place)
    return call()


def full(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """Half is written, and then there is no space."""
    if name != "write":
        return call()
    descriptor, data = args
    os.write(descriptor, data[: len(data) // 2])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupted_before(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """Ctrl+C arrives before the call. One that closes does close, or the lost descriptor would be the test's
    own."""
    if name == "close":
        call()
    raise KeyboardInterrupt


def interrupted_after(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """Ctrl+C arrives after the call, whose result nobody gets any more."""
    with suppress(OSError):
        result = call()
        if name == "open":
            os.close(result)  # in this process a lost descriptor would stay open
    raise KeyboardInterrupt


def killed_before(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """The process is killed before the call."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_after(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """The process is killed after the call."""
    with suppress(OSError):
        call()
    os.kill(os.getpid(), signal.SIGKILL)


def killed_halfway(name: str, call: Call, args: tuple[Any, ...]) -> Any:
    """The process is killed when half is written."""
    short(name, call, args)
    os.kill(os.getpid(), signal.SIGKILL)
