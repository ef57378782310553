"""Runs a program in a real pseudo-terminal and uses it as a person does: looks, presses keys, waits.

What only a terminal shows is tested here: bytes that reach it, modes left on, keys typed ahead, signals.
Nothing sleeps: every wait ends with the condition it waits for, and its deadline is there only to turn a hang
into a failure that shows the screen.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.terminal.emulator import Emulator

HERE = Path(__file__).parent

KEYS = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "delete": "\x1b[3~", "f1": "\x1bOP",
    **{f"ctrl+{letter}": chr(ord(letter) & 0x1F) for letter in "abcdefghijklmnopqrstuvwxyz"},
}  # fmt: skip
"""What a terminal sends for a key that is no character."""

PACE = 0.05
"""Seconds between two keys of a quick typist. The program must not take slower keys for a paste."""

SAME_KEY_PACE = 0.15
"""Seconds between two presses of the same key. Sooner, and the key is held down."""

ESCAPE_PACE = 0.2
"""Seconds after Escape until the next key: sooner, and the two are one sequence."""

PATIENCE = 20.0
"""Seconds until a wait gives up. Many times what any of them takes, because a busy machine is no failure."""


class Terminal:
    """A program in a terminal of `columns` by `rows` cells. As a context: the program is gone afterwards.

    Args:
        argv: the program and its arguments.
        env: its whole environment; `tests.terminal.home.environment` makes one.
        cwd: its working directory.
        answers: whether the terminal answers status requests, as an xterm does.
        controlling: whether the terminal is the program's controlling one, so that losing it sends SIGHUP.
        keyboard: another terminal, by the descriptor of its program's side, that keys come from.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        answers: bool = True,
        controlling: bool = True,
        keyboard: int | None = None,
    ) -> None:
        self.raw = bytearray()
        self.screen = Emulator(columns, rows, answer=self.send if answers else None)
        self.size = (columns, rows)
        self._last_key = ""
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        self._tell_size()
        self.attributes = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(HERE / "leader.py"), *argv] if controlling else argv,
            stdin=self._slave if keyboard is None else keyboard,
            stdout=self._slave,
            stderr=self._slave,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program with its process group, and gives the terminal back."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    # What is on the screen

    @property
    def text(self) -> str:
        """The screen as it was last read, a line a row."""
        return self.screen.text

    def until(self, condition: str | Callable[[], Any], *, within: float = PATIENCE) -> Any:
        """Reads until `condition` holds between two frames, and returns what it says.

        Args:
            condition: text that must stand within a row, or a question that is asked after each read.
            within: seconds after which the test fails, showing the screen.
        """
        deadline = time.monotonic() + within
        while True:
            if self.screen.settled:
                held = condition in self.text if isinstance(condition, str) else condition()
                if held:
                    return held
            if not self._read(deadline):
                wanted = repr(condition) if isinstance(condition, str) else "what was waited for"
                raise AssertionError(
                    f"{wanted} not seen within {within:g} s{self._state()}\n{self._framed()}"
                )

    def until_gone(self, text: str, *, within: float = PATIENCE) -> None:
        """Reads until `text` stands in no row."""
        self.until(lambda: text not in self.text, within=within)

    def until_quiet(self, seconds: float = 0.15) -> None:
        """Reads until nothing has come for `seconds`; not for programs that never pause."""
        deadline = time.monotonic() + PATIENCE
        while self._read(time.monotonic() + seconds):
            assert time.monotonic() < deadline, f"never quiet{self._state()}\n{self._framed()}"

    def watch(self, seconds: float) -> None:
        """Reads for `seconds`: how a test lets time pass in which something must *not* happen."""
        deadline = time.monotonic() + seconds
        while self._read(deadline):
            pass

    # What a person does

    def press(self, *keys: str) -> None:
        """Presses keys one after the other at a person's pace: names of `KEYS`, or single characters."""
        for key in keys:
            if key == self._last_key:
                self.watch(SAME_KEY_PACE - PACE)
            self.send(KEYS.get(key, key).encode())
            self.watch(ESCAPE_PACE if key == "escape" else PACE)
            self._last_key = key

    def type(self, text: str) -> None:
        """Types `text`, a character at a time, each after the last has been answered on the screen, so that a
        busy machine does not hand over several at once.
        """
        for character in text:
            drawn = len(self.raw)
            self.press(character)
            self.until(lambda drawn=drawn: len(self.raw) > drawn)

    def paste(self, text: str, *, bracketed: bool = True) -> None:
        """Pastes `text` in one go, told apart from typing if `bracketed`."""
        data = text.encode()
        self.send(b"\x1b[200~" + data + b"\x1b[201~" if bracketed else data)

    def click(self, text: str) -> None:
        """Clicks on the first cell of `text`."""
        row, column = self.until(lambda: self.screen.find(text))
        at = f"{column + 1};{row + 1}"
        self.send(f"\x1b[<0;{at}M\x1b[<0;{at}m".encode())

    def send(self, data: bytes) -> None:
        """Sends `data` as typed: all of it, however little the program reads at a time."""
        deadline = time.monotonic() + PATIENCE
        while data:
            _, writable, _ = select.select([], [self._master], [], max(0.0, deadline - time.monotonic()))
            if not writable:
                raise AssertionError(f"the program reads no keys{self._state()}\n{self._framed()}")
            data = data[os.write(self._master, data) :]

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size; the program is told by the kernel."""
        self.size = (columns, rows)
        self.screen.resize(columns, rows)
        self._tell_size()

    def stop(self) -> None:
        """Stops the program as a shell does on ctrl+z, and reads until the kernel says that it has
        stopped."""
        self.process.send_signal(signal.SIGTSTP)
        deadline = time.monotonic() + PATIENCE
        while not os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT):
            assert time.monotonic() < deadline, f"the program does not stop{self._state()}\n{self._framed()}"
            self._read(time.monotonic() + 0.02)

    def go_on(self) -> None:
        """Lets it go on."""
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOHANG)
        self.process.send_signal(signal.SIGCONT)

    @property
    def is_full(self) -> bool:
        """Whether the terminal takes nothing more, because nobody has read from it."""
        return not select.select([], [self._slave], [], 0)[1]

    def hang_up(self) -> None:
        """Takes the terminal away, as a lost connection does: the kernel sends SIGHUP, if it is the program's
        controlling one."""
        self._read(time.monotonic())
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    # How it ended

    def ended(self, *, within: float = PATIENCE) -> int:
        """Reads until the program has ended, and returns its exit status (negative: the signal)."""
        deadline = time.monotonic() + within
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"the program did not end within {within:g} s\n{self._framed()}")
            if self._master < 0:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(max(0.0, deadline - time.monotonic()))
            else:
                self._read(min(deadline, time.monotonic() + 0.02))
        if self._master >= 0:
            self.until_quiet(0.02)
        return self.process.returncode

    @property
    def is_sane(self) -> bool:
        """Whether the line discipline is what it was before the program started."""
        return termios.tcgetattr(self._slave)[:6] == self.attributes[:6]

    def _tell_size(self) -> None:
        columns, rows = self.size
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, deadline: float) -> bool:
        """Reads once, waiting for something to read until `deadline`; False when nothing came."""
        readable, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not readable:
            return False
        data = os.read(self._master, 65536)
        self.raw += data
        self.screen.feed(data)
        return True

    def _state(self) -> str:
        status = self.process.poll()
        return "" if status is None else f" (the program has ended, status {status})"

    def _framed(self) -> str:
        columns, _ = self.size
        edge = "+" + "-" * columns + "+"
        return "\n".join([edge, *("|" + row.ljust(columns) + "|" for row in self.screen.rows), edge])
