"""What an operator weighs before granting: the sections that stand beside the exact text, after its measures.

They answer, in this order, what somebody asks who comes cold: did I not allow this before, who asks,
what was done and is the ground prepared, can it be undone, and what will be there afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from cookui.tui.views.approvals import Fate, fate
from cookui.tui.views.compare import marks
from cookui.tui.views.execution import evidence
from cookui.tui.views.rows import Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, numbered
from cookui.tui.views.subject import Json, Subject, mapping, objects, plural, text, texts, when, who

DIFFERENCE_LINES = 40
"""How many lines of each text are drawn where two are compared."""


def weighing(subject: Subject, request: Json) -> Page:
    """All sections.

    Args:
        subject: the task.
        request: the request that is to be granted or declined, as stored.
    """
    return (
        *_earlier(subject, request),
        *_asked(subject, request),
        *_ground(subject),
        *_undoing(subject),
        *_afterwards(subject),
    )


def fate_words(subject: Subject, came: Fate) -> tuple[Frag, ...]:
    """What became of a request, by whom and when."""
    by: tuple[Frag, ...] = (Words(" by ", Tone.DIM), Outside(came.by)) if came.by else ()
    at: tuple[Frag, ...] = (Words(" · ", Tone.DIM), *when(subject, came.at)) if came.at else ()
    return (Words(came.word, Tone.WARN), *by, *at)


def _asked(subject: Subject, request: Json) -> Iterator[Row]:
    yield gap("request")
    yield heading("request", f"Request {request.get('id')}")
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
    yield gap("recovery")
    yield heading("recovery", "Recovery boundary", Words("what undoing costs", Tone.DIM))
    yield item("recovery", (), Outside(text(mapping(subject.document.get("plan")).get("recoveryBoundary"))))


def _afterwards(subject: Subject) -> Iterator[Row]:
    yield gap("postconditions")
    yield heading("postconditions", "Postconditions", Words("what a verifier must find true", Tone.DIM))
    yield from numbered("postcondition", texts(mapping(subject.document.get("plan")).get("postconditions")))


def _earlier(subject: Subject, request: Json) -> Iterator[Row]:
    """The requests before this one, newest first, and how this text differs from the last that was
    granted."""
    exact = text(request.get("mutation"))
    before = objects(subject.document.get("approvalRequests"))[: int(request.get("id", 0))]
    count = plural(len(before), "request") if before else "none: this is the first"
    yield gap("earlier")
    yield heading("earlier", "Earlier requests", Words(count, Tone.DIM))
    granted: Json | None = None
    for index in reversed(range(len(before))):
        came = fate(subject, index)
        if came.word == "granted" and granted is None:
            granted = before[index]
        same = before[index].get("mutation") == exact
        words = Words(" · the same text" if same else " · another text", Tone.DIM)
        yield field(f"earlier-{index}", f"request {index}", *fate_words(subject, came), words)
    if granted is not None:
        yield from _difference(granted, exact)


def _difference(granted: Json, exact: str) -> Iterator[Row]:
    then, number = text(granted.get("mutation")), granted.get("id")
    if then == exact:
        yield field(
            "differs", "compared", Words(f"✓ the same text as request {number}, which was granted", Tone.GOOD)
        )
        return
    gone, new = marks(then, exact)
    told = f"⚠ DIFFERS from request {number}, which was granted; what differs is marked"
    yield field("differs", "compared", Words(told, Tone.WARN))
    yield item(
        "differs-then", (Words("then  ", Tone.DIM),), Outside(then, Tone.DIM, gone), keep=DIFFERENCE_LINES
    )
    yield item(
        "differs-now", (Words("now   ", Tone.DIM),), Outside(exact, Tone.PLAIN, new), keep=DIFFERENCE_LINES
    )
