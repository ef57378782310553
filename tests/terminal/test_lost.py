"""A terminal that is lost in any way, or that takes nothing any more, ends the program: by itself, with a
status, with whatever was being recorded recorded whole or not at all, and with nothing left running."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from cookui.tui.ports.output import Output
from tests.terminal.emulator import ALTERNATE, CURSOR
from tests.terminal.home import BIN, environment
from tests.terminal.operation import Ledger, read_to_the_end, type_code, until_listening
from tests.terminal.terminal import Terminal
from tests.terminal.test_ending import assert_sane
from tests.waiting import wait_until

COOKUI = str(BIN / "cookui")

DEAF = ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", COOKUI]
"""As started by nohup: no SIGHUP reaches it."""

RECORDING = re.compile("▸ recording|… Being recorded")

SIZE = (120, 40)

HUNG_UP = 128 + signal.SIGHUP


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path)
    ledger.ask()
    return ledger


def run(ledger: Ledger, *argv: str, controlling: bool = True, keyboard: int | None = None) -> Terminal:
    words = argv or (COOKUI,)
    columns, rows = SIZE
    return Terminal(
        words,
        env=ledger.env,
        cwd=ledger.root,
        columns=columns,
        rows=rows,
        controlling=controlling,
        keyboard=keyboard,
    )


@pytest.mark.parametrize("opened", ["board", "request"])
@pytest.mark.parametrize("how", ["nohup", "not the controlling one", "stopped", "stopped, nohup"])
def test_a_terminal_lost_without_a_signal_ends_it(ledger: Ledger, how: str, opened: str) -> None:
    deaf = DEAF if "nohup" in how else [COOKUI]
    with run(ledger, *deaf, controlling=how != "not the controlling one") as screen:
        screen.until("waits for your approval")
        if opened == "request":
            screen.press("A")
            until_listening(screen)
        if "stopped" in how:
            screen.stop()
        screen.hang_up()
        if "stopped" in how:
            screen.go_on()
        assert screen.ended() == HUNG_UP


def test_keys_that_come_from_nowhere_end_it_and_the_screen_is_given_back(ledger: Ledger) -> None:
    master, slave = pty.openpty()
    with run(ledger, controlling=False, keyboard=slave) as screen:
        screen.until("waits for your approval")
        os.close(slave)
        os.close(master)
        assert screen.ended() == HUNG_UP
        assert_sane(screen)


def test_a_screen_that_is_gone_ends_it_and_the_keyboard_is_given_back(ledger: Ledger) -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    try:
        with run(ledger, controlling=False, keyboard=slave) as screen:
            screen.until("waits for your approval")
            assert termios.tcgetattr(slave) != before
            screen.hang_up()
            os.write(master, b"?")  # only what is drawn can find out that nobody is there
            assert screen.ended() == HUNG_UP
            assert termios.tcgetattr(slave)[:6] == before[:6]
    finally:
        os.close(slave)
        os.close(master)


# Nobody reads


def freeze(screen: Terminal) -> None:
    """Makes the program draw until the terminal takes nothing more, and then more than can wait."""
    wider = cycle([True, False])

    def filled() -> bool:
        screen.resize(SIZE[0] + next(wider), SIZE[1])
        return screen.is_full

    wait_until(filled)
    screen.send(b"13" * 40)  # from one column to another and back


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_ends_it_though_nobody_reads_what_it_draws(ledger: Ledger, number: signal.Signals) -> None:
    with run(ledger) as screen:
        screen.until("waits for your approval")
        freeze(screen)
        screen.process.send_signal(number)
        assert screen.process.wait(20) == 128 + number
        screen.until_quiet()
        assert_sane(screen)


def test_a_terminal_lost_while_it_takes_nothing_ends_it(ledger: Ledger) -> None:
    with run(ledger, *DEAF) as screen:
        screen.until("waits for your approval")
        freeze(screen)
        os.close(screen._slave)
        os.close(screen._master)
        screen._slave = screen._master = -1
        assert screen.ended() == HUNG_UP


def test_what_nobody_reads_is_drawn_once_somebody_does(ledger: Ledger) -> None:
    """The waiting itself is no fault: nothing that was drawn may be lost by it."""
    with run(ledger) as screen:
        screen.until("waits for your approval")
        freeze(screen)
        screen.until_quiet()
        screen.resize(*SIZE)
        screen.press("?")
        screen.until("· Help")
        screen.press("escape")
        screen.until("waits for your approval")
        screen.press("q")
        assert screen.ended() == 0
        assert_sane(screen)


# In the middle of a grant


@contextmanager
def locked(ledger: Ledger, task_id: int) -> Iterator[None]:
    """Keeps every writer of a task waiting."""
    (path,) = (ledger.root / ".cook" / "locks").glob(f"{task_id:04d}*.lock")
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def one_key_from_granting(screen: Terminal) -> None:
    screen.until("waits for your approval")
    screen.press("A")
    until_listening(screen)
    read_to_the_end(screen)
    type_code(screen)


def whole_or_not_at_all(ledger: Ledger, task_id: int) -> bool:
    """Whether it was granted, after looking that there is nothing in between, and that it goes on."""
    task = ledger.task(task_id)
    ledger.cook("validate")
    granted = "approvals" in task
    if granted:
        (grant,) = task["approvals"]
        assert grant == task["execution"]["approval"]
        assert grant["grantedBy"] == "Ada Lind"
    ledger.cook("approve", task_id, "Grace Hopper", status=1 if granted else 0)
    return granted


def hang_up(screen: Terminal) -> None:
    screen.hang_up()


def terminate(screen: Terminal) -> None:
    screen.process.send_signal(signal.SIGTERM)


def kill(screen: Terminal) -> None:
    screen.process.kill()


@pytest.mark.parametrize("end", [hang_up, terminate, kill])
def test_the_end_comes_while_a_grant_is_being_recorded(
    ledger: Ledger, end: Callable[[Terminal], None]
) -> None:
    with ledger.cookui("--operator", "Ada Lind") as screen:
        one_key_from_granting(screen)
        screen.press("enter")
        end(screen)
        screen.ended()
    whole_or_not_at_all(ledger, 1)


@pytest.mark.parametrize("end", [hang_up, kill])
def test_the_end_comes_while_a_grant_waits_for_its_turn(
    ledger: Ledger, end: Callable[[Terminal], None]
) -> None:
    with ledger.cookui("--operator", "Ada Lind") as screen:
        one_key_from_granting(screen)
        with locked(ledger, 1):
            screen.press("enter")
            screen.until("recording…")
            end(screen)
            assert screen.ended() in (HUNG_UP, -signal.SIGKILL)
    assert not whole_or_not_at_all(ledger, 1)


def test_a_grant_whose_turn_comes_after_the_signal_is_recorded_whole(ledger: Ledger) -> None:
    with ledger.cookui("--operator", "Ada Lind") as screen:
        one_key_from_granting(screen)
        with locked(ledger, 1):
            screen.press("enter")
            screen.until("recording…")
            terminate(screen)
            screen.until(lambda: ALTERNATE not in screen.screen.modes and CURSOR in screen.screen.modes)
        assert screen.ended() == 128 + signal.SIGTERM
        assert_sane(screen)
    assert whole_or_not_at_all(ledger, 1)


# What hangs on it goes too


@pytest.mark.parametrize("keep", [False, True], ids=["gone", "kept"])
@pytest.mark.parametrize("how", ["nohup", "not the controlling one"])
def test_a_demonstration_nobody_sees_leaves_nothing(tmp_path: Path, how: str, keep: bool) -> None:
    env = environment(tmp_path)
    temporary = Path(env["TMPDIR"])
    argv = [*(DEAF if how == "nohup" else [COOKUI]), "--demo", *["--keep"] * keep]
    with Terminal(argv, env=env, cwd=tmp_path, controlling=how == "nohup") as screen:
        screen.until("Promote orders-db-2")
        (root,) = temporary.glob("cookui-demo-*")
        screen.hang_up()
        assert screen.ended() == HUNG_UP
    wait_until(lambda: not processes_about(root))
    assert root.exists() == keep


def processes_about(root: Path) -> list[str]:
    """The processes whose command line names that folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if os.fsencode(root) in (entry / "cmdline").read_bytes():
                found.append(entry.name)
        except OSError:
            continue  # it has ended meanwhile
    return found


# The file that the writing thread is given


def opened_pty() -> tuple[int, int]:
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    return master, slave


def test_the_shells_descriptor_is_left_as_it_is() -> None:
    master, slave = opened_pty()
    with os.fdopen(slave, "w") as stream:
        Output(stream, lambda: None).write("x" * 9000)
        assert os.get_blocking(slave)
    os.close(master)


def test_what_is_sent_is_sent_whole_however_little_is_taken_at_a_time() -> None:
    master, slave = opened_pty()
    sent = "".join(f"row {number}\n" for number in range(30_000))
    with os.fdopen(slave, "w") as stream:
        attributes = termios.tcgetattr(slave)
        attributes[1] &= ~termios.OPOST
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        output = Output(stream, lambda: None)
        thread = threading.Thread(target=lambda: (output.write(sent), output.flush()))
        thread.start()
        taken = bytearray()

        def everything() -> bool:
            try:
                taken.extend(os.read(master, 7777))
            except BlockingIOError:
                return not thread.is_alive()
            return len(taken) >= len(sent)

        wait_until(everything)
        thread.join()
    os.close(master)
    assert taken.decode() == sent


def test_a_terminal_that_is_gone_is_told_once_and_costs_nothing_more() -> None:
    told: list[str] = []
    master, slave = opened_pty()
    with os.fdopen(slave, "w") as stream:
        output = Output(stream, lambda: told.append("lost"))
        os.close(master)
        for _ in range(100):
            output.write("frame")
            output.flush()
    assert told == ["lost"]
