"""How a request is decided, granted or declined: what was seen is bound to the decision, wherever
it is given.

At a terminal the person is shown the text and asks for nothing; the expectation is what was shown.
Elsewhere it is what the caller gives, and if nothing is given the event says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cookui.cli.acted import acted
from cookui.cli.arguments import expectation
from cookui.cli.call import Call
from cookui.cli.output import Output, report_error
from cookui.cli.status import REFUSED

if TYPE_CHECKING:
    from cookui.recorder.how import How
    from cookui.recorder.recorder import Recorded

Json = dict[str, Any]


def decided(
    call: Call,
    deed: str,
    act: Callable[[Json | None, How], Recorded],
    tell: Callable[[Json], str],
) -> int:
    """Decides the pending request and prints what was recorded.

    Args:
        call: the call, with `id`, `operator`, `request` and `sha256`.
        deed: `grant` or `decline`.
        act: gives the decision to the recorder, with what was seen and how it was given.
        tell: what was recorded, in words, from the document after it.
    """
    seen = expectation(call.args)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        recorded = act(seen, call.how())
        return acted(call, recorded, tell(recorded.document))

    from cookui.cli.confirm import (
        NotConfirmedError,
        confirm,
    )  # needs a terminal, and so the module for terminals

    where = Output(stream=sys.stderr if call.out.as_json else sys.stdout)
    try:
        shown = confirm(where, call.recorder.task(call.args.id), call.args.operator, deed=deed, given=seen)
    except NotConfirmedError:
        report_error(
            "not-confirmed",
            "The code was not typed; nothing was recorded.",
            f"`cook {call.args.verb} {call.args.id} ...` shows the text and asks again.",
            {"id": call.args.id},
            as_json=call.out.as_json,
        )
        return REFUSED
    how = call.how(
        shown_sha256=shown.expectation["sha256"], elapsed_ms=shown.elapsed_ms, read_head=shown.read_head
    )
    recorded = act(shown.expectation, how)
    return acted(call, recorded, tell(recorded.document))
