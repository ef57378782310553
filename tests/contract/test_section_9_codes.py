"""Section 9: every code that the contract can refuse with is refused with, and says what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cookui.contract.acts import Context, apply
from cookui.contract.model import check_document
from cookui.contract.refusal import Code, Refusal
from tests.contract.playing import (
    CHEF,
    Story,
    armed,
    council_return,
    execute_return,
    executed,
    failed,
    pending,
    plan_return,
    planned,
    refute_return,
    verify_return,
)

RECORDERS = {Code.TOO_LARGE, Code.LOCK_TIMEOUT, Code.IO}
"""Codes that only the recorder refuses with: they are about files and locks."""


def _act(make: Callable[[], Story], kind: str, **fields: Any) -> Callable[[], Any]:
    def give() -> None:
        story = make()
        apply(story.task, {"kind": kind, **fields}, story.context())

    return give


def _record(make: Callable[[], Story], agent: str, made: Any) -> Callable[[], Any]:
    return _act(make, "record", stage=made["stage"], agent=agent, **{"return": made})


def _without_a_grant() -> Story:
    story = executed()
    story.task = {**story.task, "plan": {**story.task["plan"], "requiresApproval": True}}
    return story


REFUSED: dict[Code, Callable[[], Any]] = {
    Code.NOT_FOUND: lambda: apply(None, {"kind": "start"}, Context("2026-01-01T00:00:00.000Z")),
    Code.CATEGORY: _record(lambda: Story(category="code").do("start"), "planner", plan_return()),
    Code.STAGE: _record(planned, "planner", plan_return()),
    Code.STATUS: _record(Story, "planner", plan_return()),
    Code.RETURN_SHAPE: _record(planned, "exec-0", execute_return(actions=[])),
    Code.IDENTITY: _record(executed, "exec-0", verify_return(0)),
    Code.APPROVAL_NONE_PENDING: _act(planned, "approve", operator=CHEF),
    Code.APPROVAL_BOUNDARY: _record(
        lambda: planned(requiresApproval=True),
        "exec-0",
        execute_return("approval-required", approvalRequired="Drop everything"),
    ),
    Code.APPROVAL_GRANTED: _act(lambda: pending().approve(), "approve", operator=CHEF),
    Code.APPROVAL_REQUIRED: _record(lambda: planned(requiresApproval=True), "exec-0", execute_return()),
    Code.APPROVAL_SELF: _act(pending, "approve", operator="exec-0"),
    Code.APPROVAL_STALE: _act(
        pending, "approve", operator=CHEF, expectation={"requestId": 0, "sha256": "0" * 64}
    ),
    Code.POSTCONDITIONS: _record(executed, "ver-0", verify_return(0, postconditions=[])),
    Code.CYCLE: _record(executed, "ver-0", verify_return(1)),
    Code.SLOT_TAKEN: _record(failed, "ver-1", verify_return(0)),
    Code.REFUTE_TARGET: _record(failed, "ref-0", refute_return("something else")),
    Code.COUNCIL: _act(
        failed,
        "record",
        stage="council",
        members=["member-i", "member-s", "member-p"],
        synthesizer="synth",
        **{"return": council_return(("verify", "open", 2))},
    ),
    Code.NOT_DONE: _record(_without_a_grant, "ver-0", verify_return(0)),
    Code.REVERIFY: _act(armed, "reverify"),
    Code.DEPS: lambda: Story(deps=[3]),
    Code.CLAIM: _act(lambda: planned().do("claim", by="driver-1"), "claim", by="driver-2"),
    Code.TEXT: _act(planned, "block", operator=CHEF, reason=" "),
    Code.LEDGER_CORRUPT: lambda: check_document({}),
    Code.LEDGER_VERSION: lambda: check_document({"schemaVersion": 2}),
}


def test_every_code_is_either_the_contracts_or_the_recorders() -> None:
    assert set(REFUSED) | RECORDERS == set(Code)
    assert not set(REFUSED) & RECORDERS


@pytest.mark.parametrize("code", REFUSED)
def test_every_code_is_refused_with_a_sentence_and_a_remedy(code: Code) -> None:
    with pytest.raises(Refusal) as caught:
        REFUSED[code]()
    refusal = caught.value
    assert refusal.code == code
    for words in (refusal.sentence, refusal.remedy):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "  " not in words
        assert "\n" not in words
