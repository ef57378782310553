"""`cook add`: a new operation. Prints the bare id, so that `ID=$(cook add ...)` is all a script
needs.
"""

from __future__ import annotations

import argparse

from cookui.cli.call import Call
from cookui.cli.parser import task_id
from cookui.cli.status import OK

HELP = """\
Adds an operation, pending at capture. Standard output is its id and nothing else, on a terminal
too:

    ID=$(cook add "Rotate the certificate of api.example.org" --priority p1)
    cook start $ID

The slug names its file; it is made from the title when not given (small letters, digits and
hyphens).

With --json: {"id", "event", "card", "next"}, as after every act (`cook help start`)."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`TITLE` and what an operation may have from the start."""
    parser.add_argument("title", metavar="TITLE", help="what is to be done, in a few words")
    parser.add_argument(
        "--priority", choices=["p0", "p1", "p2", "p3", "p4"], default="p2", help="p0 is most urgent; p2"
    )
    parser.add_argument(
        "--dep", metavar="ID", type=task_id, action="append", default=[], help="starts after it; may repeat"
    )
    parser.add_argument("--slug", metavar="SLUG", help="its short name, such as rotate-api-certificate")


def run(call: Call) -> int:
    """Adds the operation."""
    args = call.args
    recorded = call.recorder.add(
        args.title, priority=args.priority, deps=args.dep, slug=args.slug, how=call.how()
    )
    if call.out.as_json:
        from cookui.cli.acted import acted

        return acted(call, recorded, "")
    call.out.say(str(recorded.document["id"]))
    return OK
