"""What a view looks at: one task as it was read, its history, and where the operator's clock stands.

Everything the views need of the outside is here, so that they stay pure and a test can hand them documents
that no recorder would ever write (an old, imported or edited ledger), and see what an operator would see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import tzinfo
from functools import cached_property

from cookui.contract import Json
from cookui.contract.queries import executors_of
from cookui.text import times
from cookui.tui.views.history import History
from cookui.tui.views.rows import Age, Frag, Outside, Tone, Words
from cookui.tui.views.spans import Span, spans

__all__ = [
    "UNKNOWN_FORM",
    "Json",
    "Subject",
    "digits",
    "mapping",
    "objects",
    "plural",
    "text",
    "texts",
    "when",
    "who",
]

UNKNOWN_FORM = (LookupError, TypeError, ValueError, AttributeError)
"""What the contract's questions raise for a document of another form, as another writer's may have."""


@dataclass(frozen=True)
class Subject:
    """A task to be shown. What takes a walk over all its events is found out once, when first asked.

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

    @cached_property
    def spans(self) -> list[Span]:
        """Where its time went."""
        return spans(self.history)

    @cached_property
    def executors(self) -> frozenset[str]:
        """Everybody who ever executed or requested on it: nobody of them may grant (section 5)."""
        return executors_of(moment.event for moment in self.history.moments)


def texts(value: object) -> list[str]:
    """The texts of a stored list; what is not text is left out, and anything but a list is empty.

    Views are shown documents that no rule has accepted, so they take nothing for granted.
    """
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def objects(value: object) -> list[Json]:
    """The objects of a stored list, like `texts`."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def mapping(value: object) -> Json:
    """A stored object, or an empty one."""
    return value if isinstance(value, dict) else {}


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
        local = times.local(at, subject.zone)
    except ValueError:
        return (Outside(at), Words(" (not a time)", Tone.WARN))
    return (Words(local, Tone.DIM), Words(" · ", Tone.DIM), Age(at))


def plural(count: int, one: str, many: str = "") -> str:
    """`3 rows`, `1 row`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def digits(value: object) -> str:
    """A stored number in our own digits; `?` for anything else, which is never repeated."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else "?"
