"""`cook why`: the answer to "why can I not", before anybody tries.

It asks the very conditions that the rules refuse from, so what stands here is what a refusal would
say.
"""

from __future__ import annotations

import argparse
from typing import Any

from cookui.cli.acted import standing
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.output import Output
from cookui.cli.status import OK
from cookui.cli.upcoming import print_upcoming, upcoming
from cookui.contract.conditions import (
    Condition,
    abandon_conditions,
    answer_conditions,
    approve_conditions,
    block_conditions,
    claim_conditions,
    decline_conditions,
    release_conditions,
    start_conditions,
    unblock_conditions,
)
from cookui.contract.queries import awaiting_request, executors_of
from cookui.contract.reverify import reverify_conditions
from cookui.contract.stages import is_terminal
from cookui.recorder.reading import Broken, TaskFile

HELP = """\
What a task waits for, what may be recorded next, and by whom not. While a request waits for its grant
every condition of approve follows, with whether it holds; after a failed verification those of
reverify. --all tells of both at any time, and for every other act whether it is possible now, or why
not. With --operator the conditions on that name are among them.

With --json: {"id", "now": {"words", ...}, "next": [{"stage", "why", "notBy": {AGENT: why not}}],
"acts": {"approve": {"allowed", "conditions": [{"name", "holds", "fact", "remedy"}]}, ...}}, always for
approve, reverify, start, decline, answer, block, unblock, abandon, claim and release."""

_IN_FULL = ("approve", "reverify")


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID [--operator NAME] [--all]`."""
    add_id(parser)
    parser.add_argument("--all", action="store_true", help="every act, possible or not")
    parser.add_argument("--operator", metavar="NAME", help="ask for this operator")


def run(call: Call) -> int:
    """Prints the reasons."""
    task = call.reader.task(call.args.id)
    with call.believing(call.args.id):
        acts = _acts(task, _statuses(call, task.document), call.args.operator)
        steps = upcoming(task.document)
        if call.out.as_json:
            allowed = {act: _allowed(conditions) for act, conditions in acts.items()}
            call.out.answer({"id": call.args.id, "now": task.card["now"], "next": steps, "acts": allowed})
        else:
            _print(call.out, task, steps, acts, everything=call.args.all)
    return OK


def _allowed(conditions: list[Condition]) -> dict[str, Any]:
    return {
        "allowed": all(each.holds for each in conditions),
        "conditions": [each.as_json() for each in conditions],
    }


def _print(
    out: Output,
    task: TaskFile,
    steps: list[dict[str, Any]],
    acts: dict[str, list[Condition]],
    *,
    everything: bool,
) -> None:
    document = task.document
    out.say(f"#{document['id']} {out.one(document['title'])}")
    out.say(f"now: {standing(out.one(task.card['now']['words']), document)}")
    out.say()
    out.say("may be recorded next")
    print_upcoming(out, steps)
    for act in _IN_FULL:
        if everything or _is_at_hand(act, document):
            _print_in_full(out, act, acts[act])
    out.say()
    if not everything:
        out.say(f"`cook why {document['id']} --all` tells of every other act")
        return
    out.say("other acts")
    for act, conditions in acts.items():
        failed = next((each for each in conditions if not each.holds), None)
        if act not in _IN_FULL:
            out.say(f"  {act:<8} {'possible' if failed is None else f'not now: {out.one(failed.fact)}'}")


def _is_at_hand(act: str, document: dict[str, Any]) -> bool:
    """Whether the stage makes somebody think of the act: a request waits, a verification has failed."""
    if is_terminal(document["status"]):
        return False
    if act == "approve":
        return awaiting_request(document) is not None
    return document["stage"] in ("verify", "audit") and document["verification"]["verdict"] == "needs-work"


def _statuses(call: Call, document: dict[str, Any]) -> dict[int, str]:
    """How the tasks stand that this one depends on."""
    cards = call.reader.cards(document["deps"]) if document["deps"] else []
    return {card["id"]: card["status"] for card in cards if not isinstance(card, Broken)}


def _acts(task: TaskFile, others: dict[int, str], operator: str | None) -> dict[str, list[Condition]]:
    document, executors = task.document, executors_of(task.events)
    return {
        "approve": approve_conditions(document, operator, executors),
        "reverify": reverify_conditions(document),
        "start": start_conditions(document, others),
        "decline": decline_conditions(document, operator, executors),
        "answer": answer_conditions(document, operator),
        "block": block_conditions(document, operator),
        "unblock": unblock_conditions(document, operator),
        "abandon": abandon_conditions(document, operator),
        "claim": claim_conditions(document),
        "release": release_conditions(document),
    }


def _print_in_full(out: Output, act: str, conditions: list[Condition]) -> None:
    out.say()
    out.say(f"{act}: {'possible' if all(each.holds for each in conditions) else 'not now'}")
    for each in conditions:
        out.say(f"  {'✓ holds' if each.holds else '✗ fails'}: {out.one(each.fact)}")
        if each.remedy:
            out.say(f"      next: {out.one(each.remedy)}")
