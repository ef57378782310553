"""`cook block`: the operator stops a task."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id, add_operator, add_reason
from cookui.cli.call import Call

HELP = f"""\
Stops a task where it stands: nothing is recorded on it until it is unblocked.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR --reason TEXT`."""
    add_id(parser)
    add_operator(parser)
    add_reason(parser)


def run(call: Call) -> int:
    """Blocks the task."""
    args = call.args
    recorded = call.recorder.block(args.id, args.operator, args.reason, how=call.how())
    return acted(call, recorded, f"blocked by {call.out.one(args.operator)}: {call.out.one(args.reason)}")
