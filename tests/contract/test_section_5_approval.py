"""Section 5: granting and declining, and who may."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from cookui.contract.conditions import approve_conditions, decline_conditions
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Code
from tests.contract.playing import (
    BOUNDARY,
    CHEF,
    Story,
    execute_return,
    failed,
    pending,
    plan_return,
    planned,
    recovering,
    refute_return,
)

SHA256 = hashlib.sha256(BOUNDARY.encode()).hexdigest()

DECISIONS: list[tuple[str, dict[str, Any]]] = [
    ("approve", {}),
    ("decline", {"reason": "not tonight", "to": "plan"}),
]
"""Both decisions, with what they need besides an operator: they have the same rules of who and when."""


def test_a_grant_is_appended_and_bound_to_the_execution() -> None:
    task = pending().approve().task
    grant = {
        "mutation": BOUNDARY,
        "grantedBy": CHEF,
        "grantedAt": "2026-01-01T00:00:04.000Z",
        "requestId": 0,
    }
    assert task["approvals"] == [grant]
    assert task["execution"]["approval"] == grant
    assert task["stage"] == "execute"


def test_the_granted_text_is_never_given_by_the_caller() -> None:
    pending().refuses(Code.RETURN_SHAPE, "approve", operator=CHEF, mutation="Drop the table")


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_nothing_pending_is_refused(kind: str, fields: dict[str, Any]) -> None:
    for story in (Story().do("start"), planned(requiresApproval=True), failed()):
        story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator=CHEF, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_blocked_task_takes_no_decision(kind: str, fields: dict[str, Any]) -> None:
    story = pending().do("block", operator=CHEF, reason="wait")
    story.refuses(Code.STATUS, kind, operator=CHEF, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_granted_request_is_not_decided_again_and_the_refusal_names_who_and_when(
    kind: str, fields: dict[str, Any]
) -> None:
    refusal = pending().approve().refuses(Code.APPROVAL_GRANTED, kind, operator="Sous", **fields)
    assert CHEF in refusal.sentence
    assert "2026-01-01T00:00:04.000Z" in refusal.sentence


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_who_comes_too_late_is_told_what_became_of_the_request(kind: str, fields: dict[str, Any]) -> None:
    story = pending().approve().record("exec-1", execute_return())
    assert CHEF in story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator="Sous", **fields).sentence
    story = pending().do("decline", operator=CHEF, reason="no", to="plan")
    refusal = story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator="Sous", **fields)
    assert f"declined by {CHEF}" in refusal.sentence
    story = pending().record("exec-1", execute_return("kickback"))
    refusal = story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator="Sous", **fields)
    assert "kickback" in refusal.sentence


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_text_that_is_no_longer_the_boundary_is_refused(kind: str, fields: dict[str, Any]) -> None:
    story = pending()
    story.task = {**story.task, "plan": {**story.task["plan"], "approvalBoundary": "Drop the table"}}
    story.refuses(Code.APPROVAL_BOUNDARY, kind, operator=CHEF, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_plan_that_requires_no_approval_is_refused(kind: str, fields: dict[str, Any]) -> None:
    story = pending()
    story.task = {**story.task, "plan": {**story.task["plan"], "requiresApproval": False}}
    story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator=CHEF, **fields)


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("execution", {"result": "executed"}),
        ("execution", {"approvalRequestId": 1}),
        ("execution", {"approvalRequired": "Drop the table"}),
        ("execution", {"executor_agent_id": "exec-7"}),
        ("execution", {"recordedAt": "2026-01-01T00:00:09.000Z"}),
        ("execution", {"cycle": 1}),
        ("stage", "verify"),
    ],
)
@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_request_is_pending_only_while_the_execution_is_bound_to_it(
    kind: str, fields: dict[str, Any], part: str, changes: Any
) -> None:
    story = pending()
    edited = {**story.task[part], **changes} if isinstance(changes, dict) else changes
    story.task = {**story.task, part: edited}
    story.refuses(Code.APPROVAL_NONE_PENDING, kind, operator=CHEF, **fields)


# --- who


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
@pytest.mark.parametrize("operator", ["", " ", "\n\t", "\u2003"])
def test_a_blank_operator_is_refused(kind: str, fields: dict[str, Any], operator: str) -> None:
    pending().refuses(Code.IDENTITY, kind, operator=operator, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
@pytest.mark.parametrize(
    "operator",
    [
        "Che\x00f",
        "Chef\n",
        "Chef\x1b[31m",
        "Chef\u200b",
        "\u202eChef",
        "Chef\u00ad",
        "Chef\ufe0f",
        "Chef\u2800",
    ],
)
def test_dagger_an_operator_with_a_control_or_invisible_character_is_refused(
    kind: str, fields: dict[str, Any], operator: str
) -> None:
    pending().refuses(Code.IDENTITY, kind, operator=operator, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
@pytest.mark.parametrize("operator", ["exec-0", "EXEC-0", "e x e c - 0", "ｅｘｅｃ-0", "exec-０"])
def test_dagger_an_operator_who_reads_like_the_executor_is_refused(
    kind: str, fields: dict[str, Any], operator: str
) -> None:
    pending().refuses(Code.APPROVAL_SELF, kind, operator=operator, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
@pytest.mark.parametrize("operator", ["first", "exec-0", "exec-1", "First", "EXEC-1"])
def test_dagger_whoever_ever_executed_or_requested_on_the_task_is_refused(
    kind: str, fields: dict[str, Any], operator: str
) -> None:
    """`first` executed long ago, the other two requested: the document alone has forgotten `first`."""
    story = planned().record("first", execute_return("kickback"))
    story.record("planner", plan_return(requiresApproval=True))
    story.record("exec-0", execute_return("approval-required"))
    story.record("exec-1", execute_return("approval-required"))
    story.refuses(Code.APPROVAL_SELF, kind, operator=operator, **fields)
    story.do(kind, operator="planner", **fields)


def test_a_planner_or_a_judge_may_grant() -> None:
    assert pending().approve("planner").task["approvals"][0]["grantedBy"] == "planner"


# --- what was seen


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_decision_is_taken_when_it_was_about_what_is_pending(kind: str, fields: dict[str, Any]) -> None:
    seen = {"requestId": 0, "sha256": SHA256}
    story = pending().do(kind, operator=CHEF, expectation=seen, **fields)
    assert story.events[-1]["data"]["act"]["expectation"] == seen


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
@pytest.mark.parametrize(
    "seen",
    [{"requestId": 1, "sha256": SHA256}, {"requestId": 0, "sha256": hashlib.sha256(b"other").hexdigest()}],
)
def test_any_difference_from_what_was_seen_is_stale(kind: str, fields: dict[str, Any], seen: Any) -> None:
    pending().refuses(Code.APPROVAL_STALE, kind, operator=CHEF, expectation=seen, **fields)


@pytest.mark.parametrize(("kind", "fields"), DECISIONS)
def test_a_request_that_was_replaced_is_stale_though_its_text_is_the_same(
    kind: str, fields: dict[str, Any]
) -> None:
    story = pending().record("exec-1", execute_return("approval-required"))
    seen = {"requestId": 0, "sha256": SHA256}
    story.refuses(Code.APPROVAL_STALE, kind, operator=CHEF, expectation=seen, **fields)


@pytest.mark.parametrize(
    "seen",
    [
        None,
        {},
        {"requestId": 0},
        {"requestId": True, "sha256": SHA256},
        {"requestId": 0, "sha256": SHA256.upper()},
        {"requestId": 0, "sha256": "x"},
    ],
)
def test_a_malformed_expectation_is_refused_by_its_path(seen: object) -> None:
    refusal = pending().refuses(Code.RETURN_SHAPE, "approve", operator=CHEF, expectation=seen)
    assert refusal.details["faults"][0]["path"].startswith("expectation")


def test_a_grant_without_what_was_seen_is_taken_unless_the_ledger_requires_it() -> None:
    story = pending()
    story.require_digest = True
    story.refuses(Code.APPROVAL_STALE, "approve", operator=CHEF)
    story.approve(expectation={"requestId": 0, "sha256": SHA256})
    assert pending().approve().task["approvals"]


# --- declining


@pytest.mark.parametrize("to", ["plan", "capture"])
def test_a_decline_sends_the_task_back_with_its_reason(to: str) -> None:
    task = pending().do("decline", operator=CHEF, reason="not tonight", to=to).task
    at = "2026-01-01T00:00:04.000Z"
    assert task["stage"] == to
    assert task["status"] == "in_progress"
    assert task["declines"] == [
        {"requestId": 0, "declinedBy": CHEF, "declinedAt": at, "reason": "not tonight"}
    ]
    assert task["kickbacks"] == [{"from": "execute", "to": to, "reason": "not tonight", "at": at}]
    assert task["execution"]["result"] == "kickback"
    assert task["execution"]["approvalRequired"] is None


@pytest.mark.parametrize("reason", ["", "  ", "\n"])
def test_a_decline_needs_a_nonblank_reason(reason: str) -> None:
    pending().refuses(Code.TEXT, "decline", operator=CHEF, reason=reason, to="plan")


@pytest.mark.parametrize("to", ["execute", "verify", "", None])
def test_a_decline_goes_to_plan_or_capture_only(to: object) -> None:
    pending().refuses(Code.RETURN_SHAPE, "decline", operator=CHEF, reason="no", to=to)


def test_a_declined_request_can_never_be_granted() -> None:
    story = pending().do("decline", operator=CHEF, reason="no", to="plan")
    story.record("planner", plan_return(requiresApproval=True))
    story.refuses(Code.APPROVAL_NONE_PENDING, "approve", operator=CHEF)
    story.record("exec-1", execute_return("approval-required"))
    seen = {"requestId": 0, "sha256": SHA256}
    story.refuses(Code.APPROVAL_STALE, "approve", operator=CHEF, expectation=seen)
    assert story.approve().task["approvals"][0]["requestId"] == 1


def test_a_decline_inside_a_recovery_is_no_kickback_of_its_executor() -> None:
    story = recovering(requiresApproval=False)
    story.task = {**story.task, "plan": {**story.task["plan"], "requiresApproval": True}}
    story.record("exec-9", execute_return("approval-required"))
    story.do("decline", operator=CHEF, reason="smaller, please", to="plan")
    assert story.task["status"] == "in_progress"
    assert story.task["convergence"]["council"]["outcome"] is None


# --- the same conditions before and in the refusal


@pytest.mark.parametrize("list_conditions", [approve_conditions, decline_conditions])
def test_the_refusal_reads_from_the_conditions_that_a_screen_shows(list_conditions: Any) -> None:
    story = pending().approve()
    conditions = list_conditions(story.task, CHEF, executors_of(story.events))
    kind, fields = DECISIONS[0] if list_conditions is approve_conditions else DECISIONS[1]
    refusal = story.refuses(Code.APPROVAL_GRANTED, kind, operator=CHEF, **fields)
    assert refusal.details["conditions"] == [each.as_json() for each in conditions]
    assert [each.name for each in conditions] == [
        "operation",
        "in-progress",
        "pending",
        "gated",
        "boundary",
        "ungranted",
        "operator",
        "independent",
    ]
    assert [each.name for each in conditions if not each.holds] == ["ungranted"]


def test_every_condition_states_a_fact_and_a_remedy_where_it_does_not_hold() -> None:
    stories = [
        Story(),
        planned(),
        pending(),
        pending().approve(),
        failed().record("r", refute_return("open")),
    ]
    for story in stories:
        for each in approve_conditions(story.task, "exec-0"):
            assert each.fact
            assert not each.fact.endswith(".")
            assert bool(each.remedy) is not each.holds


@pytest.mark.parametrize(
    ("make", "name", "fact"),
    [
        (lambda: Story().do("start"), "pending", "no approval is pending: none was ever asked for"),
        (lambda: Story().do("start"), "gated", "there is no plan yet"),
        (lambda: Story().do("start"), "boundary", "no text is asked for"),
        (planned, "gated", "the plan requires no approval"),
        (pending, "pending", "request 0 of exec-0 is pending"),
        (pending, "gated", "the plan requires an approval"),
        (pending, "ungranted", "nobody has granted it"),
        (Story, "in-progress", "the task is pending"),
    ],
)
def test_a_condition_states_the_fact_that_decides_it(make: Any, name: str, fact: str) -> None:
    facts = {each.name: each.fact for each in approve_conditions(make().task)}
    assert facts[name] == fact
