"""What every store of the contract must do, asked of the recorder."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from tinydb import TinyDB

from cookui.contract.queries import sha256_of
from cookui.contract.refusal import Code
from cookui.recorder.events import event_hash
from cookui.recorder.files import Disk
from cookui.recorder.how import How
from cookui.recorder.recorder import Recorded, Recorder
from tests.contract.playing import (
    BOUNDARY,
    POSTCONDITIONS,
    escalation_return,
    execute_return,
    finding,
    plan_return,
    verify_return,
)
from tests.recorder.ledgers import (
    CHEF,
    NOON,
    Clock,
    Hurried,
    bytes_of,
    carry_out,
    file_of,
    finished,
    pending,
    refused,
    rewrite,
    started,
    tables_of,
    tasks_of,
)


def test_an_operation_goes_all_the_way(recorder: Recorder) -> None:
    task_id = finished(recorder)
    task = recorder.task(task_id)
    assert (task.document["status"], task.document["stage"]) == ("done", "done")
    assert [event["kind"] for event in task.events] == [
        "add",
        "start",
        *["record"] * 2,
        "approve",
        *["record"] * 2,
    ]
    assert recorder.validate() == []


def test_an_act_tells_what_it_left_behind(recorder: Recorder) -> None:
    recorded = recorder.add("Rotate the certificate", priority="p0", slug="rotate", category="operation")
    task = recorder.task(1)
    assert recorded == (task.document, task.events[-1], task.card)
    assert (recorded.document["priority"], recorded.document["slug"]) == ("p0", "rotate")


def test_events_are_a_chain_without_gaps(recorder: Recorder) -> None:
    events = recorder.events(finished(recorder))
    assert [event["seq"] for event in events] == list(range(len(events)))
    assert events[0]["prev"] == "0" * 64
    assert [event["prev"] for event in events[1:]] == [event["hash"] for event in events[:-1]]
    assert all(event["hash"] == event_hash(event) for event in events)


def test_an_event_names_who_acted(recorder: Recorder) -> None:
    task_id = finished(recorder)
    here = How.here()
    assert [event["actor"] for event in recorder.events(task_id)] == [
        here.os_user,
        here.os_user,
        "planner",
        "exec-1",
        CHEF,
        "exec-2",
        "verifier-1",
    ]
    recorder.add("another")
    by_hand = recorder.start(2, how=How.here("cookui", operator=CHEF))
    assert (by_hand.event["actor"], by_hand.event["data"]["how"]["channel"]) == (CHEF, "cookui")
    assert recorder.validate() == []


def test_how_an_act_was_given_is_in_its_event_and_not_in_the_grant(recorder: Recorder) -> None:
    task_id = pending(recorder)
    how = How.here("cookui", shown_sha256="ab" * 32, elapsed_ms=4100)
    recorded = recorder.approve(task_id, CHEF, how=how)
    kept = recorded.event["data"]["how"]
    assert (kept["channel"], kept["shownSha256"], kept["elapsedMs"], kept["pid"]) == (
        "cookui",
        "ab" * 32,
        4100,
        os.getpid(),
    )
    assert kept["host"] == os.uname().nodename
    assert set(recorded.document["approvals"][0]) == {"mutation", "grantedBy", "grantedAt", "requestId"}


@pytest.mark.parametrize("given", [True, False])
def test_a_grant_says_whether_its_digest_was_given(recorder: Recorder, given: bool) -> None:
    task_id = pending(recorder)
    ask = recorder.reader.card(task_id)["asks"][0]
    expectation = {"requestId": ask["requestId"], "sha256": ask["sha256"]} if given else None
    recorded = recorder.approve(task_id, CHEF, expectation=expectation)
    assert recorded.event["data"]["how"]["digestGiven"] is given
    assert recorded.event["data"]["act"].get("expectation") == expectation


def test_a_grant_without_a_digest_is_refused_where_the_ledger_requires_one(
    recorder: Recorder, root: Path
) -> None:
    task_id = pending(recorder)
    config = json.loads((root / ".cook" / "config.json").read_bytes())
    (root / ".cook" / "config.json").write_text(json.dumps(config | {"requireDigest": True}))
    before = bytes_of(root)
    refused(Code.APPROVAL_STALE, lambda: recorder.approve(task_id, CHEF))
    assert bytes_of(root) == before
    ask = recorder.reader.card(task_id)["asks"][0]
    recorder.approve(task_id, CHEF, expectation={"requestId": ask["requestId"], "sha256": ask["sha256"]})
    assert recorder.validate() == []


def test_a_grant_that_was_given_before_digests_were_required_stays_valid(
    recorder: Recorder, root: Path
) -> None:
    task_id = pending(recorder)
    recorder.approve(task_id, CHEF)
    config = json.loads((root / ".cook" / "config.json").read_bytes())
    (root / ".cook" / "config.json").write_text(json.dumps(config | {"requireDigest": True}))
    Recorder.open(root).record(task_id, "execute", "exec-2", execute_return())
    assert recorder.validate() == []


def test_what_was_seen_is_what_is_granted(recorder: Recorder, root: Path) -> None:
    task_id = pending(recorder)
    seen = recorder.reader.card(task_id)["asks"][0]
    recorder.record(task_id, "execute", "exec-2", execute_return("approval-required"))
    before = bytes_of(root)
    stale = {"requestId": seen["requestId"], "sha256": seen["sha256"]}
    refused(Code.APPROVAL_STALE, lambda: recorder.approve(task_id, CHEF, expectation=stale))
    refused(Code.APPROVAL_STALE, lambda: recorder.decline(task_id, CHEF, "no", expectation=stale))
    assert bytes_of(root) == before


def test_nobody_who_ever_executed_may_grant(recorder: Recorder) -> None:
    task_id = started(recorder)
    recorder.record(task_id, "plan", "planner", plan_return(requiresApproval=True))
    recorder.record(task_id, "execute", "Early", execute_return("kickback"))
    recorder.record(task_id, "plan", "planner", plan_return(requiresApproval=True))
    recorder.record(task_id, "execute", "late", execute_return("approval-required"))
    refused(Code.APPROVAL_SELF, lambda: recorder.approve(task_id, "early"))
    recorder.approve(task_id, CHEF)
    assert recorder.validate() == []


def test_every_act_of_an_operator(recorder: Recorder) -> None:
    task_id = pending(recorder)
    recorder.claim(task_id, "cook-1")
    recorder.decline(task_id, CHEF, "not today", to="capture")
    recorder.start(task_id)
    recorder.record(task_id, "plan", "planner", escalation_return("Now or later?", "now", "later"))
    recorder.answer(task_id, CHEF, "later", fork="Now or later?")
    recorder.block(task_id, CHEF, "change freeze")
    recorder.unblock(task_id, CHEF)
    recorder.release(task_id, CHEF, force=True)
    recorder.abandon(task_id, CHEF, "superseded")
    document = recorder.get(task_id)
    assert document["status"] == "abandoned"
    assert document["declines"][0]["reason"] == "not today"
    assert document["answers"][0]["option"] == "later"
    assert "claim" not in document
    assert recorder.validate() == []


def test_what_goes_away_is_gone_from_the_file_too(recorder: Recorder, root: Path) -> None:
    task_id = started(recorder)
    recorder.claim(task_id, "cook-1")
    assert "claim" in tables_of(file_of(root))["task"]["1"]
    recorder.release(task_id, "cook-1")
    tables = tables_of(file_of(root))
    assert "claim" not in tables["task"]["1"]
    assert "claim" not in tables["card"]["1"]


def test_a_failed_verification_can_be_repeated(recorder: Recorder) -> None:
    task_id = started(recorder)
    recorder.record(task_id, "plan", "planner", plan_return())
    recorder.record(task_id, "execute", "exec-1", execute_return())
    recorder.record(task_id, "verify", "verifier-1", verify_return(0, finding("lag", kickTo="plan"), false=1))
    recorder.reverify(task_id, how=How.here("cookui", operator=CHEF))
    recorder.record(task_id, "verify", "verifier-2", verify_return())
    document = recorder.get(task_id)
    assert document["status"] == "done"
    assert (
        document["judgmentHistory"][0]["verification"]["postconditions"][0]["postcondition"]
        == POSTCONDITIONS[0]
    )
    assert recorder.validate() == []


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "intent", "stage": "plan", "agent": "planner", "note": "go"},
        {"kind": "progress", "step": 1, "total": 3},
        {"kind": "external", "note": "the pager rang"},
    ],
    ids=lambda entry: entry["kind"],
)
def test_the_journal_changes_no_document(recorder: Recorder, entry: dict[str, object]) -> None:
    task_id = started(recorder)
    before = recorder.get(task_id)
    recorded = recorder.journal(task_id, entry)
    assert recorded.document == before
    assert recorded.event["kind"] == entry["kind"]
    assert recorded.event["data"]["act"] == entry
    assert recorder.validate() == []


def test_the_journal_takes_no_other_act(recorder: Recorder, root: Path) -> None:
    task_id = pending(recorder)
    before = bytes_of(root)
    refused(Code.RETURN_SHAPE, lambda: recorder.journal(task_id, {"kind": "approve", "operator": CHEF}))
    refused(Code.RETURN_SHAPE, lambda: recorder.journal(task_id, {}))
    assert bytes_of(root) == before


def test_ids_are_handed_out_in_order_and_gaps_are_not_filled(recorder: Recorder, root: Path) -> None:
    assert [recorder.add(f"task {number}").document["id"] for number in range(1, 4)] == [1, 2, 3]
    file_of(root, 2).unlink()
    assert recorder.add("task 4").document["id"] == 4


def test_a_refused_task_takes_no_id(recorder: Recorder, root: Path) -> None:
    before = bytes_of(root)
    refused(Code.DEPS, lambda: recorder.add("orphan", deps=[7]))
    refused(Code.TEXT, lambda: recorder.add("x", slug="a/b"))
    assert bytes_of(root) == before
    assert recorder.add("first").document["id"] == 1


def test_more_than_9999_tasks_fit(recorder: Recorder, root: Path) -> None:
    recorder.add("x", slug="x")
    file_of(root).rename(tasks_of(root) / "9999-x.json")
    assert recorder.add("y", slug="y").document["id"] == 10000
    assert (tasks_of(root) / "10000-y.json").exists()
    assert recorder.get(10000)["title"] == "y"


def test_a_task_waits_for_those_it_depends_on_and_its_event_says_how_they_stood(recorder: Recorder) -> None:
    first, second = started(recorder), started(recorder)
    dependent = recorder.add("after both", deps=[first, second]).document["id"]
    recorder.abandon(first, CHEF, "no longer needed")
    refused(Code.DEPS, lambda: recorder.start(dependent))
    recorder.abandon(second, CHEF, "neither")
    recorded = recorder.start(dependent)
    assert recorded.event["data"]["others"] == {"1": "abandoned", "2": "abandoned"}
    assert recorder.validate() == []


def test_a_broken_dependency_is_not_believed(recorder: Recorder, root: Path) -> None:
    recorder.add("first")
    dependent = recorder.add("second", deps=[1]).document["id"]
    rewrite(file_of(root, 1), lambda tables: tables["task"]["1"].update(status="done", stage="done"))
    refusal = refused(Code.LEDGER_CORRUPT, lambda: recorder.start(dependent))
    assert refusal.details["file"].startswith("0001-")


def test_a_clock_that_steps_back_blocks_nothing_and_order_stays(recorder: Recorder, clock: Clock) -> None:
    task_id = started(recorder)
    last = recorder.events(task_id)[-1]["at"]
    clock.now = NOON - timedelta(days=400)
    recorded = recorder.record(task_id, "plan", "planner", plan_return())
    assert recorded.event["at"] == last == recorded.document["updatedAt"]
    assert recorder.validate() == []


def test_times_are_utc_with_milliseconds(root: Path) -> None:
    root.mkdir()
    east = datetime(2026, 11, 30, 1, 2, 3, 45_999, tzinfo=timezone(timedelta(hours=3)))
    recorder = Recorder.init(root, created_by="tests", clock=lambda: east)
    assert recorder.add("x").event["at"] == "2026-11-29T22:02:03.045Z"


@pytest.mark.parametrize(
    "act", [lambda r: r.get(7), lambda r: r.start(7), lambda r: r.events(7), lambda r: r.reader.card(7)]
)
def test_a_task_that_is_not_there(recorder: Recorder, root: Path, act) -> None:  # type: ignore[no-untyped-def]
    recorder.add("x")
    before = sorted(path.name for path in (root / ".cook").rglob("*"))
    refused(Code.NOT_FOUND, lambda: act(recorder))
    assert sorted(path.name for path in (root / ".cook").rglob("*")) == before


def test_a_ledger_that_is_not_there(tmp_path: Path) -> None:
    refused(Code.NOT_FOUND, lambda: Recorder.open(tmp_path))
    refused(Code.IO, lambda: Recorder.init(tmp_path / "nowhere", created_by="tests"))


def test_making_a_ledger_again_changes_nothing(recorder: Recorder, root: Path) -> None:
    finished(recorder)
    before = bytes_of(root)
    Recorder.init(root, created_by="somebody else")
    assert bytes_of(root) == before


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("\ud800", Code.TEXT),
        (float("nan"), Code.RETURN_SHAPE),
        (2**64, Code.RETURN_SHAPE),
        ({1, 2}, Code.RETURN_SHAPE),
        (b"bytes", Code.RETURN_SHAPE),
        ("x" * (17 << 20), Code.TOO_LARGE),
    ],
    ids=["surrogate", "nan", "huge", "set", "bytes", "large"],
)
def test_what_cannot_be_kept_is_refused(recorder: Recorder, root: Path, value: object, code: Code) -> None:
    task_id = started(recorder)
    before = bytes_of(root)
    refused(code, lambda: recorder.record(task_id, "plan", "planner", plan_return(slices=[value])))
    assert bytes_of(root) == before


def test_depth_is_refused_and_not_a_crash(recorder: Recorder) -> None:
    task_id = started(recorder)
    deep: object = "x"
    for _ in range(10_000):
        deep = [deep]
    refused(Code.RETURN_SHAPE, lambda: recorder.record(task_id, "plan", "planner", plan_return(slices=deep)))


@pytest.mark.parametrize("boundary", ["a\r\nb\x1b[31m\u202e\u200b é", "\x00", " trailing \n\n", "𝒳 😀 é"])
def test_text_is_kept_code_point_by_code_point(recorder: Recorder, root: Path, boundary: str) -> None:
    task_id = pending(recorder, boundary)
    recorder.approve(task_id, CHEF)
    assert Recorder.open(root).get(task_id)["approvals"][0]["mutation"] == boundary


def test_what_is_handed_out_is_the_callers_own(recorder: Recorder) -> None:
    """What is remembered between acts must not change under them."""
    plan = plan_return()
    task_id = started(recorder)
    recorded = recorder.record(task_id, "plan", "planner", plan)
    plan["runbook"].append("later")
    recorded.document["stage"] = "done"
    recorded.event["hash"] = "0"
    task = recorder.task(task_id)
    task.document.clear()
    task.events[0].clear()
    task.card.clear()
    recorder.record(task_id, "execute", "exec-1", execute_return())
    assert recorder.validate() == []


def test_another_writer_is_never_overlooked(recorder: Recorder, root: Path) -> None:
    task_id = started(recorder)
    other = Recorder.open(root, disk=Hurried())
    other.record(task_id, "plan", "planner", plan_return())
    recorder.record(task_id, "execute", "exec-1", execute_return())
    other.record(task_id, "verify", "verifier-1", verify_return())
    assert recorder.get(task_id)["status"] == "done"
    assert recorder.validate() == []


class Counting(Hurried):
    """Counts replacements, and everything that is written."""

    def __init__(self) -> None:
        self.replaced: list[str] = []
        self.written: list[bytes] = []

    def replace(self, source: str, target: str, **where: int) -> None:  # type: ignore[override]
        self.replaced.append(target)
        Disk.replace(source, target, **where)

    def write(self, descriptor: int, data: bytes) -> int:  # type: ignore[override]
        self.written.append(bytes(data))
        return Disk.write(descriptor, data)


def test_an_act_replaces_one_file_once(recorder: Recorder, root: Path) -> None:
    task_id = pending(recorder)
    disk = Counting()
    Recorder.open(root, disk=disk).approve(task_id, CHEF)
    assert disk.replaced == [file_of(root).name]
    assert disk.written == [file_of(root).read_bytes()]


def test_a_file_is_card_task_events_one_line_each(recorder: Recorder, root: Path) -> None:
    task_id = finished(recorder)
    lines = file_of(root, task_id).read_bytes().splitlines()
    assert lines[0].startswith(b'{"card":{"1":{')
    assert lines[1].startswith(b'"task":{"1":{')
    assert lines[2].startswith(b'"events":{"1":{')
    assert len(lines) == 2 + len(recorder.events(task_id))
    assert file_of(root).read_bytes().endswith(b"}\n")


def test_tinydb_itself_reads_a_file(recorder: Recorder, root: Path) -> None:
    task_id = finished(recorder)
    with TinyDB(file_of(root, task_id), access_mode="r") as database:
        assert database.tables() == {"card", "task", "events"}
        assert database.table("task").get(doc_id=1) == recorder.get(task_id)
        assert [event.doc_id for event in database.table("events")] == [1, 2, 3, 4, 5, 6, 7]


def test_acts_make_again_the_same_bytes(tmp_path: Path) -> None:
    """Nothing of the order in which dicts were built, or of what was remembered, shows in a file."""
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        clock = Clock()
        recorder = Recorder.init(tmp_path / name, created_by="tests", clock=clock, disk=Hurried())
        task_id = pending(recorder)
        if name == "two":
            recorder = Recorder.open(tmp_path / name, clock=clock, disk=Hurried())
        recorder.approve(task_id, CHEF)
        made.append(file_of(tmp_path / name).read_bytes())
    assert made[0] == made[1]


def test_a_decision_is_carried_out_by_name(recorder: Recorder) -> None:
    """The events are complete: played into a fresh ledger they make the same task."""
    task_id = finished(recorder)
    original = recorder.task(task_id)
    for event in original.events[1:]:
        if event["seq"] == 1:
            copy = recorder.add(original.document["title"]).document["id"]
        carry_out(recorder, copy, event["data"]["act"])
    again = recorder.get(copy)
    assert again["execution"]["actions"] == original.document["execution"]["actions"]
    assert again["approvals"][0]["mutation"] == BOUNDARY
    assert again["status"] == "done"


def test_an_act_is_bound_to_the_history_that_was_read(tmp_path: Path) -> None:
    """The same number, request, cycle and text, in a ledger that was put in the place of the one on the
    screen: only the history tells them apart."""
    roots = [tmp_path / name for name in ("ours", "other")]
    for root in roots:
        root.mkdir()
    ours, other = (Recorder.init(root, created_by="test") for root in roots)
    for each, title in ((ours, "Promote the staging database"), (other, "Promote the one in production")):
        each.add(title)
        each.start(1)
        each.record(1, "plan", "planner-1", plan_return(requiresApproval=True))
        each.record(1, "execute", "exec-1", execute_return("approval-required"))
    read = [event["hash"] for event in ours.events(1)]
    expectation = {"requestId": 0, "sha256": sha256_of(BOUNDARY)}

    def grant(ledger: Recorder, head: str) -> Recorded:
        how = How.here("cookui", read_head=head)
        return ledger.approve(1, CHEF, expectation=expectation, how=how)

    refusal = refused(Code.APPROVAL_STALE, lambda: grant(other, read[-1]))
    assert "history" in refusal.sentence
    how = How.here("cookui", read_head=read[0])
    refused(Code.APPROVAL_STALE, lambda: other.abandon(1, CHEF, "no", how=how))
    ours.journal(1, {"kind": "external", "note": "what comes afterwards does not matter"})
    assert grant(ours, read[-1]).event["data"]["how"]["readHead"] == read[-1]
