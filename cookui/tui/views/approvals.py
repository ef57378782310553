"""The Approvals tab: every request with what became of it, and how each decision was given.

What a grant says of itself (`grantedBy`, `grantedAt`) is in the document; how it was given (from which
screen, whether its digest was compared with what had been shown) is in the event only, and a grant that
came without a digest is told apart wherever it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from cookui.contract.queries import awaiting_request
from cookui.text.measures import measure
from cookui.text.unusual import tally
from cookui.tui.views.compare import marks
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import Json, Subject, digits, mapping, objects, plural, text, when, who


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a request.

    Args:
        word: pending, granted, declined, superseded or closed.
        by: who decided; empty when nobody did.
        at: when, as stored; empty when nobody did.
        reason: a decline's, or a kickback's; outside text.
        moment: the event that decided it, where it is known.
    """

    word: str
    by: str = ""
    at: str = ""
    reason: str = ""
    moment: Moment | None = None


def page(subject: Subject, at: int | None = None) -> Page:  # noqa: ARG001 - every tab is asked in the same way
    """The rows of the tab, the newest request first."""
    requests = objects(subject.document.get("approvalRequests"))
    if not requests:
        return (heading("approvals", "Approvals"), note("none", _none(subject)))
    fates = [fate(subject, index) for index in range(len(requests))]
    granted = sum(each.word == "granted" for each in fates)
    declined = sum(each.word == "declined" for each in fates)
    counts = f"{plural(len(requests), 'request')} · {granted} granted · {declined} declined"
    rows: list[Row] = [heading("approvals", "Approvals", Words(counts, Tone.DIM))]
    for index in reversed(range(len(requests))):
        rows += _request(subject, requests, index, fates[index])
    return tuple(rows)


def _none(subject: Subject) -> str:
    plan = mapping(subject.document.get("plan"))
    if plan.get("requiresApproval") is False:
        return "The plan asks for no approval."
    return "No executor has asked for an approval yet."


def fate(subject: Subject, index: int) -> Fate:
    """What became of the request with that id (sections 5, 8)."""
    document = subject.document
    requests = objects(document.get("approvalRequests"))
    for entry in objects(document.get("approvals")):
        if entry.get("requestId") == index or _legacy(entry, requests, index):
            return Fate(
                "granted",
                text(entry.get("grantedBy")),
                text(entry.get("grantedAt")),
                "",
                _given(subject, "approve", index),
            )
    for entry in objects(document.get("declines")):
        if entry.get("requestId") == index:
            return Fate(
                "declined",
                text(entry.get("declinedBy")),
                text(entry.get("declinedAt")),
                text(entry.get("reason")),
                _given(subject, "decline", index),
            )
    pending = awaiting_request(document)
    if pending is not None and pending["id"] == index:
        return Fate("pending")
    return _closed(subject, index, len(requests))


def _legacy(entry: Json, requests: list[Json], index: int) -> bool:
    """A grant from before requests had ids: it fits the latest request, of its text, that is not younger."""
    if "requestId" in entry or index != len(requests) - 1:
        return False
    request = requests[index]
    return entry.get("mutation") == request.get("mutation") and text(entry.get("grantedAt")) >= text(
        request.get("requestedAt")
    )


def _given(subject: Subject, kind: str, index: int) -> Moment | None:
    """The event of a grant or a decline."""
    name = {"approve": "approvals", "decline": "declines"}[kind]
    for moment in subject.history.of_kind(kind):
        entries = objects((moment.document or {}).get(name))
        if entries and entries[-1].get("requestId") == index:
            return moment
    return None


def _closed(subject: Subject, index: int, count: int) -> Fate:
    """A request that nobody decided: replaced by the next one, or closed by the executor that followed."""
    seen = False
    for moment in subject.history.recorded("execute"):
        document = moment.document or {}
        if not seen:
            seen = len(objects(document.get("approvalRequests"))) == index + 1
            continue
        given = mapping(moment.act.get("return"))
        if given.get("result") == "kickback":
            return Fate(
                "closed",
                text(moment.act.get("agent")),
                moment.at,
                text(mapping(given.get("kickback")).get("reason")),
            )
        break
    return Fate("superseded") if index + 1 < count else Fate("closed")


def _request(subject: Subject, requests: list[Json], index: int, end: Fate) -> list[Row]:
    request = requests[index]
    mutation = text(request.get("mutation"))
    key = f"request-{index}"
    act = "approve" if end.word == "pending" else ""
    rows: list[Row] = [gap(key), heading(key, f"Request {index}", *_fate_words(end, index))]
    rows.append(
        field(
            f"{key}-by",
            "  requested by",
            who(request.get("requestedBy")),
            Words(f" · cycle {digits(request.get('cycle'))} · ", Tone.DIM),
            *when(subject, request.get("requestedAt")),
            act=act,
        )
    )
    measured = measure(mutation)
    sizes = ((measured.characters, "character"), (measured.bytes, "byte"), (measured.lines, "line"))
    size = ", ".join(plural(count, noun) for count, noun in sizes)
    rows.append(item(f"{key}-text", "  ", Outside(mutation), act=act))
    rows.append(field(f"{key}-size", "  measures", Words(size, Tone.DIM), *_unusual(mutation)))
    rows.append(field(f"{key}-sha256", "  sha256", Words(measured.sha256, Tone.DIM), copy=measured.sha256))
    rows += _text_difference(requests, index, key)
    rows += _decision(subject, end, key, measured.sha256)
    return rows


def _unusual(mutation: str) -> tuple[Frag, ...]:
    """How much of a text is not what it seems at a glance; nothing where all of it is plain."""
    count = tally(mutation)
    if not count.hidden and not count.foreign:
        return ()
    words = f" · ⚠ {plural(count.hidden, 'hidden character')}, {count.foreign:,} not ASCII"
    return (Words(words, Tone.WARN),)


_MARKS = {
    "pending": ("▲ waits for your approval", Tone.WAIT),
    "granted": ("✓ granted", Tone.GOOD),
    "declined": ("✗ declined", Tone.BAD),
    "superseded": ("superseded", Tone.DIM),
    "closed": ("closed without a decision", Tone.DIM),
}


def _fate_words(end: Fate, index: int) -> list[Frag]:
    mark, tone = _MARKS[end.word]
    if end.word == "superseded":
        mark = f"superseded by request {index + 1}"
    frags: list[Frag] = [Words(mark, tone)]
    if end.by:
        frags += [Words(" by ", Tone.DIM), Outside(end.by)]
    return frags


def _text_difference(requests: list[Json], index: int, key: str) -> list[Row]:
    if index == 0:
        return []
    before, now = text(requests[index - 1].get("mutation")), text(requests[index].get("mutation"))
    if before == now:
        return [field(f"{key}-same", "  compared", Words(f"the same text as request {index - 1}", Tone.DIM))]
    gone, new = marks(before, now)
    return [
        field(f"{key}-differs", "  compared", Words(f"the text differs from request {index - 1}", Tone.WARN)),
        field(f"{key}-before", "  before", Outside(before, Tone.DIM, gone)),
        field(f"{key}-now", "  now", Outside(now, Tone.PLAIN, new)),
    ]


def _decision(subject: Subject, end: Fate, key: str, sha256: str) -> list[Row]:
    rows: list[Row] = []
    if end.at:
        rows.append(field(f"{key}-at", f"  {end.word}", *when(subject, end.at)))
    if end.reason:
        rows.append(field(f"{key}-reason", "  reason", Outside(end.reason)))
    if end.moment is not None:
        rows.append(field(f"{key}-how", "  given", *how_words(end.moment, sha256)))
    return rows


def how_words(moment: Moment, sha256: str) -> list[Frag]:
    """How a grant or a decline was given, from its event.

    Args:
        moment: the event.
        sha256: the digest of the text that was decided on.
    """
    how = moment.how
    frags: list[Frag] = []
    for name, before in (("channel", "by "), ("osUser", " · as "), ("host", " on "), ("tty", " · terminal ")):
        if value := text(how.get(name)):
            frags += [Words(before, Tone.DIM), Outside(value)]
    shown = text(how.get("shownSha256"))
    if shown and shown == sha256:
        frags.append(Words(" · the digest shown is the digest decided on", Tone.GOOD))
    elif shown:
        frags.append(Words(" · ANOTHER digest was shown: ", Tone.BAD))
        frags.append(Outside(shown))
    elif how.get("digestGiven") is not True:
        frags.append(Words(" · no digest given: nothing says which text was seen", Tone.WARN))
    elapsed = how.get("elapsedMs")
    if isinstance(elapsed, int) and not isinstance(elapsed, bool):
        frags.append(Words(f" · after {elapsed / 1000:.1f} s on the screen", Tone.DIM))
    return frags
