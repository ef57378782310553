"""`cook validate`: the whole truth about a ledger, in its own time: every chain, every digest,
every act replayed.
"""

from __future__ import annotations

import argparse

from cookui.cli.call import Call
from cookui.cli.parser import UsageError
from cookui.cli.status import BROKEN_LEDGER, OK

HELP = """\
Replays every event of every task through the rules and compares the outcome with what is stored;
names task, event and field of whatever is wrong, and then ends with exit status 3.

--head prints one line over everything recorded so far, to keep elsewhere (in a commit, in a
ticket); --since HEAD proves that nothing recorded before that line was made has changed, whatever
came after.

With --json: {"problems": [{"task", "file", "event", "field", "sentence"}]}; with --head {"head"};
with --since {"tasks", "events", "changed": [sentence]}."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`[--head] [--since HEAD]`."""
    parser.add_argument(
        "--head", action="store_true", help="print the line that pins what is recorded so far"
    )
    parser.add_argument("--since", metavar="HEAD", help="compare with such a line")


def run(call: Call) -> int:
    """Validates, pins, or compares."""
    args = call.args
    if args.head and args.since is not None:
        raise UsageError("--head and --since are two questions", remedy="Ask one at a time.")
    if args.head:
        return _head(call)
    return _since(call) if args.since is not None else _validate(call)


def _validate(call: Call) -> int:
    out = call.out
    problems = call.recorder.validate()
    if out.as_json:
        out.answer({"problems": [problem._asdict() for problem in problems]})
        return BROKEN_LEDGER if problems else OK
    for problem in problems:
        place = [
            f"task {problem.task}" if problem.task is not None else "",
            f"file {out.one(problem.file)}",
            f"event {problem.event}" if problem.event is not None else "",
            out.one(problem.field),
        ]
        out.say(f"{', '.join(filter(None, place))}: {out.one(problem.sentence)}")
    if not problems:
        out.say("the ledger is whole: every task is what its events make of it")
    return BROKEN_LEDGER if problems else OK


def _head(call: Call) -> int:
    head = call.recorder.head()
    if call.out.as_json:
        call.out.answer({"head": head})
    else:
        call.out.copyable(head)
    return OK


def _since(call: Call) -> int:
    out = call.out
    compared = call.recorder.since(call.args.since)
    status = OK if compared.holds else BROKEN_LEDGER
    if out.as_json:
        out.answer(compared._asdict())
        return status
    for sentence in compared.changed:
        out.say(out.one(sentence))
    if compared.holds:
        out.say(f"unchanged: {compared.events} events of {compared.tasks} tasks are as they were")
    return status
