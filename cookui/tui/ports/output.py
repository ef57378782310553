"""What is sent to the terminal: whole and in order while somebody takes it, and never an obstacle to the end.

Textual's own writer dies of a terminal that is gone; then its queue fills up and whoever draws waits for
ever. It also waits for ever for a terminal that is there and takes nothing (a frozen window, a stopped
reader), and no signal gets through to an app that waits like that. So what the writer's thread is given is
this file: it has a descriptor of its own that never blocks, it keeps on taking what is drawn after the
terminal has gone, and it can be told to come to an end.
"""

from __future__ import annotations

import os
import select
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

HURRY: Final = 1.0
"""Seconds that a terminal has to take what is left, once the end has been ordered."""

RESTORE: Final = (
    "\x1b[m\x1b[?2026l\x1b[?2004l\x1b[?2048l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    "\x1b[?1004l\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""What makes a terminal sane that has not taken all it was sent, whatever it took last: a sequence cut short
ends at the first escape."""

_LOOK = 0.1  # seconds until a waiting writer looks again whether the end has been ordered
_BRIEFLY = 0.01  # seconds: the kernel can call a terminal ready that has no room for a whole character
_ENOUGH = 8192  # characters that are held until they are sent


class Output:
    """A file for the thread that draws.

    Args:
        stream: the terminal's stream, for its descriptor and encoding.
        lost: called once, from the writing thread, when the terminal takes nothing any more for good.
    """

    def __init__(self, stream: TextIO, lost: Callable[[], object]) -> None:
        self._encoding, self._errors = stream.encoding, stream.errors or "strict"
        self._theirs = stream.fileno()
        self._ours = _reopened(self._theirs)
        self._lost = lost
        self._held: list[str] = []
        self._length = 0
        self._until: float | None = None
        self._closed = False
        self._pause = threading.Event()

    def fileno(self) -> int:
        """The terminal's descriptor."""
        return self._theirs

    def hurry(self) -> None:
        """From now on nobody waits for the terminal for longer than `HURRY`. Safe in a signal handler."""
        if self._until is None:
            self._until = time.monotonic() + HURRY

    def write(self, text: str) -> int:
        """Takes text; it is sent at the next flush, or when there is much of it."""
        self._held.append(text)
        self._length += len(text)
        if self._length >= _ENOUGH:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Sends what is held, or drops it when the terminal is gone."""
        data = "".join(self._held).encode(self._encoding, self._errors)
        self._held.clear()
        self._length = 0
        while data and not self._closed:
            if self._until is not None and time.monotonic() > self._until:
                self._give_up()
                return
            try:
                _, ready, _ = select.select([], [self._ours], [], _LOOK)
                if ready:
                    data = data[os.write(self._ours, data) :]
            except BlockingIOError:
                self._pause.wait(_BRIEFLY)
            except OSError:
                self._closed = True
                self._lost()

    def _give_up(self) -> None:
        """Takes back what the terminal has not read, and leaves it sane for whoever reads on."""
        self._closed = True
        with suppress(OSError, termios.error):
            termios.tcflush(self._ours, termios.TCOFLUSH)
            os.write(self._ours, RESTORE.encode())


def _reopened(descriptor: int) -> int:
    """The same terminal on a description of its own, so that not blocking there is no matter of the shell's;
    the descriptor itself, which may block, where it cannot be opened again (another user's terminal).
    """
    try:
        name = os.ttyname(descriptor)
        return os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return descriptor
