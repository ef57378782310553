"""`cook snapshot`: the projection that other programs read, in the form in which they read it from
elsewhere.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from cookui.cli.call import Call
from cookui.cli.status import OK

HELP = """\
All tasks for other programs, always as JSON: {"schemaVersion": 1, "generatedAt", "mode", "tasks":
[{"id", "slug", "title", "status", "stage", "priority", "deps", "blockedReason", "category",
"escalation"?: {"fork", "options"}, "claim"?: {"by", "at"}}]}, tasks by id, and "broken": [{"name",
"id", "reason"}] when a file cannot be read."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """None; `--json` says what happens anyway."""


def run(call: Call) -> int:
    """Prints the projection."""
    call.out.answer(call.reader.snapshot(datetime.now(UTC)))
    return OK
