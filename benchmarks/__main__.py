"""`python -m benchmarks`: measures everything and writes one table; see docs/performance.md."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from benchmarks.ledgers import Shop, shop
from benchmarks.measuring import BRIEF, FULL, Effort, Row, table

Subject = Callable[[Shop, Effort], Iterator[Row]]

SUBJECTS: Mapping[str, str] = {
    "acts": "one act in process, against the bare disk and against TinyDB",
    "commands": "cook as a whole process",
    "screens": "cookui: start, a write seen, keys",
    "load": "cookui under a hundred acts a second; its memory; its idling",
    "texts": "the approve screen before a very large text",
}
"""The parts of a run, each a module here; those that change the large ledger most come last."""


def main(words: Sequence[str]) -> int:
    """Measures, and writes the table; returns the exit status."""
    options = _parser().parse_args(words)
    if options.list:
        for name, what in SUBJECTS.items():
            print(f"{name:10}{what}")
        return 0
    effort = BRIEF if options.brief else FULL
    begun = time.monotonic()
    head = [_machine(), "Load before: " + _load()]
    rows: list[Row] = []
    with shop(options.folder) as ledgers:
        for name in options.subject or SUBJECTS:
            _tell(f"{time.monotonic() - begun:4.0f} s  {name}: {SUBJECTS[name]}")
            measure: Subject = import_module(f"benchmarks.{name}").measure
            for row in measure(ledgers, effort):
                rows.append(row)
                _tell(f"        {row.what}")
    head += ["Load after: " + _load(), f"Taken: {time.monotonic() - begun:.0f} s."]
    if options.brief:
        head.append("This was a brief run: it shows that everything runs, and its numbers mean nothing.")
    text = "  \n".join(head) + "\n\n" + table(rows) + "\n"
    sys.stdout.write(text)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "subject", nargs="*", choices=[[], *SUBJECTS], help="what to measure; all of it by default"
    )
    parser.add_argument("--list", action="store_true", help="say what there is to measure")
    parser.add_argument(
        "--brief", action="store_true", help="small ledgers and few runs: only to see that all works"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table there too")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="where ledgers are made: the disk to measure"
    )
    return parser


def _machine() -> str:
    system = f"{platform.system()} {platform.release()}, {os.cpu_count()} cores"
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {system}, Python {platform.python_version()}."


def _load() -> str:
    return ", ".join(f"{load:.1f}" for load in os.getloadavg()) + " (1, 5, 15 minutes)."


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
