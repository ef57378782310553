"""Asking for a fresh verifier after a failed verification, without touching the execution (section 7)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import ClassVar

from cookui.contract.conditions import Condition, reverify_conditions
from cookui.contract.slots import verifier_bars
from cookui.contract.waiting import waits_for
from cookui.text.strict_json import canonical
from cookui.tui.deciding.decision import Decision, Given, condition_rows
from cookui.tui.ports.ledger import Json, LedgerPort, TaskView
from cookui.tui.views.findings import findings
from cookui.tui.views.rows import Age, Outside, Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import mapping, objects, plural, when, who


class Reverify(Decision):
    """Archives the failed judgment and vacates the verifier's slot. Its conditions are shown whether they
    hold or not."""

    kind: ClassVar[str] = "reverify"
    title: ClassVar[str] = "Reverify"
    does: ClassVar[str] = "archives this judgment"
    outcome: ClassVar[tuple[str, str]] = (
        "waits for another verifier.",
        "The failed judgment is in the archive and the execution is as it was.",
    )

    @classmethod
    def find(cls, view: TaskView) -> Json | None:
        """The digest of the whole judgment that would be archived."""
        task = view.document
        if mapping(task.get("verification")).get("verdict") is None:
            return None
        judgment = {name: task.get(name) for name in ("verification", "audit", "agents")}
        cycle = mapping(task.get("execution")).get("cycle")
        return {"cycle": cycle, "judgment": hashlib.sha256(canonical(judgment)).hexdigest()}

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """The seven, and that the operator is named."""
        return [*reverify_conditions(self.task), *self.operator_conditions(operator)]

    def orient(self) -> Page:
        """What failed, and what would happen."""
        task = self.task
        verification = mapping(task.get("verification"))
        rows = objects(verification.get("postconditions"))
        false = sum(row.get("ok") is not True for row in rows)
        if self.subject is None:
            found: tuple[Words | Outside | Age, ...] = (Words(" has no verification to repeat."),)
        else:
            count = f"{false} of {plural(len(rows), 'row')} false" if rows else "without rows"
            found = (
                Words(f" was verified by {'' if verification.get('verifier_agent_id') else 'nobody'}"),
                *(
                    (who(verification.get("verifier_agent_id")),)
                    if verification.get("verifier_agent_id")
                    else ()
                ),
                Words(f": {verification.get('verdict')}, {count}."),
            )
        return (
            item("what", (), *self.name(), *found),
            note(
                "asked",
                "To reverify is to ask another verifier to look at the same execution again: "
                "nothing is executed, and the judgment stays readable in the archive.",
                Tone.PLAIN,
            ),
        )

    def beside(self) -> Page:
        """The seven conditions, what is kept and cleared, who may not come back, and the findings."""
        seven = reverify_conditions(self.task)
        missing = sum(not each.holds for each in seven)
        verdict = Words("✓ all seven hold", Tone.GOOD)
        if missing:
            verdict = Words(
                f"✗ {missing} of seven {'does' if missing == 1 else 'do'} not hold: not available", Tone.BAD
            )
        return (
            heading("conditions", "Conditions", verdict),
            *condition_rows(seven, numbered=True),
            *self._kept(),
            *self._barred(),
            *findings(
                "finding", mapping(self.task.get("verification")).get("findings"), self.subject is not None
            ),
        )

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Archives the judgment."""
        return await ledger.reverify(int(self.task["id"]), given.operator, read=self.read)

    def recorded(self, view: TaskView) -> Page:
        """The archived judgment, and that the task waits for another verifier."""
        archived = objects(view.document.get("judgmentHistory"))
        entry = archived[-1] if archived else {}
        return (
            note(
                "recorded", "✓ Recorded: the judgment is archived, the verifier's slot is vacant.", Tone.GOOD
            ),
            field(
                "archived",
                "archived as",
                Words(f"judgment {entry.get('cycle')} · "),
                *when(self.look(view), entry.get("at")),
            ),
            field("archived-of", "verifier", who(mapping(entry.get("agents")).get("verifier_agent_id"))),
            field("by", "operator", *self.event_by(view)),
            field("waits", "now", Outside(waits_for(view.document, view.events))),
        )

    def _kept(self) -> Iterator[Row]:
        task = self.task
        execution = mapping(task.get("execution"))
        audit = mapping(task.get("audit"))
        yield gap("kept")
        yield heading("kept", "Kept and cleared")
        yield field(
            "kept-execution",
            "kept",
            Words("the execution of "),
            who(execution.get("executor_agent_id")),
            Words(f", cycle {execution.get('cycle', '?')}"),
        )
        approvals = len(objects(task.get("approvals")))
        yield field("kept-approvals", "kept", Words(f"{plural(approvals, 'grant')}, as given"))
        recorded = audit.get("audit_agent_id") is not None
        words = f"the audit: {audit.get('verdict')}" if recorded else "no audit was recorded"
        yield field(
            "kept-audit",
            "kept",
            Words(words),
            *((Words(" by "), who(audit["audit_agent_id"])) if recorded else ()),
        )
        yield field("archived", "archived", Words("verification, audit and who gave them, whole"))
        yield field(
            "cleared", "cleared", Words("the verification and the name in the verifier's slot; nothing else")
        )

    def _barred(self) -> Iterator[Row]:
        """Who may not verify next: everybody barred now, and the verifier that this would archive."""
        yield gap("barred")
        yield heading("barred", "May not verify next")
        current = mapping(self.task.get("agents")).get("verifier_agent_id")
        listed = [(bar.name, bar.why) for bar in verifier_bars(self.task)]
        if isinstance(current, str):
            listed.append((current, "the verifier of this judgment"))
        seen: set[str] = set()
        for name, why in listed:
            if name not in seen:
                seen.add(name)
                yield item(f"barred-{len(seen)}", "  ", Outside(name), Words(f"  {why}", Tone.DIM))
