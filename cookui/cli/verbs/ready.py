"""`cook ready`: what an agent can take up now: nobody drives it, and it waits for no person and no
other task.
"""

from __future__ import annotations

import argparse
from typing import Any

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.cli.verbs.ls import divided, print_cards
from cookui.contract.stages import is_terminal

HELP = """\
Tasks that an agent can take up now, the most urgent first: operations that nobody has claimed, that
wait for no person, and whose dependencies are done or abandoned. `cook claim ID` takes one.

With --json: {"tasks": [card, ...]}; `cook help show` tells what a card is."""

_WAITS_FOR_A_PERSON = frozenset({"approval", "fork", "blocked"})


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Lists them."""
    cards, _ = divided(call.reader.cards())
    over = {card["id"] for card in cards if is_terminal(card["status"])}
    ready = sorted(
        (card for card in cards if _is_ready(card, over)), key=lambda card: (card["priority"], card["id"])
    )
    if call.out.as_json:
        call.out.answer({"tasks": ready})
    else:
        print_cards(call, ready)
    return OK


def _is_ready(card: dict[str, Any], over: set[int]) -> bool:
    waiting = any(ask["kind"] in _WAITS_FOR_A_PERSON for ask in card["asks"])
    free = card["category"] == "operation" and not is_terminal(card["status"]) and "claim" not in card
    may_start = card["stage"] != "capture" or over.issuperset(card["deps"])
    return free and may_start and not waiting
