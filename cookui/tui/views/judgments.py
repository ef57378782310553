"""The Judgments tab: every verification and audit of the task, one at a time or two beside each other; and
the council.

An archived entry's own `cycle` is its place in the archive, not the cycle that was judged, and it does not
say which plan it was given on (section 2). Both are in the history: the document before the event that
archived it. Where the history could not be replayed the tab says what it compares with instead of guessing.
"""

from __future__ import annotations

from dataclasses import dataclass

from cookui.tui.views.audit import audit
from cookui.tui.views.compare import marks
from cookui.tui.views.council import council
from cookui.tui.views.execution import evidence
from cookui.tui.views.findings import findings
from cookui.tui.views.history import Moment
from cookui.tui.views.rows import Cell, Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import Json, Subject, mapping, objects, plural, text, texts, when, who
from cookui.tui.views.verification import (
    Judged,
    counts,
    independence,
    pair,
    side_by_side,
    verdict_words,
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
    archived = objects(subject.document.get("judgmentHistory"))
    found = [_archived(subject, number, entry) for number, entry in enumerate(archived)]
    document = subject.document
    verification, live_audit = mapping(document.get("verification")), mapping(document.get("audit"))
    if verification.get("verdict") is not None or live_audit.get("audit_agent_id") is not None:
        execution = mapping(document.get("execution"))
        planned = texts(mapping(document.get("plan")).get("postconditions"))
        executor = text(execution.get("executor_agent_id")) or None
        judged = Judged(planned, verification, execution.get("cycle"), executor)
        found.append(Judgment(len(archived), True, judged, live_audit))
    return found


def _archived(subject: Subject, number: int, entry: Json) -> Judgment:
    """An archived judgment, read against the plan and the execution that its judge had before it.

    Not against those that stood when it was archived: a kickback to plan and a request come in between.
    """
    judged_in: Json | None = None
    by: Moment | None = None
    for moment in subject.history.moments:
        if moment.document is None:
            break
        if len(objects(moment.document.get("judgmentHistory"))) > number:
            by = moment
            break
        if moment.kind == "record" and moment.act.get("stage") in ("verify", "audit"):
            judged_in = moment.document
    known = by is not None and judged_in is not None
    document = judged_in if known and judged_in is not None else subject.document
    execution = mapping(document.get("execution")) if known else {}
    judged = Judged(
        texts(mapping(document.get("plan")).get("postconditions")),
        mapping(entry.get("verification")),
        execution.get("cycle", "?"),
        text(execution.get("executor_agent_id")) or None,
        "" if known else "its plan is unknown: set beside the one in force",
    )
    return Judgment(number, False, judged, mapping(entry.get("audit")), text(entry.get("at")), by)


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
    rows: list[Row] = [_overview(listed, chosen, beside)]
    if beside and chosen.number > 0:
        rows += _beside(subject, listed[chosen.number - 1], chosen)
    else:
        rows += _one(subject, chosen)
    rows += council(subject)
    return tuple(rows)


def _overview(listed: list[Judgment], chosen: Judgment, beside: bool) -> Row:
    """All judgments in one line, the newest first, with their verdicts; the chosen one between angles."""
    frags: list[Frag] = []
    for each in reversed(listed):
        shown = each is chosen or (beside and each.number == chosen.number - 1)
        name = "live" if each.live else str(each.number)
        mark = {"pass": "✓", "needs-work": "✗"}.get(text(each.judged.verification.get("verdict")), "·")
        frags.append(
            Words(f"‹{name} {mark}› " if shown else f" {name} {mark}  ", Tone.INFO if shown else Tone.DIM)
        )
    keys = "[ older · ] newer · " if len(listed) > 1 else ""
    if chosen.number > 0:
        keys += "c one alone" if beside else "c beside the one before"
    frags.append(Words(keys.removesuffix(" · "), Tone.DIM))
    return heading("judgments", "Judgments", *frags)


def _title(subject: Subject, each: Judgment) -> Row:
    name = "The live judgment" if each.live else f"Archived judgment {each.number}"
    notes: list[Frag] = [Words(f"of cycle {each.judged.cycle}", Tone.DIM)]
    if each.at:
        notes += [Words(" · archived ", Tone.DIM), *when(subject, each.at)]
    if each.archived_by is not None:
        why = " by a reverify" if each.archived_by.kind == "reverify" else " when it was executed again by "
        notes.append(Words(why, Tone.DIM))
        if each.archived_by.kind != "reverify":
            notes.append(who(each.archived_by.act.get("agent")))
    return heading(f"judgment-{each.number}", name, *notes)


def _one(subject: Subject, each: Judgment) -> list[Row]:
    key = f"j{each.number}"
    filled = each.judged.verification.get("verdict") is not None
    pairs = pair(each.judged.planned, objects(each.judged.verification.get("postconditions")))
    rows: list[Row] = [gap(key), _title(subject, each)]
    rows.append(field(f"{key}-rows", "  rows", *counts(pairs, filled)))
    if filled:
        rows.append(field(f"{key}-verdict", "  verdict", *verdicts(each.judged.verification)))
        rows.append(field(f"{key}-by", "  verified by", *independence(subject, each.judged)))
    rows += [gap(f"{key}-pairs"), *side_by_side(pairs, filled, f"{key}-post")]
    rows += findings(f"{key}-finding", each.judged.verification.get("findings"), filled)
    rows += evidence(f"{key}-verifier", "The verifier's evidence", each.judged.verification.get("evidence"))
    rows += audit(f"{key}-audit", each.audit, each.judged.executor)
    return rows


def _beside(subject: Subject, older: Judgment, newer: Judgment) -> list[Row]:
    """Two judgments row by row: what turned, and what each verifier saw."""
    key = f"j{older.number}-{newer.number}"
    left, right = (objects(each.judged.verification.get("postconditions")) for each in (older, newer))
    rows: list[Row] = [gap(key), _title(subject, older), _title(subject, newer)]
    rows.append(field(f"{key}-turned", "  turned", *_turned(left, right)))
    for label, show in (("verdict", _verdict), ("verified by", _verifier), ("findings", _findings)):
        cells = tuple(Cell((Words(f"  {label:<12} ", Tone.DIM),), (show(each),)) for each in (older, newer))
        rows.append(Row(key=f"{key}-{label}", cells=cells))
    for index in range(max(len(left), len(right))):
        was = left[index] if index < len(left) else None
        now = right[index] if index < len(right) else None
        rows += _row_by_row(f"{key}-{index + 1}", index + 1, was, now)
    for each in (older, newer):
        rows += findings(f"{key}-{each.number}-finding", each.judged.verification.get("findings"), True)
    return rows


def _verdict(each: Judgment) -> Frag:
    return verdict_words(each.judged.verification.get("verdict"))


def _verifier(each: Judgment) -> Frag:
    return who(each.judged.verification.get("verifier_agent_id"))


def _findings(each: Judgment) -> Frag:
    listed = objects(each.judged.verification.get("findings"))
    blocking = sum(finding.get("class") == "blocking" for finding in listed)
    return Words(f"{plural(len(listed), 'finding')}, {blocking} blocking", Tone.BAD if blocking else Tone.DIM)


def _turned(left: list[Json], right: list[Json]) -> list[Frag]:
    pairs = list(zip(left, right, strict=False))
    better = sum(was.get("ok") is not True and now.get("ok") is True for was, now in pairs)
    worse = sum(was.get("ok") is True and now.get("ok") is not True for was, now in pairs)
    return [
        Words(f"{plural(better, 'row')} to ok", Tone.GOOD if better else Tone.DIM),
        Words(" · ", Tone.DIM),
        Words(f"{plural(worse, 'row')} to false", Tone.BAD if worse else Tone.DIM),
        Words(f" · {len(pairs) - better - worse} unchanged", Tone.DIM),
    ]


def _ok(row: Json | None) -> Words:
    if row is None:
        return Words("– no row", Tone.DIM)
    return Words("✓ ok", Tone.GOOD) if row.get("ok") is True else Words("✗ false", Tone.BAD)


def _turn(was: Json | None, now: Json | None) -> tuple[Words, ...]:
    if was is not None and now is not None and (was.get("ok") is True) == (now.get("ok") is True):
        return (_ok(now), Words(" as before", Tone.DIM))
    return (_ok(was), Words(" → ", Tone.DIM), _ok(now))


def _row_by_row(key: str, number: int, was: Json | None, now: Json | None) -> list[Row]:
    before, after = (text((row or {}).get("postcondition")) for row in (was, now))
    rows: list[Row] = [gap(key)]
    lead = (Words(f"{number}. ", Tone.DIM), *_turn(was, now), Words("  "))
    if before == after:
        rows.append(item(key, lead, Outside(before)))
    else:
        rows.append(item(key, lead, Words("the postcondition itself changed", Tone.WARN)))
    gone, new = marks(before, after) if was is not None and now is not None and before != after else ((), ())
    seen, seen_now = (text((row or {}).get("evidence")) for row in (was, now))
    gone_seen, new_seen = (
        marks(seen, seen_now) if was is not None and now is not None and seen != seen_now else ((), ())
    )
    cells = (
        _seen(before if before != after else "", gone, seen, gone_seen),
        _seen(after if before != after else "", new, seen_now, new_seen),
    )
    rows.append(Row(key=f"{key}-seen", cells=cells))
    return rows


def _seen(
    postcondition: str, changed: tuple[tuple[int, int], ...], seen: str, differs: tuple[tuple[int, int], ...]
) -> Cell:
    body: list[Frag] = []
    if postcondition:
        body += [Outside(postcondition, Tone.PLAIN, changed), Words("\n")]
    if seen:
        body += [Words("evidence ", Tone.DIM), Outside(seen, Tone.PLAIN, differs)]
    return Cell((Words("   "),), tuple(body))
