"""Section 5: executions, their cycles, requests, kickbacks, and what becomes of judgments after a repair."""

from __future__ import annotations

import pytest

from cookui.contract.queries import grant_of_execution, granted_request
from cookui.contract.refusal import Code
from tests.contract.playing import (
    BOUNDARY,
    CHEF,
    Story,
    audit_return,
    execute_return,
    executed,
    failed,
    finding,
    pending,
    plan_return,
    planned,
    refute_return,
    verify_return,
)


@pytest.mark.parametrize(
    "changes",
    [
        {"kickback": {"to": "plan", "reason": "r"}},
        {"approvalRequired": BOUNDARY},
        {"result": "kickback"},
        {"result": "approval-required"},
        {"result": "kickback", "kickback": {"to": "execute", "reason": "r"}},
        {"result": "kickback", "kickback": {"to": "plan", "reason": ""}},
        {"result": "kickback", "kickback": {"to": "plan"}},
        {"result": "done"},
        {"result": ["executed"]},
        {"actions": []},
        {"actions": [""]},
    ],
)
def test_kickback_and_approval_required_are_there_exactly_when_the_result_says_so(
    changes: dict[str, object],
) -> None:
    made = {**execute_return(), **changes}
    planned(requiresApproval=True).refuses_record(Code.RETURN_SHAPE, "exec-0", made)


def test_an_execution_without_a_gate_goes_to_verify_and_carries_no_grant() -> None:
    task = executed().task
    assert task["stage"] == "verify"
    assert task["execution"] == {
        "result": "executed",
        "executor_agent_id": "exec-0",
        "cycle": 0,
        "recordedAt": "2026-01-01T00:00:03.000Z",
        "actions": ["promoted orders-db-2"],
        "evidence": execute_return()["evidence"],
        "approvalRequired": None,
    }


# --- cycles


def test_the_first_execution_has_cycle_0_and_a_repair_adds_one() -> None:
    story = failed().record("ref-0", refute_return("open")).record("exec-1", execute_return())
    assert story.task["execution"]["cycle"] == 1


def test_a_record_after_a_pending_or_granted_request_keeps_its_cycle() -> None:
    story = pending()
    assert story.record("exec-1", execute_return("approval-required")).task["execution"]["cycle"] == 0
    assert story.approve().record("exec-2", execute_return()).task["execution"]["cycle"] == 0


def test_a_record_after_a_kickback_adds_one() -> None:
    story = pending().record("exec-1", execute_return("kickback"))
    assert story.task["execution"]["cycle"] == 0
    story.record("planner", plan_return()).record("exec-2", execute_return())
    assert story.task["execution"]["cycle"] == 1


# --- asking for an approval


def test_a_request_is_appended_and_bound_to_the_execution() -> None:
    task = pending().task
    assert task["stage"] == "execute"
    assert task["approvalRequests"] == [
        {
            "id": 0,
            "mutation": BOUNDARY,
            "requestedBy": "exec-0",
            "requestedAt": "2026-01-01T00:00:03.000Z",
            "cycle": 0,
        }
    ]
    assert task["execution"]["approvalRequestId"] == 0


def test_a_free_plan_has_nothing_to_ask_for() -> None:
    planned().refuses_record(Code.APPROVAL_BOUNDARY, "exec-0", execute_return("approval-required"))


@pytest.mark.parametrize(
    "text",
    [
        BOUNDARY + " ",
        BOUNDARY.upper(),
        BOUNDARY.replace("e", "\u0435", 1),
        BOUNDARY + "\u200b",
        BOUNDARY[:-1],
    ],
)
def test_the_requested_text_is_the_boundary_code_point_by_code_point(text: str) -> None:
    story = planned(requiresApproval=True)
    story.refuses_record(
        Code.APPROVAL_BOUNDARY, "exec-0", execute_return("approval-required", approvalRequired=text)
    )


def test_over_a_pending_request_another_executor_may_ask_again_and_only_the_newest_can_be_granted() -> None:
    story = pending()
    story.refuses_record(Code.IDENTITY, "exec-0", execute_return("approval-required"))
    story.record("exec-1", execute_return("approval-required"))
    assert [request["id"] for request in story.task["approvalRequests"]] == [0, 1]
    assert story.approve().task["approvals"][0]["requestId"] == 1


def test_dagger_over_a_granted_request_nobody_asks_again() -> None:
    story = pending().approve()
    refusal = story.refuses_record(Code.APPROVAL_GRANTED, "exec-1", execute_return("approval-required"))
    assert refusal.details == {"requestId": 0}


# --- who may execute over a request


@pytest.mark.parametrize("result", ["executed", "kickback", "approval-required"])
@pytest.mark.parametrize("is_granted", [True, False])
def test_over_a_request_every_execute_record_needs_another_executor(result: str, is_granted: bool) -> None:
    story = pending().approve() if is_granted else pending()
    refusals = (
        {"executed": Code.APPROVAL_REQUIRED}
        if not is_granted
        else {"approval-required": Code.APPROVAL_GRANTED}
    )
    story.refuses_record(Code.IDENTITY, "exec-0", execute_return(result))
    if result in refusals:
        story.refuses_record(refusals[result], "exec-1", execute_return(result))
    else:
        story.record("exec-1", execute_return(result))


@pytest.mark.parametrize("agent", [CHEF, "chef", "Ｃｈｅｆ", "C h e f"])
@pytest.mark.parametrize("result", ["executed", "kickback"])
def test_the_operator_who_granted_does_not_execute(agent: str, result: str) -> None:
    pending().approve().refuses_record(Code.IDENTITY, agent, execute_return(result))


def test_the_first_requester_may_execute_after_another_one_asked() -> None:
    story = pending().record("exec-1", execute_return("approval-required")).approve()
    assert story.record("exec-0", execute_return()).task["stage"] == "verify"


# --- executing under a gate


def test_there_is_no_way_to_verify_without_the_grant() -> None:
    story = planned(requiresApproval=True)
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-0", execute_return())
    story.record("exec-0", execute_return("approval-required"))
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-1", execute_return())


def test_an_execution_carries_its_grant_along() -> None:
    execution = pending().approve().record("exec-1", execute_return()).task["execution"]
    assert execution["approvalRequestId"] == 0
    assert execution["approval"]["grantedBy"] == CHEF


def test_a_repair_of_a_gated_plan_needs_a_new_grant() -> None:
    story = pending().approve().record("exec-1", execute_return())
    story.record("ver-0", verify_return(0, finding("open"))).record("ref-0", refute_return("open"))
    assert story.task["stage"] == "execute"
    story.refuses_record(Code.APPROVAL_REQUIRED, "exec-2", execute_return())
    story.record("exec-2", execute_return("approval-required")).approve().record("exec-3", execute_return())
    assert story.task["execution"]["approval"]["requestId"] == 1


def test_a_kickback_closes_a_pending_request_and_keeps_its_id_but_no_grant() -> None:
    story = pending().approve().record("exec-1", execute_return("kickback"))
    assert story.task["execution"]["approvalRequestId"] == 0
    assert "approval" not in story.task["execution"]
    story.record("planner", plan_return(requiresApproval=True))
    story.refuses(Code.APPROVAL_NONE_PENDING, "approve", operator=CHEF)


@pytest.mark.parametrize("to", ["capture", "plan"])
def test_a_kickback_goes_to_capture_or_plan_with_its_reason(to: str) -> None:
    story = planned().record("exec-0", execute_return("kickback", kickback={"to": to, "reason": "lag"}))
    assert story.task["stage"] == to
    assert story.task["status"] == "in_progress"
    assert story.task["kickbacks"] == [
        {"from": "execute", "to": to, "reason": "lag", "at": "2026-01-01T00:00:03.000Z"}
    ]


# --- a grant written before request ids existed


def _old_grant(**changes: object) -> Story:
    story = pending().approve()
    grant = {name: part for name, part in story.task["approvals"][0].items() if name != "requestId"}
    story.task = {
        **story.task,
        "approvals": [grant],
        "execution": {**story.task["execution"], "approval": grant},
        **changes,
    }
    return story


def test_an_old_grant_without_request_id_stays_valid_if_it_is_the_last_and_fits() -> None:
    story = _old_grant()
    assert granted_request(story.task) is not None
    assert story.record("exec-1", execute_return()).task["stage"] == "verify"


@pytest.mark.parametrize(
    "changes", [{"grantedAt": "2025-12-31T00:00:00.000Z"}, {"mutation": "Drop the table"}]
)
def test_an_old_grant_that_does_not_fit_text_or_time_is_none(changes: dict[str, str]) -> None:
    story = _old_grant()
    grant = {**story.task["approvals"][0], **changes}
    task = {
        **story.task,
        "approvals": [grant],
        "execution": {**story.task["execution"], "approval": grant},
    }
    assert grant_of_execution(task) is None


def test_an_old_grant_of_the_very_moment_of_its_request_fits() -> None:
    story = _old_grant()
    grant = {**story.task["approvals"][0], "grantedAt": story.task["approvalRequests"][0]["requestedAt"]}
    task = {
        **story.task,
        "approvals": [grant],
        "execution": {**story.task["execution"], "approval": grant},
    }
    assert grant_of_execution(task) == grant


def test_an_old_grant_that_is_not_the_last_is_none() -> None:
    story = _old_grant()
    later = {**story.task["approvals"][0], "requestId": 0}
    assert grant_of_execution({**story.task, "approvals": [*story.task["approvals"], later]}) is None


# --- judgments after a repair


def test_a_new_execution_archives_the_filled_judgments_once_and_vacates_both_slots() -> None:
    story = executed(auditRequired=True).record("aud-0", audit_return(0))
    story.record("ver-0", verify_return(0, finding("open"))).record("ref-0", refute_return("open"))
    before = story.task
    story.record("exec-1", execute_return())
    assert story.task["judgmentHistory"] == [
        {
            "cycle": 0,
            "at": story.task["updatedAt"],
            "verification": before["verification"],
            "audit": before["audit"],
            "agents": {"verifier_agent_id": "ver-0", "audit_agent_id": "aud-0"},
        }
    ]
    assert story.task["verification"]["verdict"] is None
    assert story.task["audit"] == {
        "required": True,
        "verdict": "na",
        "audit_agent_id": None,
        "findings": [],
        "evidence": [],
    }


def test_a_lone_audit_is_archived_too() -> None:
    story = executed(auditRequired=True).record("aud-0", audit_return(0, finding("leak")))
    story.record("ref-0", refute_return("leak")).record("exec-1", execute_return())
    (entry,) = story.task["judgmentHistory"]
    assert entry["agents"] == {"verifier_agent_id": None, "audit_agent_id": "aud-0"}
    assert entry["verification"]["verdict"] is None


def test_an_execution_before_any_judgment_archives_nothing() -> None:
    assert "judgmentHistory" not in executed().task
