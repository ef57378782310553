"""The terminal as Textual drives it, mended where it is lost, frozen, or sends what is no text.

- A byte that is no UTF-8 (a stray paste, a mouse report of an old terminal, a broken line) ended the whole
  app, because the thread that reads keys died of it. Here the thread goes on; what it had just read is
  dropped, which is the safe way round.
- A terminal that is gone without a signal (its other side closed, SIGHUP ignored as under nohup) was read at
  full speed for ever, by a process that nobody could see any more. Here it ends the app, as SIGHUP does.
- A terminal that takes nothing held up the app for ever, signals included. `Output` waits for it, but not
  once the end has been ordered.
- A sequence that Textual has no word for (a desktop notification) can be sent between two frames.

The end is always ordered in the app's own loop, so that it is an orderly one; a thread that knows nothing of
the loop sees to it that it comes.
"""

from __future__ import annotations

import _thread
import os
import select
import signal
import stat
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import Any, Final, Protocol

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from cookui.tui.ports.output import HURRY, Output

LAST_RESORT: Final = HURRY + 4.0
"""Seconds that an orderly end may take after a signal."""

NO_ONE_LOOKS: Final = 1.5
"""Seconds that it may take when the terminal is gone and there is nothing left to put in order on it. An act
that is being recorded is recorded whole or not at all, however it ends."""

_LOOK = 0.1  # seconds until the reading thread looks again whether it should end
_ENDS = (signal.SIGTERM, signal.SIGHUP)


class HasTerminal(Protocol):
    """An app that wants to know its terminal."""

    terminal: Terminal | None


class Terminal(LinuxDriver):
    """Textual's driver for Linux and macOS, mended."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        assert sys.__stderr__ is not None, "there is a terminal"
        self._ending = False
        self._output = Output(sys.__stderr__, lambda: self._lose(2))
        self._file = self._output  # type: ignore[assignment]  # all that the writing thread asks of a file
        for number in _ENDS:
            if signal.getsignal(number) != signal.SIG_IGN:  # ignored on purpose, as by nohup: left so
                signal.signal(number, self._signalled)
        if hasattr(app, "terminal"):
            app.terminal = self

    def start_application_mode(self) -> None:
        """Takes the terminal, at the start and after having been stopped; it may be gone by then."""
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            self._lose(self.fileno)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def run_input_thread(self) -> None:
        """Reads keys until the app ends or there is nothing to read from, whatever bytes come."""
        parser, decoder = XTermParser(self._debug), getincrementaldecoder("utf-8")()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _LOOK)
            if ready:
                try:
                    data = os.read(self.fileno, 4096)
                except OSError:
                    data = b""
                if not data:
                    self._lose(self.fileno)
                    return
                try:
                    text = decoder.decode(data)
                except UnicodeDecodeError:
                    parser, decoder = XTermParser(self._debug), getincrementaldecoder("utf-8")()
                    continue
                for event in parser.feed(text) if text else ():
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)

    def send(self, sequence: str) -> None:
        """Sends a control sequence of our own, whole."""
        self.write(sequence)
        self.flush()

    # The end

    def _signalled(self, number: int, _frame: object) -> None:
        """A handler of the process and not of the loop: the loop may be waiting for the terminal."""
        self._end(128 + number, LAST_RESORT)

    def _lose(self, descriptor: int) -> None:
        """The terminal behind a standard descriptor is gone: ends, and lets nothing that is still read or
        printed fail on the way.
        """
        _replace_terminal(descriptor)
        self._end(128 + signal.SIGHUP, NO_ONE_LOOKS)

    def _end(self, status: int, resort: float) -> None:
        """Orders the end, once, from any thread or signal handler."""
        if self._ending:
            return
        self._ending = True
        self._output.hurry()
        # A thread of `threading` takes a lock to start, which the code that a signal interrupts may hold.
        _thread.start_new_thread(_end_anyway, (resort, status))
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(lambda: self._app.exit(return_code=status))


def _end_anyway(seconds: float, status: int) -> None:
    time.sleep(seconds)
    os._exit(status)


def _replace_terminal(descriptor: int) -> None:
    """Puts the null device in place of every standard descriptor of the same terminal."""
    with suppress(OSError):
        gone = os.fstat(descriptor)
        if not stat.S_ISCHR(gone.st_mode):
            return
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            with suppress(OSError):
                if os.fstat(standard).st_rdev == gone.st_rdev:
                    os.dup2(null, standard)
        os.close(null)
