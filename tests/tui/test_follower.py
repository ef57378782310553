"""The follower: changes are gathered, failures are said and mended, nothing is lost in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from cookui.contract.refusal import Code, Refusal
from cookui.tui import follower as module
from cookui.tui.follower import Follower
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask, Change
from tests.tui.test_lanes import card

ROOT = "/srv/ops"


class Fake:
    """A ledger in memory: what it holds, what it tells, and what goes wrong."""

    project = ROOT

    def __init__(self) -> None:
        self.held: dict[int, Any] = {}
        self.unbearable: dict[int, BrokenTask] = {}
        """What is there instead once it is looked at closely."""
        self.told: asyncio.Queue[Change | Exception | None] = asyncio.Queue()
        self.asked: list[list[int] | None] = []
        self.failures: list[Exception | None] = []
        """What becomes of the next readings: None goes well."""
        self.gate = asyncio.Event()
        self.gate.set()

    async def cards(self) -> list[Any]:
        return await self._read(None)

    async def examined(self, ids: Iterable[int]) -> list[Any]:
        return [self.unbearable.get(each["id"], each) for each in await self._read(sorted(ids))]

    async def _read(self, ids: list[int] | None) -> list[Any]:
        self.asked.append(ids)
        await self.gate.wait()
        if self.failures and (failure := self.failures.pop(0)):
            raise failure
        return [each for task_id, each in self.held.items() if ids is None or task_id in ids]

    async def changes(self) -> AsyncIterator[Change]:
        while True:
            told = await self.told.get()
            if told is None:
                return
            if isinstance(told, Exception):
                raise told
            yield told


class Bench:
    """A follower at work."""

    def __init__(self) -> None:
        self.ledger = Fake()
        self.keeper = Keeper([self.ledger], lambda: datetime(2026, 11, 30, tzinfo=UTC))  # type: ignore[list-item]
        self.changed: list[frozenset[TaskKey]] = []
        self.heard = 0
        self.follower = Follower(self.ledger, self.keeper, self.changed.append, self.hear)  # type: ignore[arg-type]

    def hear(self) -> None:
        self.heard += 1

    def put(self, *ids: int, **more: Any) -> None:
        for task_id in ids:
            self.ledger.held[task_id] = card(task_id, **more)

    def tell(self, *ids: int) -> None:
        self.ledger.told.put_nowait(Change(frozenset(ids), live=True))

    async def until(self, condition: Any) -> None:
        for _ in range(2000):
            if condition():
                return
            await asyncio.wait({asyncio.ensure_future(asyncio.Event().wait())}, timeout=0.001)
        raise AssertionError(f"asked {self.ledger.asked}, told {self.changed}")

    def shows(self, *ids: int) -> bool:
        return {key.id for key in self.keeper.cards} == set(ids)


@pytest.fixture
async def bench(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    monkeypatch.setattr(module, "AGAIN", 0.01)
    bench = Bench()
    bench.put(1, 2)
    task = asyncio.create_task(bench.follower.run())
    bench.ledger.told.put_nowait(Change(None, live=True))
    await bench.until(lambda: bench.ledger.asked == [None, [1, 2]])
    bench.ledger.asked.clear()
    yield bench
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_only_what_was_told_is_read(bench: Bench) -> None:
    bench.put(2, title="Otherwise")
    bench.tell(2)
    await bench.until(lambda: len(bench.changed) == 2)
    assert bench.ledger.asked == [[2]]
    assert bench.changed[1] == {TaskKey(ROOT, 2)}


async def test_what_comes_while_reading_is_gathered_into_one(bench: Bench) -> None:
    bench.ledger.gate.clear()
    bench.put(3)
    bench.tell(3)
    await bench.until(lambda: len(bench.ledger.asked) == 1)
    for task_id in range(4, 40):
        bench.put(task_id)
        bench.tell(task_id)
    await bench.until(bench.ledger.told.empty)
    bench.ledger.gate.set()
    await bench.until(lambda: bench.shows(*range(1, 40)))
    assert bench.ledger.asked == [[3], list(range(4, 40))]
    assert len(bench.changed) == 3


async def test_nothing_is_told_when_nothing_differs(bench: Bench) -> None:
    bench.tell(1)
    bench.put(2, title="Otherwise")
    await bench.until(lambda: bench.ledger.asked == [[1]])
    bench.tell(2)
    await bench.until(lambda: len(bench.ledger.asked) == 2)
    await bench.until(lambda: bench.changed[1:] == [frozenset({TaskKey(ROOT, 2)})])


@pytest.mark.parametrize(
    "failure",
    [Refusal(Code.IO, "The disk is on fire.", remedy="Call for help."), RuntimeError("secret words")],
)
async def test_a_failed_read_is_said_and_made_up_for(bench: Bench, failure: Exception) -> None:
    bench.ledger.failures = [failure, failure]
    bench.put(3)
    bench.tell(3)
    await bench.until(lambda: bench.keeper.stale())
    (link,) = bench.keeper.stale()
    assert ("fire" in link.reason) == isinstance(failure, Refusal)
    assert "secret words" not in link.reason
    await bench.until(lambda: bench.shows(1, 2, 3))
    await bench.until(lambda: not bench.keeper.stale())


@pytest.mark.parametrize(
    "end", [None, RuntimeError("secret words"), Refusal(Code.IO, "It is gone.", remedy="-")]
)
async def test_a_feed_that_ends_is_said_and_taken_up_again(bench: Bench, end: Exception | None) -> None:
    bench.ledger.told.put_nowait(end)
    await bench.until(lambda: bench.keeper.stale())
    assert "secret words" not in bench.keeper.stale()[0].reason
    bench.ledger.told.put_nowait(Change(None, live=True))
    await bench.until(lambda: not bench.keeper.stale())
    assert bench.heard >= 3


async def test_a_card_that_cannot_be_taken_in_does_not_end_it(bench: Bench) -> None:
    bench.ledger.held[3] = {"id": 3}
    bench.tell(3)
    await bench.until(lambda: bench.keeper.stale())
    bench.put(3)
    await bench.until(lambda: bench.shows(1, 2, 3))


async def test_reread_reads_everything(bench: Bench) -> None:
    del bench.ledger.held[1]
    bench.follower.reread()
    await bench.until(lambda: bench.shows(2))
    assert bench.ledger.asked[0] is None


async def test_what_was_only_believed_is_examined_a_few_at_a_time(bench: Bench) -> None:
    many = range(3, 3 + 3 * module.FEW)
    bench.put(*many)
    bench.follower.reread()
    await bench.until(lambda: len(bench.ledger.asked) == 5)
    everything, *few = bench.ledger.asked
    assert everything is None
    assert all(each is not None and len(each) <= module.FEW for each in few)
    assert sorted(task_id for each in few for task_id in each or ()) == [1, 2, *many]


async def test_what_does_not_bear_examination_is_shown_as_broken(bench: Bench) -> None:
    broken = BrokenTask(2, "0002-a.json", "Its grant was edited.")
    bench.ledger.unbearable[2] = broken
    bench.follower.reread()
    await bench.until(lambda: bench.keeper.cards.get(TaskKey(ROOT, 2)) is broken)
    assert bench.changed[-1] == {TaskKey(ROOT, 2)}


async def test_an_examination_that_fails_is_said_and_repeated(bench: Bench) -> None:
    bench.ledger.failures = [None, Refusal(Code.IO, "The disk is on fire.", remedy="Call for help.")]
    bench.follower.reread()
    await bench.until(lambda: bool(bench.keeper.stale()))
    await bench.until(lambda: bench.ledger.asked == [None, [1, 2], [1, 2]])
    await bench.until(lambda: not bench.keeper.stale())


@pytest.mark.parametrize("tell", [lambda bench: bench.tell(2), lambda bench: bench.follower.reread()])
async def test_what_is_shown_is_not_live_while_a_reading_does_not_end(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tell: Any
) -> None:
    monkeypatch.setattr(module, "SLOW", 0.001)
    bench.put(2, title="Otherwise")
    bench.ledger.gate.clear()
    tell(bench)
    await bench.until(bench.keeper.stale)
    assert [link.reason for link in bench.keeper.stale()] == ["a reading has taken more than 0.001 s"]
    bench.ledger.gate.set()
    await bench.until(lambda: not bench.keeper.stale())
    assert bench.keeper.cards[TaskKey(ROOT, 2)]["title"] == "Otherwise"
