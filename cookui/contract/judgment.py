"""Recording a verification or an audit, where the task goes next, and what `done` needs (section 6)."""

from __future__ import annotations

from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, changed
from cookui.contract.queries import (
    SOURCES,
    blockers,
    council_of,
    false_rows,
    finding_name,
    grant_of_execution,
    is_audited,
    is_awaiting_council,
    is_gated,
    is_recovering,
    is_shipped_by_council,
    is_verified,
)
from cookui.contract.refusal import Code, Refusal
from cookui.contract.slots import auditor_bars, check_slot, verifier_bars
from cookui.contract.stages import Stage, moved

COVERAGE: Final = frozenset(
    {
        "secrets",
        "injection_sql",
        "injection_command",
        "path_traversal",
        "insecure_deserialization",
        "weak_crypto",
        "dynamic_execution",
        "tls_transport",
        "xss",
        "sensitive_logging",
        "insecure_permissions",
    }
)
"""The categories that every audit covers, each once."""


def record_verification(task: Json, act: Json, context: Context) -> Json:
    """Takes the one verification of an execution: a row for every postcondition of the plan."""
    made = act["return"]
    _check_vacant("verification", is_verified(task), task["agents"]["verifier_agent_id"])
    check_slot(act["agent"], "verifier", verifier_bars(task))
    check_cycle(task, made)
    _check_rows(task, made)
    _check_findings(made)
    verification = {
        "verdict": _derived(made["verdict"], made["findings"]),
        "reportedVerdict": made["verdict"],
        "verifier_agent_id": act["agent"],
        "postconditions": made["postconditions"],
        "findings": made["findings"],
        "evidence": made["evidence"],
    }
    agents = {**task["agents"], "verifier_agent_id": act["agent"]}
    return sent_on(changed(task, context, agents=agents, verification=verification))


def record_audit(task: Json, act: Json, context: Context) -> Json:
    """Takes the one audit of an execution, whether the plan requires one or not."""
    made = act["return"]
    _check_vacant("audit", is_audited(task), task["agents"]["audit_agent_id"])
    check_slot(act["agent"], "auditor", auditor_bars(task))
    check_cycle(task, made)
    _check_coverage(made)
    _check_findings(made)
    if task["audit"]["required"] and made["verdict"] == "na":
        raise _shape(
            "verdict",
            "says na, and the plan requires an audit",
            "Audit the execution and report pass or needs-work.",
        )
    audit = {
        "required": task["audit"]["required"],
        "verdict": _derived(made["verdict"], made["findings"]),
        "reportedVerdict": made["verdict"],
        "audit_agent_id": act["agent"],
        "findings": made["findings"],
        "evidence": made["evidence"],
        "scan": made["scan"],
        "coverage": made["coverage"],
    }
    agents = {**task["agents"], "audit_agent_id": act["agent"]}
    return sent_on(changed(task, context, agents=agents, audit=audit))


def _check_vacant(slot: str, is_taken: bool, by: str | None) -> None:
    if is_taken:
        raise Refusal(
            Code.SLOT_TAKEN,
            f"The {slot} of this execution has been recorded by {by} already.",
            remedy="Each execution takes one; see with `cook why` what may be recorded now.",
            details={"slot": slot, "by": by},
        )


def check_cycle(task: Json, made: Json) -> None:
    """Refuses (`cycle`) a judgment of another execution than the one that stands."""
    cycle = task["execution"]["cycle"]
    if made["cycle"] != cycle:
        raise Refusal(
            Code.CYCLE,
            f"The return judges cycle {made['cycle']}, and the execution's cycle is {cycle}.",
            remedy=f"Judge the execution that stands and give cycle {cycle}.",
            details={"cycle": cycle, "given": made["cycle"]},
        )


def _check_rows(task: Json, made: Json) -> None:
    planned, rows = task["plan"]["postconditions"], made["postconditions"]
    if len(rows) != len(planned):
        raise _postconditions(
            f"The plan has {len(planned)} postconditions, and the return has {len(rows)} rows."
        )
    for number, (text, row) in enumerate(zip(planned, rows, strict=True), start=1):
        if row["postcondition"] != text:
            raise _postconditions(
                f"Row {number} is not the plan's postcondition {number}, character by character."
            )
    false = [number for number, row in enumerate(rows, start=1) if not row["ok"]]
    if false and made["verdict"] == "pass":
        raise _postconditions(f"The verdict is pass, and row {false[0]} is false.")
    if false and not any(finding["class"] == "blocking" for finding in made["findings"]):
        raise _postconditions(f"Row {false[0]} is false, and no finding is blocking.")


def _postconditions(sentence: str) -> Refusal:
    return Refusal(
        Code.POSTCONDITIONS,
        sentence,
        remedy="Give one row for every postcondition of the plan, in its order and words; "
        "where one is false, say needs-work and add a blocking finding.",
    )


def _check_coverage(made: Json) -> None:
    named = [each["category"] for each in made["coverage"]]
    missing = sorted(COVERAGE - set(named))
    if missing or len(named) != len(COVERAGE):
        fault = f"leaves out {', '.join(missing)}" if missing else "names a category twice"
        raise _shape("coverage", f"{fault} in its coverage", "Name each of the eleven categories once.")


def _check_findings(made: Json) -> None:
    """A pass has no finding, needs-work has one, and no two say the same: refutes and councils name them."""
    findings = made["findings"]
    if bool(findings) != (made["verdict"] == "needs-work"):
        raise _shape(
            "findings",
            f"has {len(findings)} findings and the verdict {made['verdict']}",
            "Report needs-work exactly when there are findings.",
        )
    names = [finding["what"] for finding in findings]
    if len(set(names)) != len(names):
        raise _shape(
            "findings", "has two findings with the same what", "Say in each finding's what how it differs."
        )


def _shape(path: str, fault: str, remedy: str) -> Refusal:
    """The refusal of a return whose parts do not go together; it reads like that of a wrong shape."""
    return Refusal(
        Code.RETURN_SHAPE,
        f"The return {fault}.",
        remedy=remedy,
        details={"faults": [{"path": path, "fault": fault}]},
    )


def _derived(reported: str, findings: list[Json]) -> str:
    """The verdict that is kept: needs-work if a blocker is there, else pass; an audit's na stays."""
    if any(finding["class"] == "blocking" for finding in findings):
        return "needs-work"
    return "na" if reported == "na" else "pass"


def rederived(judgment: Json, findings: list[Json]) -> Json:
    """A judgment with other findings, and the verdict that follows from them."""
    return {**judgment, "findings": findings, "verdict": _derived(judgment["reportedVerdict"], findings)}


def next_stage(task: Json) -> Stage:
    """Where the task goes after a judgment, in the order in which section 6 asks."""
    if is_awaiting_council(task):
        return Stage(council_of(task)["stage"])
    if not is_verified(task):
        return Stage.VERIFY
    for source in ("audit", "verify"):
        if blockers(task, source):
            return Stage(source)
    if task["audit"]["required"] and not is_audited(task):
        return Stage.AUDIT
    if is_recovering(task):
        return Stage(council_of(task)["stage"])
    return Stage.DONE


def sent_on(task: Json) -> Json:
    """The task where section 6 sends it; refused where that is `done` and something is missing for it."""
    stage = next_stage(task)
    return finished(task) if stage == Stage.DONE else {**task, **moved(task, stage)}


def finished(task: Json) -> Json:
    """The task at `done`, if everything is there that it needs.

    Raises:
        Refusal: `not-done`, naming the first thing that is missing.
    """
    missing = missing_for_done(task)
    if missing:
        raise Refusal(
            Code.NOT_DONE,
            f"The task would be done, but {missing[0]}.",
            remedy="Kick the task back and have what is missing recorded.",
            details={"missing": missing},
        )
    return {**task, **moved(task, Stage.DONE)}


def missing_for_done(task: Json) -> list[str]:
    """What `done` still needs, as words; a council that ships answers for the blockers and the audit."""
    execution, verification, agents = task["execution"], task["verification"], task["agents"]
    rows = verification["postconditions"]
    planned = task["plan"]["postconditions"]
    granted = not is_gated(task) or (
        (grant := grant_of_execution(task)) is not None
        and grant["mutation"] == task["plan"]["approvalBoundary"]
    )
    independent = agents["verifier_agent_id"] != agents["executor_agent_id"]
    audit = task["audit"]
    shipped = is_shipped_by_council(task)
    checks = (
        (execution["result"] == "executed" and bool(execution["actions"]), "nothing was executed"),
        (bool(execution["evidence"]), "the execution has no evidence"),
        (granted, "the execution does not carry the grant that the plan requires"),
        (independent and is_verified(task), "no independent verification was recorded"),
        (
            [row["postcondition"] for row in rows] == planned,
            "the verified rows are not the plan's postconditions",
        ),
        (not false_rows(task), "a row of the verification is false"),
        (
            all(row["evidence"] for row in rows) and bool(verification["evidence"]),
            "the verification has no evidence",
        ),
        (shipped or not audit["required"] or audit["verdict"] == "pass", "the required audit did not pass"),
        (shipped or not blockers(task), f"blockers stand: {', '.join(_names(task))}"),
    )
    return [words for holds, words in checks if not holds]


def _names(task: Json) -> list[str]:
    return [finding_name(finding) for source in SOURCES for _, finding in blockers(task, source)]
