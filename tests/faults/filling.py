"""`python -m tests.faults.filling FOLDER`: acts on a real disk until it is full, and after.

The folder is a small file system of its own. Prints how many acts were recorded and how many were refused.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import bytes_of, started

NOTE = {"kind": "external", "note": "x" * 3000}


def note(recorder: Recorder, task_id: int) -> Refusal | None:
    """Records a note, or has it refused because the disk is full, without a trace."""
    before = bytes_of(recorder.reader.ledger.root)
    try:
        recorder.journal(task_id, NOTE)
    except Refusal as error:
        refusal = error
    else:
        return None
    assert refusal.code is Code.IO, refusal
    assert refusal.details == {"errno": "ENOSPC", "recorded": False}, refusal
    assert "space" in refusal.remedy
    assert bytes_of(recorder.reader.ledger.root) == before
    return refusal


def main(root: Path) -> int:
    recorder = Recorder.init(root, created_by="tests")
    for _ in range(4):
        started(recorder)
    recorded = refused = 0
    while refused < 8:
        if note(recorder, 1 + (recorded + refused) % 4) is None:
            recorded += 1
        else:
            refused += 1
    # A full disk can be read, and its ledger is whole.
    fresh = Recorder.open(root)
    assert fresh.validate() == []
    assert len(fresh.tasks()) == 4
    (root / "ballast").unlink()
    fresh.journal(1, NOTE)
    fresh.add("there is room again")
    assert fresh.validate() == []
    print(recorded, refused)
    return 0


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "ballast").write_bytes(b"x" * 100_000)
    raise SystemExit(main(folder))
