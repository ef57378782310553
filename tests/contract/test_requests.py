"""What became of each request: every end that it can have, by the document and by the events."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract.queries import sha256_of
from cookui.contract.requests import State, fates
from tests.contract.playing import BOUNDARY, CHEF, Story, execute_return, pending, plan_return, planned

EXPECTATION = {"requestId": 0, "sha256": sha256_of(BOUNDARY)}


def _kicked_back() -> Story:
    kickback = {"to": "plan", "reason": "the lag grows"}
    return pending().record("exec-1", execute_return("kickback", kickback=kickback))


def _declined() -> Story:
    return pending().do("decline", operator=CHEF, reason="not on a Friday", to="plan")


ENDS: dict[str, tuple[Any, State, str, str, bool | None]] = {
    "pending": (pending, State.PENDING, "", "", None),
    "blocked": (
        lambda: pending().do("block", operator=CHEF, reason="no power"),
        State.PENDING,
        "",
        "",
        None,
    ),
    "granted": (lambda: pending().approve(), State.GRANTED, CHEF, "", False),
    "granted as seen": (lambda: pending().approve(expectation=EXPECTATION), State.GRANTED, CHEF, "", True),
    "granted and executed": (
        lambda: pending().approve().record("exec-1", execute_return()),
        State.GRANTED,
        CHEF,
        "",
        False,
    ),
    "granted and kicked back": (
        lambda: pending().approve().record("exec-1", execute_return("kickback")),
        State.GRANTED,
        CHEF,
        "",
        False,
    ),
    "declined": (_declined, State.DECLINED, CHEF, "not on a Friday", False),
    "declined and abandoned": (
        lambda: _declined().do("abandon", operator="Ada", reason="too late"),
        State.DECLINED,
        CHEF,
        "not on a Friday",
        False,
    ),
    "kicked back": (_kicked_back, State.CLOSED, "exec-1", "the lag grows", None),
    "abandoned": (
        lambda: pending().do("abandon", operator="Ada", reason="too late"),
        State.CLOSED,
        "Ada",
        "too late",
        None,
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_every_end_of_a_request(name: str) -> None:
    make, state, by, reason, digest_given = ENDS[name]
    story = make()
    (fate,) = fates(story.task, story.events)
    assert fate.request is story.task["approvalRequests"][0]
    assert (fate.state, fate.by, fate.reason, fate.digest_given) == (state, by, reason, digest_given)
    assert bool(fate.at) == bool(by)
    if fate.event is not None:
        assert fate.at == fate.event["at"]


def test_every_state_is_met() -> None:
    assert {end[1] for end in ENDS.values()} | {State.SUPERSEDED} == set(State)


def test_each_of_several_requests_has_its_own_end() -> None:
    story = pending().record("exec-1", execute_return("approval-required"))
    story.do("decline", operator=CHEF, reason="no", to="plan").record("p", plan_return(requiresApproval=True))
    story.record("exec-2", execute_return("approval-required")).record("exec-3", execute_return("kickback"))
    story.record("p", plan_return(requiresApproval=True))
    story.record("exec-4", execute_return("approval-required")).approve("Ada")
    found = fates(story.task, story.events)
    assert [fate.state for fate in found] == ["superseded", "declined", "closed", "granted"]
    assert [fate.by for fate in found] == ["", CHEF, "exec-3", "Ada"]
    assert [fate.event["seq"] if fate.event else None for fate in found] == [None, 5, 8, 11]


def test_the_document_alone_says_what_became_of_it_and_never_how() -> None:
    for make, state, _, _, _ in ENDS.values():
        (fate,) = fates(make().task)
        assert (fate.state, fate.event, fate.digest_given) == (state, None, None)


def test_a_grant_from_before_requests_had_ids_is_the_last_requests() -> None:
    story = pending().record("exec-1", execute_return("approval-required")).approve()
    grant = {name: value for name, value in story.task["approvals"][0].items() if name != "requestId"}
    task = {**story.task, "approvals": [grant]}
    assert [fate.state for fate in fates(task, story.events)] == ["superseded", "granted"]
    older = {**grant, "grantedAt": "2020-01-01T00:00:00.000Z"}
    assert State.GRANTED not in [fate.state for fate in fates({**task, "approvals": [older]})]


def test_a_task_without_requests_has_none() -> None:
    assert fates(planned().task) == []


@pytest.mark.parametrize("data", [None, {}, {"act": None}, {"act": {"return": 3, "stage": "execute"}}])
def test_events_of_another_writer_take_nothing_away(data: Any) -> None:
    story = _declined()
    events = [{**event, "data": data} for event in story.events]
    (fate,) = fates(story.task, events)
    assert (fate.state, fate.by, fate.event) == (State.DECLINED, CHEF, None)
