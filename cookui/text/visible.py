"""What outside text looks like: every code point drawn, nothing obeyed, and the stored text readable from it.

A terminal obeys what it is sent: an escape sequence rewrites the line above, a bidi override turns a path
round, a joiner hides between two letters. So only what `allowed` knows to be harmless is drawn as it is, and
everything else as a mark. The marks' own characters are marked too, hence the mapping is injective:
`decode(visible(text)) == text` for every string, lone surrogates and all. Reading back depends on no table.

    stored                                drawn       in ASCII
    a control character                   ⟦ESC⟧       \\x1b
    any other code point not allowed      ⟦U+202E⟧    \\u202e  \\U000e0041
    tab, line feed, a trailing space      ⇥ ↵ ·       \\t \\n \\x20
    a backslash                           \\           \\\\

The ASCII form is what a Python string literal would say, for terminals and logs that can draw nothing else.
"""

# ruff: noqa: A002 - `ascii` names the form that a caller asks for

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Literal, NamedTuple

from cookui.text.allowed import CACHED, CLOSE, CUT, NEWLINE, OPEN, OWN, SPACE, TAB, cell_width, is_allowed

__all__ = [
    "CONTROLS",
    "MARK_CELLS",
    "Kind",
    "Piece",
    "cell_width",
    "decode",
    "is_even",
    "lines",
    "mark",
    "pieces",
    "single",
    "single_pieces",
    "visible",
    "widths",
]

Kind = Literal["plain", "foreign", "mark", "tab", "newline", "space", "cut"]

MARK_CELLS = 10
"""The cells of the widest mark, `⟦U+10FFFF⟧` and `\\U0010ffff`: no view can be narrower."""

_C0 = """NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI
    DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"""
_C1 = """PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3
    DCS PU1 PU2 STS CCH MW SPA EPA SOS SGC SCI CSI ST OSC PM APC"""
CONTROLS = {**dict(enumerate(_C0.split())), 0x7F: "DEL", **dict(enumerate(_C1.split(), start=0x80))}
"""The names of the control characters, by code point."""


class Piece(NamedTuple):
    """A stretch of drawn text of one kind.

    Attributes:
        text: what is drawn.
        kind: `plain` for printable ASCII, `foreign` for other characters drawn as they are, `mark`, `tab` and
            `newline` for one stored character each, `space` for trailing spaces and in a single line those
            after another, `cut` for what a single line has no room for.
    """

    text: str
    kind: Kind

    @property
    def stored(self) -> int:
        """How many stored characters it draws; none for a cut."""
        if self.kind == "space" and self.text.startswith("\\"):
            return len(self.text) // len("\\x20")
        return _STORED_BY.get(self.kind, len(self.text))


_STORED_BY: dict[Kind, int] = {"mark": 1, "tab": 1, "newline": 1, "cut": 0}


def mark(code: int, *, ascii: bool = False) -> str:
    """How a code point is drawn when it is not drawn as it is."""
    if ascii:
        if code in _ASCII_SHORT:
            return _ASCII_SHORT[code]
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    if code in _SHORT:
        return _SHORT[code]
    return f"{OPEN}{CONTROLS.get(code, f'U+{code:04X}')}{CLOSE}"


_SHORT = {0x09: TAB, 0x0A: NEWLINE}
_ASCII_SHORT = {0x09: "\\t", 0x0A: "\\n", 0x5C: "\\\\"}


class _Drawn(dict[int, str]):
    """Code point to what is drawn, filled as it is asked; for `str.translate`."""

    def __missing__(self, code: int) -> str:
        drawn = chr(code) if is_allowed(code) and code not in OWN else mark(code)
        if len(self) < CACHED:
            self[code] = drawn
        return drawn


class _DrawnAscii(dict[int, str]):
    """The same in ASCII."""

    def __missing__(self, code: int) -> str:
        drawn = chr(code) if 0x20 <= code < 0x7F and code != 0x5C else mark(code, ascii=True)
        if len(self) < CACHED:
            self[code] = drawn
        return drawn


class _Widths(dict[str, int]):
    """A character to the cells that it takes in a form, filled as it is asked."""

    def __init__(self, table: dict[int, str]) -> None:
        self.table = table

    def __missing__(self, char: str) -> int:
        width = cell_width(self.table[ord(char)])
        if len(self) < CACHED:
            self[char] = width
        return width


class _Form:
    """One of the two visible forms: what is drawn for what, and how to find it."""

    def __init__(self, table: dict[int, str], plain: str, newline: str, space: str) -> None:
        self.newline = newline
        self.space = space
        self.table = table
        self.table[0x0A] = f"{newline}\n"  # a real line feed goes along, for whoever wants the lines
        self.widths = _Widths(table)
        self.widths["\n"] = cell_width(newline)
        self.plain = re.compile(f"[{plain}]*+")
        self.token = re.compile(f"([{plain}]+)|(.)", re.DOTALL)
        self.trailing = re.compile(rf"(?<! ) ++(?={re.escape(newline)}\n|\Z)")

    def spaces(self, match: re.Match[str]) -> str:
        """Draws spaces so that they are seen."""
        return self.space * len(match.group())


_FORMS = {
    False: _Form(_Drawn(), r" -~", NEWLINE, SPACE),
    True: _Form(_DrawnAscii(), r" -\[\]-~", "\\n", "\\x20"),
}


def visible(text: str, *, ascii: bool = False) -> str:
    """The text in its visible form, without a line break in it.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only.
    """
    return _draw(text, _FORMS[ascii]).replace("\n", "")


def lines(text: str, *, ascii: bool = False) -> list[str]:
    """The visible form of each stored line with its line end; joined they are `visible(text)`.

    A line ends after a line feed and nowhere else: `""` has no lines, `"a\\n"` has one.
    """
    drawn = _draw(text, _FORMS[ascii]).split("\n")
    return drawn if drawn[-1] else drawn[:-1]


def _draw(text: str, form: _Form) -> str:
    """The visible form with a real line feed, which nothing else draws, after each drawn one."""
    drawn = text if form.plain.fullmatch(text) else text.translate(form.table)
    if text.endswith(" ") or " \n" in text:
        drawn = form.trailing.sub(form.spaces, drawn)
    return drawn


def pieces(text: str, *, ascii: bool = False, goes_on: bool = False) -> Iterator[Piece]:
    """The visible form in pieces of one kind each; each stored line ends with a `newline` piece.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only.
        goes_on: more of the last line follows elsewhere, so spaces at the text's end are drawn as spaces.
    """
    form = _FORMS[ascii]
    start = 0
    while start < len(text):
        feed = text.find("\n", start)
        line = text[start:] if feed < 0 else text[start:feed]
        body = line if feed < 0 and goes_on else line.rstrip(" ")
        yield from _body(body, form)
        if len(body) < len(line):
            yield Piece(form.space * (len(line) - len(body)), "space")
        if feed < 0:
            return
        yield Piece(form.newline, "newline")
        start = feed + 1


def is_even(line: str, *, ascii: bool = False) -> bool:
    """Whether each character of a stored line, given without its line feed, takes one cell: a quick look.

    `False` for a line of other than printable ASCII, though `widths` may say one for each.
    """
    if not ascii:
        return line.isascii() and line.isprintable()
    return line.isascii() and line.isprintable() and "\\" not in line and not line.endswith(" ")


def widths(line: str, *, ascii: bool = False) -> Iterator[int]:
    """The cells that each character of a stored line takes, its line feed too if it is there."""
    form = _FORMS[ascii]
    feed = line.endswith("\n")
    body = line.removesuffix("\n").rstrip(" ")
    return chain(
        map(form.widths.__getitem__, body),
        repeat(len(form.space), len(line) - feed - len(body)),
        [form.widths["\n"]] if feed else [],
    )


def _body(body: str, form: _Form) -> Iterator[Piece]:
    kept = ""
    for plain, char in form.token.findall(body):
        drawn = form.table[ord(char)] if char else plain
        if drawn == char:
            kept += char
            continue
        if kept:
            yield Piece(kept, "foreign")
            kept = ""
        yield Piece(drawn, "plain" if plain else "tab" if char == "\t" else "mark")
    if kept:
        yield Piece(kept, "foreign")


def single(text: str, limit: int | None = None, *, ascii: bool = False) -> str:
    """The one-line form for cards, table cells, titles and toasts.

    Of several spaces one after another only the first is drawn as a space, the others as dots: else a title
    could lay out columns, and where a terminal wraps it whole rows, that look like another program's.

    A text that does not fit is cut at its end only, between two of its characters, and says how many were
    left out: `Promote or…+17`, in ASCII `Promote or\\...+17`. No whole text is drawn so.

    Args:
        text: any string, from anywhere.
        limit: the most cells to take; `None` for no limit.
        ascii: draw with printable ASCII only.
    """
    kept, rest = _fit(text, limit, ascii)
    return _on_one_line(text[:kept], ascii) + rest


def single_pieces(text: str, limit: int | None = None, *, ascii: bool = False) -> Iterator[Piece]:
    """The same in pieces; what stands for the characters left out is a `cut` piece."""
    kept, rest = _fit(text, limit, ascii)
    form = _FORMS[ascii]
    for piece in pieces(text[:kept], ascii=ascii):
        if piece.kind != "plain" or "  " not in piece.text:
            yield piece
            continue
        for at, part in enumerate(_RUN.split(piece.text)):  # every other part is what the pattern found
            if part:
                yield Piece(form.space * len(part), "space") if at % 2 else Piece(part, "plain")
    if rest:
        yield Piece(rest, "cut")


_RUN = re.compile(r"(?<= )( +)")
"""The spaces after another one."""


def _on_one_line(text: str, ascii: bool) -> str:
    drawn = visible(text, ascii=ascii)
    return _RUN.sub(_FORMS[ascii].spaces, drawn) if "  " in drawn else drawn


def _fit(text: str, limit: int | None, ascii: bool) -> tuple[int, str]:
    """How many characters fit on the line, and what is drawn for the others."""
    if limit is None or (len(text) <= limit and cell_width(_on_one_line(text, ascii)) <= limit):
        return len(text), ""
    sign = "\\..." if ascii else CUT
    for kept in range(min(len(text), limit), -1, -1):
        if kept and text[kept - 1] == " ":
            continue  # a space before the cut would be drawn as a trailing one, which it is not
        rest = f"{sign}+{len(text) - kept}"
        if cell_width(_on_one_line(text[:kept], ascii)) + len(rest) <= limit:
            return kept, rest
    return 0, sign[: max(limit, 0)]


_MARKED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}?|[{CLOSE}{TAB}{NEWLINE}{SPACE}{CUT}]", re.DOTALL)
_HEX = re.compile(f"{OPEN}U\\+([0-9A-F]{{4,6}}){CLOSE}")
_STORED = {TAB: "\t", NEWLINE: "\n", SPACE: " "} | {mark(code): chr(code) for code in CONTROLS}
_ESCAPED = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nt\\]|)")
_STORED_ASCII = {"n": "\n", "t": "\t", "\\": "\\"}


def decode(drawn: str, *, ascii: bool = False) -> str:
    """The stored text that is drawn so: the inverse of `visible`, for whoever wants proof.

    Raises:
        ValueError: no text is drawn so: it was cut, or holds a mark that does not exist.
    """
    return _ESCAPED.sub(_unescape, drawn) if ascii else _MARKED.sub(_unmark, drawn)


def _unmark(match: re.Match[str]) -> str:
    drawn = match.group()
    if drawn in _STORED:
        return _STORED[drawn]
    written = _HEX.fullmatch(drawn)
    if written is None or int(written[1], 16) > 0x10FFFF:
        raise ValueError(f"no character is drawn as {drawn!a}")
    return chr(int(written[1], 16))


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _STORED_ASCII:
        return _STORED_ASCII[escape]
    if not escape or int(escape[1:], 16) > 0x10FFFF:
        raise ValueError(f"no character is drawn as {match.group()}")
    return chr(int(escape[1:], 16))
