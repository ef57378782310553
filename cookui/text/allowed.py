"""Which code points may reach a terminal as they are, and how wide they are there.

An allow-list that fails closed. Allowed are printable ASCII, and letters, numbers, punctuation and symbols
that stand alone: they run left to right, join no neighbour, keep their shape when something on the way
normalises, leave ink, and take one or two cells, on which terminals agree. What is not known to be so is not
allowed: everything unassigned, private, of no width, from right to left, or drawn differently here and there.

Category, direction, normal form and width are asked of the running Python's Unicode tables. An older Python
allows less, never more than it knows.
"""

from __future__ import annotations

from unicodedata import bidirectional, category, east_asian_width, is_normalized

OPEN, CLOSE, TAB, NEWLINE, SPACE, CUT = "⟦", "⟧", "⇥", "↵", "·", "…"
"""What the visible form draws of its own, one cell each; never let through from outside."""

OWN = frozenset(map(ord, (OPEN, CLOSE, TAB, NEWLINE, SPACE, CUT)))

CACHED = 1 << 16
"""How many entries a table of characters keeps: hostile text may hold every code point, memory need not."""

_LEFT_TO_RIGHT = frozenset({"L", "EN", "ES", "ET", "CS", "ON"})

_HELD_BACK_RANGES = (
    # Letters that join the one before them (Thai and Lao AM, voicing marks), or the one after them.
    (0x0E33, 0x0E33), (0x0EB3, 0x0EB3), (0xFF9E, 0xFF9F),
    (0x0D4E, 0x0D4E), (0x111C2, 0x111C3), (0x113D1, 0x113D1), (0x1193F, 0x1193F), (0x11941, 0x11941),
    (0x11A3A, 0x11A3A), (0x11A84, 0x11A89), (0x11D46, 0x11D46), (0x11F02, 0x11F02),
    # Jamo and Kirat Rai vowels, which fuse into one another.
    (0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF), (0x16D40, 0x16D7F),
    # Letters and symbols without ink.
    (0x2800, 0x2800), (0x303F, 0x303F), (0x3164, 0x3164), (0xFFA0, 0xFFA0), (0x1D159, 0x1D159),
    # Pictures of control characters, and the stand-ins for what could not be shown.
    (0x2400, 0x243F), (0xFFFC, 0xFFFD),
    # Halves of flags and skin tones: what they look like depends on their neighbour.
    (0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF),
    # Trigrams, hexagrams, digrams, counting rods, squared tens: one cell here, two there.
    (0x2630, 0x2637), (0x268A, 0x268F), (0x3248, 0x324F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D376),
)  # fmt: skip
_HELD_BACK = frozenset(code for first, last in _HELD_BACK_RANGES for code in range(first, last + 1))


def is_allowed(code: int) -> bool:
    """Whether the code point may be sent to a terminal, ours or from outside."""
    if code < 0x7F:
        return code >= 0x20
    if code in _HELD_BACK:
        return False
    char = chr(code)
    return (
        category(char)[0] in "LNPS"
        and bidirectional(char) in _LEFT_TO_RIGHT
        and is_normalized("NFC", char)  # else a terminal or a pasteboard may swap it for its twin
    )


class _Cells(dict[str, int]):
    """An allowed character to its width, filled as it is asked."""

    def __missing__(self, char: str) -> int:
        cells = 2 if east_asian_width(char) in "WF" else 1
        if len(self) < CACHED:
            self[char] = cells
        return cells


_CELLS = _Cells()


def cell_width(drawn: str) -> int:
    """The width of an already visible text, in terminal cells."""
    return len(drawn) if drawn.isascii() else sum(map(_CELLS.__getitem__, drawn))
