"""What a rule may ask of the ledger's other tasks: by an id, and nothing else ends an act but a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cookui.contract.refusal import Code
from cookui.recorder.recorder import Recorder
from tests.contract.playing import (
    MEMBERS,
    council_return,
    execute_return,
    finding,
    plan_return,
    refute_return,
    verify_return,
)
from tests.recorder.ledgers import bytes_of, refused, started


def _armed(recorder: Recorder) -> int:
    """A task whose council is armed."""
    task_id = started(recorder)
    recorder.record(task_id, "plan", "planner", plan_return())
    for cycle in range(3):
        name = f"round {cycle}"
        recorder.record(task_id, "execute", f"exec-{cycle}", execute_return())
        recorder.record(task_id, "verify", f"ver-{cycle}", verify_return(cycle, finding(name)))
        recorder.record(task_id, "refute", f"ref-{cycle}", refute_return(name, cycle=cycle))
    return task_id


def _demoting(follow_up: Any) -> dict[str, Any]:
    made = council_return(("verify", "round 2", 1))
    made["council"]["findings"][0]["followupTaskId"] = follow_up
    return made


@pytest.mark.parametrize("follow_up", [None, 1, 99, 10**12])
def test_a_follow_up_that_is_no_other_task_is_refused(
    recorder: Recorder, root: Path, follow_up: int | None
) -> None:
    task_id = _armed(recorder)
    before = bytes_of(root)
    refused(Code.COUNCIL, lambda: recorder.record_council(task_id, MEMBERS, "synth", _demoting(follow_up)))
    assert bytes_of(root) == before


def test_a_follow_up_that_is_another_task_is_kept_with_how_it_stood(recorder: Recorder) -> None:
    task_id = _armed(recorder)
    other = recorder.add("Fence it better").document["id"]
    recorded = recorder.record_council(task_id, MEMBERS, "synth", _demoting(other))
    assert recorded.document["status"] == "done"
    assert recorded.event["data"]["others"] == {str(other): "pending"}
    assert recorder.validate() == []
