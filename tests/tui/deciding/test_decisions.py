"""Decisions as data: what is decided, what is missing, which code confirms it, and what is said about what
came of it."""

from __future__ import annotations

from datetime import UTC

import pytest

from cookui.contract.refusal import Refusal
from cookui.text.code import confirmation_code
from cookui.text.measures import measure
from cookui.tui.deciding.acts import ACTS
from cookui.tui.deciding.answer import Answer
from cookui.tui.deciding.approve import Approve
from cookui.tui.deciding.decision import Decision, Given
from cookui.tui.deciding.decline import Decline
from cookui.tui.deciding.gates import State, gates
from cookui.tui.deciding.reverify import Reverify
from cookui.tui.views.rows import Outside, Page, Words
from tests.tui.deciding.ground import BOUNDARY, Ground, plan, verification

READY = State(settled=True, read=True)


def told(page: Page) -> str:
    """All that a page says, outside text as stored."""
    frags = [frag for row in page for cell in row.cells for frag in (*cell.lead, *cell.body)]
    return " ".join(frag.text for frag in frags if isinstance(frag, Words | Outside))


def closed(decision: Decision, given: Given, state: State = READY) -> list[str]:
    return [gate.name for gate in gates(decision, given, state) if not gate.open]


def ada(**other: object) -> Given:
    return Given(**({"operator": "Ada"} | other))  # type: ignore[arg-type]


# Approve


def test_the_code_is_the_one_that_cook_asks_for(ground: Ground) -> None:
    decision = Approve(ground.view(ground.asked()), UTC)
    assert decision.code(ada()) == confirmation_code(measure(BOUNDARY).sha256, 0)


def test_each_request_has_a_code_of_its_own(ground: Ground) -> None:
    task = ground.asked()
    first = Approve(ground.view(task), UTC).code(ada())
    ground.ask(task, "exec-2")
    assert Approve(ground.view(task), UTC).code(ada()) != first


def test_granting_and_declining_the_same_request_have_different_codes(ground: Ground) -> None:
    view = ground.view(ground.asked())
    assert Approve(view, UTC).code(ada()) != Decline(view, UTC).code(ada(choice=0))


def test_a_grant_is_missing_whatever_has_not_been_done_yet(ground: Ground) -> None:
    decision = Approve(ground.view(ground.asked()), UTC)
    assert closed(decision, ada()) == []
    assert closed(decision, ada(), State(settled=True, read=False)) == ["read"]
    assert closed(decision, ada(), State(settled=False, read=True)) == ["still"]
    assert closed(decision, ada(), State(settled=True, read=True, read_only=True)) == ["read-only"]


@pytest.mark.parametrize(
    "operator",
    [
        "",
        "   ",
        "exec-1",
        "EXEC-1",
        "exec\u200b-1",
        "ｅｘｅｃ-1",
        "A\u200bda",
        "Ada\x1b[2K",
        "\u202eadA",
        "\u2800",
    ],
)
def test_an_operator_who_is_nobody_an_executor_or_hidden_cannot_grant(ground: Ground, operator: str) -> None:
    assert closed(Approve(ground.view(ground.asked()), UTC), ada(operator=operator)) == ["operator"]


def test_whoever_ever_executed_cannot_grant(ground: Ground) -> None:
    task = ground.asked()
    ground.replanned(task, BOUNDARY)
    assert closed(Approve(ground.view(task), UTC), ada(operator="Exec-Back")) == ["operator"]


def test_a_request_stands_until_something_of_it_changes(ground: Ground) -> None:
    task = ground.asked()
    decision = Approve(ground.view(task), UTC)
    ground.recorder.claim(task, "driver")
    assert decision.stands(ground.view(task))
    ground.ask(task, "exec-2")
    assert not decision.stands(ground.view(task)), "another request, though its text is the same"


@pytest.mark.parametrize("act", ["approve", "decline", "block", "abandon", "kickback"])
def test_a_request_that_was_settled_elsewhere_is_gone_and_it_is_said_how(ground: Ground, act: str) -> None:
    task = ground.asked()
    decision = Approve(ground.view(task), UTC)
    if act == "approve":
        ground.recorder.approve(task, "Grace")
    elif act == "decline":
        ground.recorder.decline(task, "Grace", "too broad")
    elif act == "kickback":
        ground.replanned(task, "Promote orders-db-3.")
    else:
        getattr(ground.recorder, act)(task, "Grace", "not today")
    view = ground.view(task)
    assert not decision.stands(view)
    said = told(decision.gone(view))
    assert {
        "approve": "Grace" in said and "granted" in said,
        "decline": "Grace" in said and "too broad" in said,
        "block": "Grace" in said and "not today" in said,
        "abandon": "Grace" in said and "not today" in said,
        "kickback": "exec-again" in said and "another text" in said,
    }[act], said


def test_what_stands_beside_shows_everything_that_is_to_be_weighed(ground: Ground) -> None:
    task = ground.asked("Drop\u202e the table\n")
    page = Approve(ground.view(task), UTC).beside()
    said, digest = told(page), measure("Drop\u202e the table\n").sha256
    assert digest in said.replace(" ", "")
    assert next(row for row in page if row.key == "sha256").copy == digest
    for words in (
        "RIGHT-TO-LEFT OVERRIDE",
        "exec-1",
        "Fence orders-db-1",
        "Checked the lag",
        "lag of orders-db-2 is zero bytes",
        "(1 row)",
        "Until promotion, unfencing orders-db-1 restores the old state.",
        "orders-db-1 refuses connections on 5432",
    ):
        assert words in said


def test_it_says_how_the_text_differs_from_the_last_that_was_granted(ground: Ground) -> None:
    task = ground.asked()
    ground.recorder.approve(task, "Ada")
    ground.replanned(task, BOUNDARY.replace("orders-db-2", "orders-db-3"))
    page = Approve(ground.view(task), UTC).beside()
    assert "DIFFERS from request 0" in told(page)
    now = next(row for row in page if row.key == "now-0")
    marked = next(frag for frag in now.cells[0].body if isinstance(frag, Outside))
    assert [marked.text[begin:end] for begin, end in marked.marks] == ["3"]


def test_it_says_how_the_text_differs_from_the_last_request_whatever_became_of_it(ground: Ground) -> None:
    task = ground.asked()
    ground.recorder.approve(task, "Ada")
    ground.replanned(task, "Promote orders-db-3.")
    ground.recorder.decline(task, "Ada", "names the wrong host")
    ground.recorder.record(task, "plan", "planner-3", plan(BOUNDARY))
    ground.ask(task, "exec-third")
    said = told(Approve(ground.view(task), UTC).beside())
    assert "DIFFERS from request 1, which was declined" in said
    assert "the same text as request 0, which was granted" in said


def test_a_million_unusual_characters_are_counted_and_a_part_of_them_listed(ground: Ground) -> None:
    page = Approve(ground.view(ground.asked("a\u200b" * 100_000)), UTC).beside()
    assert sum(row.key.startswith("unusual-") for row in page) < 300
    assert "99,800 more" in told(page)


async def test_a_grant_is_bound_to_what_was_drawn(ground: Ground) -> None:
    task = ground.asked()
    decision = Approve(ground.view(task), UTC)
    before = ground.bytes()
    with pytest.raises(Refusal) as refused:
        await decision.carry_out(ground.ledger, ada(shown_sha256=measure("another text").sha256))
    assert refused.value.code == "approval-stale"
    assert ground.bytes() == before
    view = await decision.carry_out(
        ground.ledger, ada(shown_sha256=measure(BOUNDARY).sha256, elapsed_ms=4200)
    )
    said = told(decision.recorded(view))
    for words in ("Ada", "+00:00", "Z", "code point by code point", "after 4.2 s on the screen", "executor"):
        assert words in said, words


# Decline


async def test_a_decline_is_recorded_with_its_reason_and_closes_the_request(ground: Ground) -> None:
    task = ground.asked()
    decision = Decline(ground.view(task), UTC)
    assert closed(decision, ada(choice=0)) == ["reason"]
    assert closed(decision, ada(choice=0, reason=" ")) == ["reason"]
    assert decision.preselected == 0
    given = ada(choice=1, reason="names prod", shown_sha256=measure(BOUNDARY).sha256)
    view = await decision.carry_out(ground.ledger, given)
    assert view.document["stage"] == "capture"
    said = told(decision.recorded(view))
    assert "names prod" in said
    assert "capture" in said
    assert not decision.stands(view)


def test_declining_needs_no_reading_to_the_end(ground: Ground) -> None:
    decision = Decline(ground.view(ground.asked()), UTC)
    assert closed(decision, ada(choice=0, reason="no"), State(settled=True, read=False)) == []


# Answer


async def test_an_answer_needs_an_option_and_each_has_a_code_of_its_own(ground: Ground) -> None:
    task = ground.forked("Keep the old registry?", ["keep it", "delete it", "keep it "])
    decision = Answer(ground.view(task), UTC)
    assert decision.preselected is None
    assert closed(decision, ada()) == ["choice"]
    assert decision.code(ada()) == ""
    codes = {decision.code(ada(choice=index)) for index in range(3)}
    assert len(codes) == 3
    view = await decision.carry_out(ground.ledger, ada(choice=2))
    assert view.document["answers"][-1]["option"] == "keep it "
    assert "keep it " in told(decision.recorded(view))
    assert not decision.stands(view), "an answered fork is another matter"


# Reverify


async def test_the_seven_conditions_are_shown_whether_they_hold_or_not(ground: Ground) -> None:
    decision = Reverify(ground.view(ground.failed()), UTC)
    assert closed(decision, ada()) == []
    said = told(decision.beside())
    assert said.count("✓ ") == 8
    assert "verifier-1" in said
    view = await decision.carry_out(ground.ledger, ada())
    assert len(view.document["judgmentHistory"]) == 1
    assert "verifier-1" in told(decision.recorded(view))

    other = Reverify(ground.view(ground.failed(kick_to="execute")), UTC)
    assert "available" in closed(other, ada())
    assert "1 of seven does not hold" in told(other.beside())


def test_another_judgment_is_another_matter(ground: Ground) -> None:
    task = ground.failed()
    decision = Reverify(ground.view(task), UTC)
    first = decision.code(ada())
    ground.recorder.reverify(task)
    assert not decision.stands(ground.view(task))
    ground.recorder.record(task, "verify", "verifier-2", verification())
    assert not decision.stands(ground.view(task)), "the same rows, but of another verifier"
    assert Reverify(ground.view(task), UTC).code(ada()) != first


# The short acts


@pytest.mark.parametrize("name", list(ACTS))
async def test_every_short_act_is_confirmed_carried_out_and_said(ground: Ground, name: str) -> None:
    task = ground.asked()
    if name == "unblock":
        ground.recorder.block(task, "Grace", "wait for the \x1b[2K vendor")
    if name == "release":
        ground.recorder.claim(task, "driver-7")
    decision = ACTS[name](ground.view(task), UTC)
    given = ada(reason="because")
    assert closed(decision, given) == []
    assert closed(decision, ada()) == (["reason"] if decision.asks_reason else [])
    assert len(decision.code(given)) == 5
    view = await decision.carry_out(ground.ledger, given)
    assert "✓" in told(decision.recorded(view))
    assert not decision.stands(view)


@pytest.mark.parametrize("name", list(ACTS))
def test_a_short_act_that_is_not_to_be_had_says_why(ground: Ground, name: str) -> None:
    task = ground.planned()
    if name != "release":
        ground.recorder.abandon(task, "Grace", "superseded")
    decision = ACTS[name](ground.view(task), UTC)
    found = gates(decision, ada(reason="because"), READY)
    assert found[0].name == "available"
    assert not found[0].open
    assert len(found[0].missing) > 20


def test_no_two_decisions_on_one_task_share_a_code(ground: Ground) -> None:
    task = ground.asked()
    ground.recorder.claim(task, "driver-7")
    view = ground.view(task)
    decisions: list[type[Decision]] = [Approve, Decline, *ACTS.values()]
    codes = [each(view, UTC).code(ada(choice=0 if each is Decline else None)) for each in decisions]
    assert len(set(codes)) == len(codes)
