"""Every system call of every act fails once, in each way in which it can fail."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cookui.contract.refusal import Refusal
from cookui.recorder.reading import Broken
from cookui.recorder.recorder import Recorder
from tests.faults.acts import ACTS, check_aftermath, copy_of, prepared, state
from tests.faults.disks import (
    CALLS,
    Fault,
    Faulty,
    failing,
    full,
    interrupted_after,
    interrupted_before,
    short,
)
from tests.recorder.ledgers import Clock, bytes_of

FAULTS: dict[str, Fault] = {
    **{
        errno.errorcode[number]: failing(number)
        for number in (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES)
    },
    "short": short,
    "half-then-full": full,
    "interrupted-before": interrupted_before,
    "interrupted-after": interrupted_after,
}


def open_descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def attempt(act: str, root: Path, disk: Faulty) -> BaseException | None:
    """Carries out an act; nothing but a refusal or the interruption itself may come of it."""
    try:
        ACTS[act].do(Recorder(root, clock=Clock(), lock_timeout=0, disk=disk))
    except (Refusal, KeyboardInterrupt) as outcome:
        return outcome
    return None


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("act", ACTS)
def test_a_call_of_an_act_goes_wrong(tmp_path: Path, act: str, fault: str) -> None:
    template = prepared(act, tmp_path / "template")
    counting = Faulty()
    assert attempt(act, copy_of(template, tmp_path / "work"), counting) is None
    assert {"open", "read", "write", "fsync", "replace", "close", "fstat", "fchmod", "pwrite"} <= set(
        counting.made
    )
    descriptors = open_descriptors()
    for number, call in enumerate(counting.made):
        root = copy_of(template, tmp_path / "work")
        before = state(root)
        disk = Faulty(number, FAULTS[fault])
        outcome = attempt(act, root, disk)
        assert disk.struck
        if fault == "short":
            assert outcome is None, f"{call} {number}: {outcome}"
        elif fault.startswith("interrupted"):
            assert isinstance(outcome, KeyboardInterrupt), f"{call} {number}: {outcome}"
        check_aftermath(act, root, before, outcome, died=False)
        assert open_descriptors() == descriptors, f"{call} {number} left a descriptor open"


@pytest.mark.parametrize("act", ACTS)
def test_a_process_is_killed_at_a_call_of_an_act(tmp_path: Path, act: str) -> None:
    """In a process of its own, which makes a child for each death."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.killing", act, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[-1]) > 60, "deaths"


def test_every_kind_of_call_is_made_by_some_act_or_by_init(tmp_path: Path) -> None:
    made: set[str] = set()
    for act in ACTS:
        disk = Faulty()
        assert attempt(act, prepared(act, tmp_path / act), disk) is None
        made |= set(disk.made)
    disk = Faulty()
    (tmp_path / "new").mkdir()
    Recorder.init(tmp_path / "new", created_by="tests", disk=disk)
    made |= set(disk.made)
    # `pread` reads who holds a lock that is waited for in vain; `stat` asks whether a name is still there
    # that a listing found before, and fails with the other calls of reading.
    assert made == set(CALLS) - {"pread", "stat"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_call_goes_wrong_while_a_ledger_is_made(tmp_path: Path, fault: str) -> None:
    """Whatever is left of the attempt, making it again makes a whole ledger, and until then nothing else can
    be done."""
    root = tmp_path / "work"
    root.mkdir()
    counting = Faulty()
    Recorder.init(root, created_by="tests", disk=counting)
    whole = bytes_of(root)
    for number in range(len(counting.made)):
        shutil.rmtree(root)
        root.mkdir()
        disk = Faulty(number, FAULTS[fault])
        try:
            Recorder.init(root, created_by="tests", disk=disk)
        except (Refusal, KeyboardInterrupt):
            pass
        else:
            assert bytes_of(root) == whole
        Recorder.init(root, created_by="tests")
        assert bytes_of(root) == whole


@pytest.mark.parametrize("fault", [name for name in FAULTS if not name.startswith("interrupted")])
def test_a_call_goes_wrong_while_a_ledger_is_read(tmp_path: Path, fault: str) -> None:
    """A listing shows every task, as it is or as broken, or is refused; a task is as it is or refused."""
    root = prepared("approve", tmp_path / "work")
    prepared_second = Recorder.open(root)
    prepared_second.add("another")
    counting = Faulty()
    reader = Recorder(root, disk=counting).reader
    cards, task = reader.cards(), reader.task(1)
    assert "stat" in counting.made
    descriptors = open_descriptors()
    for number in range(len(counting.made)):
        disk = Faulty(number, FAULTS[fault])
        reader = Recorder(root, disk=disk).reader
        refusal: Refusal | None = None
        wrong: list[object] = []
        try:
            wrong = [listed for card, listed in zip(cards, reader.cards(), strict=True) if listed != card]
            assert reader.task(1) == task
        except Refusal as error:
            refusal = error
        assert all(isinstance(listed, Broken) for listed in wrong)
        assert disk.struck
        if fault in ("short", "half-then-full"):
            assert (refusal, wrong) == (None, [])
        assert open_descriptors() == descriptors
    assert reader.cards() == cards
