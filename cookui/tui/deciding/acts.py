"""The short acts of section 8: block, unblock, abandon, and taking a claim from its holder.

Each is tied to the task's state as it was read: a task that has moved on meanwhile is another one to block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from cookui.contract.conditions import (
    Condition,
    abandon_conditions,
    block_conditions,
    release_conditions,
    unblock_conditions,
)
from cookui.contract.waiting import waits_for
from cookui.tui.deciding.decision import Decision, Given, condition_rows
from cookui.tui.deciding.exact import Exact
from cookui.tui.ports.ledger import Json, LedgerPort, TaskView
from cookui.tui.views.rows import Frag, Outside, Page, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import mapping, text, when, who


class Act(Decision):
    """An act on the task as a whole."""

    consequence: ClassVar[str]
    """What it does, for somebody who does not know the word."""

    @classmethod
    def find(cls, view: TaskView) -> Json | None:
        """Where the task stands."""
        return {name: view.document.get(name) for name in ("status", "stage", "blockedReason")}

    def orient(self) -> Page:
        """Where the task stands, and what the act does."""
        where: tuple[Frag, ...] = (Words(f" is {self.task.get('status')} at {self.task.get('stage')}"),)
        if self.task.get("status") == "in_progress":
            where += (Words(": "), Outside(waits_for(self.task, self.view.events)))
        return (
            item("what", (), *self.name(), *where),
            note("does", self.consequence, Tone.PLAIN),
        )

    def beside(self) -> Page:
        """The conditions, and the last event."""
        return (
            heading("conditions", "Conditions"),
            *condition_rows(self.conditions(None)),
            gap("last"),
            *self.last_event(self.view),
        )

    def recorded(self, view: TaskView) -> Page:
        """The event, and where the task stands now."""
        status, stage = view.document.get("status"), view.document.get("stage")
        return (
            note("recorded", f"✓ Recorded: the task is {status} at {stage}.", Tone.GOOD),
            field("by", "operator", *self.event_by(view)),
            *self.kept(view),
            field("waits", "now", Outside(waits_for(view.document, view.events))),
        )

    def kept(self, view: TaskView) -> Page:  # noqa: ARG002 - for whoever overrides it
        """What else of the act is stored."""
        return ()


class Block(Act):
    """Stops the task until it is unblocked."""

    kind: ClassVar[str] = "block"
    title: ClassVar[str] = "Block"
    does: ClassVar[str] = "blocks"
    outcome: ClassVar[tuple[str, str]] = (
        "is blocked.",
        "Nothing is recorded on it until an operator unblocks it.",
    )
    asks_reason: ClassVar[bool] = True
    consequence: ClassVar[str] = (
        "To block is to stop it where it stands: no specialist's record is taken until an operator "
        "unblocks it."
    )

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `block`."""
        return block_conditions(self.task, operator)

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Blocks it."""
        return await ledger.block(int(self.task["id"]), given.operator, given.reason, read=self.read)

    def kept(self, view: TaskView) -> Page:
        """The reason."""
        return (field("reason", "reason", Outside(text(view.document.get("blockedReason")))),)


class Unblock(Act):
    """Lets a blocked task go on."""

    kind: ClassVar[str] = "unblock"
    title: ClassVar[str] = "Unblock"
    does: ClassVar[str] = "unblocks"
    outcome: ClassVar[tuple[str, str]] = (
        "is not blocked any more.",
        "It goes on from where it was stopped.",
    )
    consequence: ClassVar[str] = (
        "To unblock is to let it go on from where it was stopped; the reason below is settled."
    )

    def to_read(self) -> Exact | None:
        """Why it was blocked."""
        reason = text(self.task.get("blockedReason"))
        return Exact("blocked because", reason, must_be_read=True) if reason else None

    def orient(self) -> Page:
        """Where it was stopped. Why is read in full below, and once."""
        where = Words(f" is {self.task.get('status')} at {self.task.get('stage')}.")
        return (item("what", (), *self.name(), where), note("does", self.consequence, Tone.PLAIN))

    def beside(self) -> Page:
        """The conditions, and what is unusual in the reason."""
        odd = (gap("odd"), *self.exact.oddities()) if self.exact and self.exact.unusual else ()
        return (*super().beside(), *odd)

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `unblock`; the one that quotes the reason leaves it to the text that is read in full."""
        return [
            each._replace(fact="the task is blocked, for the reason to be read here")
            if each.holds and each.name == "blocked"
            else each
            for each in unblock_conditions(self.task, operator)
        ]

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Unblocks it."""
        return await ledger.unblock(int(self.task["id"]), given.operator, read=self.read)


class Abandon(Act):
    """Ends the task for good."""

    kind: ClassVar[str] = "abandon"
    title: ClassVar[str] = "Abandon"
    does: ClassVar[str] = "abandons for good"
    outcome: ClassVar[tuple[str, str]] = (
        "is abandoned.",
        "It has ended for good; nothing was undone.",
    )
    asks_reason: ClassVar[bool] = True
    consequence: ClassVar[str] = (
        "To abandon is to end it for good without finishing it: nothing is undone, nothing can be recorded "
        "on it any more, and there is no way back."
    )

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `abandon`."""
        return abandon_conditions(self.task, operator)

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Abandons it."""
        return await ledger.abandon(int(self.task["id"]), given.operator, given.reason, read=self.read)

    def kept(self, view: TaskView) -> Page:
        """The reason."""
        return (field("reason", "reason", Outside(text(view.document.get("abandonReason")))),)


class Release(Act):
    """Takes the claim from its holder."""

    kind: ClassVar[str] = "release"
    title: ClassVar[str] = "Release"
    does: ClassVar[str] = "releases the claim"
    outcome: ClassVar[tuple[str, str]] = (
        "is nobody's claim any more.",
        "Another can drive it now.",
    )
    consequence: ClassVar[str] = (
        "To release is to take the claim from its holder, so that another can drive the task; whatever the "
        "holder still does is not stopped by it."
    )

    @classmethod
    def find(cls, view: TaskView) -> Json | None:
        """The claim: who holds it, and since when."""
        claim = view.document.get("claim")
        return dict(claim) if isinstance(claim, Mapping) else None

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """That somebody holds the task; the operator releases by force."""
        return [*release_conditions(self.task, operator, force=True), *self.operator_conditions(operator)]

    def beside(self) -> Page:
        """The holder, the conditions, and the last event."""
        claim = mapping(self.task.get("claim"))
        held = (who(claim.get("by")), Words(" · since "), *when(self.look(), claim.get("at")))
        return (
            heading("claim", "Claim"),
            field("holder", "held by", *held),
            gap("conditions"),
            *super().beside(),
        )

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Takes the claim."""
        return await ledger.release(int(self.task["id"]), given.operator, read=self.read)


ACTS: Mapping[str, type[Act]] = {each.kind: each for each in (Block, Unblock, Abandon, Release)}
"""The acts by name, as `open_act` takes them."""
