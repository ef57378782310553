"""`cook abandon`: the operator ends a task for good."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id, add_operator, add_reason
from cookui.cli.call import Call

HELP = f"""\
Ends a task for good without finishing it. What it did stays on record; tasks that depend on it may
start.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR --reason TEXT`."""
    add_id(parser)
    add_operator(parser)
    add_reason(parser)


def run(call: Call) -> int:
    """Abandons the task."""
    args = call.args
    recorded = call.recorder.abandon(args.id, args.operator, args.reason, how=call.how())
    return acted(call, recorded, f"abandoned by {call.out.one(args.operator)}: {call.out.one(args.reason)}")
