"""An audit: verdicts, scan, what was covered, findings and evidence (section 6)."""

from __future__ import annotations

from cookui.tui.views.execution import evidence
from cookui.tui.views.findings import findings
from cookui.tui.views.rows import Frag, Outside, Row, Tone, Words, field, gap, heading, item
from cookui.tui.views.subject import Json, mapping, objects, text, who
from cookui.tui.views.verification import verdicts

_COVERED = {
    "covered_with_hits": ("▲", "covered, with hits", Tone.BAD),
    "covered_no_hits": ("✓", "covered, no hits", Tone.GOOD),
    "not_covered": ("–", "not covered", Tone.WAIT),
}


def audit(key: str, stored: Json, executor: str | None) -> list[Row]:
    """The section of an audit, recorded or vacant."""
    rows: list[Row] = [gap(key), heading(key, "Audit", *_state(stored))]
    auditor = text(stored.get("audit_agent_id"))
    if not auditor:
        return rows
    rows.append(field(f"{key}-verdict", "  verdict", *verdicts(stored)))
    by: list[Frag] = [who(auditor), Words(" · executed by ", Tone.DIM), who(executor, "unknown")]
    by.append(
        Words(" · THE SAME AGENT", Tone.BAD)
        if auditor == executor
        else Words(" · another agent ✓", Tone.GOOD)
    )
    rows.append(field(f"{key}-by", "  audited by", *by))
    scan = mapping(stored.get("scan"))
    if scan:
        rows.append(
            field(
                f"{key}-scan", "  scan", Words("$ ", Tone.INFO), Outside(text(scan.get("command")), Tone.INFO)
            )
        )
        rows.append(field(f"{key}-says", "  recommends", who(scan.get("recommendation"))))
        rows.append(field(f"{key}-report", "  report", who(scan.get("reportPath"), "none")))
    rows += _coverage(key, objects(stored.get("coverage")))
    rows += findings(f"{key}-finding", stored.get("findings"), True)
    rows += evidence(f"{key}-evidence", "The auditor's evidence", stored.get("evidence"))
    return rows


def _state(stored: Json) -> list[Frag]:
    required = stored.get("required") is True
    if text(stored.get("audit_agent_id")):
        return [Words("required" if required else "not required, but recorded", Tone.DIM)]
    if required:
        return [Words("required, not yet recorded", Tone.WAIT)]
    return [Words("not required", Tone.DIM)]


def _coverage(key: str, listed: list[Json]) -> list[Row]:
    if not listed:
        return []
    hits = sum(entry.get("status") == "covered_with_hits" for entry in listed)
    missed = sum(entry.get("status") == "not_covered" for entry in listed)
    counts = Words(f"{len(listed)} categories · {hits} with hits · {missed} not covered", Tone.DIM)
    rows: list[Row] = [gap(f"{key}-coverage"), heading(f"{key}-coverage", "Coverage", counts)]
    for number, entry in enumerate(listed, start=1):
        mark, words, tone = _COVERED.get(text(entry.get("status")), ("?", "unknown status", Tone.WARN))
        lead = (Words(f"  {mark} {words:<19}", tone),)
        rows.append(item(f"{key}-coverage-{number}", lead, Outside(text(entry.get("category")))))
    return rows
