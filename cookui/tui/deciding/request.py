"""What granting and declining have in common: the pending request, and what becomes of it while it is
looked at (section 5)."""

from __future__ import annotations

from datetime import tzinfo

from cookui.contract import queries
from cookui.contract.requests import State
from cookui.contract.stages import Category
from cookui.text.measures import measure
from cookui.tui.deciding.decision import Decision, Given
from cookui.tui.deciding.weighing import fate_words, weighing
from cookui.tui.ports.ledger import Json, Seen, TaskView
from cookui.tui.views.approvals import fates
from cookui.tui.views.rows import Age, Outside, Page, Tone, Words, field, item
from cookui.tui.views.subject import digits, objects, text, when, who


class OnRequest(Decision):
    """A decision on the pending request."""

    def __init__(self, view: TaskView, zone: tzinfo) -> None:
        super().__init__(view, zone)
        self.request: Json = queries.awaiting_request(view.document) or {}

    @classmethod
    def find(cls, view: TaskView) -> Json | None:
        """The request's id, cycle and the digest of its text."""
        request = queries.awaiting_request(view.document)
        if request is None:
            return None
        return {
            "request": request["id"],
            "cycle": request["cycle"],
            "sha256": measure(request["mutation"]).sha256,
        }

    @property
    def mutation(self) -> str:
        """The text that would be granted."""
        return text(self.request.get("mutation"))

    def seen(self, given: Given) -> Seen:
        """What the act is bound to: the text that was drawn, not the one that should have been."""
        return Seen(int(self.request["id"]), given.shown_sha256, given.elapsed_ms)

    def orient(self) -> Page:
        """What the task is; what is asked, by whom and since when."""
        request = self.request
        if self.subject is None:
            return (item("what", (), *self.name(), Words(" has no request that waits for a decision.")),)
        kind = "An operation" if self.task.get("category") == Category.OPERATION else "A task"
        what = (
            Words(f"{kind} at execute (cycle {digits(request.get('cycle'))}) asks "),
            Words("your permission", Tone.TITLE),
            Words(" for one step."),
        )
        asked = (
            Words("It stopped "),
            Age(text(request.get("requestedAt"))),
            Words(" ago and may do "),
            Words("exactly what is written below", Tone.TITLE),
            Words(", no more."),
        )
        # Names and titles come behind labels and below our sentences: one that reads like a sentence of ours
        # must neither pass for it nor push it out of sight.
        return (
            item("what", (), *what),
            item("asked", (), *asked),
            field("task", "task", *self.name()),
            field("by", "asked by", who(request.get("requestedBy"))),
        )

    def beside(self) -> Page:
        """What is missing, when something is; then everything that is to be weighed."""
        missing = () if self.is_open() else self.missing()
        if self.exact is None:
            return missing
        return (*missing, *weighing(self.look(), self.request, self.exact.oddities()), *self.exact.digest())

    def gone(self, view: TaskView) -> Page:
        """Who granted or declined it, or what took its place."""
        number = int(self.request.get("id", -1))
        requests = objects(view.document.get("approvalRequests"))
        if self.subject is None or number >= len(requests):
            return super().gone(view)
        look = self.look(view)
        came = fates(look)[number]
        is_newest = number + 1 == len(requests)
        if came.state is State.PENDING or (came.state is State.CLOSED and is_newest and not came.by):
            return super().gone(view)  # the task's last event says more than that nobody decided
        rows = [field("gone", f"request {number}", *fate_words(look, came))]
        if came.reason:
            rows.append(field("why", "reason", Outside(came.reason)))
        if not is_newest:
            newest = requests[-1]
            same = "the same text" if newest.get("mutation") == self.mutation else "another text"
            words = (Words(f"{same}, asked by ", Tone.WARN), who(newest.get("requestedBy")), Words(" · "))
            rows.append(
                field("newest", f"request {newest.get('id')}", *words, *when(look, newest.get("requestedAt")))
            )
        return tuple(rows)
