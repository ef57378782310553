"""The Approvals tab: every request with what became of it, and how each decision was given.

What a grant says of itself (`grantedBy`, `grantedAt`) is in the document; how it was given (from which
screen, whether its digest was compared with what had been shown) is in the event only, and a grant that
came without a digest is told apart wherever it is shown.
"""

from __future__ import annotations

from cookui.contract import requests
from cookui.contract.requests import Fate, State
from cookui.text.measures import measure
from cookui.text.unusual import tally
from cookui.tui.views.compare import marks
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import Subject, digits, mapping, plural, text, when, who


def page(subject: Subject, at: int | None = None) -> Page:  # noqa: ARG001 - every tab is asked in the same way
    """The rows of the tab, the newest request first."""
    asked = fates(subject)
    if not asked:
        return (heading("approvals", "Approvals"), note("none", _none(subject)))
    granted = sum(each.state is State.GRANTED for each in asked)
    declined = sum(each.state is State.DECLINED for each in asked)
    counts = f"{plural(len(asked), 'request')} · {granted} granted · {declined} declined"
    rows: list[Row] = [heading("approvals", "Approvals", Words(counts, Tone.DIM))]
    for index in reversed(range(len(asked))):
        rows += _request(subject, asked, index)
    return tuple(rows)


def _none(subject: Subject) -> str:
    plan = mapping(subject.document.get("plan"))
    if plan.get("requiresApproval") is False:
        return "The plan asks for no approval."
    return "No executor has asked for an approval yet."


def fates(subject: Subject) -> list[Fate]:
    """What became of each request, in order (section 5)."""
    return requests.fates(subject.document, [moment.event for moment in subject.history.moments])


def _request(subject: Subject, asked: list[Fate], index: int) -> list[Row]:
    end = asked[index]
    request = end.request
    mutation = text(request.get("mutation"))
    key = f"request-{index}"
    act = "approve" if end.state is State.PENDING else ""
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
    rows += _text_difference(asked, index, key)
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
    State.PENDING: ("▲ waits for your approval", Tone.WAIT),
    State.GRANTED: ("✓ granted", Tone.GOOD),
    State.DECLINED: ("✗ declined", Tone.BAD),
    State.SUPERSEDED: ("superseded", Tone.DIM),
    State.CLOSED: ("closed without a decision", Tone.DIM),
}


def _fate_words(end: Fate, index: int) -> list[Frag]:
    mark, tone = _MARKS[end.state]
    if end.state is State.SUPERSEDED:
        mark = f"superseded by request {index + 1}"
    frags: list[Frag] = [Words(mark, tone)]
    if end.by:
        frags += [Words(" by ", Tone.DIM), Outside(end.by)]
    return frags


def _text_difference(asked: list[Fate], index: int, key: str) -> list[Row]:
    if index == 0:
        return []
    before, now = (text(each.request.get("mutation")) for each in asked[index - 1 : index + 1])
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
        rows.append(field(f"{key}-at", f"  {end.state}", *when(subject, end.at)))
    if end.reason:
        rows.append(field(f"{key}-reason", "  reason", Outside(end.reason)))
    if end.decision is not None and end.event is not None:
        rows.append(field(f"{key}-how", "  given", *how_words(Moment(end.event, None), sha256)))
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
