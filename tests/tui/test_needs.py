"""Needs you: every kind of ask, the oldest first, kept true while one looks; what calls the person."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.contract.words import AskKind
from cookui.tui.screens.needs import NeedsScreen
from cookui.tui.widgets.asked import Asked
from cookui.tui.widgets.header import HeaderBar
from tests.tui.deciding.ground import Ground
from tests.tui.driving import Calls, board, drawn, lines, running, until

SIZES = [(60, 20), (80, 24), (200, 60)]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


def every_kind(ground: Ground) -> dict[AskKind, int]:
    kinds = {
        AskKind.APPROVAL: ground.asked(),
        AskKind.FORK: ground.forked("Which way?", ["left", "right"]),
        AskKind.REVERIFY: ground.failed(),
        AskKind.GRANTED: ground.asked(),
        AskKind.BLOCKED: ground.planned(),
        AskKind.CLAIM: ground.planned(),
        AskKind.BROKEN: ground.asked(),
    }
    ground.recorder.approve(kinds[AskKind.GRANTED], "Ada")
    ground.recorder.block(kinds[AskKind.BLOCKED], "Ada", "no window")
    ground.recorder.claim(kinds[AskKind.CLAIM], "driver-1")
    (ground.root / ".cook" / "tasks" / "0007-promote-orders-db-2.json").write_bytes(b"{")
    ground.clock.pass_by(days=1)
    return kinds


@pytest.mark.parametrize("size", SIZES)
async def test_every_kind_of_ask_is_listed_oldest_first(ground: Ground, size: tuple[int, int]) -> None:
    kinds = every_kind(ground)
    async with running(ground.ledger, size=size, tasks=7, clock=ground.clock) as (app, pilot):
        await pilot.press("a")
        assert isinstance(app.screen, NeedsScreen)
        listing = app.screen.listing
        assert {kind: key.id for key, kind in listing.keys} == kinds
        since = [ask.since for _, ask in app.keeper.asks()]
        assert since == sorted(since)
        assert "7 need you" in lines(app.screen.query_one(HeaderBar))[0]
        seen = drawn(app.screen)
        await pilot.press("G")
        seen += drawn(app.screen)
        for words in ("waits for your approval", "24h", "Promote orders-db-2", "p1"):
            assert words in seen


async def test_nothing_needs_you_is_said(ground: Ground) -> None:
    ground.planned()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("a")
        assert "Nothing waits for you." in drawn(app.screen)
        ground.ask(1, "exec-1")
        await until(pilot, lambda: "waits for your approval" in drawn(app.screen))
        assert "Nothing waits for you." not in drawn(app.screen)


async def test_the_cursor_stays_on_its_entry_while_others_come_and_go(ground: Ground) -> None:
    first, second, third = ground.asked(), ground.asked(), ground.asked()
    async with running(ground.ledger, tasks=3) as (app, pilot):
        await pilot.press("a", "j")
        listing = app.screen.query_one(Asked)
        assert listing.current == (ground.key(second), AskKind.APPROVAL)
        ground.recorder.abandon(first, "Ada", "not wanted")
        await until(pilot, lambda: len(listing.keys) == 2)
        assert listing.current == (ground.key(second), AskKind.APPROVAL)
        ground.recorder.abandon(second, "Ada", "not wanted")
        await until(pilot, lambda: len(listing.keys) == 1)
        assert listing.current is None
        await pilot.press("enter")
        assert isinstance(app.screen, NeedsScreen)
        await pilot.press("j")
        assert listing.current == (ground.key(third), AskKind.APPROVAL)


@pytest.mark.parametrize(
    ("kind", "door"),
    [
        (AskKind.APPROVAL, "open_approve"),
        (AskKind.FORK, "open_answer"),
        (AskKind.REVERIFY, "open_reverify"),
        (AskKind.GRANTED, "open_task"),
        (AskKind.BLOCKED, "open_task"),
        (AskKind.CLAIM, "open_task"),
        (AskKind.BROKEN, "open_diagnostics"),
    ],
)
async def test_enter_opens_where_the_ask_is_answered(
    ground: Ground, kind: AskKind, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = every_kind(ground)
    async with running(ground.ledger, tasks=7, clock=ground.clock) as (app, pilot):
        opened: list[tuple[object, ...]] = []
        monkeypatch.setattr(app, door, lambda *asked: opened.append(asked))
        await pilot.press("a")
        app.screen.query_one(Asked).select((ground.key(kinds[kind]), kind))
        await pilot.press("enter")
        await pilot.pause()
        assert opened == [() if door == "open_diagnostics" else (ground.key(kinds[kind]),)]


async def test_the_count_stands_on_every_screen_and_opens_the_list(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, pilot):
        for key, back in ((None, None), ("question_mark", "escape"), ("D", "escape")):
            if key:
                await pilot.press(key)
            assert "▲ 1 needs you" in lines(app.screen.query_one(HeaderBar))[0]
            if back:
                await pilot.press(back)
        await pilot.click(HeaderBar, offset=(75, 0))
        assert isinstance(app.screen, NeedsScreen)


async def test_a_new_entry_rings_once_and_moves_nothing(ground: Ground) -> None:
    ground.asked()
    calls = Calls()
    async with running(ground.ledger, tasks=1, attention=calls) as (app, pilot):
        assert calls.rung == 0
        focused, cursor = app.focused, board(app).subject()
        late = ground.asked(title="Rotate [bold]keys[/]")
        await until(pilot, lambda: calls.notified)
        assert calls.rung == 1
        assert calls.notified == [(f"#{late} Rotate [bold]keys[/]", "waits for your approval")]
        assert (app.focused, board(app).subject()) == (focused, cursor)
        assert app.screen is board(app)
        ground.recorder.approve(late, "Ada")
        await until(pilot, lambda: not app.keeper.asks_of(ground.key(late)))
        ground.recorder.journal(late, {"kind": "external", "note": "told the team"})
        ground.ask(ground.planned(), "exec-3")
        await until(pilot, lambda: calls.rung == 2)
        assert len(calls.notified) == 2
