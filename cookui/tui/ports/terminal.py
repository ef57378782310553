"""The terminal as Textual drives it, with two things mended.

A byte that is no UTF-8 (a stray paste, a mouse report of an old terminal, a broken line) ended the whole app,
because the thread that reads keys died of it. Here the thread goes on; what it had just read is dropped,
which is the safe way round. And a sequence that Textual has no word for (a desktop notification) can be sent
between two frames.
"""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver


class HasTerminal(Protocol):
    """An app that wants to know its terminal."""

    terminal: Terminal | None


class Terminal(LinuxDriver):
    """Textual's driver for Linux and macOS, mended."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        if hasattr(app, "terminal"):
            app.terminal = self

    def run_input_thread(self) -> None:
        """Reads keys until the app ends, whatever bytes come."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                if self.exit_event.is_set():
                    return
            else:
                return

    def send(self, sequence: str) -> None:
        """Sends a control sequence of our own, whole."""
        self.write(sequence)
        self.flush()
