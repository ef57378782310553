"""Every conformance case and walk through `cook`: equal documents after each step, no trace of a refusal."""

from __future__ import annotations

import pytest

from tests.cli.cook import Answer, Cook, digest_of
from tests.conformance.walks import Json, Walk, normalised, walks

WALKS = list(walks())


def carry_out(cook: Cook, act: Json) -> Answer:
    if act["kind"] == "approve":
        return cook("approve", 1, act["operator"])
    if act["kind"] != "record":
        return cook(act["kind"], 1)
    agents = [*act["members"], act["synthesizer"]] if act["stage"] == "council" else [act["agent"]]
    return cook("record", act["stage"], 1, *agents, cook.file(act["return"]))


@pytest.mark.parametrize("walk", WALKS, ids=[walk.name for walk in WALKS])
def test_walk(started: Cook, walk: Walk) -> None:
    for step in walk.steps:
        before = digest_of(started.root / ".cook" / "tasks")
        answer = carry_out(started, step.act)
        assert (answer.status == 0) == step.accepted, (step.number, answer.out, answer.err)
        if step.accepted:
            assert normalised(started.document(1)) == step.expected, f"step {step.number}"
        else:
            assert answer.status in (1, 2), answer.err
            assert answer.err.startswith("cook: ")
            assert "\n  next: " in answer.err
            assert digest_of(started.root / ".cook" / "tasks") == before, f"step {step.number}"
    assert started("validate").status == 0
