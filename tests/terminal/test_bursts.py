"""Keys that come in one read (typed fast, over a slow line, sent by tmux) do what they do one after the
other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.terminal.operation import Ledger
from tests.terminal.terminal import Terminal

ESCAPE = "\x1b[27u"
"""Escape as a terminal sends it that tells it from the beginning of a sequence."""

FIRST, SECOND = "Renew the qdb certificate", "Drain the replica"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    ledger = Ledger(tmp_path_factory.mktemp("bursts"))
    ledger.ask(title=FIRST)
    ledger.ask(title=SECOND)
    return ledger


@pytest.fixture
def screen(ledger: Ledger) -> Iterator[Terminal]:
    """The board, with the cursor on the first of two requests."""
    with ledger.cookui("--operator", "Ada Lind", columns=100) as screen:
        screen.until("2 need you")
        screen.until(FIRST)
        yield screen


BURSTS = {
    "filter": ("/qdb", ["/ qdb", "1 of 2"]),
    "filter kept, then opened": ("/replica\r\r5", ["#2 p2", "Nothing was judged yet."]),
    "filter left": (f"/xyz{ESCAPE}j\r5", ["#2 p2", "Nothing was judged yet."]),
    "palette": (":qdb", ["│ qdb", f"▌#1 {FIRST}"]),
    "palette by ctrl+p": ("\x10qdb", ["│ qdb", f"▌#1 {FIRST}"]),
    "palette, a task of it": (":replica\r5", ["#2 p2", "Nothing was judged yet."]),
    "palette, a command of it": (":help\r:replica", ["│ replica", f"▌#2 {SECOND}"]),
    "task and its tab": ("\r5", ["#1 p2", "Nothing was judged yet."]),
    "task and its next tab": ("\r\t\t\x1b[Z5\t", ["#1 p2", "Where the time went"]),
    "task and its search": ("\r6/qdb", ["/ qdb"]),
    "task and its help": ("\r?", ["· Help"]),
    "task and back": (f"\r{ESCAPE}/replica", ["/ replica", "1 of 2"]),
    "needs you, the task of the second": ("ajo5", ["#2 p2", "Nothing was judged yet."]),
    "needs you and the palette": ("a:replica", ["│ replica", f"▌#2 {SECOND}"]),
    "needs you and its help": ("a?", ["· Help", "Opens the task itself"]),
    "help and back, and all over again": (f"?{ESCAPE}a?{ESCAPE}{ESCAPE}/qdb", ["/ qdb", "1 of 2"]),
}


@pytest.mark.parametrize("name", BURSTS)
def test_each_key_gets_to_where_it_was_meant_for(screen: Terminal, name: str) -> None:
    keys, seen = BURSTS[name]
    screen.send(keys.encode())
    screen.until(lambda: all(text in screen.text for text in seen))


def test_q_behind_a_slash_never_leaves(screen: Terminal) -> None:
    for letters in ["q", "qq", "qdb", "Aq", "?q", ":q", "aq"]:
        screen.send(f"/{letters}".encode())
        screen.until(f"/ {letters} ")
        screen.send(f"{ESCAPE}:{letters}".encode())
        screen.until(f"│ {letters} ")
        screen.send(ESCAPE.encode())
        screen.until_gone(f"│ {letters} ")
    assert screen.process.poll() is None
    screen.send(b"q")
    assert screen.ended() == 0


def test_a_paste_and_a_click_keep_their_places_among_the_keys(screen: Terminal) -> None:
    screen.send(b"/q\x1b[200~d\x1b[201~b")
    screen.until("/ qdb")
    screen.send(ESCAPE.encode())
    row, column = screen.until(lambda: screen.screen.find(SECOND))
    at = f"{column + 1};{row + 1}"
    screen.send(f"/#{ESCAPE}\x1b[<0;{at}M\x1b[<0;{at}m\r5".encode())
    screen.until("Nothing was judged yet.")
    assert "#2 p2" in screen.text


def test_keys_behind_one_that_was_held_down_come_in_their_turn(screen: Terminal) -> None:
    screen.send(b"j" * 1000 + b"k" * 1001 + b"j" * 999 + b"\r5")
    screen.until("Nothing was judged yet.")
    assert "#2 p2" in screen.text
