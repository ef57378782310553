"""Section 6: verifications, audits, where the task goes next, and what `done` needs."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.judgment import missing_for_done
from cookui.contract.refusal import Code
from tests.contract.playing import (
    CATEGORIES,
    POSTCONDITIONS,
    Story,
    audit_return,
    execute_return,
    executed,
    failed,
    finding,
    pending,
    planned,
    refute_return,
    verify_return,
)


def _row(text: str, ok: bool = True) -> Json:
    return {"postcondition": text, "ok": ok, "evidence": "seen"}


# --- verify


def test_a_passing_verification_finishes_a_task_without_a_required_audit() -> None:
    task = executed().record("ver-0", verify_return(0)).task
    assert (task["status"], task["stage"]) == ("done", "done")
    assert task["verification"] == {
        "verdict": "pass",
        "reportedVerdict": "pass",
        "verifier_agent_id": "ver-0",
        "postconditions": verify_return(0)["postconditions"],
        "findings": [],
        "evidence": verify_return(0)["evidence"],
    }


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [_row(POSTCONDITIONS[0])],
        [_row(text) for text in (*POSTCONDITIONS, POSTCONDITIONS[0])],
        [_row(text) for text in reversed(POSTCONDITIONS)],
        [_row(POSTCONDITIONS[0] + " "), _row(POSTCONDITIONS[1])],
        [_row(POSTCONDITIONS[0].upper()), _row(POSTCONDITIONS[1])],
    ],
)
def test_rows_match_the_plan_in_length_order_and_text(rows: list[Json]) -> None:
    executed().refuses_record(Code.POSTCONDITIONS, "ver-0", verify_return(0, postconditions=rows))


def test_a_pass_has_every_row_ok() -> None:
    executed().refuses_record(Code.POSTCONDITIONS, "ver-0", verify_return(0, false=1))


def test_a_pass_has_no_finding_and_needs_work_has_one() -> None:
    story = executed()
    follow_up = finding("tidy", **{"class": "follow-up"})
    story.refuses_record(Code.RETURN_SHAPE, "ver-0", verify_return(0, follow_up, verdict="pass"))
    refusal = story.refuses_record(Code.RETURN_SHAPE, "ver-0", verify_return(0, verdict="needs-work"))
    assert refusal.sentence == "The return has 0 findings and the verdict needs-work."


def test_dagger_a_false_row_needs_a_blocker() -> None:
    follow_up = finding("tidy", **{"class": "follow-up"})
    executed().refuses_record(Code.POSTCONDITIONS, "ver-0", verify_return(0, follow_up, false=1))
    assert executed().record("ver-0", verify_return(0, finding("open"), false=1)).task["stage"] == "verify"


@pytest.mark.parametrize("returned", [verify_return, audit_return])
def test_dagger_no_two_findings_of_one_judgment_have_the_same_what(returned: Any) -> None:
    twice = returned(0, finding("open"), finding("open", line=9, file="other.md"))
    executed().refuses_record(Code.RETURN_SHAPE, "agent", twice)


@pytest.mark.parametrize("returned", [verify_return, audit_return])
@pytest.mark.parametrize(
    "changes",
    [
        {"line": 0},
        {"line": 1.5},
        {"file": ""},
        {"what": ""},
        {"why": ""},
        {"severity": "severe"},
        {"class": "blocker"},
        {"kickTo": "verify"},
        {"refute": None},
    ],
)
def test_a_finding_has_its_shape(returned: Any, changes: dict[str, object]) -> None:
    executed().refuses_record(Code.RETURN_SHAPE, "agent", returned(0, {**finding("open"), **changes}))


def test_only_an_audits_finding_has_a_cwe_which_may_be_null() -> None:
    executed().refuses_record(Code.RETURN_SHAPE, "a", verify_return(0, finding("open", cwe=None)))
    executed().refuses_record(Code.RETURN_SHAPE, "a", audit_return(0, finding("open", cwe="")))
    without = audit_return(0, finding("open"))
    without["findings"] = [finding("open")]
    executed().refuses_record(Code.RETURN_SHAPE, "a", without)
    executed().record("a", audit_return(0, finding("open", cwe="CWE-89")))


@pytest.mark.parametrize("returned", [verify_return, audit_return])
@pytest.mark.parametrize("cycle", [1, 7])
def test_the_cycle_is_the_executions(returned: Any, cycle: int) -> None:
    refusal = executed().refuses_record(Code.CYCLE, "agent", returned(cycle))
    assert refusal.details == {"cycle": 0, "given": cycle}


def test_each_slot_takes_one_record() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    assert story.refuses_record(Code.SLOT_TAKEN, "ver-1", verify_return(0)).details["by"] == "ver-0"
    story = executed(auditRequired=True).record("aud-0", audit_return(0))
    assert story.refuses_record(Code.SLOT_TAKEN, "aud-1", audit_return(0)).details["by"] == "aud-0"


# --- audit


@pytest.mark.parametrize(
    "coverage",
    [
        [],
        [{"category": each, "status": "covered_no_hits"} for each in CATEGORIES[:-1]],
        [{"category": each, "status": "covered_no_hits"} for each in (*CATEGORIES, "xss")],
        [{"category": each, "status": "covered_no_hits"} for each in (*CATEGORIES[:-1], "xss")],
        [{"category": each, "status": "covered"} for each in CATEGORIES],
        [{"category": each, "status": "covered_no_hits"} for each in (*CATEGORIES[:-1], "weather")],
    ],
)
def test_an_audit_covers_each_category_once(coverage: list[Json]) -> None:
    executed().refuses_record(Code.RETURN_SHAPE, "aud-0", audit_return(0, coverage=coverage))


def test_a_required_audit_refuses_na_and_an_optional_one_takes_it() -> None:
    executed(auditRequired=True).refuses_record(Code.RETURN_SHAPE, "aud-0", audit_return(0, verdict="na"))
    story = executed().record("aud-0", audit_return(0, verdict="na"))
    assert story.task["audit"]["verdict"] == "na"
    assert story.record("ver-0", verify_return(0)).task["stage"] == "done"


@pytest.mark.parametrize("verdict", ["pass", "na"])
def test_an_audit_has_findings_exactly_when_it_needs_work(verdict: str) -> None:
    executed().refuses_record(Code.RETURN_SHAPE, "aud-0", audit_return(0, finding("leak"), verdict=verdict))
    executed().refuses_record(Code.RETURN_SHAPE, "aud-0", audit_return(0, verdict="needs-work"))


@pytest.mark.parametrize("first", ["verify", "audit"])
def test_verify_and_a_required_audit_come_in_either_order(first: str) -> None:
    records = [("ver-0", verify_return(0)), ("aud-0", audit_return(0))]
    story = executed(auditRequired=True)
    for agent, made in records if first == "verify" else reversed(records):
        story.record(agent, made)
    assert story.task["stage"] == "done"


# --- who judges


def test_the_verifier_is_not_the_executor_nor_any_archived_verifier_nor_the_auditor() -> None:
    story = failed().record("ref-0", refute_return("open")).record("exec-1", execute_return())
    story.record("aud-0", audit_return(1))
    for agent in ("exec-1", "ver-0", "aud-0"):
        story.refuses_record(Code.IDENTITY, agent, verify_return(1))
    story.record("exec-0", verify_return(1))


def test_the_auditor_is_neither_executor_nor_verifier() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    for agent in ("exec-0", "ver-0"):
        story.refuses_record(Code.IDENTITY, agent, audit_return(0))


def test_a_refuter_of_a_live_finding_fills_no_slot() -> None:
    story = executed(auditRequired=True).record("aud-0", audit_return(0, finding("a"), finding("b")))
    story.record("ref-0", refute_return("a", "refuted"))
    story.refuses_record(Code.IDENTITY, "ref-0", verify_return(0))


def test_the_requester_of_an_earlier_request_may_verify() -> None:
    story = pending().approve().record("exec-1", execute_return())
    assert story.record("exec-0", verify_return(0)).task["stage"] == "done"


# --- the verdict that is kept, and where the task goes


def test_the_kept_verdict_is_derived_and_the_reported_one_is_kept_beside_it() -> None:
    follow_up = finding("tidy", **{"class": "follow-up"})
    verification = executed().record("ver-0", verify_return(0, follow_up)).task["verification"]
    assert (verification["verdict"], verification["reportedVerdict"]) == ("pass", "needs-work")
    audit = executed(auditRequired=True).record("aud-0", audit_return(0, follow_up)).task["audit"]
    assert (audit["verdict"], audit["reportedVerdict"]) == ("pass", "needs-work")


@pytest.mark.parametrize(
    ("records", "stage"),
    [
        ([], "verify"),
        ([audit_return(0)], "verify"),
        ([audit_return(0, finding("leak"))], "verify"),
        ([verify_return(0)], "audit"),
        ([verify_return(0, finding("open"))], "verify"),
        ([verify_return(0, finding("open")), audit_return(0)], "verify"),
        ([verify_return(0), audit_return(0, finding("leak"))], "audit"),
        ([verify_return(0, finding("open")), audit_return(0, finding("leak"))], "audit"),
        ([verify_return(0), audit_return(0)], "done"),
    ],
)
def test_where_the_task_goes_next(records: list[Json], stage: str) -> None:
    story = executed(auditRequired=True)
    for number, made in enumerate(records):
        story.record(f"judge-{number}", made)
    assert story.task["stage"] == stage


# --- what done needs: no sequence of records gets there without it, so the documents are edited


def _edited(story: Story, **parts: Any) -> Story:
    story.task = {**story.task, **parts}
    return story


def test_done_needs_the_grant_of_a_gated_plan() -> None:
    story = executed()
    _edited(story, plan={**story.task["plan"], "requiresApproval": True})
    refusal = story.refuses_record(Code.NOT_DONE, "ver-0", verify_return(0))
    assert refusal.details["missing"] == ["the execution does not carry the grant that the plan requires"]


def test_done_needs_the_grant_of_the_boundary_that_stands() -> None:
    story = pending().approve().record("exec-1", execute_return())
    _edited(story, plan={**story.task["plan"], "approvalBoundary": "Drop everything"})
    assert story.refuses_record(Code.NOT_DONE, "ver-0", verify_return(0)).details["missing"]


def test_done_needs_actions_and_evidence() -> None:
    story = executed()
    _edited(story, execution={**story.task["execution"], "actions": [], "evidence": []})
    assert len(story.refuses_record(Code.NOT_DONE, "ver-0", verify_return(0)).details["missing"]) == 2


def test_done_needs_an_executed_execution() -> None:
    story = executed()
    _edited(story, execution={**story.task["execution"], "result": "kickback"})
    assert story.refuses_record(Code.NOT_DONE, "ver-0", verify_return(0)).details["missing"]


def test_done_needs_a_verification_that_matches_the_plan() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    _edited(story, plan={**story.task["plan"], "postconditions": ["another"]})
    assert "verified rows" in story.refuses_record(Code.NOT_DONE, "aud-0", audit_return(0)).sentence


def test_done_needs_every_row_ok_with_evidence() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    rows = [{**row, "ok": False, "evidence": ""} for row in story.task["verification"]["postconditions"]]
    _edited(story, verification={**story.task["verification"], "postconditions": rows})
    assert len(story.refuses_record(Code.NOT_DONE, "aud-0", audit_return(0)).details["missing"]) == 2


def test_done_needs_an_independent_verification() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    _edited(story, agents={**story.task["agents"], "executor_agent_id": "ver-0"})
    assert "independent" in story.refuses_record(Code.NOT_DONE, "aud-0", audit_return(0)).sentence


def test_done_needs_a_verification_with_evidence() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0))
    _edited(story, verification={**story.task["verification"], "evidence": []})
    assert "has no evidence" in story.refuses_record(Code.NOT_DONE, "aud-0", audit_return(0)).sentence


def test_what_done_needs_can_be_asked_of_a_task_that_nobody_verified() -> None:
    missing = missing_for_done(executed().task)
    assert "no independent verification was recorded" in missing
    assert "the verified rows are not the plan's postconditions" in missing
    assert missing_for_done(executed().record("ver-0", verify_return(0)).task) == []


def test_planned_tasks_have_no_judgments() -> None:
    planned().refuses_record(Code.STAGE, "ver-0", verify_return(0))
