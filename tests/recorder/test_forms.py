"""Cards that another version of the program wrote: a ledger outlives the words on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.contract.card import FORM
from cookui.recorder import events, validation
from cookui.recorder.reading import Reader
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import Json, file_of, finished, rewrite, tables_of


@pytest.fixture
def path(recorder: Recorder, root: Path) -> Path:
    return file_of(root, finished(recorder))


def foreign(path: Path, form: int) -> Json:
    """Gives the card another form and other words; what it was."""
    before: Json = tables_of(path)["card"]["1"]
    rewrite(
        path, lambda tables: tables["card"]["1"].update(form=form, title="?", now="in other words", more=1)
    )
    return before


@pytest.mark.parametrize("form", [FORM + 1, FORM + 70, 0])
def test_a_card_of_another_form_is_made_anew_by_every_reader(path: Path, root: Path, form: int) -> None:
    card = foreign(path, form)
    assert Reader(root).cards() == [card]
    assert Reader(root).card(1) == card
    assert Reader(root).examined([1]) == [card]
    assert Reader(root).task(1).card == card
    recorder = Recorder.open(root)
    assert [recorder.task(1).card for _ in range(2)] == [card, card]


def test_the_next_act_writes_the_card_of_today(recorder: Recorder, root: Path) -> None:
    task_id = int(recorder.add("Drain the queue").document["id"])
    path = file_of(root, task_id)
    foreign(path, FORM + 1)
    Recorder.open(root).start(task_id)
    assert tables_of(path)["card"]["1"]["form"] == FORM
    assert Recorder.open(root).validate() == []


def test_a_form_that_no_version_made_is_a_problem(path: Path, root: Path) -> None:
    foreign(path, FORM + 1)
    [problem] = Recorder.open(root).validate()
    assert (problem.task, problem.field) == (1, "card.form")


def test_a_form_of_an_earlier_version_is_none(
    path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (events, validation):
        monkeypatch.setattr(module, "FORM", FORM + 1)
    assert Recorder.open(root).validate() == []


def test_a_file_behind_a_foreign_card_is_checked_all_the_same(path: Path, root: Path) -> None:
    foreign(path, FORM + 1)
    path.write_bytes(path.read_bytes().replace(b'"Chef"', b'"Mallory"'))
    [broken] = Reader(root).cards()
    assert not isinstance(broken, dict)
    assert "changed" in broken.reason
