"""Everything `cook` prints goes through here, so that outside text has one way to the terminal.

Two kinds of text must never be mixed up: what this program says, and what an agent, a file or a
person said. `Output.say` prints the first as it is; the second is drawn first by `one`, `cut` or
`block`, which are `cookui.text` and nothing else. A line that is wider than the terminal is folded here
and its rows are marked, for a terminal would go on at the left edge, where only this program speaks. JSON
is escaped to ASCII, so no reader's terminal can be moved by it either.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from cookui.text.allowed import CACHED, is_allowed
from cookui.text.fold import folded
from cookui.text.visible import MARK_CELLS, cell_width, mark, single

_PLAIN = str.maketrans(
    {"▲": "^", "●": "*", "○": "o", "✗": "x", "✓": "+", "⏸": "=", "·": "-", "…": "~", "→": ">", "↪": ">"}
)
_NARROWEST = 10
"""Cells below which a table's last column is not cut further: a narrower one says nothing."""
_COLUMNS = 80
"""Cells of a terminal that does not say how wide it is."""
_LONGEST = 2000
"""Cells of a refusal's sentence: it may quote a text of a megabyte, and the first screenful says which."""


class Output:
    """Where one call prints.

    Args:
        as_json: print JSON for programs instead of lines for people.
        stream: where the answer goes; standard output when None.
    """

    def __init__(self, *, as_json: bool = False, stream: TextIO | None = None) -> None:
        self.as_json = as_json
        self._stream = stream or sys.stdout
        self.ascii = not _is_utf8(self._stream)
        self.width = terminal_width(self._stream)

    def say(self, line: str = "", *, flush: bool = False) -> None:
        """Prints one line of this program's own words; outside text in it is drawn already.

        Args:
            line: the line, without its end; begins with a word of this program's.
            flush: whether a reader at the other end of a pipe is to have it at once.
        """
        _write(self._stream, line, self.width, flush=flush)

    def resized(self) -> None:
        """Looks how wide the terminal is by now, for an answer that goes on for hours."""
        self.width = terminal_width(self._stream)

    def copyable(self, line: str) -> None:
        """Prints one line that somebody may copy, such as a command or a digest, and so never folds it.
        Nothing in it is outside text.
        """
        _write(self._stream, line)

    def page(self, text: str) -> None:
        """Prints several lines of this program's own words, none of them folded and none outside text."""
        for line in text.split("\n"):
            self.copyable(line)

    def prompt(self, question: str) -> None:
        """Prints this program's own question without ending the line, at once."""
        self._stream.write(question)
        self._stream.flush()

    def note(self, line: str) -> None:
        """Prints one line to standard error: what is of use to a person but no part of the answer."""
        _write(sys.stderr, line, terminal_width(sys.stderr))

    def answer(self, value: Any, *, flush: bool = False) -> None:
        """Prints one JSON value on a line of its own, ASCII only; `flush` as in `say`."""
        _write(self._stream, json.dumps(value, ensure_ascii=True, allow_nan=False), flush=flush)

    def one(self, outside: object) -> str:
        """Outside text, drawn whole, on one line."""
        return single(str(outside), ascii=self.ascii)

    def cut(self, outside: object, limit: int) -> str:
        """Outside text, drawn on one line of at most `limit` cells; what is left out is counted."""
        return single(str(outside), limit, ascii=self.ascii)

    def share(self, part: float, least: int, most: int) -> int:
        """The cells that a column may take: `part` of the terminal's width, within `least` and `most`."""
        return most if self.width is None else max(least, min(most, int(self.width * part)))

    def block(self, outside: str, *, indent: str = "    ") -> None:
        """Prints outside text whole: each stored line on a row of its own, folded at the width, never cut.

        Args:
            outside: the text; it may have many lines, and none is one empty row.
            indent: what the first row begins with; the others begin with as many spaces.
        """
        from cookui.text.wrap import NARROWEST, Measured, Wrapping  # listings fold nothing

        room = MARK_CELLS * len(outside) if self.width is None else self.width - len(indent)
        rows = Wrapping(Measured(outside, ascii=self.ascii), max(room, NARROWEST))
        head, rest = indent, " " * len(indent)
        for number in range(len(rows)):
            row = rows.row(number)
            drawn = "".join(piece.text for piece in rows.drawn(row))
            self.say(head + drawn + (rows.fold if row.goes_on else ""))
            head = rest
        if not outside:
            self.say(head)

    def exact(self, outside: str, *, indent: str = "    ") -> None:
        """Prints outside text whole, its stored lines numbered, with its size and digest after its end."""
        from cookui.text.block import block  # listings fold nothing

        for row in block(outside, self.width, indent, ascii=self.ascii, closed=True).split("\n"):
            self.say(row)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Prints aligned columns; the last one gives way when the terminal is narrow.

        Args:
            head: the columns' names.
            rows: each with one text a column. The last is outside text, and drawn here; the others
                are drawn already.
        """
        table = [list(head), *(list(row) for row in rows)]
        widths = [max(cell_width(row[column]) for row in table) for column in range(len(head) - 1)]
        room = None if self.width is None else max(self.width - sum(widths) - 2 * len(widths), _NARROWEST)
        for *row, last in table:
            padded = [
                text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True)
            ]
            self.say("  ".join([*padded, single(last, room, ascii=self.ascii)]).rstrip(" "))


def report_error(code: str, sentence: str, remedy: str, details: dict[str, Any], *, as_json: bool) -> None:
    """Prints a refusal to standard error: two lines for people, or `{"error": {...}}` for programs.

    Args:
        code: the refusal's code, or one of `cook`'s own: usage, timeout, not-confirmed, internal.
        sentence: what was wrong; may quote outside text.
        remedy: what to do next.
        details: facts for programs.
        as_json: for programs.
    """
    if as_json:
        error = {"code": code, "sentence": sentence, "remedy": remedy, "details": details}
        _write(sys.stderr, json.dumps({"error": error}, ensure_ascii=True, allow_nan=False, default=str))
        return
    plain, width = not _is_utf8(sys.stderr), terminal_width(sys.stderr)
    _write(sys.stderr, f"cook: {code}: {single(sentence, _LONGEST, ascii=plain)}", width)
    if remedy:
        _write(sys.stderr, f"  next: {single(remedy, _LONGEST, ascii=plain)}", width)


def terminal_width(stream: TextIO) -> int | None:
    """The width of the stream's terminal in cells; None when it is none, so that nothing is cut for
    a program.
    """
    try:
        if not stream.isatty():
            return None
        there = os.get_terminal_size(stream.fileno()).columns or _COLUMNS
        columns = os.environ.get("COLUMNS", "")
        if columns.isascii() and columns.isdecimal() and int(columns) > 0:
            return min(int(columns), there)  # it may be of before the window was made narrower
        return there
    except (OSError, ValueError):
        return None


def _is_utf8(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


class _Net(dict[int, str]):
    """Code point to what is printed of it, filled as it is asked."""

    def __missing__(self, code: int) -> str:
        printed = chr(code) if is_allowed(code) else mark(code)
        if len(self) < CACHED:
            self[code] = printed
        return printed


_NET = _Net()


def _write(stream: TextIO, line: str, width: int | None = None, *, flush: bool = False) -> None:
    """Writes a line, folded at `width` if it is wider, with a net under it: words that the contract closes (a
    stage, a verdict) are printed without being drawn, and a forged file can hold anything in their place.
    """
    if not (line.isascii() and line.isprintable()):
        line = line.translate(_NET)
    rows = [line] if width is None or cell_width(line) <= width else folded(line, width)
    text = "\n".join(rows)
    if not _is_utf8(stream):
        text = text.translate(_PLAIN).encode("ascii", "backslashreplace").decode("ascii")
    stream.write(text + "\n")
    if flush:
        stream.flush()
