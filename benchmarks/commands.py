"""`cook` as a whole process, as an agent's harness or a shell starts it: exec to exit.

The least that a Python program with `json` and `argparse` takes is measured in turns with it; no program
written in Python is quicker, and on a busy machine only what is above it says something.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.ledgers import Shop, path_of
from benchmarks.measuring import Effort, Row, Times, in_turns, ratio, timed

READS = ("status", "ls", "pending")
SPARE = 0.040
"""Seconds that reading may take besides the start of Python."""


def program(name: str) -> str:
    """The path of one of the two console scripts, beside the interpreter that runs this."""
    path = Path(sys.executable).with_name(name)
    if not path.exists():
        raise SystemExit(f"{path} is missing: install cookui in this environment, with its console scripts")
    return str(path)


def run(*words: str, root: Path | None = None, python: bool = False) -> None:
    """Runs `cook`, or Python, and waits for its end.

    Raises:
        CalledProcessError: it failed.
    """
    argv = [sys.executable if python else program("cook"), *words]
    env = os.environ if root is None else {**os.environ, "COOK_ROOT": str(root)}
    subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def measure(shop: Shop, effort: Effort) -> Iterator[Row]:
    """All of it."""
    few, _, many = effort.sizes
    roots = {tasks: shop.ledger(tasks) for tasks in (few, many)}
    bare: Callable[[], None] = lambda: run("-c", "import json, argparse", python=True)  # noqa: E731
    works: dict[str, Callable[[], object]] = {"bare": bare}
    for verb in READS:
        for tasks, root in roots.items():
            works[f"{verb} {tasks}"] = lambda verb=verb, root=root: run(verb, root=root)  # type: ignore[misc]
    times = in_turns(works, effort.runs(10))
    base = times["bare"]
    yield Row("python -c 'import json, argparse', whole process", times=base)
    for verb in READS:
        read = times[f"{verb} {few}"]
        limit = 1.5 * base.median + SPARE
        found = f"{ratio(read, base, 'bare Python')}; limit here {limit * 1000:.0f} ms"
        yield Row(
            f"cook {verb}, whole process", few, read, found, "<= 1.5 x bare + 40 ms", read.median <= limit
        )
    for verb in READS:
        read = times[f"{verb} {many}"]
        found = ratio(read, base, "bare Python")
        yield Row(f"cook {verb}, whole process", many, read, found, "<= 0.5 s", read.median <= 0.5)
    yield from _approve(roots, effort)


def _approve(roots: dict[int, Path], effort: Effort) -> Iterator[Row]:
    """The same grant again and again: the task's file is put back each time, which is not counted."""
    files = {tasks: path_of(root, 1) for tasks, root in roots.items()}
    before = {tasks: file.read_bytes() for tasks, file in files.items()}
    times = {tasks: Times() for tasks in roots}
    for turn in range(1 + effort.runs(10)):
        for tasks, root in roots.items():
            taken = timed(lambda root=root: run("approve", "1", "Ada Lind", root=root))  # type: ignore[misc]
            files[tasks].write_bytes(before[tasks])
            if turn:
                times[tasks].add(taken)
    few, many = times
    yield Row("cook approve, whole process", few, times[few])
    factor = times[many].median / times[few].median
    found = ratio(times[many], times[few], f"that at {few}")
    yield Row("cook approve, whole process", many, times[many], found, "<= 1.2 x", factor <= 1.2)
