"""What an agent hands in by mistake or on purpose: refused with its code, in bounded time and memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cookui.cli import examples
from cookui.cli.intake import LIMIT
from tests.cli.cook import Cook, digest_of
from tests.terminal.home import environment

PLAN = json.dumps(examples.PLAN).encode()
MEMORY = 400 << 20
"""Bytes of address space that one call may take; the interpreter and its libraries are most of it."""


def plan_with(**parts: str) -> bytes:
    return json.dumps(examples.PLAN | parts).encode()


RETURNS = {
    "empty": (b"", "return-shape"),
    "not JSON": (b"stage: plan", "return-shape"),
    "cut short": (PLAN[:-1], "return-shape"),
    "two values": (PLAN + PLAN, "return-shape"),
    "not an object": (b"[1, 2]", "return-shape"),
    "null": (b"null", "return-shape"),
    "byte order mark": (b"\xef\xbb\xbf" + PLAN, "return-shape"),
    "duplicate keys": (b'{"stage": "plan", "stage": "plan"}', "return-shape"),
    "NaN": (b'{"stage": NaN}', "return-shape"),
    "Infinity": (b'{"stage": -Infinity}', "return-shape"),
    "a number that becomes infinite": (b'{"stage": 1e999}', "return-shape"),
    "a huge integer": (b'{"stage": ' + b"9" * 100_000 + b"}", "return-shape"),
    "depth 10,000": (b"[" * 10_000 + b"]" * 10_000, "return-shape"),
    "depth 10,000, open": (b'{"a":' * 10_000, "return-shape"),
    "lone surrogate": (PLAN.replace(b"Install", b"\\ud800"), "return-shape"),
    "lone surrogate as a key": (b'{"\\udc00": 1}', "return-shape"),
    "not UTF-8": (PLAN.replace(b"Install", b"\xff\xfe"), "return-shape"),
    "UTF-16": (PLAN.decode().encode("utf-16"), "return-shape"),
    "over-long UTF-8": (PLAN.replace(b"Install", b"\xc0\xaf"), "return-shape"),
    "an unknown field": (b'{"stage": "plan", "note": 1}', "return-shape"),
    "a field missing": (b'{"stage": "plan"}', "return-shape"),
    "another stage": (json.dumps(examples.EXECUTED).encode(), "return-shape"),
    "one byte over the limit": (PLAN + b" " * (LIMIT + 1 - len(PLAN)), "too-large"),
}


@pytest.mark.parametrize("name", RETURNS)
@pytest.mark.parametrize("way", ["file", "pipe"])
def test_a_return_that_is_none(
    started: Cook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str
) -> None:
    data, code = RETURNS[name]
    handed_in = tmp_path / "return.json"
    handed_in.write_bytes(data)
    before = digest_of(started.root)
    with handed_in.open("rb") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        error = started.refused("record", "plan", 1, "planner-1", handed_in if way == "file" else "-")
    assert error["code"] == code
    assert error["remedy"]
    assert len(error["sentence"]) < 500
    assert digest_of(started.root) == before


def test_wrong_json_is_named_with_line_and_column(started: Cook, tmp_path: Path) -> None:
    handed_in = tmp_path / "return.json"
    handed_in.write_text('{\n  "stage": "plan",\n  "result": plan\n}')
    error = started.refused("record", "plan", 1, "planner-1", handed_in)
    assert (error["details"]["line"], error["details"]["column"]) == (3, 13)
    assert f"In {handed_in}, line 3, column 13: " in started("record", "plan", 1, "planner-1", handed_in).err


def test_the_largest_return_is_taken(started: Cook, tmp_path: Path) -> None:
    handed_in = tmp_path / "return.json"
    handed_in.write_bytes(PLAN + b" " * (LIMIT - len(PLAN)))
    started.ok("record", "plan", 1, "planner-1", handed_in)


@pytest.fixture
def strange(tmp_path: Path) -> dict[str, str]:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    unreadable = tmp_path / "unreadable"
    unreadable.write_bytes(PLAN)
    unreadable.chmod(0)
    return {
        "directory": str(tmp_path),
        "FIFO": str(tmp_path / "fifo"),
        "device": "/dev/zero",
        "terminal": "/dev/tty",
        "missing": str(tmp_path / "missing"),
        "loop": str(tmp_path / "loop"),
        "empty name": "",
        "long name": "x" * 5000,
        "under a file": f"{unreadable}/x",
        "process memory": "/proc/self/mem",
    }


@pytest.mark.parametrize(
    "kind",
    [
        "directory",
        "FIFO",
        "device",
        "terminal",
        "missing",
        "loop",
        "empty name",
        "long name",
        "under a file",
        "process memory",
    ],
)
def test_a_name_that_is_no_file_never_hangs(started: Cook, strange: dict[str, str], kind: str) -> None:
    before = digest_of(started.root)
    error = started.refused("record", "plan", 1, "planner-1", strange[kind])
    assert error["code"] == "io"
    assert error["remedy"]
    assert digest_of(started.root) == before


def limited() -> None:
    """Bounds what a child may take, so that it fails a test and not the machine."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.mark.parametrize("way", ["file", "pipe", "endless pipe", "endless device"])
def test_a_hundred_megabytes_take_no_memory(started: Cook, tmp_path: Path, way: str) -> None:
    big = tmp_path / "big.json"
    with big.open("wb") as stream:
        stream.write(b'{"stage": "')
        stream.truncate(100 << 20)
    commands = {
        "file": f"cook record plan 1 a {big}",
        "pipe": f"cat {big} | cook record plan 1 a -",
        "endless pipe": "yes | cook record plan 1 a -",
        "endless device": "cook record plan 1 a - < /dev/zero",
    }
    before = digest_of(started.root)
    limited_call = f"ulimit -v {MEMORY >> 10}; {commands[way]}"
    done = subprocess.run(
        ["bash", "-c", limited_call],
        env=environment(tmp_path / "home", COOK_ROOT=str(started.root)),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith("cook: too-large: ")
    assert digest_of(started.root) == before


HOSTILE_NAMES = [
    "",
    " ",
    "\t",
    "Chef\x1b[2J",
    "Chef\n",
    "Che\u200bf",
    "\u202eChef",
    "Chef\x00",
    "Chef\u2028",
    "\x7f",
    "\ud800",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_name_of_control_characters_is_nobodys(asking: Cook, name: str) -> None:
    before = digest_of(asking.root)
    calls = [
        ("approve", 1, name),
        ("decline", 1, name, "--reason", "no"),
        ("block", 1, name, "--reason", "no"),
        ("abandon", 1, name, "--reason", "no"),
        ("record", "execute", 1, name, asking.file(examples.EXECUTED)),
        ("claim", 1, "--by", name),
    ]
    for words in calls:
        assert asking.refused(*words)["code"] in ("identity", "text"), words
        shown = asking(*words).err
        assert all(char.isprintable() or char == "\n" for char in shown)
    assert digest_of(asking.root) == before


@pytest.mark.parametrize(
    "slug",
    ["../../x", "a/b", "", "A", "-a", "a--b", "a\x00b", "a\nb", ".", "é", "x" * 500, "\ud800"],
    ids=ascii,
)
def test_a_slug_is_no_path(cook: Cook, slug: str) -> None:
    before = digest_of(cook.root.parent)
    error = cook.refused("add", "Drain the queue", f"--slug={slug}")
    assert error["code"] in ("text", "too-large")
    assert digest_of(cook.root.parent) == before


@pytest.mark.parametrize(
    "title",
    ["../../x", "\x1b[2J", "///", "\u202e", "x" * 10_000, "....", "Ünïcode ✓", "con", "a\nb"],
    ids=ascii,
)
def test_whatever_a_title_says_its_file_stays_in_the_ledger(cook: Cook, title: str) -> None:
    answer = cook("add", "--", title)
    names = [path.name for path in (cook.root / ".cook" / "tasks").iterdir()]
    assert len(names) == (answer.status == 0)
    assert all(name.isascii() and name.startswith("0001-") for name in names)
    assert sorted(path.name for path in cook.root.iterdir()) == [".cook"]
    if answer.status == 0:
        for words in (["ls"], ["show", 1], ["why", 1], ["events", 1], ["pending"], ["status"]):
            shown = cook.ok(*words)
            assert all(char.isprintable() or char == "\n" for char in shown), words


@pytest.mark.parametrize(
    "word",
    ["../../x", "0", "-1", "1" * 400, "9" * 9, "/etc/passwd", "1/2", "#", "\x00"],
    ids=lambda word: word[:20],
)
def test_an_id_is_never_a_path(started: Cook, word: str) -> None:
    before = digest_of(started.root.parent)
    for verb in ("show", "why", "events", "start", "reverify"):
        answer = started(verb, "--json", "--", word)
        assert answer.status in (1, 2)
        assert answer.error["code"] in ("usage", "not-found")
    assert digest_of(started.root.parent) == before


@pytest.mark.parametrize(
    "root", ["missing", "file", "file/under", "\x00", "x" * 5000], ids=lambda root: root[:10]
)
def test_a_root_that_is_none_is_refused(cook: Cook, tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_text("")
    for verb in (["ls"], ["init"], ["add", "t"], ["validate"], ["doctor"]):
        answer = cook("--root", str(tmp_path / root), *verb, "--json")
        assert answer.status in (1, 2, 3), answer.err
        assert answer.error["remedy"]
    assert not (tmp_path / "missing").exists()
