"""`cook ls`: every task in one line. Reads only the heads of the files, so ten thousand take no
longer than a blink.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.recorder.reading import Broken
from cookui.text.times import age

HELP = """\
Every task in one line, by id: what is true of it now and for how long. A task whose file cannot be
trusted stands at the end with the reason. Only the head of each file is read: `cook show` checks one
task whole, `cook validate` all.

With --json: {"tasks": [card, ...], "broken": [{"name", "id", "reason"}]}; `cook help show` tells
what a card is."""

_STAGES = ("capture", "plan", "execute", "verify", "audit", "done")
_STATUSES = ("pending", "in_progress", "blocked", "done", "abandoned")


def arguments(parser: argparse.ArgumentParser) -> None:
    """`[--stage S] [--status S] [--quiet]`."""
    parser.add_argument(
        "--stage", metavar="STAGE", choices=_STAGES, help=f"only tasks at {'|'.join(_STAGES)}"
    )
    parser.add_argument(
        "--status", metavar="STATUS", choices=_STATUSES, help=f"only those {'|'.join(_STATUSES)}"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="only ids, a line each")


def run(call: Call) -> int:
    """Lists the tasks."""
    args, out = call.args, call.out
    cards, broken = divided(call.reader.cards())
    cards = [
        card
        for card in cards
        if args.stage in (None, card["stage"]) and args.status in (None, card["status"])
    ]
    if out.as_json:
        out.answer({"tasks": cards, "broken": [entry._asdict() for entry in broken]})
    elif args.quiet:
        for card in cards:
            out.say(str(card["id"]))
    else:
        print_cards(call, cards)
        print_broken(call, broken)
    return OK


def divided(cards: list[dict[str, Any] | Broken]) -> tuple[list[dict[str, Any]], list[Broken]]:
    """The cards and the broken files of a listing, apart."""
    good = [card for card in cards if not isinstance(card, Broken)]
    return good, [card for card in cards if isinstance(card, Broken)]


def print_cards(call: Call, cards: list[dict[str, Any]]) -> None:
    """Prints one line a task."""
    out, now = call.out, datetime.now(UTC)
    if not cards:
        out.say("no tasks")
        return
    room = out.share(0.3, 14, 48)
    rows = [
        (
            f"#{card['id']}",
            card["priority"],
            card["stage"],
            f"{card['now']['mark']} {out.cut(card['now']['words'], room)}",
            age(card["now"]["since"], now),
            card["title"],
        )
        for card in cards
    ]
    out.table(("id", "pri", "stage", "now", "for", "title"), rows)


def print_broken(call: Call, broken: list[Broken]) -> None:
    """Prints one line a file that cannot be trusted."""
    for entry in broken:
        call.out.say(f"broken: {call.out.one(entry.name)}: {call.out.one(entry.reason)}")
