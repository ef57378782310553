"""What is true of a task now, what a person is asked for, and what a listing keeps of both."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.card import COLUMNS, FORM, Ask, asks, broken_ask, card, depends_on_clock
from cookui.contract.queries import sha256_of
from cookui.contract.refusal import Refusal
from cookui.contract.stages import Stage
from cookui.contract.waiting import may_record, waits_for
from cookui.contract.words import AskKind, Mark
from tests.contract.playing import (
    BOUNDARY,
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
    plan_return,
    planned,
    recovering,
    refute_return,
    verify_return,
)

BLOCK = council_return(("verify", "round 2", 2))


def _done() -> Story:
    return executed().record("ver-0", verify_return(0))


def _forked(*, answered: bool = False) -> Story:
    story = Story().do("start").record("planner", escalation_return("Now?", "yes", "no"))
    return story.do("answer", operator=CHEF, option="no") if answered else story


def _to_capture() -> Story:
    return planned().record("e", execute_return("kickback", kickback={"to": "capture", "reason": "r"}))


def _declined() -> Story:
    return pending().do("decline", operator=CHEF, reason="no", to="plan")


def _with_deps() -> Story:
    story = Story()
    story.task = {**story.task, "deps": [3, 4]}
    return story


def _shipped() -> Story:
    story = planned()
    for cycle in range(3):
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding(f"round {cycle}")))
        story.record(f"ref-{cycle}", refute_return(f"round {cycle}", cycle=cycle))
    return story.council(council_return(("verify", "round 2", 1)))


def _passed_recovery() -> Story:
    return recovering().record("exec-9", execute_return()).record("ver-9", verify_return(3))


def _recovered() -> Story:
    return _passed_recovery().council(council_return(("verify", "round 2", 2), outcome="scoped-fix-shipped"))


def _stuck() -> Story:
    story = armed().council(council_return(("verify", "round 2", 2), select="operator-escalation"))
    return story.do("unblock", operator=CHEF)


def _stuck_by_a_row() -> Story:
    """A recovery that failed by a false row alone, and an operator who unblocked it."""
    story = recovering().record("exec-9", execute_return())
    story.record("ver-9", verify_return(3, finding("new"), false=1))
    story.record("ref-9", refute_return("new", "refuted", cycle=3))
    return story.do("unblock", operator=CHEF)


def _both_failed() -> Story:
    story = executed(auditRequired=True).record("v", verify_return(0, finding("a"), false=1))
    return story.record("a", audit_return(0, finding("b"), finding("c")))


NOW: dict[str, tuple[Any, str, str]] = {
    "pending": (Story, "○", "waits for its start"),
    "pending with deps": (_with_deps, "○", "waits for its start after #3, #4"),
    "kicked back to capture": (_to_capture, "○", "kicked back from execute; waits for its start"),
    "started": (lambda: Story().do("start"), "○", "waits for a plan"),
    "a code task": (
        lambda: Story(category="code").do("start"),
        "○",
        "a code task; shown here, recorded elsewhere",
    ),
    "fork": (_forked, "▲", "a fork waits for your answer"),
    "fork answered": (lambda: _forked(answered=True), "○", "answered; waits for a new plan"),
    "declined": (_declined, "○", "declined by Chef; waits for a new plan"),
    "kicked back to plan": (
        lambda: planned().record("exec-0", execute_return("kickback")),
        "○",
        "kicked back from execute; waits for a new plan",
    ),
    "planned": (planned, "○", "waits for an executor"),
    "planned again": (
        lambda: _declined().record("planner", plan_return(requiresApproval=True)),
        "○",
        "waits for an executor",
    ),
    "requested": (pending, "▲", "waits for your approval"),
    "granted": (lambda: pending().approve(), "○", "granted; waits for a fresh executor"),
    "executed": (executed, "○", "waits for a verifier"),
    "one row false": (
        lambda: executed().record("ver-0", verify_return(0, finding("a"), false=1)),
        "✗",
        "verify: 1 of 2 rows false",
    ),
    "a blocker without a false row": (failed, "✗", "verify: 1 blocker"),
    "both judgments failed": (_both_failed, "✗", "verify: 1 of 2 rows false; audit: 2 blockers"),
    "audit missing": (
        lambda: executed(auditRequired=True).record("ver-0", verify_return(0)),
        "○",
        "waits for an auditor",
    ),
    "kicked back for repair": (
        lambda: failed().record("ref-0", refute_return("open")),
        "○",
        "kicked back from verify; waits for an executor",
    ),
    "reverified": (
        lambda: executed().record("v", verify_return(0, finding("a", kickTo="plan"))).do("reverify"),
        "○",
        "waits for a verifier",
    ),
    "council armed": (armed, "○", "waits for the council"),
    "council armed, audit missing": (lambda: armed(auditRequired=True), "○", "waits for an auditor"),
    "recovery": (recovering, "○", "recovery ordered by the council; waits for a fresh executor"),
    "recovery executed": (
        lambda: recovering().record("exec-9", execute_return()),
        "○",
        "recovery: waits for a verifier",
    ),
    "recovery passed": (_passed_recovery, "○", "recovery: passed; waits for the council"),
    "recovery failed": (
        lambda: recovering().record("exec-9", execute_return("kickback")),
        "⏸",
        "blocked: upheld: verify: round 2",
    ),
    "no row can follow": (_stuck_by_a_row, "✗", "stuck: 1 row false; abandon it, and add a new task"),
    "nothing can follow": (
        _stuck,
        "✗",
        "stuck: 1 blocker upheld and 1 row false; abandon it, and add a new task",
    ),
    "blocked": (
        lambda: pending().do("block", operator=CHEF, reason="no power"),
        "⏸",
        "blocked: no power",
    ),
    "abandoned": (
        lambda: pending().do("abandon", operator=CHEF, reason="too late"),
        "✗",
        "abandoned: too late",
    ),
    "done": (_done, "✓", "done"),
    "shipped": (_shipped, "✓", "done; shipped by the council"),
    "recovered": (_recovered, "✓", "done; recovered under the council"),
}


@pytest.mark.parametrize("name", NOW)
def test_what_is_true_now_in_every_state(name: str) -> None:
    make, mark, words = NOW[name]
    story = make()
    now = story.card()["now"]
    assert (now["mark"], now["words"]) == (mark, words)
    assert waits_for(story.task, story.events) == words
    assert waits_for(story.task) == words, "the document alone says the same while nobody was sent"


def test_every_mark_is_told_by_some_state() -> None:
    assert {mark for _, mark, _ in NOW.values()} | {Mark.RUNNING.value} == {mark.value for mark in Mark}


def test_now_is_since_the_last_event_that_changed_it() -> None:
    story = pending()
    since = story.events[-1]["at"]
    story.do("external", note="n").do("claim", by="driver").do("release", by="driver")
    assert story.card()["now"]["since"] == since
    assert story.card()["lastActivityAt"] == story.events[-1]["at"]


# --- who was sent


def test_a_specialist_who_was_sent_is_running_until_it_comes_back() -> None:
    story = planned().do("intent", stage="execute", agent="exec-0", note="carefully")
    assert story.card()["now"] == {
        "mark": "●",
        "words": "execute sent to exec-0",
        "since": "2026-01-01T00:00:03.000Z",
        "agent": "exec-0",
        "note": "carefully",
    }
    story.do("progress", step=1, total=7, note="fencing").do("progress", step=3, total=7)
    now = story.card()["now"]
    assert (now["words"], now["step"], now["total"]) == ("execute sent to exec-0", 3, 7)
    assert now["since"] == "2026-01-01T00:00:03.000Z"
    assert story.record("exec-0", execute_return()).card()["now"]["words"] == "waits for a verifier"


def test_progress_without_an_intent_says_that_the_executor_runs() -> None:
    now = planned().do("progress", step=2, total=7, note="promoting").card()["now"]
    assert (now["mark"], now["words"], now["step"], now["note"]) == (
        "●",
        "execute is running",
        2,
        "promoting",
    )


def test_an_intent_without_an_agent_says_just_that() -> None:
    now = executed().do("intent", stage="verify").card()["now"]
    assert now["words"] == "verify sent"
    assert "agent" not in now


def test_what_was_sent_before_the_last_round_is_over() -> None:
    story = planned(requiresApproval=True).do("intent", stage="execute", agent="exec-0")
    story.record("exec-0", execute_return("approval-required"))
    assert story.card()["now"]["mark"] == "▲"
    assert story.approve().card()["now"]["words"] == "granted; waits for a fresh executor"
    assert story.do("intent", stage="execute", agent="exec-1").card()["now"]["agent"] == "exec-1"


def test_two_judges_are_out_until_each_has_come_back() -> None:
    story = executed(auditRequired=True)
    story.do("intent", stage="verify", agent="ver-0").do("intent", stage="audit", agent="aud-0")
    story.record("aud-0", audit_return(0))
    assert story.card()["now"]["words"] == "verify sent to ver-0"
    assert story.record("ver-0", verify_return(0)).card()["now"]["words"] == "done"


def test_one_refuter_back_leaves_the_other_out() -> None:
    story = executed().record("ver-0", verify_return(0, finding("a"), finding("b")))
    story.do("intent", stage="refute", agent="ref-a").do("intent", stage="refute", agent="ref-b")
    story.record("ref-b", refute_return("b"))
    assert story.card()["now"]["words"] == "refute sent to ref-a"


def test_an_intent_that_nothing_waits_for_is_not_shown() -> None:
    assert planned().do("intent", stage="audit").card()["now"]["words"] == "waits for an executor"
    assert pending().do("intent", stage="execute").card()["now"]["mark"] == "▲"
    assert _done().do("intent", stage="verify").card()["now"]["mark"] == "✓"


# --- the fork and its answer


def test_an_answer_belongs_to_the_fork_that_stood_when_it_was_given() -> None:
    story = _forked(answered=True)
    assert story.card()["asks"] == []
    story.record("planner", escalation_return("Now?", "yes", "no"))
    assert story.card()["now"]["mark"] == "▲", "the same words again are a new fork"
    assert [each["kind"] for each in story.card()["asks"]] == ["fork"]


# --- what a person is asked for

ASKED: dict[str, tuple[Any, list[str]]] = {
    "approval": (pending, ["approval"]),
    "fork": (_forked, ["fork"]),
    "reverify": (lambda: executed().record("v", verify_return(0, finding("a", kickTo="plan"))), ["reverify"]),
    "blocked": (lambda: planned().do("block", operator=CHEF, reason="why"), ["blocked"]),
    "stuck": (_stuck, ["blocked"]),
    "stuck by a row": (_stuck_by_a_row, ["blocked"]),
    "granted": (lambda: pending().approve(), []),
    "answered": (lambda: _forked(answered=True), []),
    "a failure for refuters": (failed, []),
    "planned": (planned, []),
    "executed": (executed, []),
    "armed": (armed, []),
    "recovering": (recovering, []),
    "abandoned": (lambda: pending().do("abandon", operator=CHEF, reason="no"), []),
    "done": (_done, []),
}


def _now(story: Story, **later: float) -> datetime:
    return datetime.fromisoformat(story.events[-1]["at"]) + timedelta(**later)


@pytest.mark.parametrize("name", ASKED)
def test_what_a_person_is_asked_for_in_every_state(name: str) -> None:
    make, kinds = ASKED[name]
    story = make()
    found = asks(story.card(), _now(story))
    assert [ask.kind for ask in found] == kinds
    for ask in found:
        assert ask.words
        assert ask.since <= story.events[-1]["at"]


def test_an_approval_names_the_request_and_the_digest_of_its_text() -> None:
    story = pending().record("exec-1", execute_return("approval-required"))
    (ask,) = asks(story.card(), _now(story))
    assert ask == Ask(
        AskKind.APPROVAL, "2026-01-01T00:00:04.000Z", "waits for your approval", 1, sha256_of(BOUNDARY)
    )


def test_a_grant_is_asked_about_once_nothing_is_heard_since_it_was_given() -> None:
    story = pending().approve()
    assert asks(story.card(), _now(story, minutes=14.9)) == []
    (ask,) = asks(story.card(), _now(story, minutes=15))
    assert (ask.kind, ask.since) == (AskKind.GRANTED, story.task["approvals"][0]["grantedAt"])


@pytest.mark.parametrize(
    "heard",
    [
        {"kind": "intent", "stage": "execute", "agent": "exec-1"},
        {"kind": "progress", "step": 1, "total": 7},
        {"kind": "external", "note": "the executor is queued"},
    ],
    ids=lambda act: act["kind"],
)
def test_a_grant_is_not_asked_about_while_something_is_heard(heard: Json) -> None:
    story = pending().approve()
    granted_at = story.task["approvals"][0]["grantedAt"]
    story.second += 3600
    story.do(**heard)
    assert asks(story.card(), _now(story, minutes=14.9)) == []
    (ask,) = asks(story.card(), _now(story, minutes=15))
    assert (ask.kind, ask.since) == (AskKind.GRANTED, granted_at), "an executor that went quiet is told of"
    story.record("exec-1", execute_return())
    assert asks(story.card(), _now(story, days=1)) == []


@pytest.mark.parametrize(
    ("make", "timed"),
    [
        (planned, False),
        (pending, False),
        (lambda: pending().approve(), True),
        (lambda: planned().do("claim", by="driver-1"), True),
        (lambda: pending().approve().record("exec-1", execute_return()), False),
    ],
)
def test_it_is_told_whether_asks_depend_on_the_clock(make: Any, timed: bool) -> None:
    card = make().card()
    assert depends_on_clock(card) is timed
    if not timed:
        now = datetime.fromisoformat(card["lastActivityAt"])
        assert asks(card, now) == asks(card, now + timedelta(days=400))


def test_a_claim_without_progress_for_a_day_is_asked_about() -> None:
    story = planned().do("claim", by="driver-1")
    assert asks(story.card(), _now(story, hours=23.9)) == []
    (ask,) = asks(story.card(), _now(story, days=1))
    assert (ask.kind, ask.since) == (AskKind.CLAIM, story.events[-1]["at"])
    assert "driver-1" in ask.words
    since = story.do("progress", step=1, total=2).events[-1]["at"]
    assert asks(story.card(), _now(story, hours=23)) == []
    assert asks(story.card(), _now(story, days=2))[0].since == since


def test_a_claim_is_not_asked_about_where_a_person_is_waited_for_or_the_task_is_over() -> None:
    story = pending().do("claim", by="driver-1")
    assert [ask.kind for ask in asks(story.card(), _now(story, days=3))] == [AskKind.APPROVAL]
    story = executed().do("claim", by="driver-1").record("ver-0", verify_return(0))
    assert asks(story.card(), _now(story, days=3)) == []


def test_a_broken_file_is_asked_about_with_its_reason() -> None:
    assert (
        broken_ask("2026-01-01T00:00:00.000Z", "event 3 was changed").words == "broken: event 3 was changed"
    )


def test_an_ask_survives_the_card() -> None:
    for ask in (Ask(AskKind.FORK, "t", "w"), Ask(AskKind.APPROVAL, "t", "w", 0, "0" * 64)):
        assert Ask.from_json(ask.as_json()) == ask


# --- the card


def test_a_card_holds_what_a_listing_shows() -> None:
    story = pending(complexity="complex").do("claim", by="driver-1")
    card = story.card()
    assert card == {
        **{name: story.task[name] for name in ("id", "slug", "title", "category", "status", "stage")},
        **{name: story.task[name] for name in ("priority", "deps", "createdAt", "updatedAt", "claim")},
        "form": FORM,
        "seq": 4,
        "head": "hash of 4",
        "lastActivityAt": story.events[-1]["at"],
        "now": {"mark": "▲", "words": "waits for your approval", "since": "2026-01-01T00:00:03.000Z"},
        "asks": [
            {
                "kind": "approval",
                "since": "2026-01-01T00:00:03.000Z",
                "words": "waits for your approval",
                "requestId": 0,
                "sha256": sha256_of(BOUNDARY),
            }
        ],
    }


def test_a_card_holds_reasons_and_the_fork_only_where_they_are() -> None:
    assert _forked().card()["escalation"] == {"fork": "Now?", "options": ["yes", "no"]}
    assert planned().do("block", operator=CHEF, reason="why").card()["blockedReason"] == "why"
    assert planned().do("abandon", operator=CHEF, reason="why").card()["abandonReason"] == "why"
    assert not {"escalation", "blockedReason", "abandonReason", "claim"} & set(planned().card())


def test_the_columns_are_the_stages_in_their_order() -> None:
    assert list(COLUMNS) == [stage.value for stage in Stage]


def test_words_never_hold_an_age() -> None:
    early, late = pending(), pending()
    late.second += 100_000
    late.do("external", note="n")
    early.do("external", note="n")
    assert early.card()["now"] == late.card()["now"]
    assert datetime.fromisoformat(late.card()["lastActivityAt"]).tzinfo == UTC


# --- what may be recorded next

MAY: dict[str, tuple[Any, list[str]]] = {
    "pending": (Story, []),
    "started": (lambda: Story().do("start"), ["plan"]),
    "a code task": (lambda: Story(category="code").do("start"), []),
    "fork": (_forked, ["plan"]),
    "capture": (_to_capture, []),
    "planned": (planned, ["execute"]),
    "gated": (lambda: planned(requiresApproval=True), ["execute"]),
    "requested": (pending, ["execute"]),
    "granted": (lambda: pending().approve(), ["execute"]),
    "executed": (executed, ["verify", "audit"]),
    "failed": (failed, ["audit", "refute"]),
    "audited": (lambda: executed().record("a", audit_return(0)), ["verify"]),
    "armed": (armed, ["audit", "council"]),
    "armed, audit missing": (lambda: armed(auditRequired=True), ["audit"]),
    "recovering": (recovering, ["execute"]),
    "recovery passed": (_passed_recovery, ["audit", "council"]),
    "stuck": (_stuck, ["audit"]),
    "stuck by a row": (_stuck_by_a_row, []),
    "blocked": (lambda: planned().do("block", operator=CHEF, reason="why"), []),
    "done": (_done, []),
}


@pytest.mark.parametrize("name", MAY)
def test_what_may_be_recorded_next(name: str) -> None:
    make, stages = MAY[name]
    found = may_record(make().task)
    assert [each.stage for each in found] == stages
    assert all(each.why for each in found)


def test_by_whom_not_is_who_the_rules_refuse() -> None:
    (execute,) = may_record(pending().approve().task)
    assert execute.by_whom_not == ["exec-0", CHEF]
    assert execute.bars["exec-0"] == "the agent that asked for the approval"
    verify = may_record(failed().record("ref-0", refute_return("open")).record("e", execute_return()).task)[0]
    assert set(verify.by_whom_not) == {"e", "ver-0"}
    council = may_record(armed().task)[-1]
    assert set(council.by_whom_not) == {"exec-2", "ver-2", "ver-1", "ver-0", "ref-0", "ref-1", "ref-2"}


def _returns(task: Json) -> dict[str, Json]:
    cycle = task.get("execution", {}).get("cycle", 0)
    return {
        "plan": plan_return(),
        "execute": execute_return("kickback"),
        "verify": verify_return(cycle),
        "audit": audit_return(cycle),
    }


@pytest.mark.parametrize("name", MAY)
def test_what_may_be_recorded_is_taken_and_what_may_not_is_refused(name: str) -> None:
    story = MAY[name][0]()
    may = {each.stage for each in may_record(story.task)}
    for stage, made in _returns(story.task).items():
        other = MAY[name][0]()
        if stage in may:
            other.record("somebody-fresh", made)
        else:
            with pytest.raises(Refusal):
                other.record("somebody-fresh", made)


def test_a_card_that_says_something_else_has_another_form() -> None:
    """Ledgers keep cards. Where this fails, a card's content or wording was changed: raise `FORM`, so that
    those that were kept are made anew, and pin the new digest here."""
    cards = [card(story.task, story.events) for story in (make() for make, *_ in NOW.values())]
    digest = sha256(json.dumps(cards, sort_keys=True).encode()).hexdigest()
    assert (FORM, digest[:16]) == (1, "a4d18c33911a5be6")
