"""Section 7: refutes, the kickbacks that follow, and reverify."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract.conditions import reverify_conditions
from cookui.contract.refusal import Code
from tests.contract.playing import (
    CHEF,
    Story,
    armed,
    audit_return,
    execute_return,
    executed,
    failed,
    finding,
    planned,
    recovering,
    refute_return,
    verify_return,
)

# --- the target


def test_a_refute_is_kept_in_the_list_and_as_a_copy_in_its_finding() -> None:
    task = failed().record("ref-0", refute_return("open")).task
    entry = {
        "agent_id": "ref-0",
        "source": "verify",
        "finding": "runbook.md:2 open",
        "verdict": "survives",
        "rationale": "reproduced",
        "evidence": refute_return("open")["evidence"],
    }
    assert task["refutes"] == [entry]
    assert task["verification"]["findings"][0]["refute"] == entry


@pytest.mark.parametrize(
    "name", ["open", "runbook.md:2  open", "runbook.md:3 open", "runbook.md:2 Open", "x"]
)
def test_the_finding_is_named_as_file_line_what(name: str) -> None:
    refusal = failed().refuses_record(Code.REFUTE_TARGET, "ref-0", refute_return("open", finding=name))
    assert refusal.sentence == f"No blocker is named {name}."
    assert refusal.details["undecided"] == ["runbook.md:2 open"]


def test_a_follow_up_and_a_decided_blocker_are_no_targets() -> None:
    follow_up = finding("tidy", **{"class": "follow-up"})
    story = executed().record("ver-0", verify_return(0, finding("a"), finding("b"), follow_up))
    story.refuses_record(Code.REFUTE_TARGET, "ref-0", refute_return("tidy"))
    story.record("ref-0", refute_return("a"))
    refusal = story.refuses_record(Code.REFUTE_TARGET, "ref-1", refute_return("a", "refuted"))
    assert "decided already" in refusal.sentence


def test_without_a_source_the_name_must_be_that_of_exactly_one_undecided_blocker() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0, finding("open")))
    story.record("aud-0", audit_return(0, finding("open")))
    refusal = story.refuses_record(Code.REFUTE_TARGET, "ref-0", refute_return("open"))
    assert refusal.sentence == "More than one undecided blocker is named runbook.md:2 open."
    story.record("ref-0", refute_return("open", source="audit"))
    assert story.task["refutes"][0]["source"] == "audit"
    story.record("ref-1", refute_return("open"))
    assert story.task["refutes"][1]["source"] == "verify"


def test_a_named_source_is_where_the_blocker_must_be() -> None:
    failed().refuses_record(Code.REFUTE_TARGET, "ref-0", refute_return("open", source="audit"))


def test_the_cycle_is_the_executions() -> None:
    failed().refuses_record(Code.CYCLE, "ref-0", refute_return("open", cycle=1))


# --- who refutes


def test_the_refuter_is_no_live_executor_judge_or_refuter() -> None:
    story = executed(auditRequired=True).record("aud-0", audit_return(0, finding("a"), finding("b")))
    story.record("ver-0", verify_return(0)).record("ref-0", refute_return("a"))
    for agent in ("exec-0", "ver-0", "aud-0", "ref-0"):
        story.refuses_record(Code.IDENTITY, agent, refute_return("b"))


def test_an_archived_judge_or_refuter_may_refute() -> None:
    for agent in ("ver-0", "ref-0"):
        story = failed().record("ref-0", refute_return("open")).record("exec-1", execute_return())
        story.record("ver-1", verify_return(1, finding("open again")))
        story.record(agent, refute_return("open again", cycle=1))


# --- what follows


def test_refuted_turns_the_finding_into_a_follow_up_and_the_verdict_follows() -> None:
    task = failed().record("ref-0", refute_return("open", "refuted")).task
    assert task["stage"] == "done"
    assert task["verification"]["findings"][0]["class"] == "follow-up"
    assert (task["verification"]["verdict"], task["verification"]["reportedVerdict"]) == (
        "pass",
        "needs-work",
    )


def test_while_another_blocker_is_undecided_nothing_moves() -> None:
    story = executed().record("ver-0", verify_return(0, finding("a"), finding("b")))
    story.record("ref-0", refute_return("a"))
    assert story.task["stage"] == "verify"
    assert story.task["kickbacks"] == []
    assert story.record("ref-1", refute_return("b", "refuted")).task["stage"] == "execute"


def test_no_survivor_but_a_false_row_kicks_back_uncounted() -> None:
    story = executed().record("ver-0", verify_return(0, finding("open"), false=1))
    task = story.record("ref-0", refute_return("open", "refuted")).task
    assert task["stage"] == "execute"
    assert "convergence" not in task
    assert task["kickbacks"][0]["reason"] == "false: orders-db-2 takes writes"


def test_survivors_kick_back_to_the_earliest_of_their_kick_to() -> None:
    story = executed().record("ver-0", verify_return(0, finding("a"), finding("b", kickTo="plan")))
    task = story.record("ref-0", refute_return("a")).record("ref-1", refute_return("b")).task
    assert task["stage"] == "plan"
    assert [(each["from"], each["to"]) for each in task["kickbacks"]] == [("verify", "plan")]
    assert task["kickbacks"][0]["reason"] == "upheld: runbook.md:2 a; runbook.md:2 b"


def test_each_source_with_a_survivor_is_counted_and_the_earliest_of_all_wins() -> None:
    story = executed(auditRequired=True).record("ver-0", verify_return(0, finding("a")))
    story.record("aud-0", audit_return(0, finding("b", kickTo="capture")))
    task = story.record("ref-0", refute_return("a")).record("ref-1", refute_return("b")).task
    assert task["stage"] == "capture"
    assert task["status"] == "in_progress"
    assert [(each["from"], each["to"]) for each in task["kickbacks"]] == [
        ("verify", "execute"),
        ("audit", "capture"),
    ]
    assert task["convergence"]["stages"] == {
        "verify": {"blockingKickbacks": 1},
        "audit": {"blockingKickbacks": 1},
    }


def test_a_survivor_kicks_back_though_the_other_judgment_is_still_missing() -> None:
    story = failed(auditRequired=True).record("ref-0", refute_return("open"))
    assert story.task["stage"] == "execute"


def test_a_source_at_its_cap_arms_the_council_and_nothing_is_counted_or_kicked() -> None:
    task = armed().task
    assert task["stage"] == "verify"
    assert len(task["kickbacks"]) == 2
    assert task["convergence"]["stages"]["verify"]["blockingKickbacks"] == 2
    assert task["convergence"]["council"] == {
        "convened": False,
        "stage": "verify",
        "members": [],
        "findings": [],
        "verdict": None,
        "outcome": None,
    }


# --- reverify


def test_reverify_archives_the_whole_judgment_and_vacates_the_verification_alone() -> None:
    story = executed(auditRequired=True).record("aud-0", audit_return(0))
    before = story.record("ver-0", verify_return(0, finding("stale", kickTo="plan"))).task
    after = story.do("reverify").task
    assert after["judgmentHistory"] == [
        {
            "cycle": 0,
            "at": after["updatedAt"],
            "verification": before["verification"],
            "audit": before["audit"],
            "agents": {"verifier_agent_id": "ver-0", "audit_agent_id": "aud-0"},
        }
    ]
    assert after["verification"]["verdict"] is None
    assert (after["status"], after["stage"]) == ("in_progress", "verify")
    kept = set(before) - {"verification", "judgmentHistory", "agents", "updatedAt"}
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert after["agents"] == {**before["agents"], "verifier_agent_id": None}


def test_the_next_verifier_is_fresh() -> None:
    story = failed(kick := "stale").do("block", operator=CHEF, reason=kick).do("unblock", operator=CHEF)
    story = executed().record("ver-0", verify_return(0, finding("stale", kickTo="plan"))).do("reverify")
    for agent in ("ver-0", "exec-0"):
        story.refuses_record(Code.IDENTITY, agent, verify_return(0))
    assert story.record("ver-1", verify_return(0)).task["stage"] == "done"


def test_reverify_may_name_its_operator_for_the_event_alone() -> None:
    story = executed().record("ver-0", verify_return(0, finding("stale", kickTo="plan")))
    named = story.do("reverify", operator=CHEF)
    assert named.events[-1]["actor"] == CHEF
    assert CHEF not in str(named.task)
    story = executed().record("ver-0", verify_return(0, finding("stale", kickTo="plan")))
    story.refuses(Code.IDENTITY, "reverify", operator="\u200b")


def _stale() -> Story:
    return executed().record("ver-0", verify_return(0, finding("stale", kickTo="plan")))


def _after_a_kickback() -> Story:
    story = _stale()
    story.task = {**story.task, "execution": {**story.task["execution"], "result": "kickback"}}
    return story


def _with_failing_audit() -> Story:
    return _stale().record("aud-0", audit_return(0, finding("leak", kickTo="plan")))


def _half_decided() -> Story:
    story = executed().record(
        "ver-0", verify_return(0, finding("a", kickTo="plan"), finding("b", kickTo="plan"))
    )
    return story.record("ref-0", refute_return("a", "refuted"))


UNAVAILABLE: dict[str, Any] = {
    "at-verify": lambda: _stale().do("block", operator=CHEF, reason="wait"),
    "executed": _after_a_kickback,
    "failed": executed,
    "no-failing-audit": _with_failing_audit,
    "nothing-refuted": _half_decided,
    "no-council": armed,
    "no-execute-blocker": failed,
}
"""Each of the seven conditions, with a story in which it does not hold."""


@pytest.mark.parametrize("name", UNAVAILABLE)
def test_reverify_is_refused_and_lists_each_condition_with_whether_it_holds(name: str) -> None:
    story = UNAVAILABLE[name]()
    conditions = reverify_conditions(story.task)
    assert [each.name for each in conditions] == list(UNAVAILABLE)
    failing = [each for each in conditions if not each.holds]
    assert name in [each.name for each in failing]
    refusal = story.refuses(Code.REVERIFY, "reverify")
    assert refusal.details["conditions"] == [each.as_json() for each in conditions]
    for each in failing:
        assert each.fact in refusal.sentence


@pytest.mark.parametrize(
    ("name", "part", "changes"),
    [
        ("at-verify", "category", "code"),
        ("at-verify", "status", "blocked"),
        ("at-verify", "stage", "audit"),
        ("executed", "execution", {"result": "kickback"}),
        ("executed", "execution", {"executor_agent_id": "exec-7"}),
        ("failed", "verification", {"verdict": "pass"}),
        ("failed", "verification", {"verifier_agent_id": "ver-7"}),
        ("failed", "verification", {"verifier_agent_id": None}),
        ("no-failing-audit", "audit", {"verdict": "needs-work"}),
        ("no-council", "convergence", recovering().task["convergence"]),
        ("no-council", "convergence", armed().task["convergence"]),
    ],
)
def test_each_condition_of_reverify_is_decided_by_its_own_facts(name: str, part: str, changes: Any) -> None:
    task = _stale().task
    edited = {**task.get(part, {}), **changes} if isinstance(changes, dict) else changes
    conditions = reverify_conditions({**task, part: edited})
    assert [each.name for each in conditions if not each.holds] == [name]


def test_a_vacant_verification_is_no_failed_one() -> None:
    task = _stale().task
    vacant = {**task["verification"], "verifier_agent_id": None}
    agents = {**task["agents"], "verifier_agent_id": None}
    conditions = reverify_conditions({**task, "verification": vacant, "agents": agents})
    assert [each.name for each in conditions if not each.holds] == ["failed"]


def test_all_seven_conditions_hold_where_reverify_is_available() -> None:
    assert all(each.holds for each in reverify_conditions(_stale().task))


@pytest.mark.parametrize("story", [Story, planned, recovering])
def test_reverify_conditions_can_be_asked_of_any_task(story: Any) -> None:
    assert len(reverify_conditions(story().task)) == len(UNAVAILABLE)
