"""How far an agent says it is: the journal's progress, as ticks beside the runbook and as a bar (section 8).

Progress is what an agent reports, not what anybody has checked, and it says nothing of which list it
counts. So steps are set beside the runbook's only when it counts as many as the runbook has; otherwise the
bar and the note stand alone and the view says why there are no ticks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cookui.contract.card import COLUMNS
from cookui.tui.views.history import History, Moment
from cookui.tui.views.rows import Age, Frag, Outside, Part, Tone, Words
from cookui.tui.views.subject import Json, mapping, text


@dataclass(frozen=True, slots=True)
class Progress:
    """The newest report of one stage.

    Args:
        step, total: as reported, from 1.
        note: the agent's words; outside text, may be empty.
        at: when it was recorded.
        over: whether the stage's record has come in since: the last step was not left open.
    """

    step: int
    total: int
    note: str
    at: str
    over: bool = False


def progress(history: History, stage: str) -> Progress | None:
    """The newest report of the work at `stage` that is still about the same work.

    A request and its grant do not end an execution's work (the next executor goes on); a new plan, a
    kickback and a decline do, and so does a report that follows after the record.
    """
    newest: Progress | None = None
    for moment in history.moments:
        at = str(moment.document["stage"]) if moment.document is not None else stage
        if moment.kind == "progress" and at == stage:
            act = moment.act
            newest = Progress(_count(act, "step"), _count(act, "total"), text(act.get("note")), moment.at)
        elif newest is not None:
            newest = _later(newest, moment, stage, at)
    return newest


def _later(report: Progress, moment: Moment, stage: str, at: str) -> Progress | None:
    """What is left of a report after an event that follows it; `at` is where the task is after that event."""
    recorded = str(moment.act.get("stage")) if moment.kind == "record" else ""
    if recorded == "plan" or moment.kind in ("decline", "start"):
        return None
    if recorded == stage:
        if stage == "execute" and mapping(moment.act.get("return")).get("result") != "executed":
            return report if at == stage else None
        report = replace(report, over=True)
    return None if report.over and COLUMNS.index(at) <= COLUMNS.index(stage) else report


def _count(act: Json, name: str) -> int:
    value = act.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def tick(report: Progress | None, number: int, length: int) -> tuple[str, Tone]:
    """The mark of step `number` (from 1) of a list of `length` texts: done, being done, or nothing yet."""
    if report is None or report.total != length:
        return " ", Tone.DIM
    if number < report.step or (report.over and number == report.step):
        return "✓", Tone.GOOD
    return ("▸", Tone.INFO) if number == report.step else ("·", Tone.DIM)


def bar(report: Progress) -> tuple[Part, ...]:
    """The report as a bar: what is behind and what is ahead; the words beside it say how far."""
    step = min(report.step, report.total)
    return (
        Part("", float(step), Tone.GOOD, "━"),
        Part("", float(max(report.total - step, 0)), Tone.DIM, "─"),
    )


def in_words(report: Progress, length: int) -> list[Frag]:
    """The report beside its bar: how far, the agent's note, and when it said so."""
    frags: list[Frag] = [Words(f"step {report.step} of {report.total}", Tone.INFO)]
    if report.note:
        frags += [Words(" · ", Tone.DIM), Outside(report.note)]
    frags += [Words(" · ", Tone.DIM), Age(report.at)]
    if report.total != length:
        frags.append(
            Words(f" · it counts {report.total} steps, the runbook has {length}: no ticks", Tone.WARN)
        )
    return frags
