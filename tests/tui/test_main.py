"""The command line: which ledgers are meant, and what is said when the app cannot be run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cookui import __version__
from cookui.contract.refusal import Code, Refusal
from cookui.tui.config import Settings
from cookui.tui.main import find_ledgers, main
from tests.tui.driving import ground_in


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def configure(tmp_path: Path, text: str) -> None:
    (tmp_path / "config" / "cookui").mkdir(parents=True)
    (tmp_path / "config" / "cookui" / "config.toml").write_text(text)


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == f"cookui {__version__}"


def test_the_place_of_the_configuration_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--locate"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "config" / "cookui" / "config.toml")


@pytest.mark.parametrize("arguments", [["--operater", "x"], ["--demo", "--keep", "--x"], ["--operator"]])
def test_wrong_usage_is_an_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: cookui" in capsys.readouterr().err


def test_a_broken_configuration_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(tmp_path, 'operator = "maria"\ntheme = \n')
    assert main([]) == 2
    told = capsys.readouterr().err
    assert "config.toml, line 2" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("given", [["--theme", "night\x1b[2J"], []])
def test_a_theme_that_does_not_exist_names_those_that_do(
    tmp_path: Path, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    configure(tmp_path, 'theme = "night\\u001b[2J"\n')
    assert main(given) == 2
    told = capsys.readouterr().err
    assert "night⟦ESC⟧[2J" in told
    assert "cook-contrast" in told
    assert "\x1b" not in told


def test_without_a_terminal_it_says_what_to_use() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import sys; from cookui.tui.main import main; sys.exit(main([]))"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert ended.returncode == 2
    assert "a terminal is needed" in ended.stderr
    assert "cook" in ended.stderr


def test_named_roots_come_first_then_projects_then_where_one_is(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        ground_in(tmp_path / name)
    one, two, three = (str(tmp_path / name) for name in ("one", "two", "three"))
    settings = Settings(projects=(two, three))
    assert find_ledgers([one], settings, {}, tmp_path) == ([one], [])
    assert find_ledgers([], settings, {"COOK_ROOT": one}, tmp_path) == ([two, three], [])
    assert find_ledgers([], Settings(), {"COOK_ROOT": one}, tmp_path) == ([one], [])
    assert find_ledgers([], Settings(), {}, tmp_path / "two") == ([two], [])


def test_one_ledger_under_two_names_is_watched_once(tmp_path: Path) -> None:
    ground_in(tmp_path / "one")
    (tmp_path / "also").symlink_to(tmp_path / "one")
    roots, _ = find_ledgers([str(tmp_path / "one"), str(tmp_path / "also"), "one"], Settings(), {}, tmp_path)
    assert roots == [str(tmp_path / "one")]


def test_a_home_is_understood_in_projects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    ground_in(tmp_path / "ops")
    assert find_ledgers([], Settings(projects=("~/ops",)), {}, tmp_path)[0] == [str(tmp_path / "ops")]


def test_a_named_root_without_a_ledger_is_refused_with_what_to_do(tmp_path: Path) -> None:
    ground_in(tmp_path / "one")
    with pytest.raises(Refusal) as refused:
        find_ledgers([str(tmp_path / "one"), str(tmp_path / "none")], Settings(), {}, tmp_path)
    assert refused.value.code is Code.NOT_FOUND
    assert "cook init" in refused.value.remedy


def test_a_project_without_a_ledger_is_remarked_on_and_the_others_are_watched(tmp_path: Path) -> None:
    ground_in(tmp_path / "one")
    settings = Settings(projects=(str(tmp_path / "none"), str(tmp_path / "one")))
    roots, remarks = find_ledgers([], settings, {}, tmp_path)
    assert roots == [str(tmp_path / "one")]
    assert len(remarks) == 1
    assert str(tmp_path / "none") in remarks[0]
    with pytest.raises(Refusal):
        find_ledgers([], Settings(projects=(str(tmp_path / "a"), str(tmp_path / "b"))), {}, tmp_path)


LATER = ("pydantic", "tinydb", "filelock", "watchfiles", "markdown_it", "cookui.tui.screens.task")


def test_what_starts_early_loads_nothing_that_is_needed_later() -> None:
    """The board is painted before anything is imported that only acts, the watch or other screens need."""
    program = "import sys, cookui.tui.app, cookui.tui.ports.recorder; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(LATER) & set(ended.stdout.split()) == set()
