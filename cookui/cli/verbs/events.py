"""`cook events`: the acts of one task in order, which are its whole truth: the document is what
they add up to.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.output import Output
from cookui.cli.status import OK
from cookui.cli.told import own_zone, told
from cookui.text.times import local

Json = dict[str, Any]

HELP = """\
Every accepted act on a task, oldest first: its number, when, what, who, and the gist of it. A grant
that was given without the digest of what was seen says so.

With --json: {"id", "events": [{"seq", "at", "kind", "actor", "data", "prev", "hash"}]}; data holds
the act as it was given ("act"), how it was given ("how": channel, OS user, host, tty, what digest
was shown) and the digest of the document after it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID`."""
    add_id(parser)


def run(call: Call) -> int:
    """Prints the events."""
    events = call.reader.task(call.args.id).events
    if call.out.as_json:
        call.out.answer({"id": call.args.id, "events": list(events)})
        return OK
    with call.believing(call.args.id):
        _print(call, events)
    return OK


def actor_of(out: Output, event: Json) -> str:
    """Who acted, drawn in as many cells as a line can spare; `--json` has it whole."""
    return out.cut(event["actor"], out.share(0.15, 10, 40))


def _print(call: Call, events: Sequence[Json]) -> None:
    out, zone = call.out, own_zone()
    rows = [
        (
            str(event["seq"]),
            local(event["at"], zone)[: out.share(0.32, 19, 26)],  # on a narrow terminal without the offset
            event["kind"],
            actor_of(out, event),
            told(event),
        )
        for event in events
    ]
    out.table(("seq", "at", "act", "actor", "what"), rows)
