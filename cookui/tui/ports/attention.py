"""How a person is called who looks elsewhere: the terminal's bell, a desktop notification, or a command of
theirs.

Nothing here ever opens a screen or takes the focus. What is sent to a terminal is made visible first and
holds no control character but the ones that frame it, so that no title of a task can end the sequence and
begin another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal, Protocol

from cookui.text.visible import single

Desktop = Literal["off", "osc9", "osc777", "command"]

_LONGEST = 200
_PATIENCE = 10.0  # seconds that a user's command may take before it is ended


class Attention(Protocol):
    """Calls the person."""

    def ring(self) -> None:
        """Rings once."""
        ...

    async def notify(self, title: str, text: str) -> None:
        """Shows a notification outside of the terminal's text, if that is turned on.

        Args:
            title: what it is about; may be outside text.
            text: what is asked; may be outside text.
        """
        ...


class TerminalAttention:
    """The bell, and what the configuration turns on.

    Args:
        bell: rings the terminal's bell.
        send: sends a control sequence to the terminal, whole, between two frames.
        ringing: whether the bell is wanted.
        desktop: the kind of notification; `off` by default.
        command: program and arguments for `command`; title and text are added as two more arguments.
    """

    def __init__(
        self,
        bell: Callable[[], None],
        send: Callable[[str], None],
        *,
        ringing: bool = True,
        desktop: Desktop = "off",
        command: Sequence[str] = (),
    ) -> None:
        self._bell = bell
        self._send = send
        self._ringing = ringing
        self._desktop = desktop
        self._command = tuple(command)

    def ring(self) -> None:
        """Rings once, if wanted."""
        if self._ringing:
            self._bell()

    async def notify(self, title: str, text: str) -> None:
        """Notifies, if wanted; a command that fails is let be, because the screen says the same."""
        title, text = single(title, _LONGEST), single(text, _LONGEST)
        if self._desktop == "osc9":
            self._send(f"\x1b]9;{title}: {text}\x07")
        elif self._desktop == "osc777":
            self._send(f"\x1b]777;notify;{title.replace(';', ',')};{text.replace(';', ',')}\x07")
        elif self._desktop == "command" and self._command:
            await _run(*self._command, title, text)


async def _run(*command: str) -> None:
    """Runs a program to its end, deaf and mute, so that it cannot write over the screen."""
    nothing = asyncio.subprocess.DEVNULL
    with suppress(OSError):
        process = await asyncio.create_subprocess_exec(
            *command, stdin=nothing, stdout=nothing, stderr=nothing
        )
        try:
            await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            process.kill()
            await process.wait()
