"""What outside text looks like: an allow-list that fails closed and can be turned back into exactly what is stored.

A terminal obeys what it is sent: an escape sequence rewrites the line above, a bidi override turns a path round, a zero-width
joiner hides between two letters. So no code point is drawn as it is unless it is known to be harmless: printable ASCII, and
letters, numbers, punctuation and symbols that stand alone, run left to right, keep their shape under normalisation, and take
one or two cells on every terminal that was asked. Everything else becomes a mark, `⟦ESC⟧` or `⟦U+202E⟧`; a tab is `⇥`, a line
end `↵`, a space that nothing follows `·`. The marks' own characters are never drawn as they are either. Hence the mapping is
injective: `decode(visible(text)) == text` for every string, lone surrogates and all.

Which characters stay as they are is asked of the running Python's Unicode tables, so an older Python shows more marks; how a
mark is read back depends on no table. The forms:

    drawn       stored                         in ASCII
    ⟦ESC⟧       a control character by name    \\x1b
    ⟦U+202E⟧    any other code point           \\u202e  \\U000e0041
    ⇥ ↵ ·       tab, line feed, trailing space \\t  \\n  \\x20
                a backslash                    \\\\

The ASCII form is what a Python string literal would say, for terminals and logs that can draw nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple
from unicodedata import bidirectional, category, east_asian_width, is_normalized

Kind = Literal["plain", "foreign", "mark", "tab", "newline", "space"]

OPEN, CLOSE, TAB, NEWLINE, SPACE, CUT = "⟦", "⟧", "⇥", "↵", "·", "…"
"""The characters that this module draws itself, and therefore never lets through from outside."""

MARK_CELLS = 10
"""The cells of the widest mark, `⟦U+10FFFF⟧` and `\\U0010ffff`: a narrower view cannot keep a mark in one piece."""

CONTROL_NAMES = {
    **dict(
        enumerate(
            "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
            "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split()
        )
    ),
    0x7F: "DEL",
    **dict(
        enumerate(
            "PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3 "
            "DCS PU1 PU2 STS CCH MW SPA EPA SOS SGC SCI CSI ST OSC PM APC".split(),
            start=0x80,
        )
    ),
}
"""The short names of the C0 and C1 control characters and of DEL, by code point."""

_HELD_BACK = frozenset(
    code
    for first, last in (
        (0x0E33, 0x0E33), (0x0EB3, 0x0EB3),  # Thai and Lao AM: letters that join the cell before
        (0x0D4E, 0x0D4E), (0x111C2, 0x111C3), (0x1193F, 0x1193F), (0x11941, 0x11941),  # join the one after
        (0x11A3A, 0x11A3A), (0x11A84, 0x11A89), (0x11D46, 0x11D46), (0x11F02, 0x11F02), (0x113D1, 0x113D1),
        (0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF),  # jamo that fuse into syllables
        (0x16D40, 0x16D7F), (0xFF9E, 0xFF9F),  # vowels and voicing marks that fuse, though called letters
        (0x2800, 0x2800), (0x303F, 0x303F), (0x3164, 0x3164), (0xFFA0, 0xFFA0), (0x1D159, 0x1D159),  # blanks
        (0x2400, 0x243F), (0xFFFC, 0xFFFD),  # pictures of controls; stand-ins for what could not be shown
        (0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF),  # flags' halves and skin tones change their neighbours
        (0x2630, 0x2637), (0x268A, 0x268F), (0x3248, 0x324F), (0x4DC0, 0x4DFF),  # one cell here, two there
        (0x1D300, 0x1D376),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""Letters and symbols by category that are nonetheless not drawn: what each row is for stands beside it."""

_LEFT_TO_RIGHT = frozenset({"L", "EN", "ES", "ET", "CS", "ON"})
_OWN = frozenset(map(ord, (OPEN, CLOSE, TAB, NEWLINE, SPACE, CUT)))
_PLAIN_RUN = re.compile(r"[ -~]+")
_TOKEN = re.compile(r"[ -~]+|[^ -~]", re.DOTALL)
_TOKEN_ASCII = re.compile(r"[ -\[\]-~]+|[^ -\[\]-~]", re.DOTALL)
_CACHED = 1 << 16  # entries a table keeps: hostile text may hold every code point, memory need not


class Piece(NamedTuple):
    """A stretch of drawn text of one kind.

    Attributes:
        text: what is drawn.
        kind: `plain` printable ASCII; `foreign` other characters drawn as they are; `mark` one hidden or unusual character;
            `tab`, `newline` one each; `space` trailing spaces.
    """

    text: str
    kind: Kind


def drawn_as_is(code: int) -> bool:
    """Whether the code point may reach a terminal unchanged: the allow-list."""
    if code < 0x7F:
        return code >= 0x20
    if code in _HELD_BACK or code in _OWN:
        return False
    char = chr(code)
    return (
        category(char)[0] in "LNPS"
        and bidirectional(char) in _LEFT_TO_RIGHT
        and is_normalized("NFC", char)  # else a terminal or a pasteboard may swap it for its twin
    )


def mark(code: int, *, ascii: bool = False) -> str:  # noqa: A002 - the name of the mode
    """How the code point is drawn when it is not drawn as it is."""
    if not ascii:
        if code == 0x09:
            return TAB
        if code == 0x0A:
            return NEWLINE
        return f"{OPEN}{CONTROL_NAMES.get(code) or f'U+{code:04X}'}{CLOSE}"
    if code == 0x5C:
        return "\\\\"
    if code == 0x0A:
        return "\\n"
    if code == 0x09:
        return "\\t"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class _Drawn(dict[int, str]):
    """Code point to what is drawn, filled as it is asked; made for `str.translate`."""

    def __missing__(self, code: int) -> str:
        drawn = chr(code) if drawn_as_is(code) else mark(code)
        if len(self) < _CACHED:
            self[code] = drawn
        return drawn


class _DrawnAscii(dict[int, str]):
    """The same in ASCII."""

    def __missing__(self, code: int) -> str:
        drawn = chr(code) if 0x20 <= code < 0x7F and code != 0x5C else mark(code, ascii=True)
        if len(self) < _CACHED:
            self[code] = drawn
        return drawn


class _Cells(dict[str, int]):
    """A drawn character to its width in cells."""

    def __missing__(self, char: str) -> int:
        cells = 2 if east_asian_width(char) in "WF" else 1
        if len(self) < _CACHED:
            self[char] = cells
        return cells


_DRAWN, _DRAWN_ASCII, _CELLS = _Drawn(), _DrawnAscii(), _Cells()


def visible(text: str, *, ascii: bool = False) -> str:  # noqa: A002
    """The text in its visible form, one string without a line break in it.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only.
    """
    return "".join(lines(text, ascii=ascii))


def lines(text: str, *, ascii: bool = False) -> list[str]:  # noqa: A002
    """The visible form of each stored line, its line end drawn; joined they are `visible(text)`.

    A line ends after a line feed and nowhere else; `""` has no lines, `"a\\n"` has one.
    """
    table, newline, space = (_DRAWN_ASCII, "\\n", "\\x20") if ascii else (_DRAWN, NEWLINE, SPACE)
    drawn = []
    for line in text.split("\n"):
        body = line.rstrip(" ")
        trailing = len(line) - len(body)
        if not (body.isascii() and body.isprintable() and not (ascii and "\\" in body)):
            body = body.translate(table)
        drawn.append(f"{body}{space * trailing}{newline}" if trailing else body + newline)
    last = drawn.pop()[: -len(newline)]
    if last:
        drawn.append(last)
    return drawn


def pieces(text: str, *, ascii: bool = False, goes_on: bool = False) -> Iterator[Piece]:  # noqa: A002
    """The visible form in pieces of one kind each, one `newline` piece at the end of each stored line.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only.
        goes_on: more of the same line follows the text, so that its last spaces are not trailing.
    """
    token, space = (_TOKEN_ASCII, "\\x20") if ascii else (_TOKEN, SPACE)
    position, end = 0, len(text)
    while position < end:
        feed = text.find("\n", position)
        stop = end if feed < 0 else feed
        line = text[position:stop]
        body = line if feed < 0 and goes_on else line.rstrip(" ")
        yield from _body(body, token, ascii)
        if len(body) < len(line):
            yield Piece(space * (len(line) - len(body)), "space")
        if feed < 0:
            return
        yield Piece(mark(0x0A, ascii=ascii), "newline")
        position = feed + 1


def _body(body: str, token: re.Pattern[str], ascii: bool) -> Iterator[Piece]:  # noqa: A002
    kept = ""
    for match in token.finditer(body):
        run = match.group()
        if run != "\\" and _PLAIN_RUN.match(run) or not ascii and run == "\\":
            if kept:
                yield Piece(kept, "foreign")
                kept = ""
            yield Piece(run, "plain")
            continue
        code = ord(run)
        if not ascii and _DRAWN[code] == run:
            kept += run
            continue
        if kept:
            yield Piece(kept, "foreign")
            kept = ""
        yield Piece(mark(code, ascii=ascii), "tab" if run == "\t" else "mark")
    if kept:
        yield Piece(kept, "foreign")


_MARKED = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}?|[{CLOSE}{TAB}{NEWLINE}{SPACE}{CUT}]", re.DOTALL)
_ESCAPED = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nt\\]|)")
_NAMED = {f"{OPEN}{name}{CLOSE}": chr(code) for code, name in CONTROL_NAMES.items()}
_SIGNS = {TAB: "\t", NEWLINE: "\n", SPACE: " "}
_SIGNS_ASCII = {"n": "\n", "t": "\t", "\\": "\\"}
_HEX = re.compile(f"{OPEN}U\\+([0-9A-F]{{4,6}}){CLOSE}")


def decode(drawn: str, *, ascii: bool = False) -> str:  # noqa: A002
    """The stored text that is drawn so: the inverse of `visible`, for tests and for anybody who wants proof.

    Raises:
        ValueError: nothing is drawn so: the form was cut, or holds a mark that does not exist.
    """
    return _ESCAPED.sub(_unescape, drawn) if ascii else _MARKED.sub(_unmark, drawn)


def _unmark(match: re.Match[str]) -> str:
    drawn = match.group()
    stored = _SIGNS.get(drawn) or _NAMED.get(drawn)
    if stored is not None:
        return stored
    written = _HEX.fullmatch(drawn)
    if written and int(written[1], 16) < 0x110000:
        return chr(int(written[1], 16))
    raise ValueError(f"{drawn.encode('ascii', 'backslashreplace').decode()!r} is no mark at {match.start()}")


def _unescape(match: re.Match[str]) -> str:
    body = match[1]
    if body in _SIGNS_ASCII:
        return _SIGNS_ASCII[body]
    if not body or int(body[1:], 16) >= 0x110000:
        raise ValueError(f"{match.group()!r} is no escape at {match.start()}")
    return chr(int(body[1:], 16))


def cell_width(drawn: str) -> int:
    """The width of an already visible text, in terminal cells."""
    return len(drawn) if drawn.isascii() else sum(map(_CELLS.__getitem__, drawn))


def single(text: str, limit: int | None = None, *, ascii: bool = False) -> str:  # noqa: A002
    """The one-line form for cards, table cells, titles and toasts.

    A text that does not fit is cut at its end only, between two of its characters, and says so: `Promote or…+17` leaves out
    seventeen characters. In ASCII the cut is drawn `\\...+17`; neither form can come out of a whole text.

    Args:
        text: any string, from anywhere.
        limit: the most cells to take; none means no limit.
        ascii: draw with printable ASCII only.
    """
    if limit is None:
        return visible(text, ascii=ascii)
    if len(text) <= limit:
        whole = visible(text, ascii=ascii)
        if cell_width(whole) <= limit:
            return whole
    sign = "\\..." if ascii else CUT
    for kept in range(min(len(text) - 1, limit), -1, -1):
        cut = f"{visible(text[:kept], ascii=ascii)}{sign}+{len(text) - kept}"
        if cell_width(cut) <= limit:
            return cut
    return sign[: max(limit, 0)]
