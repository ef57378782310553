"""The bytes of a task file and the names in the folder of tasks: pure, without input or output.

A task file is one TinyDB database of three tables, written in this order and with these line ends:

    {"card":{"1":{…}},
    "task":{"1":{…}},
    "events":{"1":{…},
    "2":{…}}}

`task` holds the document, `events` every event under its `seq` + 1, and `card` what a listing shows, derived
from both. The card is the first line, so a listing of ten thousand tasks reads the heads of the files and no
more: 0.05 s against 0.68 s for whole files. One event a line keeps the file fit for `grep` and `diff`.

TinyDB reads this as it reads any JSON; it is written here and not by `json.dumps` alone because the order is
part of the format. What does not follow it to the letter is `ledger-corrupt`, never "empty".
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

from cookui.recorder.files import corrupt
from cookui.text.strict_json import StrictJsonError, loads

Json = dict[str, Any]
Rows = dict[str, dict[str, Json]]
"""Tables in TinyDB's form: table name to document id to document."""

SCHEMA_VERSION = 1
"""The newest form of a ledger that is known here."""

MAX_FILE_BYTES = 64 << 20
"""A task file never grows past this: an act that would make it do so is refused as `too-large`."""

RESERVED_BYTES = 16 << 20
"""How much of that only an operator's act may fill: agents that record too much must not leave a task on
which nothing can be decided any more."""

MAX_CONFIG_BYTES = 1 << 16

MAX_TASK_ID = 10**9 - 1
"""Ids end here: they are what a file's name can hold."""

TABLES = ("card", "task", "events")
HEAD = b'{"card":{"1":'
HEAD_END = b"},"
EVENTS = b'\n"events":{'
END = b"}}\n"

TASK_FILE = re.compile(r"(\d{4,9})-([a-z0-9]+(?:-[a-z0-9]+)*)\.json", re.ASCII)

_dumps = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Tables(NamedTuple):
    """The three tables of a task file, without TinyDB's document ids; the events are in order of `seq`."""

    card: Json
    document: Json
    events: list[Json]


def timestamp(moment: datetime) -> str:
    """A moment as the ledger writes it: UTC, ISO 8601 with milliseconds and `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"


def file_name(task_id: int, slug: str) -> str:
    """The name of a task's file: `0001-promote-orders-db.json`."""
    return f"{task_id:04}-{slug}.json"


def stem(task_id: int) -> str:
    """What the names of a task's lock and temporary begin with."""
    return f"{task_id:04}"


def parse_stem(name: str) -> int | None:
    """The id in the name of a task's temporary or lock; None for any other name."""
    digits = name.partition(".")[0]
    return int(digits) if re.fullmatch(r"\d{4,9}", digits, re.ASCII) else None


def parse_name(name: str) -> int | None:
    """The id in the name of a task file; None for a name that no task file has."""
    match = TASK_FILE.fullmatch(name)
    if match is None:
        return None
    digits = match[1]
    if len(digits) > 4 and digits[0] == "0":
        return None  # 00001 would be a second name of task 1
    return int(digits) or None


def encode(tables: Rows, *, before: bytes = b"", kept: int = 0) -> bytes:
    """The bytes of a task file.

    Args:
        tables: TinyDB's form: table name to document id to document; `events` in order of their ids.
        before: the bytes that the file has so far, if its events are only added to.
        kept: how many events there are in `before`: their bytes are taken from there, which spares writing a
            long history anew with every act.

    Raises:
        ValueError: something in it is not JSON or not UTF-8.
    """
    head = f'{{"card":{{"1":{_dumps(tables["card"]["1"])}}},\n"task":{{"1":{_dumps(tables["task"]["1"])}}},'
    events = [f'"{key}":{_dumps(event)}' for key, event in islice(tables["events"].items(), kept, None)]
    if not kept:
        return b"".join([head.encode(), EVENTS, ",\n".join(events).encode(), END])
    # No string of JSON holds a line feed, so the table begins where this is first found.
    history = memoryview(before)[before.index(EVENTS) : len(before) - len(END)]
    return b"".join([head.encode(), history, *(b",\n" + event.encode() for event in events), END])


def decode(data: bytes, name: str, *, trusted: bool = False) -> Rows:
    """The tables in the bytes of a task file.

    What is read is written again and compared. Bytes that come out the same were the recorder's own, so there
    is no duplicate key in them, no number that a file cannot hold, nothing that could be read in two ways;
    and that takes a third of the time of a reader which looks for each of these.

    Args:
        data: the whole file.
        name: its name, for the refusal.
        trusted: these very bytes were found good before.

    Raises:
        Refusal: `ledger-corrupt`, naming the file, and the event and the field as far as they are known.
    """
    try:
        tables: Any = json.loads(data.decode())
        if trusted:
            return tables  # type: ignore[no-any-return]
        _check_tables(tables, name)
        if encode(tables) == data:
            return tables  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        pass  # said better below
    try:
        loads(data, limit=MAX_FILE_BYTES)
    except StrictJsonError as error:
        sentence = f"{name} is not strict JSON: line {error.line}, column {error.column}: {error.sentence}."
        raise corrupt(sentence, file=name, line=error.line, column=error.column) from error
    raise corrupt(f"{name} was written by something else than the recorder.", file=name)


def _check_tables(tables: Any, name: str) -> None:
    if not isinstance(tables, dict) or tuple(tables) != TABLES:
        raise corrupt(f"{name} does not hold the tables card, task and events, in this order.", file=name)
    for table, rows in tables.items():
        if not isinstance(rows, dict) or not rows:
            raise corrupt(f"{name}: table {table} holds nothing.", file=name, field=table)
        for place, (number, row) in enumerate(rows.items()):
            event = place if table == "events" else None
            if number != str(place + 1):
                what = f"document {place + 1} of table {table}" if event is None else f"event {event}"
                raise corrupt(
                    f"{name}: {what} is missing, or not where it belongs.",
                    file=name,
                    field=table,
                    event=event,
                )
            if not isinstance(row, dict):
                raise corrupt(
                    f"{name}: document {number} of table {table} is not an object.",
                    file=name,
                    field=table,
                    event=event,
                )
        if table != "events" and len(rows) != 1:
            raise corrupt(f"{name}: table {table} holds more than one document.", file=name, field=table)


def split(tables: Rows) -> Tables:
    """The same tables without TinyDB's document ids."""
    return Tables(tables["card"]["1"], tables["task"]["1"], list(tables["events"].values()))


def head_line(head: bytes) -> bytes | None:
    """The bytes of the card in the first bytes of a task file; None when more are needed.

    Raises:
        ValueError: no task file begins like this.
    """
    if not head.startswith(HEAD[: len(head)]):
        raise ValueError("it does not begin with a card")
    end = head.find(b"\n")
    if end < 0:
        return None
    if not head.endswith(HEAD_END, 0, end):
        raise ValueError("its first line is not a card")
    return head[len(HEAD) : end - len(HEAD_END)]
