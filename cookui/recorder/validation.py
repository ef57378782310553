"""What is wrong with a ledger: every problem of every task, each with its file, its event and its field.

This is the whole truth and takes its time: every file is read strictly, its chain checked, its acts replayed
through the rules, and the outcome compared with the document field by field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cookui.contract.card import FORM
from cookui.contract.model import check_document
from cookui.contract.refusal import Refusal
from cookui.recorder.believing import flaws_of_name, reason_of, two_files
from cookui.recorder.events import Flaw, flaws_of_chain, flaws_of_document, is_of_another_form
from cookui.recorder.files import Folder
from cookui.recorder.folding import flaws_against, fold
from cookui.recorder.layout import MAX_FILE_BYTES, SCHEMA_VERSION, decode, split
from cookui.recorder.ledger import CONFIG, Ledger, newer
from cookui.recorder.reading import collector_paused, refusing_io


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


KNOWN: Final = frozenset({"schemaVersion", "createdBy", "requireDigest"})
"""The fields of a ledger's configuration."""


class _Claim(NamedTuple):
    """How an event says that another task stood."""

    task: int
    file: str
    event: int
    other: int
    status: str


class _Seen(NamedTuple):
    """What was met on the way through the tasks.

    Args:
        statuses: by id, every status that a task ever had; only of tasks that could be replayed.
        claims: what events say of other tasks.
    """

    statuses: dict[int, frozenset[str]]
    claims: list[_Claim]


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
            seen = _Seen({}, [])
            for task_id, found in sorted(names.tasks.items()):
                problems += _problems_of_gap(before + 1, task_id - 1)
                problems += _problems_of_id(tasks, task_id, found, seen)
                before = task_id
            problems += _problems_of_others(seen)
            for name in names.foreign:
                problems.append(Problem(None, name, None, "", "this is not the name of a task's file"))
    return problems


def _problems_of_config(ledger: Ledger, folder: Folder) -> Iterator[Problem]:
    """The configuration is read leniently, so that a newer one can be; what this version does not know of in
    one of its own is a problem all the same."""
    try:
        config = ledger.config(folder)
        ledger.check_version(config)
        for field in sorted(set(config) - KNOWN):
            yield Problem(
                None, CONFIG, None, field, f"{CONFIG} has a field that no version up to this one knows"
            )
        if type(config.get("createdBy")) is not str:
            yield Problem(None, CONFIG, None, "createdBy", f"{CONFIG} does not say by whom it was made")
    except (OSError, Refusal) as error:
        field = error.details.get("field", "") if isinstance(error, Refusal) else ""
        yield Problem(None, CONFIG, None, field, reason_of(error))


def _problems_of_gap(first: int, last: int) -> Iterator[Problem]:
    """Ids are handed out without gaps, and no act takes a task away."""
    if first == last:
        yield Problem(first, "", None, "", f"task {first} is gone: its file was taken away")
    elif first < last:
        yield Problem(first, "", None, "", f"tasks {first} to {last} are gone: their files were taken away")


def _problems_of_others(seen: _Seen) -> Iterator[Problem]:
    """Whether other tasks ever stood as events say that they stood.

    *When* they did cannot be told: two tasks' events have no common order, only times, and times never order
    anything (section 1). But an act met a task in a state that some event had left it in.
    """
    for claim in seen.claims:
        statuses = seen.statuses.get(claim.other)
        if statuses is not None and claim.status not in statuses:
            sentence = (
                f"event {claim.event} says that task {claim.other} was {claim.status}, which it never was"
            )
            yield Problem(claim.task, claim.file, claim.event, f"data.others.{claim.other}", sentence)


def _problems_of_id(tasks: Folder, task_id: int, names: list[str], seen: _Seen) -> Iterator[Problem]:
    for name in names:
        if len(names) > 1:
            yield Problem(task_id, name, None, "", two_files(task_id, names))
        yield from _problems_of_file(tasks, task_id, name, seen)


def _problems_of_file(tasks: Folder, task_id: int, name: str, seen: _Seen) -> Iterator[Problem]:
    try:
        for flaw in _flaws_of_file(tasks.read_file(name, limit=MAX_FILE_BYTES), task_id, name, seen):
            yield Problem(task_id, name, *flaw)
    except (OSError, Refusal) as error:
        details = error.details if isinstance(error, Refusal) else {}
        yield Problem(task_id, name, details.get("event"), details.get("field", ""), reason_of(error))


def _flaws_of_file(data: bytes, task_id: int, name: str, seen: _Seen) -> Iterator[Flaw]:
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
    folded = fold(tables.events)
    yield from flaws_against(tables.document, folded, len(tables.events))
    if len(folded.documents) == len(tables.events):
        seen.statuses[task_id] = frozenset(document["status"] for document in folded.documents)
    for event in tables.events:
        for other, status in event["data"].get("others", {}).items():
            seen.claims.append(_Claim(task_id, name, event["seq"], int(other), status))
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
