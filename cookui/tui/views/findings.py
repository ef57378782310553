"""Findings: what a judge found, where it sends the task, and what a refuter said (sections 2, 7)."""

from __future__ import annotations

from cookui.tui.views.execution import commands
from cookui.tui.views.rows import Frag, Outside, Row, Tone, Words, field, gap, heading, item, note
from cookui.tui.views.subject import Json, digits, mapping, objects, plural, text, who


def findings(key: str, stored: object, filled: bool, title: str = "Findings") -> list[Row]:
    """The section of a judgment's findings.

    Args:
        key: begins the keys of its rows.
        stored: the judgment's `findings`.
        title: the heading.
        filled: whether the judgment was recorded: only then are no findings worth a sentence.
    """
    listed = objects(stored)
    if not filled:
        return []
    rows: list[Row] = [gap(key), heading(key, title, *_counts(listed))]
    if not listed:
        rows.append(note(f"{key}-none", "  None."))
    for number, finding in enumerate(listed, start=1):
        rows += _finding(f"{key}-{number}", number, finding)
    return rows


def _counts(listed: list[Json]) -> list[Frag]:
    if not listed:
        return []
    blocking = sum(finding.get("class") == "blocking" for finding in listed)
    open_ = sum(finding.get("class") == "blocking" and "refute" not in finding for finding in listed)
    frags: list[Frag] = [
        Words(f"{blocking} blocking", Tone.BAD if blocking else Tone.DIM),
        Words(f" · {len(listed) - blocking} follow-up", Tone.DIM),
    ]
    if open_:
        frags.append(Words(f" · {plural(open_, 'blocker')} not yet refuted or upheld", Tone.WAIT))
    return frags


def _finding(key: str, number: int, finding: Json) -> list[Row]:
    blocking = finding.get("class") == "blocking"
    lead = (
        Words(f"  {number}. ", Tone.DIM),
        Words("✗ blocking " if blocking else "· follow-up ", Tone.BAD if blocking else Tone.DIM),
    )
    place: list[Frag] = [
        Outside(text(finding.get("file"))),
        Words(f":{digits(finding.get('line'))}", Tone.DIM),
    ]
    place += [
        Words(" · ", Tone.DIM),
        who(finding.get("severity"), "no severity"),
        Words(" · kicks to ", Tone.DIM),
    ]
    place.append(who(finding.get("kickTo")))
    if "cwe" in finding:
        place += [Words(" · ", Tone.DIM), who(finding["cwe"], "no CWE")]
    rows = [
        item(key, lead, *place),
        field(f"{key}-what", "     what", Outside(text(finding.get("what")))),
        field(f"{key}-why", "     why", Outside(text(finding.get("why")))),
    ]
    refute = mapping(finding.get("refute"))
    if refute:
        rows += refute_rows(f"{key}-refute", refute)
    elif blocking:
        rows.append(
            field(f"{key}-refute", "     refute", Words("nobody has refuted or upheld it yet", Tone.WAIT))
        )
    return rows


def refute_rows(key: str, refute: Json) -> list[Row]:
    """What a refuter said of a finding, with its evidence."""
    survives = refute.get("verdict") == "survives"
    mark = Words("✗ survives", Tone.BAD) if survives else Words("✓ refuted: a follow-up now", Tone.GOOD)
    rows = [
        field(key, "     refute", mark, Words(" · by ", Tone.DIM), who(refute.get("agent_id"))),
        field(f"{key}-why", "     because", Outside(text(refute.get("rationale")))),
    ]
    for number, entry in enumerate(objects(refute.get("evidence")), start=1):
        rows += commands(f"{key}-{number}", entry, indent=7)
    return rows
