"""What an operator weighs before granting: the sections that stand beside the exact text, before its digest.

They answer, in this order, what somebody asks who comes cold: can it be undone, who asks, is the text what it
seems, did I not decide this before, is the ground prepared, and what will be there afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from cookui.contract.requests import Fate, State
from cookui.tui.views.approvals import fates
from cookui.tui.views.compare import marks
from cookui.tui.views.execution import evidence
from cookui.tui.views.rows import Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, numbered
from cookui.tui.views.subject import Json, Subject, mapping, plural, text, texts, when, who

DIFFERENCE_LINES = 40
"""How many lines of each text are drawn where two are compared."""


def weighing(subject: Subject, request: Json, oddities: Page = ()) -> Page:
    """All sections.

    Args:
        subject: the task.
        request: the request that is to be granted or declined, as stored.
        oddities: what is hidden or unusual in its text.
    """
    return (
        *_undoing(subject),
        *_asked(subject, request),
        *oddities,
        *_earlier(subject, request),
        *_ground(subject),
        *_afterwards(subject),
        gap("exact"),
    )


def fate_words(subject: Subject, came: Fate) -> tuple[Frag, ...]:
    """What became of a request, by whom and when."""
    by: tuple[Frag, ...] = (Words(" by ", Tone.DIM), Outside(came.by)) if came.by else ()
    at: tuple[Frag, ...] = (Words(" · ", Tone.DIM), *when(subject, came.at)) if came.at else ()
    return (Words(came.state, Tone.WARN), *by, *at)


def _asked(subject: Subject, request: Json) -> Iterator[Row]:
    yield gap("request")
    first = " the first of this task" if not request.get("id") else ""
    yield heading("request", f"Request {request.get('id')}", Words(first, Tone.DIM))
    yield field("by", "asked by", who(request.get("requestedBy")))
    yield field("at", "at", *when(subject, request.get("requestedAt")))


def _ground(subject: Subject) -> Iterator[Row]:
    plan, execution = mapping(subject.document.get("plan")), mapping(subject.document.get("execution"))
    yield gap("runbook")
    yield heading("runbook", "Runbook")
    yield from numbered("runbook", texts(plan.get("runbook")))
    yield gap("actions")
    yield heading("actions", "Done so far", Words("as the executor tells it", Tone.DIM))
    yield from numbered("action", texts(execution.get("actions")))
    yield gap("preconditions")
    yield heading("preconditions", "Preconditions")
    yield from numbered("precondition", texts(plan.get("preconditions")))
    yield from evidence("evidence", "The executor's evidence", execution.get("evidence"))
    yield field("evidence-at", "seen at", *when(subject, execution.get("recordedAt")))


def _undoing(subject: Subject) -> Iterator[Row]:
    yield heading("recovery", "Recovery boundary", Words("what undoing costs", Tone.DIM))
    yield item("recovery", (), Outside(text(mapping(subject.document.get("plan")).get("recoveryBoundary"))))


def _afterwards(subject: Subject) -> Iterator[Row]:
    yield gap("postconditions")
    yield heading("postconditions", "Postconditions", Words("what a verifier must find true", Tone.DIM))
    yield from numbered("postcondition", texts(mapping(subject.document.get("plan")).get("postconditions")))


def _earlier(subject: Subject, request: Json) -> Iterator[Row]:
    """The requests before this one, newest first, and how this text differs from the last of them, from
    the last that was granted, and whether it was declined before, and why."""
    exact = text(request.get("mutation"))
    before = fates(subject)[: int(request.get("id", 0))]
    if not before:
        return
    yield gap("earlier")
    yield heading("earlier", "Earlier requests", Words(plural(len(before), "request"), Tone.DIM))
    for index in reversed(range(len(before))):
        same = before[index].request.get("mutation") == exact
        words = Words(" · the same text" if same else " · another text", Tone.DIM)
        yield field(f"earlier-{index}", f"request {index}", *fate_words(subject, before[index]), words)
        if before[index].reason:
            yield field(f"because-{index}", "  because", Outside(before[index].reason))
    granted = [index for index, came in enumerate(before) if came.state is State.GRANTED]
    refused = [
        index
        for index, came in enumerate(before)
        if came.state is State.DECLINED and came.request.get("mutation") == exact
    ]
    for index in sorted({len(before) - 1, *granted[-1:], *refused[-1:]}, reverse=True):
        came = before[index]
        yield from _difference(index, came.state, text(came.request.get("mutation")), exact)


def _difference(index: int, became: str, then: str, now: str) -> Iterator[Row]:
    """How the text that is asked for differs from that of an earlier request."""
    other = f"request {index}, which was {became}"
    if then == now:
        mark, tone = ("⚠ ", Tone.WARN) if became == State.DECLINED else ("", Tone.PLAIN)
        yield field(f"differs-{index}", "compared", Words(f"{mark}the same text as {other}", tone))
        return
    gone, new = marks(then, now)
    told = Words(f"⚠ DIFFERS from {other}; what differs is marked", Tone.WARN)
    yield field(f"differs-{index}", "compared", told)
    for name, drawn in (("then", Outside(then, Tone.DIM, gone)), ("now", Outside(now, Tone.PLAIN, new))):
        yield item(f"{name}-{index}", (Words(f"{name:<6}", Tone.DIM),), drawn, keep=DIFFERENCE_LINES)
