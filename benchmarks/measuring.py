"""Times, what is said of them, and the one table that a run writes.

A median says what is usual, p95 what one time in twenty is worse than, and both say little without the number
of runs. Whatever is compared is measured in turns, one after the other in the same loop, so that whatever
else the machine is doing falls on both alike; the ratio of such medians can be trusted on a busy machine
where the times themselves cannot.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Times:
    """What one thing took, each time it was done.

    Args:
        seconds: of each run.
    """

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self.seconds = list(seconds)

    def add(self, seconds: float) -> None:
        """One more run."""
        self.seconds.append(seconds)

    @property
    def runs(self) -> int:
        """How many runs."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """What is usual, in seconds."""
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """What at most one run in twenty took longer than, in seconds."""
        return sorted(self.seconds)[math.ceil(0.95 * self.runs) - 1]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Args:
        what: what was measured.
        tasks: of how many tasks the ledger was; None where there is none.
        times: what it took; None for what is no time.
        found: what is compared with the target, in words: a ratio, a size, a share.
        target: what must be reached; empty for a baseline and for what only explains another line.
        reached: whether it was; None without a target.
    """

    what: str
    tasks: int | None = None
    times: Times | None = None
    found: str = ""
    target: str = ""
    reached: bool | None = None


class Effort(NamedTuple):
    """How much is measured.

    Args:
        sizes: numbers of tasks, the smallest first.
        share: of the usual numbers of runs and lengths of time.
    """

    sizes: tuple[int, int, int] = (10, 1_000, 10_000)
    share: float = 1.0

    def runs(self, usual: int) -> int:
        """How often to do what is usually done `usual` times: three times at least."""
        return max(3, round(usual * self.share))

    def seconds(self, usual: float) -> float:
        """How long to do what usually takes `usual` seconds."""
        return usual * self.share


FULL = Effort()
BRIEF = Effort((10, 20, 40), 0.05)
"""Shows that everything runs; its numbers mean nothing."""


def timed(work: Callable[[], object]) -> float:
    """How long `work` took, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turns(works: Mapping[str, Callable[[], object]], runs: int) -> dict[str, Times]:
    """Does each of `works` `runs` times, in turns, after a first round that warms what can be warm."""
    times = {name: Times() for name in works}
    for work in works.values():
        work()
    for _ in range(runs):
        for name, work in works.items():
            times[name].add(timed(work))
    return times


def ratio(one: Times, other: Times, of: str) -> str:
    """How the medians compare, in words: `1.43 x the same bytes bare`."""
    return f"{one.median / other.median:.2f} x {of}"


_HEAD = ("what", "tasks", "runs", "median", "p95", "found", "must reach", "")


def table(rows: Sequence[Row]) -> str:
    """The rows as a table that can be read as it is and is Markdown."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in cells
    ]
    rule = "| " + " | ".join("-" * max(width, 3) for width in widths) + " |"
    return "\n".join([lines[0], rule, *lines[1:]])


def _cells(row: Row) -> tuple[str, ...]:
    times = row.times
    return (
        row.what,
        "" if row.tasks is None else f"{row.tasks:,}",
        "" if times is None else str(times.runs),
        "" if times is None else _duration(times.median),
        "" if times is None else _duration(times.p95),
        row.found,
        row.target,
        {None: "", True: "yes", False: "NO"}[row.reached],
    )


def _duration(seconds: float) -> str:
    return (
        f"{seconds * 1000:.2f} ms"
        if seconds < 0.01
        else f"{seconds * 1000:.0f} ms"
        if seconds < 1
        else f"{seconds:.2f} s"
    )
