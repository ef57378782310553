"""The approve screen against a real ledger: the whole ritual grants, and nothing else does."""

from __future__ import annotations

import asyncio
import random
import string
from pathlib import Path
from typing import Any

import pytest

from cookui.contract.refusal import Code, Refusal
from cookui.text.measures import measure
from cookui.tui.ports.ledger import Seen, TaskView
from cookui.tui.ports.recorder import RecorderLedger
from cookui.tui.screens.approve import ApproveScreen
from cookui.tui.screens.board import BoardScreen
from cookui.tui.screens.decline import DeclineScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.ritual import Ritual
from cookui.tui.widgets.verbatim import Verbatim
from tests.tui.deciding.ground import BOUNDARY, Ground, execution
from tests.tui.deciding.hand import BY_HAND, Watch, at_the_screen

LONG = "\n".join(f"step {number}: promote orders-db-{number}" for number in range(300))


async def test_the_whole_ritual_grants_and_shows_what_was_recorded(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.rest(4.0)
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
        said = hand.said()
    view = ground.view(task)
    [grant] = view.document["approvals"]
    assert grant == {
        "mutation": BOUNDARY,
        "grantedBy": "Ada",
        "grantedAt": grant["grantedAt"],
        "requestId": 0,
    }
    how = view.events[-1]["data"]["how"]
    assert how["channel"] == "cookui"
    assert how["shownSha256"] == measure(BOUNDARY).sha256
    assert how["elapsedMs"] >= 4000
    for words in ("Ada", grant["grantedAt"], "+00:00", "request", "executor"):
        assert words in said


# Keys that grant nothing


async def test_no_key_grants_or_declines_whatever_has_the_focus(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    before = ground.bytes()
    every = [*string.ascii_letters, *string.digits, *string.punctuation, "enter", "space", "backspace"]
    some = ["enter", "space", "y", "a", "g", "tab", "f1"]
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        for place, keys in (("exact", every), ("beside", some), ("operator", some), ("code", every)):
            for key in keys:
                if not isinstance(hand.app.screen, ApproveScreen):
                    await hand.key("escape")
                    await hand.rest()
                hand.screen.set_focus(hand.screen.query_one(f"#{place}"))
                await hand.key(key)
        assert ground.bytes() == before


@pytest.mark.parametrize("seed", range(2))
async def test_no_storm_of_keys_grants(ground: Ground, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        code = hand.code
        for _ in range(150):
            if not isinstance(hand.app.screen, ApproveScreen):
                await hand.key("escape")
                if isinstance(hand.app.screen, BoardScreen):
                    await hand.open(hand.app.open_approve, ground.key(task))
                continue
            key = chance.choice([*code, *code, "c", "enter", "enter", "space", "tab", "d", "G", "z"])
            await hand.key(key, chance.choice([0.0, 0.001, 0.01, 0.05]))
        assert ground.bytes() == before


async def test_a_code_typed_ahead_is_swallowed(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        hand.app.open_approve(ground.key(task))
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.phase(Phase.DECIDING)
        for _ in range(3):
            await hand.key("c")
            await hand.type(hand.code)
            await hand.key("enter")
        assert not hand.field.has_focus
        assert hand.field.value == ""
        assert "still" in hand.said()
        assert ground.bytes() == before
        await hand.rest()
        await hand.confirm()
        await hand.phase(Phase.RECORDED)


async def test_keys_typed_before_the_task_was_read_are_swallowed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        hand.app.open_approve(ground.key(task))
        hand.watch.now += 60
        await hand.phase(Phase.DECIDING)
        await hand.key("c")
        assert not hand.field.has_focus, "the wait begins when there is something to read"


@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize("gap", [0.0, 0.001, 0.010])
async def test_a_code_that_comes_faster_than_a_hand_is_taken_back_and_it_is_said_why(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, gap: float, waits: bool
) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        if waits:
            await hand.type(hand.code, gap)
            await hand.key("enter", gap)
        else:
            await hand.burst(*hand.code, "enter", gap=gap)
            await hand.until(lambda: hand.field.value == "")
        await hand.until(lambda: "typed too fast: looks pasted" in hand.said())
        assert hand.field.value == ""
        await hand.key("enter")
        assert ground.bytes() == before
        await hand.rest()
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)


async def test_the_slow_tail_of_a_fast_burst_does_not_count(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type("xx", 0.001)
        await hand.type(hand.code, 0.05)
        await hand.key("enter", 0.05)
        assert hand.field.value == ""
        assert "approvals" not in ground.document(task)


async def test_a_paste_does_not_count(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code[:2])
        await hand.paste(hand.code + "\n")
        assert hand.field.value == ""
        assert "a paste does not count" in hand.said()
        await hand.key("enter")
        assert ground.bytes() == before


@pytest.mark.parametrize("held", ["enter", "first", "space"])
async def test_a_held_key_does_not_count(ground: Ground, monkeypatch: pytest.MonkeyPatch, held: str) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        key = hand.code[0] if held == "first" else held
        await hand.key(key)
        await hand.key(key, 0.5)
        for _ in range(20):
            await hand.key(key, 0.033)
        assert hand.field.value == ""
        assert "held down" in hand.said()
        assert ground.bytes() == before


async def test_enter_without_the_code_or_with_another_says_so_and_keeps_what_was_typed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task, other = ground.asked(), ground.asked("Delete bucket logs-2019 ")
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(other))
        foreign = hand.code
        await hand.key("escape")
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.key("enter")
        assert f"Type the code first: {hand.code}" in hand.said()
        await hand.type(foreign)
        await hand.key("enter")
        assert "not the code" in hand.said()
        assert hand.field.value == foreign
        assert ground.bytes() == before


# What must be so before


async def test_the_code_is_locked_until_the_text_has_been_shown_to_its_end(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked(LONG)
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        assert hand.field.disabled
        assert hand.ritual.code == "", "the code is not even shown"
        await hand.key("c")
        assert not hand.field.has_focus
        await hand.type(hand.code)
        await hand.key("enter")
        assert ground.bytes() == before
        while not isinstance(hand.app.screen, ApproveScreen):
            await hand.key("escape")
        await hand.rest()
        hand.screen.set_focus(hand.screen.query_one(Verbatim))
        await hand.key("G")
        await hand.until(lambda: not hand.field.disabled, "shown to its end")
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
    assert ground.document(task)["approvals"][0]["mutation"] == LONG


@pytest.mark.parametrize("operator", [None, "", "   ", "exec-1", "EXEC-1", "ｅｘｅｃ-1"])
async def test_without_an_operator_who_may_decide_the_code_stays_locked(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, operator: str | None
) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch, operator=operator) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        assert hand.ritual.operator.value == (operator or "")
        assert hand.field.disabled
        await hand.key("c")
        await hand.type(hand.code)
        await hand.key("enter")
        assert ground.bytes() == before


@pytest.mark.parametrize("operator", ["A\u200bda", "Ada\x1b[2K", "\u202eadA", "Ada\nGrace"])
async def test_a_name_that_hides_something_is_not_even_taken_into_the_field(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, operator: str
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=operator) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        assert hand.ritual.operator.value == ""
        hand.screen.set_focus(hand.ritual.operator)
        await hand.paste(operator)
        assert hand.ritual.operator.value == ""
        assert "not taken" in hand.said()
        assert hand.field.disabled
        await hand.paste("Ada Lovelace\n")
        assert hand.ritual.operator.value == "Ada Lovelace"
        await hand.until(lambda: not hand.field.disabled)


async def test_a_name_typed_on_the_screen_is_recorded(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=None) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        hand.screen.set_focus(hand.ritual.operator)
        await hand.type("Søren c d")
        await hand.key("enter")
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)
    assert ground.document(task)["approvals"][0]["grantedBy"] == "Søren c d"


async def test_one_key_leads_to_whatever_is_to_be_filled_in_next(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=None) as hand:
        await hand.open(hand.app.open_decline, ground.key(task))
        ritual = hand.screen.query_one(Ritual)
        for field in (ritual.reason, ritual.operator):
            await hand.key("c")
            assert hand.screen.focused is field
            await hand.type("not today")
            hand.screen.set_focus(hand.screen.query_one(Verbatim))
        await hand.rest()
        await hand.key("c")
        assert hand.screen.focused is ritual.field


async def test_read_only_mode_decides_nothing(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch, read_only=True) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        assert hand.field.disabled
        assert "read-only" in hand.said()
        await hand.key("c")
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.key("d")
        assert isinstance(hand.app.screen, ApproveScreen)
        assert ground.bytes() == before


# What happens meanwhile


async def test_a_request_replaced_while_its_screen_is_open_cannot_be_granted_from_it(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        code = hand.code
        await hand.to_the_code()
        await hand.type(code[:-1])
        ground.ask(task, "exec-2")
        await hand.phase(Phase.GONE)
        assert "DISARMED" in hand.said()
        assert "exec-2" in hand.said()
        assert hand.screen.query_one(Verbatim).text == BOUNDARY, "what was read stays where it was"
        await hand.rest()
        await hand.key(code[-1])
        await hand.key("enter")
        assert "approvals" not in ground.document(task)
        await hand.key("n")
        await hand.until(lambda: hand.screen.phase is Phase.DECIDING)
        await hand.rest()
        assert hand.code != code
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
    assert [grant["requestId"] for grant in ground.document(task)["approvals"]] == [1]


async def test_another_ledger_in_its_place_disarms_though_number_and_text_are_the_same(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    task = ground.asked(title="Promote the staging database")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = Ground(elsewhere)
    assert other.asked(title="Promote the database in production") == task
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code)
        (ground.root / ".cook").rename(ground.root / "before")
        (other.root / ".cook").rename(ground.root / ".cook")
        await hand.key("enter")
        await hand.phase(Phase.GONE)
        assert "history" in hand.said()
        assert "production" in hand.said()
    assert "approvals" not in ground.document(task)


async def test_a_request_replaced_at_the_last_moment_is_refused_under_the_lock(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        monkeypatch.setattr(ApproveScreen, "tasks_changed", lambda *_: None)
        await hand.to_the_code()
        await hand.type(hand.code)
        ground.ask(task, "exec-2")
        await hand.key("enter")
        await hand.phase(Phase.GONE)
        assert "exec-2" in hand.said()
    assert "approvals" not in ground.document(task)


async def test_a_grant_given_elsewhere_is_said_with_name_and_time(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        ground.recorder.approve(task, "Grace")
        await hand.phase(Phase.GONE)
        assert "granted" in hand.said()
        assert "Grace" in hand.said()
        assert "2026-11-30 12:01:00 +00:00" in hand.said()


async def test_two_screens_that_grant_at_once_leave_one_grant_and_the_other_is_told(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    monkeypatch.setattr(ApproveScreen, "tasks_changed", lambda *_: None)
    watch, both = Watch(), asyncio.Barrier(2)

    async def grants(operator: str) -> tuple[Phase, str]:
        """One app, in a task of its own: the toolkit keeps the app that is running in the task's context."""
        ledger = RecorderLedger(ground.root)
        async with at_the_screen(ground, monkeypatch, watch=watch, operator=operator, ledger=ledger) as hand:
            await hand.open(hand.app.open_approve, ground.key(task))
            await both.wait()
            await hand.to_the_code()
            await hand.type(hand.code)
            await both.wait()
            await hand.key("enter")
            await hand.until(lambda: hand.screen.phase in (Phase.GONE, Phase.RECORDED))
            return hand.screen.phase, hand.said()

    outcomes = dict(await asyncio.gather(grants("Ada"), grants("Grace")))
    assert set(outcomes) == {Phase.RECORDED, Phase.GONE}
    [grant] = ground.document(task)["approvals"]
    assert grant["grantedBy"] in outcomes[Phase.GONE]
    assert grant["grantedBy"] in outcomes[Phase.RECORDED]


async def test_a_task_whose_file_breaks_while_it_is_open_disarms(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code)
        ground.garble(task)
        broken = ground.bytes()
        await hand.phase(Phase.GONE)
        assert "ledger-corrupt" in hand.said()
        await hand.key("enter")
        assert ground.bytes() == broken


@pytest.mark.parametrize("noticed", [True, False])
async def test_an_edit_that_leaves_the_card_alone_grants_nothing_and_is_noticed_within_a_tick(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code)
        ground.edit(task, b"Promote orders-db-2 to", b"Promote orders-db-3 to")
        broken = ground.bytes()
        if noticed:
            hand.screen.tick()
        else:
            await hand.key("enter")
        await hand.phase(Phase.GONE)
        assert "ledger-corrupt" in hand.said()
        assert ground.bytes() == broken


async def test_what_leaves_the_request_alone_leaves_the_screen_alone(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code[:3])
        focus, typed = hand.screen.focused, hand.field.value
        ground.recorder.claim(task, "driver-7")
        await hand.until(lambda: "claim" in hand.app.keeper.cards[ground.key(task)])  # type: ignore[operator]
        await hand.until(lambda: not hand.screen._reading)
        assert (hand.screen.focused, hand.field.value) == (focus, typed)
        await hand.type(hand.code[3:])
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)


# Declining from here


async def test_declining_from_the_screen_sends_the_task_to_plan_with_the_reason(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        grant_code = hand.code
        await hand.key("d")
        await hand.until(lambda: isinstance(hand.app.screen, DeclineScreen))
        await hand.phase(Phase.DECIDING)
        await hand.rest()
        assert hand.ritual.operator.value == "Ada"
        hand.screen.set_focus(hand.ritual.reason)
        await hand.type("names prod")
        await hand.key("enter")
        assert hand.ritual.operator.has_focus
        await hand.key("enter")
        await hand.until(lambda: hand.field.has_focus)
        await hand.type(grant_code)
        await hand.key("enter")
        assert "not the code" in hand.said(), "the code that grants does not decline"
        await hand.key("ctrl+u")
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)
        assert "names prod" in hand.said()
        await hand.key("escape")
        await hand.until(lambda: isinstance(hand.app.screen, BoardScreen), "both screens close")
    document = ground.document(task)
    assert document["stage"] == "plan"
    assert document["declines"] == [
        {
            "requestId": 0,
            "declinedBy": "Ada",
            "declinedAt": document["declines"][0]["declinedAt"],
            "reason": "names prod",
        }
    ]
    assert document["kickbacks"][-1]["reason"] == "names prod"


# Sending it


class Slow(RecorderLedger):
    """A ledger whose grant waits until it is let go, or refuses first."""

    def __init__(self, ground: Ground, *refusals: Refusal) -> None:
        super().__init__(ground.root)
        self.go = asyncio.Event()
        self.asked = 0
        self.refusals = list(refusals)

    async def approve(self, task_id: int, operator: str, seen: Seen, *, read: str | None = None) -> TaskView:
        self.asked += 1
        if self.refusals:
            raise self.refusals.pop(0)
        await self.go.wait()
        return await super().approve(task_id, operator, seen, read=read)


async def test_it_is_sent_once_however_often_enter_is_pressed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    ledger = Slow(ground)
    async with at_the_screen(ground, monkeypatch, ledger=ledger) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.phase(Phase.SENDING)
        for _ in range(5):
            await hand.key("enter", 1.0)
            await hand.key("c", 1.0)
        assert ledger.asked == 1
        ledger.go.set()
        await hand.phase(Phase.RECORDED)
    assert ledger.asked == 1


async def test_leaving_while_it_is_sent_neither_stops_it_nor_hides_what_came_of_it(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    ledger = Slow(ground)
    async with at_the_screen(ground, monkeypatch, ledger=ledger) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.phase(Phase.SENDING)
        await hand.key("escape")
        board = hand.app.screen
        assert isinstance(board, BoardScreen)
        said: list[str] = []
        monkeypatch.setattr(board, "say", lambda text, *, bad=False: said.append(text))
        ledger.go.set()
        await hand.until(lambda: bool(said))
        assert "recorded" in said[0]
    assert len(ground.document(task)["approvals"]) == 1


async def test_a_refusal_is_shown_in_place_with_its_remedy_and_nothing_typed_is_lost(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    busy = Refusal(Code.LOCK_TIMEOUT, "The task is locked by pid 7.", remedy="Try again in a moment.")
    ledger = Slow(ground, busy)
    ledger.go.set()
    async with at_the_screen(ground, monkeypatch, ledger=ledger) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.until(lambda: "lock-timeout" in hand.said())
        assert "Try again in a moment." in hand.said()
        assert hand.ritual.operator.value == "Ada"
        assert hand.field.value == hand.code
        await hand.to_the_code()
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)


async def test_a_fault_says_that_nobody_knows(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()

    class Faulty(RecorderLedger):
        async def approve(
            self, task_id: int, operator: str, seen: Seen, *, read: str | None = None
        ) -> TaskView:
            await super().approve(task_id, operator, seen, read=read)
            raise RuntimeError("secret [/] text")

    async with at_the_screen(ground, monkeypatch, ledger=Faulty(ground.root)) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.phase(Phase.GONE)
        assert "nothing was recorded" not in hand.said()
        assert "granted" in hand.said()
        assert "secret" not in hand.said()


# Everything around it


async def test_esc_always_leaves_and_is_later(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        hand.app.open_approve(ground.key(task))
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.key("escape", 0.0)
        assert isinstance(hand.app.screen, BoardScreen)
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code)
        await hand.key("escape")
        assert isinstance(hand.app.screen, BoardScreen)
        assert ground.bytes() == before


@pytest.mark.parametrize("key", ["ctrl+p", ":", "a", "D", "q", "ctrl+q"])
async def test_nothing_covers_the_screen(ground: Ground, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.key(key)
        assert isinstance(hand.app.screen, ApproveScreen)
        assert hand.app.is_running


async def test_no_toast_covers_the_screen(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        hand.app.notify("look here")
        await hand.pilot.pause()
        assert not any(rack.display for rack in hand.screen.query("ToastRack"))


async def test_keys_typed_on_the_help_do_not_count_when_it_closes(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.key("?")
        await hand.until(lambda: not isinstance(hand.app.screen, ApproveScreen))
        await hand.key("escape")
        await hand.key("c", 0.3)
        assert not hand.field.has_focus
        await hand.rest()
        await hand.to_the_code()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (200, 60)])
async def test_at_every_size_the_text_comes_first_and_the_fields_are_in_sight(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    task = ground.asked(LONG)
    async with at_the_screen(ground, monkeypatch, size=size) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        screen = hand.screen.region
        regions: dict[str, Any] = {
            name: hand.screen.query_one(f"#{name}").region
            for name in ("orient", "exact", "beside", "operator", "code-row", "ticks", "said")
        }
        for name, region in regions.items():
            assert region.height > 0, name
            assert screen.contains_region(region), name
        assert regions["exact"].height >= 3
        if size[0] < 100:
            assert regions["exact"].y < regions["beside"].y
        else:
            assert regions["exact"].x < regions["beside"].x
        order = [hand.screen.focused and hand.screen.focused.id]
        for _ in range(3):
            await hand.key("tab", 0.3)
            order.append(hand.screen.focused and hand.screen.focused.id)
        assert order[:3] == ["exact", "beside", "operator"]


async def test_a_terminal_that_is_resized_rearranges_the_parts_and_keeps_what_is_typed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, size=(60, 20)) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.type(hand.code[:3])
        exact, beside = hand.screen.query_one("#exact"), hand.screen.query_one("#beside")
        await hand.pilot.resize_terminal(200, 60)
        await hand.until(lambda: exact.region.x < beside.region.x)
        await hand.pilot.resize_terminal(50, 10)
        await hand.until(lambda: not exact.region)
        await hand.pilot.resize_terminal(80, 24)
        await hand.until(lambda: exact.region.y < beside.region.y)
        assert hand.field.value == hand.code[:3]


async def test_a_grant_that_cannot_be_told_is_still_said_to_be_recorded(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd(RecorderLedger):
        async def approve(
            self, task_id: int, operator: str, seen: Seen, *, read: str | None = None
        ) -> TaskView:
            view = await super().approve(task_id, operator, seen, read=read)
            return TaskView({}, view.events, view.card)

    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, ledger=Odd(ground.root)) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
        assert "✓ Recorded" in hand.said()


async def test_a_terminal_too_small_to_show_anything_takes_no_code(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    before = ground.bytes()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.to_the_code()
        await hand.pilot.resize_terminal(50, 24)
        await hand.until(lambda: hand.screen.has_class("-too-thin"))
        await hand.type(hand.code)
        await hand.key("enter")
        assert ground.bytes() == before
        await hand.key("escape")
        assert isinstance(hand.app.screen, BoardScreen)


async def test_a_task_of_an_unknown_form_is_said_to_be_and_cannot_be_decided(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd(RecorderLedger):
        async def task(self, task_id: int) -> TaskView:
            view = await super().task(task_id)
            document = {name: value for name, value in view.document.items() if name != "priority"}
            return TaskView(document, view.events, view.card)

    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, ledger=Odd(ground.root)) as hand:
        hand.app.open_approve(ground.key(task))
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.phase(Phase.GONE)
        assert "NOT SHOWN" in hand.said()
        assert "does not know" in hand.said()
        assert "cook validate" in hand.said()


async def test_zoom_gives_the_room_to_one_part_then_to_the_other_and_divides_it_again(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked(LONG)
    async with at_the_screen(ground, monkeypatch, size=(80, 24)) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        exact, beside = hand.screen.query_one("#exact"), hand.screen.query_one("#beside")
        before = exact.region.height, beside.region.height
        await hand.key("z")
        await hand.until(lambda: exact.region.height > before[0] and beside.region.height == 0)
        await hand.key("z")
        await hand.until(lambda: exact.region.height == 0 and beside.region.height > before[1])
        assert beside.has_focus
        await hand.key("z")
        await hand.until(lambda: (exact.region.height, beside.region.height) == before)


async def test_enter_on_a_text_that_is_cut_short_shows_all_of_it(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.planned()
    output = "\n".join(f"row {number}" for number in range(500))
    evidence = [{"command": "select", "output": output}]
    ground.recorder.record(
        task,
        "execute",
        "exec-1",
        execution("approval-required", approvalRequired=BOUNDARY, evidence=evidence),
    )
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        beside = hand.screen.query_one("#beside", PageView)
        height = beside.virtual_size.height
        hand.screen.set_focus(beside)
        beside.select("evidence-1-output")
        await hand.key("enter")
        await hand.until(lambda: beside.virtual_size.height >= height + 400)


def test_the_hand_of_these_tests_is_slow_enough_to_count() -> None:
    assert BY_HAND > 0.1
