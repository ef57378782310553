"""Hostile text in what surrounds the ledgers: the command line, the environment, the configuration, the
names of folders; texts of a size that nobody reads; and titles, which are drawn whole where there is room.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from cookui.text.visible import decode, single
from tests.terminal.home import BIN
from tests.terminal.hostile import FAMILIES, file_name
from tests.terminal.operation import Ledger, back_to_board, until_listening
from tests.terminal.sequences import STRING, Token, printed, shapes
from tests.terminal.terminal import Terminal
from tests.terminal.test_exact import HIDDEN

ALL = " ".join(FAMILIES.values())

OUTSIDE = {"CSI c", "CSI m", "control 0A", "control 0D"}
"""What may be sent by a program that prints a sentence and ends."""


def quoted(text: str) -> str:
    """A TOML string of it."""
    return '"' + "".join(f"\\U{ord(char):08X}" for char in text) + '"'


def assert_nothing_hidden(tokens: list[Token]) -> None:
    notices = "".join(token.parameters for token in tokens if token.kind == STRING)
    drawn = printed(tokens) + notices
    assert {f"U+{ord(char):04X}" for char in drawn if unicodedata.category(char) in HIDDEN} == set()


def configured(ledger: Ledger, text: str) -> None:
    path = Path(ledger.env["XDG_CONFIG_HOME"]) / "cookui" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path)
    ledger.ask()
    return ledger


# What ends with a sentence

CONFIGURED = {
    "a theme": f"theme = {quoted(ALL)}",
    "a kind of notification": f"[notify]\ndesktop = {quoted(ALL)}",
    "a broken line": "theme = " + "".join(char for char in ALL if ord(char) > 31 or char == "\x1b"),
    "a project": f"projects = [{quoted(ALL.replace(chr(0), ''))}]",
    "a key that is no text": f"[keymap]\n{quoted(ALL)} = 1",
    "tables without end": "[keymap." + "a." * 5000 + "a]\nb = 'c'",
    "brackets without end": "theme = " + "[" * 50_000,
}


@pytest.mark.parametrize("what", CONFIGURED)
def test_a_configuration_is_quoted_and_not_obeyed(ledger: Ledger, what: str) -> None:
    configured(ledger, CONFIGURED[what])
    environment = {"COOK_ROOT": str(ledger.root.parent / "nothing")}
    with ledger.cookui(env=environment) as screen:
        assert screen.ended() in (1, 2)
        assert b"cookui: " in screen.raw
        assert b"Traceback" not in screen.raw
        assert shapes(screen.screen.tokens) <= OUTSIDE
        assert_nothing_hidden(screen.screen.tokens)


WORDS = {
    "a root": lambda text: [f"/nowhere/{text}"],
    "an option": lambda text: ["--" + text.replace(" ", "")],
    "a theme": lambda text: ["--theme", text],
    "a value too many": lambda text: [f"--read-only={text}"],
}


@pytest.mark.parametrize("program", ["cookui", "cook"])
@pytest.mark.parametrize("what", WORDS)
def test_a_command_line_is_quoted_and_not_obeyed(ledger: Ledger, what: str, program: str) -> None:
    argv = [str(BIN / program), *WORDS[what](ALL)]
    with Terminal(argv, env=ledger.env, cwd=ledger.root, columns=200, rows=60) as screen:
        assert screen.ended() in (1, 2)
        assert program.encode() in screen.raw
        assert b"Traceback" not in screen.raw
        assert shapes(screen.screen.tokens) <= OUTSIDE
        assert_nothing_hidden(screen.screen.tokens)


# What is shown for as long as it runs


def looked_at(ledger: Ledger, *words: str, env: dict[str, str] | None = None) -> list[Token]:
    with ledger.cookui(*words, columns=160, rows=30, env=env) as screen:
        screen.until("waits for your approval")
        for key in ["D", "G", "escape", "A", "escape", "?", "G", "escape", "?", "escape"]:
            screen.press(key)
            screen.until_quiet(0.05)
        back_to_board(screen)
        screen.press("q")
        assert screen.ended() == 0, screen.text
        assert screen.is_sane
        return screen.screen.tokens


@pytest.mark.parametrize("by", ["option", "environment", "configuration"])
def test_the_name_of_an_operator_and_keys_are_drawn(tmp_path: Path, by: str) -> None:
    usual = Ledger(tmp_path / "usual")
    usual.ask()
    met = Ledger(tmp_path / f"met {file_name(ALL)[:60]}")
    met.ask()
    name = ALL.replace("\0", "")
    keys = f"[keymap]\n{quoted(ALL)} = {quoted('ctrl+' + ALL)}\n'decision.code' = {quoted(ALL)}\n"
    configured(met, (f"operator = {quoted(ALL)}\n" if by == "configuration" else "") + keys)
    words = ["--operator", name] if by == "option" else []
    sent = looked_at(met, *words, env={"COOK_OPERATOR": name} if by == "environment" else None)
    expected = shapes(looked_at(usual, "--operator", "Ünïted α\u0301\tname"))
    assert shapes(sent) <= expected | {"CSI m"}
    assert_nothing_hidden(sent)


# What nobody reads

HUGE = {"1 MB on one line": "x" * 1_000_000, "100,000 lines": "line\n" * 100_000, "marks": "\x1b" * 300_000}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_text_keeps_nobody_waiting_and_ends_where_it_ends(tmp_path: Path, what: str) -> None:
    ledger = Ledger(tmp_path)
    ledger.ask(HUGE[what], title="huge " + HUGE[what])
    with ledger.cookui("--operator", "Ada Lind", columns=100, rows=30) as screen:
        screen.until("waits for your approval", within=60)
        screen.press("enter")
        screen.until("Plan")
        screen.press("escape")
        screen.until("· Board")
        screen.press("A")
        screen.until("APPROVAL BOUNDARY", within=60)
        until_listening(screen)
        assert "end of text" not in screen.text
        screen.press("G")
        screen.until(f"end of text: {len(HUGE[what]):,} characters")
        screen.press("escape")
        screen.until("· Board")
        screen.press("q")
        assert screen.ended() == 0
        assert_nothing_hidden(screen.screen.tokens)


# What can be read back


def test_every_title_is_drawn_whole_where_there_is_room_and_can_be_read_back(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    titles = [f"{name}: {text}" for name, text in FAMILIES.items()]
    for title in titles:
        ledger.recorder.add(title)
    with ledger.cookui(columns=500, rows=30) as screen:
        screen.until("● live")
        screen.press("1", "g")
        for number, title in enumerate(titles, start=1):
            screen.press("enter")
            screen.until(lambda number=number: f"#{number} " in screen.text and "· Board" not in screen.text)
            drawn = single(title)
            screen.until(drawn)
            assert decode(drawn) == title
            screen.press("escape")
            screen.until("· Board")
            screen.press("j")
