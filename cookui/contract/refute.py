"""Refuting a blocker, and what follows once all are decided: a repair, the council, a block (section 7)."""

from __future__ import annotations

from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, appended, changed
from cookui.contract.judgment import check_cycle, rederived, sent_on
from cookui.contract.queries import (
    CAP,
    PART,
    SOURCES,
    blockers,
    false_rows,
    finding_name,
    findings_of,
    is_awaiting_council,
    is_convened,
    is_recovering,
    survivors,
    undecided,
)
from cookui.contract.recovery import blocked_by, failed_recovery, with_council
from cookui.contract.refusal import Code, Refusal
from cookui.contract.slots import check_slot, refuter_bars
from cookui.contract.stages import EARLIEST_FIRST, Stage, moved

_NEW_CONVERGENCE: Final[Json] = {
    "cap": CAP,
    "stages": {"verify": {"blockingKickbacks": 0}, "audit": {"blockingKickbacks": 0}},
    "council": {
        "convened": False,
        "stage": None,
        "members": [],
        "findings": [],
        "verdict": None,
        "outcome": None,
    },
}


def record_refute(task: Json, act: Json, context: Context) -> Json:
    """Takes one refuter's verdict on one blocker that nobody has decided yet."""
    made = act["return"]
    check_cycle(task, made)
    check_slot(act["agent"], "refuter", refuter_bars(task))
    source, index = _target(task, made)
    entry = {
        "agent_id": act["agent"],
        "source": source,
        "finding": made["finding"],
        "verdict": made["verdict"],
        "rationale": made["rationale"],
        "evidence": made["evidence"],
    }
    decided = changed(
        task, context, refutes=appended(task, "refutes", entry), **_decided(task, source, index, entry)
    )
    return _settled(decided, context)


def _target(task: Json, made: Json) -> tuple[str, int]:
    """The source and the place of the one undecided blocker that the return names."""
    sources = (made["source"],) if "source" in made else SOURCES
    left = [each for each in undecided(task, *sources) if finding_name(each[1]) == made["finding"]]
    if len(left) != 1:
        raise _no_target(task, made, sources, len(left))
    source, finding = left[0]
    return source, findings_of(task, source).index(finding)


def _no_target(task: Json, made: Json, sources: tuple[str, ...], found: int) -> Refusal:
    if found > 1:
        sentence = f"More than one undecided blocker is named {made['finding']}."
        remedy = "Name its source as well: verify or audit."
    elif any(finding_name(finding) == made["finding"] for _, finding in blockers(task, *sources)):
        sentence = f"The blocker {made['finding']} has been decided already."
        remedy = "Refute one that is undecided."
    else:
        sentence = f"No blocker is named {made['finding']}."
        remedy = "Name an undecided blocker as `file:line what`, character by character."
    names = [finding_name(finding) for _, finding in undecided(task)]
    return Refusal(Code.REFUTE_TARGET, sentence, remedy=remedy, details={"undecided": names})


def _decided(task: Json, source: str, index: int, entry: Json) -> Json:
    """The judgment with one finding decided; a refuted blocker becomes a follow-up."""
    part = PART[source]
    findings = list(task[part]["findings"])
    finding = {**findings[index], "refute": entry}
    if entry["verdict"] == "refuted":
        finding["class"] = "follow-up"
    findings[index] = finding
    return {part: rederived(task[part], findings)}


def _settled(task: Json, context: Context) -> Json:
    """What follows from the refutes so far; nothing while a blocker is undecided."""
    if undecided(task):
        return task
    upheld = survivors(task)
    if is_recovering(task):
        return {**task, **failed_recovery(task)} if upheld or false_rows(task) else sent_on(task)
    if upheld:
        return _kicked_back(task, context)
    return kicked_for_false_rows(task, context) if false_rows(task) else sent_on(task)


def kicked_to_execute(task: Json, context: Context, source: str, reason: str) -> Json:
    """A kickback to execute that is not counted: for a lone false row, or for a recovery."""
    entry = {"from": source, "to": Stage.EXECUTE.value, "reason": reason, "at": context.at}
    return {**task, "kickbacks": appended(task, "kickbacks", entry), **moved(task, Stage.EXECUTE)}


def kicked_for_false_rows(task: Json, context: Context) -> Json:
    """A kickback from verify to execute, with the rows that are false as reason."""
    rows = task["verification"]["postconditions"]
    false = [row["postcondition"] for row in rows if not row["ok"]]
    return kicked_to_execute(task, context, "verify", "false: " + "; ".join(false))


def _kicked_back(task: Json, context: Context) -> Json:
    """Counts and kicks back each source with a survivor; one at its cap arms the council instead, once."""
    sources = [source for source in SOURCES if survivors(task, source)]
    if is_awaiting_council(task):
        return sent_on(task)
    convergence = task.get("convergence", _NEW_CONVERGENCE)
    counts = {source: convergence["stages"][source]["blockingKickbacks"] for source in SOURCES}
    capped = [source for source in sources if counts[source] >= CAP]
    if capped and is_convened(task):
        return {**task, **blocked_by(finding_name(finding) for _, finding in survivors(task))}
    if capped:
        return sent_on({**task, **with_council(task, stage=capped[0])})
    targets = {source: _earliest(task, source) for source in sources}
    entries = [
        {"from": source, "to": to, "reason": upheld_reason(task, source), "at": context.at}
        for source, to in targets.items()
    ]
    stages = {source: {"blockingKickbacks": counts[source] + (source in targets)} for source in SOURCES}
    return {
        **task,
        "kickbacks": appended(task, "kickbacks", *entries),
        "convergence": {**convergence, "stages": stages},
        **moved(task, min(targets.values(), key=EARLIEST_FIRST.index)),
    }


def _earliest(task: Json, source: str) -> str:
    targets: list[str] = [finding["kickTo"] for _, finding in survivors(task, source)]
    return min(targets, key=EARLIEST_FIRST.index)


def upheld_reason(task: Json, source: str) -> str:
    """The upheld blockers of one source, as the reason of its kickback."""
    return "upheld: " + "; ".join(finding_name(finding) for _, finding in survivors(task, source))
