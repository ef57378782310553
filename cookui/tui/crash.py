"""What is printed when the program itself fails.

Textual prints a traceback with the values of all local variables: titles, boundaries, evidence, whatever an
agent wrote, raw. Here only the kind of the error and the places it went through are printed, none of its
words. That is enough to find the fault, and nothing from outside is in it.
"""

from __future__ import annotations

import traceback
from pathlib import Path

from rich.text import Text

from cookui.text.visible import single


class Crash(Exception):  # noqa: N818 - it is no error of its own
    """A fault of the program, as it may be printed.

    Args:
        error: what happened.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(report(error))
        self.__cause__ = error

    def __rich__(self) -> Text:
        """The report, without markup."""
        return Text(str(self))


def report(error: BaseException) -> str:
    """The kind of the error and the places it went through, the last one last."""
    lines = ["cookui stopped because of a fault in itself. Nothing that was recorded is lost."]
    at: BaseException | None = error
    while at is not None:
        lines.append(single(type(at).__name__))
        for frame in traceback.extract_tb(at.__traceback__):
            place = "/".join(Path(frame.filename).parts[-3:])
            lines.append(f"  {single(place)}:{frame.lineno} {single(frame.name)}")
        at = at.__cause__ or at.__context__
    return "\n".join(lines)
