"""Whatever stands in whichever field, on whichever screen: the terminal is told nothing that it is not told
anyway.

A tour through every screen is made twice, over a ledger full of harmless text and over one full of hostile
text. What may differ between the two is what is drawn; the orders, the colours, the modes, the title and
the clipboard may not.
"""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.terminal.emulator import Emulator
from tests.terminal.hostile import FAMILIES, HARMLESS, home
from tests.terminal.operation import until_listening
from tests.terminal.sequences import CSI, STRING, Token, printed, shapes
from tests.terminal.terminal import Terminal
from tests.terminal.test_exact import HIDDEN

TABS = "123456"

TOURS = int(os.environ.get("COOKUI_TOURS", "1"))
"""How many tours are made with arbitrary text: ask for more where there is time."""


class Tour:
    """What a terminal was told while every screen was visited."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.tokens: list[Token] = emulator.tokens

    @property
    def orders(self) -> set[str]:
        """Every order with its parameters, but for places on the screen."""
        return {token.raw for token in self.tokens if token.kind == CSI and token.final != "H"}

    @property
    def notices(self) -> list[str]:
        """What was sent in strings: titles, notifications, the clipboard."""
        return [token.parameters for token in self.tokens if token.kind == STRING]


def tour(tmp_path: Path, text: str) -> Tour:
    ledger = home(tmp_path, text)
    with ledger.cookui("--operator", "Ada Lind", columns=110, rows=34) as screen:
        screen.until("need you")
        visit_lists(screen)
        visit_task(screen, column="3")
        visit_task(screen, column="4")
        visit_decisions(screen)
        bells = screen.screen.bells
        late = ledger.ask(f"late boundary {text}", f"late {text}")
        screen.until(lambda: screen.screen.bells > bells)
        ledger.recorder.approve(late, "Grace Hopper")
        screen.until_quiet()
        back_to_board(screen)
        screen.press("q")
        assert screen.ended() == 0, screen.text
        assert screen.is_sane
        return Tour(screen.screen)


def step(screen: Terminal, *keys: str) -> None:
    """Presses keys, each after what the last one changed has been drawn."""
    for key in keys:
        screen.press(key)
        screen.until_quiet(0.06)
        assert screen.process.poll() is None, screen.text


def back_to_board(screen: Terminal) -> None:
    while "· Board" not in screen.text:
        step(screen, "escape")


def visit_lists(screen: Terminal) -> None:
    step(
        screen,
        *TABS,
        "z",
        "z",
        "a",
        "G",
        "escape",
        "?",
        "G",
        "escape",
        "D",
        "G",
        "escape",
        "/",
        "x",
        "escape",
    )
    step(screen, "ctrl+p", "b", "o", "down", "escape")
    back_to_board(screen)


def visit_task(screen: Terminal, column: str) -> None:
    step(screen, column, "enter")
    for tab in TABS:
        step(screen, tab, "G", "g")
    step(screen, "5", "[", "c", "w", "G", "escape")
    back_to_board(screen)


def visit_decisions(screen: Terminal) -> None:
    for column, key in [
        ("3", "A"),
        ("3", "d"),
        ("4", "v"),
        ("2", "f"),
        ("1", "b"),
        ("1", "u"),
        ("1", "X"),
        ("1", "R"),
    ]:
        step(screen, column, key)
        screen.until(lambda: "· Board" not in screen.text or "✗" in screen.screen.rows[-1])
        if "· Board" in screen.text:
            continue
        until_listening(screen)
        step(screen, "z", "G", "x", "g", "z", "tab", "G")
        back_to_board(screen)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Tour:
    return tour(tmp_path_factory.mktemp("harmless"), HARMLESS)


def assert_harmless(met: Tour, usual: Tour) -> None:
    assert shapes(met.tokens) <= shapes(usual.tokens)
    assert met.orders <= usual.orders
    assert met.emulator.titles == usual.emulator.titles
    assert met.emulator.clipboard == usual.emulator.clipboard
    assert met.emulator.modes == usual.emulator.modes
    drawn = printed(met.tokens) + "".join(met.notices)
    assert {f"U+{ord(char):04X}" for char in drawn if unicodedata.category(char) in HIDDEN} == set()


def test_known_families_are_not_obeyed(tmp_path: Path, usual: Tour) -> None:
    assert_harmless(tour(tmp_path, " ".join(FAMILIES.values())), usual)


@settings(
    max_examples=TOURS, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80))
def test_arbitrary_text_is_not_obeyed(
    tmp_path_factory: pytest.TempPathFactory, usual: Tour, text: str
) -> None:
    assert_harmless(tour(tmp_path_factory.mktemp("arbitrary"), text), usual)
