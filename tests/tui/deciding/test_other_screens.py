"""The other decisions on their screens: the same manners, and what is particular to each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cookui.tui.app import CookUI
from cookui.tui.deciding.acts import ACTS
from cookui.tui.keys import TaskKey
from cookui.tui.screens.board import BoardScreen
from cookui.tui.screens.decline import DeclineScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.widgets.page import PageView
from tests.tui.deciding.ground import Ground, verification
from tests.tui.deciding.hand import Hand, at_the_screen

FORK = "Forty images were not pulled for a year.\nDelete them\u202e with the move, or keep them?\n"
OPTIONS = ["keep all of them", "delete what was not pulled since 2024", "keep all of them "]

Door = Callable[[TaskKey], None]


def door(app: CookUI, name: str) -> Door:
    """How a decision is opened, by the name of its act."""
    if name in ACTS:
        return lambda key: app.open_act(key, name)  # type: ignore[arg-type]
    doors: dict[str, Door] = {
        "approve": app.open_approve,
        "decline": app.open_decline,
        "answer": app.open_answer,
        "reverify": app.open_reverify,
    }
    return doors[name]


EVERY = ["approve", "decline", "answer", "reverify", *ACTS]


def prepared(ground: Ground, name: str) -> int:
    """A task on which that decision is to be had."""
    if name == "answer":
        return ground.forked(FORK, OPTIONS)
    if name == "reverify":
        return ground.failed()
    task = ground.asked()
    if name == "unblock":
        ground.recorder.block(task, "Grace", "wait for the \x1b[2K vendor [/]")
    if name == "release":
        ground.recorder.claim(task, "driver-7")
    return task


async def fill_in(hand: Hand, name: str) -> None:
    """Whatever is missing besides the code."""
    if name == "answer":
        await hand.key("2")
    if name in ("decline", "block", "abandon"):
        hand.screen.set_focus(hand.ritual.reason)
        await hand.type("no c d 1")
        await hand.key("enter")


@pytest.mark.parametrize("name", EVERY)
async def test_every_decision_is_given_by_the_same_ritual(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    task = prepared(ground, name)
    events = len(ground.view(task).events)
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(door(hand.app, name), ground.key(task))
        await hand.type("xyz ")
        await hand.key("enter")
        while isinstance(hand.app.screen, DeclineScreen) and name != "decline":
            await hand.key("escape")
        assert ground.bytes() == before
        await hand.rest()
        await fill_in(hand, name)
        await hand.until(lambda: not hand.field.disabled)
        hand.screen.set_focus(hand.field)
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)
        assert "✓" in hand.said()
        assert "Ada" in hand.said() or name == "decline"
    recorded = ground.view(task).events[events:]
    assert [event["data"]["act"]["kind"] for event in recorded] == [name]
    assert recorded[0]["data"]["how"]["channel"] == "cookui"


@pytest.mark.parametrize("name", EVERY)
async def test_every_decision_is_disarmed_when_the_task_is_abandoned_meanwhile(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    task = prepared(ground, name)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(door(hand.app, name), ground.key(task))
        if name == "release":
            ground.recorder.release(task, "driver-7")
        else:
            ground.recorder.abandon(task, "Grace", "superseded")
        after = ground.bytes()
        await hand.phase(Phase.GONE)
        assert "DISARMED" in hand.said()
        assert hand.field.disabled
        await hand.rest()
        await hand.key("n")
        await hand.phase(Phase.DECIDING)
        await hand.rest()
        assert hand.field.disabled, "there is nothing to decide any more"
        assert "Not available" in hand.said()
        await hand.key("escape")
        assert isinstance(hand.app.screen, BoardScreen)
        assert ground.bytes() == after


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_every_decision_has_its_fields_and_its_text_in_sight(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    task = prepared(ground, name)
    async with at_the_screen(ground, monkeypatch, size=size) as hand:
        await hand.open(door(hand.app, name), ground.key(task))
        for part in ("orient", "exact", "choices", "operator", "code-row", "ticks"):
            for widget in hand.screen.query(f"#{part}"):
                if widget.display:
                    assert widget.region.height >= (2 if part == "exact" else 1), part
                    assert hand.screen.region.contains_region(widget.region), part
        beside = hand.screen.query_one("#beside")
        if not beside.region.height:
            await hand.key("z")
            await hand.key("z")
            await hand.until(lambda: beside.region.height > 2)


async def test_a_read_only_screen_locks_every_decision(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = {name: prepared(ground, name) for name in EVERY}
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch, read_only=True) as hand:
        for name, task in tasks.items():
            await hand.open(door(hand.app, name), ground.key(task))
            assert hand.field.disabled
            assert "read-only" in hand.said()
            await hand.key("escape")
    assert ground.bytes() == before


# Answer


async def test_another_option_needs_another_code(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.forked(FORK, OPTIONS)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_answer, ground.key(task))
        assert hand.field.disabled
        await hand.until(lambda: "Choose one of the options" in hand.said())
        await hand.key("1")
        await hand.to_the_code()
        first = hand.code
        await hand.type(first)
        hand.screen.choose(2)
        await hand.pilot.pause()
        assert hand.field.value == "", "what was typed for one option is taken back for the next"
        assert hand.code != first
        await hand.rest()
        await hand.to_the_code()
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)
    assert ground.document(task)["answers"][0]["option"] == OPTIONS[2]
    assert ground.document(task)["answers"][0]["fork"] == FORK


async def test_a_number_that_is_no_option_chooses_nothing(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.forked(FORK, OPTIONS)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_answer, ground.key(task))
        await hand.key("9")
        assert hand.screen.given().choice is None


async def test_enter_on_an_option_chooses_it_and_answers_nothing(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.forked(FORK, OPTIONS)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_answer, ground.key(task))
        choices = hand.screen.query_one("#choices", PageView)
        hand.screen.set_focus(choices)
        choices.select("choice-1")
        await hand.key("enter")
        assert hand.screen.given().choice == 1
        assert "answers" not in ground.document(task)


# Reverify


async def test_an_unavailable_reverify_shows_the_list_and_no_way_to_confirm(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.failed(kick_to="execute")
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_reverify, ground.key(task))
        hand.screen.tick()
        await hand.until(lambda: not hand.screen._reading)
        assert hand.screen.phase is Phase.DECIDING, "nothing has changed, so nothing is said to have"
        said = hand.said("beside")
        assert said.count("✓") == 6
        assert "does not hold" in said
        assert hand.field.disabled


async def test_a_judgment_that_was_archived_meanwhile_disarms(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.failed()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_reverify, ground.key(task))
        code = hand.code
        ground.recorder.reverify(task)
        ground.recorder.record(task, "verify", "verifier-2", verification())
        await hand.phase(Phase.GONE)
        await hand.rest()
        await hand.key("n")
        await hand.phase(Phase.DECIDING)
        assert hand.code != code
    assert len(ground.document(task)["judgmentHistory"]) == 1


# Reasons


async def test_what_was_typed_goes_along_to_what_is_there_now(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=None) as hand:
        await hand.open(hand.app.open_decline, ground.key(task))
        hand.screen.set_focus(hand.ritual.operator)
        await hand.type("Ada")
        hand.screen.set_focus(hand.ritual.reason)
        await hand.type("names prod")
        ground.ask(task, "exec-2")
        await hand.phase(Phase.GONE)
        await hand.rest()
        await hand.key("n")
        await hand.phase(Phase.DECIDING)
        assert hand.ritual.operator.value == "Ada"
        assert hand.ritual.reason.value == "names prod"
        assert hand.screen.decision is not None
        assert hand.screen.decision.subject is not None
        assert hand.screen.decision.subject["request"] == 1


async def test_reasons_given_lately_are_offered_again(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = ground.asked(), ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        for task, reason in ((first, "names prod"), (second, "")):
            await hand.open(hand.app.open_decline, ground.key(task))
            if reason:
                hand.screen.set_focus(hand.ritual.reason)
                await hand.type(reason)
            else:
                assert "names prod" in hand.said("choices")
                await hand.key("ctrl+r")
                assert hand.ritual.reason.value == "names prod"
            await hand.until(lambda: not hand.field.disabled)
            hand.screen.set_focus(hand.field)
            await hand.type(hand.code)
            await hand.key("enter")
            await hand.phase(Phase.RECORDED)
            await hand.key("escape")
    assert ground.document(second)["declines"][0]["reason"] == "names prod"


async def test_a_long_reason_is_said_to_be_too_long_and_not_cut(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_decline, ground.key(task))
        hand.screen.set_focus(hand.ritual.reason)
        await hand.paste("x" * 2000)
        assert len(hand.ritual.reason.value) == 2000
        await hand.paste("y")
        assert len(hand.ritual.reason.value) == 2000
        assert "longer than" in hand.said()


async def test_the_sentences_on_top_have_the_lines_that_they_need(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were laid out as if there were no scrollbar, and could be a line too low for a moment or for good;
    what stood in its place was cut off."""
    task = ground.forked(FORK, OPTIONS)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(door(hand.app, "answer"), ground.key(task))
        orient = hand.screen.query_one("#orient", PageView)
        for columns in range(80, 110):
            await hand.pilot.resize_terminal(columns, 40)
            await hand.until(lambda columns=columns: orient.region.width == columns, "it has that width")
            assert orient.size.height == orient.virtual_size.height <= 4
