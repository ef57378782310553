"""Who was sent and has come back, whose progress is told, and in which words the next record is named."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract.refusal import Code
from cookui.contract.waiting import may_close_recovery, may_record, now
from tests.contract.playing import (
    CHEF,
    Story,
    armed,
    audit_return,
    council_return,
    escalation_return,
    execute_return,
    executed,
    failed,
    finding,
    pending,
    planned,
    recovering,
    refute_return,
    verify_return,
)


def _words(story: Story) -> str:
    words: str = now(story.task, story.events)["words"]
    return words


def _two_blockers() -> Story:
    return executed().record("ver-0", verify_return(0, finding("a"), finding("b")))


def test_whoever_records_comes_back_for_one_sent_without_a_name() -> None:
    story = _two_blockers().do("intent", stage="refute")
    assert _words(story) == "refute sent"
    assert _words(story.record("ref-a", refute_return("a"))) == "verify: 2 blockers"


def test_another_agent_does_not_come_back_for_one_sent_by_name() -> None:
    story = _two_blockers().do("intent", stage="refute", agent="ref-b")
    assert _words(story.record("ref-a", refute_return("a"))) == "refute sent to ref-b"


def test_a_record_of_another_stage_brings_nobody_back() -> None:
    story = executed(auditRequired=True).do("intent", stage="verify")
    assert _words(story.record("aud-0", audit_return(0))) == "verify sent"


def test_progress_before_a_judge_came_back_is_nobodys_any_more() -> None:
    story = executed(auditRequired=True).do("intent", stage="verify", agent="ver-0")
    story.do("progress", step=1, total=3)
    assert now(story.task, story.events)["step"] == 1
    story.record("aud-0", audit_return(0))
    assert "step" not in now(story.task, story.events)
    story.do("progress", step=2, total=3)
    assert now(story.task, story.events)["step"] == 2


def test_progress_says_that_an_executor_runs_only_where_one_is_waited_for() -> None:
    assert _words(executed().do("progress", step=1, total=3)) == "waits for a verifier"
    assert _words(Story().do("progress", step=1, total=3)) == "waits for its start"


WHY: dict[str, tuple[Any, str, str]] = {
    "plan": (
        lambda: Story().do("start"),
        "plan",
        "a plan, or an escalation of a fork that only the operator can decide",
    ),
    "fork": (
        lambda: Story().do("start").record("planner", escalation_return()),
        "plan",
        "a plan, or another escalation, in place of the fork",
    ),
    "free": (planned, "execute", "an execution, or a kickback"),
    "gated": (
        lambda: planned(requiresApproval=True),
        "execute",
        "a request for the plan's approval boundary, or a kickback",
    ),
    "pending": (pending, "execute", "a kickback, or another request in place of the pending one"),
    "granted": (lambda: pending().approve(), "execute", "an execution under the grant, or a kickback"),
    "optional audit": (executed, "audit", "not required by the plan"),
    "required audit": (lambda: executed(auditRequired=True), "audit", "required by the plan"),
    "one blocker": (failed, "refute", "1 undecided blocker"),
    "two blockers": (_two_blockers, "refute", "2 undecided blockers"),
    "council": (armed, "council", "three members and a synthesizer decide on the upheld blockers"),
}


@pytest.mark.parametrize("name", WHY)
def test_the_next_record_is_named_with_what_it_would_do(name: str) -> None:
    make, stage, why = WHY[name]
    assert {each.stage: each.why for each in may_record(make().task)}[stage] == why


def test_a_recovery_is_closed_only_when_all_its_judgments_passed() -> None:
    assert not may_close_recovery(armed().task)
    assert not may_close_recovery(executed().record("ver-0", verify_return(0)).task)
    story = armed(auditRequired=True).record("aud-2", audit_return(2))
    story.council(council_return(("verify", "round 2", 2)))
    assert not may_close_recovery(story.task)
    story.record("exec-9", execute_return()).record("ver-9", verify_return(3))
    assert not may_close_recovery(story.task), "the required audit is missing"
    assert may_close_recovery(story.record("aud-9", audit_return(3)).task)


def test_a_failed_recovery_with_a_false_row_is_stuck_whatever_audit_is_missing() -> None:
    """Only an audit that fails would be taken then, and nobody is sent for that."""
    story = armed(auditRequired=True).record("aud-2", audit_return(2))
    story.council(council_return(("verify", "round 2", 2))).record("exec-9", execute_return())
    story.record("ver-9", verify_return(3, finding("new"), false=2))
    story.record("ref-9", refute_return("new", "refuted", cycle=3)).do("unblock", operator=CHEF)
    assert may_record(story.task) == []
    assert _words(story) == "stuck: 2 rows false; abandon it, and add a new task"
    story.refuses_record(Code.NOT_DONE, "aud-9", audit_return(3))
    story.do("abandon", operator=CHEF, reason="the recovery failed")


def test_after_a_decline_a_plan_that_requires_an_approval_is_waited_for() -> None:
    story = pending().do("decline", operator=CHEF, reason="no", to="plan")
    assert "requires an approval" in may_record(story.task)[0].why


def test_a_recovery_with_an_undecided_blocker_is_not_closed() -> None:
    story = recovering().record("exec-9", execute_return())
    assert not may_close_recovery(story.record("ver-9", verify_return(3, finding("again"))).task)
    story = recovering().record("exec-9", execute_return()).record("ver-9", verify_return(3))
    assert not may_close_recovery(story.record("aud-9", audit_return(3, finding("leak"))).task)
