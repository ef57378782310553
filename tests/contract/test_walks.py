"""Every conformance case and walk, step by step: documents equal, refused steps unchanged to the byte."""

from __future__ import annotations

import json

import pytest

from cookui.contract import Json
from cookui.contract.refusal import Refusal
from tests.conformance.walks import Walk, normalised, walks
from tests.contract.playing import Story

WALKS = list(walks())


def test_all_of_them_are_here() -> None:
    assert len(WALKS) == 157 + 90
    assert len({walk.name for walk in WALKS}) == len(WALKS)
    assert sum(len(walk.steps) for walk in WALKS) == 1071 + 1604


@pytest.mark.parametrize("walk", WALKS, ids=[walk.name for walk in WALKS])
def test_walk(walk: Walk) -> None:
    story = Story().do("start")
    for step in walk.steps:
        before = json.dumps(story.task)
        assert _is_taken(story, step.act) is step.accepted, f"step {step.number}: {step.act}"
        if step.accepted:
            assert normalised(story.task) == step.expected, f"step {step.number}"
        else:
            assert json.dumps(story.task) == before, f"step {step.number} changed the document"


def _is_taken(story: Story, act: Json) -> bool:
    try:
        story.do(**act)
    except Refusal:
        return False
    return True
