"""Acts for a story at any point: those that make sense there, and those that anybody may try.

A walk takes both kinds in turn, so that it gets as far as a council and its recovery, and stumbles often.
"""

from __future__ import annotations

from cookui.contract import Json
from cookui.contract.queries import blockers, council_of, undecided
from cookui.contract.waiting import may_close_recovery, may_record
from tests.contract.playing import (
    CHEF,
    MEMBERS,
    Story,
    audit_return,
    council_return,
    escalation_return,
    execute_return,
    finding,
    plan_return,
    refute_return,
    verify_return,
)


def _record(agent: str, made: Json) -> Json:
    return {"kind": "record", "stage": made["stage"], "agent": agent, "return": made}


def _cycle(story: Story) -> int:
    cycle: int = story.task.get("execution", {}).get("cycle", 0)
    return cycle


def agents_acts(story: Story, agent: str, *, gated: bool) -> list[Json]:
    """Everything that `agent` could hand in by its shape, whether it is its turn or not."""
    cycle = _cycle(story)
    found = [
        _record(agent, plan_return(requiresApproval=gated)),
        _record(agent, plan_return(requiresApproval=gated, auditRequired=True)),
        _record(agent, escalation_return()),
        *(_record(agent, execute_return(result)) for result in ("executed", "approval-required", "kickback")),
        _record(agent, execute_return("kickback", kickback={"to": "capture", "reason": "unclear"})),
        _record(agent, verify_return(cycle)),
        *(
            _record(agent, verify_return(cycle, finding("v", kickTo=to), false=false))
            for to in ("execute", "plan")
            for false in (0, 1)
        ),
        _record(agent, audit_return(cycle)),
        _record(agent, audit_return(cycle, finding("a"))),
    ]
    for source, target in undecided(story.task):
        found += [
            _record(agent, refute_return(target["what"], verdict, cycle, source=source))
            for verdict in ("survives", "refuted")
        ]
    return found


def council_acts(story: Story) -> list[Json]:
    """What a council could hand in now: both votes and both strategies, or its closing record."""
    if may_close_recovery(story.task):
        added = ("synthesizer_agent_id", "cycle", "executor_agent_id")
        kept = {name: part for name, part in council_of(story.task).items() if name not in added}
        returns = [{"stage": "council", "council": {**kept, "outcome": "scoped-fix-shipped"}}]
    else:
        stage = council_of(story.task).get("stage") or "verify"
        returns = [
            council_return(
                *((source, target["what"], votes) for source, target in blockers(story.task)),
                stage=stage,
                select=select,
            )
            for votes in (1, 2)
            for select in ("scoped-execute", "operator-escalation")
        ]
    head = {"kind": "record", "stage": "council", "members": MEMBERS, "synthesizer": "synth"}
    return [{**head, "return": made} for made in returns]


def journal_acts() -> list[Json]:
    return [
        {"kind": "external", "note": "the pager rang"},
        {"kind": "progress", "step": 1, "total": 2},
        {"kind": "intent", "stage": "execute", "agent": "somebody"},
        {"kind": "intent", "stage": "verify"},
    ]


def operators_acts(operator: str) -> list[Json]:
    acts: list[Json] = [
        {"kind": "approve", "operator": operator},
        {"kind": "approve", "operator": operator, "expectation": {"requestId": 0, "sha256": "0" * 64}},
        {"kind": "decline", "operator": operator, "reason": "not now", "to": "plan"},
        {"kind": "decline", "operator": operator, "reason": "not now", "to": "capture"},
        {"kind": "answer", "operator": operator, "option": "wait"},
        {"kind": "answer", "operator": operator, "option": "perhaps"},
        {"kind": "block", "operator": operator, "reason": "wait"},
        {"kind": "unblock", "operator": operator},
        {"kind": "reverify", "operator": operator},
    ]
    return acts


def drivers_acts() -> list[Json]:
    return [{"kind": "start"}, {"kind": "claim", "by": "driver"}, {"kind": "release", "by": "driver"}]


def sensible(story: Story, *, gated: bool) -> list[Json]:
    """Acts that bring the story on, by agents that have not been there before."""
    task = story.task
    fresh = f"agent-{len(story.events)}"
    stages = {each.stage for each in may_record(task)}
    found = [act for act in agents_acts(story, fresh, gated=gated) if act["stage"] in stages]
    if not task["audit"]["required"]:
        found = [act for act in found if act["stage"] != "audit"]
    if "council" in stages:
        found = council_acts(story)
    if task["stage"] == "capture":
        found += [{"kind": "start"}]
    if task["stage"] == "execute" and "approvalRequests" in task:
        found += [act for act in operators_acts(CHEF) if act["kind"] in ("approve", "decline")]
    if task.get("plan", {}).get("escalation"):
        found += [{"kind": "answer", "operator": CHEF, "option": "wait"}]
    if task["status"] == "blocked":
        found += [{"kind": "unblock", "operator": CHEF}]
    likely = [act for act in found if _brings_on(act)]
    return [*found, *likely, *likely] or [{"kind": "reverify"}]


def _brings_on(act: Json) -> bool:
    """Whether an act is one of those that must come often for a walk to get anywhere."""
    made = act.get("return", {})
    return made.get("result") == "executed" or made.get("verdict") in ("pass", "survives")
