"""Sections 1 and 2: what a task document is, and the check that catches a rule's bug or an editor's hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.model import check_document
from cookui.contract.refusal import Code, Refusal
from tests.contract.playing import (
    CHEF,
    Story,
    armed,
    audit_return,
    escalation_return,
    execute_return,
    executed,
    failed,
    finding,
    pending,
    recovering,
    refute_return,
    verify_return,
)


def test_a_new_task_has_just_the_parts_that_are_there_from_the_start() -> None:
    task = Story(title="Rotate the certificate of api.example").task
    assert task == {
        "schemaVersion": 1,
        "operationStateVersion": 1,
        "id": 1,
        "slug": "rotate-the-certificate-of-api-example",
        "title": "Rotate the certificate of api.example",
        "category": "operation",
        "status": "pending",
        "stage": "capture",
        "priority": "p2",
        "deps": [],
        "createdAt": "2026-01-01T00:00:00.000Z",
        "updatedAt": "2026-01-01T00:00:00.000Z",
        "agents": {"executor_agent_id": None, "verifier_agent_id": None, "audit_agent_id": None},
        "audit": {
            "required": False,
            "verdict": "na",
            "audit_agent_id": None,
            "findings": [],
            "evidence": [],
        },
        "kickbacks": [],
        "commits": [],
        "blockedReason": None,
        "abandonReason": None,
    }


def test_every_change_moves_updated_at_and_nothing_else_moves_created_at() -> None:
    story = Story().do("start")
    assert story.task["updatedAt"] == "2026-01-01T00:00:01.000Z"
    assert story.task["createdAt"] == "2026-01-01T00:00:00.000Z"


def test_a_vacant_verification_appears_with_the_first_execution() -> None:
    assert "verification" not in pending().task
    assert executed().task["verification"] == {
        "verdict": None,
        "verifier_agent_id": None,
        "postconditions": [],
        "findings": [],
        "evidence": [],
    }


Edit = Callable[[Json], Any]


def _edit(path: str, value: Any) -> Edit:
    """Sets the part at a path such as `approvals.0.requestId`; the value `DROP` takes it away."""

    def edit(task: Json) -> None:
        place: Any = task
        *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
        for part in way:
            place = place[part]
        if value is DROP:
            del place[last]
        else:
            place[last] = value

    return edit


DROP = object()

# --- edits of the shape: each document is good before the edit

SHAPE: dict[str, tuple[Callable[[], Story], Edit, str]] = {
    "unknown field": (Story, _edit("note", "x"), "note"),
    "missing field": (Story, _edit("commits", DROP), "commits"),
    "null for absent": (Story, _edit("claim", None), "claim"),
    "true for 1": (Story, _edit("schemaVersion", True), "schemaVersion"),
    "1.0 for 1": (Story, _edit("operationStateVersion", 1.0), "operationStateVersion"),
    "text for a number": (Story, _edit("id", "1"), "id"),
    "zero as id": (Story, _edit("id", 0), "id"),
    "unknown status": (Story, _edit("status", "paused"), "status"),
    "unknown stage": (Story, _edit("stage", "review"), "stage"),
    "unknown priority": (Story, _edit("priority", "p5"), "priority"),
    "time without milliseconds": (Story, _edit("updatedAt", "2026-01-01T00:00:00Z"), "updatedAt"),
    "time with an offset": (Story, _edit("createdAt", "2026-01-01T00:00:00.000+01:00"), "createdAt"),
    "empty list for absent": (Story, _edit("approvals", []), "approvals"),
    "field in a grant": (lambda: pending().approve(), _edit("approvals.0.note", "x"), "approvals[0].note"),
    "unknown plan": (pending, _edit("plan.result", "draft"), "plan.result"),
    "field in a plan": (pending, _edit("plan.testFiles", []), "plan.testFiles"),
    "blank boundary": (pending, _edit("plan.approvalBoundary", " \n"), "plan.approvalBoundary"),
    "field in a fork": (
        lambda: Story().do("start").record("planner", escalation_return()),
        _edit("plan.escalation.note", "x"),
        "plan.escalation.note",
    ),
    "cap of three": (armed, _edit("convergence.cap", 3), "convergence.cap"),
    "cwe in a verification": (
        failed,
        _edit("verification.findings.0.cwe", None),
        "verification.findings[0].cwe",
    ),
    "lone surrogate": (Story, _edit("title", "a\ud800"), "title"),
}


@pytest.mark.parametrize("name", SHAPE)
def test_a_document_of_another_shape_is_refused_by_its_path(name: str) -> None:
    make, edit, path = SHAPE[name]
    assert path in _faults(make().task, edit)


# --- edits that leave the shape and break what the parts say of each other


def _refuted() -> Story:
    return failed().record("ref-0", refute_return("open", "refuted"))


def _done() -> Story:
    return executed().record("ver-0", verify_return(0))


def _granted_and_done() -> Story:
    return pending().approve().record("exec-1", execute_return()).record("ver-0", verify_return(0))


def _audited() -> Story:
    return executed(auditRequired=True).record("aud-0", audit_return(0, finding("leak")))


def _declined() -> Story:
    return pending().do("decline", operator=CHEF, reason="not now", to="plan")


def _asked_twice() -> Story:
    return pending().record("exec-1", execute_return("approval-required"))


INVARIANTS: dict[str, tuple[Callable[[], Story], Edit, str]] = {
    "done at verify": (executed, _edit("status", "done"), "status"),
    "in progress at done": (_done, _edit("status", "in_progress"), "status"),
    "pending at plan": (lambda: Story().do("start"), _edit("status", "pending"), "status"),
    "blocked without a reason": (executed, _edit("status", "blocked"), "blockedReason"),
    "a reason without a block": (executed, _edit("blockedReason", "why"), "blockedReason"),
    "abandoned without a reason": (executed, _edit("status", "abandoned"), "abandonReason"),
    "planned without complexity": (executed, _edit("complexity", DROP), "complexity"),
    "executing a fork": (
        executed,
        _edit(
            "plan",
            {
                "result": "escalation",
                "slices": ["a"],
                "escalation": {"fork": "f", "options": ["o"]},
            },
        ),
        "plan",
    ),
    "executor verifies": (failed, _edit("agents.verifier_agent_id", "exec-0"), "agents"),
    "another executor": (failed, _edit("agents.executor_agent_id", "x"), "agents.executor_agent_id"),
    "another verifier": (failed, _edit("verification.verifier_agent_id", "x"), "agents.verifier_agent_id"),
    "another auditor": (_audited, _edit("agents.audit_agent_id", "x"), "agents.audit_agent_id"),
    "request id is no index": (pending, _edit("approvalRequests.0.id", 1), "approvalRequests[0].id"),
    "granted twice": (
        lambda: pending().approve(),
        lambda task: task["approvals"].append(dict(task["approvals"][0])),
        "approvals",
    ),
    "grant of no request": (lambda: pending().approve(), _edit("approvals.0.requestId", 7), "approvals"),
    "grant of another text": (
        lambda: pending().approve(),
        _edit("approvals.0.mutation", "Drop everything"),
        "approvals[0].mutation",
    ),
    "declined and granted": (
        _declined,
        lambda task: task.update(
            approvals=[
                {
                    "mutation": task["approvalRequests"][0]["mutation"],
                    "grantedBy": CHEF,
                    "grantedAt": task["updatedAt"],
                    "requestId": 0,
                }
            ]
        ),
        "approvals",
    ),
    "decline of no request": (_declined, _edit("declines.0.requestId", 3), "approvals"),
    "verify without an execution": (executed, _edit("execution", DROP), "execution"),
    "asking without a text": (
        pending,
        _edit("execution.approvalRequired", None),
        "execution.approvalRequired",
    ),
    "asking without an id": (
        pending,
        _edit("execution.approvalRequestId", DROP),
        "execution.approvalRequestId",
    ),
    "asking for no request": (
        pending,
        _edit("execution.approvalRequestId", 9),
        "execution.approvalRequestId",
    ),
    "asking for an old request": (
        _asked_twice,
        _edit("execution.approvalRequestId", 0),
        "execution.approvalRequestId",
    ),
    "asking for another text": (
        pending,
        _edit("execution.approvalRequired", "Drop everything"),
        "execution.approvalRequired",
    ),
    "a text without asking": (
        executed,
        _edit("execution.approvalRequired", "x"),
        "execution.approvalRequired",
    ),
    "verifying a kickback": (executed, _edit("execution.result", "kickback"), "execution.result"),
    "carrying another grant": (
        lambda: pending().approve(),
        _edit("execution.approval.grantedBy", "Mallory"),
        "execution.approval",
    ),
    "carrying the grant of another request": (
        _granted_and_done,
        _edit("execution.approvalRequestId", DROP),
        "execution.approval.requestId",
    ),
    "a kickback with a grant": (
        lambda: pending().approve().record("exec-1", execute_return("kickback")),
        lambda task: task["execution"].update(approval=task["approvals"][0]),
        "execution.approval",
    ),
    "a verdict without a verifier": (
        executed,
        _edit("verification.verdict", "pass"),
        "verification.verdict",
    ),
    "rows without a verifier": (
        executed,
        lambda task: task["verification"]["evidence"].append({"command": "c", "output": "o"}),
        "verification",
    ),
    "no reported verdict": (
        failed,
        _edit("verification.reportedVerdict", DROP),
        "verification.reportedVerdict",
    ),
    "no evidence": (failed, _edit("verification.evidence", []), "verification.evidence"),
    "pass with a blocker": (failed, _edit("verification.verdict", "pass"), "verification.verdict"),
    "needs-work without a blocker": (
        failed,
        _edit("verification.findings.0.class", "follow-up"),
        "verification.verdict",
    ),
    "two findings alike": (
        failed,
        lambda task: task["verification"]["findings"].append(task["verification"]["findings"][0]),
        "verification.findings",
    ),
    "rows of another plan": (
        failed,
        _edit("verification.postconditions.0.postcondition", "x"),
        "verification.postconditions",
    ),
    "verify without a verification": (executed, _edit("verification", DROP), "verification"),
    "an audit without an auditor": (executed, _edit("audit.verdict", "pass"), "audit"),
    "an audit without its scan": (_audited, _edit("audit.scan", DROP), "audit.scan"),
    "history out of order": (armed, _edit("judgmentHistory.1.cycle", 5), "judgmentHistory[1].cycle"),
    "history of another judge": (
        armed,
        _edit("judgmentHistory.0.agents.verifier_agent_id", "x"),
        "judgmentHistory[0].agents.verifier_agent_id",
    ),
    "a verdict changed in the history": (
        armed,
        _edit("judgmentHistory.0.verification.verdict", "pass"),
        "judgmentHistory[0].verification.verdict",
    ),
    "a refute that is not listed": (_refuted, _edit("refutes.0.agent_id", "x"), "refutes"),
    "a refuted blocker": (
        lambda: armed(),
        lambda task: [
            each.update(verdict="refuted")
            for each in (task["refutes"][2], task["verification"]["findings"][0]["refute"])
        ],
        "refutes",
    ),
    "more kickbacks than the cap": (
        armed,
        _edit("convergence.stages.verify.blockingKickbacks", 3),
        "convergence.stages.verify",
    ),
    "a council without a stage": (
        recovering,
        _edit("convergence.council.stage", None),
        "convergence.council.stage",
    ),
    "a council without its cycle": (
        recovering,
        _edit("convergence.council.cycle", DROP),
        "convergence.council.cycle",
    ),
    "a verdict before the council": (
        armed,
        _edit("convergence.council.verdict", "ship"),
        "convergence.council",
    ),
    "a block that shipped": (
        recovering,
        _edit("convergence.council.outcome", "shipped"),
        "convergence.council.outcome",
    ),
    "execute kicked back to execute": (
        lambda: planned_kickback(),
        _edit("kickbacks.0.to", "execute"),
        "kickbacks[0].to",
    ),
    "done with a false row": (_done, _edit("verification.postconditions.0.ok", False), "stage"),
    "done without the grant": (_granted_and_done, _edit("execution.approval", DROP), "stage"),
    "done with the audit missing": (_done, _edit("audit.required", True), "stage"),
    "done without a verification": (
        _done,
        lambda task: task["verification"].update(
            verdict=None, verifier_agent_id=None, postconditions=[], evidence=[]
        ),
        "stage",
    ),
}


def planned_kickback() -> Story:
    return pending().record("exec-1", execute_return("kickback"))


@pytest.mark.parametrize("name", INVARIANTS)
def test_a_document_whose_parts_contradict_each_other_is_refused(name: str) -> None:
    make, edit, path = INVARIANTS[name]
    assert path in _faults(make().task, edit)


def _faults(task: Json, edit: Edit) -> list[str]:
    """The paths that the check names after an edit of a document that it took before."""
    check_document(task)
    edited = json.loads(json.dumps(task))
    edit(edited)
    with pytest.raises(Refusal) as caught:
        check_document(edited)
    assert caught.value.code == Code.LEDGER_CORRUPT
    assert caught.value.remedy
    return [fault["path"] for fault in caught.value.details["faults"]]


def test_a_newer_schema_is_a_matter_of_version_not_of_corruption() -> None:
    with pytest.raises(Refusal) as caught:
        check_document({"schemaVersion": 2, "shape": "unknown to us"})
    assert caught.value.code == Code.LEDGER_VERSION
    assert caught.value.details == {"schemaVersion": 2, "known": 1}


@pytest.mark.parametrize("document", [None, [], "x", 3, {}, {"schemaVersion": "9"}])
def test_what_is_no_document_at_all_is_corrupt(document: object) -> None:
    with pytest.raises(Refusal) as caught:
        check_document(document)
    assert caught.value.code == Code.LEDGER_CORRUPT
