"""Where a program under test lives: a home and an environment of its own, nothing inherited by chance."""

from __future__ import annotations

import os
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
"""Where the console scripts of the environment that runs the tests are."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """The whole environment of a program whose home is `home`: a plain xterm, UTF-8, a zone that is not UTC.

    Args:
        home: made here when missing, with a temporary directory inside.
        more: variables to add or replace.
    """
    temporary = home / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "TMPDIR": str(temporary),
        "PATH": os.pathsep.join([str(BIN), "/usr/local/bin", "/usr/bin", "/bin"]),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TZ": "Europe/Berlin",
        **more,
    }
