"""What calls a person: nothing from outside ends a sequence, and a command that fails harms nobody."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.tui.ports.attention import TerminalAttention


class Wire:
    """A terminal that keeps what it is sent."""

    def __init__(self) -> None:
        self.bells = 0
        self.sent: list[str] = []

    def bell(self) -> None:
        self.bells += 1

    def attention(self, **options: Any) -> TerminalAttention:
        return TerminalAttention(self.bell, self.sent.append, **options)


def test_the_bell_rings_if_it_is_wanted() -> None:
    wire = Wire()
    wire.attention().ring()
    wire.attention(ringing=False).ring()
    assert wire.bells == 1


async def test_by_default_nothing_but_the_bell_is_sent() -> None:
    wire = Wire()
    await wire.attention().notify("#1 Promote", "waits for your approval")
    assert wire.sent == []


@pytest.mark.parametrize(
    ("desktop", "sent"),
    [
        ("osc9", "\x1b]9;#1 Promote: waits\x07"),
        ("osc777", "\x1b]777;notify;#1 Promote;waits\x07"),
    ],
)
async def test_a_sequence_is_sent_if_it_is_turned_on(desktop: Any, sent: str) -> None:
    wire = Wire()
    await wire.attention(desktop=desktop).notify("#1 Promote", "waits")
    assert wire.sent == [sent]


@pytest.mark.parametrize("desktop", ["osc9", "osc777"])
@given(title=st.text(), text=st.text())
async def test_no_text_ends_the_sequence_or_begins_another(desktop: Any, title: str, text: str) -> None:
    wire = Wire()
    await wire.attention(desktop=desktop).notify(title, text)
    (sent,) = wire.sent
    assert sent.startswith("\x1b]")
    assert sent.endswith("\x07")
    inside = sent[2:-1]
    assert all(character.isprintable() for character in inside)
    assert sent.count(";") == 3 or desktop == "osc9"


async def test_a_command_gets_title_and_text_as_arguments(tmp_path: Path) -> None:
    said = tmp_path / "said"
    program = f"import sys; open({str(said)!r}, 'w').write('|'.join(sys.argv[1:]))"
    attention = Wire().attention(desktop="command", command=(sys.executable, "-c", program))
    await attention.notify("#1 $(reboot) `x`", "waits\nfor you\x1b[2J")
    assert said.read_text() == "#1 $(reboot) `x`|waits↵for you⟦ESC⟧[2J"


@pytest.mark.parametrize("command", [("/does/not/exist",), (sys.executable, "-c", "raise SystemExit(3)")])
async def test_a_command_that_fails_is_let_be(command: tuple[str, ...]) -> None:
    wire = Wire()
    await wire.attention(desktop="command", command=command).notify("title", "text")
    assert wire.sent == []
