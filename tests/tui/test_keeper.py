"""The keeper: differences by key, asks, what is new, how live."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.contract.words import AskKind
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask, Change
from tests.tui.deciding.ground import Ground
from tests.tui.driving import ground_in


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


@pytest.fixture
def keeper(ground: Ground) -> Keeper:
    return Keeper([ground.ledger], ground.clock)


async def read(keeper: Keeper, ground: Ground, *ids: int) -> frozenset[TaskKey]:
    wanted = list(ids) or None
    return keeper.put(
        ground.ledger.project,
        await (ground.ledger.cards() if wanted is None else ground.ledger.examined(wanted)),
        wanted,
    )


async def test_only_what_differs_is_told(ground: Ground, keeper: Keeper) -> None:
    first, second = ground.asked(), ground.planned()
    assert await read(keeper, ground) == {ground.key(first), ground.key(second)}
    assert await read(keeper, ground) == frozenset()
    ground.recorder.block(second, "Ada", "no window")
    assert await read(keeper, ground, first, second) == {ground.key(second)}


async def test_what_was_looked_for_and_not_found_is_gone(ground: Ground, keeper: Keeper) -> None:
    first, second = ground.planned(), ground.asked()
    await read(keeper, ground)
    gone = keeper.put(ground.ledger.project, [], [second])
    assert gone == {ground.key(second)}
    assert list(keeper.cards) == [ground.key(first)]
    assert keeper.asks() == []


async def test_asks_are_the_oldest_first_over_all_ledgers(tmp_path: Path) -> None:
    first, second = ground_in(tmp_path / "one"), ground_in(tmp_path / "two")
    second.clock.pass_by(hours=1)
    keeper = Keeper([first.ledger, second.ledger], first.clock)
    late, early = second.asked(), first.asked()
    forked = first.forked("Which way?", ["left", "right"])
    for ground in (first, second):
        await read(keeper, ground)
    assert [(key, ask.kind) for key, ask in keeper.asks()] == [
        (first.key(early), AskKind.APPROVAL),
        (first.key(forked), AskKind.FORK),
        (second.key(late), AskKind.APPROVAL),
    ]
    assert keeper.waiting() == 3


async def test_every_kind_of_ask_is_found(ground: Ground, keeper: Keeper) -> None:
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
    await read(keeper, ground)
    assert {ask.kind: key.id for key, ask in keeper.asks()} == kinds


async def test_a_claim_is_asked_about_when_time_has_passed(ground: Ground, keeper: Keeper) -> None:
    task_id = ground.planned()
    ground.recorder.claim(task_id, "driver-1")
    await read(keeper, ground)
    assert keeper.asks_of(ground.key(task_id)) == ()
    ground.clock.pass_by(hours=23)
    assert keeper.time_passed() == frozenset()
    ground.clock.pass_by(hours=2)
    assert keeper.time_passed() == {ground.key(task_id)}
    assert [ask.kind for ask in keeper.asks_of(ground.key(task_id))] == [AskKind.CLAIM]
    assert [ask.kind for _, ask in keeper.take_fresh()] == [AskKind.CLAIM]


async def test_what_was_there_at_the_start_is_no_news(ground: Ground, keeper: Keeper) -> None:
    ground.asked()
    await read(keeper, ground)
    assert keeper.take_fresh() == []
    late = ground.asked()
    await read(keeper, ground, late)
    assert [key for key, _ in keeper.take_fresh()] == [ground.key(late)]
    assert keeper.take_fresh() == []


async def test_a_request_that_replaces_another_is_news_and_a_grant_is_not(
    ground: Ground, keeper: Keeper
) -> None:
    task_id = ground.asked()
    await read(keeper, ground)
    ground.ask(task_id, "exec-9")
    await read(keeper, ground, task_id)
    assert [ask.request_id for _, ask in keeper.take_fresh()] == [1]
    ground.recorder.approve(task_id, "Ada")
    await read(keeper, ground, task_id)
    assert keeper.take_fresh() == []
    assert keeper.asks_of(ground.key(task_id)) == ()


async def test_a_grant_is_asked_about_when_nobody_is_heard_of(ground: Ground, keeper: Keeper) -> None:
    task_id = ground.asked()
    ground.recorder.approve(task_id, "Ada")
    await read(keeper, ground)
    ground.clock.pass_by(minutes=14)
    assert keeper.time_passed() == frozenset()
    ground.recorder.journal(task_id, {"kind": "intent", "stage": "execute", "agent": "exec-9"})
    await read(keeper, ground, task_id)
    ground.clock.pass_by(minutes=14)
    assert keeper.time_passed() == frozenset()
    ground.clock.pass_by(minutes=2)
    assert keeper.time_passed() == {ground.key(task_id)}
    assert [ask.kind for _, ask in keeper.take_fresh()] == [AskKind.GRANTED]
    ground.recorder.journal(task_id, {"kind": "progress", "step": 1, "total": 3})
    await read(keeper, ground, task_id)
    assert keeper.asks_of(ground.key(task_id)) == ()


def test_a_broken_task_says_since_when(ground: Ground, keeper: Keeper) -> None:
    broken = BrokenTask(4, "0004-x.json", "it is empty")
    keeper.put(ground.ledger.project, [broken], None)
    ((_, before),) = keeper.asks()
    ground.clock.pass_by(hours=1)
    keeper.put(ground.ledger.project, [broken], None)
    ((_, after),) = keeper.asks()
    assert before == after
    assert "it is empty" in after.words


def test_liveness_is_told_when_it_turns(ground: Ground, keeper: Keeper) -> None:
    project = ground.ledger.project
    assert keeper.link(project) is None
    assert keeper.heard(project, Change(None, live=True))
    began = ground.clock.now
    ground.clock.pass_by(seconds=30)
    assert not keeper.heard(project, Change(frozenset(), live=True))
    assert keeper.stale() == []
    ground.clock.pass_by(seconds=30)
    assert keeper.heard(project, Change(frozenset(), live=False, reason="the folder was replaced"))
    ground.clock.pass_by(seconds=12)
    (link,) = keeper.stale()
    assert (link.at - began).total_seconds() == 30
    keeper.put(project, [], None)
    assert keeper.stale()[0].at == ground.clock.now
