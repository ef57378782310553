"""What each floor of the house loads: asked of a fresh interpreter, because an import that is only reached at
run time, or through somebody else, is seen in no source.
"""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.recorder.ledgers import pending

TOOLKIT = {"textual", "rich"}
MACHINERY = {"pydantic", "filelock", "tinydb", "watchfiles"}

SLOW = {"asyncio", "dataclasses", "inspect"}
"""Of Python's own what takes a fifth of the time that reading may take."""

FLOORS = {
    "cookui.text": {"cookui.contract", "cookui.recorder", "cookui.cli", "cookui.tui", *MACHINERY, *TOOLKIT},
    "cookui.contract": {
        "cookui.recorder",
        "cookui.cli",
        "cookui.tui",
        "filelock",
        "tinydb",
        "watchfiles",
        *TOOLKIT,
    },
    "cookui.recorder": {"cookui.cli", "cookui.tui", *TOOLKIT},
    "cookui.cli": {"cookui.tui", *TOOLKIT},
    "cookui.tui": {"cookui.cli"},
    "cookui.demo": {"cookui.cli", "cookui.tui", *TOOLKIT},
}
"""What must not be loaded when all modules of a floor are."""

READS = [["ls"], ["status"], ["show", "1"], ["pending"], ["snapshot", "--json"]]


def modules_of(package: str) -> list[str]:
    found = import_module(package)
    return [package, *(each.name for each in pkgutil.walk_packages(found.__path__, package + "."))]


def loaded_after(source: str, **environment: str) -> set[str]:
    """The modules of a fresh interpreter after `source`, and every package that they belong to."""
    ask = f"import sys, json\n{source}\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    names: list[str] = json.loads(done.stderr.splitlines()[-1])
    return {".".join(name.split(".")[:depth]) for name in names for depth in (1, 2)}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_loads_nothing_from_above(floor: str) -> None:
    imports = "\n".join(f"import {module}" for module in modules_of(floor))
    loaded = loaded_after(imports)
    assert floor in loaded
    assert loaded & FLOORS[floor] == set()


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from cookui.recorder.recorder import Recorder

    root = tmp_path_factory.mktemp("ledger")
    Recorder.init(root, created_by="tests")
    pending(Recorder.open(root), "Delete the bucket ünder /tmp\x1b[2J")
    return root


@pytest.mark.parametrize("words", READS, ids=lambda words: words[0])
def test_a_verb_that_reads_loads_what_reading_needs(ledger: Path, words: list[str]) -> None:
    loaded = loaded_after(
        f"from cookui.cli.main import main\nassert main({words!r}) == 0", COOK_ROOT=str(ledger)
    )
    assert "cookui.recorder" in loaded
    assert loaded & (MACHINERY | TOOLKIT) == set()
    assert loaded & SLOW <= loaded_after("import argparse, hashlib, json, pathlib, typing")


@pytest.mark.parametrize("words", [["help"], ["--version"], ["help", "record"]], ids=" ".join)
def test_a_verb_that_explains_loads_no_more_than_that(words: list[str]) -> None:
    loaded = loaded_after(f"from cookui.cli.main import main\nassert main({words!r}) == 0")
    assert loaded & (MACHINERY | TOOLKIT) == set()


def test_a_verb_that_acts_never_loads_the_toolkit(ledger: Path) -> None:
    loaded = loaded_after(
        "from cookui.cli.main import main\nassert main(['add', 'Drain the queue']) == 0",
        COOK_ROOT=str(ledger),
    )
    assert loaded >= {"pydantic", "filelock", "tinydb"}
    assert loaded & TOOLKIT == set()


def test_the_version_of_the_interface_is_told_without_starting_it() -> None:
    loaded = loaded_after(
        "from cookui.tui.main import run\nsys.argv = ['cookui', '--version']"
        "\ntry: run()\nexcept SystemExit: pass"
    )
    assert loaded & MACHINERY == set()
