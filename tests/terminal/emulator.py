"""A terminal in memory: what a person would see, and which modes the program has left on.

pyte draws; around it stands what pyte leaves out and this project must know: private modes, the alternate
screen, the clipboard, and sequences that pyte would print as text because it cuts them short (`CSI < u`,
DCS). Only orders that the scanner has recognised whole and that pyte knows are handed on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pyte
from pyte import modes as mo
from pyte.screens import Char, StaticDefaultDict

from tests.terminal.sequences import CONTROL, CSI, ESCAPE, STRING, TEXT, Scanner, Token

ALTERNATE, CURSOR, SYNCHRONISED, PASTE, FOCUS = 1049, 25, 2026, 2004, 1004
"""Private modes that a program turns on and has to turn off."""

MOUSE = frozenset({9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016})

_CONTROLS = frozenset("\a\b\t\n\v\f\r")
_ESCAPES = frozenset(pyte.Stream.escape)
_ORDERS = pyte.Stream.csi
"""What pyte's screen does for the final byte of an order, by the name of its method."""


_QUESTIONS = frozenset({"c", "n", "t", "$p"})
"""The final bytes of orders that a terminal answers."""


@lru_cache(maxsize=4096)
def _numbers(parameters: str) -> tuple[int, ...]:
    return tuple(min(int(number or 0), 9999) for number in parameters.split(";"))


class _Screen(pyte.Screen):
    """A screen that draws plain text in half the time: each of its characters takes one cell, a cell is
    made once for each character and style, and a style once for each order that leads to it."""

    def __init__(self, columns: int, rows: int) -> None:
        self._made: dict[Char, dict[str, Char]] = {}
        self._styles: dict[tuple[Char, tuple[int, ...]], Char] = {}
        super().__init__(columns, rows)

    def select_graphic_rendition(self, *numbers: int, **more: bool) -> None:
        """Takes another style."""
        place = (self.cursor.attrs, numbers)
        if place not in self._styles:
            super().select_graphic_rendition(*numbers, **more)
            self._styles[place] = self.cursor.attrs
        self.cursor.attrs = self._styles[place]

    def draw(self, data: str) -> None:
        """Draws text where the cursor is."""
        cursor = self.cursor
        end = cursor.x + len(data)
        is_plain = data.isascii() and data.isprintable() and not self.charset and mo.IRM not in self.mode
        if end > self.columns or not is_plain:
            super().draw(data)
            return
        made = self._made.setdefault(cursor.attrs, {})
        for char in data:
            if char not in made:
                made[char] = cursor.attrs._replace(data=char)
        self.buffer[cursor.y].update(zip(range(cursor.x, end), map(made.__getitem__, data), strict=True))
        self.dirty.add(cursor.y)
        cursor.x = end


class Emulator:
    """Draws a stream of bytes as a terminal of `columns` by `rows` cells does.

    Args:
        answer: takes what the terminal says to the program, as an xterm answers status requests; None keeps
            silent.
    """

    def __init__(self, columns: int, rows: int, *, answer: Callable[[bytes], None] | None = None) -> None:
        self.tokens: list[Token] = []
        self.modes: set[int] = {7, CURSOR}
        self.clipboard: list[str] = []
        self.titles: list[str] = []
        self.bells = 0
        self._answer = answer
        self._scanner = Scanner()
        self._screen = _Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._main: tuple[dict[int, StaticDefaultDict[int, Char]], int, int] | None = None

    def feed(self, data: bytes) -> None:
        """Draws `data`."""
        for token in self._scanner.feed(data):
            self.tokens.append(token)
            self._obey(token)

    def resize(self, columns: int, rows: int) -> None:
        """Gives the screen another size, in cells."""
        self._screen.resize(rows, columns)

    @property
    def settled(self) -> bool:
        """Whether no frame is half drawn."""
        return SYNCHRONISED not in self.modes

    @property
    def rows(self) -> list[str]:
        """What stands in each row, without the blanks at its end."""
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self) -> str:
        """The whole screen, a line a row."""
        return "\n".join(self.rows)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, from 0."""
        return self._screen.cursor.y, self._screen.cursor.x

    def cell(self, row: int, column: int) -> Char:
        """One cell with its colours."""
        return self._screen.buffer[row][column]

    @property
    def cells(self) -> list[list[str]]:
        """What stands in each cell, row by row; nothing in the second cell of a wide character."""
        columns = range(self._screen.columns)
        lines = (self._screen.buffer[row] for row in range(self._screen.lines))
        return [[line[column].data for column in columns] for line in lines]

    def find(self, text: str) -> tuple[int, int] | None:
        """Row and column, from 0, of the first cell where `text` stands within a row."""
        for number, row in enumerate(self.cells):
            at = "".join(row).find(text)
            if at >= 0:
                return number, [column for column, cell in enumerate(row) if cell][at]
        return None

    def _obey(self, token: Token) -> None:
        if token.kind == TEXT:
            self._screen.draw(token.raw)
        elif token.kind == CONTROL and token.raw in _CONTROLS:
            self.bells += token.raw == "\a"
            self._stream.feed(token.raw)
        elif token.kind == CSI:
            self._order(token)
        elif token.kind == STRING:
            self._string(token)
        elif token.kind == ESCAPE and token.final in _ESCAPES:
            self._stream.feed(token.raw)

    def _order(self, token: Token) -> None:
        if token.prefix == "?" and token.final in "hl":
            for mode in token.parameters.split(";"):
                self._set(int(mode), on=token.final == "h")
        elif not token.prefix and token.final in _ORDERS and ":" not in token.parameters:
            # Past pyte's own parser, which takes each order apart once more, a character at a time: with it
            # the same stream took nearly twice as long.
            getattr(self._screen, _ORDERS[token.final])(*_numbers(token.parameters))
        if token.final in _QUESTIONS:
            self._report(token)

    def _set(self, mode: int, *, on: bool) -> None:
        if mode == ALTERNATE and on != (mode in self.modes):
            self._swap(to_alternate=on)
        (self.modes.add if on else self.modes.discard)(mode)
        if mode in (7, CURSOR):
            self._stream.feed(f"\x1b[?{mode}{'h' if on else 'l'}")

    def _swap(self, *, to_alternate: bool) -> None:
        screen, cursor = self._screen, self._screen.cursor
        if to_alternate:
            self._main = (dict(screen.buffer), cursor.y, cursor.x)
            screen.buffer.clear()
        elif self._main is not None:
            lines, cursor.y, cursor.x = self._main
            screen.buffer.clear()
            screen.buffer.update(lines)

    def _string(self, token: Token) -> None:
        if token.prefix != "OSC":
            return
        number, _, contents = token.parameters.partition(";")
        if number in ("0", "1", "2"):
            self.titles.append(contents)
        elif number == "52":
            self.clipboard.append(contents)

    def _report(self, token: Token) -> None:
        """Answers like an xterm, for a program that asks and for a text that makes the terminal type."""
        row, column = self.cursor
        answers: dict[tuple[str, str, str], Any] = {
            ("", "", "c"): "\x1b[?64;1;2;6;9;15;18;21;22c",
            ("", "0", "c"): "\x1b[?64;1;2;6;9;15;18;21;22c",
            (">", "", "c"): "\x1b[>41;390;0c",
            ("", "5", "n"): "\x1b[0n",
            ("", "6", "n"): f"\x1b[{row + 1};{column + 1}R",
            ("", "21", "t"): f"\x1b]l{self.titles[-1] if self.titles else ''}\x1b\\",
            ("?", "2026", "$p"): "\x1b[?2026;2$y",
        }
        said = answers.get((token.prefix, token.parameters, token.final))
        if said and self._answer:
            self._answer(said.encode())
