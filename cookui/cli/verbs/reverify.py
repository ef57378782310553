"""`cook reverify`: a fresh verifier instead of a repair; execution, audit and grants stay as they
are.
"""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.contract.identity import check_operator

HELP = f"""\
Archives the verification that asked for work and asks for a fresh verifier, without touching the
execution. Seven conditions must hold; a refusal lists each in its details, and `cook why ID` shows
them. No verifier whose judgment was archived may come back. OPERATOR says who asks for it; it is kept
in the event, and anybody may.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID [OPERATOR]`."""
    add_id(parser)
    parser.add_argument("operator", metavar="OPERATOR", nargs="?", help="the person who asks for this")


def run(call: Call) -> int:
    """Archives the verification."""
    operator: str | None = call.args.operator
    if operator is not None:
        check_operator(operator)
    recorded = call.recorder.reverify(call.args.id, how=call.how(operator=operator))
    archived = recorded.document["judgmentHistory"][-1]["verification"]
    verifier = call.out.one(archived["verifier_agent_id"])
    by = "" if operator is None else f" by {call.out.one(operator)}"
    sentence = f"reverify{by}: the verification of {verifier} is archived, execution and grants stay"
    return acted(call, recorded, sentence)
