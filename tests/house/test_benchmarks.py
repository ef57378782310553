"""The benchmarks run, and say what they found; how long anything takes is no matter of a test."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import SUBJECTS
from benchmarks.ledgers import Shop, title_of
from benchmarks.measuring import Row, Times, table
from benchmarks.stories import EVENTS, STORIES, name_of
from cookui.recorder.recorder import Recorder

TOP = Path(__file__).parents[2]


def test_a_brief_run_writes_one_table_on_standard_output_and_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "table"
    words = ["--brief", "--folder", str(tmp_path), "--output", str(file), "acts"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *words], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert done.stdout == file.read_text(encoding="utf-8")
    assert "| one act in process" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["table"]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_is_a_module_that_measures(subject: str) -> None:
    assert callable(importlib.import_module(f"benchmarks.{subject}").measure)


def test_the_tasks_are_such_as_the_recorder_makes(tmp_path: Path) -> None:
    root = Shop(tmp_path).ledger(60)
    recorder = Recorder.open(root)
    assert recorder.validate() == []
    assert {name_of(task_id) for task_id in range(1, 200)} == set(STORIES)
    assert {len(recorder.events(task_id)) for task_id in range(1, 61)} == {EVENTS}
    assert recorder.get(60)["title"] == title_of(60)


def test_the_table_says_median_p95_and_runs() -> None:
    times = Times([0.001 * number for number in range(1, 101)])
    assert (times.runs, round(times.median, 4), round(times.p95, 4)) == (100, 0.0505, 0.095)
    *_, line = table([Row("a thing", 10_000, times, "1.0 x", "<= 2 x", False)]).splitlines()
    assert [cell.strip() for cell in line.strip("|").split("|")] == [
        "a thing", "10,000", "100", "50 ms", "95 ms", "1.0 x", "<= 2 x", "NO",
    ]  # fmt: skip
