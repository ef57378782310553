"""Arguments that several verbs share, declared once so that they mean the same everywhere."""

from __future__ import annotations

import argparse
import re
from typing import Any

from cookui.cli.parser import UsageError, task_id

_SHA256 = re.compile(r"[0-9a-fA-F]{64}\Z", re.ASCII)


def add_id(parser: argparse.ArgumentParser) -> None:
    """`ID`: a task, as `12` or `#12`."""
    parser.add_argument("id", metavar="ID", type=task_id, help="the task, as 12 or #12")


def add_operator(parser: argparse.ArgumentParser) -> None:
    """`OPERATOR`: the person who decides, given by whoever calls, as with every identity."""
    parser.add_argument("operator", metavar="OPERATOR", help="the person who decides this")


def add_reason(parser: argparse.ArgumentParser) -> None:
    """`--reason TEXT`."""
    parser.add_argument("--reason", metavar="TEXT", required=True, help="why; kept in the record")


def add_expectation(parser: argparse.ArgumentParser) -> None:
    """`--request N --sha256 HEX`: what the operator saw."""
    parser.add_argument("--request", metavar="N", type=_request, help="the request that the operator saw")
    parser.add_argument(
        "--sha256", metavar="HEX", type=_sha256, help="SHA-256 of the text that the operator saw"
    )


def expectation(args: argparse.Namespace) -> dict[str, Any] | None:
    """What the operator saw, as the contract wants it; None when nothing was given.

    Raises:
        UsageError: only one of the two options was given.
    """
    if args.request is None and args.sha256 is None:
        return None
    if args.request is None or args.sha256 is None:
        raise UsageError(
            "--request and --sha256 belong together: one names the request, the other proves its text",
            remedy="Give both; `cook pending` shows them.",
        )
    return {"requestId": args.request, "sha256": args.sha256}


def _request(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise argparse.ArgumentTypeError(f"{word!r} is not the id of a request (a number from 0)")
    return int(word)


def _sha256(word: str) -> str:
    if _SHA256.match(word) is None:
        raise argparse.ArgumentTypeError(f"{word!r} is not a SHA-256 (64 hexadecimal digits)")
    return word.lower()
