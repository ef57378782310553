"""A program in a terminal, and the moment at which its bytes say something.

What is measured is what a person waits for: from a key, or from another process's write, to the bytes that
hold the answer, as they come out of the terminal. Nothing is drawn here; colours are taken out of the stream
and the rest is searched, so that the reading itself costs next to nothing.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

COLUMNS, ROWS = 200, 50
"""Wide enough for all columns of the board."""

PATIENCE = 60.0
"""Seconds after which what is waited for is taken for lost."""

_COLOURS = re.compile(r"\x1b\[[0-9;:]*m")


class LostError(Exception):
    """What was waited for has not been drawn."""


class Screen:
    """A program in a terminal of its own; a context manager that ends it.

    Args:
        argv: the program and its arguments.
        env: variables to add to the environment.
    """

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **env}
        self._text = ""
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **terminal},
        )
        os.close(slave)

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._master)

    def send(self, keys: str) -> float:
        """Types `keys`, and returns when."""
        os.write(self._master, keys.encode())
        return time.monotonic()

    def forget(self) -> None:
        """Reads what has been drawn so far and looks at none of it any more."""
        while self._read(0.0):
            pass
        self._text = ""

    def rest(self, seconds: float) -> None:
        """Reads for `seconds`, as a terminal does while nobody types, and forgets it."""
        self.collect(seconds)

    def collect(self, seconds: float) -> str:
        """Reads for `seconds`, and returns what was drawn, without its colours."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._read(left)
        drawn, self._text = _COLOURS.sub("", self._text), ""
        return drawn

    def expect(self, text: str) -> None:
        """Has the moment noted at which `text` is first drawn, whatever is read meanwhile; see `expected`."""
        self._expected, self._expected_at = text, None

    def expected(self) -> float:
        """When the text that was expected was first drawn: waits for it if it was not yet.

        Raises:
            LostError: it was not drawn.
        """
        until = time.monotonic() + PATIENCE
        while self._expected_at is None:
            if not self._read(max(0.0, until - time.monotonic())):
                raise LostError(f"{self._expected} was not drawn within {PATIENCE:g} s")
        return self._expected_at

    def until(self, *patterns: str, but: str | None = None) -> tuple[float, re.Match[str]]:
        """Waits until one of `patterns` has been drawn since what was last forgotten.

        Args:
            patterns: regular expressions over what was drawn without its colours.
            but: what the first group must not be: what it was before.

        Returns:
            When, and what was found.

        Raises:
            LostError: nothing like it was drawn.
        """
        sought = [re.compile(pattern) for pattern in patterns]
        until = time.monotonic() + PATIENCE
        while True:
            drawn = _COLOURS.sub("", self._text)
            for pattern in sought:
                for match in pattern.finditer(drawn):
                    if but is None or match[1] != but:
                        return self._at, match
            if not self._read(max(0.0, until - time.monotonic())):
                wanted = " or ".join(patterns)
                raise LostError(
                    f"{wanted} was not drawn within {PATIENCE:g} s; the last that was: {drawn[-400:]!r}"
                )

    _at = 0.0
    _expected = ""
    _expected_at: float | None = None

    def _read(self, seconds: float) -> bool:
        """Reads once, waiting up to `seconds`; whether there was anything."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError as error:
            raise LostError(f"the program ended: {self._text[-2000:]}") from error
        self._at = time.monotonic()
        # A mark may be cut in two by the end of a read: half of it is no harm to what is looked for.
        self._text += data.decode("utf-8", "replace")
        if self._expected_at is None and self._expected and self._expected in self._text:
            self._expected_at = self._at
        return True

    # The process

    @property
    def memory(self) -> float:
        """What the process holds in memory, in MB (its resident set)."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1000

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it took so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
