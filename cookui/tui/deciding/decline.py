"""Declining the request that is pending: it is closed for good, and the task goes back with the reason
(section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cookui.contract import queries
from cookui.contract.conditions import Condition, decline_conditions
from cookui.contract.waiting import waits_for
from cookui.tui.deciding.decision import Given
from cookui.tui.deciding.exact import Exact
from cookui.tui.deciding.request import OnRequest
from cookui.tui.ports.ledger import LedgerPort, TaskView
from cookui.tui.views.rows import Outside, Page, Tone, Words, field, note
from cookui.tui.views.subject import objects, text, when, who


class Decline(OnRequest):
    """Declines the request and sends the task back, with the reason."""

    kind: ClassVar[str] = "decline"
    title: ClassVar[str] = "Decline"
    does: ClassVar[str] = "declines"
    outcome: ClassVar[tuple[str, str]] = (
        "does not get your permission.",
        "This request can never be granted any more; the decline stands at the foot.",
    )
    asks_reason: ClassVar[bool] = True
    choices_label: ClassVar[str] = "back to"
    choices_mean: ClassVar[Sequence[str]] = (
        "another plan for the same goal",
        "the goal itself is looked at again, then planned anew",
    )

    def to_read(self) -> Exact | None:
        """The boundary. Saying no needs no reading to the end."""
        return Exact("approval boundary", self.mutation, must_be_read=False) if self.subject else None

    @property
    def choices(self) -> Sequence[str]:
        """The two stages that a decline may send to."""
        return ("plan", "capture")

    @property
    def reasons(self) -> Sequence[str]:
        """Why earlier requests of this task were declined, the newest first."""
        return [text(each.get("reason")) for each in reversed(objects(self.task.get("declines")))]

    @property
    def preselected(self) -> int | None:
        """Back to plan: less is undone."""
        return 0

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `decline`, with every agent that ever executed on the task."""
        return decline_conditions(self.task, operator, queries.executors_of(self.view.events))

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Declines what was seen."""
        to = self.choices[given.choice or 0]
        return await ledger.decline(
            int(self.task["id"]), given.operator, given.reason, to, self.seen(given), read=self.read
        )

    def recorded(self, view: TaskView) -> Page:
        """The decline, as it is stored, and where the task went."""
        number = self.request.get("id")
        declines = [
            each for each in objects(view.document.get("declines")) if each.get("requestId") == number
        ]
        decline = declines[-1] if declines else {}
        at = text(decline.get("declinedAt"))
        kickback = (objects(view.document.get("kickbacks")) or [{}])[-1]
        return (
            note("recorded", "✓ Declined, and recorded:", Tone.GOOD),
            field("declined-by", "declinedBy", who(decline.get("declinedBy"))),
            field("declined-at", "declinedAt", *when(self.look(view), at)),
            field("declined-utc", "  in UTC", Outside(at)),
            field("declined-request", "request", Words(f"{number}: it can never be granted any more")),
            field("declined-reason", "reason", Outside(text(decline.get("reason")))),
            field("kickback", "kicked back", Outside(f"{kickback.get('from')} → {kickback.get('to')}")),
            field("waits", "now", Outside(waits_for(view.document, view.events))),
        )
