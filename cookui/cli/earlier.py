"""What was asked before, for somebody who is about to decide: a request may come back after it was declined,
word by word or nearly so, and nobody should have to remember.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from cookui.cli.output import Output
from cookui.contract.requests import Fate, State
from cookui.text.difference import difference
from cookui.text.times import age


def print_earlier(out: Output, asked: Sequence[Fate], task_id: int) -> None:
    """Prints who declined the same text and why, and how the text differs from that of the request before and
    from what was granted last; nothing for a first request.

    Args:
        out: where.
        asked: every request of the task in order, the last of which is to be decided.
        task_id: the task's id.
    """
    *before, pending = asked
    text = pending.request["mutation"]
    now = datetime.now(UTC)
    for fate in reversed(before):
        if fate.state is State.DECLINED and fate.request["mutation"] == text:
            number = fate.request["id"]
            out.say(f"WARNING: {out.one(fate.by)} declined this very text, as request {number},")
            out.say(f"{age(fate.at, now)} ago, because:")
            out.block(fate.reason)
    granted = [fate for fate in before if fate.state is State.GRANTED]
    compared = {fate.request["id"]: fate for fate in (*before[-1:], *granted[-1:])}
    for _, fate in sorted(compared.items(), reverse=True):
        out.say(_compared(fate, text, task_id))
    if before:
        out.say()


def _compared(fate: Fate, text: str, task_id: int) -> str:
    other = f"request {fate.request['id']}, which was {fate.state}"
    spans = difference(fate.request["mutation"], text)
    count = sum(len(span.text) for span in spans if span.kind != "same")
    if not count:
        return f"The text is the same as that of {other}."
    differ = "1 character differs" if count == 1 else f"{count:,} characters differ"
    return f"{differ} from {other}; `cook show {task_id}` has both texts."
