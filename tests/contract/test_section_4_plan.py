"""Section 4: plans, and forks that only the Chef can decide."""

from __future__ import annotations

import pytest

from cookui.contract.refusal import Code
from tests.contract.playing import (
    BOUNDARY,
    CHEF,
    Story,
    council_return,
    escalation_return,
    execute_return,
    failed,
    finding,
    pending,
    plan_return,
    planned,
    refute_return,
    verify_return,
)

LISTS = ("slices", "runbook", "preconditions", "postconditions", "verificationSeams")
TEXTS = ("recoveryBoundary", "approvalBoundary")


def test_a_plan_is_kept_and_sends_the_task_to_execute() -> None:
    task = Story().do("start").record("planner", plan_return(complexity="complex", auditRequired=True)).task
    made = plan_return()
    assert task["stage"] == "execute"
    assert task["complexity"] == "complex"
    assert task["audit"]["required"] is True
    assert task["plan"] == {
        name: part for name, part in made.items() if name not in ("stage", "complexity", "auditRequired")
    }


@pytest.mark.parametrize("field", LISTS)
@pytest.mark.parametrize("given", [[], [""], ["ok", ""], "text", None])
def test_every_list_is_a_nonempty_list_of_nonempty_text(field: str, given: object) -> None:
    refusal = Story().do("start").refuses_record(Code.RETURN_SHAPE, "planner", plan_return(**{field: given}))
    assert refusal.details["faults"][0]["path"].startswith(field)


@pytest.mark.parametrize("blank", [" ", "\n\t", "\u2003", "\u00a0", "\r\n\u2028"])
@pytest.mark.parametrize("field", [*LISTS, *TEXTS])
def test_dagger_a_plans_own_texts_hold_a_character_that_is_not_white_space(field: str, blank: str) -> None:
    given = [blank] if field in LISTS else blank
    Story().do("start").refuses_record(Code.RETURN_SHAPE, "planner", plan_return(**{field: given}))


@pytest.mark.parametrize("blank", [" ", "\u3000"])
def test_dagger_a_forks_own_texts_hold_a_character_that_is_not_white_space(blank: str) -> None:
    story = Story().do("start")
    story.refuses_record(Code.RETURN_SHAPE, "planner", escalation_return(blank))
    story.refuses_record(Code.RETURN_SHAPE, "planner", escalation_return("Now?", "yes", blank))


@pytest.mark.parametrize("field", ["refactorOpportunity", "testFiles", "redRun"])
def test_fields_of_code_plans_are_refused_like_any_unknown_field(field: str) -> None:
    refusal = Story().do("start").refuses_record(Code.RETURN_SHAPE, "planner", plan_return(**{field: None}))
    assert refusal.details["faults"] == [{"path": field, "fault": "is unknown"}]


def test_texts_are_kept_exactly() -> None:
    boundary = " \u202eFence\u200b orders-db-1\r\n[prod]\x1b[2J \u0041\u030a "
    task = Story().do("start").record("planner", plan_return(approvalBoundary=boundary)).task
    assert task["plan"]["approvalBoundary"] == boundary


def test_an_escalation_is_kept_as_the_whole_plan_and_stays_at_plan() -> None:
    task = Story().do("start").record("planner", escalation_return("Now?", "yes", "no")).task
    assert task["stage"] == "plan"
    assert task["complexity"] == "complex"
    assert "execution" not in task
    assert task["plan"] == {
        "result": "escalation",
        "slices": ["decide"],
        "escalation": {"fork": "Now?", "options": ["yes", "no"]},
    }


def test_a_later_plan_or_escalation_replaces_a_fork() -> None:
    story = Story().do("start").record("planner", escalation_return("Now?"))
    story.record("planner", escalation_return("Or later?"))
    assert story.task["plan"]["escalation"]["fork"] == "Or later?"
    assert story.record("planner", plan_return()).task["plan"]["result"] == "plan"


def test_a_plan_sets_the_requirement_of_an_audit_that_will_be_archived_later() -> None:
    story = failed().record("ref-0", refute_return("open"))
    back_to_plan = story.record("exec-1", execute_return("kickback"))
    audit = back_to_plan.record("planner", plan_return(auditRequired=True)).task["audit"]
    assert audit["required"] is True
    archived = back_to_plan.record("exec-2", execute_return()).task
    assert archived["judgmentHistory"][0]["audit"]["required"] is True
    assert archived["audit"]["required"] is True


def test_dagger_a_new_plan_replaces_the_old_one_whatever_its_boundary() -> None:
    story = pending().approve().record("exec-1", execute_return("kickback"))
    execution = story.task["execution"]
    story.record("planner", plan_return(approvalBoundary="Drop the table", requiresApproval=True))
    assert story.task["plan"]["approvalBoundary"] == "Drop the table"
    assert story.task["execution"] == execution, "what happened stays as it was"
    assert story.task["approvals"][0]["mutation"] == BOUNDARY


@pytest.mark.parametrize("boundary", [BOUNDARY, "Drop the table"])
def test_dagger_a_grant_of_the_old_boundary_never_serves_the_new_one(boundary: str) -> None:
    story = pending().approve().record("exec-1", execute_return("kickback"))
    story.record("planner", plan_return(approvalBoundary=boundary, requiresApproval=True))
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-2", execute_return())
    story.record("exec-2", execute_return("approval-required", approvalRequired=boundary))
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-3", execute_return())
    story.approve().record("exec-3", execute_return())
    assert story.task["execution"]["approval"]["requestId"] == 1


def _declined(to: str = "plan") -> Story:
    return pending().do("decline", operator=CHEF, reason="not today", to=to)


@pytest.mark.parametrize("to", ["plan", "capture"])
def test_what_was_declined_is_not_planned_without_an_approval(to: str) -> None:
    story = _declined(to)
    if to == "capture":
        story.do("start")
    story.refuses_record(Code.APPROVAL_REQUIRED, "planner", plan_return())
    story.record("planner", escalation_return()).do("answer", operator=CHEF, option="now")
    story.refuses_record(Code.APPROVAL_REQUIRED, "planner", plan_return(approvalBoundary="Something else."))
    story.record("planner", plan_return(requiresApproval=True))
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-1", execute_return())


def test_a_decline_binds_every_later_plan() -> None:
    story = _declined().record("planner", plan_return(requiresApproval=True))
    story.record("exec-1", execute_return("kickback"))
    story.refuses_record(Code.APPROVAL_REQUIRED, "planner", plan_return())


def test_a_decline_in_a_recovery_is_not_planned_away() -> None:
    story = planned(requiresApproval=True)
    for cycle in range(3):
        story.record(f"asks-{cycle}", execute_return("approval-required")).approve()
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding(f"round {cycle}")))
        story.record(f"ref-{cycle}", refute_return(f"round {cycle}", cycle=cycle))
    story.council(council_return(("verify", "round 2", 2)))
    story.record("asks-9", execute_return("approval-required"))
    story.do("decline", operator=CHEF, reason="no", to="plan")
    story.refuses_record(Code.APPROVAL_REQUIRED, "planner", plan_return())
