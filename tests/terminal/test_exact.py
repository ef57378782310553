"""What is asked for is shown unmistakably: no byte of it reaches the terminal as an order, and what is
drawn can be turned back into what is stored.
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from cookui.text.visible import decode
from tests.terminal.operation import Ledger, until_listening
from tests.terminal.sequences import Token, printed, shapes
from tests.terminal.terminal import Terminal

CASES = Path(__file__).parents[1] / "conformance" / "cases.jsonl"

ROW = re.compile(r" *(\d+|↪) │ (.*)")
"""A row of an exact text: its line's number, or the sign that the line goes on, and what is drawn of it."""

HARMLESS = "Promote orders-db-2.\nFence orders-db-1.\n" * 20

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Mc", "Me"}
"""Categories of code points that a terminal obeys, hides, or stacks on others."""


def boundaries() -> dict[str, str]:
    """The boundary texts of the cases that are about exact text."""
    cases = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return {
        case["name"]: case["steps"][0]["step"]["return"]["approvalBoundary"]
        for case in cases
        if case["name"].startswith("exact-text-")
    }


def page(screen: Terminal) -> list[tuple[str, str]]:
    """The rows of the exact text that are in sight: the number, and what is drawn, without the scrollbar."""
    columns, _ = screen.size
    rows = (ROW.fullmatch(row[: columns - 1].rstrip()) for row in screen.screen.rows)
    return [(row[1], row[2]) for row in rows if row]


def read_exactly(screen: Terminal) -> str:
    """Reads the text page by page; two pages share the rows by which one goes on from the other."""
    drawn = page(screen)
    while "end of text" not in screen.text:
        before = page(screen)
        screen.press("pagedown")
        screen.until(lambda before=before: page(screen) != before)
        following = page(screen)
        shared = next(n for n in range(len(following), -1, -1) if drawn[len(drawn) - n :] == following[:n])
        assert shared, "no row may be passed over"
        drawn += following[shared:]
    return "".join(text for _, text in drawn)


def read_each(tmp_path: Path, texts: list[str]) -> tuple[list[str], list[Token]]:
    """Opens a request for each text, reads it, and leaves again; what was drawn, and all that was sent."""
    ledger = Ledger(tmp_path)
    for text in texts:
        ledger.ask(text)
    read = []
    with ledger.cookui("--operator", "Ada Lind") as screen:
        screen.until("waits for your approval")
        for _ in texts:
            screen.press("A")
            until_listening(screen)
            screen.press("z")
            screen.until_gone("what undoing costs")
            read.append(read_exactly(screen))
            screen.press("escape")
            screen.until("· Board")
            screen.press("j")
        screen.press("q")
        assert screen.ended() == 0
        return read, screen.screen.tokens


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[Token]:
    """All that is sent while a harmless text is read in the same way."""
    read, tokens = read_each(tmp_path_factory.mktemp("harmless"), [HARMLESS])
    assert [decode(drawn) for drawn in read] == [HARMLESS]
    return tokens


def test_deceitful_texts_are_drawn_and_not_obeyed(tmp_path: Path, usual: list[Token]) -> None:
    texts = boundaries()
    assert len(texts) > 10
    read, sent = read_each(tmp_path, list(texts.values()))
    for drawn, (name, text) in zip(read, texts.items(), strict=True):
        assert decode(drawn) == text, name
    assert shapes(sent) <= shapes(usual)
    assert {char for char in printed(sent) if unicodedata.category(char) in HIDDEN} == set()
