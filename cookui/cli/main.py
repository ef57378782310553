"""`cook`: words in, an exit status out. Everything that can go wrong ends here, in one place and in
one form.

`main` can be called from a program or a test and returns the status; `run` is the console script
and adds what only a process of its own needs: a quiet end when the reader of its output has gone,
and when somebody presses Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

from cookui.cli.output import Output, report_error
from cookui.cli.parser import UsageError, load, parse
from cookui.cli.status import (
    BROKEN_LEDGER,
    FAILED,
    INTERRUPTED,
    LOCK_TIMEOUT,
    OK,
    READER_GONE,
    REFUSED,
    USAGE,
)
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
    as_json = "--json" in words  # until the words are understood
    try:
        args = parse(words)
        as_json = args.json
        if args.version:
            return _version(as_json=args.json)
        if args.verb is None and not args.help:
            raise UsageError("no verb was given", remedy="`cook help` lists the verbs.")
        if args.help:
            args = parse(["help", *([args.verb] if args.verb else []), *(["--json"] if as_json else [])])
        from cookui.cli.call import Call  # after the words are known to be a call

        return load(args.verb).run(Call(args))
    except UsageError as error:
        report_error("usage", error.sentence, error.remedy, {}, as_json=as_json)
        return USAGE
    except Refusal as error:
        report_error(error.code, error.sentence, error.remedy, error.details, as_json=as_json)
        return _STATUS.get(error.code, REFUSED)


def run() -> None:
    """The console script."""
    _open_what_is_closed()
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
        status = READER_GONE
    except KeyboardInterrupt:
        sys.stderr.write("\n" if sys.stderr.isatty() else "")
        status = INTERRUPTED
    except Exception as error:
        status = _failed(error)
    sys.exit(status)


def _version(*, as_json: bool) -> int:
    from cookui import __version__

    out = Output(as_json=as_json)
    if as_json:
        out.answer({"version": __version__})
    else:
        out.say(f"cook {__version__}")
    return OK


def _open_what_is_closed() -> None:
    """Gives the process the standard streams that it was started without, as with `cook ls >&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as it runs


def _failed(error: Exception) -> int:
    """Tells of what nobody foresaw: a fault of this program, or an answer that could not be written."""
    import traceback

    sentence = f"{type(error).__name__}: {error}"
    remedy = "Look at the task before you try again: an act may have been recorded. Please report this."
    try:
        Output(stream=sys.stderr).block("".join(traceback.format_exception(error)), indent="  ")
        report_error("internal", sentence, remedy, {}, as_json="--json" in sys.argv)
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)  # nobody can be told
    try:
        sys.stdout.flush()
    except OSError:
        _give_up(sys.stdout)
    return FAILED


def _give_up(stream: TextIO) -> None:
    """Lets the interpreter flush what is left in a stream without a second error when it ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
