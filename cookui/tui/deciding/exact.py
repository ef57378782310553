"""The text that is decided about: measured once, because it may be a megabyte, and told in rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from cookui.text.measures import measure
from cookui.text.unusual import tally, unusual
from cookui.tui.views.rows import Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import plural

LISTED: Final = 200
"""How many unusual characters are listed by position before the rest is counted: a text may hold a
million."""

GROUP: Final = 8
"""Digits of a digest that stand together."""


class Exact:
    """A text that is shown code point by code point.

    Args:
        label: what it is, in our words.
        text: exactly as stored.
        must_be_read: whether it must have been shown to its end before the decision can be confirmed.
    """

    def __init__(self, label: str, text: str, *, must_be_read: bool) -> None:
        self.label = label
        self.text = text
        self.must_be_read = must_be_read
        self.measures = measure(text)
        self.count = tally(text)

    @property
    def unusual(self) -> int:
        """How many of its characters are hidden, or not of plain ASCII."""
        return self.count.hidden + self.count.foreign

    def rows(self) -> Page:
        """How big it is, its digest, and every hidden or unusual character with its place."""
        return (*self.oddities(), gap("exact"), *self.digest())

    def digest(self) -> Page:
        """How big it is, and its whole digest, in groups that an eye can compare; a copy has none."""
        digest = self.measures.sha256
        groups = " ".join(digest[at : at + GROUP] for at in range(0, len(digest), GROUP))
        return (
            heading("exact", "Exact text", Words(f"{self.measures}", Tone.DIM)),
            note("sha256-of", "SHA-256 of its UTF-8", Tone.DIM),
            replace(item("sha256", "", Words(groups)), copy=digest),
        )

    def oddities(self) -> Page:
        """Every hidden or unusual character with its place, or that there is none."""
        if not self.unusual:
            none = Words("✓ none: every character is plain ASCII", Tone.GOOD)
            return (field("unusual", "unusual", none),)
        rows: list[Row] = []
        words = (
            f"⚠ {plural(self.count.hidden, 'hidden character')}, {self.count.foreign:,} not of plain ASCII"
        )
        rows.append(field("unusual", "unusual", Words(words, Tone.WARN)))
        for one in islice(unusual(self.text), LISTED):
            place = f"  line {one.line}, column {one.column}: "
            drawn = Words(f"{one.mark} {one.name}", Tone.WARN)
            rows.append(item(f"unusual-{one.at}", (Words(place, Tone.DIM),), drawn))
        if self.unusual > LISTED:
            rows.append(item("unusual-more", "  ", Words(f"and {self.unusual - LISTED:,} more", Tone.WARN)))
        return tuple(rows)
