"""Whatever is done to a task file by hand is found, and named: by file, event and field."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cookui.contract.card import card as derive_card
from cookui.contract.queries import sha256_of
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.events import digest, event_hash
from cookui.recorder.how import How
from cookui.recorder.layout import encode
from cookui.recorder.reading import Broken
from cookui.recorder.recorder import Problem, Recorder
from tests.contract.playing import BOUNDARY, execute_return
from tests.recorder.ledgers import (
    CHEF,
    NOON,
    Json,
    bytes_of,
    file_of,
    finished,
    pending,
    refused,
    rewrite,
    started,
    tables_of,
)

GRANT = 4
"""The `seq` of the grant in a finished operation."""

Tables = dict[str, dict[str, Json]]


@pytest.fixture
def path(recorder: Recorder, root: Path) -> Path:
    return file_of(root, finished(recorder))


def problems(root: Path) -> list[Problem]:
    """What somebody finds who never saw the ledger before; every act on the task is refused, and nothing
    changes."""
    found = Recorder.open(root).validate()
    before = bytes_of(root)
    refused(Code.LEDGER_CORRUPT, lambda: Recorder.open(root).journal(1, {"kind": "external", "note": "x"}))
    refused(Code.LEDGER_CORRUPT, lambda: Recorder.open(root).task(1))
    assert bytes_of(root) == before
    return found


def places(found: list[Problem]) -> set[tuple[int | None, str]]:
    assert {problem.task for problem in found} == {1}
    assert {problem.file for problem in found} == {"0001-promote-orders-db-2.json"}
    return {(problem.event, problem.field) for problem in found}


def chained(events: list[Json]) -> dict[str, Json]:
    """The events with every number, link and hash made anew: a forgery by somebody who knows the format."""
    prev = "0" * 64
    for seq, event in enumerate(events):
        event["seq"], event["prev"] = seq, prev
        event["hash"] = prev = event_hash(event)
    return {str(seq + 1): event for seq, event in enumerate(events)}


def test_a_whole_ledger_has_no_problems(path: Path, root: Path) -> None:
    assert Recorder.open(root).validate() == []


def test_a_changed_grant_in_the_document(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["task"]["1"]["approvals"][0].update(grantedBy="Mallory"))
    found = problems(root)
    assert (GRANT, "task.approvals[0].grantedBy") in places(found)
    [named] = [problem for problem in found if problem.field == "task.approvals[0].grantedBy"]
    assert "'Mallory'" in named.sentence
    assert "'Chef'" in named.sentence


def test_a_changed_grant_in_the_event(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["events"][str(GRANT + 1)]["data"]["act"].update(operator="Mallory"))
    assert places(problems(root)) >= {
        (GRANT, "hash"),
        (GRANT, "actor"),
        (GRANT, "task.approvals[0].grantedBy"),
    }


def test_a_changed_grant_everywhere_but_in_the_hashes(path: Path, root: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"Chef"', b'"Mallory"'))
    assert (GRANT, "hash") in places(problems(root))


def test_a_changed_digest_of_what_was_shown(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["events"][str(GRANT + 1)]["data"]["how"].update(digestGiven=True))
    assert places(problems(root)) == {(GRANT, "data.how.digestGiven")}


EXPECTED: Json = {"requestId": 0, "sha256": sha256_of(BOUNDARY)}
"""What an operator expects who saw the text."""

FORGED: dict[str, tuple[int, Callable[[Json], object], str]] = {
    "a digest that was not given": (
        GRANT, lambda event: event["data"]["how"].update(digestGiven=True), "data.how.digestGiven",
    ),
    "a digest that was given, denied": (
        GRANT, lambda event: event["data"]["act"].update(expectation=EXPECTED), "data.how.digestGiven",
    ),
    "nothing said of a digest": (
        GRANT, lambda event: event["data"]["how"].pop("digestGiven"), "data.how.digestGiven",
    ),
    "a digest given with a record": (
        3, lambda event: event["data"]["how"].update(digestGiven=True), "data.how.digestGiven",
    ),
    "another text shown": (
        GRANT,
        lambda event: (
            event["data"]["act"].update(expectation=EXPECTED),
            event["data"]["how"].update(digestGiven=True, shownSha256="ab" * 32),
        ),
        "data.how.shownSha256",
    ),
    "a note in the data": (1, lambda event: event["data"].update(note="x"), "data.note"),
    "a note in how": (1, lambda event: event["data"]["how"].update(note="x"), "data.how.note"),
    "a note in the event": (1, lambda event: event.update(note="x"), "note"),
    "others that are no object": (1, lambda event: event["data"].update(others=[]), "data.others"),
    "others that are none": (1, lambda event: event["data"].update(others={}), "data.others"),
    "another that is no task": (
        1, lambda event: event["data"].update(others={"x": "done"}), "data.others.x",
    ),
    "another written otherwise": (
        1, lambda event: event["data"].update(others={"02": "done"}), "data.others.02",
    ),
    "another of a monstrous number": (
        1, lambda event: event["data"].update(others={"9" * 5000: "done"}), "data.others." + "9" * 5000,
    ),
    "another of no status": (
        1, lambda event: event["data"].update(others={"2": "gone"}), "data.others.2",
    ),
    "a time that there is not": (
        1, lambda event: event.update(at="2026-99-99T99:99:99.999Z"), "at",
    ),
    "a day that there is not": (
        1, lambda event: event.update(at="2026-02-30T12:00:00.000Z"), "at",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_what_an_event_says_besides_its_act_is_closed_and_true(path: Path, root: Path, name: str) -> None:
    """Every hash is made anew: nothing but the form of the event tells."""
    seq, change, field = FORGED[name]

    def forge(tables: Tables) -> None:
        events = list(tables["events"].values())
        change(events[seq])
        tables["events"] = chained(events)
        sealed(tables)

    rewrite(path, forge)
    assert (seq, field) in places(problems(root))


def test_another_text_shown_than_the_one_decided_on_is_refused(recorder: Recorder, root: Path) -> None:
    """What `validate` would find no act may write."""
    task_id = pending(recorder)
    before = bytes_of(root)
    how = How.here("api", shown_sha256="ab" * 32)
    for decide in (
        lambda: recorder.approve(task_id, CHEF, expectation=EXPECTED, how=how),
        lambda: recorder.decline(task_id, CHEF, "no", expectation=EXPECTED, how=how),
    ):
        refused(Code.APPROVAL_STALE, decide)
    assert bytes_of(root) == before
    how = How.here("api", shown_sha256=EXPECTED["sha256"])
    recorder.decline(task_id, CHEF, "no", expectation=EXPECTED, how=how)
    assert recorder.validate() == []


@pytest.mark.parametrize("status", ["done", "abandoned", "blocked"])
def test_a_dependency_that_never_stood_as_an_event_says(recorder: Recorder, root: Path, status: str) -> None:
    first = started(recorder)
    second = recorder.add("after it", deps=[first]).document["id"]
    path = file_of(root, second)

    def forge(tables: Tables) -> None:
        [added] = tables["events"].values()
        added["data"]["others"] = {str(first): status}
        tables["events"] = chained([added])
        sealed(tables)

    rewrite(path, forge)
    found = Recorder.open(root).validate()
    assert [(each.task, each.event, each.field) for each in found] == [(second, 0, f"data.others.{first}")]
    assert status in found[0].sentence


def test_a_dependency_may_have_gone_on_since(recorder: Recorder) -> None:
    first = started(recorder)
    recorder.add("after it", deps=[first])
    recorder.abandon(first, CHEF, "not wanted")
    second = recorder.add("after it too", deps=[first]).document["id"]
    recorder.start(second)
    assert recorder.validate() == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"createdBy": 7}, "createdBy"),
        ({"createdBy": None}, "createdBy"),
        ({"requiredigest": True}, "requiredigest"),
    ],
)
def test_a_configuration_with_what_nobody_follows(path: Path, root: Path, change: Json, field: str) -> None:
    config = root / ".cook" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_bytes()) | change))
    found = Recorder.open(root).validate()
    assert [(problem.file, problem.field) for problem in found] == [("config.json", field)]


def test_a_removed_event(path: Path, root: Path) -> None:
    def remove(tables: Tables) -> None:
        events = list(tables["events"].values())
        tables["events"] = {str(place + 1): event for place, event in enumerate([*events[:3], *events[4:]])}

    rewrite(path, remove)
    assert places(problems(root)) >= {(3, "seq"), (3, "prev")}


def test_an_event_removed_with_its_number(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["events"].pop("4"))
    assert places(problems(root)) == {(3, "events")}


def test_the_last_event_removed_with_its_document(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["events"].pop("7"))
    assert (5, "task.stage") in places(problems(root)) or (None, "task.verification.verdict") in places(
        problems(root)
    )
    assert any(field.startswith("task.") for _, field in places(problems(root)))


def test_swapped_events(path: Path, root: Path) -> None:
    def swap(tables: Tables) -> None:
        events = tables["events"]
        events["4"], events["5"] = events["5"], events["4"]

    rewrite(path, swap)
    assert places(problems(root)) >= {(3, "seq"), (4, "seq"), (3, "prev")}


def test_an_event_forged_with_a_wrong_hash(path: Path, root: Path) -> None:
    def forge(tables: Tables) -> None:
        last = tables["events"]["7"]
        tables["events"]["8"] = last | {"seq": 7, "prev": last["hash"], "hash": "0" * 64}

    rewrite(path, forge)
    assert (7, "hash") in places(problems(root))


def test_an_event_forged_with_every_hash_but_against_the_rules(path: Path, root: Path) -> None:
    """The executor grants its own request, and every number and hash is made anew."""

    def forge(tables: Tables) -> None:
        events = list(tables["events"].values())
        events[GRANT]["data"]["act"]["operator"] = events[GRANT]["actor"] = "exec-1"
        tables["events"] = chained(events)
        tables["task"]["1"]["approvals"][0]["grantedBy"] = "exec-1"
        tables["task"]["1"]["execution"]["approval"]["grantedBy"] = "exec-1"
        sealed(tables)

    rewrite(path, forge)
    found = problems(root)
    assert places(found) == {(GRANT, "data.act")}
    assert Code.APPROVAL_SELF.value in found[0].sentence


def sealed(tables: Tables) -> None:
    """Makes digest and card fit the forged document."""
    events = list(tables["events"].values())
    events[-1]["data"]["document"] = digest(tables["task"]["1"])
    tables["events"] = chained(events)
    tables["card"]["1"] = derive_card(tables["task"]["1"], list(tables["events"].values()))


def test_a_document_that_is_not_the_fold_with_every_hash_made_anew(path: Path, root: Path) -> None:
    def forge(tables: Tables) -> None:
        tables["task"]["1"]["plan"]["approvalBoundary"] = "Something harmless."
        sealed(tables)

    rewrite(path, forge)
    assert places(problems(root)) >= {(6, "data.document"), (2, "task.plan.approvalBoundary")}


def test_an_act_of_any_form(path: Path, root: Path) -> None:
    def forge(tables: Tables) -> None:
        events = list(tables["events"].values())
        events[2]["data"]["act"] = {"kind": "record"}
        tables["events"] = chained(events)
        sealed(tables)

    rewrite(path, forge)
    assert (2, "data.act") in places(problems(root))


def test_a_card_that_says_something_else(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["card"]["1"].update(status="pending", title="Read the logs"))
    assert places(problems(root)) == {(None, "card.status"), (None, "card.title")}


def test_the_same_in_other_bytes(path: Path, root: Path) -> None:
    path.write_text(json.dumps(tables_of(path)))
    found = problems(root)
    assert places(found) == {(None, "")}
    assert "something else than the recorder" in found[0].sentence


def test_a_file_under_another_name(path: Path, root: Path) -> None:
    path.rename(path.with_name("0002-promote-orders-db-2.json"))
    found = Recorder.open(root).validate()
    assert [(problem.task, problem.field) for problem in found] == [(1, ""), (2, "task.id")]
    refused(Code.LEDGER_CORRUPT, lambda: Recorder.open(root).get(2))


def test_a_file_with_another_slug(path: Path, root: Path) -> None:
    path.rename(path.with_name("0001-read-the-logs.json"))
    found = Recorder.open(root).validate()
    assert [(problem.task, problem.field) for problem in found] == [(1, "task.slug")]


def test_two_files_for_one_task(path: Path, root: Path) -> None:
    path.with_name("0001-b.json").write_bytes(path.read_bytes())
    path.with_name("0001-b.json").chmod(0o600)
    [card] = Recorder.open(root).tasks()
    assert isinstance(card, Broken)
    assert "0001-b.json" in card.reason
    refused(Code.LEDGER_CORRUPT, lambda: Recorder.open(root).get(1))
    assert {problem.file for problem in Recorder.open(root).validate()} == {path.name, "0001-b.json"}


def test_a_file_that_was_taken_away(recorder: Recorder, root: Path) -> None:
    for _ in range(3):
        recorder.add("x")
    file_of(root, 2).unlink()
    assert [(problem.task, problem.file) for problem in recorder.validate()] == [(2, "")]


def test_many_files_that_were_taken_away_are_one_problem(recorder: Recorder, root: Path) -> None:
    """A file that claims a monstrous id neither keeps anybody busy nor leads the next id astray."""
    recorder.add("x", slug="x")
    (root / ".cook" / "tasks" / "999999999-x.json").write_bytes(b"{")
    found = recorder.validate()
    assert [(problem.task, problem.file) for problem in found] == [(2, ""), (999_999_999, "999999999-x.json")]
    assert "tasks 2 to 999999998 are gone" in found[0].sentence
    refused(Code.LEDGER_CORRUPT, lambda: recorder.add("y"))
    refused(Code.LEDGER_CORRUPT, recorder.head)


def test_what_does_not_belong_there(path: Path, root: Path) -> None:
    path.with_name("notes.txt").write_text("x")
    path.with_name("0002-Upper.json").write_text("x")
    path.with_name("00003-x.json").write_text("x")
    found = Recorder.open(root).validate()
    assert [(problem.task, problem.file) for problem in found] == [
        (None, "00003-x.json"),
        (None, "0002-Upper.json"),
        (None, "notes.txt"),
    ]


@pytest.mark.parametrize(
    ("config", "field"),
    [
        (b"", ""),
        (b"[]", ""),
        (b'{"schemaVersion": 1, "schemaVersion": 1}', ""),
        (b'{"schemaVersion": true}', "schemaVersion"),
        (b'{"schemaVersion": 0}', "schemaVersion"),
        (b'{"schemaVersion": 1, "requireDigest": "yes"}', "requireDigest"),
        (b'{"schemaVersion": 2}', ""),
    ],
)
def test_a_configuration_that_cannot_be_followed(path: Path, root: Path, config: bytes, field: str) -> None:
    (root / ".cook" / "config.json").write_bytes(config)
    recorder = Recorder(root)
    assert [(problem.file, problem.field) for problem in recorder.validate()] == [("config.json", field)]
    before = bytes_of(root)
    with pytest.raises(Refusal) as caught:
        recorder.record(1, "execute", "exec-3", execute_return())
    assert caught.value.code in (Code.LEDGER_CORRUPT, Code.LEDGER_VERSION)
    assert bytes_of(root) == before
    assert len(recorder.tasks()) == 1


def test_a_newer_ledger_can_be_read_and_is_not_written(path: Path, root: Path) -> None:
    (root / ".cook" / "config.json").write_text('{"schemaVersion": 2, "createdBy": "tests"}')
    before = bytes_of(root)
    recorder = Recorder.open(root)
    assert recorder.get(1)["status"] == "done"
    refused(Code.LEDGER_VERSION, lambda: recorder.add("x"))
    refused(Code.LEDGER_VERSION, lambda: recorder.claim(1, "x"))
    assert bytes_of(root) == before


def test_a_newer_task_is_refused_for_what_it_is(path: Path, root: Path) -> None:
    rewrite(path, lambda tables: tables["task"]["1"].update(schemaVersion=2))
    refused(Code.LEDGER_VERSION, lambda: Recorder.open(root).get(1))
    assert "version 2" in Recorder.open(root).validate()[0].sentence


def test_one_broken_task_leaves_the_others_alone(path: Path, recorder: Recorder, root: Path) -> None:
    finished(recorder)
    path.write_bytes(b"{")
    first, second = Recorder.open(root).tasks()
    assert isinstance(first, Broken)
    assert not isinstance(second, Broken)
    Recorder.open(root).journal(2, {"kind": "external", "note": "goes on"})
    assert {problem.task for problem in Recorder.open(root).validate()} == {1}


JUNK: list[Callable[[bytes], bytes]] = [
    lambda data: b"",
    lambda data: b"{}",
    lambda data: b"[]",
    lambda data: b"null",
    lambda data: data[: len(data) // 2],
    lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data + b"x",
    lambda data: data.replace(b'"Chef"', b'"\xff"'),
    lambda data: data.replace(b'"Chef"', b'"\\ud800"'),
    lambda data: data.replace(b'"id":1,', b'"id":1,"id":1,'),
    lambda data: data.replace(b'"cycle":0', b'"cycle":NaN'),
    lambda data: data.replace(b'"cycle":0', b'"cycle":' + b"9" * 5000),
    lambda data: data.replace(b'"cycle":0', b'"cycle":' + b"[" * 100_000),
    lambda data: data.replace(b'"task":', b'"tisk":'),
    lambda data: data.replace(b'"card":{"1"', b'"card":{"2"'),
    lambda data: b'{"card":{"1":1},\n"task":{"1":2},\n"events":{"1":3}}\n',
    lambda data: b'{"card":{},\n"task":{},\n"events":{}}\n',
    lambda data: b'{"card":{"1":{}},\n"task":{"1":{}},\n"events":{"1":{}}}\n',
]


@pytest.mark.parametrize("spoil", JUNK, ids=range(len(JUNK)))
def test_junk_is_told_from_an_empty_ledger(path: Path, root: Path, spoil: Callable[[bytes], bytes]) -> None:
    data = path.read_bytes()
    path.write_bytes(spoil(data))
    assert path.read_bytes() != data
    assert problems(root)


def test_every_change_of_a_byte_is_found(path: Path, root: Path) -> None:
    """In a sample; and whatever listings make of it, they make something of it."""
    data = path.read_bytes()
    recorder = Recorder.open(root)

    @given(st.integers(0, len(data) - 1), st.integers(1, 255))
    @settings(max_examples=300)
    def check(place: int, change: int) -> None:
        spoiled = bytearray(data)
        spoiled[place] ^= change
        path.write_bytes(spoiled)
        assert recorder.validate()
        assert len(recorder.tasks()) == 1
        with pytest.raises(Refusal):
            Recorder.open(root).task(1)

    check()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def paths_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, part in inner for path in paths_in(part, (*at, key)))]


def test_no_value_in_any_place_gets_through_or_ends_a_reader(path: Path, root: Path) -> None:
    """Anything in the place of anything, well formed, and with every hash made anew where that can be done.

    What the rules would have allowed, and is hashed anew, only a pin can tell from what was recorded.
    """
    original = tables_of(path)
    everywhere = [at for at in paths_in(original) if len(at) > 2]
    recorder = Recorder.open(root)
    pin = recorder.head()

    @given(st.sampled_from(everywhere), JSON, st.booleans())
    @settings(max_examples=400)
    def check(at: tuple[Any, ...], value: Any, rehash: bool) -> None:
        tables = json.loads(json.dumps(original))
        holder = tables
        for key in at[:-1]:
            holder = holder[key]
        holder[at[-1]] = value
        if rehash:
            with suppress(Exception):  # what cannot even be sealed is tried as it is
                sealed(tables)
        path.write_bytes(encode(tables))
        same = path.read_bytes() == encode(original)
        found = recorder.validate()
        assert {problem.task for problem in found} <= {1}
        assert recorder.since(pin).holds == same
        assert bool(found) == (not same) or (rehash and not found)
        assert len(recorder.tasks()) == 1
        recorder.reader.snapshot(NOON)

    check()


def test_granting_stays_possible_after_looking_at_junk(recorder: Recorder, root: Path) -> None:
    """What was remembered of a file is not believed of other bytes, nor forgotten when they are put back."""
    path = file_of(root, finished(recorder))
    data = path.read_bytes()
    path.write_bytes(b"{}")
    refused(Code.LEDGER_CORRUPT, lambda: recorder.get(1))
    path.write_bytes(data)
    assert recorder.get(1)["approvals"][0]["grantedBy"] == CHEF
