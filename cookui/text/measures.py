"""How big a text is, and its digest: the numbers that stand beside every exact text."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple


class Measures(NamedTuple):
    """The size and the digest of one text.

    Attributes:
        characters: code points.
        bytes: bytes in UTF-8.
        lines: stored lines; a last line counts though no line feed ends it, and `""` has none.
        sha256: SHA-256 of those bytes, 64 hexadecimal digits. A lone surrogate, which the contract refuses
            but a broken file may hold, is measured as the three bytes it would have had.
    """

    characters: int
    bytes: int
    lines: int
    sha256: str

    def __str__(self) -> str:
        """The size in words: `1,204 characters, 1,211 bytes, 12 lines`."""
        return ", ".join(
            f"{count:,} {noun if count == 1 else f'{noun}s'}"
            for count, noun in ((self.characters, "character"), (self.bytes, "byte"), (self.lines, "line"))
        )


def measure(text: str) -> Measures:
    """Measure a text."""
    encoded = text.encode("utf-8", "surrogatepass")
    count = text.count("\n") + (1 if text and not text.endswith("\n") else 0)
    return Measures(len(text), len(encoded), count, sha256(encoded).hexdigest())
