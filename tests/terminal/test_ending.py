"""However it ends, the terminal is left as it was found, and whatever comes from the terminal does not end
it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from cookui.recorder.reading import Reader
from tests.terminal.emulator import ALTERNATE, CURSOR, FOCUS, MOUSE, PASTE
from tests.terminal.home import BIN, environment
from tests.terminal.operation import Ledger
from tests.terminal.terminal import Terminal
from tests.waiting import wait_until


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path)
    ledger.ask()
    return ledger


def assert_sane(screen: Terminal) -> None:
    left_on = screen.screen.modes & (MOUSE | {ALTERNATE, PASTE, FOCUS})
    assert left_on == set()
    assert CURSOR in screen.screen.modes
    assert screen.is_sane


def test_the_screen_is_taken_and_given_back(ledger: Ledger) -> None:
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        assert {ALTERNATE, PASTE} <= screen.screen.modes
        assert CURSOR not in screen.screen.modes
        assert not screen.is_sane
        screen.press("q")
        assert screen.ended() == 0
        assert_sane(screen)
        assert screen.text.strip() == ""


@pytest.mark.parametrize("opened", ["board", "request"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_leaves_the_terminal_sane(ledger: Ledger, number: signal.Signals, opened: str) -> None:
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        if opened == "request":
            screen.press("A")
            screen.until("APPROVAL BOUNDARY")
        screen.process.send_signal(number)
        assert screen.ended() == 128 + number
        assert_sane(screen)


def test_a_lost_terminal_ends_it(ledger: Ledger) -> None:
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        screen.hang_up()
        assert screen.ended() == 128 + signal.SIGHUP
    ledger.cook("validate")


def test_it_stops_and_goes_on(ledger: Ledger) -> None:
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        screen.stop()
        assert_sane(screen)
        screen.go_on()
        screen.until(lambda: ALTERNATE in screen.screen.modes)
        screen.until("waits for your approval")
        screen.press("q")
        assert screen.ended() == 0
        assert_sane(screen)


def test_what_no_keyboard_sends_does_not_end_it(ledger: Ledger) -> None:
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        for typed in [b"\xff\xfe", b"\xc3", b"\x1b[999;999R", b"\x1b]0;x\x07", b"\x00\x1b\x1b\x1b"]:
            screen.send(typed)
            screen.press("?")
            screen.until("Help")
            screen.press("escape")
            screen.until("· Board")


@pytest.mark.parametrize(
    "env",
    [
        {"COLUMNS": "40", "LINES": "10"},
        {"NO_COLOR": "1"},
        {"NO_COLOR": ""},
        {"TERM": "xterm", "COLORTERM": ""},
    ],
    ids=["size", "no colour", "empty", "16 colours"],
)
def test_the_environment_is_taken_as_it_is(ledger: Ledger, env: dict[str, str]) -> None:
    with ledger.cookui(columns=100, rows=30, env=env) as screen:
        screen.until("waits for your approval")
        screen.until("Help")
        assert len(screen.screen.rows[-1].strip()) > 0, "the footer stands in the last row"


def test_another_size_while_it_runs(ledger: Ledger) -> None:
    with ledger.cookui(columns=200, rows=60) as screen:
        screen.until("waits for your approval")
        for columns, rows in [(80, 24), (60, 20), (200, 60)]:
            screen.resize(columns, rows)
            screen.until(lambda rows=rows: screen.screen.rows[rows - 1].strip().endswith("Help"))
            screen.until("waits for your appr")
        screen.resize(40, 10)
        screen.until_gone("waits for your appr")
        screen.until("60")
        screen.resize(80, 24)
        screen.until("waits for your approval")


@pytest.mark.parametrize("end", ["q", "SIGTERM", "SIGHUP", "SIGKILL", "hang up"])
def test_a_demonstration_leaves_nothing(tmp_path: Path, end: str) -> None:
    env = environment(tmp_path)
    temporary = Path(env["TMPDIR"])
    with Terminal([str(BIN / "cookui"), "--demo"], env=env, cwd=tmp_path) as screen:
        screen.until("Promote orders-db-2")
        (root,) = temporary.glob("cookui-demo-*")
        assert Reader(root).config()
        if end == "q":
            screen.press("q")
        elif end == "hang up":
            screen.hang_up()
        else:
            screen.process.send_signal(signal.Signals[end])
        screen.ended()
    wait_until(lambda: not root.exists())
    assert list(temporary.glob("cookui-*")) == []


def test_a_demonstration_can_be_kept(tmp_path: Path) -> None:
    env = environment(tmp_path)
    with Terminal([str(BIN / "cookui"), "--demo", "--keep"], env=env, cwd=tmp_path) as screen:
        screen.until("Promote orders-db-2")
        screen.press("q")
        assert screen.ended() == 0
        (root,) = Path(env["TMPDIR"]).glob("cookui-demo-*")
        assert str(root) in screen.text.replace("\n", "")
    assert len(Reader(root).cards()) >= 12
