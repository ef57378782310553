"""Many writers that die at any moment: nothing that was acknowledged is lost, and nothing is broken."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from cookui.recorder.recorder import Recorder
from tests.faults.soaking import TASKS
from tests.recorder.ledgers import started

SECONDS = float(os.environ.get("COOK_SOAK_SECONDS", "8"))
"""How long; more on request."""


def test_no_acknowledged_event_is_lost(tmp_path: Path) -> None:
    recorder = Recorder.init(tmp_path, created_by="tests")
    for _ in range(TASKS):
        started(recorder)
    pin = recorder.head()
    seed = random.randrange(1 << 20)
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.soaking", str(tmp_path), str(SECONDS), str(seed)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=SECONDS * 3 + 120,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > SECONDS, "too few writers died"

    fresh = Recorder.open(tmp_path, lock_timeout=0)
    assert fresh.validate() == [], f"seed {seed}"
    assert fresh.since(pin).holds
    events = {task_id: fresh.events(task_id) for task_id in fresh.reader.ids()}
    acknowledged = 0
    for path in tmp_path.glob("acknowledged-*"):
        # A writer that was killed while it noted something may have left half a line.
        for line in path.read_text().splitlines(keepends=True):
            assert not line.startswith("!"), line
            if line.endswith("\n"):
                task_id, seq, digest = line.split()
                assert events[int(task_id)][int(seq)]["hash"] == digest, f"seed {seed}: {line}"
                acknowledged += 1
    assert acknowledged > 10 * SECONDS
    assert acknowledged <= sum(map(len, events.values()))
    for task_id in events:
        fresh.journal(task_id, {"kind": "external", "note": "the lock is free"})
    fresh.add("sweeps what is left")
    assert list((tmp_path / ".cook" / "tmp").iterdir()) == []
