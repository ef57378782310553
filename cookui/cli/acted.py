"""What `cook` says after an act: what was recorded, where the task stands now, and what comes next.

Every acting verb answers in the same form, so that an orchestrator reads one shape and a person
finds the same three lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.cli.upcoming import JSON_SHAPE as NEXT_SHAPE
from cookui.cli.upcoming import upcoming
from cookui.contract.words import impersonal

if TYPE_CHECKING:
    from cookui.recorder.recorder import Recorded

JSON_SHAPE = f"""\
With --json: {{"id", "event": {{"seq", "at", "kind", "actor", "hash"}}, "card": {{...}},
{NEXT_SHAPE}}}; `cook help show` tells what a card is."""


def acted(call: Call, recorded: Recorded, sentence: str) -> int:
    """Prints an accepted act and returns the exit status.

    Args:
        call: the call that acted.
        recorded: what the recorder gave back.
        sentence: what was done, outside text in it drawn already; begins in lower case after the
            task's id.
    """
    document, event, card = recorded.document, recorded.event, recorded.card
    steps = upcoming(document)
    if call.out.as_json:
        brief = {key: event[key] for key in ("seq", "at", "kind", "actor", "hash")}
        call.out.answer({"id": document["id"], "event": brief, "card": card, "next": steps})
        return OK
    out = call.out
    out.say(f"#{document['id']} {sentence}")
    out.say(f"  now:  {standing(out.one(card['now']['words']), document)}")
    for step in steps:
        out.say(f"  next: {step['stage']}: {out.one(step['why'])}")
    return OK


def standing(words: str, document: dict[str, object]) -> str:
    """Where a task stands, as `execute, in progress: waits for an executor`; `words` are drawn.

    Said to nobody in particular, since agents read it as well as operators.
    """
    stage, status = str(document["stage"]), str(document["status"]).replace("_", " ")
    where = stage if stage == status else f"{stage}, {status}"
    return where if words == where else f"{where}: {impersonal(words)}"
