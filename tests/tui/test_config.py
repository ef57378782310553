"""The configuration: what it says, what is warned about by name, what is an error that names the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cookui.tui.config import EXAMPLE, ConfigError, Settings, load, location


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_a_file_everything_is_as_by_default(file: Path) -> None:
    assert load(file) == Settings()


def test_what_it_says_is_taken(file: Path) -> None:
    file.write_text(
        """
operator = "maria"
theme = "cook-light"
projects = ["~/ops", "/srv/db"]
read_only = true
[notify]
bell = false
desktop = "command"
command = ["notify-send", "-u", "critical"]
[keymap]
"board.filter" = "f5,ctrl+f"
"""
    )
    assert load(file) == Settings(
        operator="maria",
        theme="cook-light",
        projects=("~/ops", "/srv/db"),
        read_only=True,
        bell=False,
        desktop="command",
        command=("notify-send", "-u", "critical"),
        keymap={"board.filter": "f5,ctrl+f"},
    )


@pytest.mark.parametrize(
    "text", ['"board.filter" = "f5"', 'board.filter = "f5"', '[keymap.board]\nfilter = "f5"']
)
def test_a_command_may_be_written_with_or_without_quotes(file: Path, text: str) -> None:
    file.write_text(f"[keymap]\n{text}\n")
    assert load(file).keymap == {"board.filter": "f5"}


def test_the_example_is_what_is_there_by_default(file: Path) -> None:
    """Taken out of its comments it is understood whole, and names every setting."""
    file.write_text(re.sub(r"^# ?(?=[\w\[\"])", "", EXAMPLE, flags=re.MULTILINE))
    settings = load(file)
    assert settings.warnings == ()
    assert settings.operator == "maria"
    assert settings.keymap == {"board.filter": "slash,ctrl+f"}


def test_settings_that_are_not_known_are_warned_about_by_name(file: Path) -> None:
    file.write_text('them = "x"\noperator = "maria"\n[notify]\nbel = true\n[colours]\nred = 1\n')
    settings = load(file)
    assert settings.operator == "maria"
    assert {warning.rpartition(" ")[2] for warning in settings.warnings} == {"them", "notify.bel", "colours"}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('operator = "maria"\ntheme = \n', 2, "Invalid value"),
        ('operator = "maria"\noperator = "kim"\n', 2, "overwrite"),
        ("operator = 3\n", 1, "operator must be text"),
        ('# nobody\n\noperator = " "\n', 3, "operator must be text"),
        ('operator = "x"\n\nread_only = "yes"\n', 3, "read_only must be true or false"),
        ('projects = "/srv"\n', 1, "projects must be a list"),
        ("projects = [1]\n", 1, "projects must be a list"),
        ("\n[notify]\nbell = 1\n", 3, "notify.bell must be true or false"),
        ('[notify]\ndesktop = "mail"\n', 2, "notify.desktop must be one of"),
        ('[notify]\ndesktop = "command"\n', 2, "notify.command names none"),
        ("notify = 3\n", 1, "notify must be a table"),
        ('[keymap]\n"board.filter" = 5\n', 2, "keymap.board.filter must be text"),
        ("\n\n[keymap]\nboard.filter = []\n", 4, "keymap.board.filter must be text"),
        ("[keymap.board]\nfilter = []\n", 2, "keymap.board.filter must be text"),
    ],
)
def test_what_cannot_be_understood_names_its_line(file: Path, text: str, line: int, words: str) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError) as raised:
        load(file)
    assert raised.value.line == line
    assert f"line {line}" in str(raised.value)
    assert words in str(raised.value)


def test_bytes_that_are_no_text_name_their_line(file: Path) -> None:
    file.write_bytes(b'operator = "x"\n# \xff\n')
    with pytest.raises(ConfigError, match="line 2: it is not UTF-8"):
        load(file)


def test_a_file_that_cannot_be_read_is_an_error_too(file: Path) -> None:
    file.mkdir()
    with pytest.raises(ConfigError, match="cannot be read"):
        load(file)


def test_it_is_looked_for_where_the_system_keeps_such_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert location() == tmp_path / "cookui" / "config.toml"
