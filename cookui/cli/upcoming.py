"""What may be recorded next, as one JSON value that acts, `show` and `why` share, and as lines for
people.
"""

from __future__ import annotations

from typing import Any

from cookui.cli.output import Output
from cookui.contract.waiting import may_record

JSON_SHAPE = """"next": [{"stage", "why", "notBy": {AGENT: why not}}]"""


def upcoming(document: dict[str, Any]) -> list[dict[str, Any]]:
    """`[{"stage", "why", "notBy": {agent id: why not}}]` for a task document; empty while nothing
    may be recorded.
    """
    return [{"stage": step.stage, "why": step.why, "notBy": dict(step.bars)} for step in may_record(document)]


def print_upcoming(out: Output, steps: list[dict[str, Any]]) -> None:
    """Prints a line for each return that may be recorded, and for each agent that may not record
    it.
    """
    if not steps:
        out.say("  nothing may be recorded now")
    for step in steps:
        out.say(f"  {step['stage']}: {out.one(step['why'])}")
        for agent, reason in step["notBy"].items():
            out.say(f"    not by {out.one(agent)}: {out.one(reason)}")
