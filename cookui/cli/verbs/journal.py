"""`cook journal`: what is being done, told to whoever watches; it never changes what the contract
allows.
"""

from __future__ import annotations

import argparse
import re
from typing import Any

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.parser import UsageError

_PROGRESS = re.compile(r"([0-9]{1,6})/([0-9]{1,6})\Z", re.ASCII)
_STAGES = ("plan", "execute", "verify", "audit", "refute", "council")

HELP = f"""\
Tells whoever watches what is being done. Nothing that the contract allows or refuses depends on it.

    cook journal 12 intent execute "first window" --agent exec-7    a specialist is being sent
    cook journal 12 progress 3/7 "load balancer switched"           three of seven steps are done
    cook journal 12 external "the registrar answered by telephone"  something happened outside

STAGE is one of {", ".join(_STAGES)}.

{JSON_SHAPE}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID intent STAGE [NOTE] [--agent A] | ID progress STEP/TOTAL [NOTE] | ID external NOTE`."""
    parser.usage = (
        "cook journal ID intent STAGE [NOTE] [--agent AGENT]\n"
        "       cook journal ID progress STEP/TOTAL [NOTE]\n"
        "       cook journal ID external NOTE"
    )
    add_id(parser)
    parser.add_argument("kind", choices=["intent", "progress", "external"], help="what is told")
    parser.add_argument("words", metavar="WORDS", nargs="+", help="as above")
    parser.add_argument("--agent", metavar="AGENT", help="with intent: the specialist that is being sent")


def run(call: Call) -> int:
    """Journals the entry."""
    entry = _entry(call.args)
    recorded = call.recorder.journal(call.args.id, entry, how=call.how())
    return acted(call, recorded, f"journal: {' '.join(call.out.one(word) for word in call.args.words)}")


def _entry(args: argparse.Namespace) -> dict[str, Any]:
    words: list[str] = args.words
    most = 1 if args.kind == "external" else 2
    if len(words) > most:
        raise _wrong(
            f"journal {args.kind} takes at most {most} words after it, not {len(words)}: quote the note"
        )
    if args.agent is not None and args.kind != "intent":
        raise _wrong("--agent belongs to intent")
    entry: dict[str, Any] = {"kind": args.kind}
    if args.kind == "external":
        entry["note"] = words[0]
        return entry
    if args.kind == "intent":
        if words[0] not in _STAGES:
            raise _wrong(f"{words[0]!r} is no stage that a specialist is sent for ({', '.join(_STAGES)})")
        entry["stage"] = words[0]
    else:
        found = _PROGRESS.match(words[0])
        if found is None:
            raise _wrong(f"{words[0]!r} is not STEP/TOTAL, such as 3/7")
        entry |= {"step": int(found[1]), "total": int(found[2])}
    if len(words) == most:
        entry["note"] = words[1]
    if args.agent is not None:
        entry["agent"] = args.agent
    return entry


def _wrong(sentence: str) -> UsageError:
    return UsageError(sentence, remedy="`cook help journal` shows the three forms.")
