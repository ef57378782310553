"""`cook wait`: sleeps until something is so, woken by the ledger's feed and by nothing else.

The first look is taken before the feed is even imported: what is so already costs no more than
`cook show`. Then the feed is opened, and its first change, which always comes, is a second look; so
nothing that happens between the two is missed.
"""

from __future__ import annotations

import argparse
import math
import sys

from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.goal import GOALS, is_met, refuse_the_impossible
from cookui.cli.output import report_error
from cookui.cli.status import OK, WAIT_TIMEOUT

HELP = """\
Returns as soon as it is so, usually within 30 ms, and costs nothing while it waits. WHAT is one of

  granted    the newest request has been granted (even if an executor has used the grant already)
  declined   it has been declined
  answered   the fork of the escalation has been answered
  capture, plan, execute, verify, audit, done
             the task is at that stage, or a return of that stage was recorded meanwhile

On a terminal it says on standard error what it waits for. Ctrl-C ends it.

Exit status 0: it is so. 1: it cannot become so any more (the task is over; the request was
declined, or granted, or closed by a kickback), or there is no such task. 5: not within --timeout;
it may still become so. Without --timeout it waits for ever.

With --json: {"id", "until", "seq", "card"}; seq is the newest event at that moment."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID --until WHAT [--timeout S]`."""
    add_id(parser)
    parser.add_argument("--until", metavar="WHAT", required=True, choices=GOALS, help="what it waits for")
    parser.add_argument(
        "--timeout", metavar="S", type=_seconds, help="give up after so many seconds (exit status 5)"
    )


def run(call: Call) -> int:
    """Waits."""
    args = call.args
    events_before = len(call.reader.task(args.id).events)
    if _is_so(call, events_before):
        return OK
    if sys.stderr.isatty():
        _say_what_is_waited_for(call)
    if _becomes_so(call, events_before):
        return OK
    report_error(
        "timeout",
        f"Task {args.id} did not become {args.until} within {args.timeout:g} s.",
        f"Wait again; `cook why {args.id}` tells what it waits for.",
        {"id": args.id, "until": args.until, "timeout": args.timeout},
        as_json=call.out.as_json,
    )
    return WAIT_TIMEOUT


def _is_so(call: Call, events_before: int) -> bool:
    """Looks once, and prints the answer if it is so."""
    goal, task_id = call.args.until, call.args.id
    task = call.reader.task(task_id)
    with call.believing(task_id):
        if not is_met(goal, task.document, task.events, events_before):
            refuse_the_impossible(goal, task.document)
            return False
    if call.out.as_json:
        call.out.answer({"id": task_id, "until": goal, "seq": task.events[-1]["seq"], "card": task.card})
    else:
        call.out.say(f"#{task_id} {goal}: {call.out.one(task.card['now']['words'])}")
    return True


def _say_what_is_waited_for(call: Call) -> None:
    """For a person at a terminal, who would else see nothing at all."""
    args = call.args
    to_be = args.until if args.until in ("granted", "declined", "answered", "done") else f"at {args.until}"
    most = "" if args.timeout is None else f", {args.timeout:g} s at most"
    call.out.note(f"cook: waiting for #{args.id} to be {to_be}{most}; Ctrl-C ends it")


def _becomes_so(call: Call, events_before: int) -> bool:
    """Looks at every change of the task; false after the timeout."""
    import asyncio  # with the feed, four times the rest of this program: only for those who have to wait

    from cookui.recorder.feed import changes

    async def follow() -> bool:
        try:
            async with asyncio.timeout(call.args.timeout):
                async for change in changes(call.root):
                    if (change.ids is None or call.args.id in change.ids) and _is_so(call, events_before):
                        return True
        except TimeoutError:
            return False
        return False

    return asyncio.run(follow())


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds")
    return seconds
