"""What is wrong with a ledger: every problem of every task, each with its file, its event and its field.

This is the whole truth and takes its time: every file is read strictly, its chain checked, its acts replayed
through the rules, and the outcome compared with the document field by field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cookui.contract.card import FORM
from cookui.contract.model import check_document
from cookui.contract.refusal import Refusal
from cookui.recorder.events import Flaw, flaws_of_chain, flaws_of_document, is_of_another_form
from cookui.recorder.files import Folder
from cookui.recorder.folding import flaws_of_fold
from cookui.recorder.layout import MAX_FILE_BYTES, SCHEMA_VERSION, decode, split
from cookui.recorder.ledger import CONFIG, Ledger, newer
from cookui.recorder.reading import collector_paused, flaws_of_name, reason_of, refusing_io, two_files


class Problem(NamedTuple):
    """One thing that is wrong.

    Args:
        task: the task's id; None for what is no task's.
        file: the file's name; outside text.
        event: the `seq` of the event where it shows; None when it is not in an event.
        field: the path of the field; empty when it is the file itself.
        sentence: what is wrong; may quote outside text.
    """

    task: int | None
    file: str
    event: int | None
    field: str
    sentence: str


def validate(ledger: Ledger) -> list[Problem]:
    """Everything that is wrong with a ledger, task by task in order of id; nothing when it is whole.

    Raises:
        Refusal: there is no ledger, or its folders cannot be opened.
    """
    with refusing_io("validate the ledger"), ledger.visit() as folder, collector_paused():
        problems = list(_problems_of_config(ledger, folder))
        with ledger.inside(folder, "tasks") as tasks:
            names = ledger.names(tasks)
            before = 0
            for task_id, found in sorted(names.tasks.items()):
                problems += _problems_of_gap(before + 1, task_id - 1)
                problems += _problems_of_id(tasks, task_id, found)
                before = task_id
            for name in names.foreign:
                problems.append(Problem(None, name, None, "", "this is not the name of a task's file"))
    return problems


def _problems_of_config(ledger: Ledger, folder: Folder) -> Iterator[Problem]:
    try:
        ledger.check_version(ledger.config(folder))
    except (OSError, Refusal) as error:
        field = error.details.get("field", "") if isinstance(error, Refusal) else ""
        yield Problem(None, CONFIG, None, field, reason_of(error))


def _problems_of_gap(first: int, last: int) -> Iterator[Problem]:
    """Ids are handed out without gaps, and no act takes a task away."""
    if first == last:
        yield Problem(first, "", None, "", f"task {first} is gone: its file was taken away")
    elif first < last:
        yield Problem(first, "", None, "", f"tasks {first} to {last} are gone: their files were taken away")


def _problems_of_id(tasks: Folder, task_id: int, names: list[str]) -> Iterator[Problem]:
    for name in names:
        if len(names) > 1:
            yield Problem(task_id, name, None, "", two_files(task_id, names))
        yield from _problems_of_file(tasks, task_id, name)


def _problems_of_file(tasks: Folder, task_id: int, name: str) -> Iterator[Problem]:
    try:
        for flaw in _flaws_of_file(tasks.read_file(name, limit=MAX_FILE_BYTES), name):
            yield Problem(task_id, name, *flaw)
    except (OSError, Refusal) as error:
        details = error.details if isinstance(error, Refusal) else {}
        yield Problem(task_id, name, details.get("event"), details.get("field", ""), reason_of(error))


def _flaws_of_file(data: bytes, name: str) -> Iterator[Flaw]:
    tables = split(decode(data, name))
    version = tables.document.get("schemaVersion")
    if type(version) is int and version > SCHEMA_VERSION:
        raise newer(f"{name} has version {version}", version)
    yield from flaws_of_name(tables, name)
    yield from _flaws_of_form(tables.card)
    cut = list(flaws_of_chain(tables.events))
    yield from cut
    if any(flaw.field != "hash" for flaw in cut):
        return  # without its shape and order there is no telling what the acts were
    # An event whose content was changed is replayed as it stands: that names the fields which it would have
    # changed.
    yield from flaws_of_fold(tables.document, tables.events)
    if not cut:
        yield from flaws_of_document(tables)
        yield from _flaws_of_model(tables.document)


def _flaws_of_form(card: dict[str, object]) -> Iterator[Flaw]:
    """Nobody believes a card of another form, but none that this version does not know of should be there."""
    form = card.get("form")
    if is_of_another_form(card) and not (isinstance(form, int) and 1 <= form < FORM):
        yield Flaw(None, "card.form", f"the card has form {form}, which no version up to this one made")


def _flaws_of_model(document: dict[str, object]) -> Iterator[Flaw]:
    try:
        check_document(document)
    except Refusal as refusal:
        for fault in refusal.details.get("faults", []):
            yield Flaw(None, f"task.{fault['path']}", f"{fault['path'] or 'the document'} {fault['fault']}")
