"""What the help screen says: the keys of a screen, group by group, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cookui.text.visible import cell_width
from cookui.tui.views.rows import Cell, Frag, Outside, Page, Row, Tone, Words, gap, heading, note

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
        reason: why it cannot be carried out now, which may quote outside text; empty when it can.
    """

    id: str
    keys: str
    title: str
    help: str
    reason: str = ""


def page(groups: Sequence[tuple[str, Sequence[Entry]]], *, names: bool) -> Page:
    """The whole page.

    Args:
        groups: title and entries of each group, in order.
        names: whether there is room for what the commands are called in the keymap.
    """
    rows: list[Row] = []
    for title, entries in groups:
        rows += [gap(title), heading(title, title), *(_row(entry, names) for entry in entries)]
    keymap = (
        "by the names at the ends of these lines" if names else "by the names that a wider terminal shows"
    )
    rows += [
        gap("end"),
        note("brackets", "A key in brackets in the last line means: not now. Pressing it says why."),
        note("end", f"Keys are changed in the configuration, under [keymap], {keymap}."),
    ]
    return tuple(rows)


def _row(entry: Entry, names: bool) -> Row:
    keys = entry.keys + " " * max(1, KEYS - cell_width(entry.keys))
    lead = (Words(keys, Tone.TITLE), Words(f"{entry.title:<{TITLE}}"))
    body: list[Frag] = [Words(entry.help)]
    if entry.reason:
        body += [Words(" Not now: ", Tone.DIM), Outside(entry.reason, Tone.DIM), Words(".", Tone.DIM)]
    if names:
        body.append(Words(f"  {entry.id}", Tone.DIM))
    return Row(key=entry.id, cells=(Cell(lead=lead, body=tuple(body)),))
