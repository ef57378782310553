"""`cook start`: the task leaves capture and waits for a plan."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call

HELP = f"""\
Moves a task from capture to plan; the first time it becomes in progress. Refused while a task that
it depends on is neither done nor abandoned. After a kickback to capture the task waits for this
again.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID`."""
    add_id(parser)


def run(call: Call) -> int:
    """Starts the task."""
    return acted(call, call.recorder.start(call.args.id, how=call.how()), "started")
