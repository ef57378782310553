"""Granting the request that is pending (section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cookui.contract import queries
from cookui.contract.conditions import Condition, approve_conditions
from cookui.contract.waiting import waits_for
from cookui.text.code import confirmation_code
from cookui.text.measures import measure
from cookui.tui.deciding.decision import Given
from cookui.tui.deciding.exact import Exact
from cookui.tui.deciding.request import OnRequest
from cookui.tui.ports.ledger import LedgerPort, TaskView
from cookui.tui.views.approvals import how_words
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Frag, Outside, Page, Tone, Words, field, note
from cookui.tui.views.subject import objects, text, when, who


class Approve(OnRequest):
    """Grants the request."""

    kind: ClassVar[str] = "approve"
    title: ClassVar[str] = "Approve"
    does: ClassVar[str] = "grants"
    outcome: ClassVar[tuple[str, str]] = (
        "has your grant for one step.",
        "A fresh executor may do exactly what is written below, no more; the grant stands at the foot.",
    )

    def to_read(self) -> Exact | None:
        """The boundary; it must be read to its end."""
        return Exact("approval boundary", self.mutation, must_be_read=True) if self.subject else None

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `approve`, with every agent that ever executed on the task."""
        return approve_conditions(self.task, operator, queries.executors_of(self.view.events))

    def code(self, given: Given) -> str:  # noqa: ARG002 - nothing else goes into it: `cook approve` asks for the same
        """The code that `cook approve` asks for, too."""
        if self.subject is None:
            return ""
        return confirmation_code(str(self.subject["sha256"]), int(self.subject["request"]))

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Grants what was seen."""
        return await ledger.approve(int(self.task["id"]), given.operator, self.seen(given), read=self.read)

    def recorded(self, view: TaskView) -> Page:
        """The grant, as it is stored."""
        number = self.request.get("id")
        grants = [each for each in objects(view.document.get("approvals")) if each.get("requestId") == number]
        grant = grants[-1] if grants else {}
        at = text(grant.get("grantedAt"))
        same = grant.get("mutation") == self.mutation
        return (
            note("recorded", "✓ Granted, and recorded:", Tone.GOOD),
            field("granted-by", "grantedBy", who(grant.get("grantedBy"))),
            field("granted-at", "grantedAt", *when(self.look(view), at)),
            field("granted-utc", "  in UTC", Outside(at)),
            field("granted-request", "request", Words(f"{number} · "), _same_words(same)),
            field("granted-how", "given", *self._how(view)),
            field("waits", "now", Outside(waits_for(view.document, view.events))),
        )

    def _how(self, view: TaskView) -> tuple[Frag, ...]:
        events = [event for event in view.events if event.get("kind") == "approve"]
        if not events:
            return (Words("in an event that is not shown"),)
        return tuple(how_words(Moment(events[-1], None), measure(self.mutation).sha256))


def _same_words(same: bool) -> Words:
    if same:
        return Words("the text that was shown, code point by code point", Tone.GOOD)
    return Words("ANOTHER text than was shown", Tone.BAD)
