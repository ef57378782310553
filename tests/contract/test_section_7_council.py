"""Section 7: the council, its one recovery, and how either ends with the operator."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.refusal import Code
from tests.contract.playing import (
    BOUNDARY,
    CHEF,
    MEMBERS,
    Story,
    armed,
    audit_return,
    council_return,
    execute_return,
    failed,
    finding,
    planned,
    recovering,
    refute_return,
    verify_return,
)

BLOCK = council_return(("verify", "round 2", 2))
SHIP = council_return(("verify", "round 2", 1))
CLOSE = council_return(("verify", "round 2", 2), outcome="scoped-fix-shipped")


def _changed(made: Json, path: str, value: Any) -> Json:
    """A copy of a council's return with the part at a path such as `members.0.lens` replaced."""
    head, _, rest = path.partition(".")
    if isinstance(made, list):
        index = int(head)
        part = value if not rest else _changed(made[index], rest, value)
        return [*made[:index], part, *made[index + 1 :]]  # type: ignore[return-value]
    return {**made, head: value if not rest else _changed(made[head], rest, value)}


# --- when


def test_a_council_is_recorded_only_when_armed() -> None:
    failed().refuses_council(Code.COUNCIL, BLOCK)


def test_a_council_waits_until_every_judgment_is_in_and_decided() -> None:
    story = armed(auditRequired=True)
    story.refuses_council(Code.COUNCIL, BLOCK)
    story.record("aud-2", audit_return(2, finding("leak")))
    assert story.task["stage"] == "verify"
    story.refuses_council(Code.COUNCIL, BLOCK)
    story.record("ref-a", refute_return("leak", source="audit", cycle=2))
    assert story.task["convergence"]["stages"]["audit"]["blockingKickbacks"] == 0
    story.refuses_council(Code.COUNCIL, BLOCK)
    story.council(council_return(("verify", "round 2", 2), ("audit", "leak", 1)))


def test_a_council_is_recorded_at_the_armed_stage() -> None:
    armed().refuses_council(Code.COUNCIL, council_return(("verify", "round 2", 2), stage="audit"))


# --- who


@pytest.mark.parametrize("agent", ["exec-2", "ver-2", "ref-2", "ver-0", "ver-1", "ref-0"])
def test_executor_judges_and_refuters_do_not_sit_in_the_council(agent: str) -> None:
    members = [agent, *MEMBERS[1:]]
    made = {"stage": "council", "council": _changed(BLOCK["council"], "members.0.agent_id", agent)}
    armed().refuses_council(Code.IDENTITY, made, members=members)
    armed().refuses_council(Code.IDENTITY, BLOCK, synthesizer=agent)


def test_an_earlier_executor_may_sit_in_the_council() -> None:
    made = {"stage": "council", "council": _changed(BLOCK["council"], "members.0.agent_id", "exec-0")}
    armed().council(made, members=["exec-0", *MEMBERS[1:]])


@pytest.mark.parametrize(
    ("members", "synthesizer"),
    [
        (["x", *MEMBERS[1:]], "synth"),
        (MEMBERS[::-1], "synth"),
        (MEMBERS[:2], "synth"),
        (MEMBERS, MEMBERS[0]),
    ],
)
def test_the_observed_members_are_those_of_the_return_and_four_distinct(
    members: list[str], synthesizer: str
) -> None:
    armed().refuses_council(Code.IDENTITY, BLOCK, synthesizer=synthesizer, members=members)


def test_a_member_does_not_sit_twice() -> None:
    made = {"stage": "council", "council": _changed(BLOCK["council"], "members.0.agent_id", MEMBERS[1])}
    armed().refuses_council(Code.IDENTITY, made, members=[MEMBERS[1], *MEMBERS[1:]])


# --- what it must say

INCONSISTENT: dict[str, tuple[str, Any]] = {
    "not convened": ("convened", False),
    "a lens twice": ("members.1.lens", "integrity"),
    "no findings": ("findings", []),
    "another finding": ("findings.0.summary", "something else"),
    "another source": ("findings.0.source", "audit"),
    "a survivor with a follow-up": ("findings.0.followupTaskId", "ledger"),
    "a wrong tally": ("findings.0.blockingVotes", 3),
    "a survivor that did not": ("findings.0.survived", False),
    "a vote missing": ("members.0.inquiry.findingVotes", []),
    "a vote twice": (
        "members.0.inquiry.findingVotes",
        [{"id": "F1", "blocking": True, "rationale": "r"}] * 2,
    ),
    "a vote on nothing": ("members.0.inquiry.findingVotes.0.id", "F9"),
    "a strategy twice": ("members.0.inquiry.solutionStrategies", ["scoped-execute"] * 2),
    "a strategy missing": ("members.0.inquiry.solutionStrategies", ["scoped-execute"]),
    "a synthesis with one strategy": ("synthesis.solutionStrategies", ["scoped-execute"]),
    "survivors left out": ("synthesis.survivingBlockers", []),
    "nothing rejected": ("synthesis.rejectedAlternatives", []),
    "the selected rejected": ("synthesis.rejectedAlternatives", ["scoped-execute"]),
    "a verdict against the votes": ("verdict", "ship"),
    "shipped early": ("outcome", "shipped"),
    "fixed early": ("outcome", "scoped-fix-shipped"),
}


@pytest.mark.parametrize("name", INCONSISTENT)
def test_what_a_council_says_must_follow_from_its_votes(name: str) -> None:
    path, value = INCONSISTENT[name]
    made = {"stage": "council", "council": _changed(BLOCK["council"], path, value)}
    code = Code.COUNCIL
    armed().refuses_council(code, made)


def test_a_council_does_not_demote_what_two_members_upheld() -> None:
    """A return that is of one piece in every other way: it says of two votes that they are none."""
    told = council_return(("verify", "round 2", 1))["council"]
    voted = council_return(("verify", "round 2", 2))["council"]
    council = _changed({**told, "members": voted["members"]}, "findings.0.blockingVotes", 2)
    refusal = armed().refuses_council(Code.COUNCIL, {"stage": "council", "council": council})
    assert "2 blocking votes" in refusal.sentence


def test_a_synthesis_weighs_both_strategies() -> None:
    council = _changed(BLOCK["council"], "synthesis.solutionStrategies", ["scoped-execute"])
    council = _changed(council, "synthesis.rejectedAlternatives", [])
    armed().refuses_council(Code.COUNCIL, {"stage": "council", "council": council})


@pytest.mark.parametrize("follow_up", [None, 2, 10**30])
def test_a_demoted_finding_is_followed_up_in_a_task_that_exists(follow_up: int | None) -> None:
    made = {"stage": "council", "council": _changed(SHIP["council"], "findings.0.followupTaskId", follow_up)}
    armed().refuses_council(Code.COUNCIL, made)


def test_a_demoted_finding_may_be_followed_up_in_another_task() -> None:
    story = armed()
    story.others[2] = "pending"
    story.council({"stage": "council", "council": _changed(SHIP["council"], "findings.0.followupTaskId", 2)})


@pytest.mark.parametrize(
    ("made", "outcome", "sentence"),
    [
        (
            BLOCK,
            "shipped",
            "By its votes the council's verdict is block with outcome null, "
            "and the return says block with outcome shipped.",
        ),
        (
            SHIP,
            None,
            "By its votes the council's verdict is ship with outcome shipped, "
            "and the return says ship with outcome null.",
        ),
    ],
)
def test_an_outcome_against_the_votes_is_told_with_the_one_that_follows(
    made: Json, outcome: str | None, sentence: str
) -> None:
    council = _changed(made["council"], "outcome", outcome)
    refusal = armed().refuses_council(Code.COUNCIL, {"stage": "council", "council": council})
    assert refusal.sentence == sentence


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("outcome", "blocked-to-operator"),
        ("members", BLOCK["council"]["members"][:2]),
        ("members.0.lens", "speed"),
        ("members.0.temperature", True),
        ("members.0.temperature", "0.2"),
        ("members.0.temperature", float("nan")),
        ("members.0.inquiry", None),
        ("members.0.inquiry.question", ""),
        ("members.0.inquiry.causalHypotheses", []),
        ("members.0.inquiry.decisiveEvidence", [""]),
        ("members.0.inquiry.solutionStrategies", ["pray"]),
        ("findings.0.followupTaskId", True),
        ("findings.0.followupTaskId", "backlog"),
        ("findings.0.followupTaskId", 0),
        ("findings.0.blockingVotes", True),
        ("synthesis.selectedStrategy", "pray"),
        ("synthesis.problemRestatement", ""),
        ("convened", 1),
    ],
)
def test_a_council_has_its_shape_and_a_fault_is_named_by_its_path(path: str, value: object) -> None:
    made = {"stage": "council", "council": _changed(BLOCK["council"], path, value)}
    refusal = armed().refuses_council(Code.RETURN_SHAPE, made)
    head = "council." + path.split(".")[0]
    assert refusal.details["faults"][0]["path"].startswith(head)


@pytest.mark.parametrize("temperature", [0, 0.7, 1, None])
def test_a_temperature_is_kept_as_it_was_given(temperature: object) -> None:
    made = {"stage": "council", "council": _changed(BLOCK["council"], "members.0.temperature", temperature)}
    kept = armed().council(made).task["convergence"]["council"]["members"][0]["temperature"]
    assert kept == temperature
    assert type(kept) is type(temperature)


@pytest.mark.parametrize(
    "question",
    [
        "What does security say?",
        "WHAT DOES SECURITY SAY",
        "say: security, does what?!",
        "What\tdoes security say",
    ],
)
def test_inquiries_differ_by_more_than_case_spacing_punctuation_and_order(question: str) -> None:
    inquiry = BLOCK["council"]["members"][1]["inquiry"]
    alike = {**inquiry, "question": question, "decisiveEvidence": [" Evidence of SECURITY. "]}
    council = _changed(BLOCK["council"], "members.2.inquiry", alike)
    council = _changed(council, "findings.0.blockingVotes", 3)
    armed().refuses_council(Code.COUNCIL, {"stage": "council", "council": council})


def _two_votes(*votes: tuple[str, bool, str]) -> list[Json]:
    return [{"id": name, "blocking": blocking, "rationale": why} for name, blocking, why in votes]


@pytest.mark.parametrize(
    ("votes", "alike"),
    [
        (_two_votes(("F2", True, "b"), ("F1", False, "a")), True),
        (_two_votes(("F1", False, "A!"), ("F2", True, " b")), True),
        (_two_votes(("F1", True, "a"), ("F2", False, "b")), False),
        (_two_votes(("F1", False, "b"), ("F2", True, "a")), False),
    ],
)
def test_inquiries_that_swap_their_votes_differ(votes: list[Json], alike: bool) -> None:
    """Votes in another order are the same; the same words on other findings are not."""
    story = planned(auditRequired=True)
    for cycle in range(3):
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding("one"), finding("two")))
        for name in ("one", "two"):
            story.record(f"ref-{cycle}-{name}", refute_return(name, cycle=cycle))
    story.record("aud-2", audit_return(2))
    council = council_return(("verify", "one", 1), ("verify", "two", 3))["council"]
    first = council["members"][0]["inquiry"]
    kept = {**first, "findingVotes": _two_votes(("F1", False, "a"), ("F2", True, "b"))}
    council = _changed(council, "members.1.inquiry", kept)
    council = _changed(council, "members.2.inquiry", {**kept, "findingVotes": votes})
    refusal = story.refuses_council(
        Code.COUNCIL, {"stage": "council", "council": _changed(council, "verdict", "ship")}
    )
    assert refusal.sentence.startswith("Two inquiries differ") is alike


def test_inquiries_that_vote_otherwise_differ() -> None:
    inquiry = BLOCK["council"]["members"][1]["inquiry"]
    votes = [{**inquiry["findingVotes"][0], "blocking": False}]
    council = _changed(BLOCK["council"], "members.2.inquiry", {**inquiry, "findingVotes": votes})
    armed().council({"stage": "council", "council": council})


def test_two_findings_do_not_share_an_id() -> None:
    story = armed(auditRequired=True).record("aud-2", audit_return(2, finding("leak")))
    story.record("ref-a", refute_return("leak", cycle=2))
    council = council_return(("verify", "round 2", 2), ("audit", "leak", 2))["council"]
    story.refuses_council(
        Code.COUNCIL, {"stage": "council", "council": _changed(council, "findings.1.id", "F1")}
    )


@pytest.mark.parametrize("given", ["ledger", 7])
def test_a_demoted_finding_is_followed_up_in_an_existing_task_or_the_ledger(given: object) -> None:
    made = {"stage": "council", "council": _changed(SHIP["council"], "findings.0.followupTaskId", given)}
    story = armed()
    if given != "ledger":
        story.refuses_council(Code.COUNCIL, made)
        story.others[7] = "pending"
    story.council(made)


def test_a_demoted_finding_without_a_follow_up_is_refused() -> None:
    made = {"stage": "council", "council": _changed(SHIP["council"], "findings.0.followupTaskId", None)}
    armed().refuses_council(Code.COUNCIL, made)


# --- what follows


def test_the_council_is_kept_with_synthesizer_cycle_and_executor_added() -> None:
    council = recovering().task["convergence"]["council"]
    assert council == {
        **BLOCK["council"],
        "synthesizer_agent_id": "synth",
        "cycle": 2,
        "executor_agent_id": "exec-2",
    }


def test_ship_kicks_back_from_verify_to_execute_when_a_row_is_false() -> None:
    task = armed().council(SHIP).task
    assert task["stage"] == "execute"
    assert task["convergence"]["council"]["outcome"] == "shipped"
    assert (task["kickbacks"][-1]["from"], task["kickbacks"][-1]["to"]) == ("verify", "execute")
    assert task["kickbacks"][-1]["reason"].startswith("false: ")
    assert task["convergence"]["stages"]["verify"]["blockingKickbacks"] == 2


def _armed_without_false_rows() -> Story:
    story = planned()
    for cycle in range(3):
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding(f"round {cycle}")))
        story.record(f"ref-{cycle}", refute_return(f"round {cycle}", cycle=cycle))
    return story


def test_ship_is_done_when_every_row_is_ok_though_its_blockers_stand() -> None:
    task = _armed_without_false_rows().council(SHIP).task
    assert (task["status"], task["stage"]) == ("done", "done")
    assert task["verification"]["findings"][0]["class"] == "blocking"


def test_a_block_that_escalates_goes_to_the_operator() -> None:
    task = armed().council(council_return(("verify", "round 2", 2), select="operator-escalation")).task
    assert (task["status"], task["stage"]) == ("blocked", "verify")
    assert task["convergence"]["council"]["outcome"] == "blocked-to-operator"
    assert task["blockedReason"] == "upheld: verify: round 2"


def test_a_scoped_block_kicks_back_from_the_councils_stage_to_execute() -> None:
    task = recovering().task
    assert task["stage"] == "execute"
    assert len(task["kickbacks"]) == 3
    assert task["convergence"]["council"]["outcome"] is None
    assert task["convergence"]["stages"]["verify"]["blockingKickbacks"] == 2


# --- after a council that shipped


def _shipped_and_failed_again() -> Story:
    story = armed().council(SHIP).record("exec-3", execute_return())
    return story.record("ver-3", verify_return(3, finding("round 3")))


def test_a_shipped_council_does_not_answer_for_blockers_of_a_later_execution() -> None:
    assert _shipped_and_failed_again().task["stage"] == "verify"


def test_dagger_after_a_shipped_council_a_source_at_its_cap_blocks_to_the_operator() -> None:
    story = _shipped_and_failed_again().record("ref-3", refute_return("round 3", cycle=3))
    assert (story.task["status"], story.task["stage"]) == ("blocked", "verify")
    assert story.task["blockedReason"] == "upheld: runbook.md:2 round 3"
    assert story.task["convergence"]["council"]["outcome"] == "shipped"
    assert len(story.task["kickbacks"]) == 3


def test_after_a_shipped_council_a_source_below_its_cap_still_kicks_back() -> None:
    story = armed().council(SHIP).record("exec-3", execute_return())
    story.record("aud-3", audit_return(3, finding("leak"))).record("ref-3", refute_return("leak", cycle=3))
    assert (story.task["status"], story.task["stage"]) == ("in_progress", "execute")
    assert story.task["convergence"]["stages"]["audit"]["blockingKickbacks"] == 1


# --- the recovery


@pytest.mark.parametrize("result", ["executed", "kickback"])
def test_the_executor_that_the_council_judged_does_not_recover(result: str) -> None:
    recovering().refuses_record(Code.IDENTITY, "exec-2", execute_return(result))


def test_the_recovery_archives_the_judgments_when_it_is_executed() -> None:
    task = recovering().record("exec-0", execute_return()).task
    assert task["stage"] == "verify"
    assert len(task["judgmentHistory"]) == 3


@pytest.mark.parametrize("agent", ["ver-0", "ver-2", *MEMBERS, "exec-9"])
def test_judges_and_refuters_of_a_recovery_are_fresh(agent: str) -> None:
    story = recovering().record("exec-9", execute_return())
    story.refuses_record(Code.IDENTITY, agent, verify_return(3))
    story.refuses_record(Code.IDENTITY, agent, audit_return(3))
    story.record("ver-9", verify_return(3, finding("again")))
    story.refuses_record(Code.IDENTITY, agent, refute_return("again", cycle=3))


def test_dagger_the_synthesizer_neither_judges_nor_refutes_in_its_recovery() -> None:
    story = recovering().record("exec-9", execute_return())
    story.refuses_record(Code.IDENTITY, "synth", verify_return(3))
    story.refuses_record(Code.IDENTITY, "synth", audit_return(3))
    story.record("ver-9", verify_return(3, finding("again")))
    story.refuses_record(Code.IDENTITY, "synth", refute_return("again", cycle=3))


def test_an_archived_refuter_may_judge_a_recovery() -> None:
    recovering().record("exec-9", execute_return()).record("ref-0", verify_return(3))


def _recovered(story: Story | None = None) -> Story:
    return (story or recovering()).record("exec-9", execute_return()).record("ver-9", verify_return(3))


def test_a_passed_recovery_waits_at_the_councils_stage_for_the_council() -> None:
    story = _recovered()
    assert (story.task["status"], story.task["stage"]) == ("in_progress", "verify")
    task = story.council(CLOSE).task
    assert (task["status"], task["stage"]) == ("done", "done")
    assert task["convergence"]["council"]["outcome"] == "scoped-fix-shipped"


def test_a_recovery_waits_for_a_required_audit_too() -> None:
    story = armed(auditRequired=True).record("aud-2", audit_return(2)).council(BLOCK)
    story.record("exec-9", execute_return()).record("ver-9", verify_return(3))
    assert story.task["stage"] == "audit"
    story.refuses_council(Code.COUNCIL, CLOSE)
    assert story.record("aud-9", audit_return(3)).task["stage"] == "verify"
    assert story.council(CLOSE).task["stage"] == "done"


def test_the_council_is_not_recorded_again_before_everything_passed() -> None:
    recovering().refuses_council(Code.STAGE, CLOSE)
    story = recovering().record("exec-9", execute_return())
    story.refuses_council(Code.COUNCIL, CLOSE)
    story.record("ver-9", verify_return(3, finding("again")))
    story.refuses_council(Code.COUNCIL, CLOSE)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("outcome", None),
        ("outcome", "shipped"),
        ("synthesis.problemRestatement", "another"),
        ("members.0.inquiry.question", "another"),
        ("members.0.temperature", 0.5),
    ],
)
def test_the_council_is_recorded_again_unchanged_but_for_its_outcome(path: str, value: object) -> None:
    made = {"stage": "council", "council": _changed(CLOSE["council"], path, value)}
    _recovered().refuses_council(Code.COUNCIL, made)


def test_the_council_is_recorded_again_by_the_same_synthesizer() -> None:
    _recovered().refuses_council(Code.COUNCIL, CLOSE, synthesizer="synth-2")


def test_a_stop_for_an_approval_inside_a_recovery_can_be_granted_and_resumed() -> None:
    story = planned(requiresApproval=True)
    for cycle in range(3):
        story.record(f"ask-{cycle}", execute_return("approval-required")).approve()
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding(f"round {cycle}")))
        story.record(f"ref-{cycle}", refute_return(f"round {cycle}", cycle=cycle))
    story.council(BLOCK)
    asks = execute_return("approval-required", approvalRequired=BOUNDARY)
    story.refuses_record(Code.IDENTITY, "exec-2", asks)
    story.record("exec-8", asks).approve().refuses_record(Code.IDENTITY, "exec-2", execute_return())
    assert _recovered(story).council(CLOSE).task["stage"] == "done"


def _failed_by_kickback() -> Story:
    return recovering().record("exec-9", execute_return("kickback"))


def _failed_by_survivor() -> Story:
    story = recovering().record("exec-9", execute_return())
    return story.record("ver-9", verify_return(3, finding("again"))).record(
        "ref-9", refute_return("again", cycle=3)
    )


def _failed_by_false_row() -> Story:
    story = recovering().record("exec-9", execute_return())
    story.record("ver-9", verify_return(3, finding("again"), false=1))
    return story.record("ref-9", refute_return("again", "refuted", cycle=3))


@pytest.mark.parametrize(
    ("fail", "stage"),
    [(_failed_by_kickback, "execute"), (_failed_by_survivor, "verify"), (_failed_by_false_row, "verify")],
)
def test_a_failed_recovery_goes_to_the_operator_at_the_stage_where_it_was(fail: Any, stage: str) -> None:
    task = fail().task
    assert (task["status"], task["stage"]) == ("blocked", stage)
    assert task["convergence"]["council"]["outcome"] == "blocked-to-operator"
    assert task["blockedReason"] == "upheld: verify: round 2"
    assert len(task["kickbacks"]) == 3


def test_there_is_no_second_council() -> None:
    story = _failed_by_kickback().do("unblock", operator=CHEF)
    story.record("exec-10", execute_return()).record("ver-10", verify_return(4, finding("again")))
    story.record("ref-10", refute_return("again", cycle=4))
    assert story.task["status"] == "blocked"
    assert story.task["convergence"]["council"]["outcome"] == "blocked-to-operator"
    story.do("unblock", operator=CHEF)
    story.refuses_council(Code.COUNCIL, council_return(("verify", "again", 2)))


def test_refuted_blockers_do_not_end_a_recovery() -> None:
    story = recovering().record("exec-9", execute_return())
    story.record("ver-9", verify_return(3, finding("again"))).record(
        "ref-9", refute_return("again", "refuted", cycle=3)
    )
    assert story.task["stage"] == "verify"
    assert story.council(CLOSE).task["stage"] == "done"
