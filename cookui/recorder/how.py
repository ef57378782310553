"""How an act was given: kept in its event's data, never in the grant (section 8)."""

from __future__ import annotations

import os
import pwd
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from cookui.recorder.layout import Json


@dataclass(frozen=True, slots=True)
class How:
    """How an act was given.

    None of this is proof: the process says it of itself. It is there so that a person who reads the events
    later can tell an approval that was typed on a screen from one that a script gave.

    Args:
        channel: `cook`, `cookui` or `api`.
        os_user: the account that the process runs under.
        host: the machine's name.
        tty: the terminal of the process; None without one.
        pid: the process's id.
        shown_sha256: the digest of the text that was shown to the operator; None when none was.
        elapsed_ms: how long it had been shown, in milliseconds; None when it was not.
        operator: the person at the keyboard, for acts that name nobody (`reverify`); None when it is not
            known.
        read_head: the hash of the last event of the history that the operator had read; None when none was
            shown. An act is refused as stale unless the task's history still goes through it: a text and a
            number can be the same in a ledger that was put in the place of the one on the screen.
    """

    channel: str
    os_user: str
    host: str
    tty: str | None
    pid: int
    shown_sha256: str | None = None
    elapsed_ms: int | None = None
    operator: str | None = None
    read_head: str | None = None

    @classmethod
    def here(
        cls,
        channel: str = "api",
        *,
        shown_sha256: str | None = None,
        elapsed_ms: int | None = None,
        operator: str | None = None,
        read_head: str | None = None,
    ) -> How:
        """What this process knows of itself, and what its caller adds."""
        host = os.uname().nodename
        return cls(
            channel, _user(), host, _terminal(), os.getpid(), shown_sha256, elapsed_ms, operator, read_head
        )

    def persisted(self) -> Json:
        """As it is kept in an event: what is not known is left out."""
        fields: Json = {
            "channel": self.channel,
            "osUser": self.os_user,
            "host": self.host,
            "tty": self.tty,
            "pid": self.pid,
            "shownSha256": self.shown_sha256,
            "elapsedMs": self.elapsed_ms,
            "operator": self.operator,
            "readHead": self.read_head,
        }
        return {name: value for name, value in fields.items() if value is not None}


@cache
def _user() -> str:
    """The account by the system's own list; the environment could say anything."""
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return f"uid {os.geteuid()}"


@cache
def _terminal() -> str | None:
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            return os.ttyname(descriptor)
    return None
