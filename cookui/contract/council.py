"""Recording the council, and recording it again when its one recovery has passed (section 7)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from cookui.contract import Json
from cookui.contract.context import Context, changed
from cookui.contract.judgment import finished
from cookui.contract.queries import (
    council_of,
    council_survivors,
    false_rows,
    is_awaiting_council,
    is_judged,
    is_recovering,
    survivors,
    undecided,
)
from cookui.contract.recovery import blocked_by, with_council
from cookui.contract.refusal import Code, Refusal
from cookui.contract.refute import kicked_for_false_rows, kicked_to_execute
from cookui.contract.slots import check_slot, council_bars
from cookui.contract.waiting import may_close_recovery

LENSES: Final = frozenset({"integrity", "security", "pragmatist"})
STRATEGIES: Final = frozenset({"scoped-execute", "operator-escalation"})

MAJORITY: Final = 2
"""How many of the three votes let a blocker survive."""

_ADDED: Final = frozenset({"synthesizer_agent_id", "cycle", "executor_agent_id"})
"""What is added to a council's return when it is kept."""


def record_council(task: Json, act: Json, context: Context) -> Json:
    """Takes the council's decision when it is armed, or its closing record when its recovery has passed."""
    made = act["return"]["council"]
    _check_members(act, made)
    if is_recovering(task):
        return _closed(task, act, made, context)
    _check_armed(task, made)
    for agent in (*act["members"], act["synthesizer"]):
        check_slot(agent, "member or synthesizer of the council", council_bars(task))
    _check_decision(task, made, context)
    kept = {
        **made,
        "synthesizer_agent_id": act["synthesizer"],
        "cycle": task["execution"]["cycle"],
        "executor_agent_id": task["agents"]["executor_agent_id"],
    }
    return _decided(changed(task, context, **with_council(task, **kept)), made, context)


def _refused(sentence: str, remedy: str) -> Refusal:
    return Refusal(Code.COUNCIL, sentence, remedy=remedy)


def _check_members(act: Json, made: Json) -> None:
    """The observed members are those of the return, and with the synthesizer four distinct agents."""
    named = [member["agent_id"] for member in made["members"]]
    if named != act["members"]:
        raise Refusal(
            Code.IDENTITY,
            "The members that were observed are not the members of the return, in its order.",
            remedy="Give the ids of the three members as they stand in the return.",
            details={"observed": act["members"], "named": named},
        )
    if len({*named, act["synthesizer"]}) != len(named) + 1:
        raise Refusal(
            Code.IDENTITY,
            "The three members and the synthesizer are not four distinct agents.",
            remedy="Send three members and a fourth agent as synthesizer.",
        )


def _check_armed(task: Json, made: Json) -> None:
    stage = council_of(task).get("stage")
    if not is_awaiting_council(task):
        raise _refused(
            "No council is armed.", "A council meets when a judgment has kicked back twice and fails again."
        )
    if not is_judged(task) or undecided(task):
        raise _refused(
            "The council is armed, and not every judgment is in and decided.",
            "Record the missing judgment and have every blocker decided first.",
        )
    if made["stage"] != stage:
        raise _refused(
            f"The council is armed at {stage}, and the return says {made['stage']}.",
            f"Convene the council for {stage}.",
        )


# --- what the council decided must follow from what it says


def _check_decision(task: Json, made: Json, context: Context) -> None:
    if not made["convened"]:
        raise _refused("The return says that the council was not convened.", "Set convened to true.")
    _check_lenses(made)
    _check_findings(task, made, context)
    for member in made["members"]:
        _check_votes(member, made)
    _check_tally(made)
    _check_synthesis(made)
    survived = any(finding["survived"] for finding in made["findings"])
    verdict, outcome = ("block", None) if survived else ("ship", "shipped")
    if made["verdict"] != verdict or made["outcome"] != outcome:
        raise _refused(
            f"By its votes the council's verdict is {verdict} with outcome {outcome or 'null'}, "
            f"and the return says {made['verdict']} with outcome {made['outcome'] or 'null'}.",
            "Derive verdict and outcome from the votes.",
        )


def _check_lenses(made: Json) -> None:
    if {member["lens"] for member in made["members"]} != LENSES:
        raise _refused(
            "Two members looked through the same lens.", f"Use each of {', '.join(sorted(LENSES))} once."
        )
    if len({_gist(member["inquiry"]) for member in made["members"]}) != len(made["members"]):
        raise _refused(
            "Two inquiries differ by no more than case, spacing, punctuation and order.",
            "Have each member inquire on its own.",
        )


def _gist(inquiry: Json) -> tuple[tuple[str, ...], ...]:
    """An inquiry without case, spacing, punctuation and order: the words of each of its parts, sorted.

    A vote is a part of its own: who swaps two votes has found something else.
    """
    votes = sorted((vote["id"], vote["blocking"], vote["rationale"]) for vote in inquiry["findingVotes"])
    parts = (
        [inquiry["question"]],
        [inquiry["problemRestatement"]],
        inquiry["causalHypotheses"],
        inquiry["solutionStrategies"],
        inquiry["decisiveEvidence"],
        *([f"{name} {blocking} {rationale}"] for name, blocking, rationale in votes),
    )
    return tuple(tuple(sorted(re.findall(r"[^\W_]+", " ".join(texts).casefold()))) for texts in parts)


def _check_findings(task: Json, made: Json, context: Context) -> None:
    """The council votes on exactly the surviving blockers; what it demotes is followed up somewhere."""
    findings = made["findings"]
    upheld = Counter((source, finding["what"]) for source, finding in survivors(task))
    if Counter((finding["source"], finding["summary"]) for finding in findings) != upheld:
        raise _refused(
            "The council's findings are not exactly the surviving blockers.",
            "Name every surviving blocker once, with its source and its what as summary.",
        )
    if len({finding["id"] for finding in findings}) != len(findings):
        raise _refused("Two of the council's findings have the same id.", "Give each finding its own id.")
    for finding in findings:
        follow_up = finding["followupTaskId"]
        if finding["survived"] and follow_up is not None:
            raise _refused(
                f"The finding {finding['id']} survived and has a follow-up.",
                "Set followupTaskId to null for every survivor.",
            )
        if not finding["survived"] and not _is_followed_up(follow_up, context):
            raise _refused(
                f"The finding {finding['id']} was demoted and has no follow-up that exists.",
                'Set followupTaskId to the id of another task, or to "ledger".',
            )


def _is_followed_up(follow_up: object, context: Context) -> bool:
    """Whether that is the ledger or one of its other tasks; null is neither, and no id to look up."""
    return follow_up == "ledger" or (type(follow_up) is int and follow_up in context.others)


def _check_votes(member: Json, made: Json) -> None:
    votes = sorted(vote["id"] for vote in member["inquiry"]["findingVotes"])
    if votes != sorted(finding["id"] for finding in made["findings"]):
        raise _refused(
            f"The member {member['agent_id']} did not vote once on each finding.",
            "Have every member vote once on every finding of the council.",
        )
    _check_strategies(member["inquiry"]["solutionStrategies"])


def _check_strategies(strategies: list[str]) -> None:
    if sorted(strategies) != sorted(STRATEGIES):
        raise _refused(
            "The solution strategies are not the two that there are, each once.",
            f"Weigh {' and '.join(sorted(STRATEGIES))}, each once.",
        )


def _check_tally(made: Json) -> None:
    ayes = Counter(
        vote["id"]
        for member in made["members"]
        for vote in member["inquiry"]["findingVotes"]
        if vote["blocking"]
    )
    for finding in made["findings"]:
        count = ayes[finding["id"]]
        if finding["blockingVotes"] != count or finding["survived"] != (count >= MAJORITY):
            raise _refused(
                f"The finding {finding['id']} has {count} blocking votes, and the return tells otherwise.",
                f"Count the votes; {MAJORITY} or more let a finding survive.",
            )


def _check_synthesis(made: Json) -> None:
    synthesis = made["synthesis"]
    if synthesis["survivingBlockers"] != [each["id"] for each in made["findings"] if each["survived"]]:
        raise _refused(
            "The synthesis does not name the surviving blockers in their order.",
            "List the ids of the findings that survived, in the order of the findings.",
        )
    _check_strategies(synthesis["solutionStrategies"])
    others = [each for each in synthesis["solutionStrategies"] if each != synthesis["selectedStrategy"]]
    if synthesis["rejectedAlternatives"] != others:
        raise _refused(
            "The rejected alternatives are not the strategies that were not selected.",
            "List the other strategy as the rejected alternative.",
        )


# --- what follows


def _decided(task: Json, made: Json, context: Context) -> Json:
    """A ship finishes, or repairs a false row; a block goes to the operator, or is repaired once."""
    if made["verdict"] == "ship":
        return kicked_for_false_rows(task, context) if false_rows(task) else finished(task)
    if made["synthesis"]["selectedStrategy"] == "operator-escalation":
        return {
            **task,
            **with_council(task, outcome="blocked-to-operator"),
            **blocked_by(council_survivors(task)),
        }
    return kicked_to_execute(task, context, made["stage"], "upheld: " + "; ".join(council_survivors(task)))


def _closed(task: Json, act: Json, made: Json, context: Context) -> Json:
    """The same council by the same synthesizer, unchanged but for its outcome, ends the recovery."""
    if not may_close_recovery(task):
        raise _refused(
            "The council's recovery has not passed everything yet.",
            "Record the recovery's execution and its judgments first.",
        )
    kept = council_of(task)
    before = {key: value for key, value in kept.items() if key not in _ADDED}
    same = act["synthesizer"] == kept["synthesizer_agent_id"]
    if not same or made != {**before, "outcome": "scoped-fix-shipped"}:
        raise _refused(
            "The council is not the one that ordered the recovery, unchanged but for its outcome.",
            "Record the same council with the same synthesizer and the outcome scoped-fix-shipped.",
        )
    return finished(changed(task, context, **with_council(task, outcome="scoped-fix-shipped")))
