"""A process that acts on a ledger while a screen is looked at in another: `python -m benchmarks.writer ROOT`.

It takes orders line by line on its standard input and answers each with one line. Times are of the monotonic
clock, which all processes of a machine share; an act's is taken as its rename returns, which is before the
act is on the disk for good and before it returns itself.

    act ID AGENT          sends an agent for what it waits for    -> TIME
    pace RATE ID ...      `RATE` acts a second, one on each task   -> TIME of the last, and how late it was
    flood ACTS ID ...     as many acts as quickly as it can        -> SECONDS
"""

from __future__ import annotations

import select
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.ledgers import Unsynced
from benchmarks.stories import name_of
from cookui.recorder.files import Disk
from cookui.recorder.recorder import Recorder

IN_A_ROW = 20
"""Acts on one task before a flood goes to the next: as an agent reports its progress."""


SENT_FOR = {"executing": "execute", "replanning": "plan", "verifying": "verify"}
"""Operations for which an agent may be sent now, and what for."""


class Watched(Disk):
    """A disk that knows when something was last renamed.

    Args:
        disk: the disk behind it.
    """

    renamed = 0.0

    def replace(self, *names: Any, **folders: Any) -> None:
        """Renames, and notes when."""
        Disk.replace(*names, **folders)
        self.renamed = time.monotonic()


def sent(task_id: int, agent: str) -> dict[str, str]:
    """The journal's entry that `agent` is sent for what the task waits for."""
    return {"kind": "intent", "stage": SENT_FOR[name_of(task_id)], "agent": agent}


class Hurried(Watched, Unsynced):
    """One that waits for nothing besides."""


def pace(root: str, rate: float, ids: Iterable[int]) -> str:
    """Acts on each of `ids` once, `rate` times a second, without waiting for the disk."""
    disk = Hurried()
    recorder = Recorder.open(root, disk=disk)
    begun = time.monotonic()
    late = 0.0
    for number, task_id in enumerate(ids):
        due = begun + number / rate
        time.sleep(max(0.0, due - time.monotonic()))
        recorder.journal(task_id, sent(task_id, f"paced-{number}"))
        late = disk.renamed - due
    return f"{disk.renamed} {late}"


def flood(root: str, acts: int, ids: list[int]) -> str:
    """Acts on `ids` in turn, `IN_A_ROW` times each, without waiting for the disk."""
    recorder = Recorder.open(root, disk=Unsynced())
    begun = time.monotonic()
    for number in range(acts):
        step = number % IN_A_ROW + 1
        task_id = ids[number // IN_A_ROW % len(ids)]
        recorder.journal(
            task_id, {"kind": "progress", "step": step, "total": IN_A_ROW, "note": f"act {number}"}
        )
    return str(time.monotonic() - begun)


def main(root: str) -> None:
    """Takes orders until there are none."""
    disk = Watched()
    recorder = Recorder.open(root, disk=disk)
    for line in sys.stdin:
        order, *words = line.split()
        if order == "act":
            recorder.journal(int(words[0]), sent(int(words[0]), words[1]))
            answer = str(disk.renamed)
        elif order == "pace":
            answer = pace(root, float(words[0]), map(int, words[1:]))
        else:
            answer = flood(root, int(words[0]), [int(word) for word in words[1:]])
        print(answer, flush=True)


class Writer:
    """Such a process, seen from the one that measures; a context manager.

    Args:
        root: the ledger.
    """

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.writer", str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=Path(__file__).parents[1],
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._orders.close()
        self._answers.close()

    def order(self, *words: object) -> None:
        """Gives an order without waiting for the answer."""
        self._orders.write(" ".join(map(str, words)) + "\n")

    @property
    def ready(self) -> bool:
        """Whether there is an answer."""
        return bool(select.select([self._answers], [], [], 0)[0])

    def answer(self) -> list[float]:
        """Waits for the answer to the order before.

        Raises:
            RuntimeError: the writer ended.
        """
        line = self._answers.readline()
        if not line:
            raise RuntimeError("the writer ended; it says why above")
        return [float(word) for word in line.split()]


if __name__ == "__main__":
    main(sys.argv[1])
