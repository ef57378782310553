"""What a view looks at: one task as it was read, its history, and where the operator's clock stands.

Everything the views need of the outside is here, so that they stay pure and a test can hand them documents
that no recorder would ever write (an old, imported or edited ledger), and see what an operator would see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from cookui.text import times
from cookui.tui.views.history import History, Moment
from cookui.tui.views.rows import Age, Frag, Outside, Tone, Words

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """A task to be shown.

    Args:
        document: the task document (section 2).
        card: what listings show of it.
        history: its events, and the document after each.
        zone: the operator's time zone.
    """

    document: Json
    card: Json
    zone: tzinfo
    history: History = field(default_factory=History)


def texts(value: object) -> list[str]:
    """The texts of a stored list; what is not text is left out, and anything but a list is empty.

    Views are shown documents that no rule has accepted, so they take nothing for granted.
    """
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def objects(value: object) -> list[Json]:
    """The objects of a stored list, like `texts`."""
    return [dict(entry) for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []


def mapping(value: object) -> Json:
    """A stored object, or an empty one."""
    return dict(value) if isinstance(value, Mapping) else {}


def text(value: object) -> str:
    """A stored text, or nothing."""
    return value if isinstance(value, str) else ""


def who(value: object, nobody: str = "nobody") -> Frag:
    """An identity, exactly; our own word where there is none."""
    return Outside(value) if isinstance(value, str) and value else Words(nobody, Tone.DIM)


def when(subject: Subject, at: object) -> tuple[Frag, ...]:
    """A stored time as local time with its offset, and its age."""
    if not isinstance(at, str) or not at:
        return (Words("no time", Tone.DIM),)
    try:
        local = times.local(times.parse(at), subject.zone)
    except ValueError:
        return (Outside(at), Words(" (not a time)", Tone.WARN))
    return (Words(local, Tone.DIM), Words(" · ", Tone.DIM), Age(at))


def plural(count: int, one: str, many: str = "") -> str:
    """`3 rows`, `1 row`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def after(moments: Sequence[Moment], name: str) -> list[tuple[Moment, Json]]:
    """Each moment with one object of the document after it, where that is known."""
    return [(moment, mapping(moment.document.get(name))) for moment in moments if moment.document is not None]
