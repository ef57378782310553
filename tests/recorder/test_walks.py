"""Every conformance case and walk through the recorder: equal documents, refused steps without a trace, a
whole ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.contract.refusal import Refusal
from cookui.recorder.recorder import Recorder
from tests.conformance.walks import Walk, normalised, walks
from tests.recorder.ledgers import bytes_of, carry_out, started

WALKS = list(walks())


@pytest.mark.parametrize("walk", WALKS, ids=[walk.name for walk in WALKS])
def test_walk(recorder: Recorder, root: Path, walk: Walk) -> None:
    task_id = started(recorder)
    for step in walk.steps:
        before = bytes_of(root)
        try:
            recorded = carry_out(recorder, task_id, step.act)
        except Refusal as error:
            assert bytes_of(root) == before, f"step {step.number} left a trace"
            refusal: Refusal | None = error
        else:
            assert normalised(recorded.document) == step.expected, f"step {step.number}"
            refusal = None
        assert step.accepted == (refusal is None), f"step {step.number}: {refusal}"
    assert recorder.validate() == []
    # Somebody who knows nothing of what was checked before reads the same.
    assert Recorder.open(root).task(task_id) == recorder.task(task_id)
