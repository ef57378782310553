"""Why: what the task waits for, what may be recorded next and by whom not, and what every act needs
(sections 3 to 8).

The conditions come from the contract itself, the very ones that its rules refuse from; so a key that is off
here and an act that would be refused can never differ. What holds is said with its fact, what does not with
its remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cookui.contract.conditions import (
    Condition,
    abandon_conditions,
    answer_conditions,
    approve_conditions,
    block_conditions,
    decline_conditions,
    release_conditions,
    reverify_conditions,
    unblock_conditions,
)
from cookui.contract.waiting import may_record
from cookui.tui.views.rows import Age, Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import UNKNOWN_FORM, Json, Subject, mapping, text, who


@dataclass(frozen=True, slots=True)
class Act:
    """One act that a person may think of.

    Args:
        verb: the command's last word.
        title: what the act is called on the screen.
        conditions: what it needs.
    """

    verb: str
    title: str
    conditions: Callable[[Subject, str | None], Sequence[Condition]]


ACTS = (
    Act("approve", "Approve", lambda s, o: approve_conditions(s.document, o, s.executors)),
    Act("decline", "Decline", lambda s, o: decline_conditions(s.document, o, s.executors)),
    Act("reverify", "Reverify", lambda s, _: reverify_conditions(s.document)),
    Act("answer", "Answer the fork", lambda s, o: answer_conditions(s.document, o)),
    Act("block", "Block", lambda s, o: block_conditions(s.document, o)),
    Act("unblock", "Unblock", lambda s, o: unblock_conditions(s.document, o)),
    Act("abandon", "Abandon", lambda s, o: abandon_conditions(s.document, o)),
    Act("release", "Release the claim", lambda s, _: release_conditions(s.document)),
)


def page(subject: Subject, operator: str | None, read_only: bool = False) -> Page:
    """The rows of the answer.

    Args:
        subject: the task.
        operator: who would act; None while nobody is named.
        read_only: whether every acting key is taken away.
    """
    now = mapping(subject.card.get("now"))
    rows: list[Row] = [
        heading("why", "Why"),
        field("waits", "  now", *standing(now)),
    ]
    if read_only:
        rows.append(note("read-only", "This cookui is read-only: every acting key is taken away.", Tone.WARN))
    rows += _next(subject)
    for act in ACTS:
        rows += _act(act, act.conditions(subject, operator))
    return tuple(rows)


def standing(now: Json) -> list[Frag]:
    """What is true of a task now, from its card: mark, words, step, and since when."""
    mark = text(now.get("mark"))
    tone = {"▲": Tone.WAIT, "●": Tone.INFO, "✗": Tone.BAD, "⏸": Tone.WARN, "✓": Tone.GOOD}.get(mark, Tone.DIM)
    frags: list[Frag] = [
        Words(f"{mark if tone is not Tone.DIM else '○'} ", tone),
        Outside(text(now.get("words")), tone),
    ]
    if isinstance(now.get("step"), int) and isinstance(now.get("total"), int):
        frags.append(Words(f" · step {now['step']} of {now['total']}", Tone.INFO))
    if text(now.get("note")):
        frags += [Words(" · ", Tone.DIM), Outside(text(now.get("note")))]
    if text(now.get("since")):
        frags += [Words(" · ", Tone.DIM), Age(text(now.get("since")))]
    return frags


def _next(subject: Subject) -> list[Row]:
    rows: list[Row] = [gap("next"), heading("next", "May be recorded next")]
    found = may_record(subject.document)
    if not found:
        rows.append(note("next-none", "  Nothing: a person has to act first, or the task is over."))
    for each in found:
        rows.append(item(f"next-{each.stage}", f"  {each.stage:<8} ", Words(each.why)))
        for number, (name, why) in enumerate(each.bars.items()):
            lead = (Words(f"  {'':<8} ✗ not by ", Tone.WARN),)
            rows.append(item(f"next-{each.stage}-{number}", lead, who(name), Words(f": {why}", Tone.DIM)))
    return rows


def _act(act: Act, conditions: Sequence[Condition]) -> list[Row]:
    holds = all(each.holds for each in conditions)
    missing = sum(not each.holds for each in conditions)
    state = (
        Words("✓ can be done now", Tone.GOOD)
        if holds
        else Words(f"✗ not now: {missing} of {len(conditions)} conditions", Tone.DIM)
    )
    rows: list[Row] = [gap(act.verb), heading(act.verb, act.title, state)]
    for each in conditions:
        lead = (Words("  ✓ ", Tone.GOOD) if each.holds else Words("  ✗ ", Tone.BAD),)
        frags: list[Frag] = [Outside(each.fact)]
        if each.remedy:
            frags += [Words(" → ", Tone.DIM), Outside(each.remedy, Tone.DIM)]
        rows.append(item(f"{act.verb}-{each.name}", lead, *frags))
    return rows


def reasons(subject: Subject, operator: str | None) -> dict[str, str]:
    """Why acts cannot be done now, by verb: the first condition that fails, and its remedy."""
    found = {}
    for act in ACTS:
        try:
            failing = [each for each in act.conditions(subject, operator) if not each.holds]
        except UNKNOWN_FORM as error:
            found[act.verb] = f"the document has an unknown form ({type(error).__name__})"
            continue
        if failing:
            found[act.verb] = f"{failing[0].fact}. {failing[0].remedy}"
    return found
