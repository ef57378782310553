"""Texts that try to be obeyed, to hide, or to be taken for others, by family; and a pen that writes them so
that each can be told from every other wherever it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from cookui.contract.identity import name_fault

FAMILIES = {
    "CSI": "\x1b[2J\x1b[1;1H\x1b[38;5;199mowned\x1b[0m\x1b[26D\x1b[?1049l\x1b[?25h\x1b[8m\x1b[3J\x1b[!p",
    "questions": "\x1b[c\x1b[>c\x1b[6n\x1b[21t\x1b[?2026$p\x05",
    "OSC": "\x1b]0;owned\x07\x1b]2;owned\x1b\\\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b]52;c;b3duZWQ=\x07\x1b]9;owned\x07",
    "DCS": "\x1bP+q544e\x1b\\\x1b_owned\x1b\\\x1b^owned\x1b\\\x1bXowned\x1b\\",
    "other escapes": "\x1bc\x1b#8\x1b(0\x1b7\x1b8\x1bM\x1b=\x1b>\x1b%G",
    "unended": "\x1b]0;never\x1b[12",
    "C0": "".join(map(chr, [*range(1, 9), *range(11, 32), 127])),
    "C1": "".join(map(chr, range(0x80, 0xA0))) + "\x9b31m\x9d0;owned\x9c\x90q\x9c",
    "bidi": "\u202egrant\u202c \u2066x\u2069 \u2067y\u2069 \u200f\u200e\u061c",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00adg\u180eh",
    "tags": "\U000e0001\U000e0041\U000e0042\U000e007f",
    "variation selectors": "a\ufe0e\u2764\ufe0f\U000e0100",
    "combining": "e\u0301 o" + "\u0300" * 30 + " \u20dd",
    "wide": "全角\u3000ｆｕｌｌ 한글 \u1100\u1161",
    "ambiguous": "α§°±×÷→■◆",
    "emoji": "👩‍👩‍👧 👍🏽 🇩🇪 1️⃣ ☠️",
    "look-alikes": "аррrove ѕtaging ⅼogs 𝐩rod",
    "right to left": "שלום مرحبا",
    "separators": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "spaces": "a\u00a0b\u2003c\u202fd\u3164e\u2800f   ",
    "lines": "first\r\nsecond\rthird\n\n\tfourth\n",
    "private and unassigned": "\ue000\U000f0000\u0378\ufffe\U0010ffff",
    "markup": "[red]x[/] [/] [@click=app.quit]x[/] [b]x deploy [prod] $text {x} %s <b>&amp;",
    "own marks": "⟦ESC⟧ ⟦U+202E⟧ ↵ ⇥ · … └ end of text: 1 character │ ✓ ok ▲ ✗",
    "shell": "; rm -rf / `id` $(id) \\x1b[31m \\\\",
}
"""What is known to have deceived terminals, toolkits or people."""

HARMLESS = "Ünïted α\u0301\t全角 x  \nsecond line  "
"""Nothing that deceives, but one of every kind that is drawn in a style of its own."""

_ALWAYS = "\x1b[31m\u202e[/]\n"
"""One of each that does the most harm: an order, a turn, markup, a line's end."""

KNOWN = tuple(_ALWAYS + text for text in FAMILIES.values())


class Pen:
    """Writes texts with their numbers before and after them: `012{text}012`.

    So each is a text of its own, and whoever finds a number on the screen knows what must follow it there,
    however it was folded, and where it ends. Texts must not hold such a beginning or end themselves.

    Args:
        texts: what stands between the numbers; taken in turn.

    Attributes:
        written: all that was written, by number.
        cut: the numbers of those that are nowhere shown whole.
    """

    def __init__(self, *texts: str) -> None:
        self._texts = cycle(texts)
        self.written: list[str] = []
        self.cut: set[int] = set()

    def __call__(self, taken: Callable[[str], str] = str, *, whole: bool = True) -> str:
        """Writes another text.

        Args:
            taken: what of a text can be taken where it is written.
            whole: whether there is a place where all of it is shown.
        """
        number = len(self.written)
        if not whole:
            self.cut.add(number)
        text = f"{number:03}{{{taken(next(self._texts))}}}{number:03}"
        self.written.append(text)
        return text

    def name(self) -> str:
        """Writes an identity, with as much of a text as one may hold."""
        return self(as_name)


def as_name(text: str) -> str:
    """`text` as far as it can be a part of a name."""
    return "".join(char for char in text if name_fault(f"x{char}x") is None)


def file_name(text: str) -> str:
    """`text` as far as it can be a part of a file's name."""
    return "".join(_bytes_up_to(text.replace("/", "").replace("\0", ""), 120))


def _bytes_up_to(text: str, limit: int) -> Iterator[str]:
    for char in text:
        limit -= len(char.encode("utf-8", "surrogateescape"))
        if limit < 0:
            return
        yield char
