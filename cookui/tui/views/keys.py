"""What the help screen says: the keys of a screen, group by group, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cookui.tui.views.rows import Cell, Page, Row, Tone, Words, gap, heading, note

KEYS = 17
TITLE = 18


@dataclass(frozen=True, slots=True)
class Entry:
    """A command as the help shows it.

    Args:
        id: its name in the keymap.
        keys: its keys, as they are drawn.
        title: its title.
        help: what it does.
        reason: why it cannot be carried out now; empty when it can.
    """

    id: str
    keys: str
    title: str
    help: str
    reason: str = ""


def page(groups: Sequence[tuple[str, Sequence[Entry]]]) -> Page:
    """The whole page.

    Args:
        groups: title and entries of each group, in order.
    """
    rows: list[Row] = []
    for title, entries in groups:
        rows += [gap(title), heading(title, title), *map(_row, entries)]
    rows += [
        gap("end"),
        note("end", "Keys are changed in the configuration, under [keymap], by the names on the right."),
    ]
    return tuple(rows)


def _row(entry: Entry) -> Row:
    lead = (Words(f"{entry.keys:<{KEYS}}", Tone.TITLE), Words(f"{entry.title:<{TITLE}}"))
    body = [Words(entry.help)]
    if entry.reason:
        body.append(Words(f" Not now: {entry.reason}.", Tone.DIM))
    body.append(Words(f"  {entry.id}", Tone.DIM))
    return Row(key=entry.id, cells=(Cell(lead=lead, body=tuple(body)),))
