"""Every conformance case and every walk, step by step, documents equal, refused steps unchanged to the byte."""

from __future__ import annotations

import json

import pytest

from cookui.contract import Json
from cookui.contract.acts import Context, apply
from cookui.contract.model import check_document
from cookui.contract.refusal import Refusal
from tests.conformance.walks import Walk, normalised, walks

WALKS = list(walks())


def started() -> Json:
    task = apply(None, {"kind": "add", "id": 1, "title": "Promote orders-db-2"}, Context(at(0)))
    return apply(task, {"kind": "start"}, Context(at(1)))


def at(second: int) -> str:
    return f"2026-01-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


@pytest.mark.parametrize("walk", WALKS, ids=[walk.name for walk in WALKS])
def test_walk(walk: Walk) -> None:
    task = started()
    executors: set[str] = set()
    for step in walk.steps:
        before = json.dumps(task)
        try:
            after = apply(task, step.act, Context(at(step.number + 2), executors=frozenset(executors)))
        except Refusal as refusal:
            assert not step.accepted, f"step {step.number}: {refusal}"
            assert refusal.remedy
        else:
            assert step.accepted, f"step {step.number} was taken"
            if step.act.get("stage") == "execute":
                executors.add(step.act["agent"])
            check_document(after)
            assert normalised(after) == step.expected, f"step {step.number}"
            assert json.dumps(task) == before, f"step {step.number} changed its input"
            task = after
