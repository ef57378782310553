"""What screens, widgets and commands may ask of the app that they live in.

They know this and not the app itself, so that the app may know them: it opens screens by name, and nothing
points back. The app is held to it by the type checker.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Literal, Protocol, cast

from textual.dom import DOMNode

from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey

Act = Literal["block", "unblock", "abandon", "release"]


class Host(Protocol):
    """The app, as its parts see it.

    Attributes:
        keeper: what is known of all ledgers.
        operator: who decides, if known.
        read_only: whether every acting key is taken away.
        clock: the time now, aware.
        zone: the time zone that times are shown in.
        remarks: sentences of the start, for the diagnostics; may be outside text.
    """

    keeper: Keeper
    operator: str | None
    read_only: bool
    clock: Callable[[], datetime]
    zone: tzinfo
    remarks: list[str]

    def decided_by(self, operator: str) -> None:
        """Remembers who decided, for this run of the program: the next decision starts with that name."""
        ...

    def reread(self) -> None:
        """Reads everything again."""
        ...

    def open_task(self, key: TaskKey, tab: str | None = None) -> None:
        """Opens a task, on one of its tabs if named."""
        ...

    def open_approve(self, key: TaskKey) -> None:
        """Opens the request that is pending on a task, to grant it."""
        ...

    def open_reverify(self, key: TaskKey) -> None:
        """Opens the conditions under which a task is verified afresh."""
        ...

    def open_decline(self, key: TaskKey) -> None:
        """Opens the decline of the request that is pending on a task."""
        ...

    def open_answer(self, key: TaskKey) -> None:
        """Opens the fork of a task, to answer it."""
        ...

    def open_act(self, key: TaskKey, act: Act) -> None:
        """Opens a short act on a task."""
        ...

    def open_needs(self) -> None:
        """Opens the list of what waits for a person."""
        ...

    def open_palette(self) -> None:
        """Opens the command palette over the screen on top."""
        ...

    def open_help(self) -> None:
        """Opens the help of the screen on top."""
        ...

    def open_diagnostics(self) -> None:
        """Opens the diagnostics."""
        ...


def host_of(node: DOMNode) -> Host:
    """The app that a screen or a widget lives in."""
    return cast(Host, node.app)
