"""The harness itself: a broken measuring instrument would make every other test here say yes."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.terminal.emulator import ALTERNATE, Emulator
from tests.terminal.home import environment
from tests.terminal.sequences import (
    CONTROL,
    CSI,
    ESCAPE,
    INVALID,
    STRING,
    Scanner,
    Token,
    printed,
    scan,
    shapes,
)
from tests.terminal.terminal import Terminal

ECHO = """
import os, sys, termios, tty
before = termios.tcgetattr(0)
tty.setraw(0)
os.write(1, b"ready")
while (key := os.read(0, 64)) != b"q":
    os.write(1, b"\\r\\n" + key.hex().encode())
termios.tcsetattr(0, termios.TCSADRAIN, before)
"""

SIZE = """
import os, signal
def tell(*_):
    foreground = os.tcgetpgrp(os.open("/dev/tty", os.O_RDWR)) == os.getpgrp()
    os.write(1, "{}x{} {}\\r\\n".format(*os.get_terminal_size(0), foreground).encode())
signal.signal(signal.SIGWINCH, tell)
tell()
while True:
    signal.pause()
"""


def program(tmp_path: Path, source: str, **options: int) -> Terminal:
    return Terminal([sys.executable, "-c", source], env=environment(tmp_path), **options)


@pytest.mark.parametrize(
    ("sent", "tokens"),
    [
        ("a\x1b[1;31mb", [Token("text", "a"), Token(CSI, "\x1b[1;31m", "", "1;31", "m"), Token("text", "b")]),
        ("\x1b[?1049h", [Token(CSI, "\x1b[?1049h", "?", "1049", "h")]),
        ("\x1b[?2026$p", [Token(CSI, "\x1b[?2026$p", "?", "2026", "$p")]),
        ("\x1b[<ux", [Token(CSI, "\x1b[<u", "<", "", "u"), Token("text", "x")]),
        ("\x9b2Jx", [Token(CSI, "\x9b2J", "", "2", "J"), Token("text", "x")]),
        ("\x1b]52;c;eA==\x07", [Token(STRING, "\x1b]52;c;eA==\x07", "OSC", "52;c;eA==")]),
        ("\x1bPq~\x1b\\x", [Token(STRING, "\x1bPq~\x1b\\", "DCS", "q~"), Token("text", "x")]),
        ("\x1b]0;t\x1b[m", [Token(STRING, "\x1b]0;t", "OSC", "0;t"), Token(CSI, "\x1b[m", "", "", "m")]),
        ("\x1b(Bx", [Token(ESCAPE, "\x1b(B", final="(B"), Token("text", "x")]),
        ("\x1bcx", [Token(ESCAPE, "\x1bc", final="c"), Token("text", "x")]),
        ("\u202ex\x00", [Token("text", "\u202ex"), Token(CONTROL, "\x00")]),
        ("\x1b[1é", [Token(CONTROL, "\x1b["), Token("text", "1é")]),
        ("\x1b[12", [Token(INVALID, "\x1b[12")]),
    ],
)  # fmt: skip
def test_a_stream_is_taken_apart_by_its_grammar(sent: str, tokens: list[Token]) -> None:
    assert scan(sent.encode()) == tokens


@pytest.mark.parametrize(
    "sent", ["é\x1b[1;31m→\x1b]0;title\x1b\\…\x1b(B\x9b3m", "\x1b[?2026$p⟦ESC⟧\x1bPx\x1b\\"]
)
def test_pieces_are_the_same_however_the_stream_is_cut(sent: str) -> None:
    data = sent.encode()
    whole = scan(data)
    for cut in range(1, len(data)):
        scanner = Scanner()
        pieces = [*scanner.feed(data[:cut]), *scanner.feed(data[cut:])]
        assert "".join(piece.raw for piece in pieces) == sent
        assert [piece for piece in pieces if piece.kind != "text"] == [
            piece for piece in whole if piece.kind != "text"
        ]


def test_bytes_that_are_no_text_are_seen() -> None:
    assert [token.kind for token in scan(b"a\xffb")] == ["text", INVALID, "text"]


def test_shapes_tell_modes_apart_and_forget_positions() -> None:
    assert shapes(scan(b"\x1b[3;4Hx\x1b[?25h\x1b[38;5;1m\x07")) == {
        "CSI H",
        "CSI ?25h",
        "CSI m",
        "control 07",
    }
    assert printed(scan(b"a\x1b[3;4Hb\r\n")) == "ab"


def test_the_emulator_draws_nothing_of_what_it_does_not_know() -> None:
    emulator = Emulator(20, 2)
    emulator.feed(b"a\x1b[<u\x1b[>25u\x1b[?2048$p\x1bPq~~\x1b\\\x1b_x\x1b\\\x1b[4:3mb")
    assert emulator.rows == ["ab", ""]


def test_the_emulator_keeps_the_main_screen_under_the_alternate_one() -> None:
    emulator = Emulator(20, 2)
    emulator.feed(b"shell $ \x1b[?1049h\x1b[Hprogram")
    assert emulator.rows[0] == "program"
    assert ALTERNATE in emulator.modes
    emulator.feed(b"\x1b[?1049l")
    assert emulator.rows[0] == "shell $"
    assert emulator.cursor == (0, 8)


def test_the_emulator_finds_a_cell_behind_wide_characters() -> None:
    emulator = Emulator(20, 2)
    emulator.feed("\r\n全部x".encode())
    assert emulator.find("x") == (1, 4)
    assert emulator.find("y") is None


def test_the_emulator_answers_as_a_terminal_does() -> None:
    said: list[bytes] = []
    Emulator(20, 2, answer=said.append).feed(b"\x1b[?2026$p\r\nab\x1b[6n")
    assert said == [b"\x1b[?2026;2$y", b"\x1b[2;3R"]


def test_a_program_reads_keys_and_its_terminal_is_sane_afterwards(tmp_path: Path) -> None:
    with program(tmp_path, ECHO) as terminal:
        terminal.until("ready")
        assert not terminal.is_sane
        terminal.press("j", "enter", "escape", "up", "ctrl+c")
        terminal.until("03")
        assert terminal.screen.rows[:6] == ["ready", "6a", "0d", "1b", "1b5b41", "03"]
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.is_sane


def test_a_program_has_the_terminal_and_learns_of_another_size(tmp_path: Path) -> None:
    with program(tmp_path, SIZE, columns=60, rows=20) as terminal:
        terminal.until("60x20 True")
        terminal.resize(200, 60)
        terminal.until("200x60 True")


def test_losing_the_terminal_hangs_up_the_program(tmp_path: Path) -> None:
    with program(tmp_path, SIZE) as terminal:
        terminal.until("80x24")
        terminal.hang_up()
        assert terminal.ended() == -signal.SIGHUP


def test_the_program_is_gone_after_use(tmp_path: Path) -> None:
    with program(tmp_path, SIZE) as terminal:
        terminal.until("80x24")
    assert terminal.process.returncode == -signal.SIGKILL


def test_a_wait_in_vain_shows_the_screen(tmp_path: Path) -> None:
    with program(tmp_path, SIZE) as terminal:
        terminal.until("80x24")
        with pytest.raises(AssertionError, match=r"(?s)'granted' not seen.*\|80x24 True +\|"):
            terminal.until("granted", within=0.01)
