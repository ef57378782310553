"""Keys that were meant for something else: typed ahead, held down, pasted, or sent by the terminal. None of
them grants."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cookui.text.code import confirmation_code
from cookui.text.measures import measure
from tests.terminal.operation import (
    BOUNDARY,
    Ledger,
    back_to_board,
    read_to_the_end,
    shown_code,
    type_code,
    until_listening,
)
from tests.terminal.terminal import Terminal

CODE = confirmation_code(measure(BOUNDARY).sha256, 0)
"""The right one: drawn from the request, it can be known beforehand, and must not help."""

HELD_FOR = 30
"""Repeats of a held key."""

REPEAT = 0.03
"""Seconds between two repeats."""


@contextmanager
def not_granted(tmp_path: Path) -> Iterator[tuple[Terminal, Callable[[], None]]]:
    """A board with one request, and how to go back to it and see that nothing has been granted."""
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui("--operator", "Ada Lind") as screen:

        def back() -> None:
            screen.until_quiet()
            assert not ledger.is_granted(task_id), screen.text
            back_to_board(screen)

        screen.until("waits for your approval")
        yield screen, back
        back()


def open_request(screen: Terminal) -> None:
    screen.press("A")
    until_listening(screen)


def go_to_code(screen: Terminal) -> None:
    open_request(screen)
    read_to_the_end(screen)
    assert shown_code(screen) == CODE
    screen.press("c")


def test_typed_ahead(tmp_path: Path) -> None:
    bursts = [
        "A1",
        "Ac",
        "Ad",
        "An",
        "Az\t1c",
        "A\r",
        "A\r\r\r\r",
        "A \r",
        "Ay\r",
        "A\t\r",
        "A\t\t\r",
        "AG\r",
    ]
    bursts += [f"AGc{CODE}\r", f"\rA{CODE}\r", f"\rA\rGc{CODE}\r\r", f"AGc{CODE}\r" * 3]
    with not_granted(tmp_path) as (screen, back):
        for burst in bursts:
            screen.send(burst.encode())
            screen.until("APPROVAL BOUNDARY")
            until_listening(screen)
            back()


def test_typed_in_one_burst_where_it_would_count(tmp_path: Path) -> None:
    """The right code behind the key that leads to it, on a request that was read and listens."""
    with not_granted(tmp_path) as (screen, back):
        for before in ["c", "\r", "c\x15", "\t\t", ":approve\rGc", "\x1b[27uAc", "\x1b[27u/\r\rAGc"]:
            for times in (1, 3):
                open_request(screen)
                read_to_the_end(screen)
                screen.send(f"{before}{CODE}\r".encode() * times)
                back()


def test_held_down(tmp_path: Path) -> None:
    with not_granted(tmp_path) as (screen, back):
        for key in ["\r", " ", "y", "A", "c", "\t"]:
            screen.press("A")
            screen.until("APPROVAL BOUNDARY")
            for _ in range(HELD_FOR):
                screen.send(key.encode())
                screen.watch(REPEAT)
            back()


def test_every_letter_with_enter_after_it(tmp_path: Path) -> None:
    with not_granted(tmp_path) as (screen, _):
        open_request(screen)
        read_to_the_end(screen)
        for letter in string.ascii_letters + string.digits + " ":
            if letter not in "qD":  # which leave the screen
                screen.press(letter, "enter")


@pytest.mark.parametrize("bracketed", [True, False], ids=["bracketed", "raw"])
def test_pasted(tmp_path: Path, bracketed: bool) -> None:
    with not_granted(tmp_path) as (screen, back):
        for pasted in [CODE, CODE + "\r", f"{CODE}\r{CODE}\r"]:
            go_to_code(screen)
            screen.paste(pasted, bracketed=bracketed)
            screen.press("enter")
            back()
        open_request(screen)
        screen.paste(f"Gc{CODE}\r", bracketed=bracketed)


def test_enter_without_the_code_and_with_a_wrong_one(tmp_path: Path) -> None:
    with not_granted(tmp_path) as (screen, _):
        go_to_code(screen)
        screen.press("enter")
        screen.until("Type the code first")
        screen.type("aaaaa")
        screen.press("enter")
        screen.until("not the code")


def test_a_code_typed_by_hand_counts(tmp_path: Path) -> None:
    """The other tests here would pass on a screen that can never grant at all."""
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui("--operator", "Ada Lind") as screen:
        screen.until("waits for your approval")
        open_request(screen)
        read_to_the_end(screen)
        assert type_code(screen) == CODE
        screen.press("enter")
        screen.until("grantedBy")
    assert ledger.is_granted(task_id)
