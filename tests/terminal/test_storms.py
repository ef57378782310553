"""Whatever comes, however fast, in whatever order, while everything moves: the app lives, nothing is decided,
and it still obeys."""

from __future__ import annotations

import base64
import os
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.terminal.full import fill
from tests.terminal.hostile import FAMILIES, Pen
from tests.terminal.operation import Ledger, asking, until_listening
from tests.terminal.terminal import KEYS, Terminal
from tests.terminal.test_ending import assert_sane
from tests.waiting import wait_until

GUSTS = int(os.environ.get("COOKUI_GUSTS", "3"))
"""Gusts of a storm, each of some hundred keys and mouse events: ask for more where there is time."""

A_MOMENT = 1.0
"""Seconds without a mouse that moves: what is pressed sooner was meant for what was there."""

SEED = os.environ.get("COOKUI_SEED", "")
"""Another storm for each seed."""

LEAVES = {"ctrl+q", "ctrl+z"}

TYPED = [
    *(value for key, value in KEYS.items() if key not in LEAVES),
    *"abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789/:?[]{}<>|#~^°ßя漢",
]
"""Every key but those that leave the program or stop it."""

SCREENS = {
    "board": "",
    "needs you": "a",
    "task": "3\r",
    "palette": ":",
    "filter": "/",
    "help": "?",
    "diagnostics": "D",
    "approve": "3A",
    "decline": "3d",
    "reverify": "4v",
    "answer": "2f",
    "block": "4b",
    "abandon": "1X",
    "why": "3\rw",
    "exact text": "3\r1jjjj\r",
}
"""How each screen is opened from the board."""

DECIDED = {"approve", "decline", "answer", "reverify", "block", "unblock", "abandon", "release"}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    ledger = Ledger(tmp_path_factory.mktemp("storms"))
    fill(ledger, Pen("plain text")).broken()
    assert asked_for(ledger)
    return ledger


REQUESTED = 1
"""The task that waits for an approval."""


def asked_for(ledger: Ledger) -> str:
    """The text that it asks for."""
    boundary: str = ledger.recorder.get(REQUESTED)["execution"]["approvalRequired"]
    return boundary


def moving(ledger: Ledger, title: str) -> Iterator[None]:
    """Acts of agents, one each time: what is shown moves, comes and goes, and what is being decided is
    replaced.
    """
    recorder, boundary = ledger.recorder, asked_for(ledger)
    for number in count():
        recorder.record(REQUESTED, "execute", f"{title} {number}", asking(boundary))
        yield
        task_id = recorder.add(f"{title} {number}").document["id"]
        yield
        recorder.claim(task_id, f"claimer {number}")
        yield
        recorder.start(task_id)
        yield
        recorder.journal(task_id, {"kind": "external", "note": "elsewhere"})
        yield


def decided(ledger: Ledger) -> int:
    """How much has been decided by anybody."""
    cards = ledger.recorder.tasks()
    tasks = [card["id"] for card in cards if isinstance(card, dict)]  # and no broken file
    return sum(event["kind"] in DECIDED for task in tasks for event in ledger.recorder.events(task))


class Storm:
    """Gust after gust at one app, and at another one when it was told to leave: somewhere in the palette or
    under the mouse there is a way out.

    Args:
        ledger: what it shows.
        opened: which of `SCREENS` is opened before each gust.
        chance: decides what comes.
    """

    def __init__(self, ledger: Ledger, opened: str, chance: random.Random) -> None:
        self.ledger, self.opened, self.chance = ledger, opened, chance
        self.agents = moving(ledger, opened)

    def run(self, gusts: int) -> None:
        while gusts > 0:
            with self.ledger.cookui("--operator", "Ada Lind", columns=100, rows=30) as screen:
                screen.until("need you")
                while gusts > 0 and screen.process.poll() is None:
                    gusts -= 1
                    self.gust(screen)
                leave(screen)
                assert screen.ended() == 0, screen.text
                assert_sane(screen)

    def gust(self, screen: Terminal) -> None:
        kinds = [self.keys, self.pastes, self.mouse, self.mouse, self.junk, self.sizes]
        screen.send(b"\x1b[27u\x1b[27u\x1b[27u" + SCREENS[self.opened].encode())
        for _ in range(3):
            self.chance.choice(kinds)(screen)
            next(self.agents)
        screen.send(b"\x1b[201~")
        screen.resize(100, 30)
        screen.until_quiet(0.05)

    def keys(self, screen: Terminal) -> None:
        """Forty keys in one write: typed ahead, held down, or out of a paste that nobody marked as one."""
        held_down = self.chance.random() < 0.3
        typed = [self.chance.choice(TYPED)] * 40 if held_down else self.chance.choices(TYPED, k=40)
        screen.send("".join(typed).encode())

    def pastes(self, screen: Terminal) -> None:
        text = self.chance.choice([*FAMILIES.values(), "x" * 5000])
        screen.paste(text.replace("\x1b[201~", ""))

    def mouse(self, screen: Terminal) -> None:
        """Clicks, double clicks, drags and wheels all over the screen, and a little beyond."""
        chance, (columns, rows) = self.chance, screen.size
        sent = []
        for _ in range(20):
            at = f"{chance.randint(1, columns + 2)};{chance.randint(1, rows + 2)}"
            button = chance.choice([0, 0, 0, 1, 2, 64, 65, 4, 8, 16])
            sent.append(f"\x1b[<{button};{at}M")
            if chance.random() < 0.5:
                at = f"{chance.randint(1, columns)};{chance.randint(1, rows)}"
                sent.append(f"\x1b[<{button + 32};{at}M")
            if chance.random() < 0.9:
                sent.append(f"\x1b[<{button};{at}m")
        screen.send("".join(sent).encode())

    def junk(self, screen: Terminal) -> None:
        """Bytes that no keyboard sends: cut sequences, no UTF-8, answers that were never asked for."""
        screen.send(bytes(byte for byte in self.chance.randbytes(20) if byte not in b"q\x11\x1a"))

    def sizes(self, screen: Terminal) -> None:
        for columns, rows in self.chance.sample([(60, 20), (200, 60), (40, 10), (1, 1), (101, 31)], 3):
            screen.resize(columns, rows)

    def drags(self, screen: Terminal) -> None:
        """Selects from anywhere to anywhere, and does not always let go."""
        chance, (columns, rows) = self.chance, screen.size
        for _ in range(10):
            places = [f"{chance.randint(1, columns)};{chance.randint(1, rows)}" for _ in range(6)]
            sent = [f"\x1b[<0;{places[0]}M", *(f"\x1b[<32;{at}M" for at in places)]
            if chance.random() < 0.8:
                sent.append(f"\x1b[<0;{places[-1]}m")
            screen.send("".join(sent).encode())


def leave(screen: Terminal) -> None:
    """Leaves as a person does: goes back as far as it goes and presses ctrl+q, as often as it takes until
    everything that came before has been worked off.
    """

    def left() -> bool:
        if screen.process.poll() is None:
            screen.send(b"\x1b[27u\x1b[27u\x11")
            screen.until_quiet(0.1)
        return screen.process.poll() is not None

    wait_until(left)


@pytest.mark.parametrize("opened", SCREENS)
def test_a_storm_decides_nothing_and_is_survived(ledger: Ledger, opened: str) -> None:
    before = decided(ledger)
    Storm(ledger, opened, random.Random(f"{opened} {SEED}")).run(GUSTS)
    assert decided(ledger) == before


def test_what_is_selected_may_be_taken_away_meanwhile(ledger: Ledger) -> None:
    """The exact text is the one thing the mouse can select: while it is disarmed, replaced and shown anew."""
    storm = Storm(ledger, "approve", random.Random(f"drags {SEED}"))
    before = decided(ledger)
    with ledger.cookui("--operator", "Ada Lind", columns=100, rows=30) as screen:
        screen.until("need you")
        screen.press("3", "A")
        for gust in range(GUSTS):
            until_listening(screen)
            storm.drags(screen)
            ledger.recorder.record(REQUESTED, "execute", f"drags {gust}", asking(asked_for(ledger)))
            storm.drags(screen)
            screen.until("DISARMED")
            storm.drags(screen)
            screen.watch(A_MOMENT)
            screen.press("n")
        until_listening(screen)
        leave(screen)
        assert screen.ended() == 0, screen.text
    assert decided(ledger) == before


def test_a_part_of_the_exact_text_is_selected_and_copied(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.ask("Drop\tthe table\x1b[2J archive.")
    with ledger.cookui("--operator", "Ada Lind", columns=100, rows=30) as screen:
        screen.until("waits for your approval")
        screen.press("A")
        until_listening(screen)
        row, column = screen.screen.find("the table")
        at, to = f"{column + 1};{row + 1}", f"{column + 18};{row + 1}"
        screen.send(f"\x1b[<0;{at}M\x1b[<32;{to}M\x1b[<0;{to}m".encode())
        screen.press("y")
        screen.until("Copied")
        (copied,) = screen.screen.clipboard
        text = base64.b64decode(copied.partition(";")[2]).decode()
        assert text == "the table\x1b[2J "
