"""The Execution tab: what an executor did and what it saw, for every execution that was recorded.

The document keeps the latest; the others are in the events, and an operator who is asked why a step was
done twice needs them. Evidence can be a megabyte of log: each output is drawn up to `KEEP` lines here and
whole when it is zoomed, and the number of lines left out is said. The rest is never more than one key away,
and a copy is always the whole.
"""

from __future__ import annotations

from cookui.tui.views.history import Moment
from cookui.tui.views.rows import (
    Cell,
    Frag,
    Outside,
    Page,
    Row,
    Tone,
    Words,
    field,
    gap,
    heading,
    item,
    note,
    numbered,
)
from cookui.tui.views.subject import Json, Subject, digits, mapping, objects, plural, text, texts, when, who

KEEP = 24


def executions(subject: Subject) -> list[Moment]:
    """Every execution record, oldest first: executed, kicked back, or stopped for approval."""
    return subject.history.recorded("execute")


def page(subject: Subject, at: int | None = None) -> Page:
    """The rows of the tab.

    Args:
        subject: the task.
        at: the `seq` of the event that recorded the execution to show; None for the latest.
    """
    recorded = executions(subject)
    chosen = next((moment for moment in recorded if moment.seq == at), recorded[-1] if recorded else None)
    newest = not recorded or chosen is recorded[-1]
    document = subject.document if newest or chosen is None else chosen.document or {}
    execution = mapping(document.get("execution"))
    if not execution:
        why = (
            "Nothing was executed yet."
            if subject.document.get("stage") != "execute"
            else "No executor has come back yet."
        )
        return (heading("execution", "Execution"), note("none", why))
    rows = [*_which(subject, recorded, chosen, execution), *_outcome(execution, document)]
    actions = texts(execution.get("actions"))
    rows += [gap("actions"), heading("actions", "Actions", Words(plural(len(actions), "action"), Tone.DIM))]
    rows += numbered("action", actions)
    rows += evidence("evidence", "Evidence", execution.get("evidence"))
    return tuple(rows)


def _which(subject: Subject, recorded: list[Moment], chosen: Moment | None, execution: Json) -> list[Row]:
    notes: list[Frag] = []
    if chosen is not None:
        number = recorded.index(chosen) + 1
        notes.append(Words(f"{number} of {len(recorded)}", Tone.INFO))
        if number < len(recorded):
            notes.append(Words(" · followed by another: ] shows it", Tone.WARN))
        elif number > 1:
            notes.append(Words(" · [ shows the one before", Tone.DIM))
    by = [
        who(execution.get("executor_agent_id")),
        Words(f" · cycle {digits(execution.get('cycle'))} · ", Tone.DIM),
    ]
    return [
        heading("execution", "Execution", *notes),
        field("execution-by", "  recorded by", *by, *when(subject, execution.get("recordedAt"))),
    ]


def _outcome(execution: Json, document: Json) -> list[Row]:
    result = execution.get("result")
    request = digits(execution.get("approvalRequestId"))
    if result == "executed":
        frags: list[Frag] = [Words("✓ executed", Tone.GOOD)]
        grant = mapping(execution.get("approval"))
        if grant:
            frags += [
                Words(f" under the grant of request {request} by ", Tone.DIM),
                who(grant.get("grantedBy")),
            ]
        return [field("outcome", "  result", *frags)]
    if result == "kickback":
        last = (objects(document.get("kickbacks")) or [{}])[-1]
        return [
            field(
                "outcome",
                "  result",
                Words("↩ kicked back", Tone.BAD),
                Words(" to ", Tone.DIM),
                who(last.get("to")),
            ),
            field("reason", "  reason", Outside(text(last.get("reason")))),
        ]
    if result == "approval-required":
        granted = mapping(execution.get("approval"))
        state: tuple[Frag, ...] = (
            (
                Words("✓ granted by ", Tone.GOOD),
                who(granted.get("grantedBy")),
                Words(": waits for a fresh executor", Tone.DIM),
            )
            if granted
            else (Words("▲ stopped for your approval", Tone.WAIT), Words(f" (request {request})", Tone.DIM))
        )
        return [field("outcome", "  result", *state, act="" if granted else "approve")]
    return [field("outcome", "  result", who(result, "missing"))]


def evidence(key: str, title: str, entries: object) -> list[Row]:
    """Commands with their outputs, as a section; also used for verifications, audits and refutes."""
    listed = objects(entries)
    if not listed:
        return []
    rows: list[Row] = [gap(key), heading(key, title, Words(plural(len(listed), "command"), Tone.DIM))]
    for number, entry in enumerate(listed, start=1):
        rows += commands(f"{key}-{number}", entry)
    return rows


def commands(key: str, entry: Json, indent: int = 2) -> list[Row]:
    """One command and its output."""
    space = " " * indent
    command, output = text(entry.get("command")), text(entry.get("output"))
    return [
        item(f"{key}-command", (Words(f"{space}$ ", Tone.INFO),), Outside(command, Tone.INFO)),
        Row(
            key=f"{key}-output",
            cells=(Cell((Words(f"{space}  "),), (Outside(output),), keep=KEEP, hard=True),),
        ),
    ]
