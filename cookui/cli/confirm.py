"""A decision at a terminal: the exact text first, then a code that can only be typed by somebody
who has it before them.

The code is drawn from the digest of the text and the number of the request, as on the screen. What
was typed before the question stood there is thrown away, so nothing typed ahead can answer it. The
terminal stays in its ordinary mode all the time: whatever ends this program, there is nothing to
put right.
"""

from __future__ import annotations

import os
import sys
import termios
import time
from datetime import UTC, datetime
from typing import Any, NamedTuple

from cookui.cli.earlier import print_earlier
from cookui.cli.exact import print_exact
from cookui.cli.output import Output
from cookui.cli.told import own_zone
from cookui.contract.condition import require
from cookui.contract.conditions import approve_conditions, expectation_condition
from cookui.contract.queries import executors_of, pending_request, sha256_of
from cookui.contract.requests import fates
from cookui.recorder.reading import TaskFile
from cookui.text.code import confirmation_code
from cookui.text.times import age, local

Json = dict[str, Any]

_TRIES = 3
_LONGEST_ANSWER = 1024


class NotConfirmedError(Exception):
    """The code was not typed."""


class Shown(NamedTuple):
    """What the operator saw and confirmed.

    Args:
        expectation: the request and the digest of its text, which the act must still find.
        elapsed_ms: how long it had been there when the code was typed, in milliseconds.
        read_head: the hash of the last event of the history that was shown.
    """

    expectation: Json
    elapsed_ms: int
    read_head: str


def confirm(out: Output, task: TaskFile, operator: str, *, deed: str, given: Json | None) -> Shown:
    """Shows the pending request, asks for its code, and returns what was shown.

    Args:
        out: where to show it: a terminal.
        task: the task as it is now.
        operator: who decides.
        deed: `grant` or `decline`.
        given: the expectation that came with the call, if any; it must fit what is shown.

    Raises:
        Refusal: what the act itself would be refused with, so that nobody is asked in vain.
        NotConfirmedError: another code was typed, or none.
    """
    document = task.document
    conditions = approve_conditions(document, operator, executors_of(task.events))
    require(conditions)
    if given is not None:
        require([*conditions, expectation_condition(document, given)])
    request = pending_request(document)
    assert request is not None  # it is among the conditions
    digest = sha256_of(request["mutation"])
    code = confirmation_code(digest, request["id"])
    _show(out, task, request)
    shown_at = time.monotonic()
    out.say(
        f"To {deed} this as {out.one(operator)}, type  {code}  and press Enter. Ctrl-C leaves all as it is."
    )
    _ask(out, code)
    elapsed_ms = round((time.monotonic() - shown_at) * 1000)
    return Shown({"requestId": request["id"], "sha256": digest}, elapsed_ms, task.events[-1]["hash"])


def _show(out: Output, task: TaskFile, request: Json) -> None:
    document = task.document
    asked_at = request["requestedAt"]
    out.say(f"Request {request['id']} of #{document['id']}, cycle {request['cycle']},")
    out.say(f"asked {age(asked_at, datetime.now(UTC))} ago, at {local(asked_at, own_zone())}.")
    out.say(f"    task:     {out.one(document['title'])}")
    out.say(f"    asked by: {out.one(request['requestedBy'])}")
    out.say()
    out.say("It asks to do exactly this:")
    out.say()
    print_exact(out, request["mutation"])
    out.say()
    print_earlier(out, fates(document, task.events), document["id"])
    out.say("What undoing costs:")
    out.block(document["plan"]["recoveryBoundary"])
    out.say("What the executor has done and found:")
    for action in document["execution"]["actions"]:
        out.block(action)
    for row in document["execution"]["evidence"]:
        out.block(row["command"], indent="    $ ")
        out.block(row["output"], indent="      ")
    out.say("What must be true afterwards:")
    for postcondition in document["plan"]["postconditions"]:
        out.block(postcondition)
    out.say()


def _ask(out: Output, code: str) -> None:
    keyboard = sys.stdin.fileno()
    for _ in range(_TRIES):
        termios.tcflush(keyboard, termios.TCIFLUSH)
        out.prompt("code: ")
        typed = os.read(keyboard, _LONGEST_ANSWER)
        if not typed:
            out.say()
            break
        if typed.decode("utf-8", "replace").strip().lower() == code:
            return
        out.say("That is not the code.")
    raise NotConfirmedError
