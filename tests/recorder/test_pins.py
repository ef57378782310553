"""A pin holds everything recorded before it, and nothing after it."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.layout import MAX_TASK_ID
from cookui.recorder.pins import _pack, _unpack
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import CHEF, Clock, Hurried, file_of, finished, pending, refused, rewrite, started
from tests.recorder.test_tampering import sealed


def test_a_pin_holds_while_work_goes_on(recorder: Recorder, root: Path) -> None:
    waiting = pending(recorder)
    finished(recorder)
    pin = recorder.head()
    recorder.approve(waiting, CHEF)
    started(recorder)
    since = Recorder.open(root).since(f"  {pin}\n")
    assert since.holds
    assert (since.tasks, since.events) == (2, 4 + 7)
    assert recorder.head() != pin


def test_an_empty_ledger_has_a_pin(recorder: Recorder) -> None:
    pin = recorder.head()
    started(recorder)
    assert recorder.since(pin) == (0, 0, [])


def test_a_history_made_anew_with_every_hash_is_told_from_the_pinned_one(
    recorder: Recorder, root: Path
) -> None:
    """Validation cannot: the rules would have allowed it."""
    finished(recorder)
    pin = recorder.head()

    def forge(tables: dict[str, dict[str, dict[str, object]]]) -> None:
        event = tables["events"]["5"]
        event["data"]["how"]["host"] = "another-host"  # type: ignore[index]
        sealed(tables)

    rewrite(file_of(root), forge)
    assert recorder.validate() == []
    assert not recorder.since(pin).holds


def test_a_shortened_history_is_named(recorder: Recorder, root: Path) -> None:
    recorder.add("x")
    before = file_of(root).read_bytes()
    recorder.start(1)
    pin = recorder.head()
    file_of(root).write_bytes(before)
    assert recorder.validate() == []
    [sentence] = recorder.since(pin).changed
    assert sentence == "task 1 has 1 events; 2 were pinned."


def test_a_task_taken_away_is_named(recorder: Recorder, root: Path) -> None:
    finished(recorder)
    finished(recorder)
    pin = recorder.head()
    file_of(root, 2).unlink()
    [sentence] = recorder.since(pin).changed
    assert "task 2" in sentence


def test_a_task_that_was_not_pinned_does_not_matter(recorder: Recorder, root: Path) -> None:
    finished(recorder)
    pin = recorder.head()
    finished(recorder)
    file_of(root, 2).write_bytes(b"")
    assert recorder.since(pin).holds


def test_another_ledger_does_not_pass_for_the_pinned_one(recorder: Recorder, tmp_path: Path) -> None:
    """As many tasks with as many events each, and other words."""
    started(recorder, "Promote orders-db-2")
    other = tmp_path / "other"
    other.mkdir()
    twin = Recorder.init(other, created_by="tests", clock=Clock(), disk=Hurried())
    started(twin, "Promote orders-db-3")
    [sentence] = twin.since(recorder.head()).changed
    assert "another ledger" in sentence


def test_a_broken_ledger_gets_no_pin(recorder: Recorder, root: Path) -> None:
    finished(recorder)
    rewrite(file_of(root), lambda tables: tables["task"]["1"].update(title="x"))
    refused(Code.LEDGER_CORRUPT, recorder.head)


@pytest.mark.parametrize(
    "pin",
    [
        "",
        "cook1::",
        "cook1::" + "g" * 64,
        "cook2::" + "0" * 64,
        "cook1:!:" + "0" * 64,
        "cook1:A:" + "0" * 64,
        "cook1:AAAA:" + "0" * 64,
        "cook1:Y2AA:" + "0" * 64,
        "cook1:YwQA:" + "0" * 64,
        "cook1::" + "0" * 64 + "\n" + "0" * 64,
    ],
)
def test_what_is_no_pin(recorder: Recorder, pin: str) -> None:
    refused(Code.TEXT, lambda: recorder.since(pin))


def test_a_pin_that_unpacks_without_end_is_refused_in_bounded_memory(recorder: Recorder) -> None:
    for fill in (b"\x00", b"\x01", b"\x80", b"\xff"):
        for megabytes in (1, 64):
            squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
            bomb = [*(squeezer.compress(fill * (1 << 20)) for _ in range(megabytes)), squeezer.flush()]
            packed = base64.urlsafe_b64encode(b"".join(bomb)).decode().rstrip("=")
            if (fill, megabytes) != (b"\x01", 1):  # half a million tasks could be
                refused(Code.TEXT, lambda packed=packed: recorder.since(f"cook1:{packed}:{'0' * 64}"))


def test_no_counts_end_a_comparison(recorder: Recorder) -> None:
    """A pin comes from outside: whatever it unpacks to, it is compared or refused."""
    started(recorder)

    @given(st.binary(max_size=40))
    def check(numbers: bytes) -> None:
        squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = base64.urlsafe_b64encode(squeezer.compress(numbers) + squeezer.flush()).decode().rstrip("=")
        try:
            since = recorder.since(f"cook1:{packed}:{'0' * 64}")
        except Refusal as refusal:
            code = refusal.code
        else:
            code = None
            assert not since.holds
        assert code in (None, Code.TEXT)

    check()


@given(st.dictionaries(st.integers(1, MAX_TASK_ID), st.integers(1, 10**6), max_size=60))
def test_counts_come_back(counts: dict[int, int]) -> None:
    packed = _pack(counts)
    assert (_unpack(packed) if packed else {}) == counts


def test_a_pin_is_one_short_line(recorder: Recorder) -> None:
    for _ in range(12):
        started(recorder)
    pin = recorder.head()
    assert len(pin) < 100
    assert pin.isprintable()
    assert " " not in pin


def test_many_tasks_are_pinned_in_one_look_through_the_folder(recorder: Recorder, root: Path) -> None:
    class Counting(Hurried):
        listings = 0

        @classmethod
        def listdir(cls, descriptor: int) -> list[str]:  # type: ignore[override]
            cls.listings += 1
            return Hurried.listdir(descriptor)

    for _ in range(10):
        started(recorder)
    counted = Recorder.open(root, disk=Counting())
    assert counted.since(counted.head()).holds
    assert Counting.listings == 2  # one to make it, one to compare
