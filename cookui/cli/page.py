"""The page of `cook show`: one task, whole, in the order in which somebody who comes cold needs it.

Each section is a function that prints nothing where there is nothing to say. All texts in a
document are outside text; they are printed whole, wrapped and never cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from cookui.cli.acted import standing
from cookui.cli.exact import print_exact
from cookui.cli.grants import NO_DIGEST, granted, requests
from cookui.cli.output import Output
from cookui.cli.rows import compared
from cookui.cli.told import own_zone
from cookui.cli.upcoming import print_upcoming, upcoming
from cookui.contract.queries import fork_of, plan_of
from cookui.recorder.reading import TaskFile
from cookui.text.times import age, local

Json = dict[str, Any]


def print_page(out: Output, task: TaskFile) -> None:
    """Prints everything that is known of a task."""
    document = task.document
    _head(out, task)
    _plan(out, document)
    _fork(out, document)
    _approvals(out, document, task.events)
    _execution(out, document)
    _verification(out, document)
    _audit(out, document)
    _council(out, document)
    _history(out, document)
    out.say()
    out.say("MAY BE RECORDED NEXT")
    print_upcoming(out, upcoming(document))


def _head(out: Output, task: TaskFile) -> None:
    document, card = task.document, task.card
    now = datetime.now(UTC)
    out.say(f"#{document['id']} {document['priority']} {out.one(document['title'])}")
    words = standing(out.one(card["now"]["words"]), document)
    out.say(f"{card['now']['mark']} {words}, for {age(card['now']['since'], now)}")
    if "step" in card["now"]:
        out.say(f"step {card['now']['step']} of {card['now']['total']}")
    agents = document["agents"]
    named = [
        f"{slot.removesuffix('_agent_id')} {out.one(name)}"
        for slot, name in agents.items()
        if name is not None
    ]
    if named:
        out.say(f"agents: {', '.join(named)}")
    if "claim" in document:
        out.say(f"claimed by {out.one(document['claim']['by'])}, {age(document['claim']['at'], now)} ago")
    if document["deps"]:
        out.say(f"after {', '.join(f'#{dep}' for dep in document['deps'])}")
    created, last = _at(document["createdAt"]), _at(card["lastActivityAt"])
    out.say(f"slug {out.one(document['slug'])}, created {created}, last act {last}")


def _plan(out: Output, document: Json) -> None:
    plan = plan_of(document)
    if plan is None:
        return
    asked = "approval required" if plan["requiresApproval"] else "no approval required"
    audit = "audit required" if document["audit"]["required"] else "no audit required"
    _title(out, "PLAN", f"{document['complexity']}, {asked}, {audit}")
    _list(out, "slices", plan["slices"])
    _numbered(out, "runbook", plan["runbook"])
    _list(out, "preconditions", plan["preconditions"])
    out.say("  recovery boundary")
    out.block(plan["recoveryBoundary"])
    out.say("  approval boundary")
    print_exact(out, plan["approvalBoundary"])
    _numbered(out, "postconditions", plan["postconditions"])
    _list(out, "verification seams", plan["verificationSeams"])


def _fork(out: Output, document: Json) -> None:
    fork = fork_of(document)
    if fork is not None:
        _title(out, "FORK", "for the operator")
        out.block(fork["fork"])
        _list(out, "options", fork["options"])
    for answer in document.get("answers", []):
        out.say(f"  answered by {out.one(answer['answeredBy'])} at {_at(answer['answeredAt'])}")
        out.block(answer["option"])


def _approvals(out: Output, document: Json, events: Sequence[Json]) -> None:
    asked = requests(document, events)
    boundary = (plan_of(document) or {}).get("approvalBoundary")
    if asked:
        _title(out, "APPROVALS", "")
    for entry in asked:
        request = entry["request"]
        by, at = out.one(request["requestedBy"]), _at(request["requestedAt"])
        out.say(f"  request {request['id']} of {by} at {at}, cycle {request['cycle']}: {entry['state']}")
        if boundary is not None and request["mutation"] == boundary:
            out.copyable(f"    the plan's approval boundary, word for word: sha256 {entry['sha256']}")
        else:
            print_exact(out, request["mutation"])
        unbound = "" if entry.get("digestGiven", True) else f"; {NO_DIGEST}"
        if "grant" in entry:
            out.say(f"  {granted(out, entry['grant'])}{unbound}")
        if "decline" in entry:
            decline = entry["decline"]
            by, at = out.one(decline["declinedBy"]), _at(decline["declinedAt"])
            out.say(f"  declined by {by} at {at}{unbound}")
            out.block(decline["reason"])


def _execution(out: Output, document: Json) -> None:
    execution = document.get("execution")
    if execution is None:
        return
    _title(
        out,
        "EXECUTION",
        f"{execution['result']} by {out.one(execution['executor_agent_id'])}, cycle {execution['cycle']},"
        f" {_at(execution['recordedAt'])}",
    )
    _list(out, "actions", execution["actions"])
    _evidence(out, execution["evidence"])


def _verification(out: Output, document: Json) -> None:
    verification = document.get("verification")
    if verification is None or verification["verdict"] is None:
        return
    rows = compared(document)
    wrong = sum(not entry["matches"] for entry in rows)
    matching = f"{wrong} of {len(rows)} rows do not match the plan" if wrong else "all rows match the plan"
    # While the next execution waits for its grant the judgment of the last one still stands.
    execution = document["execution"]
    judged = f"cycle {execution['cycle']}" if execution["result"] == "executed" else "of the execution before"
    verdict, reported = verification["verdict"], verification["reportedVerdict"]
    by = out.one(verification["verifier_agent_id"])
    _title(out, "VERIFICATION", f"{verdict} (reported {reported}) by {by}, {judged}; {matching}")
    for entry in rows:
        _row(out, entry)
    _findings(out, verification["findings"])
    _evidence(out, verification["evidence"])


def _row(out: Output, entry: Json) -> None:
    row, number = entry["row"], entry["number"]
    verdict = "  missing" if row is None else "✓ ok" if row["ok"] else "✗ false"
    out.say(f"  {number}. {verdict}")
    if entry["planned"] is None:
        out.say("     is no postcondition of the plan; the row says")
    else:
        out.block(entry["planned"], indent="     planned   ")
    if row is not None:
        if not entry["matches"]:
            out.block(row["postcondition"], indent="     DIFFERENT ")
        out.block(row["evidence"], indent="     evidence  ")


def _audit(out: Output, document: Json) -> None:
    audit = document["audit"]
    if audit["audit_agent_id"] is None:
        return
    _title(
        out,
        "AUDIT",
        f"{audit['verdict']} (reported {audit['reportedVerdict']}) by {out.one(audit['audit_agent_id'])}",
    )
    scan = audit["scan"]
    out.say(f"  scan {out.one(scan['recommendation'])}, report {out.one(scan['reportPath'])}")
    out.block(scan["command"], indent="    $ ")
    uncovered = [row["category"] for row in audit["coverage"] if row["status"] == "not_covered"]
    if uncovered:
        out.say(f"  not covered: {', '.join(map(out.one, uncovered))}")
    _findings(out, audit["findings"])
    _evidence(out, audit["evidence"])


def _findings(out: Output, findings: Sequence[Json]) -> None:
    for finding in findings:
        out.say(
            f"  finding: {finding['class']}, {finding['severity']}, kicks to {finding['kickTo']},"
            f" {out.one(finding['file'])}:{finding['line']}"
        )
        out.block(finding["what"], indent="    what ")
        out.block(finding["why"], indent="    why  ")
        refute = finding.get("refute")
        if refute is not None:
            out.say(f"    {refute['verdict']}, says {out.one(refute['agent_id'])}")
            out.block(refute["rationale"], indent="      ")


def _council(out: Output, document: Json) -> None:
    council = document.get("convergence", {}).get("council", {})
    if not council.get("convened"):
        return
    outcome = council["outcome"] or "recovery running"
    _title(out, "COUNCIL", f"{council['verdict']}, {outcome}, by {out.one(council['synthesizer_agent_id'])}")
    for member in council["members"]:
        votes = [
            f"{out.one(vote['id'])} {'blocking' if vote['blocking'] else 'not blocking'}"
            for vote in member["inquiry"]["findingVotes"]
        ]
        out.say(f"  {member['lens']}: {out.one(member['agent_id'])}: {', '.join(votes)}")
    for finding in council["findings"]:
        fate = (
            "survived" if finding["survived"] else f"demoted, follow-up {out.one(finding['followupTaskId'])}"
        )
        name, votes = out.one(finding["id"]), finding["blockingVotes"]
        out.say(f"  {name} of {finding['source']}: {votes} of 3 votes: {fate}")
        out.block(finding["summary"])
    out.say(f"  strategy: {council['synthesis']['selectedStrategy']}")
    out.block(council["synthesis"]["problemRestatement"])


def _history(out: Output, document: Json) -> None:
    history = document.get("judgmentHistory", [])
    if history:
        _title(out, "ARCHIVED JUDGMENTS", "")
    for entry in history:
        agents = entry["agents"]
        verification, audit = entry["verification"], entry["audit"]
        verified = _verdict(out, verification["verdict"], agents["verifier_agent_id"])
        audited = _verdict(out, audit["verdict"], agents["audit_agent_id"])
        out.say(f"  {entry['cycle']}. at {_at(entry['at'])}: verification {verified}, audit {audited}")
        for row in verification["postconditions"]:
            if not row["ok"]:
                out.block(row["postcondition"], indent="    ✗ false ")
    if document["kickbacks"]:
        _title(out, "KICKBACKS", "")
    for kickback in document["kickbacks"]:
        out.say(f"  from {kickback['from']} to {kickback['to']} at {_at(kickback['at'])}")
        out.block(kickback["reason"])


def _verdict(out: Output, verdict: str | None, agent: str | None) -> str:
    return f"{verdict} by {out.one(agent)}" if agent is not None else "none"


def _title(out: Output, name: str, rest: str) -> None:
    out.say()
    out.say(f"{name}  {rest}".rstrip())


def _list(out: Output, name: str, texts: Sequence[str]) -> None:
    out.say(f"  {name}")
    for text in texts:
        out.block(text, indent="    - ")


def _numbered(out: Output, name: str, texts: Sequence[str]) -> None:
    out.say(f"  {name}")
    digits = len(str(len(texts)))
    for number, text in enumerate(texts, 1):
        out.block(text, indent=f"    {number:>{digits}}. ")


def _evidence(out: Output, evidence: Sequence[Json]) -> None:
    if evidence:
        out.say("  evidence")
    for row in evidence:
        out.block(row["command"], indent="    $ ")
        out.block(row["output"], indent="      ")


def _at(iso: str) -> str:
    return local(iso, own_zone())
