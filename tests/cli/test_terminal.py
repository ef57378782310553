"""Deciding at a terminal: the exact text first, then its code, and nothing but the code."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from wcwidth import wcswidth

from cookui.cli import examples
from cookui.contract.queries import sha256_of
from cookui.text.code import confirmation_code
from tests.cli.cook import Cook, Json, digest_of
from tests.terminal.home import BIN, environment
from tests.terminal.terminal import Terminal
from tests.waiting import wait_until

PROMPT = "code:"
BOUNDARY = examples.PLAN["approvalBoundary"]
DIGEST = sha256_of(BOUNDARY)
CODE = confirmation_code(DIGEST, 0)


class Desk:
    """A terminal at which `cook` is called.

    Args:
        root: the ledger.
        home: the operator's home.
    """

    def __init__(self, root: Path, home: Path) -> None:
        self._environment = environment(home, COOK_ROOT=str(root))
        self._open: list[Terminal] = []

    def __call__(self, *words: object, columns: int = 100, rows: int = 50, **more: str) -> Terminal:
        argv = [str(BIN / "cook"), *map(str, words)]
        terminal = Terminal(argv, env=self._environment | more, columns=columns, rows=rows)
        self._open.append(terminal)
        return terminal

    def close(self) -> None:
        for terminal in self._open:
            terminal.close()


@pytest.fixture
def desk(asking: Cook, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(asking.root, tmp_path / "home")
    yield desk
    desk.close()


def answer(terminal: Terminal, typed: str) -> None:
    """Types a line once the question stands there, and nothing sooner."""
    terminal.until(PROMPT)
    terminal.send(typed.encode() + b"\n")


def grant(cook: Cook) -> Json | None:
    grants: list[Json] = cook.document(1).get("approvals", [])
    return grants[-1] if grants else None


def newest_event(cook: Cook) -> Json:
    event: Json = cook("events", 1, "--json").json["events"][-1]
    return event


def test_the_text_is_shown_and_its_code_grants_it(asking: Cook, desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    for shown in ("Request 0 of #1", "asked by: exec-1", BOUNDARY, "88 characters, 88 bytes, 1 line"):
        assert shown in terminal.text
    for shown in (DIGEST, CODE):
        assert shown in terminal.text
    for shown in (examples.PLAN["recoveryBoundary"], *examples.PLAN["postconditions"], "new.pem: OK"):
        assert shown in terminal.text
    assert grant(asking) is None
    answer(terminal, CODE)
    terminal.until("granted by Chef")
    assert terminal.ended() == 0
    given = grant(asking)
    assert given is not None
    assert (given["mutation"], given["grantedBy"], given["requestId"]) == (BOUNDARY, "Chef", 0)
    data = newest_event(asking)["data"]
    assert data["act"]["expectation"] == {"requestId": 0, "sha256": DIGEST}
    assert data["how"]["shownSha256"] == DIGEST
    assert data["how"]["channel"] == "cook"
    assert data["how"]["tty"].startswith("/dev/")
    assert data["how"]["elapsedMs"] >= 0
    assert terminal.is_sane


@pytest.mark.parametrize("typed", [CODE.upper(), f"  {CODE} "])
def test_the_code_is_taken_as_a_person_types_it(asking: Cook, desk: Desk, typed: str) -> None:
    terminal = desk("approve", 1, "Chef")
    answer(terminal, typed)
    assert terminal.ended() == 0
    assert grant(asking) is not None


def test_another_code_three_times_records_nothing(asking: Cook, desk: Desk) -> None:
    before = digest_of(asking.root)
    terminal = desk("approve", 1, "Chef")
    for wrong in ("y", "yes", CODE[:-1]):
        answer(terminal, wrong)
        terminal.until(
            lambda wrong=wrong: (
                terminal.text.count("not the code") == ("y", "yes", CODE[:-1]).index(wrong) + 1
            )
        )
    terminal.until("cook: not-confirmed: ")
    assert terminal.ended() == 1
    assert digest_of(asking.root) == before


def test_the_right_code_after_a_slip_is_taken(asking: Cook, desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef")
    answer(terminal, "slip")
    terminal.until("not the code")
    terminal.until(lambda: terminal.text.count(PROMPT) == 2)
    terminal.send(CODE.encode() + b"\n")
    assert terminal.ended() == 0
    assert grant(asking) is not None


def test_what_was_typed_ahead_does_not_count(asking: Cook, desk: Desk) -> None:
    """The code, sent before the question is there: a script that knows it, or a key buffer."""
    terminal = desk("approve", 1, "Chef")
    terminal.send(f"{CODE}\n{CODE}\n{CODE}\n".encode())
    terminal.until(PROMPT)
    terminal.until_quiet(0.5)
    assert terminal.process.poll() is None
    assert grant(asking) is None
    for slips in (1, 2, 3):
        terminal.send(b"\n" * 5)  # a key held down answers once
        terminal.until(lambda slips=slips: terminal.text.count("not the code") == slips)
    assert terminal.ended() == 1
    assert grant(asking) is None


def test_the_end_of_input_leaves_all_as_it_is(asking: Cook, desk: Desk) -> None:
    before = digest_of(asking.root)
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    terminal.send(b"\x04")
    assert terminal.ended() == 1
    assert digest_of(asking.root) == before


@pytest.mark.parametrize(
    ("how", "status"), [("key", 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)]
)
def test_an_interruption_leaves_ledger_and_terminal_alone(
    asking: Cook, desk: Desk, how: str | signal.Signals, status: int
) -> None:
    before = digest_of(asking.root)
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    if isinstance(how, str):
        terminal.send(b"\x03")
    else:
        os.kill(terminal.process.pid, how)
    assert terminal.ended() == status
    assert terminal.is_sane
    assert "Traceback" not in terminal.text
    assert digest_of(asking.root) == before


def test_a_lost_terminal_grants_nothing(asking: Cook, desk: Desk) -> None:
    before = digest_of(asking.root)
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    terminal.hang_up()
    assert terminal.ended() != 0
    assert digest_of(asking.root) == before


def test_a_request_that_was_replaced_meanwhile_is_not_granted(asking: Cook, desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    asking.record("execute", 1, "exec-9", examples.APPROVAL_REQUIRED)
    answer(terminal, CODE)
    terminal.until("cook: approval-stale: ")
    assert terminal.ended() == 1
    assert grant(asking) is None


def test_a_request_that_was_granted_meanwhile_names_who_did(asking: Cook, desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    asking.ok("approve", 1, "Ada Lind")
    answer(terminal, CODE)
    terminal.until("cook: approval-granted: ")
    assert "Ada Lind" in terminal.text
    assert terminal.ended() == 1


@pytest.mark.parametrize("words", [("approve", 1, "exec-1"), ("approve", 1, " "), ("approve", 7, "Chef")])
def test_nobody_is_asked_in_vain(desk: Desk, words: tuple[object, ...]) -> None:
    terminal = desk(*words)
    assert terminal.ended() == 1
    assert PROMPT not in terminal.text
    assert "cook: " in terminal.text


def test_an_expectation_from_the_call_must_fit_what_is_shown(asking: Cook, desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef", "--request", 0, "--sha256", "0" * 64)
    terminal.until("cook: approval-stale: ")
    assert terminal.ended() == 1
    terminal = desk("approve", 1, "Chef", "--request", 0, "--sha256", DIGEST)
    answer(terminal, CODE)
    assert terminal.ended() == 0
    assert grant(asking) is not None


def test_json_goes_to_standard_output_and_the_question_beside_it(
    asking: Cook, desk: Desk, tmp_path: Path
) -> None:
    terminal = desk("approve", 1, "Chef", "--json")
    answer(terminal, CODE)
    terminal.until('"next"')
    assert terminal.ended() == 0
    assert grant(asking) is not None


def test_a_decline_is_asked_for_in_the_same_way(asking: Cook, desk: Desk) -> None:
    terminal = desk("decline", 1, "Chef", "--reason", "not on a Friday", "--to", "capture")
    terminal.until(f"To decline this as Chef, type  {CODE}")
    answer(terminal, CODE)
    assert terminal.ended() == 0
    document = asking.document(1)
    assert document["stage"] == "capture"
    assert document["declines"][-1]["reason"] == "not on a Friday"
    assert newest_event(asking)["data"]["how"]["shownSha256"] == DIGEST


def again(cook: Cook, boundary: str) -> None:
    """Another plan with this boundary, and its request."""
    cook.record("plan", 1, "planner-1", examples.PLAN | {"approvalBoundary": boundary})
    cook.record("execute", 1, "exec-3", examples.APPROVAL_REQUIRED | {"approvalRequired": boundary})


@pytest.mark.parametrize("verb", ["approve", "decline"])
def test_a_text_that_was_declined_before_is_warned_of(asking: Cook, desk: Desk, verb: str) -> None:
    asking.ok("decline", 1, "Ada Lind", "--reason", "not on a \x1b[2J Friday")
    again(asking, BOUNDARY)
    terminal = desk(verb, 1, "Chef", *(["--reason", "no"] if verb == "decline" else []))
    terminal.until(PROMPT)
    assert "WARNING: Ada Lind declined this very text, as request 0," in terminal.text
    assert "not on a ⟦ESC⟧[2J Friday" in terminal.text
    assert "The text is the same as that of request 0, which was declined." in terminal.text
    assert terminal.text.index("WARNING") < terminal.text.index(PROMPT)


def test_how_the_text_differs_is_said(asking: Cook, desk: Desk) -> None:
    asking.ok("approve", 1, "Ada Lind")
    asking.record("execute", 1, "exec-2", examples.KICKBACK)
    again(asking, BOUNDARY.replace("5C71", "5C72"))
    asking.ok("decline", 1, "Chef", "--reason", "no")
    again(asking, BOUNDARY + "!")
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    assert "WARNING" not in terminal.text
    assert "3 characters differ from request 1, which was declined; `cook show 1`" in terminal.text
    assert "1 character differs from request 0, which was granted; `cook show 1`" in terminal.text


def test_a_first_request_is_compared_with_nothing(desk: Desk) -> None:
    terminal = desk("approve", 1, "Chef")
    terminal.until(PROMPT)
    assert "request 0, which" not in terminal.text
    assert "differ" not in terminal.text


@pytest.mark.parametrize(("until", "to_be"), [("granted", "granted"), ("verify", "at verify")])
def test_wait_says_what_it_waits_for(asking: Cook, desk: Desk, until: str, to_be: str) -> None:
    terminal = desk("wait", 1, "--until", until, "--timeout", 600)
    terminal.until(f"cook: waiting for #1 to be {to_be}, 600 s at most; Ctrl-C ends it")
    terminal.send(b"\x03")
    assert terminal.ended() == 130


def test_wait_says_nothing_of_what_is_so(desk: Desk) -> None:
    terminal = desk("wait", 1, "--until", "execute")
    assert terminal.ended() == 0
    assert "waiting" not in terminal.text


HOSTILE = [
    "rm \x1b[2J\x1b[H\x1b]0;owned\x07 -rf\r\n\x9b31m\u202e\u200b\u2066x\u0301 \t \n",
    "drop table [/] [@click=app.quit]x[/]\\\\ ⟦ESC⟧ ↵ · …",
    "wide 漢字 漢字 " * 30 + "\U0001f468\u200d\U0001f469\u200d\U0001f467 end  ",
]


@pytest.mark.parametrize("boundary", HOSTILE, ids=["controls", "markup", "wide"])
@pytest.mark.parametrize("columns", [60, 100])
def test_a_hostile_text_is_drawn_and_never_obeyed(
    started: Cook, tmp_path: Path, boundary: str, columns: int
) -> None:
    started.record("plan", 1, "planner-1", examples.PLAN | {"approvalBoundary": boundary})
    request = examples.APPROVAL_REQUIRED | {"approvalRequired": boundary}
    started.record("execute", 1, "exec-1", request)
    desk = Desk(started.root, tmp_path / "home")
    terminal = desk("approve", 1, "Chef", columns=columns, rows=90)
    answer(terminal, confirmation_code(sha256_of(boundary), 0))
    assert terminal.ended() == 0
    desk.close()
    drawn = terminal.raw.decode()
    assert all(char.isprintable() or char in "\r\n" for char in drawn)
    assert sha256_of(boundary) in drawn
    given = grant(started)
    assert given is not None
    assert given["mutation"] == boundary


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize(
    "verb", ["ls", "events 1", "pending", "status", "show 1", "why 1", "claims", "ready", "doctor"]
)
def test_lists_fit_the_terminal(asking: Cook, tmp_path: Path, columns: int, verb: str) -> None:
    """No row of a table is wider than the terminal, so none is folded by it and columns stay columns."""
    asking.ok("add", "Move 漢字 " * 40)
    asking.ok("claim", 1, "--by", "orchestrator-1")
    desk = Desk(asking.root, tmp_path / "home")
    terminal = desk(*verb.split(), columns=columns, rows=200)
    assert terminal.ended() == 0
    desk.close()
    lines = terminal.raw.decode().replace("\r", "").splitlines()
    if verb in ("ls", "events 1", "claims", "ready"):
        assert max(map(wcswidth, lines)) <= columns, lines


def test_a_command_that_waits_for_a_terminal_waits_for_none_elsewhere(asking: Cook) -> None:
    """Without a terminal nothing is asked: as an orchestrator calls it."""
    asking.ok("approve", 1, "Chef")
    data = newest_event(asking)["data"]
    assert "expectation" not in data["act"]
    assert data["how"]["digestGiven"] is False
    wait_until(lambda: grant(asking) is not None)
