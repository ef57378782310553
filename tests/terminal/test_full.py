"""The full ledger is full: every text that a model has is written by the pen, so that whoever adds a field
to one is told to have it shown hostile text as well."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import is_typeddict

from cookui.contract import acts, model, returns
from cookui.contract.shapes import Sha256, Time
from cookui.recorder.how import How
from tests.terminal.full import fill
from tests.terminal.hostile import HARMLESS, Pen
from tests.terminal.operation import Json, Ledger
from tests.terminal.reading_back import BEGIN

NOT_FREE = {
    "document.slug": "lower-case letters, digits and hyphens; the full ledger has a forged one",
    "document.commits[]": "no act writes any",
    "add.slug": "as in the document",
    "record.stage": "one of the stages, or refused",
    "intent.stage": "one of the stages, or refused; the full ledger has a forged one",
    "reverify.operator": "the recorder gives none; who was at the keyboard stands in `how`",
}
"""Texts that nobody can write freely, and why."""


def texts_of(kind: Any, path: str) -> Iterator[str]:
    """The paths of all free texts in a shape."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in (Time, Sha256):
        return
    if is_typeddict(kind):
        for name, inner in get_type_hints(kind, include_extras=True).items():
            yield from texts_of(inner, f"{path}.{name}")
    elif origin in (Annotated, NotRequired):
        yield from texts_of(parts[0], path)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from texts_of(part, path)
    elif origin is list:
        yield from texts_of(parts[0], f"{path}[]")
    elif kind is str:
        yield path


def shapes_of(module: Any) -> list[Any]:
    """The shapes that a module makes, but for those that are parts of its others."""
    made = [
        kind for kind in vars(module).values() if is_typeddict(kind) and kind.__module__ == module.__name__
    ]
    parts = [part for kind in made for part in get_type_hints(kind).values()]
    return [kind for kind in made if kind not in parts]


def modelled() -> set[str]:
    """The paths of all free texts that documents, acts and returns may have."""
    found = {*texts_of(model.Document, "document")}
    for plan in (model.Plan, model.Escalation):
        found |= {*texts_of(plan, "document.plan")}
    for act in shapes_of(acts):
        for kind in get_args(get_type_hints(act)["kind"]):
            found |= {*texts_of(act, kind)}
    for each in shapes_of(returns):
        found |= {*texts_of(each, "record.return")}
    return found


def leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text in a value, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, f"{path}[]")
    elif isinstance(value, str):
        yield path, value


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The texts of a full ledger, by their paths."""
    ledger = Ledger(tmp_path_factory.mktemp("full"))
    fill(ledger, Pen(HARMLESS))
    found: dict[str, list[str]] = defaultdict(list)
    for card in ledger.recorder.tasks():
        assert isinstance(card, dict)
        whole = ledger.recorder.task(card["id"])
        parts: list[tuple[str, Json]] = [("document", whole.document)]
        for event in whole.events:
            parts += [(event["kind"], event["data"]["act"]), ("how", event["data"]["how"])]
        for name, part in parts:
            for path, text in leaves(part, name):
                found[path].append(text)
    return found


def is_written(text: str) -> bool:
    number = BEGIN.search(text)
    return number is not None and f"}}{number[1]}" in text


def test_every_text_of_the_models_is_written_by_the_pen(stored: dict[str, list[str]]) -> None:
    paths = modelled()
    assert len(paths) > 90
    assert set(NOT_FREE) <= paths
    for path in sorted(paths - set(NOT_FREE)):
        assert stored[path], f"{path} stands nowhere in the full ledger"
        assert [text for text in stored[path] if not is_written(text)] == [], path


def test_every_text_that_is_stored_is_the_pens_or_one_of_few_words(stored: dict[str, list[str]]) -> None:
    words = re.compile(r"[\w-]+|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64}")
    for path, texts in stored.items():
        if path.startswith("how."):
            continue
        for text in texts:
            assert is_written(text) or words.fullmatch(text), f"{path}: {text}"


def test_how_an_act_was_given_is_written_by_the_pen_as_well(stored: dict[str, list[str]]) -> None:
    given = How("", "", "", "", 1, operator="")
    names = [name for name, value in given.persisted().items() if value == ""]
    assert len(names) == 5
    for name in names:
        assert any(map(is_written, stored[f"how.{name}"])), name


def test_the_walk_over_the_models_finds_what_is_new() -> None:
    assert "document.convergence.council.members[].inquiry.findingVotes[].rationale" in modelled()
    assert "record.return.council.synthesis.decisiveEvidence[]" in modelled()
    assert "document.audit.findings[].refute.evidence[].output" in modelled()
    assert not any(path.endswith(("At", ".at", "sha256", ".verdict")) for path in modelled())
