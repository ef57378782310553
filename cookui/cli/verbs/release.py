"""`cook release`: takes the mark of a claim away."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.claimer import claimer

HELP = f"""\
Takes a claim away. Only its holder may (--by, else user@host, as with `cook claim`), or anybody
with --force.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID [--by NAME] [--force]`."""
    add_id(parser)
    parser.add_argument("--by", metavar="NAME", help="who releases it")
    parser.add_argument("--force", action="store_true", help="even if somebody else holds it")


def run(call: Call) -> int:
    """Releases the task."""
    by = claimer(call.args.by)
    recorded = call.recorder.release(call.args.id, by, force=call.args.force, how=call.how())
    return acted(call, recorded, f"released by {call.out.one(by)}")
