"""`cook approve`: the grant of exactly what is pending, by a person, and never of anything else."""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE
from cookui.cli.arguments import add_expectation, add_id, add_operator
from cookui.cli.call import Call
from cookui.cli.deciding import decided
from cookui.cli.grants import granted

HELP = f"""\
Grants the pending request. What is granted is the request's own text; it is never given here.

On a terminal it shows the exact text with everything that could hide in it, who declined the same
text before, and how the text differs from the requests before; then it asks for the code that stands
below. What was typed before the question stood there is thrown away; a code that is pasted after it
is taken like a typed one, for the two cannot be told apart. Elsewhere it grants at once: give
--request and --sha256, from `cook pending --json`, so that the grant holds for the text that the
operator saw and for no other. Without them whatever is pending is granted, the event says that no
digest was given, everything that shows the grant says so too, and a ledger whose config.json has
"requireDigest": true refuses it. The operator is nobody who ever executed or asked on this task.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID OPERATOR [--request N --sha256 HEX]`."""
    add_id(parser)
    add_operator(parser)
    add_expectation(parser)


def run(call: Call) -> int:
    """Grants the request."""
    args = call.args
    return decided(
        call,
        "grant",
        lambda expectation, how: call.recorder.approve(
            args.id, args.operator, expectation=expectation, how=how
        ),
        lambda document: granted(call.out, document["approvals"][-1]),
    )
