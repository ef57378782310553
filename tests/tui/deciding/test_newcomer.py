"""Somebody who uses a decision's screen for the first time: nothing passes in silence, and each part says
where the hand is."""

from __future__ import annotations

import pytest

from cookui.tui.commands import Command
from cookui.tui.deciding.gates import STILL
from cookui.tui.screens.approve import ApproveScreen
from cookui.tui.screens.decline import DeclineScreen
from cookui.tui.screens.filled import Phase
from cookui.tui.screens.help import HelpScreen, groups_of
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.header import HeaderBar
from cookui.tui.widgets.page import PageView
from tests.tui.deciding.ground import Ground, plan
from tests.tui.deciding.hand import Hand, at_the_screen
from tests.tui.deciding.test_other_screens import EVERY, door, fill_in, prepared

LONG = "\n".join(f"step {number}" for number in range(60))


def drawn(hand: Hand, where: str) -> str:
    """The lines of a part of the screen, as they are drawn."""
    widget = hand.screen.query_one(where)
    region = widget.region
    strips = hand.screen._compositor.render_strips()
    return "\n".join(
        "".join(segment.text for segment in strip)[region.x : region.right]
        for strip in strips[region.y : region.bottom]
    )


def marked_row(hand: Hand) -> list[str]:
    """The first words of the rows of fields that are marked as focused."""
    return [line[1:].split()[0] for line in drawn(hand, "Ritual").split("\n") if line.startswith("▌")]


def title_of(hand: Hand) -> str:
    return hand.app.screen.query_one(HeaderBar).render_line(0).text


# A key that did not count


@pytest.mark.parametrize("key", ["d", "j", "pagedown", "enter"])
async def test_a_key_that_came_too_early_is_said_not_to_count_and_the_word_is_taken_back(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    task = ground.asked(LONG)
    async with at_the_screen(ground, monkeypatch) as hand:
        hand.app.open_approve(ground.key(task))
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.phase(Phase.DECIDING)
        assert STILL not in hand.said()
        await hand.key(key)
        assert STILL in hand.said()
        assert isinstance(hand.app.screen, ApproveScreen)
        await hand.rest()
        assert STILL not in hand.said()


@pytest.mark.parametrize("away", ["d", "question_mark"])
async def test_a_key_that_came_too_early_after_coming_back_is_said_too(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.key(away)
        await hand.until(lambda: isinstance(hand.app.screen, DeclineScreen | HelpScreen))
        hand.watch.now += 2.0
        await hand.key("escape")
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.key("j")
        assert STILL in hand.said()
        await hand.rest()
        assert STILL not in hand.said()


async def test_a_key_that_came_too_early_after_the_grant_is_said_in_the_last_line(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
        footer = hand.screen.query_one(Footer)
        await hand.key("j")
        assert footer.said == STILL
        assert "Granted" in hand.said()
        await hand.rest()
        assert footer.said == ""


async def test_a_mouse_that_only_moves_is_not_reproached(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked(LONG)
    async with at_the_screen(ground, monkeypatch) as hand:
        hand.app.open_approve(ground.key(task))
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.phase(Phase.DECIDING)
        await hand.pilot.hover("#exact")
        assert STILL not in hand.said()


async def test_the_tick_says_settling_while_keys_do_not_count(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        assert "✓ still" in drawn(hand, "#ticks")
        hand.screen.calm()
        await hand.pilot.pause()
        assert "✗ settling…" in drawn(hand, "#ticks")


# Where the hand is


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_tab_goes_from_top_to_foot_and_each_part_is_marked_in_shape(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, size=size) as hand:
        await hand.open(hand.app.open_decline, ground.key(task))
        hand.ritual.reason.offer("names prod")
        await hand.until(lambda: not hand.field.disabled)
        seen: list[str | None] = []
        tops: list[int] = []
        hand.screen.set_focus(hand.screen.query_one("#orient"))
        await hand.pilot.pause()
        for _ in range(7):
            focused = hand.screen.focused
            assert focused is not None
            if focused.id not in seen:
                seen.append(focused.id)
                tops.append(focused.region.y - (focused.id == "exact"))  # its title stands above it
            assert drawn(hand, "#exact-title").startswith("▌") is (focused.id == "exact")
            fields = ("reason", "operator", "code")
            assert marked_row(hand) == ([focused.id] if focused.id in fields else [])
            await hand.key("tab")
        order = ["orient", "exact", "beside", "choices", "reason", "operator", "code"]
        assert seen == [part for part in order if part in seen]
        assert {"exact", "choices", "reason", "operator", "code"} <= set(seen)
        assert tops == sorted(tops)
        hand.screen.set_focus(hand.field)
        await hand.key("shift+tab")
        assert hand.ritual.operator.has_focus


async def test_a_focused_pane_has_another_border_than_one_that_is_not(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    for size, edge in (((80, 24), "border_top"), ((200, 60), "border_left")):
        async with at_the_screen(ground, monkeypatch, size=size) as hand:
            await hand.open(hand.app.open_approve, ground.key(task))
            beside = hand.screen.query_one("#beside")
            before = getattr(beside.styles, edge)[0]
            await hand.key("tab")
            assert beside.has_focus
            assert getattr(beside.styles, edge)[0] != before


async def test_while_a_field_has_the_focus_the_last_line_names_the_keys_that_count_there(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, size=(60, 20)) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        hand.screen.set_focus(hand.ritual.operator)
        await hand.pilot.pause()
        keys = hand.screen.query_one(Footer).render_line(0).text
        for words in ("⏎ Next", "tab Next part", "esc Back"):
            assert words in keys
        assert "Decline" not in keys
        await hand.key("enter")
        assert hand.screen.focused is not hand.ritual.operator


async def test_the_way_back_is_in_the_last_line_wherever_the_focus_is(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, size=(60, 20)) as hand:
        for name in ("approve", "decline"):
            await hand.open(door(hand.app, name), ground.key(task))
            for part in hand.screen.focus_chain:
                hand.screen.set_focus(part)
                await hand.pilot.pause()
                assert "esc Back" in hand.screen.query_one(Footer).render_line(0).text, part.id
            await hand.key("escape")


async def test_help_lists_how_to_go_from_part_to_part(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        ids = {entry.id for _, entries in groups_of(hand.screen) for entry in entries}
        assert {"decision.next-part", "decision.previous-part"} <= ids
        assert all(Command.named(each) is not None for each in ids)


async def test_typing_replaces_the_name_that_stood_there(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator="Ada") as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.key("tab")
        await hand.key("tab")
        assert hand.ritual.operator.has_focus
        await hand.type("Grace")
        assert hand.ritual.operator.value == "Grace"


# What was typed


async def test_the_name_that_decided_is_there_for_the_next_decision(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = ground.asked(), ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=None) as hand:
        await hand.open(hand.app.open_approve, ground.key(first))
        hand.screen.set_focus(hand.ritual.operator)
        await hand.type("Grace")
        assert hand.app.operator is None, "a name counts once something was recorded with it"
        await hand.key("enter")
        await hand.confirm()
        await hand.phase(Phase.RECORDED)
        assert "Grace" in title_of(hand)
        await hand.key("escape")
        await hand.open(hand.app.open_approve, ground.key(second))
        assert hand.ritual.operator.value == "Grace"


async def test_what_was_typed_on_the_decline_is_there_on_the_way_back_and_again(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch, operator=None) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        await hand.open(lambda _: hand.screen.do_decline(), ground.key(task))
        assert isinstance(hand.app.screen, DeclineScreen)
        hand.screen.set_focus(hand.ritual.reason)
        await hand.type("names prod")
        await hand.key("tab")
        await hand.type("Ada")
        await hand.key("escape")
        await hand.until(lambda: isinstance(hand.app.screen, ApproveScreen))
        await hand.rest()
        assert hand.ritual.operator.value == "Ada"
        await hand.key("d")
        await hand.until(lambda: isinstance(hand.app.screen, DeclineScreen))
        await hand.phase(Phase.DECIDING)
        assert (hand.ritual.operator.value, hand.ritual.reason.value) == ("Ada", "names prod")


# What stands beside


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_what_undoing_costs_is_in_sight_at_once(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    task = ground.asked(LONG)
    async with at_the_screen(ground, monkeypatch, size=size) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        shown = " ".join(drawn(hand, "#beside").split())
        assert "unfencing orders-db-1 restores the old state" in shown


async def test_what_is_to_be_weighed_comes_in_the_order_of_its_weight(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    ground.ask(task, "exec-2")
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        said = hand.said("beside")
        order = ("what undoing costs", "asked by", "unusual", "Earlier requests", "Runbook")
        order += ("Preconditions", "Postconditions", "SHA-256")
        places = [said.index(words) for words in order]
        assert places == sorted(places)


async def test_a_text_that_was_declined_before_is_a_warning_with_the_reason(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    ground.recorder.decline(task, "Grace", "it names [prod]")
    ground.recorder.record(task, "plan", "planner-2", plan())
    ground.ask(task, "exec-2")
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        said = hand.said("beside")
        assert "it names [prod]" in said
        assert "⚠ the same text as request 0, which was declined" in said
        assert "✓ the same text" not in said


# What the screen is


@pytest.mark.parametrize("name", EVERY)
async def test_every_screen_is_named_and_says_afterwards_what_was_decided(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    task = prepared(ground, name)
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(door(hand.app, name), ground.key(task))
        assert hand.screen.decision is not None
        assert hand.screen.decision.title in title_of(hand)
        before = hand.said("orient")
        await fill_in(hand, name)
        await hand.until(lambda: not hand.field.disabled)
        hand.screen.set_focus(hand.field)
        await hand.type(hand.code)
        await hand.key("enter")
        await hand.phase(Phase.RECORDED)
        after = hand.said("orient")
        assert "asks your permission" not in after
        assert after != before
        assert hand.screen.decision.outcome[1] in after


async def test_what_is_not_available_is_said_once(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    ground.recorder.approve(task, "Grace")
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        everything = hand.said() + hand.said("beside")
        assert everything.count("Not available: ") == 1
        closed = [each.fact for each in hand.screen.decision.conditions(None) if not each.holds]
        assert closed
        for fact in closed:
            assert everything.count(fact) == 1
        assert ".." not in everything
        reason = hand.screen.unavailable(Command.named("decision.continue"))
        assert reason is not None
        assert not reason.endswith(".")


async def test_a_reason_to_be_unblocked_is_shown_once_and_without_a_digest(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    ground.recorder.block(task, "Grace", "wait for the vendor")
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(door(hand.app, "unblock"), ground.key(task))
        everything = hand.said("orient") + hand.said("beside") + hand.said()
        assert "wait for the vendor" not in everything
        assert "SHA-256" not in everything
        assert "wait for the vendor" in drawn(hand, "#exact")


async def test_the_places_to_decline_to_say_what_they_mean(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_decline, ground.key(task))
        assert hand.screen.decision is not None
        for meaning in hand.screen.decision.choices_mean:
            assert meaning in hand.said("choices")


async def test_what_is_said_of_leaving_is_true(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        hand.screen.set_focus(hand.ritual.operator)
        hand.screen.do_interrupt()
        said = hand.screen.query_one(Footer).said
        assert "ctrl+q" not in said
        assert "esc goes one level back" in said
        await hand.key("ctrl+q")
        assert isinstance(hand.app.screen, ApproveScreen)
        await hand.key("escape")
        assert not isinstance(hand.app.screen, ApproveScreen)


async def test_the_age_in_the_orienting_sentences_grows(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = ground.asked()
    async with at_the_screen(ground, monkeypatch) as hand:
        await hand.open(hand.app.open_approve, ground.key(task))
        orient = hand.screen.query_one("#orient", PageView)

        def drawn() -> str:
            lines = (orient.render_line(y) for y in range(orient.size.height))
            return "\n".join(line.text for line in lines)

        refreshed: list[object] = []
        monkeypatch.setattr(orient, "refresh", lambda *region, **_: refreshed.append(region))
        ground.clock.pass_by(minutes=7)
        hand.screen.tick()
        assert refreshed
        assert " 7m ago" in drawn()
