"""`cook reverify`: a fresh verifier instead of a repair; execution, audit and grants stay as they
are.
"""

from __future__ import annotations

import argparse

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call

HELP = f"""\
Archives the verification that asked for work and asks for a fresh verifier, without touching the
execution. Seven conditions must hold; a refusal lists each in its details, and `cook why ID` shows
them. No verifier whose judgment was archived may come back.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID`."""
    add_id(parser)


def run(call: Call) -> int:
    """Archives the verification."""
    recorded = call.recorder.reverify(call.args.id, how=call.how())
    archived = recorded.document["judgmentHistory"][-1]["verification"]
    verifier = call.out.one(archived["verifier_agent_id"])
    return acted(
        call, recorded, f"reverify: the verification of {verifier} is archived, execution and grants stay"
    )
