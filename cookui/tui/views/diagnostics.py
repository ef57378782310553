"""What the diagnostics screen says: of the program, and of each ledger, as rows.

Facts come from outside (file names, commands of lock holders, reasons) and stay apart from our words like
anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cookui.tui.views.rows import Age, Frag, Outside, Page, Row, Tone, Words, field, gap, heading, item, note

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """What is known of one ledger.

    Args:
        project: its name; outside text.
        live: whether its changes are noticed as they happen; None while it was not read yet.
        reason: why not; outside text.
        since: when it was last known to be true, as stored; empty when it is live.
        facts: what the ledger says of itself; None when it said nothing.
        failure: why it said nothing; outside text.
    """

    project: str
    live: bool | None
    reason: str = ""
    since: str = ""
    facts: Json | None = None
    failure: str = ""


def page(program: Mapping[str, str], remarks: Sequence[str], ledgers: Sequence[LedgerFacts]) -> Page:
    """The whole page.

    Args:
        program: facts on the program itself, in our words or visible ones, by label.
        remarks: sentences from the start, such as unknown settings; outside text.
        ledgers: the ledgers, in the operator's order.
    """
    rows: list[Row] = []
    for at, ledger in enumerate(ledgers):
        rows += _ledger(f"ledger-{at}", ledger)
    rows += [gap("program"), heading("program", "Program")]
    rows += [field(f"program-{label}", label, Outside(text)) for label, text in program.items()]
    rows += [item(f"remark-{at}", "! ", Outside(text, Tone.BAD)) for at, text in enumerate(remarks)]
    return tuple(rows)


def _ledger(key: str, ledger: LedgerFacts) -> list[Row]:
    rows = [
        gap(key),
        Row(f"head:{key}", heading(key, "Ledger ", Outside(ledger.project)).cells, heading=True),
    ]
    rows.append(field(f"{key}-live", "changes", *_liveness(ledger)))
    facts = ledger.facts
    if facts is None:
        text = ledger.failure or "Being looked at…"
        tone = Tone.BAD if ledger.failure else Tone.DIM
        return [*rows, field(f"{key}-facts", "facts", Outside(text, tone))]
    system = facts.get("fileSystem", {})
    config = facts.get("config") or {}
    rows.append(field(f"{key}-tasks", "tasks", Words(str(facts.get("tasks", "?")))))
    if config.get("requireDigest"):
        rows.append(
            field(f"{key}-digest", "grants", Words("only with the digest of what was seen (requireDigest)"))
        )
    if system:
        rows.append(field(f"{key}-disk", "file system", Outside(str(system.get("type", "unknown")))))
    rows += _locks(key, facts.get("locks", ()))
    rows += _broken(key, facts.get("broken", ()))
    rows += [
        field(f"{key}-left-{at}", "left over", Outside(str(left.get("name", ""))))
        for at, left in enumerate(facts.get("leftovers", ()))
        if not left.get("atWork")
    ]
    rows += [
        item(f"{key}-remark-{at}", "! ", Outside(text, Tone.WARN))
        for at, text in enumerate(facts.get("remarks", ()))
    ]
    return rows


def _liveness(ledger: LedgerFacts) -> list[Frag]:
    if ledger.live is None:
        return [Words("not read yet", Tone.DIM)]
    if ledger.live:
        return [Words("● live", Tone.GOOD), Words(", noticed as they happen")]
    frags: list[Frag] = [Words("○ stale for ", Tone.BAD)]
    if ledger.since:
        frags.append(Age(ledger.since, Tone.BAD))
    return [*frags, Words(": "), Outside(ledger.reason or "no reason was given")]


def _locks(key: str, locks: Sequence[Json]) -> list[Row]:
    if not locks:
        return [field(f"{key}-locks", "locks", Words("none is held", Tone.DIM))]
    rows = []
    for at, lock in enumerate(locks):
        holder = lock.get("holder") or {}
        task = lock.get("task")
        what = Words(f"task {task}" if task is not None else "the ledger")
        frags: list[Frag] = [what, Words(" is held")]
        if holder:
            frags += [Words(" by process "), Outside(str(holder.get("pid", "?")))]
            frags += [Words(" for "), Age(str(holder.get("at", "")))]
            frags += [Words(": "), Outside(str(holder.get("command", "")))]
        rows.append(field(f"{key}-lock-{at}", "locks" if at == 0 else "", *frags))
    return rows


def _broken(key: str, broken: Sequence[Json]) -> list[Row]:
    if not broken:
        return [field(f"{key}-broken", "broken files", Words("none", Tone.DIM))]
    return [
        *(
            field(
                f"{key}-broken-{at}",
                "broken files" if at == 0 else "",
                Outside(str(each.get("name", "")), Tone.BAD),
                Words(": "),
                Outside(str(each.get("reason", ""))),
            )
            for at, each in enumerate(broken)
        ),
        note(f"{key}-mend", "`cook validate` names file, event and field; every other task goes on working."),
    ]
