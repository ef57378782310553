"""What the papers say is so: their commands are those that are run, and their session works as it stands."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.terminal.home import environment

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
RUN = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/cookui --demo"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"


def test_the_two_commands_are_there_and_one_is_what_the_checks_run() -> None:
    assert f"\n    {RUN}\n" in README
    assert f"\n    {TEST}\n" in README
    assert f'"{TEST}"' in (TOP / ".ci" / "run").read_text(encoding="utf-8")


def test_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 2
    for picture in pictures:
        assert (TOP / picture).read_text(encoding="utf-8").lstrip().startswith("<svg"), picture


@pytest.fixture
def session() -> str:
    (found,) = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_session_of_an_agent_works_as_it_stands(session: str, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    ledger.mkdir()
    env = environment(tmp_path / "home", COOK_ROOT=str(ledger))
    script = f"set -eu\n{session}\ncook show $ID --json > {tmp_path / 'task.json'}\n"
    done = subprocess.run(
        ["bash", "-c", script], env=env, cwd=ledger, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    shown = json.loads((tmp_path / "task.json").read_text())
    assert '"status": "done"' in json.dumps(shown)
