"""An event in a few words, for a line of `cook events`, `cook watch` and the end of `cook show`.

What comes out quotes whatever the act quotes: it is outside text, to be drawn as a whole.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Any

Json = dict[str, Any]


def told(event: Json) -> str:
    """What the event says beyond its kind and its actor, such as `execute: approval-required`;
    outside text.
    """
    act: Json = event["data"]["act"]
    kind: str = event["kind"]
    if kind == "record":
        return _record(act)
    if kind == "intent":
        return _noted(act["stage"] + (f" by {act['agent']}" if act.get("agent") else ""), act)
    if kind == "progress":
        return _noted(f"step {act['step']} of {act['total']}", act)
    if kind == "approve":
        expected: Json | None = act.get("expectation")
        return f"request {expected['requestId']}" if expected else "given without a digest of what was seen"
    if kind == "decline":
        return f"back to {act['to']}: {act['reason']}"
    if kind == "reverify":
        operator = event["data"].get("how", {}).get("operator")
        return f"asked for by {operator}" if operator else ""
    field = {
        "add": "title",
        "answer": "option",
        "block": "reason",
        "abandon": "reason",
        "external": "note",
    }.get(kind)
    return str(act[field]) if field else ""


def own_zone() -> tzinfo:
    """The zone of whoever reads."""
    zone = datetime.now().astimezone().tzinfo
    assert zone is not None  # astimezone() always sets one
    return zone


def _record(act: Json) -> str:
    handed_in: Json = act["return"]
    if act["stage"] == "council":
        council = handed_in["council"]
        return f"council: {council['verdict']}" + (f", {council['outcome']}" if council["outcome"] else "")
    word = handed_in.get("result") or handed_in.get("verdict")
    return f"{act['stage']}: {word}" + (f": {handed_in['finding']}" if act["stage"] == "refute" else "")


def _noted(words: str, act: Json) -> str:
    return f"{words}: {act['note']}" if act.get("note") else words
