"""What `cook` takes in from a file or from standard input: once, bounded, and only what cannot hang
it.

A name given by an agent can be anything: a FIFO that nobody writes to, `/dev/zero`, a directory, a
file of 100 MB. It is opened without blocking and without becoming anybody's terminal, looked at
through the descriptor that was opened (not through the name, which could mean another file by
then), and read up to one byte more than is allowed.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import Any

from cookui.contract.refusal import Code, Refusal
from cookui.text.strict_json import StrictJsonError, loads

LIMIT = 4 * 1024 * 1024
"""Bytes of the largest return: a thousand times a usual one, and read and checked within a second.
"""

_CHUNK = 1 << 16


def read_return(name: str) -> Any:
    """The JSON value in the file `name`, or on standard input when it is `-`.

    Raises:
        Refusal: `io` when it cannot be read or is no regular file, `too-large`, or `return-shape`
            with line and column.
    """
    data = read_bytes(name)
    shown = "standard input" if name == "-" else name
    try:
        return loads(data, limit=LIMIT)
    except StrictJsonError as error:
        where = {"file": name, "line": error.line, "column": error.column}
        raise Refusal(
            Code.RETURN_SHAPE,
            f"In {shown}, line {error.line}, column {error.column}: {error.sentence}.",
            remedy="A return is one strict JSON object in UTF-8.",
            details=where,
        ) from None


def read_bytes(name: str) -> bytes:
    """The bytes of a regular file, or of standard input when `name` is `-`; at most `LIMIT` of
    them.

    Raises:
        Refusal: `io` or `too-large`.
    """
    if name == "-":
        return _bounded(sys.stdin.fileno(), "standard input")
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise _unreadable(name, f"it is {_kind(mode)}, not a regular file")
        return _bounded(descriptor, name)
    finally:
        os.close(descriptor)


def _bounded(descriptor: int, shown: str) -> bytes:
    data = bytearray()
    try:
        while len(data) <= LIMIT and (chunk := os.read(descriptor, min(_CHUNK, LIMIT + 1 - len(data)))):
            data += chunk
    except OSError as error:
        raise _unreadable(shown, error) from None
    if len(data) > LIMIT:
        raise Refusal(
            Code.TOO_LARGE,
            f"The return in {shown} has more than {LIMIT} bytes, which is the limit.",
            remedy="Shorten the evidence: quote the lines that prove it and name where the rest is kept.",
            details={"file": shown, "limit": LIMIT},
        )
    return bytes(data)


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a FIFO",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "something else")


def _unreadable(shown: str, error: Exception | str) -> Refusal:
    why = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return Refusal(
        Code.IO,
        f"Cannot read {shown}: {why}.",
        remedy="Give the path of a regular file that holds the return, or `-` to pipe it in.",
        details={"file": shown},
    )
