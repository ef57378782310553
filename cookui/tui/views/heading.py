"""The head of the task screen: what the task is, how far it is, what is true of it now, who has worked on it.

Five lines of fixed place, so that the eye finds them without reading; each is cut at its end where the
terminal is narrow, and everything in it stands in full on some tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cookui.contract.card import COLUMNS
from cookui.text import times
from cookui.text.visible import cell_width, single_pieces
from cookui.tui.views.flow import Look, Segment, looked, ours
from cookui.tui.views.rows import Age, Frag, Outside, Tone, Words
from cookui.tui.views.spans import by_stage
from cookui.tui.views.subject import Json, Subject, digits, mapping, objects, text
from cookui.tui.views.why import standing

Line = Sequence[Frag]


def lines(subject: Subject, now: datetime, width: int) -> list[Line]:
    """The lines of the head.

    Args:
        subject: the task.
        now: the time: the running stage's grows with it.
        width: cells to fill; decides how much a stage says of itself.
    """
    document = subject.document
    found = [
        _title(document),
        _pipeline(subject, now, width),
        standing(mapping(subject.card.get("now"))),
        _agents(document),
    ]
    claim = _claim(document)
    return [*found, claim] if claim else found


def _title(document: Json) -> Line:
    frags: list[Frag] = [
        Words(f"#{digits(document.get('id'))} ", Tone.INFO),
        Outside(text(document.get("priority")), Tone.DIM),
        Words(" ", Tone.DIM),
        Outside(text(document.get("title")), Tone.TITLE),
    ]
    if document.get("category") != "operation":
        frags += [Words(" · ", Tone.DIM), Outside(text(document.get("category")), Tone.DIM)]
    deps = document.get("deps")
    if isinstance(deps, list) and deps:
        frags.append(
            Words(" · after " + ", ".join(f"#{dep}" for dep in deps if isinstance(dep, int)), Tone.DIM)
        )
    return frags


def _pipeline(subject: Subject, now: datetime, width: int) -> Line:
    """The stages with the time spent in each, where there is room for it; the present one between angles."""
    document = subject.document
    spent = by_stage(subject.spans, now)
    here = text(document.get("stage"))
    audited = mapping(document.get("audit")).get("required") is True or "audit" in spent or here == "audit"
    wide = width >= 76
    frags: list[Frag] = []
    behind = True
    for stage in COLUMNS:
        if stage == "audit" and not audited:
            continue
        if frags:
            frags.append(Words(" ─ " if wide else " ", Tone.DIM))
        at = stage == here
        behind = behind and not at
        took = f" {times.duration(spent[stage])}" if stage in spent and (wide or at) else ""
        if at:
            frags.append(Words(f"‹{stage}{took}›", Tone.GOOD if stage == "done" else Tone.TITLE))
        else:
            frags.append(Words(f"{stage}{took}", Tone.PLAIN if behind else Tone.DIM))
    back = len(objects(document.get("kickbacks")))
    if back:
        frags.append(Words(f"  ↩ {back}", Tone.BAD))
    return frags


def _agents(document: Json) -> Line:
    agents = mapping(document.get("agents"))
    frags: list[Frag] = []
    for slot, name in (
        ("executor", "executor_agent_id"),
        ("verifier", "verifier_agent_id"),
        ("auditor", "audit_agent_id"),
    ):
        if (
            slot == "auditor"
            and not agents.get(name)
            and mapping(document.get("audit")).get("required") is not True
        ):
            continue
        if frags:
            frags.append(Words(" · ", Tone.DIM))
        frags.append(Words(f"{slot} ", Tone.DIM))
        frags.append(Outside(text(agents.get(name))) if text(agents.get(name)) else Words("–", Tone.DIM))
    cycle = mapping(document.get("execution")).get("cycle")
    if isinstance(cycle, int):
        frags.append(Words(f" · cycle {cycle}", Tone.DIM))
    return frags


def _claim(document: Json) -> Line:
    claim = mapping(document.get("claim"))
    if not claim:
        return []
    return [
        Words("claimed by ", Tone.DIM),
        Outside(text(claim.get("by"))),
        Words(" · ", Tone.DIM),
        Age(text(claim.get("at"))),
    ]


def cut(line: Line, width: int, now: datetime) -> list[Segment]:
    """A line as it is drawn in `width` cells; what does not fit is left out at the end, and that is said.

    Args:
        line: the fragments.
        width: in cells.
        now: the time that ages are worked out from.
    """
    drawn: list[Segment] = []
    for at, frag in enumerate(line):
        room = width - sum(cell_width(segment.text) for segment in drawn)
        whole = _whole(frag, now)
        needs = sum(cell_width(segment.text) for segment in whole)
        if needs + (at < len(line) - 1) <= room:
            drawn += whole
            continue
        if isinstance(frag, Outside):
            kept = single_pieces(frag.text, max(room, 1))
            drawn += [Segment(piece.text, Look(frag.tone, piece.kind)) for piece in kept]
        else:
            drawn.append(Segment("…", Look(Tone.DIM)))
        break
    return drawn


def _whole(frag: Frag, now: datetime) -> list[Segment]:
    if isinstance(frag, Outside):
        return [segment for segment, _ in looked(single_pieces(frag.text), 0, frag.tone, ())]
    if isinstance(frag, Words):
        return [Segment(ours(frag.text), Look(frag.tone))]
    try:
        words = times.age(frag.at, now)
    except ValueError:
        words = "?"
    return [Segment(words, Look(frag.tone))]
