"""Listings: what they read, what they believe, and what they do with everything else."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import pytest

from cookui.contract.card import asks
from cookui.contract.refusal import Code
from cookui.recorder.files import Disk
from cookui.recorder.heads import HEAD_BYTES
from cookui.recorder.layout import parse_name
from cookui.recorder.reading import Broken, Reader, find_root
from cookui.recorder.recorder import Recorder
from tests.contract.playing import escalation_return
from tests.recorder.ledgers import (
    CHEF,
    NOON,
    Hurried,
    file_of,
    finished,
    pending,
    refused,
    rewrite,
    started,
    tasks_of,
)


class Watching(Disk):
    """Notes what is opened, and how much is read."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.bytes = 0

    def open(self, path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:  # type: ignore[override]
        self.opened.append(path)
        return os.open(path, flags, mode, dir_fd=dir_fd)

    def read(self, descriptor: int, size: int) -> bytes:  # type: ignore[override]
        data = os.read(descriptor, size)
        self.bytes += len(data)
        return data


def test_a_card_is_listed_as_it_was_recorded(recorder: Recorder) -> None:
    first, second = pending(recorder), finished(recorder)
    assert recorder.reader.cards() == [recorder.task(first).card, recorder.task(second).card]
    assert recorder.reader.card(second) == recorder.task(second).card
    assert recorder.reader.cards([second, 77]) == [recorder.task(second).card]
    assert recorder.reader.ids() == {first, second}


def test_a_listing_reads_heads_only(recorder: Recorder, root: Path) -> None:
    for _ in range(5):
        for _ in range(20):
            recorder.journal(finished(recorder), {"kind": "external", "note": "n" * 2000})
    disk = Watching()
    assert len(Reader(root, disk=disk).cards()) == 100
    assert disk.bytes <= 100 * HEAD_BYTES


def test_one_card_is_found_without_looking_through_the_folder(recorder: Recorder, root: Path) -> None:
    for _ in range(3):
        started(recorder)
    disk = Watching()
    reader = Reader(root, disk=disk)
    reader.cards()
    disk.opened.clear()
    reader.card(2)
    assert [name for name in disk.opened if name.endswith(".json")] == [file_of(root, 2).name]


def test_a_task_that_was_renamed_since_is_found(recorder: Recorder, root: Path) -> None:
    started(recorder)
    reader = Reader(root)
    reader.cards()
    path = file_of(root)
    path.rename(path.with_name("0001-other.json"))
    assert isinstance(reader.card(1), Broken)
    path.with_name("0001-other.json").rename(path)
    assert not isinstance(reader.card(1), Broken)


def test_a_card_longer_than_a_head_is_read_whole(recorder: Recorder) -> None:
    task_id = started(recorder)
    fork = "Which way? " * 2000
    recorder.record(task_id, "plan", "planner", escalation_return(fork, "this", "that"))
    assert recorder.reader.card(task_id)["escalation"] == {"fork": fork, "options": ["this", "that"]}


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"x",
        b'{"card":{"1":',
        b'{"card":{"1":' + b"x" * 10_000,
        b'{"card":{"1":{}},',
        b'{"card":{"1":{}}\n',
        b'{"card":{"1":{}},\n',
        b'{"card":{"1":[]},\n',
        b'{"card":{"1":null},\n',
        b'{"card":{"1":{"id":1},\n',
        b'{"card":{"1":' + b"[" * 100_000 + b"},\n",
        b'{"card":{"1":"\xff"},\n',
        b'{"card":{"1":},\n',
        b'{"card":{"1":{},{}},\n',
    ],
    ids=range(14),
)
def test_a_head_that_is_none_is_broken_and_the_rest_goes_on(
    recorder: Recorder, root: Path, head: bytes
) -> None:
    started(recorder)
    started(recorder)
    path = file_of(root, 1)
    path.write_bytes(head)
    first, second = recorder.reader.cards()
    assert isinstance(first, Broken)
    assert (first.id, first.name) == (1, path.name)
    assert first.reason.endswith(".")
    assert not isinstance(second, Broken)
    assert second["id"] == 2


def spoiled(card: dict[str, Any]) -> list[dict[str, Any]]:
    """Cards with one field away or of another form."""
    return [
        *({key: value for key, value in card.items() if key != gone} for gone in card),
        *(
            card | {key: wrong}
            for key in card
            for wrong in (None, [{}], {"x": 1}, -1, True, "nonsense", "\x00")
            if wrong != card[key]
        ),
    ]


def test_nothing_of_a_wrong_form_gets_into_a_listing(recorder: Recorder, root: Path) -> None:
    pending(recorder)
    path = file_of(root)
    card = recorder.reader.card(1)
    assert not isinstance(card, Broken)
    taken = set()
    for wrong in spoiled(card):
        rewrite(path, lambda tables, wrong=wrong: tables["card"].update({"1": wrong}))  # type: ignore[misc]
        [listed] = recorder.reader.cards()
        if not isinstance(listed, Broken):
            assert {key: type(listed[key]) for key in card} == {key: type(card[key]) for key in card}
            assert asks(listed, NOON)
            taken |= {key for key in card if listed[key] != card[key]}
    # Only what may be any text or any number can be another than it was; opening the task finds that.
    assert taken == {"title", "head"}


def test_a_card_of_another_task_is_broken(recorder: Recorder, root: Path) -> None:
    started(recorder)
    started(recorder)
    file_of(root, 2).write_bytes(file_of(root, 1).read_bytes())
    assert isinstance(recorder.reader.cards()[1], Broken)


def test_what_is_no_task_is_listed_last(recorder: Recorder, root: Path) -> None:
    started(recorder)
    (tasks_of(root) / "README").write_text("x")
    (tasks_of(root) / os.fsdecode(b"\xff.json")).write_text("x")
    cards = recorder.reader.cards()
    assert [isinstance(card, Broken) for card in cards] == [False, True, True]
    assert [card.id for card in cards if isinstance(card, Broken)] == [None, None]


@pytest.mark.parametrize(
    ("name", "task_id"),
    [
        ("0001-a.json", 1),
        ("12345-a-b2.json", 12345),
        ("0000-a.json", None),
        ("00001-a.json", None),
        ("001-a.json", None),
        ("0001-.json", None),
        ("0001-a-.json", None),
        ("0001-A.json", None),
        ("0001-a.json.tmp", None),
        (".0001-a.json", None),
        ("0001-a.json\n", None),
        ("٠٠٠١-a.json", None),
        ("9" * 400 + "-a.json", None),
        ("-0001-a.json", None),
    ],
)
def test_names(name: str, task_id: int | None) -> None:
    assert parse_name(name) == task_id


def test_pending_lists_the_oldest_request_first(recorder: Recorder) -> None:
    first, second, third = pending(recorder), pending(recorder), started(recorder)
    recorder.approve(first, CHEF)
    again = pending(recorder)
    assert [card["id"] for card in recorder.pending()] == [second, again]
    assert third not in {card["id"] for card in recorder.pending()}


def test_the_snapshot_has_the_form_that_others_read(recorder: Recorder, root: Path) -> None:
    first = pending(recorder)
    recorder.claim(first, "cook-1")
    second = started(recorder)
    recorder.record(second, "plan", "planner", escalation_return("Now?", "yes", "no"))
    third = recorder.add("later", deps=[first, second]).document["id"]
    recorder.block(third, CHEF, "freeze")
    recorder.add("broken")
    file_of(root, 4).write_bytes(b"")
    snapshot = recorder.reader.snapshot(NOON)
    assert (snapshot["schemaVersion"], snapshot["generatedAt"], snapshot["mode"]) == (
        1,
        "2026-11-30T12:00:00.000Z",
        "full",
    )
    common = {"slug", "id", "title", "status", "stage", "priority", "deps", "blockedReason", "category"}
    assert [set(task) - common for task in snapshot["tasks"]] == [{"claim"}, {"escalation"}, set()]
    assert snapshot["tasks"][1]["escalation"] == {"fork": "Now?", "options": ["yes", "no"]}
    assert [task["blockedReason"] for task in snapshot["tasks"]] == [None, None, "freeze"]
    assert [broken["id"] for broken in snapshot["broken"]] == [4]


def test_reading_leaves_the_garbage_collector_as_it_was(recorder: Recorder) -> None:
    assert gc.isenabled()
    recorder.reader.cards()
    assert gc.isenabled()
    gc.disable()
    try:
        recorder.reader.cards()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_reading_writes_nothing(recorder: Recorder, root: Path) -> None:
    class ReadOnly(Disk):
        write = pwrite = fsync = chmod = fchmod = mkdir = replace = unlink = staticmethod(
            lambda *_, **__: 1 / 0
        )  # type: ignore[assignment]

    finished(recorder)
    reader = Reader(root, disk=ReadOnly())
    reader.cards()
    reader.card(1)
    reader.task(1)
    reader.config()
    reader.snapshot(NOON)
    for path in [root / ".cook", tasks_of(root), file_of(root)]:
        assert path.stat().st_mode & 0o777 in (0o700, 0o600)


def test_a_ledger_replaced_between_two_readings_is_met(recorder: Recorder, root: Path) -> None:
    started(recorder)
    reader = Reader(root)
    assert len(reader.cards()) == 1
    (root / ".cook").rename(root / "aside")
    refused(Code.NOT_FOUND, reader.cards)
    Recorder.init(root, created_by="tests", disk=Hurried())
    assert reader.cards() == []


def test_the_root(tmp_path: Path) -> None:
    top = tmp_path / "top"
    inner = top / "a" / "b"
    inner.mkdir(parents=True)
    assert find_root(None, {}, str(inner)) == inner
    (top / ".git").write_text("gitdir: elsewhere")
    assert find_root(None, {}, str(inner)) == top
    (inner / ".git").mkdir()
    assert find_root(None, {}, str(inner)) == inner
    assert find_root(None, {"COOK_ROOT": "/x"}, str(inner)) == Path("/x")
    assert find_root(None, {"COOK_ROOT": ""}, str(inner)) == inner
    assert find_root("/y", {"COOK_ROOT": "/x"}, str(inner)) == Path("/y")
    assert find_root("z", {}, str(inner)) == inner / "z"
