"""What a specialist hands in, by stage: closed, strict shapes (sections 3 to 7).

A return never carries an agent id or a grant, except that a council names its members, who are compared
with those that the caller observed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from cookui.contract import Json
from cookui.contract.refusal import Code, Refusal
from cookui.contract.shapes import (
    CLOSED,
    AuditFinding,
    AuditVerdict,
    Complexity,
    CouncilFinding,
    Count,
    Coverage,
    Evidences,
    Fault,
    Finding,
    Fork,
    Many,
    Member,
    Row,
    Scan,
    Source,
    Statement,
    Statements,
    Synthesis,
    Text,
    Texts,
    Verdict,
    faults_of,
)


@with_config(CLOSED)
class PlanReturn(TypedDict):
    """A plan (section 4)."""

    stage: Literal["plan"]
    result: Literal["plan"]
    complexity: Complexity
    auditRequired: bool
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
class EscalationReturn(TypedDict):
    """A fork that only the Chef can decide (section 4)."""

    stage: Literal["plan"]
    result: Literal["escalation"]
    complexity: Complexity
    auditRequired: bool
    slices: Statements
    escalation: Fork


@with_config(CLOSED)
class _Execution(TypedDict):
    stage: Literal["execute"]
    actions: Texts
    evidence: Evidences


@with_config(CLOSED)
class ExecutedReturn(_Execution):
    """An execution (section 5)."""

    result: Literal["executed"]
    kickback: None
    approvalRequired: None


@with_config(CLOSED)
class KickbackTo(TypedDict):
    """Where an executor sends the task back to, and why (section 5)."""

    to: Literal["capture", "plan"]
    reason: Text


@with_config(CLOSED)
class KickbackReturn(_Execution):
    """An execution that could not go on (section 5)."""

    result: Literal["kickback"]
    kickback: KickbackTo
    approvalRequired: None


@with_config(CLOSED)
class ApprovalRequiredReturn(_Execution):
    """A stop for an approval (section 5)."""

    result: Literal["approval-required"]
    kickback: None
    approvalRequired: Text


@with_config(CLOSED)
class VerifyReturn(TypedDict):
    """A verification (section 6)."""

    stage: Literal["verify"]
    cycle: Count
    verdict: Verdict
    postconditions: Many[Row]
    findings: Many[Finding]
    evidence: Evidences


@with_config(CLOSED)
class AuditReturn(TypedDict):
    """An audit (section 6)."""

    stage: Literal["audit"]
    cycle: Count
    verdict: AuditVerdict
    scan: Scan
    coverage: Many[Coverage]
    findings: Many[AuditFinding]
    evidence: Evidences


@with_config(CLOSED)
class RefuteReturn(TypedDict):
    """A refuter's verdict on one blocker (section 7)."""

    stage: Literal["refute"]
    cycle: Count
    source: NotRequired[Source]
    finding: Text
    verdict: Literal["survives", "refuted"]
    rationale: Text
    evidence: Evidences


@with_config(CLOSED)
class CouncilRecord(TypedDict):
    """What a council hands in (section 7)."""

    convened: bool
    stage: Source
    members: Annotated[Many[Member], Field(min_length=3, max_length=3)]
    findings: Many[CouncilFinding]
    synthesis: Synthesis
    verdict: Literal["block", "ship"]
    outcome: Literal["shipped", "scoped-fix-shipped"] | None


@with_config(CLOSED)
class CouncilReturn(TypedDict):
    """A council's return (section 7)."""

    stage: Literal["council"]
    council: CouncilRecord


_BY_RESULT: Final[dict[str, dict[str, TypeAdapter[Any]]]] = {
    "plan": {"plan": TypeAdapter(PlanReturn), "escalation": TypeAdapter(EscalationReturn)},
    "execute": {
        "executed": TypeAdapter(ExecutedReturn),
        "kickback": TypeAdapter(KickbackReturn),
        "approval-required": TypeAdapter(ApprovalRequiredReturn),
    },
}
"""The shapes of the stages whose returns differ by their `result`."""

_BY_STAGE: Final[dict[str, TypeAdapter[Any]]] = {
    "verify": TypeAdapter(VerifyReturn),
    "audit": TypeAdapter(AuditReturn),
    "refute": TypeAdapter(RefuteReturn),
    "council": TypeAdapter(CouncilReturn),
}

_SHOWN: Final = 3
"""How many faults a sentence names; the details name more."""

_LISTED: Final = 20


def parse_return(stage: str, made: object) -> Json:
    """The return of a specialist, if it has the shape of its stage.

    Args:
        stage: plan, execute, verify, audit, refute or council.
        made: what the specialist handed in, as read from JSON.

    Raises:
        Refusal: `return-shape` with the paths of what is wrong, or `text` for a lone surrogate.
    """
    if not isinstance(made, dict):
        raise refused_shape(f"{stage} return", [Fault("", "must be an object", "dict_type")])
    adapter = _BY_STAGE.get(stage)
    if adapter is None:
        results = _BY_RESULT[stage]
        result = made.get("result")
        if not isinstance(result, str) or result not in results:
            words = "is missing" if "result" not in made else f"must be one of {', '.join(results)}"
            raise refused_shape(f"{stage} return", [Fault("result", words, "literal_error")])
        adapter = results[result]
    taken, faults = faults_of(adapter, made)
    if faults:
        raise refused_shape(f"{stage} return", faults)
    return taken  # type: ignore[no-any-return]


def refused_shape(what: str, faults: list[Fault], code: Code = Code.RETURN_SHAPE) -> Refusal:
    """The refusal of something that has not its shape; `text` where a lone surrogate is among its faults.

    Args:
        what: what was handed in, as a noun: "plan return".
        faults: what is wrong with it, one or more.
        code: the code where no lone surrogate is among them.
    """
    unencodable = [fault for fault in faults if fault.kind == "string_unicode"]
    shown = unencodable or faults
    named = "; ".join(f"{fault.path or 'it'} {fault.words}" for fault in shown[:_SHOWN])
    more = f"; and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return Refusal(
        Code.TEXT if unencodable else code,
        f"The {what} was refused: {named}{more}.",
        remedy="Correct what is named and hand it in again.",
        details={"faults": [{"path": fault.path, "fault": fault.words} for fault in shown[:_LISTED]]},
    )
