"""The closed, strict shape of a task document, and the check that the recorder makes before it writes one
(section 2).

The rules build documents by hand; this page says independently what a document is. A rule with a bug is
therefore caught before anything is written, and so is a file that somebody edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from cookui.contract import Json
from cookui.contract.invariants import broken_invariants
from cookui.contract.refusal import Code, Refusal
from cookui.contract.shapes import (
    CLOSED,
    AuditFinding,
    AuditVerdict,
    Complexity,
    CouncilFinding,
    Count,
    Coverage,
    Evidence,
    Evidences,
    Fault,
    Finding,
    Fork,
    KickTo,
    Many,
    Member,
    Row,
    Scan,
    Some,
    Source,
    Statement,
    Statements,
    Synthesis,
    TaskId,
    Text,
    Texts,
    Time,
    Verdict,
    faults_of,
)

KNOWN_SCHEMA: Final = 1
"""The newest `schemaVersion` that this program knows."""

One = Annotated[int, Field(ge=1, le=1)]


@with_config(CLOSED)
class Agents(TypedDict):
    """The live executor and judges."""

    executor_agent_id: Text | None
    verifier_agent_id: Text | None
    audit_agent_id: Text | None


@with_config(CLOSED)
class Plan(TypedDict):
    """A plan as it is kept."""

    result: Literal["plan"]
    slices: Statements
    runbook: Statements
    preconditions: Statements
    recoveryBoundary: Statement
    approvalBoundary: Statement
    requiresApproval: bool
    postconditions: Statements
    verificationSeams: Statements
    escalation: None


@with_config(CLOSED)
class Escalation(TypedDict):
    """A fork as it is kept, in place of a plan."""

    result: Literal["escalation"]
    slices: Statements
    escalation: Fork


@with_config(CLOSED)
class Grant(TypedDict):
    """An operator's grant of a request; a very old one may lack its `requestId`."""

    mutation: Text
    grantedBy: Text
    grantedAt: Time
    requestId: NotRequired[Count]


@with_config(CLOSED)
class Request(TypedDict):
    """An executor's request for an approval."""

    id: Count
    mutation: Text
    requestedBy: Text
    requestedAt: Time
    cycle: Count


@with_config(CLOSED)
class Execution(TypedDict):
    """The last thing that an executor recorded."""

    result: Literal["executed", "kickback", "approval-required"]
    executor_agent_id: Text
    cycle: Count
    recordedAt: Time
    approvalRequestId: NotRequired[Count]
    actions: Texts
    evidence: Evidences
    approvalRequired: Text | None
    approval: NotRequired[Grant]


@with_config(CLOSED)
class Decline(TypedDict):
    """An operator's refusal of a request."""

    requestId: Count
    declinedBy: Text
    declinedAt: Time
    reason: Statement


@with_config(CLOSED)
class Answer(TypedDict):
    """The Chef's answer to a fork."""

    fork: Statement
    option: Statement
    answeredBy: Text
    answeredAt: Time


@with_config(CLOSED)
class Refute(TypedDict):
    """A refuter's verdict on a blocker."""

    agent_id: Text
    source: Source
    finding: Text
    verdict: Literal["survives", "refuted"]
    rationale: Text
    evidence: Evidences


@with_config(CLOSED)
class KeptFinding(Finding):
    """A finding of a verification, with its refute once it has one."""

    refute: NotRequired[Refute]


@with_config(CLOSED)
class KeptAuditFinding(AuditFinding):
    """A finding of an audit, with its refute once it has one."""

    refute: NotRequired[Refute]


@with_config(CLOSED)
class Verification(TypedDict):
    """A verification, vacant while its verdict is null."""

    verdict: Verdict | None
    reportedVerdict: NotRequired[Verdict]
    verifier_agent_id: Text | None
    postconditions: Many[Row]
    findings: Many[KeptFinding]
    evidence: Many[Evidence]


@with_config(CLOSED)
class Audit(TypedDict):
    """An audit, vacant while it has no auditor."""

    required: bool
    verdict: AuditVerdict
    reportedVerdict: NotRequired[AuditVerdict]
    audit_agent_id: Text | None
    findings: Many[KeptAuditFinding]
    evidence: Many[Evidence]
    scan: NotRequired[Scan]
    coverage: NotRequired[Many[Coverage]]


@with_config(CLOSED)
class Judges(TypedDict):
    """Who judged, in an archived judgment."""

    verifier_agent_id: Text | None
    audit_agent_id: Text | None


@with_config(CLOSED)
class Judgment(TypedDict):
    """An archived judgment; its cycle is its own index."""

    cycle: Count
    at: Time
    verification: Verification
    audit: Audit
    agents: Judges


Kickback = TypedDict(
    "Kickback", {"from": Literal["execute", "verify", "audit"], "to": KickTo, "reason": Text, "at": Time}
)
"""A task sent back to an earlier stage."""
with_config(CLOSED)(Kickback)


@with_config(CLOSED)
class Counted(TypedDict):
    """How often a source has kicked back for a blocker."""

    blockingKickbacks: Count


@with_config(CLOSED)
class Sources(TypedDict):
    """The counts of both sources."""

    verify: Counted
    audit: Counted


@with_config(CLOSED)
class Council(TypedDict):
    """The council: `stage` alone once it is armed, everything once it has met."""

    convened: bool
    stage: Source | None
    members: Many[Member]
    findings: Many[CouncilFinding]
    synthesis: NotRequired[Synthesis]
    verdict: Literal["block", "ship"] | None
    outcome: Literal["shipped", "scoped-fix-shipped", "blocked-to-operator"] | None
    synthesizer_agent_id: NotRequired[Text]
    cycle: NotRequired[Count]
    executor_agent_id: NotRequired[Text]


@with_config(CLOSED)
class Convergence(TypedDict):
    """How often judgments kicked back, and the council."""

    cap: Annotated[int, Field(ge=2, le=2)]
    stages: Sources
    council: Council


@with_config(CLOSED)
class Claim(TypedDict):
    """Who drives the task, and since when."""

    by: Text
    at: Time


@with_config(CLOSED)
class Document(TypedDict):
    """A task, whole (section 2). `plan` is checked by its own `result`."""

    schemaVersion: One
    operationStateVersion: One
    id: TaskId
    slug: Text
    title: Statement
    category: Literal["operation", "code"]
    status: Literal["pending", "in_progress", "blocked", "done", "abandoned"]
    stage: Literal["capture", "plan", "execute", "verify", "audit", "done"]
    priority: Literal["p0", "p1", "p2", "p3", "p4"]
    deps: Many[TaskId]
    createdAt: Time
    updatedAt: Time
    complexity: NotRequired[Complexity]
    plan: NotRequired[dict[str, Any]]
    agents: Agents
    execution: NotRequired[Execution]
    approvalRequests: NotRequired[Some[Request]]
    approvals: NotRequired[Some[Grant]]
    declines: NotRequired[Some[Decline]]
    answers: NotRequired[Some[Answer]]
    verification: NotRequired[Verification]
    audit: Audit
    refutes: NotRequired[Some[Refute]]
    judgmentHistory: NotRequired[Some[Judgment]]
    kickbacks: Many[Kickback]
    convergence: NotRequired[Convergence]
    claim: NotRequired[Claim]
    commits: Many[Text]
    blockedReason: Text | None
    abandonReason: Text | None


_DOCUMENT: Final[TypeAdapter[Any]] = TypeAdapter(Document)
_PLANS: Final[dict[str, TypeAdapter[Any]]] = {
    "plan": TypeAdapter(Plan),
    "escalation": TypeAdapter(Escalation),
}

_SHOWN: Final = 3


def check_document(document: object) -> None:
    """Refuses a document that no sequence of acts can have made.

    Raises:
        Refusal: `ledger-version` for a newer `schemaVersion` than known; `ledger-corrupt`, naming the
        paths, for a document that
            is not of the shape of section 2 or whose parts contradict each other.
    """
    version = document.get("schemaVersion") if isinstance(document, dict) else None
    if type(version) is int and version > KNOWN_SCHEMA:
        raise Refusal(
            Code.LEDGER_VERSION,
            f"The task has schemaVersion {version}, and this program knows {KNOWN_SCHEMA}.",
            remedy="Use a newer version of this program; nothing was changed.",
            details={"schemaVersion": version, "known": KNOWN_SCHEMA},
        )
    faults = list(_faults(document))
    if faults:
        named = "; ".join(f"{fault.path or 'it'} {fault.words}" for fault in faults[:_SHOWN])
        raise Refusal(
            Code.LEDGER_CORRUPT,
            f"The document is not one that acts can have made: {named}.",
            remedy="Run `cook validate`, and restore the task's file from a copy.",
            details={"faults": [{"path": fault.path, "fault": fault.words} for fault in faults]},
        )


def _faults(document: Any) -> Iterator[Fault]:
    """What is wrong with a document: its shape, its plan's shape, or else what its parts contradict."""
    faults = faults_of(_DOCUMENT, document)[1] or _plan_faults(document.get("plan"))
    yield from faults or (Fault(path, words, "invariant") for path, words in broken_invariants(document))


def _plan_faults(plan: Json | None) -> list[Fault]:
    if plan is None:
        return []
    result = plan.get("result")
    if not isinstance(result, str) or result not in _PLANS:
        return [Fault("plan.result", "must be 'plan' or 'escalation'", "literal_error")]
    return [fault._replace(path=f"plan.{fault.path}") for fault in faults_of(_PLANS[result], plan)[1]]
