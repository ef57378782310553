"""The card of a task: everything that a listing shows of it, derived from its document and its events.

The card is kept at the head of the task's file, so that a listing of ten thousand tasks reads ten thousand
heads and no whole file. It is only a projection: whoever reads the whole file makes it anew and compares.
What it says may change from version to version, and a ledger outlives them all: a card of another form is not
believed and not blamed, but made anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from cookui.contract import Json
from cookui.contract.conditions import reverify_conditions
from cookui.contract.queries import awaiting_request, fork_of, granted_request, is_stuck, sha256_of
from cookui.contract.stages import is_terminal
from cookui.contract.waiting import is_answered, now, since
from cookui.contract.words import ASKED, AskKind, standing

FORM: Final = 1
"""The form of the cards that are made here. Another number for every change of what a card holds or says, of
its wording too; a test reminds of it."""

COLUMNS: Final = ("capture", "plan", "execute", "verify", "audit", "done")
"""The board's columns: the stages in their order."""

QUIET: Final = timedelta(days=1)
"""How long a claimed task may be without progress before a person is told."""

SILENT: Final = timedelta(minutes=15)
"""How long nothing may be heard after a grant before a person is told. An orchestrator that lives sends a
fresh executor within seconds and tells of its steps; one step of a runbook may take some minutes."""

_COPIED: Final = (
    "id", "slug", "title", "category", "status", "stage", "priority", "deps", "createdAt", "updatedAt",
)  # fmt: skip


class Ask(NamedTuple):
    """One thing that a person is asked for.

    Args:
        kind: which.
        since: since when, ISO 8601 in UTC with milliseconds.
        words: what is asked, without an age; may hold outside text.
        request_id: the request to decide on, for an approval.
        sha256: the digest of its text, for an approval.
    """

    kind: AskKind
    since: str
    words: str
    request_id: int | None = None
    sha256: str | None = None

    def as_json(self) -> Json:
        """The ask as a card keeps it; what is None is left out."""
        kept: Json = {"kind": self.kind.value, "since": self.since, "words": self.words}
        if self.request_id is not None:
            kept |= {"requestId": self.request_id, "sha256": self.sha256}
        return kept

    @classmethod
    def from_json(cls, kept: Json) -> Ask:
        """The ask that a card keeps."""
        return cls(
            AskKind(kept["kind"]), kept["since"], kept["words"], kept.get("requestId"), kept.get("sha256")
        )


def card(task: Json, events: Sequence[Json]) -> Json:
    """Everything that a listing needs of a task.

    Args:
        task: the document.
        events: its events in order of `seq`, the last of which made the document what it is.

    Returns:
        A JSON object. `form` is `FORM`; `now` is `{mark, words, since}` with `agent`, `step`, `total` and
        `note` where they are known; `asks` is what a person is asked for; `seq` and `head` are the last
        event's number and hash.
    """
    last = events[-1]
    made: Json = {"form": FORM} | {key: task[key] for key in _COPIED}
    made |= {"seq": last["seq"], "head": last["hash"], "lastActivityAt": last["at"]}
    for key in ("blockedReason", "abandonReason", "claim"):
        if task.get(key) is not None:
            made[key] = task[key]
    fork = fork_of(task)
    if fork is not None:
        made["escalation"] = fork
    made["now"] = now(task, events)
    made["asks"] = [ask.as_json() for ask in _asks(task, events)]
    return made


def _asks(task: Json, events: Sequence[Json]) -> list[Ask]:
    if task["status"] == "blocked":
        words = f"{ASKED[AskKind.BLOCKED]}: {task['blockedReason']}"
        return [Ask(AskKind.BLOCKED, since(task, events), words)]
    if task["status"] != "in_progress":
        return []
    request = awaiting_request(task)
    if request is not None:
        words = ASKED[AskKind.APPROVAL]
        sha256 = sha256_of(request["mutation"])
        return [Ask(AskKind.APPROVAL, request["requestedAt"], words, request["id"], sha256)]
    if granted_request(task) is not None:
        return [Ask(AskKind.GRANTED, task["execution"]["approval"]["grantedAt"], ASKED[AskKind.GRANTED])]
    if fork_of(task) is not None and not is_answered(task, events):
        return [Ask(AskKind.FORK, since(task, events), ASKED[AskKind.FORK])]
    if is_stuck(task):
        return [Ask(AskKind.BLOCKED, since(task, events), standing(task, answered=False).words)]
    if all(each.holds for each in reverify_conditions(task)):
        return [Ask(AskKind.REVERIFY, since(task, events), ASKED[AskKind.REVERIFY])]
    return []


def asks(card: Json, now: datetime) -> list[Ask]:
    """What a person is asked for on a task, the oldest first.

    A grant after which nobody came back is asked about once nothing has been heard of the task for a while:
    neither an executor that was sent, nor progress, nor a record. A claim without progress for a day is asked
    about only where nothing else is: a task that waits for a person anyway is not its driver's fault.

    Args:
        card: the task's card.
        now: the time, aware.
    """
    silent = now - datetime.fromisoformat(card["lastActivityAt"])
    found = [
        ask for ask in map(Ask.from_json, card["asks"]) if ask.kind is not AskKind.GRANTED or silent >= SILENT
    ]
    found.sort(key=lambda ask: ask.since)
    claim: dict[str, Any] | None = card.get("claim")
    if found or claim is None or is_terminal(card["status"]):
        return found
    quiet_since = max(claim["at"], card["lastActivityAt"])
    if now - datetime.fromisoformat(quiet_since) < QUIET:
        return []
    return [Ask(AskKind.CLAIM, quiet_since, f"{ASKED[AskKind.CLAIM]}: held by {claim['by']}")]


def depends_on_clock(card: Json) -> bool:
    """Whether what a card asks can change as time passes, while nothing is recorded."""
    return "claim" in card or any(ask["kind"] == AskKind.GRANTED for ask in card["asks"])


def broken_ask(since: str, reason: str) -> Ask:
    """The ask of a task whose file cannot be trusted.

    Args:
        since: when that was noticed, ISO 8601 in UTC with milliseconds.
        reason: why; outside text.
    """
    return Ask(AskKind.BROKEN, since, f"{ASKED[AskKind.BROKEN]}: {reason}")
