"""Section 8: add, start, answer, block, unblock, abandon, claim, release, and the journal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cookui.contract.acts import ACTS, Context, actor, apply
from cookui.contract.refusal import Code, Refusal
from tests.contract.playing import (
    CHEF,
    Story,
    council_return,
    escalation_return,
    execute_return,
    executed,
    pending,
    plan_return,
    planned,
    verify_return,
)

AT = "2026-01-01T00:00:00.000Z"


def _add(others: dict[int, str] | None = None, **fields: Any) -> Any:
    return apply(None, {"kind": "add", "id": 9, "title": "T", **fields}, Context(AT, others or {}))


def _refuses_to_add(code: Code, others: dict[int, str] | None = None, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        _add(others, **fields)
    assert caught.value.code == code
    assert caught.value.remedy
    return caught.value


# --- add


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Promote orders-db-2", "promote-orders-db-2"),
        ("  Rotate: TLS / api.example  ", "rotate-tls-api-example"),
        ("注文データベース", "task"),
        ("../../etc/passwd", "etc-passwd"),
        ("x" * 200, "x" * 64),
        ("a" * 63 + " b", "a" * 63),
    ],
)
def test_a_slug_is_made_from_the_title(title: str, slug: str) -> None:
    assert _add(title=title)["slug"] == slug


@pytest.mark.parametrize("slug", ["", "A", "a--b", "-a", "a-", "a/b", "..", "a b", "ä", "a\n", "x" * 65])
def test_a_slug_is_kebab_case(slug: str) -> None:
    _refuses_to_add(Code.TEXT, slug=slug)


@pytest.mark.parametrize("title", ["", " ", "\n"])
def test_a_title_is_not_blank(title: str) -> None:
    _refuses_to_add(Code.TEXT, title=title)


@pytest.mark.parametrize(
    "fields",
    [
        {"id": 0},
        {"id": True},
        {"id": "1"},
        {"priority": "p5"},
        {"category": "ops"},
        {"deps": [0]},
        {"deps": [True]},
        {"deps": "1"},
        {"owner": "x"},
        {"title": None},
    ],
)
def test_add_has_its_shape(fields: dict[str, object]) -> None:
    _refuses_to_add(Code.RETURN_SHAPE, **fields)


def test_add_takes_category_priority_and_dependencies_that_exist() -> None:
    task = _add({1: "pending", 2: "done"}, category="code", priority="p0", deps=[2, 1])
    assert (task["category"], task["priority"], task["deps"]) == ("code", "p0", [2, 1])


def test_a_dependency_must_exist_and_is_named_once() -> None:
    assert _refuses_to_add(Code.DEPS, {1: "pending"}, deps=[1, 2]).details["unknown"] == [2]
    _refuses_to_add(Code.DEPS, {1: "pending"}, deps=[1, 1])


def test_a_task_is_added_only_where_there_is_none() -> None:
    with pytest.raises(Refusal) as caught:
        apply(_add(), {"kind": "add", "id": 9, "title": "T"}, Context(AT))
    assert caught.value.code == Code.STATUS


# --- start


def test_start_sends_a_pending_task_to_plan() -> None:
    task = Story().do("start").task
    assert (task["status"], task["stage"]) == ("in_progress", "plan")


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
def test_start_waits_until_every_dependency_is_over(status: str) -> None:
    story = Story()
    story.others = {1: "done", 2: status, 3: "abandoned"}
    story.task = {**story.task, "deps": [1, 2, 3]}
    assert f"#2 is {status}" in story.refuses(Code.DEPS, "start").sentence
    story.others[2] = "done"
    assert story.do("start").task["stage"] == "plan"


def test_a_dependency_that_is_gone_is_not_over() -> None:
    story = Story()
    story.task = {**story.task, "deps": [4]}
    assert "#4 is missing" in story.refuses(Code.DEPS, "start").sentence


def test_start_is_for_capture_only() -> None:
    Story().do("start").refuses(Code.STAGE, "start")
    executed().record("ver-0", verify_return(0)).refuses(Code.STATUS, "start")
    Story().do("abandon", operator=CHEF, reason="no").refuses(Code.STATUS, "start")
    Story().do("block", operator=CHEF, reason="no").refuses(Code.STATUS, "start")


def test_a_kickback_to_capture_waits_for_start_again() -> None:
    kickback = execute_return("kickback", kickback={"to": "capture", "reason": "unclear"})
    story = planned().record("exec-0", kickback)
    assert (story.task["status"], story.task["stage"]) == ("in_progress", "capture")
    story.refuses_record(Code.STAGE, "planner", plan_return())
    assert story.do("start").record("planner", plan_return()).task["stage"] == "execute"


# --- answer


def test_an_answer_is_kept_and_the_stage_does_not_move() -> None:
    story = Story().do("start").record("planner", escalation_return("Now?", "yes", "no"))
    task = story.do("answer", operator=CHEF, option="no", fork="Now?").task
    assert task["answers"] == [
        {"fork": "Now?", "option": "no", "answeredBy": CHEF, "answeredAt": "2026-01-01T00:00:03.000Z"}
    ]
    assert task["stage"] == "plan"


def test_an_answer_may_be_changed_until_there_is_a_new_plan() -> None:
    story = Story().do("start").record("planner", escalation_return("Now?", "yes", "no"))
    story.do("answer", operator=CHEF, option="no").do("answer", operator=CHEF, option="yes")
    assert [each["option"] for each in story.task["answers"]] == ["no", "yes"]


@pytest.mark.parametrize("option", ["", "maybe", "yes ", "Yes"])
def test_an_answer_is_one_of_the_options_code_point_by_code_point(option: str) -> None:
    story = Story().do("start").record("planner", escalation_return("Now?", "yes", "no"))
    story.refuses(Code.TEXT, "answer", operator=CHEF, option=option)


def test_an_answer_to_a_fork_that_has_changed_is_stale() -> None:
    story = Story().do("start").record("planner", escalation_return("Now?", "yes", "no"))
    story.record("planner", escalation_return("Or tomorrow?", "yes", "no"))
    story.refuses(Code.APPROVAL_STALE, "answer", operator=CHEF, option="yes", fork="Now?")


def test_without_a_fork_there_is_nothing_to_answer() -> None:
    Story().do("start").refuses(Code.STAGE, "answer", operator=CHEF, option="yes")
    planned().refuses(Code.STAGE, "answer", operator=CHEF, option="yes")


# --- block, unblock, abandon


def test_block_keeps_the_stage_and_gives_the_reason_until_unblock() -> None:
    story = pending().do("block", operator=CHEF, reason="the network is down")
    assert (story.task["status"], story.task["stage"]) == ("blocked", "execute")
    assert story.task["blockedReason"] == "the network is down"
    story.do("unblock", operator=CHEF)
    assert (story.task["status"], story.task["blockedReason"]) == ("in_progress", None)
    assert story.approve().task["approvals"], "the request waited unharmed"


def test_a_task_that_was_never_started_is_pending_again_after_unblock() -> None:
    story = Story().do("block", operator=CHEF, reason="wait").do("unblock", operator=CHEF)
    assert story.task["status"] == "pending"
    kickback = execute_return("kickback", kickback={"to": "capture", "reason": "unclear"})
    back = planned().record("exec-0", kickback)
    back.do("block", operator=CHEF, reason="wait").do("unblock", operator=CHEF)
    assert back.task["status"] == "in_progress"


def test_abandon_ends_a_task_at_any_stage_for_good() -> None:
    story = (
        pending().do("block", operator=CHEF, reason="wait").do("abandon", operator=CHEF, reason="too late")
    )
    assert (story.task["status"], story.task["stage"]) == ("abandoned", "execute")
    assert (story.task["abandonReason"], story.task["blockedReason"]) == ("too late", None)
    story.refuses(Code.STATUS, "approve", operator=CHEF)
    story.refuses(Code.STATUS, "unblock", operator=CHEF)


REASONED = ("block", "abandon")


@pytest.mark.parametrize("kind", REASONED)
@pytest.mark.parametrize("reason", ["", " ", "\u2003\n"])
def test_a_reason_is_not_blank(kind: str, reason: str) -> None:
    planned().refuses(Code.TEXT, kind, operator=CHEF, reason=reason)


@pytest.mark.parametrize("kind", REASONED)
def test_a_task_that_is_over_is_neither_blocked_nor_abandoned(kind: str) -> None:
    done = executed().record("ver-0", verify_return(0))
    done.refuses(Code.STATUS, kind, operator=CHEF, reason="why")
    abandoned = planned().do("abandon", operator=CHEF, reason="no")
    abandoned.refuses(Code.STATUS, kind, operator=CHEF, reason="why")


def test_a_blocked_task_is_not_blocked_again_and_only_a_blocked_one_is_unblocked() -> None:
    story = planned().do("block", operator=CHEF, reason="first")
    assert "first" in story.refuses(Code.STATUS, "block", operator=CHEF, reason="second").sentence
    planned().refuses(Code.STATUS, "unblock", operator=CHEF)


OPERATOR_ACTS: dict[str, tuple[Any, dict[str, str]]] = {
    "answer": (lambda: Story().do("start").record("p", escalation_return("Now?", "yes")), {"option": "yes"}),
    "block": (planned, {"reason": "r"}),
    "unblock": (lambda: planned().do("block", operator=CHEF, reason="r"), {}),
    "abandon": (planned, {"reason": "r"}),
}


@pytest.mark.parametrize("kind", OPERATOR_ACTS)
@pytest.mark.parametrize("operator", ["", "  ", "Chef\x07", "\u2066Chef", "Chef\ufeff"])
def test_an_operator_is_named_with_visible_text(kind: str, operator: str) -> None:
    make, fields = OPERATOR_ACTS[kind]
    make().refuses(Code.IDENTITY, kind, operator=operator, **fields)


# --- claim and release


def test_a_claim_marks_who_drives_and_a_release_takes_the_mark_away() -> None:
    story = planned().do("claim", by="driver-1")
    assert story.task["claim"] == {"by": "driver-1", "at": "2026-01-01T00:00:03.000Z"}
    assert "claim" not in story.do("release", by="driver-1").task


@pytest.mark.parametrize("by", ["driver-1", "driver-2"])
def test_a_second_claim_is_refused_and_names_the_holder(by: str) -> None:
    story = planned().do("claim", by="driver-1")
    assert "driver-1" in story.refuses(Code.CLAIM, "claim", by=by).sentence


def test_only_the_holder_or_force_releases() -> None:
    story = planned().do("claim", by="driver-1")
    assert "driver-1" in story.refuses(Code.CLAIM, "release", by="driver-2").sentence
    story.refuses(Code.CLAIM, "release", by="driver-2", force=False)
    assert "claim" not in story.do("release", by="driver-2", force=True).task


def test_nothing_is_released_that_is_not_claimed_not_even_by_force() -> None:
    planned().refuses(Code.CLAIM, "release", by="driver-1", force=True)


def test_a_task_that_is_over_is_not_claimed_but_is_released() -> None:
    story = executed().do("claim", by="driver-1").record("ver-0", verify_return(0))
    story.do("release", by="driver-1").refuses(Code.STATUS, "claim", by="driver-1")


@pytest.mark.parametrize("by", ["", " ", "driver\n1"])
def test_a_claimer_is_named_with_visible_text(by: str) -> None:
    planned().refuses(Code.IDENTITY, "claim", by=by)
    planned().do("claim", by="driver-1").refuses(Code.IDENTITY, "release", by=by, force=True)


# --- journal

ENTRIES: list[dict[str, Any]] = [
    {"kind": "intent", "stage": "execute"},
    {"kind": "intent", "stage": "refute", "note": "the open port", "agent": "ref-7"},
    {"kind": "progress", "step": 0, "total": 7},
    {"kind": "progress", "step": 1, "total": 1},
    {"kind": "progress", "step": 7, "total": 7, "note": "promoted"},
    {"kind": "external", "note": "the pager rang"},
]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    "make", [Story, planned, lambda: planned().do("abandon", operator=CHEF, reason="no")]
)
def test_the_journal_never_changes_the_document_whatever_its_status(entry: dict[str, Any], make: Any) -> None:
    story = make()
    before = json.dumps(story.task)
    assert json.dumps(story.do(**entry).task) == before


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        (Code.STAGE, {"kind": "intent", "stage": "review"}),
        (Code.RETURN_SHAPE, {"kind": "intent"}),
        (Code.RETURN_SHAPE, {"kind": "intent", "stage": "plan", "note": None}),
        (Code.TEXT, {"kind": "intent", "stage": "plan", "note": ""}),
        (Code.IDENTITY, {"kind": "intent", "stage": "plan", "agent": "ref\x00"}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": 1}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": True, "total": 7}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": 1.0, "total": 7}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": 8, "total": 7}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": -1, "total": 7}),
        (Code.RETURN_SHAPE, {"kind": "progress", "step": 0, "total": 0}),
        (Code.RETURN_SHAPE, {"kind": "external"}),
        (Code.TEXT, {"kind": "external", "note": ""}),
    ],
)
def test_the_journals_shape_is_checked(code: Code, entry: dict[str, Any]) -> None:
    planned().refuses(code, **entry)


# --- acts as such


@pytest.mark.parametrize("act", [{}, {"kind": "grant"}, {"kind": None}, {"kind": ["approve"]}])
def test_an_unknown_act_is_refused(act: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        apply(planned().task, act, Context(AT))
    assert caught.value.code == Code.RETURN_SHAPE


@pytest.mark.parametrize("kind", list(ACTS))
def test_every_act_is_closed(kind: str) -> None:
    refusal = planned().refuses(Code.RETURN_SHAPE, kind, unknown=1)
    assert "unknown" in [fault["path"] for fault in refusal.details["faults"]]


@pytest.mark.parametrize(
    "act",
    [
        {"kind": "start"},
        {"kind": "approve", "operator": CHEF},
        {"kind": "record", "stage": "plan", "agent": "p", "return": {}},
        {"kind": "external", "note": "n"},
    ],
)
def test_no_act_but_add_is_taken_where_there_is_no_task(act: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        apply(None, act, Context(AT))
    assert caught.value.code == Code.NOT_FOUND


@pytest.mark.parametrize(
    ("act", "name"),
    [
        ({"kind": "add", "id": 1, "title": "T"}, ""),
        ({"kind": "start"}, ""),
        ({"kind": "record", "stage": "plan", "agent": "planner", "return": {}}, "planner"),
        (
            {
                "kind": "record",
                "stage": "council",
                "members": [],
                "synthesizer": "synth",
                "return": council_return(),
            },
            "synth",
        ),
        ({"kind": "approve", "operator": CHEF}, CHEF),
        ({"kind": "decline", "operator": CHEF, "reason": "r", "to": "plan"}, CHEF),
        ({"kind": "answer", "operator": CHEF, "option": "o"}, CHEF),
        ({"kind": "reverify"}, ""),
        ({"kind": "reverify", "operator": CHEF}, CHEF),
        ({"kind": "block", "operator": CHEF, "reason": "r"}, CHEF),
        ({"kind": "unblock", "operator": CHEF}, CHEF),
        ({"kind": "abandon", "operator": CHEF, "reason": "r"}, CHEF),
        ({"kind": "claim", "by": "driver"}, "driver"),
        ({"kind": "release", "by": "driver"}, "driver"),
        ({"kind": "intent", "stage": "plan", "agent": "planner"}, ""),
        ({"kind": "progress", "step": 1, "total": 2}, ""),
        ({"kind": "external", "note": "n"}, ""),
        ({"kind": "unheard of"}, ""),
        ({"kind": "approve", "operator": 3}, ""),
    ],
)
def test_the_actor_is_whoever_gave_the_act(act: dict[str, Any], name: str) -> None:
    assert actor(act) == name
