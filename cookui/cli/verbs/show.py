"""`cook show`: one task, whole."""

from __future__ import annotations

import argparse
from typing import Any

from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.grants import requests
from cookui.cli.rows import compared
from cookui.cli.status import OK
from cookui.cli.upcoming import JSON_SHAPE as NEXT_SHAPE
from cookui.cli.upcoming import upcoming
from cookui.recorder.reading import TaskFile

HELP = f"""\
One task, whole: where it stands, the plan with its numbered runbook, the exact approval boundary
with its digest, every request with what became of it, the execution, each verified row beside the
plan's postcondition with what does not match, findings, council, archived judgments, and what may
be recorded next. The file is checked against its events first (exit status 3 if it is broken).

With --json: {{"document": the task document as it is stored,
  "card": {{"id", "slug", "title", "category", "status", "stage", "priority", "deps", "createdAt",
    "updatedAt", "lastActivityAt", "seq", "head",
    "now": {{"mark", "words", "since", "agent"?, "step"?, "total"?, "note"?}},
    "asks": [{{"kind", "since", "words", "requestId"?, "sha256"?}}],
    "claim"?, "escalation"?, "blockedReason"?, "abandonReason"?}},
  "requests": [{{"request", "sha256", "state", "grant"?, "decline"?, "digestGiven"?}}],
  "rows": [{{"number", "planned", "row", "matches"}}],
  {NEXT_SHAPE}}}
The state of a request is pending, granted, declined, superseded or closed; digestGiven tells whether
the decision was bound to what was seen. seq and head are the number and the hash of the last event."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`ID`."""
    add_id(parser)


def run(call: Call) -> int:
    """Prints the task."""
    task = call.reader.task(call.args.id)
    with call.believing(call.args.id):
        if call.out.as_json:
            call.out.answer(_as_json(task))
        else:
            from cookui.cli.page import print_page  # half of what this verb loads, and no program needs it

            print_page(call.out, task)
    return OK


def _as_json(task: TaskFile) -> dict[str, Any]:
    document = task.document
    return {
        "document": document,
        "card": task.card,
        "requests": requests(document, task.events),
        "rows": compared(document),
        "next": upcoming(document),
    }
