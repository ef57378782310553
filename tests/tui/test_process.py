"""The process in a real terminal: how it begins and how it ends, whatever happens to it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.home import BIN, environment
from tests.terminal.terminal import Terminal
from tests.tui.deciding.ground import Ground
from tests.tui.driving import ground_in

LEFT_ON = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l", b"\x1b[?2004l")
"""What a terminal must be told at the end: the main screen, the cursor, no mouse, no bracketed paste."""

Start = Callable[..., Terminal]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    ground = ground_in(tmp_path / "ledger")
    ground.asked()
    return ground


@pytest.fixture
def start(tmp_path: Path, ground: Ground) -> Iterator[Start]:
    """Runs `cookui` with these words in a terminal of its own."""
    running: list[Terminal] = []

    def run(*words: str, **more: str) -> Terminal:
        argv = [str(BIN / "cookui"), *(words or (str(ground.root),))]
        terminal = Terminal(argv, env=environment(tmp_path / "home", **more), cwd=tmp_path)
        running.append(terminal)
        return terminal

    yield run
    for terminal in running:
        terminal.close()


def left_as_found(terminal: Terminal) -> bool:
    return all(sequence in terminal.raw for sequence in LEFT_ON) and terminal.is_sane


def test_the_board_is_there_and_q_leaves_the_terminal_as_it_was(start: Start) -> None:
    terminal = start()
    terminal.until("Promote orders-db-2")
    terminal.until("● live")
    terminal.press("q")
    assert terminal.ended() == 0
    assert left_as_found(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(start: Start, number: signal.Signals) -> None:
    terminal = start()
    terminal.until("● live")
    os.killpg(terminal.process.pid, number)
    assert terminal.ended() in (128 + number, -number)
    assert left_as_found(terminal)


def test_a_terminal_that_is_gone_ends_it(start: Start) -> None:
    terminal = start()
    terminal.until("● live")
    terminal.hang_up()
    terminal.ended()


def test_a_byte_that_is_no_text_does_not_end_it(start: Start) -> None:
    terminal = start()
    terminal.until("● live")
    for junk in (b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\x9b\x9f\xfe"):
        terminal.send(junk)
        terminal.watch(0.05)
    terminal.press("?")
    terminal.until("· Help")
    terminal.press("escape", "q")
    assert terminal.ended() == 0


def test_keys_typed_before_there_was_anything_to_see_do_nothing(start: Start) -> None:
    terminal = start()
    terminal.send(b"q?Dq")
    terminal.until("● live")
    terminal.watch(0.3)
    assert "· Board" in terminal.text
    assert terminal.process.poll() is None


def test_a_size_in_the_environment_does_not_override_the_terminals(start: Start) -> None:
    terminal = start(COLUMNS="33", LINES="7")
    terminal.until("● live")
    terminal.resize(120, 30)
    terminal.until(
        lambda: len(terminal.screen.rows) == 30 and "▲ 1 needs you" in terminal.screen.rows[0][100:]
    )


def test_a_folder_without_a_ledger_says_how_to_make_one(start: Start, tmp_path: Path) -> None:
    terminal = start(str(tmp_path / "nothing"))
    assert terminal.ended() == 1
    assert "There is no ledger in" in terminal.text
    assert "cook init" in terminal.text.replace("\n", "")
    assert b"\x1b[?1049h" not in terminal.raw


def test_warnings_about_the_configuration_are_on_the_screen(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "home" / ".config" / "cookui"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('operatr = "maria"\n')
    terminal = start()
    terminal.until("there is no setting called operatr")


def test_what_is_sent_without_colour_holds_no_colour(start: Start) -> None:
    terminal = start(NO_COLOR="1")
    terminal.until("● live")
    for colour in (b"38;2;", b"48;2;", b"38;5;", b"48;5;", b"[31", b"[32", b"[33", b"[34"):
        assert colour not in terminal.raw


def test_hostile_titles_reach_the_terminal_as_text_only(start: Start, ground: Ground) -> None:
    ground.recorder.add("\x1b]52;c;ZXZpbA==\x07 \x1b[2J\u202e\x9b31m [@click=app.quit]x[/]")
    terminal = start()
    terminal.until("● live")
    terminal.press("1")
    terminal.until("⟦ESC⟧")
    terminal.press("ctrl+p")
    terminal.type("click")
    terminal.until_quiet()
    assert b"\x1b]52" not in terminal.raw
    assert "\u202e".encode() not in terminal.raw
    assert "\x9b".encode() not in terminal.raw


def test_a_new_entry_rings_and_notifies_if_that_is_turned_on(
    start: Start, ground: Ground, tmp_path: Path
) -> None:
    folder = tmp_path / "home" / ".config" / "cookui"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('[notify]\ndesktop = "osc9"\n')
    terminal = start()
    terminal.until("● live")
    ground.asked(title="Rotate \x07\x1b]0;keys")
    terminal.until("▲ 2 need you")
    terminal.until(lambda: b"\x1b]9;" in terminal.raw)
    sent = terminal.raw.split(b"\x1b]9;")[1].split(b"\x07")[0].decode()
    assert sent == "#2 Rotate ⟦BEL⟧⟦ESC⟧]0;keys: waits for your approval"


CRASH = """
import sys
from cookui.tui.main import main
from cookui.tui.screens.board import BoardScreen

def fail(screen):
    secret = "the boundary nobody may print"
    raise RuntimeError(secret)

BoardScreen.do_zoom = fail
sys.exit(main(sys.argv[1:]))
"""


def test_a_fault_ends_it_with_a_short_report_and_a_status(tmp_path: Path, ground: Ground) -> None:
    argv = [sys.executable, "-c", CRASH, str(ground.root)]
    with Terminal(argv, env=environment(tmp_path / "home"), columns=120, rows=40, cwd=tmp_path) as terminal:
        terminal.until("● live")
        terminal.press("z")
        assert terminal.ended() == 1
        assert left_as_found(terminal)
        assert "Nothing that was recorded is lost" in terminal.text
        assert "RuntimeError" in terminal.text
        assert b"nobody may print" not in terminal.raw
