"""What is printed: drawn, aligned, folded and never obeyed, on every kind of terminal."""

from __future__ import annotations

import io
import os
import pty

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.cli.output import Output, report_error, terminal_width
from cookui.text.visible import decode
from tests.cli.cook import Cook

ANY_TEXT = st.text(st.characters(codec=None), max_size=80)


class Stream(io.StringIO):
    """A stream with an encoding of its own.

    Args:
        named: the encoding.
    """

    def __init__(self, named: str = "utf-8") -> None:
        super().__init__()
        self._named = named

    @property
    def encoding(self) -> str:
        return self._named


def output(width: int | None = None, named: str = "utf-8") -> tuple[Output, Stream]:
    stream = Stream(named)
    out = Output(stream=stream)
    out.width = width
    return out, stream


@given(ANY_TEXT)
def test_a_text_in_a_row_can_be_read_back(text: str) -> None:
    out, stream = output()
    out.say(out.one(text))
    assert decode(stream.getvalue().removesuffix("\n")) == text


@given(ANY_TEXT, st.integers(20, 90))
def test_a_block_is_folded_and_can_be_read_back(text: str, width: int) -> None:
    out, stream = output(width)
    out.block(text, indent="    ")
    rows = stream.getvalue().removesuffix("\n").split("\n")
    assert all(row[:4].strip() == "" for row in rows)
    assert decode("".join(row[4:] for row in rows)) == text


@given(ANY_TEXT)
def test_ascii_is_all_that_an_ascii_terminal_gets(text: str) -> None:
    out, stream = output(40, "ascii")
    out.block(text)
    out.say(f"▲ {out.one(text)} … {out.cut(text, 12)}")
    out.table(("a", "b"), [(out.cut(text, 8), text)])
    out.exact(text)
    written = stream.getvalue()
    assert written.isascii()
    assert all(char.isprintable() or char == "\n" for char in written)


@given(st.lists(st.tuples(ANY_TEXT, ANY_TEXT), min_size=1, max_size=5), st.integers(40, 100))
def test_a_table_is_aligned_and_fits(rows: list[tuple[str, str]], width: int) -> None:
    from wcwidth import wcswidth

    out, stream = output(width)
    out.table(("name", "what"), [(out.cut(name, 20), what) for name, what in rows])
    printed = stream.getvalue().removesuffix("\n").split("\n")
    assert len(printed) == len(rows) + 1
    assert all(wcswidth(line) <= width for line in printed)


def test_a_cut_text_says_how_much_is_missing() -> None:
    out, stream = output(30)
    out.table(("id", "title"), [("#1", "x" * 100)])
    line = stream.getvalue().splitlines()[1]
    assert len(line) == 30
    kept = line.count("x")
    assert line.endswith(f"…+{100 - kept}")


def test_nothing_is_cut_for_a_program() -> None:
    out, stream = output(None)
    out.table(("id", "title"), [("#1", "x" * 1000)])
    assert "x" * 1000 in stream.getvalue()


@given(ANY_TEXT, ANY_TEXT)
def test_a_refusal_is_two_lines_whatever_it_quotes(sentence: str, remedy: str) -> None:
    import contextlib

    with contextlib.redirect_stderr(Stream()) as stream:  # type: ignore[type-var]
        report_error("io", sentence, remedy, {}, as_json=False)
        report_error("io", sentence, remedy, {"quoted": sentence}, as_json=True)
    first, *second, as_json, end = stream.getvalue().split("\n")
    assert first.startswith("cook: io: ")
    assert len(second) == bool(remedy)
    assert as_json.isascii()
    assert end == ""
    assert all(char.isprintable() for char in first)


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_width(Stream()) is None
    leader, follower = pty.openpty()
    with os.fdopen(follower, "w") as terminal:
        assert terminal_width(terminal) is not None
        monkeypatch.setenv("COLUMNS", "33")
        assert terminal_width(terminal) == 33
        monkeypatch.setenv("COLUMNS", "no number")
        assert terminal_width(terminal) is not None
    os.close(leader)


def test_json_is_ascii_whatever_it_holds(cook: Cook) -> None:
    cook.ok("add", "Zürich 漢 \U0001f600 \u202e")
    for words in (["ls"], ["show", 1], ["events", 1], ["snapshot"], ["pending"], ["why", 1]):
        answer = cook(*words, "--json")
        assert answer.out.isascii()
        assert answer.json
    assert cook.document(1)["title"] == "Zürich 漢 \U0001f600 \u202e"
