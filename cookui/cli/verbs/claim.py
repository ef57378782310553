"""`cook claim`: marks who drives a task, so that two orchestrators do not both send a specialist."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.claimer import claimer

HELP = f"""\
Marks who drives a task. A second claim is refused and names the holder. The mark says nothing about
who may record what. NAME is --by, else user@host: give one that tells your orchestrators apart.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID [--by NAME]`."""
    add_id(parser)
    parser.add_argument("--by", metavar="NAME", help="who drives it")


def run(call: Call) -> int:
    """Claims the task."""
    by = claimer(call.args.by)
    return acted(
        call, call.recorder.claim(call.args.id, by, how=call.how()), f"claimed by {call.out.one(by)}"
    )
