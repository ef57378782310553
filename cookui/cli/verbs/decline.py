"""`cook decline`: the other answer to a request; the reason goes to whoever plans next."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE
from cookui.cli.arguments import add_expectation, add_id, add_operator, add_reason
from cookui.cli.call import Call
from cookui.cli.deciding import decided

HELP = f"""\
Declines the pending request and sends the task back, with the reason, to plan or to capture. The
request can never be granted afterwards; another plan asks anew. On a terminal it shows the exact
text and asks for its code, as `cook approve` does; elsewhere --request and --sha256 bind it to what
the operator saw.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR --reason TEXT [--to plan|capture] [--request N --sha256 HEX]`."""
    add_id(parser)
    add_operator(parser)
    add_reason(parser)
    parser.add_argument("--to", choices=["plan", "capture"], default="plan", help="where the task goes; plan")
    add_expectation(parser)


def run(call: Call) -> int:
    """Declines the request."""
    args, out = call.args, call.out
    return decided(
        call,
        "decline",
        lambda expectation, how: call.recorder.decline(
            args.id, args.operator, args.reason, to=args.to, expectation=expectation, how=how
        ),
        lambda _: f"declined by {out.one(args.operator)}, back to {args.to}: {out.one(args.reason)}",
    )
