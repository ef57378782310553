"""The Judgments tab: every verification and audit of the task, one at a time or two beside each other; and
the council.

An archived entry's own `cycle` is its place in the archive, not the cycle that was judged, and it does not
say which plan it was given on (section 2). Both are in the history: the document before the event that
archived it. Where the history could not be replayed the tab says what it compares with instead of guessing.
"""

from __future__ import annotations

from dataclasses import dataclass

from cookui.tui.views.audit import audit
from cookui.tui.views.beside import Side
from cookui.tui.views.beside import beside as compared
from cookui.tui.views.council import council
from cookui.tui.views.execution import evidence
from cookui.tui.views.findings import findings
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Cell, Frag, Page, Row, Tone, Words, field, gap, heading, note
from cookui.tui.views.subject import Json, Subject, mapping, objects, text, when, who
from cookui.tui.views.verification import (
    Judged,
    counts,
    independence,
    judged,
    pair,
    side_by_side,
    verdicts,
)


@dataclass(frozen=True, slots=True)
class Judgment:
    """One judgment of one execution.

    Args:
        number: its place, from 0; an archived one has the place of its archive entry, the live one the next.
        live: whether it is the one in force.
        judged: the verification with what it must be read against.
        audit: the audit beside it, recorded or vacant.
        at: when it was archived; empty while live.
        archived_by: the event that archived it, where known.
    """

    number: int
    live: bool
    judged: Judged
    audit: Json
    at: str = ""
    archived_by: Moment | None = None


def judgments(subject: Subject) -> list[Judgment]:
    """Every judgment, oldest first; the live one last, if anything of it was recorded."""
    document = subject.document
    archived = objects(document.get("judgmentHistory"))
    found = [
        _judgment(subject, number, entry, text(entry.get("at"))) for number, entry in enumerate(archived)
    ]
    verification, live_audit = mapping(document.get("verification")), mapping(document.get("audit"))
    if verification.get("verdict") is not None or live_audit.get("audit_agent_id") is not None:
        found.append(_judgment(subject, len(archived), document, ""))
    return found


def _judgment(subject: Subject, number: int, entry: Json, at: str) -> Judgment:
    """A judgment out of its archive entry, or out of the document while it is live (`at` is empty)."""
    verification = mapping(entry.get("verification"))
    verified = verification.get("verdict") is not None
    before, by = subject.history.judged(verified, number if at else None)
    read_in = before if by is not None or not at else None
    read = judged(subject.document, read_in, verification)
    return Judgment(number, not at, read, mapping(entry.get("audit")), at, by)


def page(subject: Subject, at: int | None = None, beside: bool = False) -> Page:
    """The rows of the tab.

    Args:
        subject: the task.
        at: the number of the judgment to show; None for the newest.
        beside: whether to set it beside the one before it, row by row.
    """
    listed = judgments(subject)
    if not listed:
        none = note("none", "Nothing was judged yet.")
        return (heading("judgments", "Judgments"), none, *council(subject))
    chosen = next((each for each in listed if each.number == at), listed[-1])
    rows = _overview(listed, chosen, beside)
    if beside and chosen.number > 0:
        older = listed[chosen.number - 1]
        rows += [gap("sides"), *_title(subject, older), *_title(subject, chosen)]
        rows += compared(f"j{older.number}-{chosen.number}", _side(older), _side(chosen))
    else:
        rows += _one(subject, chosen)
    rows += council(subject)
    return tuple(rows)


def _side(each: Judgment) -> Side:
    return Side(_label(each), each.judged.verification)


def _label(each: Judgment) -> str:
    return "live" if each.live else str(each.number)


def _overview(listed: list[Judgment], chosen: Judgment, beside: bool) -> list[Row]:
    """All judgments in one line, the newest first, with their verdicts; those shown stand between angles."""
    frags: list[Frag] = []
    for each in reversed(listed):
        shown = each is chosen or (beside and each.number == chosen.number - 1)
        mark = {"pass": "✓", "needs-work": "✗"}.get(text(each.judged.verification.get("verdict")), "·")
        name = f"{_label(each)} {mark}"
        frags.append(Words(f"‹{name}› ", Tone.INFO) if shown else Words(f" {name}  ", Tone.DIM))
    rows = [heading("judgments", "Judgments", *frags)]
    keys = []
    if len(listed) > 1:
        keys.append("[ older · ] newer")
    if chosen.number > 0:
        keys.append("c shows one alone" if beside else "c sets it beside the one before")
    if keys:
        rows.append(
            Row(key="keys", cells=(Cell((Words("  "),), (Words(" · ".join(keys), Tone.DIM),)),), stops=False)
        )
    return rows


def _title(subject: Subject, each: Judgment) -> list[Row]:
    name = "The live judgment" if each.live else f"Archived judgment {each.number}"
    key = f"judgment-{each.number}"
    rows = [heading(key, name, Words(f"of cycle {each.judged.cycle}", Tone.DIM))]
    if each.at:
        frags = [*when(subject, each.at)]
        if each.archived_by is not None and each.archived_by.kind == "reverify":
            frags.append(Words(" · by a reverify", Tone.DIM))
        elif each.archived_by is not None:
            frags += [
                Words(" · when it was executed again by ", Tone.DIM),
                who(each.archived_by.act.get("agent")),
            ]
        rows.append(field(f"{key}-at", "  archived", *frags))
    return rows


def _one(subject: Subject, each: Judgment) -> list[Row]:
    key = f"j{each.number}"
    filled = each.judged.verification.get("verdict") is not None
    pairs = pair(each.judged.planned, objects(each.judged.verification.get("postconditions")))
    rows: list[Row] = [gap(key), *_title(subject, each)]
    rows.append(field(f"{key}-rows", "  rows", *counts(pairs, filled)))
    if filled:
        rows.append(field(f"{key}-verdict", "  verdict", *verdicts(each.judged.verification)))
        rows.append(field(f"{key}-by", "  verified by", *independence(each.judged)))
    rows += [gap(f"{key}-pairs"), *side_by_side(pairs, filled, f"{key}-post")]
    rows += findings(f"{key}-finding", each.judged.verification.get("findings"), filled)
    rows += evidence(f"{key}-verifier", "The verifier's evidence", each.judged.verification.get("evidence"))
    rows += audit(f"{key}-audit", each.audit, each.judged.executor)
    return rows
