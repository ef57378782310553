"""The Verification tab: what was planned beside what a verifier found, aligned by number.

The recorder takes only rows that equal the plan's, in number, order and text (section 6). An old, imported
or edited ledger may hold others, and that is the very case in which an operator must not be soothed by a
row of ticks: so nothing is paired by likeness here. Row 3 stands beside planned postcondition 3, and where
they differ the characters are marked and the row says how: differs, missing, extra, or the text of another
number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cookui.tui.views.compare import marks
from cookui.tui.views.execution import evidence
from cookui.tui.views.findings import findings
from cookui.tui.views.progress import progress
from cookui.tui.views.rows import (
    Age,
    Cell,
    Frag,
    Outside,
    Page,
    Row,
    Tone,
    Words,
    field,
    gap,
    heading,
    note,
)
from cookui.tui.views.subject import Json, Subject, digits, mapping, objects, plural, text, texts, who


class Fit(StrEnum):
    """How a verifier's row fits the planned postcondition of its number."""

    SAME = "same"
    DIFFERS = "differs"
    MOVED = "out of order"
    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Pair:
    """One number: the planned postcondition and the verifier's row.

    Args:
        number: from 1.
        planned: the plan's text; None where the row is extra.
        row: the verifier's row as stored; None where it is missing.
        fit: how they fit, by code points.
        other: the number of the planned text that the row repeats, when it is out of order; else 0.
    """

    number: int
    planned: str | None
    row: Json | None
    fit: Fit
    other: int = 0


def pair(planned: list[str], rows: list[Json]) -> list[Pair]:
    """Sets rows beside postconditions by number, and compares them code point by code point."""
    pairs = []
    for index in range(max(len(planned), len(rows))):
        want = planned[index] if index < len(planned) else None
        row = rows[index] if index < len(rows) else None
        found = text(row.get("postcondition")) if row is not None else None
        other = planned.index(found) + 1 if found is not None and found != want and found in planned else 0
        if found is None:
            fit = Fit.MISSING
        elif found == want:
            fit = Fit.SAME
        elif other:
            fit = Fit.MOVED
        else:
            fit = Fit.EXTRA if want is None else Fit.DIFFERS
        pairs.append(Pair(index + 1, want, row, fit, other))
    return pairs


@dataclass(frozen=True, slots=True)
class Judged:
    """A verification and what it must be read against.

    Args:
        planned: the postconditions of the plan that it judged.
        verification: as stored; vacant when nobody verified yet.
        cycle: the judged cycle in words; `?` when unknown.
        executor: who carried out what was judged; None when unknown.
        caveat: what is uncertain about that; empty for nothing.
    """

    planned: list[str]
    verification: Json
    cycle: str
    executor: str | None
    caveat: str = ""


def current(subject: Subject) -> Judged:
    """The live verification, filled or vacant."""
    document = subject.document
    verification = mapping(document.get("verification"))
    if verification.get("verdict") is None:
        return judged(document, document, verification)
    before, _ = subject.history.judged(verified=True)
    return judged(document, before, verification)


def judged(document: Json, before: Json | None, verification: Json) -> Judged:
    """A verification with what it must be read against.

    Args:
        document: the task as it is.
        before: the task as its judge had it; None where that is unknown.
        verification: as stored.
    """
    read_in = document if before is None else before
    planned = texts(mapping(read_in.get("plan")).get("postconditions"))
    execution = mapping(read_in.get("execution"))
    caveat = ""
    if before is None:
        caveat = "what it judged is unknown: set beside the plan in force"
    elif mapping(document.get("plan")) != mapping(before.get("plan")):
        caveat = "the plan was replaced since"
    return Judged(
        planned,
        verification,
        "?" if before is None else digits(execution.get("cycle")),
        None if before is None else text(execution.get("executor_agent_id")) or None,
        caveat,
    )


def page(subject: Subject, at: int | None = None) -> Page:  # noqa: ARG001 - every tab is asked in the same way
    """The rows of the tab."""
    shown = current(subject)
    if not shown.planned and not shown.verification:
        return (
            heading("verification", "Verification"),
            note("none", "No plan says yet what must be true afterwards."),
        )
    filled = shown.verification.get("verdict") is not None
    pairs = pair(shown.planned, objects(shown.verification.get("postconditions")))
    rows: list[Row] = [heading("verification", "Verification", *counts(pairs, filled))]
    rows += _verdict(subject, shown) if filled else _vacant(subject)
    rows += [gap("pairs"), *side_by_side(pairs, filled)]
    rows += findings("finding", shown.verification.get("findings"), filled)
    rows += evidence("verifier", "The verifier's evidence", shown.verification.get("evidence"))
    return tuple(rows)


def counts(pairs: list[Pair], filled: bool) -> list[Frag]:
    """How the rows stand, at a glance: ok, false, and how many do not match the plan."""
    if not filled:
        return [Words(f"{plural(len(pairs), 'postcondition')}, none verified yet", Tone.DIM)]
    true = sum(each.row is not None and each.row.get("ok") is True for each in pairs)
    false = sum(each.row is not None and each.row.get("ok") is not True for each in pairs)
    strange = sum(each.fit is not Fit.SAME for each in pairs)
    frags: list[Frag] = [Words(f"✓ {true} ok", Tone.GOOD if true else Tone.DIM), Words(" · ", Tone.DIM)]
    frags += [Words(f"✗ {false} false", Tone.BAD if false else Tone.DIM), Words(" · ", Tone.DIM)]
    if strange:
        frags.append(
            Words(
                f"≠ {plural(strange, 'row')} {'does' if strange == 1 else 'do'} not match the plan", Tone.BAD
            )
        )
    else:
        frags.append(Words("every row matches the plan", Tone.DIM))
    return frags


def verdict_words(verdict: object) -> Words:
    """A stored verdict with its mark."""
    known = {
        "pass": Words("✓ pass", Tone.GOOD),
        "needs-work": Words("✗ needs-work", Tone.BAD),
        "na": Words("na", Tone.DIM),
        None: Words("none yet", Tone.DIM),
    }
    return known.get(verdict if isinstance(verdict, str) else None, Words("not a verdict", Tone.WARN))


def _verdict(subject: Subject, judged: Judged) -> list[Row]:
    return [
        field("verdict", "  verdict", *verdicts(judged.verification), *_recorded(subject, judged)),
        field("verifier", "  verified by", *independence(judged)),
    ]


def verdicts(judgment: Json) -> list[Frag]:
    """What was reported, and what the rules made of it."""
    reported, derived = judgment.get("reportedVerdict"), judgment.get("verdict")
    frags: list[Frag] = [verdict_words(derived)]
    if reported == derived:
        frags.append(Words(" · reported and derived alike", Tone.DIM))
    else:
        frags += [Words(" derived · reported ", Tone.DIM), verdict_words(reported)]
    return frags


def independence(judged: Judged) -> list[Frag]:
    """Who judged whose work, and whether they are two."""
    verifier = text(judged.verification.get("verifier_agent_id"))
    frags: list[Frag] = [who(verifier), Words(f" · cycle {judged.cycle} executed by ", Tone.DIM)]
    frags.append(who(judged.executor, "unknown"))
    if judged.executor is not None and verifier:
        alike = verifier == judged.executor
        frags.append(
            Words(" · THE SAME AGENT", Tone.BAD) if alike else Words(" · another agent ✓", Tone.GOOD)
        )
    if judged.caveat:
        frags.append(Words(f" · {judged.caveat}", Tone.WARN))
    return frags


def _recorded(subject: Subject, judged: Judged) -> tuple[Frag, ...]:
    """When it was recorded, where that is known."""
    verifier = judged.verification.get("verifier_agent_id")
    at = [moment.at for moment in subject.history.recorded("verify") if moment.act.get("agent") == verifier]
    return (Words(" · ", Tone.DIM), Age(at[-1])) if at else ()


def _vacant(subject: Subject) -> list[Row]:
    """Why there is nothing beside the plan yet, and how far the verifier says it is."""
    document = subject.document
    archived = len(objects(document.get("judgmentHistory")))
    frags: list[Frag]
    if document.get("stage") in ("verify", "audit"):
        cycle = digits(mapping(document.get("execution")).get("cycle"))
        frags = [Words(f"cycle {cycle} waits for a verifier's record", Tone.INFO)]
    else:
        frags = [Words("nothing executed waits for verification", Tone.DIM)]
    report = progress(subject.history, "verify")
    if report is not None:
        frags += [Words(f" · step {report.step} of {report.total}", Tone.INFO)]
        if report.note:
            frags += [Words(" · ", Tone.DIM), Outside(report.note)]
        frags += [Words(" · ", Tone.DIM), Age(report.at)]
    rows = [field("verdict", "  verdict", *frags)]
    if archived:
        older = f"{plural(archived, 'archived judgment')}: see the Judgments tab"
        rows.append(field("archived", "  before", Words(older, Tone.DIM)))
    return rows


def side_by_side(pairs: list[Pair], filled: bool, key: str = "post") -> list[Row]:
    """The pairs as rows of two cells: left what was planned, right what was found."""
    wide = len(str(len(pairs)))
    titles = (
        Cell(body=(Words("planned postcondition", Tone.DIM),)),
        Cell(body=(Words("the verifier's row", Tone.DIM),)),
    )
    rows = [Row(key=f"{key}-titles", cells=titles, stops=False, beside_only=True)]
    for each in pairs:
        gone: Marks = ()
        new: Marks = ()
        found = text(each.row.get("postcondition")) if each.row is not None else ""
        if each.planned is not None and each.row is not None and each.fit is not Fit.SAME:
            gone, new = marks(each.planned, found)
        elif each.planned is None:
            new = ((0, len(found)),)
        if each.number > 1:
            rows.append(gap(f"{key}-{each.number}"))
        rows.append(
            Row(key=f"{key}-{each.number}", cells=(_planned(each, wide, gone), _found(each, filled, new)))
        )
    return rows


Marks = tuple[tuple[int, int], ...]


def _planned(each: Pair, wide: int, gone: Marks) -> Cell:
    lead = (Words(f"{each.number:>{wide}}. ", Tone.DIM),)
    if each.planned is None:
        return Cell(lead, (Words("nothing planned under this number", Tone.BAD),))
    return Cell(lead, (Outside(each.planned, Tone.PLAIN, gone),))


def _found(each: Pair, filled: bool, new: Marks) -> Cell:
    if each.row is None:
        if filled:
            return Cell((Words("≠ ", Tone.BAD),), (Words("missing: the verifier has no such row", Tone.BAD),))
        return Cell((Words("  ", Tone.DIM),), (Words("not verified yet", Tone.DIM),))
    ok = each.row.get("ok") is True
    lead = (Words("✓ ok    ", Tone.GOOD) if ok else Words("✗ false ", Tone.BAD),)
    body: list[Frag] = []
    if each.fit is not Fit.SAME:
        body.append(Words(_misfit(each), Tone.BAD))
        body.append(Words("\n"))
    body.append(Outside(text(each.row.get("postcondition")), Tone.PLAIN, new))
    body += [
        Words("\n"),
        Words("evidence ", Tone.DIM),
        Outside(text(each.row.get("evidence")), Tone.DIM if ok else Tone.BAD),
    ]
    return Cell(lead, tuple(body))


def _misfit(each: Pair) -> str:
    return {
        Fit.DIFFERS: "≠ differs from the plan",
        Fit.MOVED: f"≠ out of order: this is the text of number {each.other}",
        Fit.EXTRA: "≠ extra: the plan has no such number",
    }.get(each.fit, "")
