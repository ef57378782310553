"""Answering a fork that a planner could not decide (sections 4, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cookui.contract.conditions import Condition, answer_conditions
from cookui.contract.queries import fork_of
from cookui.contract.waiting import waits_for
from cookui.tui.deciding.decision import Decision, Given
from cookui.tui.deciding.exact import Exact
from cookui.tui.ports.ledger import Json, LedgerPort, TaskView
from cookui.tui.views.rows import (
    Age,
    Outside,
    Page,
    Row,
    Tone,
    Words,
    field,
    gap,
    heading,
    item,
    note,
    numbered,
)
from cookui.tui.views.subject import mapping, objects, plural, text, texts, when, who


class Answer(Decision):
    """Chooses one of the fork's options. No option is chosen beforehand, and each has a code of its own."""

    kind: ClassVar[str] = "answer"
    title: ClassVar[str] = "Answer"
    does: ClassVar[str] = "answers"
    outcome: ClassVar[tuple[str, str]] = (
        "has your answer to its fork.",
        "The next planner plans by it; the answer stands at the foot.",
    )
    choices_label: ClassVar[str] = "options"

    @classmethod
    def find(cls, view: TaskView) -> Json | None:
        """The fork, its options, and how many answers there were: an answered fork is another matter."""
        fork = fork_of(view.document)
        if fork is None:
            return None
        return {**fork, "answers": len(objects(view.document.get("answers")))}

    @property
    def fork(self) -> str:
        """What is to be decided, as the planner put it."""
        return text((self.subject or {}).get("fork"))

    def to_read(self) -> Exact | None:
        """The fork; it must be read to its end."""
        return Exact("fork", self.fork, must_be_read=True) if self.subject else None

    @property
    def choices(self) -> Sequence[str]:
        """The options, as the planner put them."""
        return texts((self.subject or {}).get("options"))

    def conditions(self, operator: str | None) -> Sequence[Condition]:
        """Those of `answer`."""
        return answer_conditions(self.task, operator)

    def orient(self) -> Page:
        """What the task is; what only the operator can decide."""
        planner, at = self._escalated()
        what = (
            *self.name(),
            Words(" has no plan yet: its planner met a fork that "),
            Words("only you", Tone.TITLE),
        )
        asked = (
            who(planner, "A planner"),
            Words(" escalated it "),
            *((Age(at), Words(" ago")) if at else ()),
        )
        return (
            item("what", (), *what, Words(" can decide.")),
            item("asked", (), *asked, Words("; your answer is recorded, and the next planner plans by it.")),
        )

    def beside(self) -> Page:
        """The fork's measures, the slices of the work, and earlier answers."""
        rows: list[Row] = [
            *(self.exact.rows() if self.exact else ()),
            gap("slices"),
            heading("slices", "Slices of the work"),
        ]
        rows += numbered("slice", texts(mapping(self.task.get("plan")).get("slices")))
        answers = objects(self.task.get("answers"))
        rows += [
            gap("answers"),
            heading("answers", "Earlier answers", Words(plural(len(answers), "answer"), Tone.DIM)),
        ]
        for index, given in reversed(list(enumerate(answers))):
            at = when(self.look(), given.get("answeredAt"))
            rows.append(
                field(f"answer-{index}", "answered by", who(given.get("answeredBy")), Words(" · "), *at)
            )
            rows.append(item(f"option-{index}", "  ", Outside(text(given.get("option")))))
            if given.get("fork") == self.fork:
                rows.append(
                    note(f"same-{index}", "  ⚠ to this very fork: another answer adds to it.", Tone.WARN)
                )
        return tuple(rows)

    async def carry_out(self, ledger: LedgerPort, given: Given) -> TaskView:
        """Answers the fork that was read with the option that was chosen."""
        option = self.choices[given.choice] if given.choice is not None else ""
        return await ledger.answer(int(self.task["id"]), given.operator, option, self.fork, read=self.read)

    def recorded(self, view: TaskView) -> Page:
        """The answer, as it is stored."""
        answer = (objects(view.document.get("answers")) or [{}])[-1]
        at = text(answer.get("answeredAt"))
        return (
            note("recorded", "✓ Answered, and recorded:", Tone.GOOD),
            field("answered-by", "answeredBy", who(answer.get("answeredBy"))),
            field("answered-at", "answeredAt", *when(self.look(view), at)),
            field("answered-utc", "  in UTC", Outside(at)),
            field("answered-option", "option", Outside(text(answer.get("option")))),
            field("waits", "now", Outside(waits_for(view.document, view.events))),
        )

    def _escalated(self) -> tuple[str, str]:
        """Who escalated the fork, and when; empty where the events do not tell."""
        for event in reversed(self.view.events):
            act = mapping(mapping(event.get("data")).get("act"))
            if act.get("kind") == "record" and act.get("stage") == "plan":
                return text(act.get("agent")), text(event.get("at"))
        return "", ""
