"""`cook unblock`: the operator lets a blocked task go on."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id, add_operator
from cookui.cli.call import Call

HELP = f"""\
Lets a blocked task go on at the stage where it was blocked, whoever blocked it: an operator, or a
council.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR`."""
    add_id(parser)
    add_operator(parser)


def run(call: Call) -> int:
    """Unblocks the task."""
    args = call.args
    recorded = call.recorder.unblock(args.id, args.operator, how=call.how())
    return acted(call, recorded, f"unblocked by {call.out.one(args.operator)}")
