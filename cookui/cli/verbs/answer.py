"""`cook answer`: the operator's answer to the fork of an escalation; the next plan takes it up."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id, add_operator
from cookui.cli.call import Call

HELP = f"""\
Answers the fork that a planner escalated. OPTION is one of the options, exactly as it is written
there (`cook show ID`). The task stays at plan; the planner reads the answer and hands in another
plan.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR OPTION`."""
    add_id(parser)
    add_operator(parser)
    parser.add_argument("option", metavar="OPTION", help="the option chosen, word by word")


def run(call: Call) -> int:
    """Records the answer."""
    args = call.args
    recorded = call.recorder.answer(args.id, args.operator, args.option, how=call.how())
    return acted(call, recorded, f"answered by {call.out.one(args.operator)}: {call.out.one(args.option)}")
