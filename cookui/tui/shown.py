"""Where outside text becomes something that Textual draws, and the net under everything that is drawn.

Textual takes a plain string for markup in most places, and sends control characters in any string to the
terminal. So no screen or widget is given an outside string: it is given what `shown`, `shown_line` or
`shown_text` makes of it, which is never markup and holds nothing but `cookui.text.visible` draws.

Marks differ from text in shape, by their brackets and arrows, and in style: reverse, bold and underline are
there in 16 colours, without colour, and in every theme.

`Net` does not replace any of this. It is there for the day on which a widget, of ours or of the toolkit's,
draws a string that nobody made visible: what could harm is taken out, without being told apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style as RichStyle
from rich.text import Text
from textual.color import Color
from textual.content import Content, Span
from textual.filter import LineFilter
from textual.style import Style

from cookui.text.allowed import CACHED, is_allowed
from cookui.text.visible import Kind, Piece, pieces, single_pieces

STYLES: dict[Kind, Style] = {
    "foreign": Style(underline=True),
    "mark": Style(bold=True, reverse=True),
    "tab": Style(bold=True),
    "newline": Style(bold=True),
    "space": Style(bold=True),
    "cut": Style(bold=True),
}
"""How each kind of piece differs from plain text, whatever the theme."""


def shown(text: str, *, ascii: bool = False) -> Content:  # noqa: A002 - the name of the form
    """The text over as many lines as are stored, for a widget that takes content.

    Textual folds content between words and may drop a space there; where a decision hangs on the text, show
    it in a `Verbatim`.

    Args:
        text: any string, from anywhere.
        ascii: draw with printable ASCII only.
    """
    drawn = list(pieces(text, ascii=ascii))
    broken = [
        Piece(f"{piece.text}\n", piece.kind) if piece.kind == "newline" and number < len(drawn) else piece
        for number, piece in enumerate(drawn, start=1)
    ]
    return _content(broken)


def shown_line(text: str, limit: int | None = None, *, ascii: bool = False) -> Content:  # noqa: A002
    """The text on one line, for titles, cards, labels and toasts; cut at its end if it must be.

    Args:
        text: any string, from anywhere.
        limit: the most cells to take; `None` for no limit.
        ascii: draw with printable ASCII only.
    """
    return _content(single_pieces(text, limit, ascii=ascii))


def shown_text(text: str, limit: int | None = None, *, ascii: bool = False) -> Text:  # noqa: A002
    """The same for widgets that take Rich's text, such as tables and trees."""
    drawn = Text(no_wrap=True, end="")
    for piece in single_pieces(text, limit, ascii=ascii):
        drawn.append(piece.text, STYLES[piece.kind].rich_style if piece.kind in STYLES else RichStyle.null())
    return drawn


def _content(drawn: Iterable[Piece]) -> Content:
    parts, spans, start = [], [], 0
    for text, kind in drawn:
        if kind in STYLES:
            spans.append(Span(start, start + len(text), STYLES[kind]))
        parts.append(text)
        start += len(text)
    return Content("".join(parts), spans)


class _Caught(dict[int, str]):
    """Code point to what may reach the terminal of it, in as many cells; for `str.translate`."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        left = char if is_allowed(code) else "?" * cell_len(char)
        if len(self) < CACHED:
            self[code] = left
        return left


class Net(LineFilter):
    """Takes out of every widget's output what `cookui.text.allowed` does not allow.

    What has no width disappears, anything else becomes a question mark. For `App.get_line_filters`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._caught = _Caught()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's
        """The segments, made harmless."""
        if all(text.isascii() and text.isprintable() for text, _, _ in segments):
            return segments
        return [
            segment if segment.control else Segment(segment.text.translate(self._caught), segment.style)
            for segment in segments
        ]
