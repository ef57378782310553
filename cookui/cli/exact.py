"""The exact text of a request, as everything prints it that asks a person or shows what was
granted.

One form for `show`, `pending`, `approve` and `decline`: the text itself, line by line in its
visible form, then its size and digest, then every character in it that hides or looks like another.
"""

from __future__ import annotations

from itertools import islice

from cookui.cli.output import Output
from cookui.text.measures import measure
from cookui.text.unusual import tally, unusual

_LISTED = 40
"""Unusual characters that are listed one by one; the text shows the others as marks all the same,
and they are counted.
"""


def print_exact(out: Output, text: str, *, indent: str = "    ") -> None:
    """Prints a text so that nothing in it can hide.

    Args:
        out: where.
        text: the exact text; outside text.
        indent: what each line begins with.
    """
    out.exact(text, indent=indent)
    out.copyable(f"{indent}sha256 {measure(text).sha256}")
    counted = sum(tally(text))
    if not counted:
        return
    out.say(f"{indent}{_s(counted, 'hidden or unusual character')}:")
    for each in islice(unusual(text, ascii=out.ascii), _LISTED):
        out.say(f"{indent}  line {each.line}, column {each.column}: {each.mark}  {each.name}")
    if counted > _LISTED:
        out.say(f"{indent}  and {counted - _LISTED} more, all of them marked above")


def _s(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
