"""The tabs of the task screen: what each is called, what it shows, what its badge counts, and what can be
stepped through.

Plans, executions and judgments replace one another; the newest is shown until somebody steps back, and then
the one chosen stays, whatever is recorded meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from cookui.contract.queries import awaiting_request
from cookui.tui.views import approvals, execution, judgments, plan, timeline, verification
from cookui.tui.views.rows import Page, Tone, Words
from cookui.tui.views.subject import UNKNOWN_FORM, Subject, mapping, objects, text


class Tab(StrEnum):
    """The tabs, in their order; their numbers are their keys."""

    PLAN = "plan"
    EXECUTION = "execution"
    APPROVALS = "approvals"
    VERIFICATION = "verification"
    JUDGMENTS = "judgments"
    TIMELINE = "timeline"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What of a tab is looked at.

    Args:
        at: the plan's or execution's event, or the judgment's number; None for the newest, whichever it is.
        beside: whether the judgment is set beside the one before.
    """

    at: int | None = None
    beside: bool = False


def build(tab: Tab, subject: Subject, chosen: Chosen, now: datetime) -> Page:
    """The rows of a tab."""
    match tab:
        case Tab.PLAN:
            return plan.page(subject, chosen.at)
        case Tab.EXECUTION:
            return execution.page(subject, chosen.at)
        case Tab.APPROVALS:
            return approvals.page(subject)
        case Tab.VERIFICATION:
            return verification.page(subject)
        case Tab.JUDGMENTS:
            return judgments.page(subject, chosen.at, chosen.beside)
        case Tab.TIMELINE:
            return timeline.page(subject, now)


_STEPS: dict[Tab, Callable[[Subject], list[int]]] = {
    Tab.PLAN: lambda subject: [moment.seq for moment in plan.plans(subject)],
    Tab.EXECUTION: lambda subject: [moment.seq for moment in execution.executions(subject)],
    Tab.JUDGMENTS: lambda subject: [each.number for each in judgments.judgments(subject)],
}


def steps(tab: Tab, subject: Subject) -> list[int]:
    """What can be stepped through on a tab, oldest first; empty where nothing can."""
    found = _STEPS.get(tab)
    return [] if found is None else found(subject)


def stepped(tab: Tab, subject: Subject, chosen: Chosen, by: int) -> Chosen | None:
    """The choice one step older (-1) or newer (1); None when there is none."""
    listed = steps(tab, subject)
    if not listed:
        return None
    at = listed.index(chosen.at) if chosen.at in listed else len(listed) - 1
    if not 0 <= at + by < len(listed):
        return None
    newest = at + by == len(listed) - 1
    return replace(chosen, at=None if newest else listed[at + by])


def first(subject: Subject) -> Tab:
    """The tab that answers what somebody who opens the task now most likely asks."""
    stage = subject.document.get("stage")
    if any(ask.get("kind") == "approval" for ask in objects(subject.card.get("asks"))):
        return Tab.APPROVALS
    return Tab.VERIFICATION if stage in ("verify", "audit", "done") else Tab.PLAN


def badges(subject: Subject) -> list[Words | None]:
    """What each tab's title says beside its name: counts, and whether something there waits or failed."""
    found: list[Words | None] = []
    for tab in Tab:
        try:
            found.append(_badge(tab, subject))
        except UNKNOWN_FORM:
            found.append(Words("?", Tone.WARN))
    return found


def _badge(tab: Tab, subject: Subject) -> Words | None:
    document = subject.document
    match tab:
        case Tab.PLAN:
            fork = any(ask.get("kind") == "fork" for ask in objects(subject.card.get("asks")))
            return Words("▲", Tone.WAIT) if fork else None
        case Tab.EXECUTION:
            count = len(execution.executions(subject))
        case Tab.APPROVALS:
            if awaiting_request(document) is not None:
                return Words("▲", Tone.WAIT)
            count = len(objects(document.get("approvalRequests")))
        case Tab.VERIFICATION:
            return _verified(subject)
        case Tab.JUDGMENTS:
            count = len(objects(document.get("judgmentHistory")))
        case Tab.TIMELINE:
            count = len(subject.history.moments)
    return Words(f"{count:,}", Tone.DIM) if count else None


def _verified(subject: Subject) -> Words | None:
    judged = verification.current(subject)
    if judged.verification.get("verdict") is None:
        return None
    pairs = verification.pair(judged.planned, objects(judged.verification.get("postconditions")))
    if any(each.fit is not verification.Fit.SAME for each in pairs):
        return Words("≠", Tone.BAD)
    false = sum(mapping(each.row).get("ok") is not True for each in pairs)
    if false or text(judged.verification.get("verdict")) != "pass":
        return Words(f"✗{false}" if false else "✗", Tone.BAD)
    return Words("✓", Tone.GOOD)
