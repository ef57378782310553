"""`cook`: words in, an exit status out. Everything that can go wrong ends here, in one place and in one form.

`main` can be called from a program or a test and returns the status; `run` is the console script and adds what only a
process of its own needs: a quiet end when the reader of its output has gone, and when somebody presses Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cookui.cli.output import Output, report_error
from cookui.cli.parser import UsageError, load, parse
from cookui.cli.status import BROKEN_LEDGER, INTERRUPTED, LOCK_TIMEOUT, OK, READER_GONE, REFUSED, USAGE
from cookui.contract.refusal import Code, Refusal

_STATUS = {
    Code.LEDGER_CORRUPT: BROKEN_LEDGER,
    Code.LEDGER_VERSION: BROKEN_LEDGER,
    Code.LOCK_TIMEOUT: LOCK_TIMEOUT,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Carries out one call and returns its exit status; see `cook help` for what each means.

    Args:
        argv: the words after `cook`; the process's own when None.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = parse(words)
        if args.version:
            return _version(as_json=args.json)
        if args.verb is None and not args.help:
            raise UsageError("no verb was given", remedy="`cook help` lists the verbs.")
        if args.help:
            args = parse(["help", *([args.verb] if args.verb else []), *(["--json"] if args.json else [])])
        from cookui.cli.call import Call  # after the words are known to be a call

        return load(args.verb).run(Call(args))
    except UsageError as error:
        report_error("usage", error.sentence, error.remedy, {}, as_json="--json" in words)
        return USAGE
    except Refusal as error:
        report_error(error.code, error.sentence, error.remedy, error.details, as_json="--json" in words)
        return _STATUS.get(error.code, REFUSED)


def run() -> None:
    """The console script."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        _point_at_nothing(sys.stdout.fileno())
        status = READER_GONE
    except KeyboardInterrupt:
        sys.stderr.write("\n" if sys.stderr.isatty() else "")
        status = INTERRUPTED
    sys.exit(status)


def _version(*, as_json: bool) -> int:
    from cookui import __version__

    out = Output(as_json=as_json)
    if as_json:
        out.answer({"version": __version__})
    else:
        out.say(f"cook {__version__}")
    return OK


def _point_at_nothing(descriptor: int) -> None:
    """Lets the interpreter flush what is left without a second error when it ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)
