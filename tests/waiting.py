"""Waits for what another process does: by looking again and again, never by guessing how long it takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds until a wait gives up: a hang becomes a failure, a busy machine does not."""

_BETWEEN = 0.01


def wait_until(condition: Callable[[], T], *, within: float = PATIENCE) -> T:
    """Asks `condition` until it says yes, and returns what it said."""
    deadline = time.monotonic() + within
    pause = threading.Event()
    while True:
        held = condition()
        if held:
            return held
        assert time.monotonic() < deadline, f"not so within {within:g} s"
        pause.wait(_BETWEEN)
