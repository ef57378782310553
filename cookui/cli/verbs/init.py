"""`cook init`: makes a ledger. Every other verb refuses to make one by the way, lest a wrong folder
gets a second truth.
"""

from __future__ import annotations

import argparse

from cookui.cli.call import Call
from cookui.cli.status import OK

HELP = """\
Makes the ledger: the folder .cook in the root, private to you. The root is --root, else $COOK_ROOT,
else the top level of the Git repository around the working directory, else the working directory.
Where a ledger is already, it is left as it is.

With --json: {"root"}."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Makes the ledger."""
    from cookui.recorder.recorder import Recorder

    Recorder.init(call.root, created_by="cook")
    if call.out.as_json:
        call.out.answer({"root": str(call.root)})
    else:
        call.out.say(f"ledger: {call.out.one(call.root)}/.cook")
    return OK
