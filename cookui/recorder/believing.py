"""What of a task's file can be believed, and what is said of a file that cannot.

Two ways in: a whole file, whose chain, digest and card are checked against each other, and the reasons that a
person reads where a file fails. The acts are not replayed here; whoever decides on a task does that besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cookui.contract.card import card as derive_card
from cookui.contract.refusal import Refusal
from cookui.recorder.events import Flaw, flaws, is_of_another_form
from cookui.recorder.files import Folder, corrupt
from cookui.recorder.layout import (
    MAX_FILE_BYTES,
    SCHEMA_VERSION,
    Json,
    Tables,
    decode,
    file_name,
    parse_name,
    split,
)
from cookui.recorder.ledger import newer


class Broken(NamedTuple):
    """A task that cannot be read or believed, or something in the folder of tasks that is none.

    Args:
        name: the file's name; outside text.
        id: the task's id, as far as the name tells.
        reason: what is wrong, one sentence; outside text.
    """

    name: str
    id: int | None
    reason: str


class TaskFile(NamedTuple):
    """A task, whole: its document, its events in order of `seq`, and its card."""

    document: Json
    events: Sequence[Json]
    card: Json


def whole(tasks: Folder, name: str) -> TaskFile:
    """All of a task's file, checked."""
    tables = of_today(checked(split(decode(tasks.read_file(name, limit=MAX_FILE_BYTES), name)), name))
    return TaskFile(tables.document, tables.events, tables.card)


def checked(tables: Tables, name: str) -> Tables:
    """The tables, if they can be believed without replaying the acts.

    Raises:
        Refusal: `ledger-version` for a document of a newer version; `ledger-corrupt` naming file, event and
            field.
    """
    version = tables.document.get("schemaVersion")
    if type(version) is int and version > SCHEMA_VERSION:
        raise newer(f"{name} has version {version}", version)
    for flaw in (*flaws(tables), *flaws_of_name(tables, name)):
        raise corrupt_at(name, flaw)
    return tables


def of_today(tables: Tables) -> Tables:
    """Checked tables with a card of the form that is made today."""
    if is_of_another_form(tables.card):
        return tables._replace(card=derive_card(tables.document, tables.events))
    return tables


def flaws_of_name(tables: Tables, name: str) -> Iterator[Flaw]:
    """Whether the file bears the name that its document asks for."""
    task_id, slug = tables.document.get("id"), tables.document.get("slug")
    if task_id != parse_name(name) or type(task_id) is not int:
        yield Flaw(None, "task.id", f"the file holds task {task_id}, not the one of its name")
    elif not isinstance(slug, str) or name != file_name(task_id, slug):
        yield Flaw(None, "task.slug", "the file's name does not have the slug of its task")


def corrupt_at(name: str, flaw: Flaw) -> Refusal:
    """The refusal for a flaw in a file."""
    return corrupt(
        f"{name}: {flaw.sentence}.",
        file=name,
        field=flaw.field,
        event=flaw.event,
    )


def two_files(task_id: int, names: Sequence[str]) -> str:
    """What is wrong with an id that several files claim."""
    return f"Several files claim task {task_id}: {', '.join(names)}."


def reason_of(error: Exception) -> str:
    """Why a file is broken, one sentence."""
    if isinstance(error, Refusal):
        return error.sentence
    if isinstance(error, OSError):
        return f"It cannot be read: {error.strerror or error}."
    return f"It is not a task file: {error}."
