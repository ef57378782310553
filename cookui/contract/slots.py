"""Who may not fill which slot, and why (sections 3, 5, 6 and 7).

Independence of agents is asked for in many places of the contract; here each slot has one list, and the
rules, `may_record` and the screens all read that list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cookui.contract import Json
from cookui.contract.identity import check_name, same_identity
from cookui.contract.queries import (
    archived_judges,
    archived_verifiers,
    council_agents,
    council_of,
    grant_of_execution,
    is_recovering,
    live_refuters,
    pending_request,
)
from cookui.contract.refusal import Code, Refusal


class Bar(NamedTuple):
    """One identity that may not fill a slot.

    Args:
        name: the agent id or the operator's name; outside text.
        why: what it is that bars it, as a noun: "the verifier of this execution".
        person: whether it is a person's name, which is compared as a reader compares (section 5).
    """

    name: str
    why: str
    person: bool = False

    def bars(self, agent: str) -> bool:
        """Whether `agent` is this identity."""
        return same_identity(agent, self.name) if self.person else agent == self.name


def _bars(*groups: tuple[str, Iterable[str | None]]) -> list[Bar]:
    return [Bar(name, why) for why, names in groups for name in names if name is not None]


def executor_bars(task: Json, result: str = "executed") -> list[Bar]:
    """Who may not record an execution with `result`: executed, kickback or approval-required.

    With `executed` the live judges are archived, so none of them is live when it is recorded.
    """
    bars = []
    request = pending_request(task)
    if request is not None:
        bars.append(Bar(request["requestedBy"], "the agent that asked for the approval"))
        grant = grant_of_execution(task)
        if grant is not None:
            bars.append(Bar(grant["grantedBy"], "the operator who granted", person=True))
    if is_recovering(task):
        judged = council_of(task)["executor_agent_id"]
        bars.append(Bar(judged, "the executor whose work the council judged"))
    if result != "executed":
        agents = task["agents"]
        bars += _bars(
            ("the verifier of this execution", (agents["verifier_agent_id"],)),
            ("the auditor of this execution", (agents["audit_agent_id"],)),
        )
    return bars


def _recovery_bars(task: Json) -> list[Bar]:
    if not is_recovering(task):
        return []
    return _bars(
        ("a judge of an earlier execution, which a recovery does not take", sorted(archived_judges(task))),
        ("one of the council that ordered the recovery", sorted(council_agents(task))),
    )


def verifier_bars(task: Json) -> list[Bar]:
    """Who may not verify: executor, auditor, live refuters, archived verifiers; in a recovery, any judge."""
    agents = task["agents"]
    return _bars(
        ("the executor of this execution", (agents["executor_agent_id"],)),
        ("the auditor of this execution", (agents["audit_agent_id"],)),
        ("a refuter of this execution's findings", sorted(live_refuters(task))),
        ("the verifier of an earlier judgment", sorted(archived_verifiers(task))),
    ) + _recovery_bars(task)


def auditor_bars(task: Json) -> list[Bar]:
    """Who may not audit: executor, verifier, live refuters; in a recovery, any judge."""
    agents = task["agents"]
    return _bars(
        ("the executor of this execution", (agents["executor_agent_id"],)),
        ("the verifier of this execution", (agents["verifier_agent_id"],)),
        ("a refuter of this execution's findings", sorted(live_refuters(task))),
    ) + _recovery_bars(task)


def refuter_bars(task: Json) -> list[Bar]:
    """Who may not refute: executor, both judges, live refuters; in a recovery, any judge."""
    agents = task["agents"]
    return _bars(
        ("the executor of this execution", (agents["executor_agent_id"],)),
        ("the verifier of this execution", (agents["verifier_agent_id"],)),
        ("the auditor of this execution", (agents["audit_agent_id"],)),
        ("a refuter of this execution's findings already", sorted(live_refuters(task))),
    ) + _recovery_bars(task)


def council_bars(task: Json) -> list[Bar]:
    """Who may not sit in the council or write its synthesis: executor, every judge, every refuter."""
    agents = task["agents"]
    refuters = sorted({entry["agent_id"] for entry in task.get("refutes", ())})
    return _bars(
        ("the executor of this execution", (agents["executor_agent_id"],)),
        ("the verifier of this execution", (agents["verifier_agent_id"],)),
        ("the auditor of this execution", (agents["audit_agent_id"],)),
        ("a refuter of this task", refuters),
        ("a judge of an earlier execution", sorted(archived_judges(task))),
    )


BARS: Final[dict[str, Callable[[Json], list[Bar]]]] = {
    "plan": lambda _: [],
    "execute": executor_bars,
    "verify": verifier_bars,
    "audit": auditor_bars,
    "refute": refuter_bars,
    "council": council_bars,
}
"""The list of each return's stage."""


def check_slot(agent: str, slot: str, bars: Iterable[Bar]) -> None:
    """Refuses (`identity`) an agent that one of `bars` names.

    Args:
        agent: the agent id as given.
        slot: what it wants to be, as a noun: "executor", "verifier".
        bars: who may not.
    """
    for bar in bars:
        if bar.bars(agent):
            raise Refusal(
                Code.IDENTITY,
                f"The {slot} cannot be {agent}: that is {bar.why}.",
                remedy=f"Send another agent as {slot}.",
                details={"agent": agent, "slot": slot, "why": bar.why},
            )


def check_agent(agent: str) -> None:
    """Refuses (`identity`) an agent id that is blank or holds a control or invisible character."""
    check_name(agent, "agent id")
