"""Tasks made from acts, without a ledger: by the rules, with the events that a recorder would write."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from cookui.contract.acts import Context, actor, apply
from cookui.contract.card import card
from cookui.recorder.events import digest, seal
from cookui.text.times import stamp
from cookui.tui.views.flow import Line
from cookui.tui.views.history import fold
from cookui.tui.views.layout import Laid
from cookui.tui.views.rows import Outside, Page, Row, Words
from cookui.tui.views.subject import Subject
from tests.conformance.walks import walks

Json = dict[str, Any]

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
WALKS = {walk.name: walk for walk in walks()}
HOW: Json = {"channel": "cook", "osUser": "kim", "host": "ops-1", "tty": "/dev/pts/3"}


class Making:
    """A task in the making; each act is a minute after the one before."""

    def __init__(self, title: str = "Promote orders-db-2") -> None:
        self.document: Json | None = None
        self.events: list[Json] = []
        self.executors: set[str] = set()
        self.at = BEGIN
        self.taken = 0
        self.act({"kind": "add", "id": 1, "title": title})
        self.act({"kind": "start"})

    def act(self, act: Json, *, after: float = 60.0, how: Json | None = None) -> Making:
        """Carries out an act, `after` seconds after the last one."""
        self.at += timedelta(seconds=after)
        at = stamp(self.at)
        self.document = apply(self.document, act, Context(at, executors=frozenset(self.executors)))
        if act["kind"] == "record" and act["stage"] == "execute":
            self.executors.add(act["agent"])
        how = HOW if how is None else how
        data = {"act": act, "how": how, "document": digest(self.document)}
        name = actor(act) or how.get("osUser", "")
        previous = self.events[-1] if self.events else None
        self.events.append(seal(previous, at=at, kind=act["kind"], actor=name, data=data))
        return self

    def walk(self, name: str, steps: int | None = None) -> Making:
        """Carries out the accepted steps of a conformance walk, the first `steps` of them."""
        self.taken = 0
        taken = [step.act for step in WALKS[name].steps if step.accepted]
        return self.walk_on(name, len(taken) if steps is None else steps)

    def walk_on(self, name: str, steps: int) -> Making:
        """Carries out the next `steps` of the walk."""
        taken = [step.act for step in WALKS[name].steps if step.accepted]
        for act in taken[self.taken : self.taken + steps]:
            self.act(act)
        self.taken += steps
        return self

    def progress(self, step: int, total: int, note: str = "") -> Making:
        """Journals progress."""
        said = {"note": note} if note else {}
        return self.act({"kind": "progress", "step": step, "total": total, **said})

    def subject(self, **changed: Any) -> Subject:
        """What the views look at; `changed` replaces parts of the document, as no recorder would."""
        assert self.document is not None
        document = {**self.document, **changed}
        return Subject(document, card(self.document, self.events), UTC, fold(self.events))


def drawn(line: Line) -> str:
    """A line as it is seen; an age is drawn as `AGE`."""
    return "".join("AGE" if segment.age else segment.text for segment in line)


def screen(page: Page, width: int = 120) -> list[str]:
    """All lines of a page."""
    all_laid = [Laid(row, width) for row in page]
    return [drawn(laid.line(number)) for laid in all_laid for number in range(laid.height)]


def row(page: Iterable[Row], key: str) -> Row:
    """The row of that key."""
    return next(each for each in page if each.key == key)


def said(one: Row) -> str:
    """Everything that a row says: our words and the stored text."""
    frags = [frag for cell in one.cells for frag in (*cell.lead, *cell.body)]
    return "".join(frag.text for frag in frags if isinstance(frag, Words | Outside))
