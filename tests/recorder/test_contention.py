"""Several writers of one task: one after the other, none lost, one grant; and a lock that is gone with its
process."""

from __future__ import annotations

import itertools
import os
import signal
from pathlib import Path
from threading import Thread

import pytest
from filelock import lock_descriptor

from cookui.contract.refusal import Code
from cookui.recorder import lock
from cookui.recorder.files import Disk
from cookui.recorder.reading import Broken, Reader
from cookui.recorder.recorder import Recorder
from tests.contract.playing import execute_return
from tests.recorder import processes
from tests.recorder.ledgers import CHEF, Hurried, file_of, finished, pending, refused, started
from tests.recorder.processes import PATIENCE, at_once, let_go, outputs, start, wait_ready

NOTE = {"kind": "external", "note": "x"}

GRANT = """
try:
    print("granted", recorder.approve(1, f"Chef {number}").event["seq"])
except Refusal as refusal:
    print(refusal.code, refusal.sentence)
"""

NOTES = """
for step in range(25):
    print(recorder.journal(1, {"kind": "external", "note": f"{number}.{step}"}).event["seq"])
"""

TASKS = """
for step in range(10):
    print(recorder.add(f"task {number}.{step}").document["id"])
"""

HOLD = """
from cookui.recorder import scribe
def stop(*_):
    print("holding", flush=True)
    sys.stdin.readline()
    raise KeyboardInterrupt
scribe.apply = stop
try:
    recorder.journal(1, {"kind": "external", "note": "held"})
except KeyboardInterrupt:
    print("let go", flush=True)
    sys.stdin.readline()
"""


def test_of_simultaneous_grants_exactly_one_is_recorded_and_the_others_are_told(
    recorder: Recorder, root: Path
) -> None:
    pending(recorder)
    with at_once(GRANT, root, 6) as processes:
        answers = [lines[0] for lines in outputs(processes)]
    granted = [answer for answer in answers if answer.startswith("granted")]
    assert len(granted) == 1
    approvals = recorder.get(1)["approvals"]
    assert len(approvals) == 1
    for answer in answers:
        if answer not in granted:
            assert answer.startswith(Code.APPROVAL_GRANTED)
            assert approvals[0]["grantedBy"] in answer
            assert approvals[0]["grantedAt"] in answer
    assert recorder.validate() == []


def test_simultaneous_threads_grant_once(recorder: Recorder) -> None:
    pending(recorder)
    codes: list[object] = []

    def grant(number: int) -> None:
        try:
            recorder.approve(1, f"Chef {number}")
            codes.append(None)
        except Exception as error:
            codes.append(getattr(error, "code", error))

    threads = [Thread(target=grant, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, codes)) == ["None", *[str(Code.APPROVAL_GRANTED)] * 7]
    assert recorder.validate() == []


def test_no_note_of_several_writers_is_lost(recorder: Recorder, root: Path) -> None:
    started(recorder)
    with at_once(NOTES, root, 6) as processes:
        sequences = [list(map(int, lines)) for lines in outputs(processes)]
    assert all(sequence == sorted(sequence) for sequence in sequences)
    assert sorted(itertools.chain(*sequences)) == list(range(2, 152))
    notes = [event["data"]["act"]["note"] for event in recorder.events(1)[2:]]
    assert sorted(notes) == sorted(f"{number}.{step}" for number in range(6) for step in range(25))
    assert recorder.validate() == []


def test_ids_of_several_writers_are_distinct_and_without_gaps(recorder: Recorder, root: Path) -> None:
    with at_once(TASKS, root, 5) as processes:
        ids = [int(line) for lines in outputs(processes) for line in lines]
    assert sorted(ids) == list(range(1, 51))
    assert len(recorder.tasks()) == 50
    assert recorder.validate() == []


def test_who_waits_in_vain_is_told_for_whom(recorder: Recorder, root: Path) -> None:
    started(recorder)
    before = file_of(root).read_bytes()
    process = start(HOLD, root, 0)
    try:
        wait_ready(process)
        let_go(process)
        assert process.stdout
        assert process.stdout.readline() == "holding\n"
        impatient = Recorder.open(root, lock_timeout=0.05)
        refusal = refused(Code.LOCK_TIMEOUT, lambda: impatient.journal(1, NOTE))
        assert refusal.details["holder"]["pid"] == process.pid
        assert refusal.details["holder"]["command"].startswith("-c")
        assert f"process {process.pid}" in refusal.sentence
        assert refusal.details["holder"]["at"] in refusal.sentence
        assert file_of(root).read_bytes() == before
        [lock] = impatient.doctor()["locks"]
        assert (lock["name"], lock["task"], lock["holder"]["pid"]) == ("0001.lock", 1, process.pid)
        started(impatient)  # nobody else's task waits
        assert impatient.get(1)["stage"] == "plan"  # and nobody who reads
        # An interruption in the middle of an act lets go of the lock, though the process lives on.
        let_go(process)
        assert process.stdout.readline() == "let go\n"
        impatient.journal(1, NOTE)
        assert impatient.doctor()["locks"] == []
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b"\xff" * 600, b'{"pid": "\\u001b[2J"}'])
def test_a_note_of_a_holder_that_says_nothing(recorder: Recorder, root: Path, note: bytes) -> None:
    started(recorder)
    path = root / ".cook" / "locks" / "0001.lock"
    path.write_bytes(note)
    with path.open("rb") as other:
        assert lock_descriptor(other.fileno(), blocking=False)
        refusal = refused(Code.LOCK_TIMEOUT, lambda: Recorder.open(root, lock_timeout=0).journal(1, NOTE))
    assert refusal.details["holder"] is None or refusal.details["holder"] == {"pid": "\x1b[2J"}
    recorder.journal(1, NOTE)


def test_a_lock_is_gone_with_its_process(recorder: Recorder, root: Path) -> None:
    started(recorder)
    process = start(HOLD, root, 0)
    try:
        wait_ready(process)
        let_go(process)
        assert process.stdout
        assert process.stdout.readline() == "holding\n"
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        Recorder.open(root, lock_timeout=0).journal(1, NOTE)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_that_inherited_the_lock_does_not_keep_it(
    recorder: Recorder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that embeds the recorder may fork while one of its threads acts."""
    started(recorder)
    reading, writing = os.pipe()
    children: list[int] = []

    class Forking(Hurried):
        def replace(self, *args: str, **where: int) -> None:  # type: ignore[override]
            child = os.fork()
            if child == 0:
                os.close(writing)
                os.read(reading, 1)  # until the parent closes its end
                os._exit(0)
            children.append(child)
            Disk.replace(*args, **where)

    Recorder.open(root, disk=Forking()).journal(1, NOTE)
    try:
        Recorder.open(root, lock_timeout=0).journal(1, NOTE)
    finally:
        os.close(writing)
        os.close(reading)
        for child in children:
            os.waitpid(child, 0)


def test_a_killed_writer_leaves_each_task_before_or_after(recorder: Recorder, root: Path) -> None:
    """Killed in the middle of 200 records; what was acknowledged is there, and the lock is free."""
    records = """
import json
from tests.contract.playing import execute_return, plan_return
for step in range(200):
    recorder.record(1, "plan", f"planner {step}", plan_return())
    recorder.record(1, "execute", f"exec {step}", execute_return("kickback"))
    print(step, flush=True)
"""
    started(recorder)
    for rounds in (3, 7, 11):
        before = len(recorder.events(1))
        process = start(records, root, 0)
        try:
            wait_ready(process)
            let_go(process)
            assert process.stdout
            for _ in range(rounds):
                process.stdout.readline()
        finally:
            process.kill()
            rest = process.communicate()[0].splitlines()
        acknowledged = rounds + len(rest)
        fresh = Recorder.open(root, lock_timeout=0)
        made = len(fresh.events(1)) - before
        assert 2 * acknowledged <= made <= 2 * acknowledged + 2
        assert fresh.validate() == []
        if fresh.get(1)["stage"] == "execute":
            fresh.record(1, "execute", "next", execute_return("kickback"))
        fresh.journal(1, NOTE)
        assert list((root / ".cook" / "tmp").iterdir()) == []


def test_a_refused_act_lets_go_of_the_lock(recorder: Recorder, root: Path) -> None:
    task_id = finished(recorder)
    refused(Code.STATUS, lambda: recorder.record(task_id, "execute", "exec-3", execute_return()))
    Recorder.open(root, lock_timeout=0).journal(task_id, NOTE)


def test_a_file_replaced_while_it_is_opened_is_read_as_it_was(recorder: Recorder, root: Path) -> None:
    """What has no name any more is still whole: a reader who meets it must not take it for broken."""
    started(recorder)

    class Replacing(Disk):
        def open(self, path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:  # type: ignore[override]
            descriptor = os.open(path, flags, mode, dir_fd=dir_fd)
            if path.endswith("promote-orders-db-2.json"):
                recorder.journal(1, NOTE)
            return descriptor

    before = recorder.task(1)
    reader = Reader(root, disk=Replacing())
    assert reader.task(1) == before
    assert reader.cards()[0]["seq"] == before.events[-1]["seq"] + 1  # type: ignore[index]
    assert recorder.validate() == []


def test_readers_and_writers_never_disturb_each_other(recorder: Recorder, root: Path) -> None:
    started(recorder)
    with at_once(NOTES, root, 2) as writers:
        reader = Reader(root)
        while any(writer.poll() is None for writer in writers):
            assert not isinstance(reader.card(1), Broken)
            assert reader.task(1).card["id"] == 1
        outputs(writers)


def test_several_make_one_ledger(tmp_path: Path) -> None:
    make = """
assert Recorder.init(root, created_by=number).reader.config()["createdBy"] in "0123"
recorder.add("x")
"""
    Recorder.init(tmp_path, created_by="0")
    (tmp_path / ".cook" / "config.json").rename(tmp_path / "aside")
    prelude = processes.PRELUDE.replace("Recorder.open(", "Recorder(")
    with processes.at_once(make, tmp_path, 4, prelude=prelude) as makers:
        outputs(makers)
    fresh = Recorder.open(tmp_path)
    assert len(fresh.tasks()) == 4
    assert fresh.validate() == []
    assert fresh.doctor()["leftovers"] == []


def test_a_lock_deleted_while_it_is_held_loses_no_act(recorder: Recorder, root: Path) -> None:
    """Whoever comes later holds another file: of the two, the one that can know of it gives way."""
    task_id = pending(recorder)

    class Deleting(Hurried):
        def write(self, descriptor: int, data: bytes) -> int:  # type: ignore[override]
            lock = root / ".cook" / "locks" / "0001.lock"
            lock.unlink()
            Recorder.open(root, disk=Hurried()).journal(task_id, {"kind": "external", "note": "came later"})
            return os.write(descriptor, data)

    refusal = refused(Code.IO, lambda: Recorder.open(root, disk=Deleting()).approve(task_id, CHEF))
    assert refusal.details["recorded"] is False
    assert recorder.events(task_id)[-1]["data"]["act"]["note"] == "came later"
    assert list((root / ".cook" / "tmp").iterdir()) == []
    recorder.approve(task_id, CHEF)
    assert recorder.validate() == []


def test_a_lock_deleted_while_it_is_waited_for_is_taken_under_its_name(
    recorder: Recorder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(recorder)
    taken: list[int] = []

    def take(descriptor: int, *, blocking: bool) -> bool:
        if not taken:
            (root / ".cook" / "locks" / "0001.lock").unlink()
        taken.append(os.fstat(descriptor).st_ino)
        return lock_descriptor(descriptor, blocking=blocking)

    monkeypatch.setattr(lock, "lock_descriptor", take)
    recorder.journal(1, NOTE)
    assert len(taken) == 2
    assert (root / ".cook" / "locks" / "0001.lock").stat().st_ino == taken[1]
