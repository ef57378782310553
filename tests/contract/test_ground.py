"""What the contract stands on: what it loads, that it does nothing but compute, and that its tables agree."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from cookui.contract import acts, shapes
from cookui.contract.judgment import COVERAGE
from cookui.contract.slots import BARS
from cookui.contract.stages import EARLIEST_FIRST, MOVES, RECORDED_AT, Category, Priority, Stage, Status
from tests.contract.playing import CATEGORIES

HEAVY = {"acts", "model", "returns", "shapes"}
"""The modules that may load pydantic; every other one is for readers, who must not pay for it."""

MODULES = sorted(
    path.stem for path in Path(acts.__file__).parent.glob("*.py") if path.stem not in HEAVY | {"__init__"}
)


def _loaded(*modules: str) -> set[str]:
    names = ", ".join(f"cookui.contract.{module}" for module in modules)
    code = f"import {names}, sys; print(*sorted(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in answer.stdout.split()}


def test_readers_load_no_pydantic() -> None:
    assert len(MODULES) > 15
    assert not {"pydantic", "pydantic_core", "typing_extensions"} & _loaded(*MODULES)


def test_the_contract_loads_no_storage_and_no_toolkit() -> None:
    others = {"textual", "rich", "tinydb", "filelock", "watchfiles", "asyncio"}
    assert not others & _loaded(*MODULES, *HEAVY)


def test_the_tables_speak_of_the_same_stages() -> None:
    assert set(MOVES) == {stage.value for stage in Stage}
    assert set().union(*MOVES.values()) <= set(MOVES)
    assert set(RECORDED_AT) == set(acts.RECORDS) == set(BARS)
    assert set().union(*RECORDED_AT.values()) <= set(MOVES)
    assert set(EARLIEST_FIRST) == set(get_args(shapes.KickTo))


def test_the_words_of_the_shapes_are_those_of_the_tables() -> None:
    annotations = acts._Add.__annotations__
    named = {name: str(annotations[name]) for name in ("category", "priority")}
    for words, name in ((Category, "category"), (Priority, "priority")):
        assert all(f"'{word.value}'" in named[name] or f'"{word.value}"' in named[name] for word in words)
    assert {status.value for status in Status} == {"pending", "in_progress", "blocked", "done", "abandoned"}
    assert set(CATEGORIES) == COVERAGE == set(get_args(shapes.Category))


@pytest.mark.parametrize("path", [("a", 0, "b"), ("evidence", 0, "output")])
def test_a_path_is_written_as_people_write_it(path: tuple[str | int, ...]) -> None:
    assert shapes.path_of(path) in ("a[0].b", "evidence[0].output")


def test_a_path_never_holds_more_than_a_line_of_an_unknown_key() -> None:
    assert shapes.path_of(["k" * 1000]) == "k" * 80 + "…"
    assert shapes.path_of(["k\ud800"]) == "k\\ud800"
