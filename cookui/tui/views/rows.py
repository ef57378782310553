"""Rows: the one form in which every view of a task is handed to the screen.

A row keeps *our* words apart from *outside* text down to the last fragment. Outside text stays exactly as
stored until it is drawn, so a copy is the original and nothing can reach the terminal but through
`cookui.text`; and a view cannot forget to escape, because it never makes the string that is drawn.

Ages are fragments too (`Age`): a row says since when, and the age is worked out as the line is drawn.
Otherwise every tick of the clock would change every row, and a task of 5,000 events would be rebuilt to
move one digit.

Rows compare by value and have a key that belongs to what they show (`event-17`, `post-2`), never to their
position: the widget keeps cursor, scroll and layout by key when the task changes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_
from enum import StrEnum
from typing import Any


class Tone(StrEnum):
    """What a fragment means; the theme decides how it looks.

    A tone never stands alone: a word or a mark says the same. The values are the inks of
    `cookui.tui.widgets.ink`, which draws them.
    """

    PLAIN = "plain"
    DIM = "quiet"
    TITLE = "strong"
    GOOD = "good"
    BAD = "bad"
    WAIT = "ask"
    INFO = "run"
    WARN = "held"


@dataclass(frozen=True, slots=True)
class Words:
    """Our own words: characters of this program, never anybody else's. A line feed breaks the line."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Outside:
    """Text that came from an agent, a file or a person, exactly as stored.

    Args:
        text: the stored text.
        tone: what it means here.
        marks: ranges `(begin, end)` of code points that differ from what the row is compared with; drawn so
            that they stand out in shape as well.
    """

    text: str
    tone: Tone = Tone.PLAIN
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Age:
    """How long ago `at` (UTC, as stored) was, in words, when the line is drawn.

    Args:
        at: the stored time.
        tone: what it means here.
        width: columns that the age is moved to the right end of; 0 for none.
    """

    at: str
    tone: Tone = Tone.DIM
    width: int = 0


Frag = Words | Outside | Age


@dataclass(frozen=True, slots=True)
class Cell:
    """One column of a row.

    Args:
        lead: our words before the first line; the lines that follow are indented by their width.
        body: what flows; outside text in it begins a new line at each line feed, and only there.
        keep: how many lines are drawn before the rest is counted instead; 0 draws everything.
        hard: fold outside text at the width, not between words: for what is read character by character.
    """

    lead: tuple[Words | Age, ...] = ()
    body: tuple[Frag, ...] = ()
    keep: int = 0
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a bar: a label of ours, its weight (seconds, or a count), and how it is filled."""

    label: str
    weight: float
    tone: Tone
    fill: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a tab.

    Args:
        key: names what is shown; unique in its page.
        cells: one, or several that stand side by side and stack when the page is narrow.
        heading: starts a section.
        parts: a bar that is drawn under the cells; empty for none.
        act: what Enter asks for, by the command's last word (`approve`, `answer`); empty for none.
        copy: what `y` copies; None means the outside text of the row, or of the whole section on a heading.
        stops: whether the cursor stops here; gaps do not.
        beside_only: drawn only where cells stand side by side: the titles of columns.
        source: the stored object that the row is about; `y` copies its JSON. Not compared: the rest tells.
    """

    key: str
    cells: tuple[Cell, ...] = ()
    heading: bool = False
    parts: tuple[Part, ...] = ()
    act: str = ""
    copy: str | None = None
    stops: bool = True
    beside_only: bool = False
    source: Mapping[str, Any] | None = field_(default=None, compare=False)


Page = tuple[Row, ...]


def outside_text(row: Row) -> str:
    """What `y` copies of a row: its exact outside text, joined by line feeds, or what the row says."""
    if row.copy is not None:
        return row.copy
    if row.source is not None:
        return json.dumps(row.source, ensure_ascii=False, indent=1)
    frags = (frag for cell in row.cells for frag in (*cell.lead, *cell.body))
    return "\n".join(frag.text for frag in frags if isinstance(frag, Outside))


def section_text(page: Sequence[Row], index: int) -> str:
    """The exact outside text under the heading at `index`, one row after the other, joined by line feeds."""
    texts = []
    for row in page[index + 1 :]:
        if row.heading:
            break
        if text := outside_text(row):
            texts.append(text)
    return "\n".join(texts)


def gap(key: str) -> Row:
    """An empty line; the cursor passes over it."""
    return Row(key=f"gap:{key}", stops=False)


def heading(key: str, title: str, *notes: Frag) -> Row:
    """The heading of a section: our title, and what is known about the section at a glance."""
    body: tuple[Frag, ...] = ()
    if notes:
        body = (Words("  "), *notes)
    return Row(key=f"head:{key}", cells=(Cell(body=(Words(title, Tone.TITLE), *body)),), heading=True)


LABEL_WIDTH = 14
"""Columns of a label, so that the values stand below one another."""


def field(key: str, label: str, *frags: Frag, act: str = "", copy: str | None = None) -> Row:
    """A labelled value; the value flows beside the label."""
    lead = (Words(f"{label:<{LABEL_WIDTH}} ", Tone.DIM),)
    return Row(key=key, cells=(Cell(lead=lead, body=frags),), act=act, copy=copy)


def item(
    key: str,
    lead: Sequence[Words | Age] | str,
    *frags: Frag,
    keep: int = 0,
    act: str = "",
    hard: bool = False,
) -> Row:
    """A value behind a number or a mark."""
    before: tuple[Words | Age, ...] = (Words(lead, Tone.DIM),) if isinstance(lead, str) else tuple(lead)
    return Row(key=key, cells=(Cell(lead=before, body=frags, keep=keep, hard=hard),), act=act)


def note(key: str, text: str, tone: Tone = Tone.DIM) -> Row:
    """A sentence of ours."""
    return Row(key=key, cells=(Cell(body=(Words(text, tone),)),))


def numbered(key: str, texts: Sequence[str], *, tone: Tone = Tone.PLAIN) -> list[Row]:
    """A list of stored texts with their numbers, counted from 1 as a person would."""
    wide = len(str(len(texts)))
    return [
        item(f"{key}-{index}", f"  {index:>{wide}}. ", Outside(text, tone))
        for index, text in enumerate(texts, start=1)
    ]
