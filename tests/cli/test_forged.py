"""A file that somebody wrote by hand, with every hash made anew, can hold anything: nothing of it moves the
terminal or ends the program, and every other task goes on.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cookui.cli import examples, status
from cookui.contract.card import card as derive_card
from cookui.recorder.events import digest, event_hash
from cookui.recorder.layout import decode, encode
from tests.cli.conftest import needs_work
from tests.cli.cook import Cook, Json

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u200b⟦ESC⟧\ud7ff"
VERBS = (
    ["show", 1],
    ["why", 1],
    ["events", 1],
    ["pending"],
    ["ls"],
    ["status"],
    ["snapshot"],
    ["claims"],
    ["ready"],
)


@pytest.fixture
def stormy(cook: Cook) -> Cook:
    """A task with something in every part of the document, and a second one that is left alone."""
    cook.ok("add", "Rotate the certificate", "--priority", "p1")
    cook.ok("add", "Drain the queue")
    cook.ok("start", 1)
    cook.record("plan", 1, "planner-1", examples.ESCALATION)
    cook.ok("answer", 1, "Chef", examples.ESCALATION["escalation"]["options"][0])
    cook.record("plan", 1, "planner-1", examples.PLAN)
    cook.record("execute", 1, "exec-0", examples.APPROVAL_REQUIRED)
    cook.ok("decline", 1, "Chef", "--reason", "too early")
    cook.record("plan", 1, "planner-1", examples.PLAN)
    cook.record("execute", 1, "exec-1", examples.APPROVAL_REQUIRED)
    cook.ok("approve", 1, "Chef")
    cook.record("execute", 1, "exec-2", examples.EXECUTED)
    cycle = cook.document(1)["execution"]["cycle"]
    cook.record("verify", 1, "ver-1", needs_work(cycle=cycle, kick_to="plan"))
    cook.ok("reverify", 1)
    cook.record("verify", 1, "ver-2", needs_work(cycle=cycle))
    cook.record("audit", 1, "aud-1", examples.AUDIT | {"cycle": cycle})
    cook.ok("claim", 1, "--by", "orchestrator-1")
    cook.ok("journal", 1, "intent", "refute", "look again", "--agent", "ref-1")
    return cook


def forge(path: Path, document: Json, events: list[Json]) -> bool:
    """Writes a task file whose hashes are all right; whether one could be made."""
    prev = "0" * 64
    for event in events:
        event["prev"] = prev
        event["hash"] = prev = event_hash(event)
    events[-1]["data"]["document"] = digest(document)
    events[-1]["hash"] = event_hash(events[-1])
    try:
        card = derive_card(document, events)
    except (LookupError, TypeError, ValueError, AttributeError):
        return False
    rows = {str(number + 1): event for number, event in enumerate(events)}
    path.write_bytes(encode({"card": {"1": card}, "task": {"1": document}, "events": rows}))
    return True


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a JSON value, containers too."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from leaves(part, (*path, key))


def replaced(value: Json, path: tuple[Any, ...], by: Any) -> Json:
    changed: Any = copy.deepcopy(value)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    if by is KeyError:
        del holder[path[-1]]
    else:
        holder[path[-1]] = by
    result: Json = changed
    return result


@pytest.mark.parametrize(
    "by", [HOSTILE, 7, None, [], {}, KeyError], ids=["hostile", "number", "null", "list", "object", "missing"]
)
def test_whatever_a_forged_file_holds(stormy: Cook, by: Any) -> None:
    (path,) = (stormy.root / ".cook" / "tasks").glob("0001-*")
    tables = decode(path.read_bytes(), path.name)
    document, events = tables["task"]["1"], list(tables["events"].values())
    whole: Json = {"document": document, "events": events}
    forged = 0
    for place in list(leaves(whole))[:: 2 if by == HOSTILE else 9]:
        changed = replaced(whole, place, by)
        if not changed.get("events") or "document" not in changed:
            continue
        try:
            made = forge(path, changed["document"], changed["events"])
        except (LookupError, TypeError, AttributeError):
            continue  # no event at all
        forged += made
        if made:
            check(stormy, place)
    assert forged > 10


def check(cook: Cook, place: tuple[Any, ...]) -> None:
    for words in VERBS:
        answer = cook(*words)
        assert answer.status in (0, status.BROKEN_LEDGER), (place, words, answer.err)
        assert answer.status == 0 or words[0] in ("show", "why", "events"), (place, words)
        for char in answer.out + answer.err:
            assert char.isprintable() or char == "\n", (place, words, answer.out)
        if words == ["ls"]:
            assert "Drain the queue" in answer.out, place
    assert json.loads(cook("ls", "--json").out)["tasks"]
