"""Completion knows every verb, option and fixed word, because it asks the parsers; the shells ask it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cookui.cli.goal import GOALS
from cookui.cli.table import VERBS
from tests.cli.cook import Cook
from tests.terminal.home import environment


def offered(cook: Cook, line: str) -> set[str]:
    """What is offered for the last word of a line."""
    return set(cook.ok("completion", "words", "--", *line.split(" ")[1:]).splitlines())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cook ", set(VERBS)),
        ("cook re", {"record", "release", "ready", "reverify"}),
        ("cook --json sh", {"show"}),
        ("cook --root /tmp sh", {"show"}),
        ("cook --", {"--root", "--json", "--help", "--version"}),
        ("cook help ", set(VERBS)),
        ("cook help record ver", {"verify"}),
        ("cook show ", {"1"}),
        ("cook show --json ", {"1"}),
        ("cook show 1 ", set()),
        ("cook record ", {"plan", "execute", "verify", "audit", "refute", "council"}),
        ("cook record plan ", {"1"}),
        ("cook record plan 1 planner-1 pl", set()),
        ("cook decline --reason x ", {"1"}),
        ("cook decline --reason ", set()),
        ("cook decline 1 Chef --to ", {"plan", "capture"}),
        ("cook decline 1 Chef --t", {"--to"}),
        ("cook journal 1 ", {"intent", "progress", "external"}),
        ("cook wait 1 --until ", set(GOALS)),
        ("cook add x --priority p", {"p0", "p1", "p2", "p3", "p4"}),
        ("cook approve 1 Chef --", {"--request", "--sha256", "--json", "--root", "--help"}),
        ("cook nonsense ", set(VERBS)),
    ],
)
def test_what_could_stand_next(started: Cook, line: str, expected: set[str]) -> None:
    assert offered(started, line) == expected


def test_ids_are_those_of_the_root_that_was_typed(started: Cook, tmp_path: Path) -> None:
    assert offered(started, f"cook --root {tmp_path} show ") == set()
    assert offered(started, f"cook --root {started.root} show ") == {"1"}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_can_be_completed(started: Cook, verb: str) -> None:
    assert {"--root", "--json", "--help"} <= offered(started, f"cook {verb} --")


BASH = """
source <(cook completion bash)
COMP_WORDS=(cook record plan ''); COMP_CWORD=3; _cook; echo "${COMPREPLY[@]}"
COMP_WORDS=(cook --json re); COMP_CWORD=2; _cook; echo "${COMPREPLY[@]}"
"""
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -U compinit; compinit -u; source <(cook completion zsh); clear"
zpty -w shell $'cook record plan \\t'
zpty -w shell "--json; exit"
while zpty -r shell line; do print -rn -- $line; done
"""
FISH = """
cook completion fish | source
complete -C 'cook record plan '
complete -C 'cook --json re'
"""


def run(shell: str, script: str, cook: Cook, home: Path) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    done = subprocess.run(
        [shell, "-c", script],
        env=environment(home, COOK_ROOT=str(cook.root)),
        capture_output=True,
        text=True,
        timeout=60,
        cwd=cook.root,
    )
    assert done.stderr == ""
    return done.stdout


def test_bash_asks(started: Cook, tmp_path: Path) -> None:
    ids, verbs = run("bash", f"set -u\n{BASH}", started, tmp_path / "home").splitlines()
    assert ids == "1"
    assert set(verbs.split()) == {"record", "release", "ready", "reverify"}


def test_fish_asks(started: Cook, tmp_path: Path) -> None:
    found = run("fish", FISH, started, tmp_path / "home").split()
    assert set(found) == {"1", "record", "release", "ready", "reverify"}


def test_zsh_asks(started: Cook, tmp_path: Path) -> None:
    assert "cook record plan 1" in run("zsh", ZSH, started, tmp_path / "home")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed(cook: Cook, shell: str) -> None:
    assert cook("completion", shell, "--json").json["script"] + "\n" == cook.ok("completion", shell)
