"""The Timeline tab: where the time went, and every event of the task, the newest first.

A row says when (local time with its offset, and the age), who, what, and through which channel it came.
Copying a row copies the event as it is stored, so that what is quoted elsewhere can be found again by its
hash.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo

from cookui.text import times
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Age, Cell, Frag, Outside, Page, Row, Tone, Words, gap, heading, note
from cookui.tui.views.spans import stage_bar, waiting_bar
from cookui.tui.views.subject import Json, Subject, digits, mapping, plural, text, texts, who


def page(subject: Subject, now: datetime) -> Page:
    """The rows of the tab.

    Args:
        subject: the task.
        now: the time; only the bars need it, ages are worked out as they are drawn.
    """
    history = subject.history
    rows: list[Row] = [*_bars(subject, now), gap("events")]
    rows.append(
        heading(
            "events", "Events", Words(f"{plural(len(history.moments), 'event')}, the newest first", Tone.DIM)
        )
    )
    if history.trouble:
        rows.append(
            Row(key="trouble", cells=(Cell((Words("≠ ", Tone.BAD),), (Outside(history.trouble, Tone.BAD),)),))
        )
    if not history.moments:
        rows.append(note("none", "This ledger keeps no events of the task."))
    day = ""
    for moment in reversed(history.moments):
        on, row = _known(moment, subject.zone)
        if on != day:
            day = on
            rows.append(Row(key=f"day-{on}", cells=(Cell(body=(Words(on, Tone.DIM),)),), stops=False))
        rows.append(row)
    return tuple(rows)


def later(page: Page, subject: Subject, now: datetime) -> Page:
    """The page as it is at a later time: its bars grew; the very same page when they did not."""
    bars = tuple(_bars(subject, now))
    begin = page[: len(bars)]
    return page if bars == begin else (*bars, *page[len(bars) :])


def _bars(subject: Subject, now: datetime) -> list[Row]:
    found = subject.spans
    if not found:
        return [heading("time", "Where the time went"), note("time-none", "Nothing took any time yet.")]
    total = times.duration(sum((span.lasted(now) for span in found), start=now - now))
    rows = [heading("time", "Where the time went", Words(f"{total} in all", Tone.DIM))]
    for name, parts in (("stage", stage_bar(found, now)), ("waits", waiting_bar(found, now))):
        if parts:
            rows.append(Row(key=f"time-{name}", parts=parts))
    return rows


def _local(at: str, zone: tzinfo) -> tuple[str, str]:
    """The day, and the time of day with its offset, in the operator's zone."""
    try:
        day, _, clock = times.local(at, zone).partition(" ")
    except ValueError:
        return "no day", "no time"
    return day, clock


_MARKS: dict[str, tuple[str, Tone]] = {
    "approve": ("✓", Tone.GOOD),
    "decline": ("✗", Tone.BAD),
    "reverify": ("↻", Tone.INFO),
    "answer": ("✓", Tone.GOOD),
    "block": ("⏸", Tone.WARN),
    "abandon": ("✗", Tone.BAD),
    "record": ("■", Tone.PLAIN),
    "intent": ("●", Tone.INFO),
    "progress": ("·", Tone.DIM),
}


_KEPT = 20_000
_rows: dict[tuple[int, tzinfo], tuple[str, Row]] = {}


def _known(moment: Moment, zone: tzinfo) -> tuple[str, Row]:
    """The day and the row of an event, made once: a history that grows keeps its moments.

    Making 5,000 rows takes 0.3 s, finding them again 10 ms. A row holds its event, so that the event's
    identity in memory is not another's while the row is kept.
    """
    key = (id(moment.event), zone)
    found = _rows.get(key)
    if found is None or found[1].source is not moment.event:
        if len(_rows) >= _KEPT:
            _rows.clear()
        day, clock = _local(moment.at, zone)
        found = _rows[key] = day, _event(moment, clock)
    return found


def _event(moment: Moment, clock: str) -> Row:
    act = moment.act
    mark, tone = _MARKS.get(moment.kind, ("·", Tone.DIM))
    if moment.kind == "record":
        given = mapping(act.get("return"))
        mark, tone = _record_mark(mapping(given.get("council")) or given)
    lead = (
        Words(f"{clock} ", Tone.DIM),
        Age(moment.at, Tone.DIM, width=4),
        Words(f" {moment.seq:>4} ", Tone.DIM),
        Words(f"{mark} ", tone),
    )
    tell = _TELL.get(moment.kind, _other)
    body: list[Frag] = [*tell(act)]
    actor = text(moment.event.get("actor"))
    if actor:
        body = [Outside(actor, Tone.PLAIN), Words(" ", Tone.DIM), *body]
    channel = text(moment.how.get("channel"))
    if channel:
        body += [Words(" · by ", Tone.DIM), Outside(channel, Tone.DIM)]
    if moment.kind in ("approve", "decline") and moment.how.get("digestGiven") is not True:
        body.append(Words(" · no digest given", Tone.WARN))
    return Row(key=f"event-{moment.seq}", cells=(Cell(lead, tuple(body)),), source=moment.event)


def _record_mark(given: Json) -> tuple[str, Tone]:
    says = given.get("result") or given.get("verdict")
    if says == "approval-required":
        return "▲", Tone.WAIT
    if says in ("kickback", "needs-work", "survives", "block") and given.get("outcome") is None:
        return "✗", Tone.BAD
    return "■", Tone.GOOD


def _add(act: Json) -> list[Frag]:
    return [Words("added the task "), Outside(text(act.get("title")))]


def _record(act: Json) -> list[Frag]:
    given = mapping(act.get("return"))
    stage = text(act.get("stage"))
    frags: list[Frag] = [Words("recorded "), who(stage, "nothing")]
    if stage == "council":
        given = mapping(given.get("council"))
    if stage == "plan" and given.get("result") == "plan":
        asks = "with" if given.get("requiresApproval") is True else "without"
        return [
            *frags,
            Words(f": {plural(len(texts(given.get('runbook'))), 'step')}, {asks} approval", Tone.DIM),
        ]
    if stage == "plan":
        return [*frags, Words(": a fork, "), Outside(text(mapping(given.get("escalation")).get("fork")))]
    says = given.get("result") or given.get("verdict")
    frags += [Words(": ", Tone.DIM), who(says, "no verdict")]
    if text(given.get("outcome")):
        frags += [Words(" · ", Tone.DIM), who(given.get("outcome"))]
    kickback = mapping(given.get("kickback"))
    if kickback:
        frags += [
            Words(" to ", Tone.DIM),
            who(kickback.get("to")),
            Words(" · ", Tone.DIM),
            who(kickback.get("reason")),
        ]
    if stage == "verify":
        rows = given.get("postconditions")
        false = sum(mapping(row).get("ok") is not True for row in rows) if isinstance(rows, list) else 0
        count = len(rows) if isinstance(rows, list) else 0
        frags.append(Words(f" · {false} of {plural(count, 'row')} false", Tone.BAD if false else Tone.DIM))
    if stage == "refute":
        frags += [Words(" · ", Tone.DIM), who(given.get("finding"))]
    return frags


def _decline(act: Json) -> list[Frag]:
    return [
        Words("declined, back to "),
        who(act.get("to")),
        Words(": ", Tone.DIM),
        Outside(text(act.get("reason"))),
    ]


def _reason(word: str) -> Callable[[Json], list[Frag]]:
    def tell(act: Json) -> list[Frag]:
        return [Words(word), Words(": ", Tone.DIM), Outside(text(act.get("reason")))]

    return tell


def _words(said: str) -> Callable[[Json], list[Frag]]:
    return lambda _: [Words(said)]


def _intent(act: Json) -> list[Frag]:
    frags: list[Frag] = [Words("sent for "), who(act.get("stage"), "nothing")]
    if text(act.get("agent")):
        frags += [Words(" → ", Tone.DIM), who(act.get("agent"))]
    return frags + _note(act)


def _progress(act: Json) -> list[Frag]:
    return [Words(f"step {digits(act.get('step'))} of {digits(act.get('total'))}"), *_note(act)]


def _note(act: Json) -> list[Frag]:
    said = text(act.get("note"))
    return [Words(" · ", Tone.DIM), Outside(said)] if said else []


def _external(act: Json) -> list[Frag]:
    return [Words("noted"), *_note(act)]


def _answer(act: Json) -> list[Frag]:
    return [Words("answered the fork: "), Outside(text(act.get("option")))]


def _other(act: Json) -> list[Frag]:
    return [who(act.get("kind"), "an unknown event")]


_TELL: dict[str, Callable[[Json], list[Frag]]] = {
    "add": _add,
    "start": _words("started"),
    "record": _record,
    "approve": _words("granted the request"),
    "decline": _decline,
    "answer": _answer,
    "reverify": _words("asked for a fresh verifier; the judgment was archived"),
    "block": _reason("blocked"),
    "unblock": _words("unblocked"),
    "abandon": _reason("abandoned"),
    "claim": _words("claimed the task"),
    "release": _words("released the claim"),
    "intent": _intent,
    "progress": _progress,
    "external": _external,
}
