"""The feed tells of every change, by itself if nobody tells it, and says whether it is live."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from cookui.recorder import feed
from cookui.recorder.feed import Change
from cookui.recorder.files import Disk
from cookui.recorder.recorder import Recorder
from cookui.recorder.watching import KernelWatch, LibraryWatch, WatchEndedError
from tests.recorder.ledgers import CHEF, NOON, Hurried, file_of, pending, started, tasks_of
from tests.recorder.processes import let_go, start, wait_ready
from tests.waiting import wait_until

NOTE = {"kind": "external", "note": "x"}
PATIENCE = 30.0
NEVER = 3600.0


async def told(changes: AsyncIterator[Change]) -> Change:
    async with asyncio.timeout(PATIENCE):
        return await anext(changes)


async def told_of(changes: AsyncIterator[Change], ids: set[int]) -> None:
    """Waits until all of `ids` were told of, or everything was."""
    seen: set[int] = set()
    while not seen >= ids:
        change = await told(changes)
        if change.ids is None:
            return
        seen |= change.ids


async def told_until(changes: AsyncIterator[Change], live: bool) -> Change:
    change = await told(changes)
    while change.live is not live:
        change = await told(changes)
    return change


class DeafWatch:
    """Hears nothing."""

    def __init__(self, ledger: Path) -> None:
        self.closed = False

    async def begin(self) -> None:
        """Nothing to begin."""

    async def noticed(self) -> frozenset[str] | None:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self) -> None:
        self.closed = True


class ToldWatch(DeafWatch):
    """Tells what the test says."""

    made: list[ToldWatch]

    def __init__(self, ledger: Path) -> None:
        super().__init__(ledger)
        self.queue: asyncio.Queue[frozenset[str] | str | None] = asyncio.Queue()
        type(self).made.append(self)

    async def noticed(self) -> frozenset[str] | None:
        told = await self.queue.get()
        if isinstance(told, str):
            raise WatchEndedError(told)
        return told


@pytest.fixture
def tellings(monkeypatch: pytest.MonkeyPatch) -> list[ToldWatch]:
    monkeypatch.setattr(ToldWatch, "made", [], raising=False)
    return ToldWatch.made


WATCHES = [
    pytest.param(KernelWatch, marks=pytest.mark.skipif(os.uname().sysname != "Linux", reason="Linux")),
    LibraryWatch,
]


async def test_the_first_change_is_everything_and_at_once(recorder: Recorder, root: Path) -> None:
    async with aclosing(feed.changes(root, clock=lambda: NOON)) as changes:
        assert await told(changes) == Change(None, True, "", NOON)


async def test_a_recorder_can_be_followed(recorder: Recorder) -> None:
    async with aclosing(recorder.changes()) as changes:  # type: ignore[type-var]
        assert (await told(changes)).ids is None
        started(recorder)
        await told_of(changes, {1})


@pytest.mark.parametrize("watch", WATCHES)
async def test_an_act_of_another_process_is_told(recorder: Recorder, root: Path, watch: type) -> None:
    started(recorder)
    started(recorder)
    act = """
recorder.journal(2, {"kind": "external", "note": "x"})
"""
    process = start(act, root, 0)
    try:
        wait_ready(process)
        async with aclosing(feed.changes(root, watch=watch, look_seconds=NEVER)) as changes:
            await told(changes)
            let_go(process)
            change = await told(changes)
            assert (change.ids, change.live) == (frozenset({2}), True)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("watch", WATCHES)
async def test_a_new_task_is_told_by_its_id(recorder: Recorder, root: Path, watch: type) -> None:
    async with aclosing(feed.changes(root, watch=watch, look_seconds=NEVER)) as changes:
        await told(changes)
        started(recorder)
        await told_of(changes, {1})


@pytest.mark.parametrize("watch", WATCHES)
async def test_a_slow_reader_gets_what_happened_meanwhile_at_once(
    recorder: Recorder, root: Path, watch: type
) -> None:
    for _ in range(5):
        started(recorder)
    async with aclosing(feed.changes(root, watch=watch, look_seconds=NEVER)) as changes:
        await told(changes)
        for _ in range(10):
            for task_id in range(1, 6):
                recorder.journal(task_id, NOTE)
        await told_of(changes, {1, 2, 3, 4, 5})


async def test_what_no_watch_tells_is_found_by_looking_and_the_feed_is_not_live(
    recorder: Recorder, root: Path
) -> None:
    pending(recorder)
    started(recorder)
    async with aclosing(feed.changes(root, watch=DeafWatch, look_seconds=0.01)) as changes:
        await told(changes)
        nothing = asyncio.ensure_future(told(changes))
        for _ in range(3):  # at least one look has been made, and remembered how files were
            await asyncio.to_thread(recorder.get, 1)
        recorder.approve(1, CHEF)
        change = await nothing
        while change.ids == frozenset():
            change = await told(changes)
        assert change.ids == frozenset({1})
        late = await told_until(changes, live=False)
        assert "looked for" in late.reason


async def test_the_feed_is_live_again_when_the_watch_tells_again(
    recorder: Recorder, root: Path, tellings: list[ToldWatch]
) -> None:
    started(recorder)
    async with aclosing(feed.changes(root, watch=ToldWatch, look_seconds=0.01)) as changes:
        await told(changes)
        silent = asyncio.ensure_future(told_until(changes, live=False))
        while not silent.done():
            await asyncio.to_thread(recorder.journal, 1, NOTE)
        tellings[0].queue.put_nowait(frozenset({file_of(root).name}))
        change = await told_until(changes, live=True)
        assert change.reason == ""


async def test_a_watch_is_not_taken_for_silent_because_looking_is_faster(
    recorder: Recorder, root: Path
) -> None:
    """With no pause at all between two looks, and a reader that is slower than they are."""
    for _ in range(5):
        started(recorder)
    act = """
for step in range(40):
    recorder.journal(step % 5 + 1, {"kind": "external", "note": "x"})
"""
    process = start(act, root, 0)
    try:
        wait_ready(process)
        async with aclosing(feed.changes(root, look_seconds=0.0)) as changes:
            await told(changes)
            let_go(process)
            while {card["seq"] for card in recorder.reader.cards()} != {9}:  # type: ignore[index]
                change = await told(changes)
                assert change.live, change.reason
    finally:
        process.kill()
        process.communicate()


async def test_a_watch_that_lost_something_has_everything_read_again(
    recorder: Recorder, root: Path, tellings: list[ToldWatch]
) -> None:
    started(recorder)
    async with aclosing(feed.changes(root, watch=ToldWatch, look_seconds=NEVER)) as changes:
        await told(changes)
        tellings[0].queue.put_nowait(None)
        change = await told(changes)
        assert (change.ids, change.live) == (None, True)


async def test_a_watch_that_ended_is_replaced(
    recorder: Recorder, root: Path, tellings: list[ToldWatch]
) -> None:
    started(recorder)
    async with aclosing(feed.changes(root, watch=ToldWatch, look_seconds=NEVER)) as changes:
        await told(changes)
        tellings[0].queue.put_nowait("the system had enough")
        change = await told(changes)
        assert (change.ids, change.live) == (None, True)
        assert [watch.closed for watch in tellings] == [True, False]


async def test_without_a_watch_changes_are_looked_for(recorder: Recorder, root: Path) -> None:
    class NoneLeft(DeafWatch):
        async def begin(self) -> None:
            raise OSError(28, "No space left on device")

    started(recorder)
    async with aclosing(feed.changes(root, watch=NoneLeft, retry_seconds=0.01)) as changes:
        first = await told(changes)
        assert not first.live
        assert "No space left" in first.reason
        waiting = asyncio.ensure_future(told(changes))
        while not waiting.done():
            await asyncio.to_thread(recorder.journal, 1, NOTE)
        change = await waiting
        assert (change.ids, change.live) == (frozenset({1}), False)


@pytest.mark.parametrize("watch", WATCHES)
async def test_a_folder_taken_away_and_put_back_is_noticed(
    recorder: Recorder, root: Path, watch: type
) -> None:
    started(recorder)
    tasks = tasks_of(root)
    async with aclosing(feed.changes(root, watch=watch, look_seconds=0.05, retry_seconds=0.01)) as changes:
        await told(changes)
        tasks.rename(root / "aside")
        gone = await told_until(changes, live=False)
        assert gone.ids is None
        assert gone.reason
        (root / "aside").rename(tasks)
        back = await told_until(changes, live=True)
        assert back.ids is None
        recorder.journal(1, NOTE)
        await told_of(changes, {1})


@pytest.mark.parametrize("watch", WATCHES)
async def test_a_folder_replaced_by_another_is_noticed(recorder: Recorder, root: Path, watch: type) -> None:
    started(recorder)
    async with aclosing(feed.changes(root, watch=watch, look_seconds=0.05, retry_seconds=0.01)) as changes:
        await told(changes)
        shutil.copytree(root / ".cook", root / "copy")
        (root / ".cook").rename(root / "aside")
        (root / "copy").rename(root / ".cook")
        change = await told(changes)
        while change.ids is not None or not change.live:
            change = await told(changes)
        recorder.journal(1, NOTE)
        await told_of(changes, {1})


async def test_a_ledger_that_is_not_there_yet(tmp_path: Path) -> None:
    async with aclosing(feed.changes(tmp_path, retry_seconds=0.01)) as changes:
        first = await told(changes)
        assert not first.live
        assert "no ledger" in first.reason
        Recorder.init(tmp_path, created_by="tests", disk=Hurried())
        assert (await told_until(changes, live=True)).ids is None


async def test_what_comes_and_goes_besides_tasks_has_everything_read_again(
    recorder: Recorder, root: Path
) -> None:
    """A second file for a task, a task taken away, a foreign file: what a list shows of others changes with
    them."""
    started(recorder)
    path = file_of(root)
    async with aclosing(feed.changes(root, look_seconds=NEVER)) as changes:
        await told(changes)
        recorder.journal(1, NOTE)
        await told_of(changes, {1})
        for change_by_hand in (
            lambda: shutil.copy(path, path.with_name("0001-second.json")),
            lambda: path.with_name("0001-second.json").unlink(),
            lambda: path.with_name("notes.txt").write_text("x"),
            lambda: path.unlink(),
        ):
            change_by_hand()
            change = await told(changes)
            while change.ids is not None:
                change = await told(changes)
        assert change.live


async def test_a_file_edited_in_place_is_told(recorder: Recorder, root: Path) -> None:
    started(recorder)
    async with aclosing(feed.changes(root, look_seconds=NEVER)) as changes:
        await told(changes)
        file_of(root).write_bytes(b"{}")
        await told_of(changes, {1})


def open_descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


async def test_an_ended_feed_leaves_nothing_behind(recorder: Recorder, root: Path) -> None:
    started(recorder)
    before = open_descriptors()
    for watch in (KernelWatch, LibraryWatch):
        async with aclosing(feed.changes(root, watch=watch)) as changes:  # type: ignore[arg-type]
            await told(changes)
    # The library's own thread closes what it had, when it gets to it.
    await asyncio.to_thread(wait_until, lambda: open_descriptors() <= before)


async def test_an_idle_ledger_is_left_alone(recorder: Recorder, root: Path) -> None:
    """Looking costs the folder's status and nothing else while nothing moves."""
    for _ in range(3):
        started(recorder)

    class Counting(Hurried):
        def __init__(self) -> None:
            self.looks = 0
            self.listings = 0

        def fstat(self, descriptor: int) -> os.stat_result:  # type: ignore[override]
            self.looks += 1
            return os.fstat(descriptor)

        def listdir(self, descriptor: int) -> list[str]:  # type: ignore[override]
            self.listings += 1
            return Hurried.listdir(descriptor)

    disk = Counting()
    async with aclosing(feed.changes(root, watch=DeafWatch, look_seconds=0.001, disk=disk)) as changes:
        await told(changes)
        nothing = asyncio.ensure_future(anext(changes))
        while disk.looks < 30:
            await asyncio.to_thread(recorder.get, 1)
        assert not nothing.done()
        assert disk.listings <= 1 + disk.looks // (3 * feed.THOROUGH)
        nothing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await nothing


class Stuck(Disk):
    """A disk whose answers wait as long as it is stuck."""

    def __init__(self) -> None:
        self.answering = threading.Event()
        self.answering.set()
        self.fstat = self._answered(Disk.fstat)
        self.stat = self._answered(Disk.stat)

    def _answered(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def when_answering(*args: Any, **where: Any) -> Any:
            self.answering.wait()
            return call(*args, **where)

        return when_answering


@pytest.mark.parametrize("watch", [DeafWatch, *WATCHES])
async def test_a_disk_that_does_not_answer_does_not_pass_for_a_quiet_one(
    recorder: Recorder, root: Path, watch: type
) -> None:
    disk = Stuck()
    pace = {"look_seconds": 0.01, "retry_seconds": 0.01, "silent_seconds": 0.01}
    async with aclosing(feed.changes(root, watch=watch, disk=disk, **pace)) as changes:
        try:
            assert (await told(changes)).ids is None
            disk.answering.clear()
            while (change := await told(changes)).reason != feed.SILENT:
                pass
            assert (change.ids, change.live) == (frozenset(), False)
        finally:
            disk.answering.set()
        started(recorder)
        while (change := await told(changes)).reason == feed.SILENT or change.ids == frozenset():
            pass
