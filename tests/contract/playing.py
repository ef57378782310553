"""Plays operations through the rules: a story has a task, its events and a clock.

What is refused must leave all three alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.acts import Context, actor, apply
from cookui.contract.card import card
from cookui.contract.model import check_document
from cookui.contract.queries import executors_of
from cookui.contract.refusal import Code, Refusal

BOUNDARY = "Promote orders-db-2 to primary [prod]; writes stop for about 30 s."
POSTCONDITIONS = ["orders-db-2 takes writes", "orders-db-1 refuses connections"]
EVIDENCE = [{"command": "pg_ctl promote", "output": "server promoting"}]
CHEF = "Chef"
START = datetime(2026, 1, 1)


def plan_return(**changes: Any) -> Json:
    return {
        "stage": "plan",
        "result": "plan",
        "complexity": "simple",
        "auditRequired": False,
        "slices": ["fence, promote"],
        "runbook": ["Fence orders-db-1", "Promote orders-db-2"],
        "preconditions": ["lag is zero"],
        "recoveryBoundary": "Until promotion, unfencing orders-db-1 restores the old state.",
        "approvalBoundary": BOUNDARY,
        "requiresApproval": False,
        "postconditions": POSTCONDITIONS,
        "verificationSeams": ["query each host"],
        "escalation": None,
        **changes,
    }


def escalation_return(fork: str = "Fail over now, or wait?", *options: str) -> Json:
    return {
        "stage": "plan",
        "result": "escalation",
        "complexity": "complex",
        "auditRequired": False,
        "slices": ["decide"],
        "escalation": {"fork": fork, "options": list(options) or ["now", "wait"]},
    }


def execute_return(result: str = "executed", **changes: Any) -> Json:
    return {
        "stage": "execute",
        "result": result,
        "actions": ["promoted orders-db-2"],
        "evidence": EVIDENCE,
        "kickback": {"to": "plan", "reason": "lag is not zero"} if result == "kickback" else None,
        "approvalRequired": BOUNDARY if result == "approval-required" else None,
        **changes,
    }


def finding(what: str, **changes: Any) -> Json:
    return {
        "file": "runbook.md",
        "line": 2,
        "severity": "high",
        "class": "blocking",
        "kickTo": "execute",
        "what": what,
        "why": "the old primary takes writes",
        **changes,
    }


def verify_return(cycle: int = 0, *findings: Json, false: int = 0, **changes: Any) -> Json:
    """A verification whose first `false` rows are false."""
    rows = [
        {"postcondition": text, "ok": number >= false, "evidence": f"observed {number}"}
        for number, text in enumerate(POSTCONDITIONS)
    ]
    return {
        "stage": "verify",
        "cycle": cycle,
        "verdict": "needs-work" if findings else "pass",
        "postconditions": rows,
        "findings": list(findings),
        "evidence": EVIDENCE,
        **changes,
    }


CATEGORIES = (
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
)


def audit_return(cycle: int = 0, *findings: Json, **changes: Any) -> Json:
    return {
        "stage": "audit",
        "cycle": cycle,
        "verdict": "needs-work" if findings else "pass",
        "scan": {"command": "scan .", "recommendation": "PASS", "reportPath": "scan.json"},
        "coverage": [{"category": each, "status": "covered_no_hits"} for each in CATEGORIES],
        "findings": [{"cwe": None, **each} for each in findings],
        "evidence": EVIDENCE,
        **changes,
    }


def refute_return(what: str, verdict: str = "survives", cycle: int = 0, **changes: Any) -> Json:
    return {
        "stage": "refute",
        "cycle": cycle,
        "finding": f"runbook.md:2 {what}",
        "verdict": verdict,
        "rationale": "reproduced",
        "evidence": EVIDENCE,
        **changes,
    }


LENSES = ("integrity", "security", "pragmatist")
MEMBERS = ["member-i", "member-s", "member-p"]


def council_return(
    *blockers: tuple[str, str, int], stage: str = "verify", select: str = "scoped-execute", **changes: Any
) -> Json:
    """A council's return.

    Args:
        blockers: source, what and the number of blocking votes of each surviving blocker.
        stage: where it was armed.
        select: the strategy that it selects.
    """
    names = [f"F{number}" for number, _ in enumerate(blockers, start=1)]
    survived = [votes >= 2 for _, _, votes in blockers]
    other = "operator-escalation" if select == "scoped-execute" else "scoped-execute"
    ships = not any(survived)
    members = [
        {
            "agent_id": agent,
            "lens": lens,
            "temperature": None,
            "inquiry": {
                "question": f"What does {lens} say?",
                "problemRestatement": f"seen for {lens}",
                "causalHypotheses": [f"hypothesis of {lens}"],
                "solutionStrategies": ["scoped-execute", "operator-escalation"],
                "findingVotes": [
                    {"id": name, "blocking": place < votes, "rationale": f"{lens} on {name}"}
                    for name, (_, _, votes) in zip(names, blockers, strict=True)
                ],
                "decisiveEvidence": [f"evidence of {lens}"],
            },
        }
        for place, (agent, lens) in enumerate(zip(MEMBERS, LENSES, strict=True))
    ]
    findings = [
        {
            "id": name,
            "summary": what,
            "source": source,
            "blockingVotes": votes,
            "survived": votes >= 2,
            "followupTaskId": None if votes >= 2 else "ledger",
        }
        for name, (source, what, votes) in zip(names, blockers, strict=True)
    ]
    synthesis = {
        "problemRestatement": "the old primary is not fenced",
        "survivingBlockers": [name for name, stands in zip(names, survived, strict=True) if stands],
        "causalHypotheses": ["the fence rule is missing"],
        "solutionStrategies": ["scoped-execute", "operator-escalation"],
        "rejectedAlternatives": [other],
        "selectedStrategy": select,
        "decisiveEvidence": ["port 5432 is open"],
    }
    council = {
        "convened": True,
        "stage": stage,
        "members": members,
        "findings": findings,
        "synthesis": synthesis,
        "verdict": "ship" if ships else "block",
        "outcome": "shipped" if ships else None,
    }
    return {"stage": "council", "council": {**council, **changes}}


class Strict(Mapping[int, str]):
    """Other tasks as strict as the recorder's own: nothing but an id is ever looked up."""

    def __init__(self, others: Mapping[int, str]) -> None:
        self._others = others

    def __getitem__(self, task_id: int) -> str:
        assert type(task_id) is int, f"{task_id!r} is no id"
        return self._others[task_id]

    def __iter__(self) -> Iterator[int]:
        return iter(self._others)

    def __len__(self) -> int:
        return len(self._others)


class Story:
    """One task as it goes through acts; each takes a second of its clock."""

    def __init__(self, **fields: Any) -> None:
        self.second = 0
        self.events: list[Json] = []
        self.others: dict[int, str] = {}
        self.require_digest = False
        self.task: Json = {}
        self._take(None, {"kind": "add", "id": 1, "title": "Promote orders-db-2", **fields})

    def at(self) -> str:
        return f"{(START + timedelta(seconds=self.second)).isoformat(timespec='milliseconds')}Z"

    def context(self) -> Context:
        return Context(self.at(), Strict(self.others), self.require_digest, executors_of(self.events))

    def _take(self, task: Json | None, act: Json) -> None:
        self.task = apply(task, act, self.context())
        check_document(self.task)
        self.events.append(
            {
                "seq": len(self.events),
                "at": self.at(),
                "kind": act["kind"],
                "actor": actor(act),
                "data": {"act": act},
                "hash": f"hash of {len(self.events)}",
            }
        )
        self.second += 1

    def do(self, kind: str, **fields: Any) -> Story:
        before = json.dumps(self.task)
        task = self.task
        self._take(task, {"kind": kind, **fields})
        assert json.dumps(task) == before, "a rule changed its input"
        return self

    def record(self, agent: str, made: Json) -> Story:
        return self.do("record", stage=made["stage"], agent=agent, **{"return": made})

    def council(self, made: Json, synthesizer: str = "synth", members: list[str] | None = None) -> Story:
        return self.do("record", **_council(made, synthesizer, members))

    def approve(self, operator: str = CHEF, **fields: Any) -> Story:
        return self.do("approve", operator=operator, **fields)

    def refuses(self, code: Code, kind: str, **fields: Any) -> Refusal:
        """The refusal of an act: it has the code, says what to do, and leaves the task alone."""
        before = json.dumps(self.task)
        with pytest.raises(Refusal) as caught:
            apply(self.task, {"kind": kind, **fields}, self.context())
        refusal = caught.value
        assert json.dumps(self.task) == before
        assert refusal.code == code, refusal
        assert refusal.sentence.endswith(".")
        assert refusal.remedy.endswith(".")
        json.dumps(refusal.details)
        return refusal

    def refuses_record(self, code: Code, agent: str, made: Any, stage: str | None = None) -> Refusal:
        return self.refuses(code, "record", stage=stage or made["stage"], agent=agent, **{"return": made})

    def refuses_council(
        self, code: Code, made: Json, synthesizer: str = "synth", members: list[str] | None = None
    ) -> Refusal:
        return self.refuses(code, "record", **_council(made, synthesizer, members))

    def card(self) -> Json:
        return card(self.task, self.events)


def _council(made: Json, synthesizer: str, members: list[str] | None) -> Json:
    return {"stage": "council", "members": members or MEMBERS, "synthesizer": synthesizer, "return": made}


def planned(**changes: Any) -> Story:
    """A story that waits for its executor."""
    return Story().do("start").record("planner", plan_return(**changes))


def pending(**changes: Any) -> Story:
    """A story whose executor `exec-0` has asked for an approval."""
    return planned(requiresApproval=True, **changes).record("exec-0", execute_return("approval-required"))


def executed(**changes: Any) -> Story:
    """A story that `exec-0` executed, without a gate."""
    return planned(**changes).record("exec-0", execute_return())


def failed(what: str = "open", **changes: Any) -> Story:
    """A story whose verifier `ver-0` found one blocker."""
    return executed(**changes).record("ver-0", verify_return(0, finding(what)))


def armed(**changes: Any) -> Story:
    """A story whose verification was upheld three times, so that the council is armed at verify."""
    story = planned(**changes)
    for cycle in range(3):
        story.record(f"exec-{cycle}", execute_return())
        story.record(f"ver-{cycle}", verify_return(cycle, finding(f"round {cycle}"), false=1))
        story.record(f"ref-{cycle}", refute_return(f"round {cycle}", cycle=cycle))
    return story


def recovering(**changes: Any) -> Story:
    """A story whose council has ordered a recovery."""
    return armed(**changes).council(council_return(("verify", "round 2", 2)))
