"""Every state that the walks reach, on every tab and at every width: it can be laid out, named and drawn."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from cookui.contract.card import COLUMNS
from cookui.text.allowed import is_allowed
from cookui.text.visible import cell_width
from cookui.tui.views import heading, why
from cookui.tui.views.history import History, fold
from cookui.tui.views.judgments import judgments
from cookui.tui.views.layout import Laid
from cookui.tui.views.spans import by_stage, spans
from cookui.tui.views.stack import Stack
from cookui.tui.views.subject import UNKNOWN_FORM, Subject
from cookui.tui.views.tabs import Chosen, Tab, badges, build, first, stepped, steps
from tests.tui.views.making import WALKS, Making, drawn

WIDTHS = (54, 76, 116, 196)


def pages(subject: Subject, made: Making) -> list[tuple[str, object]]:
    now = made.at + timedelta(minutes=5)
    found = []
    for tab in Tab:
        for at in [None, *steps(tab, subject)]:
            page = build(tab, subject, Chosen(at), now)
            found.append((f"{tab} {at}", page))
            if tab is Tab.JUDGMENTS:
                found.append((f"{tab} {at} beside", build(tab, subject, Chosen(at, beside=True), now)))
    return [*found, ("why", why.page(subject, "kim")), ("why nobody", why.page(subject, None, True))]


@pytest.mark.parametrize("name", WALKS)
def test_every_tab_of_every_walk(name: str) -> None:
    made = Making().walk(name)
    subject = made.subject()
    assert subject.history.trouble == ""
    assert subject.history.moments[-1].document == made.document
    assert first(subject) in Tab
    for what, page in pages(subject, made):
        keys = [row.key for row in page]
        assert len(set(keys)) == len(keys), f"{what}: two rows have one key"
        for width in WIDTHS:
            stack = Stack(page, width)
            for index in range(len(page)):
                laid = stack.laid(index)
                for number in range(laid.height):
                    line = drawn(laid.line(number))
                    assert cell_width(line) <= width, f"{what} at {width}: {line!r}"
                    assert all(is_allowed(ord(char)) for char in line), f"{what}: {line!r}"
    assert all(each is None or each.text != "?" for each in badges(subject))
    for width in WIDTHS:
        for line in heading.lines(subject, made.at, width):
            cut = "".join(segment.text for segment in heading.cut(line, width, made.at))
            assert cell_width(cut) <= width


@pytest.mark.parametrize("name", [name for name in WALKS if name.startswith("walk-")])
def test_no_time_is_lost_between_the_stages(name: str) -> None:
    made = Making().walk(name)
    subject = made.subject()
    now = made.at + timedelta(minutes=5)
    found = spans(subject.history)
    assert all(one.end == other.begin for one, other in pairwise(found))
    over = subject.document["status"] in ("done", "abandoned")
    assert (found[-1].end is not None) == over
    total = sum((span.lasted(now) for span in found), timedelta())
    assert sum(by_stage(found, now).values(), timedelta()) == total
    end = made.at if over else now
    assert total == end - found[0].begin
    assert set(by_stage(found, now)) <= set(COLUMNS)


@pytest.mark.parametrize("name", [name for name in WALKS if "judgmentHistory" in str(WALKS[name])])
def test_every_archived_judgment_is_read_against_what_it_judged(name: str) -> None:
    made = Making().walk(name)
    subject = made.subject()
    listed = judgments(subject)
    archived = [each for each in listed if not each.live]
    assert len(archived) == len(subject.document.get("judgmentHistory", []))
    for each in listed:
        assert "unknown" not in each.judged.caveat
        rows = each.judged.verification.get("postconditions", [])
        if rows:
            assert [row["postcondition"] for row in rows] == each.judged.planned
        verifier = each.judged.verification.get("verifier_agent_id")
        if verifier is not None:
            (given,) = [
                moment.act["return"]
                for moment in subject.history.recorded("verify")
                if moment.act["agent"] == verifier
                and moment.act["return"]["postconditions"] == rows
                and str(moment.act["return"]["cycle"]) == each.judged.cycle
            ]
            assert given["postconditions"] == rows
            assert verifier != each.judged.executor


def test_stepping_goes_from_the_newest_to_the_oldest_and_back() -> None:
    subject = Making().walk("council-recovery-with-approval").subject()
    for tab in Tab:
        listed = steps(tab, subject)
        chosen: Chosen | None = Chosen()
        seen = []
        while chosen is not None:
            seen.append(chosen.at)
            chosen = stepped(tab, subject, chosen, -1)
        assert seen == ([None, *reversed(listed[:-1])] if listed else [None])
        assert stepped(tab, subject, Chosen(), 1) is None
        if len(listed) > 1:
            assert stepped(tab, subject, Chosen(listed[-2]), 1) == Chosen()


def test_folding_goes_on_where_it_ended() -> None:
    made = Making().walk("council-recovery-with-approval")
    whole = fold(made.events)
    for cut in range(len(made.events) + 1):
        known = fold(made.events[:cut])
        grown = fold(made.events, known)
        assert grown == whole
        if cut:
            assert grown.moments[cut - 1] is known.moments[cut - 1]


def test_folding_begins_anew_when_the_chain_is_another() -> None:
    one = fold(Making("one").walk("happy-no-approval").events)
    other = Making("other").walk("happy-no-approval").events
    assert fold(other, one) == fold(other)


def test_an_event_that_cannot_be_replayed_is_said_and_the_rest_still_listed() -> None:
    made = Making().walk("happy-no-approval")
    events = [dict(event) for event in made.events]
    events[3] = {**events[3], "data": {"act": {"kind": "teleport"}}}
    found = fold(events)
    assert found.trouble.startswith("event 3 ")
    assert len(found.moments) == len(events)
    assert [moment.document is None for moment in found.moments] == [at >= 3 for at in range(len(events))]
    subject = Subject(made.subject().document, made.subject().card, made.subject().zone, found)
    for what, page in pages(subject, made):
        assert page, what
    assert pages(Subject(subject.document, subject.card, subject.zone, History()), made)


HOSTILE = "\x1b[31m\u202e\x9b\u200b\nx"


def poisoned(value: Any, kind: type) -> Any:
    """The value with every part of one kind replaced by hostile text, whatever the contract says it is."""
    if isinstance(value, dict):
        return {key: poisoned(part, kind) for key, part in value.items()}
    if isinstance(value, list):
        return [poisoned(part, kind) for part in value]
    return HOSTILE if type(value) is kind else value


@pytest.mark.parametrize("kind", [str, int, bool, type(None)])
@pytest.mark.parametrize("replayed", [True, False])
@pytest.mark.parametrize(
    "name", ["council-recovery-with-approval", "happy-audited-verify-first", "escalation-twice"]
)
def test_nothing_hostile_is_drawn_whatever_a_document_holds(name: str, kind: type, replayed: bool) -> None:
    made = Making().walk(name)
    whole = made.subject()
    events = [poisoned(event, kind) | {"seq": event["seq"]} for event in made.events]
    history = whole.history if replayed else fold(events)
    subject = Subject(poisoned(whole.document, kind), poisoned(whole.card, kind), whole.zone, history)
    shown = 0
    for tab in Tab:
        for at in [None, *steps(tab, subject)]:
            try:
                page = build(tab, subject, Chosen(at, beside=True), made.at)
            except UNKNOWN_FORM:
                continue
            for width in WIDTHS:
                for row in page:
                    laid = Laid(row, width)
                    for line in (drawn(laid.line(number)) for number in range(laid.height)):
                        assert all(is_allowed(ord(char)) for char in line), f"{tab}: {line!r}"
                        shown += 1
    for line in heading.lines(subject, made.at, 80):
        text = "".join(segment.text for segment in heading.cut(line, 80, made.at))
        assert all(is_allowed(ord(char)) for char in text), text
    assert len(badges(subject)) == len(Tab)
    assert why.reasons(subject, "kim")
    assert shown > 50
