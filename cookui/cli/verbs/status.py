"""`cook status`: the ledger in a few lines: how many tasks stand where, how many need a person,
what cannot be read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.cli.verbs.ls import divided, print_broken
from cookui.contract.card import COLUMNS, asks

HELP = """\
How many tasks stand at which stage and in which status, what waits for a person (`cook pending` has
it whole), what is claimed, and what cannot be read. Only the head of each file is read; `cook
validate` checks all of them whole.

With --json: {"root", "tasks", "stages": {stage: n}, "statuses": {status: n}, "asks": {kind: n},
"claims": n, "broken": [{"name", "id", "reason"}]}; the kinds are those of `cook pending`."""

_STATUSES = ("pending", "in_progress", "blocked", "done", "abandoned")


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Prints the counts."""
    cards, broken = divided(call.reader.cards())
    now = datetime.now(UTC)
    stages = Counter(card["stage"] for card in cards if card["status"] != "abandoned")
    statuses = Counter(card["status"] for card in cards)
    waiting = Counter(str(ask.kind) for card in cards for ask in asks(card, now))
    claims = sum("claim" in card for card in cards)
    if call.out.as_json:
        call.out.answer(
            {
                "root": str(call.root),
                "tasks": len(cards),
                "stages": {stage: stages[stage] for stage in COLUMNS},
                "statuses": {status: statuses[status] for status in _STATUSES},
                "asks": dict(sorted(waiting.items())),
                "claims": claims,
                "broken": [entry._asdict() for entry in broken],
            }
        )
        return OK
    out = call.out
    out.say(f"ledger   {out.one(call.root)}")
    out.say(f"tasks    {len(cards)}: {_counted(statuses, _STATUSES)}" if cards else "tasks    none")
    out.say(f"stages   {_counted(stages, COLUMNS)}")
    waits = [_counted(waiting, sorted(waiting)), _broken(len(broken))]
    out.say(f"you      {', '.join(filter(None, waits)) or 'nothing waits for a person'}")
    out.say(f"claims   {claims}")
    print_broken(call, broken)
    return OK


def _broken(count: int) -> str:
    """A file that cannot be trusted waits for a person too; nobody else can repair it."""
    return f"{count} broken {'file' if count == 1 else 'files'}" if count else ""


def _counted(counts: Counter[str], order: Any) -> str:
    return ", ".join(f"{counts[name]} {name.replace('_', ' ')}" for name in order if counts[name])
