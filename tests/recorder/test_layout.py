"""The bytes of a task file: the same however they are made, and readable from any part of their head."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.contract.refusal import Code
from cookui.recorder.how import How
from cookui.recorder.layout import (
    MAX_TASK_ID,
    decode,
    encode,
    file_name,
    head_line,
    parse_name,
    parse_stem,
    split,
    stem,
)
from cookui.recorder.memory import CONTENTS, MAX_KEPT_BYTES, Memory
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import CHEF, file_of, finished, refused, started

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(TEXT, VALUES, max_size=4)
ROWS = st.tuples(DOCUMENTS, DOCUMENTS, st.lists(DOCUMENTS, min_size=1, max_size=6)).map(
    lambda parts: {
        "card": {"1": parts[0]},
        "task": {"1": parts[1]},
        "events": {str(place + 1): event for place, event in enumerate(parts[2])},
    }
)


@given(ROWS)
def test_what_is_written_is_read(rows: dict[str, dict[str, dict[str, object]]]) -> None:
    data = encode(rows)
    assert decode(data, "x") == rows
    assert decode(data, "x", trusted=True) == rows
    assert json.loads(data) == rows


@given(ROWS, DOCUMENTS)
def test_adding_an_event_makes_the_bytes_that_writing_all_makes(
    rows: dict[str, dict[str, dict[str, object]]], event: dict[str, object]
) -> None:
    before = encode(rows)
    count = len(rows["events"])
    more = {**rows, "card": {"1": {"id": 1}}, "events": {**rows["events"], str(count + 1): event}}
    assert encode(more, before=before, kept=count) == encode(more)
    assert encode(rows, before=before, kept=count) == before


@given(ROWS)
def test_the_card_is_read_from_whatever_part_of_the_file_holds_it(
    rows: dict[str, dict[str, dict[str, object]]],
) -> None:
    data = encode(rows)
    end = data.index(b"\n")
    for length in range(1, min(len(data), end + 40)):
        line = head_line(data[:length])
        assert (line is None) == (length <= end)
        if line is not None:
            assert json.loads(line) == rows["card"]["1"]


@given(st.integers(1, MAX_TASK_ID), st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}", fullmatch=True))
def test_a_name_tells_its_task(task_id: int, slug: str) -> None:
    assert parse_name(file_name(task_id, slug)) == task_id
    assert parse_stem(f"{stem(task_id)}.lock") == task_id


def test_the_ledgers_lock_is_no_tasks() -> None:
    assert parse_stem("ledger.lock") is None


def test_a_task_never_grows_past_what_can_be_read_again(
    recorder: Recorder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id = started(recorder)
    before = file_of(root).read_bytes()
    for module in ("storage", "scribe", "layout", "heads", "believing"):
        monkeypatch.setattr(f"cookui.recorder.{module}.MAX_FILE_BYTES", len(before) + 3000)
    monkeypatch.setattr("cookui.recorder.scribe.RESERVED_BYTES", 2000)
    recorder.journal(task_id, {"kind": "external", "note": "x"})
    before = file_of(root).read_bytes()
    refused(Code.TOO_LARGE, lambda: recorder.journal(task_id, {"kind": "external", "note": "x" * 1000}))
    assert file_of(root).read_bytes() == before
    assert list((root / ".cook" / "tmp").iterdir()) == []
    assert Recorder.open(root).get(task_id)["stage"] == "plan"
    assert recorder.abandon(task_id, CHEF, "it talks too much").document["status"] == "abandoned"


def test_text_of_the_caller_that_cannot_be_kept_is_refused(recorder: Recorder) -> None:
    task_id = started(recorder)
    how = How.here("cookui", operator="\udcff")
    refused(Code.TEXT, lambda: recorder.journal(task_id, {"kind": "external", "note": "x"}, how=how))


def test_memory_keeps_every_digest_and_few_contents(recorder: Recorder, root: Path) -> None:
    memory = Memory()
    rows = decode(file_of(root, finished(recorder)).read_bytes(), "x")
    for task_id in range(1, CONTENTS + 3):
        memory.keep(task_id, b"a", rows, 1)
    memory.keep(3, b"b", rows, 1)
    memory.keep(4, b"c", rows, MAX_KEPT_BYTES + 1)
    assert [memory.is_good(task_id, b"a") for task_id in (1, 2, 3, 5)] == [True, True, False, True]
    assert memory.contents(1, b"a") is None
    assert memory.contents(3, b"a") is None
    assert memory.contents(3, b"b") is rows
    assert memory.is_good(4, b"c")
    assert memory.contents(4, b"c") is None
    assert memory.contents(5, b"a") is rows


def test_tables_without_their_numbers(recorder: Recorder, root: Path) -> None:
    task_id = finished(recorder)
    tables = split(decode(file_of(root).read_bytes(), "x"))
    assert (tables.document, tables.events, tables.card) == recorder.task(task_id)
