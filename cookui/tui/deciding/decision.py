"""One decision on one task: what is decided, whether it may be, how it is confirmed and given, and what
came of it.

A decision is taken of a task **once**, when its screen opens, and never looks again by itself: what the
operator reads, what the code is drawn from and what is sent are the same object. Whether the world has
moved on is asked with `stands`, of a view that was read later. So nothing can change under a screen, and a
change can only ever disarm it.

The code is drawn from the subject, so that a code read on one screen, or for one option, confirms nothing
on another.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from typing import ClassVar

from cookui.contract.conditions import Condition, operator_conditions
from cookui.text.code import confirmation_code
from cookui.text.strict_json import canonical
from cookui.tui.deciding.exact import Exact
from cookui.tui.ports.ledger import Json, LedgerPort, TaskView
from cookui.tui.views.rows import Frag, Outside, Page, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import Subject, mapping, text, when, who


@dataclass(frozen=True, slots=True)
class Given:
    """What the operator gives with a decision.

    Args:
        operator: who decides.
        shown_sha256: SHA-256 of the UTF-8 of the text that was drawn on the screen; empty when the decision
            has none.
        elapsed_ms: how long it had been there, in milliseconds.
        reason: why, where a reason is asked.
        choice: which of the decision's choices, by its index; None when none is chosen or there are none.
    """

    operator: str
    shown_sha256: str = ""
    elapsed_ms: int = 0
    reason: str = ""
    choice: int | None = None


class Decision(ABC):
    """A decision on the task in `view`.

    Attributes:
        kind: the act of the contract that it gives.
        title: the decision in one or two words.
        does: what Enter does with it, as in "Enter grants".
        asks_reason: whether a reason must be given.
        choices_label: what is chosen from `choices`; empty when nothing is.
        choices_mean: what each of the choices means, in our words; empty when they say so themselves.
        outcome: what is said of the task once it was recorded: what was decided, and what that means.
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    does: ClassVar[str]
    asks_reason: ClassVar[bool] = False
    choices_label: ClassVar[str] = ""
    choices_mean: ClassVar[Sequence[str]] = ()
    outcome: ClassVar[tuple[str, str]]

    def __init__(self, view: TaskView, zone: tzinfo) -> None:
        self.view = view
        self.task = view.document
        self.zone = zone
        self.subject = self.find(view)
        self.read: str = view.events[-1]["hash"]
        """The end of the history that the operator reads: the act is bound to it."""

    # What is decided

    @classmethod
    @abstractmethod
    def find(cls, view: TaskView) -> Json | None:
        """What there is to decide on a task, as JSON that differs whenever another thing is decided; None
        when nothing is."""

    def is_open(self, operator: str | None = None) -> bool:
        """Whether it may be decided, by that operator or by anybody at all."""
        return self.subject is not None and all(each.holds for each in self.conditions(operator))

    def stands(self, view: TaskView) -> bool:
        """Whether, on a task that was read later, the same is still there to be decided, or still not."""
        if not self.goes_on_in(view):
            return False
        again = type(self)(view, self.zone)
        return again.subject == self.subject and again.is_open() == self.is_open()

    def goes_on_in(self, view: TaskView) -> bool:
        """Whether a task that was read later has the history that this decision was taken of: in a ledger
        that was put in its place the same number may be another task."""
        return any(event.get("hash") == self.read for event in view.events)

    def became(self, view: TaskView) -> Page:
        """What is there instead, on a task on which this does not stand any more."""
        if self.goes_on_in(view):
            return self.gone(view)
        words = "This is another task than the one that was shown: its history is not the same."
        there = Outside(text(view.document.get("title")), Tone.TITLE)
        return (note("another", words, Tone.BAD), field("there", "there now", there), *self.last_event(view))

    @cached_property
    def exact(self) -> Exact | None:
        """The text that is decided about, if there is one; measured once."""
        return self.to_read()

    def to_read(self) -> Exact | None:
        """The text that is decided about; None when there is none."""
        return None

    @property
    def choices(self) -> Sequence[str]:
        """What can be chosen from; outside text unless the decision says otherwise."""
        return ()

    @property
    def preselected(self) -> int | None:
        """The choice that stands when nothing is chosen; None where there is no safe one."""
        return None

    @property
    def reasons(self) -> Sequence[str]:
        """Reasons that were given on this task before, to be offered again; outside text."""
        return ()

    @abstractmethod
    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Every condition of the contract for this act, whether it holds, and by which fact.

        Args:
            operator: who would decide; None leaves out what depends on it.
        """

    # What the operator reads

    @abstractmethod
    def orient(self) -> Page:
        """Two sentences for somebody who comes cold: what the task is, and what is asked and why now."""

    @abstractmethod
    def beside(self) -> Page:
        """What is to be weighed."""

    # How it is given

    def code(self, given: Given) -> str:
        """The code that confirms it, as it would be given now; empty when there is nothing to confirm yet."""
        if self.subject is None or (self.choices and given.choice is None):
            return ""
        bound = {"act": self.kind, "subject": self.subject, "choice": given.choice}
        return confirmation_code(hashlib.sha256(canonical(bound)).hexdigest(), int(self.task["id"]))

    @abstractmethod
    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Records it.

        Raises:
            Refusal: it was not recorded.
        """

    @abstractmethod
    def recorded(self, view: TaskView) -> Page:
        """What was recorded, read back from the task as it was after the act."""

    def gone(self, view: TaskView) -> Page:
        """What happened instead, read from a task on which it is no longer to be decided."""
        stage, status = view.document.get("stage"), view.document.get("status")
        reason = text(view.document.get("blockedReason")) or text(view.document.get("abandonReason"))
        return (
            note("gone", f"The task has moved on: {status} at {stage}.", Tone.WARN),
            *((field("why", "reason", Outside(reason)),) if reason else ()),
            *self.last_event(view),
        )

    # Words that all of them need

    def look(self, view: TaskView | None = None) -> Subject:
        """A task as the views take it; the one that the decision was taken of when `view` is None."""
        seen = view or self.view
        return Subject(document=seen.document, card=seen.card, zone=self.zone)

    def name(self) -> tuple[Frag, ...]:
        """`#12 p1 Promote orders-db-2`."""
        return (
            Words(f"#{self.task['id']} {self.task['priority']} ", Tone.INFO),
            Outside(text(self.task.get("title")), Tone.TITLE),
        )

    def afterwards(self) -> Page:
        """What takes the place of `orient` once the decision was recorded."""
        decided, means = self.outcome
        return (item("what", (), *self.name(), Words(f" {decided}")), note("asked", means, Tone.PLAIN))

    def as_it_was(self) -> Page:
        """What takes the place of `orient` once there is nothing to decide here any more."""
        words = " is shown as it was when this screen was opened; nothing is decided here any more."
        return (item("what", (), *self.name(), Words(words)),)

    def missing(self) -> Page:
        """The conditions that do not hold, whoever decides, but for the first: the screen says that one."""
        closed = [each for each in self.conditions(None) if not each.holds][1:]
        if not closed:
            return ()
        return (heading("conditions", "Not available either"), *condition_rows(closed), gap("conditions"))

    def operator_conditions(self, operator: str | None) -> Sequence[Condition]:
        """That the operator is named with visible text; empty while none is given."""
        return operator_conditions(operator)

    def event_by(self, view: TaskView) -> tuple[Frag, ...]:
        """Who gave this act and when, from the last event of its kind."""
        for event in reversed(view.events):
            if mapping(mapping(event.get("data")).get("act")).get("kind") == self.kind:
                at = event.get("at")
                by = event.get("actor") or mapping(mapping(event.get("data")).get("how")).get("operator")
                utc = (Words(" · UTC ", Tone.DIM), Outside(text(at)))
                return (who(by), Words(" · ", Tone.DIM), *when(self.look(view), at), *utc)
        return (Words("no event tells", Tone.WARN),)

    def last_event(self, view: TaskView) -> Page:
        """What was recorded last on a task, by whom and when."""
        if not view.events:
            return ()
        event = view.events[-1]
        how = mapping(mapping(event.get("data")).get("how"))
        by = event.get("actor") or how.get("operator") or how.get("osUser")
        kind = (Words(f"{event['seq']} ", Tone.DIM), Words(str(event["kind"])), Words(" by ", Tone.DIM))
        return (
            field(
                "last",
                "last event",
                *kind,
                who(by, "somebody"),
                Words(" · "),
                *when(self.look(view), event.get("at")),
            ),
        )


def condition_rows(conditions: Sequence[Condition], *, numbered: bool = False) -> Page:
    """Each condition with its tick or cross, the fact that decides it, and what to do where it does not hold.

    Args:
        conditions: in the contract's order.
        numbered: whether the contract counts them.
    """
    rows = []
    for index, each in enumerate(conditions, start=1):
        tick = Words("✓ ", Tone.GOOD) if each.holds else Words("✗ ", Tone.BAD)
        number = (Words(f"{index}. ", Tone.DIM),) if numbered else ()
        remedy = () if each.holds else (Words(" — ", Tone.DIM), Outside(each.remedy))
        rows.append(item(f"condition-{each.name}", (tick, *number), Outside(each.fact), *remedy))
    return tuple(rows)
