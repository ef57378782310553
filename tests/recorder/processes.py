"""Other processes at work on a ledger, all let go at the same moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0

PRELUDE = """
import sys
from cookui.contract.refusal import Refusal
from cookui.recorder.recorder import Recorder
root, number, *rest = sys.argv[1:]
recorder = Recorder.open(root, lock_timeout=60)
print("ready", flush=True)
sys.stdin.readline()
"""


def start(source: str, root: Path, *arguments: object, prelude: str = PRELUDE) -> subprocess.Popen[str]:
    """A process that opens the ledger as `recorder`, says so, and waits for a line before it runs
    `source`."""
    return subprocess.Popen(
        [sys.executable, "-c", prelude + source, str(root), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()


def wait_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    assert process.stdout.readline() == "ready\n"


@contextmanager
def at_once(
    source: str, root: Path, count: int, *, prelude: str = PRELUDE
) -> Iterator[Sequence[subprocess.Popen[str]]]:
    """`count` processes that run `source` at the same moment, each with its `number`; killed at the end, if
    still there."""
    processes = [start(source, root, number, prelude=prelude) for number in range(count)]
    try:
        for process in processes:
            wait_ready(process)
        for process in processes:
            let_go(process)
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def outputs(processes: Sequence[subprocess.Popen[str]]) -> list[list[str]]:
    """What each printed, line by line, after all have ended well."""
    printed = [process.communicate(timeout=PATIENCE)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return printed
