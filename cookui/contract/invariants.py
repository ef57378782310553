"""What the parts of a well-shaped document must say of each other (sections 1, 2, 5, 6 and 7).

Each check yields the path and the words of what is wrong, and nothing where all is well. They repeat on
purpose what the rules make true, in other words than the rules': that is what makes them a check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cookui.contract import Json
from cookui.contract.judgment import missing_for_done
from cookui.contract.queries import SOURCES, findings_of, is_verified, plan_of
from cookui.contract.stages import EARLIEST_FIRST

Found = Iterator[tuple[str, str]]

_JUDGED_STAGES: Final = ("verify", "audit", "done")


def broken_invariants(task: Json) -> Found:
    """The path and the words of everything that contradicts something else in the document."""
    for check in _CHECKS:
        yield from check(task)


def _status(task: Json) -> Found:
    status, stage = task["status"], task["stage"]
    if (status == "done") != (stage == "done"):
        yield "status", f"is {status} at stage {stage}"
    if status == "pending" and stage != "capture":
        yield "status", f"is pending at stage {stage}"
    if (status == "blocked") != (task["blockedReason"] is not None):
        yield "blockedReason", "must be there exactly while the task is blocked"
    if (status == "abandoned") != (task["abandonReason"] is not None):
        yield "abandonReason", "must be there exactly when the task is abandoned"


def _plan(task: Json) -> Found:
    if ("plan" in task) != ("complexity" in task):
        yield "complexity", "must be there exactly when a plan is"
    if task["stage"] not in ("capture", "plan") and plan_of(task) is None:
        yield "plan", f"must be a plan at stage {task['stage']}"


def _agents(task: Json) -> Found:
    agents = task["agents"]
    live = [name for name in agents.values() if name is not None]
    if len(set(live)) != len(live):
        yield "agents", "must be pairwise different"
    holders = {
        "executor_agent_id": task.get("execution", {}).get("executor_agent_id"),
        "verifier_agent_id": task.get("verification", {}).get("verifier_agent_id"),
        "audit_agent_id": task["audit"]["audit_agent_id"],
    }
    for slot, holder in holders.items():
        if agents[slot] != holder:
            yield f"agents.{slot}", "is not who recorded it"


def _requests(task: Json) -> Found:
    requests = task.get("approvalRequests", [])
    for index, request in enumerate(requests):
        if request["id"] != index:
            yield f"approvalRequests[{index}].id", "must be its index"
    granted = [grant["requestId"] for grant in task.get("approvals", ()) if "requestId" in grant]
    declined = [each["requestId"] for each in task.get("declines", ())]
    decided = granted + declined
    if len(set(decided)) != len(decided):
        yield "approvals", "and declines decide a request twice"
    if any(each >= len(requests) for each in decided):
        yield "approvals", "or declines name a request that was never made"
    for index, grant in enumerate(task.get("approvals", ())):
        number = grant.get("requestId")
        if (
            number is not None
            and number < len(requests)
            and grant["mutation"] != requests[number]["mutation"]
        ):
            yield f"approvals[{index}].mutation", "is not the text of its request"


def _execution(task: Json) -> Found:
    execution = task.get("execution")
    if execution is None:
        if task["stage"] in _JUDGED_STAGES:
            yield "execution", f"must be there at stage {task['stage']}"
        return
    asks = execution["result"] == "approval-required"
    requests = task.get("approvalRequests", [])
    number = execution.get("approvalRequestId")
    if asks != (execution["approvalRequired"] is not None):
        yield "execution.approvalRequired", "must be text exactly when the result is approval-required"
    if asks and number is None:
        yield "execution.approvalRequestId", "must be there when the result is approval-required"
    if number is not None and number >= len(requests):
        yield "execution.approvalRequestId", "names a request that was never made"
    elif asks and number is not None and number != len(requests) - 1:
        yield "execution.approvalRequestId", "must name the newest request"
    elif asks and number is not None and requests[number]["mutation"] != execution["approvalRequired"]:
        yield "execution.approvalRequired", "is not the text of its request"
    if task["stage"] in _JUDGED_STAGES and execution["result"] != "executed":
        yield "execution.result", f"must be executed at stage {task['stage']}"
    yield from _grant(task, execution)


def _grant(task: Json, execution: Json) -> Found:
    grant = execution.get("approval")
    if grant is None:
        return
    if grant not in task.get("approvals", ()):
        yield "execution.approval", "is none of the approvals"
    if grant.get("requestId", execution.get("approvalRequestId")) != execution.get("approvalRequestId"):
        yield "execution.approval.requestId", "is not the request of the execution"
    if execution["result"] == "kickback":
        yield "execution.approval", "must not be carried by a kickback"


def _judgments(task: Json) -> Found:
    yield from _verification("verification", task.get("verification"))
    yield from _audit("audit", task["audit"])
    for index, entry in enumerate(task.get("judgmentHistory", ())):
        at = f"judgmentHistory[{index}]"
        yield from _verification(f"{at}.verification", entry["verification"])
        yield from _audit(f"{at}.audit", entry["audit"])
        if entry["cycle"] != index:
            yield f"{at}.cycle", "must be its index"
        for part, slot in (("verification", "verifier_agent_id"), ("audit", "audit_agent_id")):
            if entry[part][slot] != entry["agents"][slot]:
                yield f"{at}.agents.{slot}", "is not who recorded it"
    if task["stage"] in _JUDGED_STAGES:
        if "verification" not in task:
            yield "verification", f"must be there at stage {task['stage']}"
        elif is_verified(task):
            rows = [row["postcondition"] for row in task["verification"]["postconditions"]]
            if rows != task["plan"]["postconditions"]:
                yield "verification.postconditions", "are not the plan's"


def _verification(path: str, judgment: Json | None) -> Found:
    if judgment is None:
        return
    is_vacant = judgment["verifier_agent_id"] is None
    if is_vacant != (judgment["verdict"] is None):
        yield f"{path}.verdict", "must be there exactly when there is a verifier"
    if is_vacant and (judgment["postconditions"] or judgment["findings"] or judgment["evidence"]):
        yield path, "must be empty without a verifier"
    yield from _recorded(path, judgment, is_vacant, ("reportedVerdict",))


def _audit(path: str, judgment: Json) -> Found:
    is_vacant = judgment["audit_agent_id"] is None
    if is_vacant and (judgment["verdict"] != "na" or judgment["findings"] or judgment["evidence"]):
        yield path, "must be empty without an auditor"
    yield from _recorded(path, judgment, is_vacant, ("reportedVerdict", "scan", "coverage"))


def _recorded(path: str, judgment: Json, is_vacant: bool, parts: tuple[str, ...]) -> Found:
    """What holds for both kinds of judgment: whole or vacant, its verdict following from the findings."""
    for part in parts:
        if (part in judgment) == is_vacant:
            yield f"{path}.{part}", "must be there exactly when the judgment was recorded"
    if not is_vacant and not judgment["evidence"]:
        yield f"{path}.evidence", "must not be empty"
    blocking = any(finding["class"] == "blocking" for finding in judgment["findings"])
    if blocking != (judgment["verdict"] == "needs-work"):
        yield f"{path}.verdict", "must be needs-work exactly when a blocker is there"
    names = [finding["what"] for finding in judgment["findings"]]
    if len(set(names)) != len(names):
        yield f"{path}.findings", "say the same twice"


def _refutes(task: Json) -> Found:
    entries = task.get("refutes", [])
    for source in SOURCES:
        for finding in findings_of(task, source):
            refute = finding.get("refute")
            if refute is None:
                continue
            if refute not in entries or refute["source"] != source:
                yield "refutes", f"lack the refute of {finding['what']}"
            if (refute["verdict"] == "refuted") != (finding["class"] == "follow-up"):
                yield "refutes", f"contradict the class of {finding['what']}"


def _council(task: Json) -> Found:
    convergence = task.get("convergence")
    if convergence is None:
        return
    council = convergence["council"]
    for source, counted in convergence["stages"].items():
        if counted["blockingKickbacks"] > convergence["cap"]:
            yield f"convergence.stages.{source}", "is over the cap"
    met = council["convened"]
    if met and council["stage"] is None:
        yield "convergence.council.stage", "must be there once the council has met"
    for part in ("synthesis", "synthesizer_agent_id", "cycle", "executor_agent_id"):
        if (part in council) != met:
            yield f"convergence.council.{part}", "must be there exactly when the council has met"
    if bool(council["members"]) != met or (council["verdict"] is not None) != met:
        yield "convergence.council", "must be empty until the council has met"
    outcomes = {
        None: (None,),
        "ship": ("shipped",),
        "block": (None, "blocked-to-operator", "scoped-fix-shipped"),
    }
    if council["outcome"] not in outcomes[council["verdict"]]:
        yield "convergence.council.outcome", f"does not go with the verdict {council['verdict']}"


def _kickbacks(task: Json) -> Found:
    for index, kickback in enumerate(task["kickbacks"]):
        if kickback["from"] == "execute" and kickback["to"] == "execute":
            yield f"kickbacks[{index}].to", f"must be one of {', '.join(EARLIEST_FIRST[:2])} from execute"


def _done(task: Json) -> Found:
    if task["stage"] == "done" and "execution" in task and is_verified(task):
        for words in missing_for_done(task):
            yield "stage", f"is done, but {words}"
    elif task["stage"] == "done":
        yield "stage", "is done without an execution and its verification"


_CHECKS: Final[tuple[Callable[[Json], Found], ...]] = (
    _status,
    _plan,
    _agents,
    _requests,
    _execution,
    _judgments,
    _refutes,
    _council,
    _kickbacks,
    _done,
)
