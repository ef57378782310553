"""Questions about a document, each answered in one place (sections 2, 5, 6 and 7).

They are asked by the rules, by the conditions and by the screens alike; none of them changes or refuses
anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from cookui.contract import Json
from cookui.contract.stages import Status

CAP: Final = 2
"""How many blocking kickbacks a source may cause before the council is armed (section 7)."""

SOURCES: Final = ("verify", "audit")
"""The two judgments, in the order in which they are asked."""

PART: Final = {"verify": "verification", "audit": "audit"}
"""Where in a document the judgment of each source is."""


def sha256_of(text: str) -> str:
    """The SHA-256, in hex, of the text's UTF-8: an operator's expectation holds it (section 5)."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# --- plan and fork


def plan_of(task: Json) -> Json | None:
    """The plan that is to be executed; None while there is none, or only an escalation."""
    plan: Json | None = task.get("plan")
    return plan if plan is not None and plan["result"] == "plan" else None


def fork_of(task: Json) -> Json | None:
    """The escalation `{fork, options}` that stands instead of a plan, answered or not."""
    plan: Json | None = task.get("plan")
    if plan is None or plan["result"] != "escalation":
        return None
    escalation: Json = plan["escalation"]
    return escalation


def is_gated(task: Json) -> bool:
    """Whether the plan requires an approval."""
    plan = plan_of(task)
    return plan is not None and plan["requiresApproval"] is True


# --- requests and grants (section 5)


def newest_request(task: Json) -> Json | None:
    """The last request, whatever became of it. Only this one can be pending or granted."""
    requests = task.get("approvalRequests")
    return requests[-1] if requests else None


def bound_request(task: Json) -> Json | None:
    """The newest request if the execution stopped for it: same id, text, executor, time and cycle.

    Whether the text is still the plan's boundary is another question: `pending_request` asks both.
    """
    request = newest_request(task)
    execution = task.get("execution")
    if request is None or execution is None:
        return None
    bound = (
        task["stage"] == "execute"
        and execution["result"] == "approval-required"
        and execution.get("approvalRequestId") == request["id"]
        and execution["approvalRequired"] == request["mutation"]
        and execution["executor_agent_id"] == request["requestedBy"]
        and execution["recordedAt"] == request["requestedAt"]
        and execution["cycle"] == request["cycle"]
    )
    return request if bound else None


def pending_request(task: Json) -> Json | None:
    """The request that the execution stopped for and whose text is the plan's boundary; granted or not."""
    request = bound_request(task)
    plan = plan_of(task)
    if request is None or plan is None or request["mutation"] != plan["approvalBoundary"]:
        return None
    return request


def grant_of_execution(task: Json) -> Json | None:
    """The grant that the execution carries, if it fits the newest request.

    A grant from before request ids existed may lack `requestId`; it fits if it is the last grant, has the
    request's text and is not older than the request.
    """
    execution = task.get("execution")
    request = newest_request(task)
    if execution is None or request is None:
        return None
    grant: Json | None = execution.get("approval")
    if grant is None or grant["mutation"] != request["mutation"]:
        return None
    if "requestId" in grant:
        return grant if grant["requestId"] == request["id"] else None
    is_last = task.get("approvals", [None])[-1] == grant
    return grant if is_last and grant["grantedAt"] >= request["requestedAt"] else None


def granted_request(task: Json) -> Json | None:
    """The pending request if it has been granted."""
    return None if grant_of_execution(task) is None else pending_request(task)


def awaiting_request(task: Json) -> Json | None:
    """The pending request if nobody has granted it yet: what an operator is asked for."""
    return pending_request(task) if grant_of_execution(task) is None else None


def was_declined(task: Json) -> bool:
    """Whether an operator ever declined a request of the task; every plan from then on must be gated."""
    return bool(task.get("declines"))


def executors_of(events: Iterable[Json]) -> frozenset[str]:
    """Every agent that ever recorded an execution or a request on the task, from its events.

    A document keeps only its last executor, so whoever wants to know all of them must ask the events.
    """
    return frozenset(
        event["data"]["act"]["agent"]
        for event in events
        if event["kind"] == "record" and event["data"]["act"].get("stage") == "execute"
    )


def known_executors(task: Json) -> frozenset[str]:
    """Every identity of which the document itself tells that it executed or requested."""
    names = {request["requestedBy"] for request in task.get("approvalRequests", ())}
    names.add(task["agents"]["executor_agent_id"])
    execution = task.get("execution")
    if execution is not None:
        names.add(execution["executor_agent_id"])
    judged = council_of(task).get("executor_agent_id")
    return frozenset(name for name in (*names, judged) if name is not None)


# --- judgments (sections 6 and 7)


def is_verified(task: Json) -> bool:
    """Whether the verification of the current execution has been recorded."""
    return task.get("verification", {}).get("verdict") is not None


def is_audited(task: Json) -> bool:
    """Whether the audit of the current execution has been recorded."""
    return task["audit"]["audit_agent_id"] is not None


def is_judged(task: Json) -> bool:
    """Whether every judgment that the plan asks for has been recorded."""
    return is_verified(task) and (is_audited(task) or not task["audit"]["required"])


def findings_of(task: Json, source: str) -> list[Json]:
    """The live findings of one source, `verify` or `audit`."""
    findings: list[Json] = task.get(PART[source], {}).get("findings", [])
    return findings


def finding_name(finding: Json) -> str:
    """How a refute names a finding: `file:line what`."""
    return f"{finding['file']}:{finding['line']} {finding['what']}"


def blockers(task: Json, *sources: str) -> list[tuple[str, Json]]:
    """The live blockers as (source, finding), of the sources given or of both."""
    return [
        (source, finding)
        for source in sources or SOURCES
        for finding in findings_of(task, source)
        if finding["class"] == "blocking"
    ]


def undecided(task: Json, *sources: str) -> list[tuple[str, Json]]:
    """The blockers that no refuter has looked at."""
    return [(source, finding) for source, finding in blockers(task, *sources) if "refute" not in finding]


def survivors(task: Json, *sources: str) -> list[tuple[str, Json]]:
    """The blockers that a refuter upheld."""
    return [(source, finding) for source, finding in blockers(task, *sources) if "refute" in finding]


def false_rows(task: Json) -> int:
    """How many rows of the live verification are false."""
    return sum(not row["ok"] for row in task.get("verification", {}).get("postconditions", ()))


def live_refuters(task: Json) -> set[str]:
    """The agents that decided a finding of the live judgments."""
    return {
        finding["refute"]["agent_id"]
        for source in SOURCES
        for finding in findings_of(task, source)
        if "refute" in finding
    }


def _archived(task: Json, *slots: str) -> Iterator[str]:
    for entry in task.get("judgmentHistory", ()):
        for slot in slots:
            if entry["agents"][slot] is not None:
                yield entry["agents"][slot]


def archived_verifiers(task: Json) -> set[str]:
    """The verifiers of archived judgments."""
    return set(_archived(task, "verifier_agent_id"))


def archived_judges(task: Json) -> set[str]:
    """The verifiers and auditors of archived judgments."""
    return set(_archived(task, "verifier_agent_id", "audit_agent_id"))


# --- the council (section 7)


def council_of(task: Json) -> Json:
    """The council's part of the document; an empty one where nothing has been counted yet."""
    council: Json = task.get("convergence", {}).get("council", {})
    return council


def is_convened(task: Json) -> bool:
    """Whether the council has met. It meets once."""
    return council_of(task).get("convened") is True


def is_awaiting_council(task: Json) -> bool:
    """Whether the council is armed and has not met yet."""
    council = council_of(task)
    return council.get("stage") is not None and not council["convened"]


def is_recovering(task: Json) -> bool:
    """Whether the one recovery that the council ordered is running."""
    council = council_of(task)
    return council.get("convened") is True and council["verdict"] == "block" and council["outcome"] is None


def is_shipped_by_council(task: Json) -> bool:
    """Whether the council shipped the very execution that stands, with whatever blockers it has."""
    council = council_of(task)
    return council.get("outcome") == "shipped" and council["cycle"] == task["execution"]["cycle"]


def council_agents(task: Json) -> set[str]:
    """The members and the synthesizer of the council that met."""
    council = council_of(task)
    if not council.get("convened"):
        return set()
    return {member["agent_id"] for member in council["members"]} | {council["synthesizer_agent_id"]}


def council_survivors(task: Json) -> list[str]:
    """What the council upheld, as `source: summary`."""
    findings = council_of(task).get("findings", ())
    return [f"{finding['source']}: {finding['summary']}" for finding in findings if finding["survived"]]


# --- life


def was_started(task: Json) -> bool:
    """Whether `start` was ever given: back at capture is only who was kicked back there."""
    return task["stage"] != "capture" or bool(task["kickbacks"])


def is_in_progress(task: Json) -> bool:
    """Whether specialists may work on the task."""
    return bool(task["status"] == Status.IN_PROGRESS)


def is_stuck(task: Json) -> bool:
    """Whether nothing can follow any more: all that was recorded is decided, a row is false or an upheld
    blocker stands after every judgment, and the council is over.

    An operator who unblocks such a task finds it so; it can only be abandoned. A false row needs no further
    judgment to be final: no audit, required or not, makes it true.
    """
    return (
        is_in_progress(task)
        and task["stage"] in SOURCES
        and not undecided(task)
        and is_convened(task)
        and not is_recovering(task)
        and (false_rows(task) > 0 or (is_judged(task) and bool(survivors(task))))
    )
