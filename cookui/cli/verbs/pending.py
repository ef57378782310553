"""`cook pending`: the needs-you list for who has no screen, with all that a decision needs.

It is derived from the cards each time, never kept. Only the tasks on which something is to be
decided are opened whole, for the exact text of the request or of the fork.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

from cookui.cli.call import Call
from cookui.cli.exact import print_exact
from cookui.cli.grants import NO_DIGEST, granted, requests
from cookui.cli.status import OK
from cookui.cli.verbs.ls import divided, print_broken
from cookui.contract.card import Ask, asks
from cookui.contract.refusal import Refusal
from cookui.recorder.reading import Broken
from cookui.text.times import age, stamp

Json = dict[str, Any]

HELP = """\
Everything that waits for a person, oldest first: approvals with the exact text and its digest,
forks with their options, failed verifications that can be repeated, blocked tasks, granted requests
after which nothing was heard for 15 minutes, claims without progress for a day, and files that
cannot be trusted.

With --json: {"generatedAt", "asks": [{"id", "title", "kind", "since", "words", ...}],
"broken": [{"name", "id", "reason"}]}; kind is approval, fork, reverify, blocked, granted or claim. An
approval has also "request": {"id", "mutation", "requestedBy", "requestedAt", "cycle"} and "sha256",
granted those and "grant" and "digestGiven", a fork "fork" and "options". To decide for the operator
who saw it: cook approve ID OPERATOR --request N --sha256 HEX"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Lists what waits."""
    now = datetime.now(UTC)
    cards, broken = divided(call.reader.cards())
    waiting = sorted(
        ((ask, card) for card in cards for ask in asks(card, now)),
        key=lambda each: (each[0].since, each[1]["id"]),
    )
    entries: list[Json] = []
    for ask, card in waiting:
        try:
            with call.believing(card["id"]):
                entries.append(_entry(call, ask, card))
        except Refusal as refusal:  # its head could be read and the rest cannot
            file = str(refusal.details.get("file", card["slug"]))
            broken.append(Broken(file, card["id"], refusal.sentence))
    if call.out.as_json:
        marked = [entry._asdict() for entry in broken]
        call.out.answer({"generatedAt": stamp(now), "asks": entries, "broken": marked})
        return OK
    if not entries and not broken:
        call.out.say("nothing waits for a person")
    for entry in entries:
        _print(call, entry, now)
    print_broken(call, broken)
    return OK


def _entry(call: Call, ask: Ask, card: Json) -> Json:
    entry: Json = {
        "id": card["id"],
        "title": card["title"],
        "kind": str(ask.kind),
        "since": ask.since,
        "words": ask.words,
    }
    if ask.kind in ("approval", "granted"):
        task = call.reader.task(card["id"])
        newest = requests(task.document, task.events)[-1]
        del newest["state"]
        return entry | newest
    if ask.kind == "fork":
        entry |= card["escalation"]
    return entry


def _print(call: Call, entry: Json, now: datetime) -> None:
    out, task_id = call.out, entry["id"]
    out.say(f"#{task_id} {out.one(entry['title'])}")
    out.say(f"  {out.one(entry['words'])}, for {age(entry['since'], now)}")
    if entry["kind"] == "approval":
        request = entry["request"]
        out.say(f"  request {request['id']} of {out.one(request['requestedBy'])}")
        print_exact(out, request["mutation"])
        bound = f"--request {request['id']} --sha256 {entry['sha256']}"
        out.copyable(f"  cook approve {task_id} OPERATOR {bound}")
        out.copyable(f"  cook decline {task_id} OPERATOR --reason TEXT {bound}")
    elif entry["kind"] == "granted":
        unbound = "" if entry["digestGiven"] else f"; {NO_DIGEST}"
        out.say(f"  {granted(out, entry['grant'])}{unbound}")
        out.say(f"  cook show {task_id}")
    elif entry["kind"] == "fork":
        out.block(entry["fork"])
        for option in entry["options"]:
            out.block(option, indent="    option: ")
        out.say(f"  cook answer {task_id} OPERATOR OPTION")
    else:
        steps = {
            "reverify": f"cook reverify {task_id}",
            "blocked": f"cook unblock {task_id} OPERATOR",
            "claim": f"cook release {task_id} --force",
        }
        out.say(f"  {steps[entry['kind']]}")
    out.say()
