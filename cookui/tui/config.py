"""The operator's configuration: one TOML file, read once at the start.

A key that is not known is warned about by its name, because it is probably a slip of the pen; anything that
cannot be understood is an error that names the line. Neither is ever a crash, and nothing is guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from cookui.tui.ports.attention import Desktop

EXAMPLE = """\
# operator = "maria"            # who decides; --operator and $COOK_OPERATOR come first
# theme = "cook-dark"           # cook-light, cook-contrast, ansi-dark, ansi-light, or one of Textual's
# projects = ["~/ops", "/srv/db"]  # the ledgers to watch when none is named on the command line
# read_only = false             # true takes every acting key away
#
# [notify]
# bell = true                   # ring once for what newly needs you
# desktop = "off"               # osc9, osc777, or command
# command = ["notify-send"]     # title and text are added as two more arguments
#
# [keymap]                      # command = keys, as the help screen names them
# "board.filter" = "slash,ctrl+f"
"""


class ConfigError(Exception):
    """The file cannot be understood.

    Args:
        path: the file.
        line: which line, from 1; None when it is not about one.
        sentence: what is wrong with it; may quote the file.
    """

    def __init__(self, path: Path, line: int | None, sentence: str) -> None:
        where = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{where}: {sentence}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Settings:
    """What the file says.

    Args:
        operator: who decides.
        theme: the theme's name.
        projects: the roots of the ledgers to watch.
        read_only: whether acting keys are taken away.
        bell: whether the bell is rung.
        desktop: the kind of desktop notification.
        command: program and arguments of the kind `command`.
        keymap: keys by command id.
        warnings: what was not understood, in sentences that may quote the file.
    """

    operator: str | None = None
    theme: str | None = None
    projects: tuple[str, ...] = ()
    read_only: bool = False
    bell: bool = True
    desktop: Desktop = "off"
    command: tuple[str, ...] = ()
    keymap: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def location() -> Path:
    """Where the file is looked for: `$XDG_CONFIG_HOME/cookui/config.toml` or what the system has for it."""
    from platformdirs import user_config_path

    return user_config_path("cookui") / "config.toml"


def load(path: Path) -> Settings:
    """Reads the file; without one, everything is as by default.

    Raises:
        ConfigError: it cannot be read or understood.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Settings()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(path, line, "it is not UTF-8") from error
    except OSError as error:
        raise ConfigError(path, None, f"it cannot be read: {error.strerror}") from error
    try:
        return _Reading(path, text).settings(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, _line_of(error, text), str(error)) from error
    except RecursionError as error:
        raise ConfigError(path, None, "it is nested too deep") from error


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    """The line that a syntax error is about. Before Python 3.14 only its message tells it."""
    found = re.search(r"\(at line (\d+)", str(error))
    return int(found[1]) if found else text.count("\n") + 1


class _Reading:
    """One file being understood."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text
        self._warnings: list[str] = []

    def settings(self, document: Mapping[str, Any]) -> Settings:
        """What the file says."""
        known: dict[str, Callable[[str, Any], Any]] = {
            "operator": self._words,
            "theme": self._words,
            "projects": self._list,
            "read_only": self._truth,
            "notify": self._table,
            "keymap": self._table,
        }
        taken = self._take(document, known, "")
        notify = self._take(
            taken.pop("notify", {}),
            {"bell": self._truth, "desktop": self._desktop, "command": self._list},
            "notify.",
        )
        keymap = self._keymap("", taken.pop("keymap", {}))
        if notify.get("desktop") == "command" and not notify.get("command"):
            raise self._error("notify.desktop", 'is "command", but notify.command names none')
        return Settings(**taken, **notify, keymap=keymap, warnings=tuple(self._warnings))

    def _take(
        self, table: Mapping[str, Any], known: Mapping[str, Callable[[str, Any], Any]], prefix: str
    ) -> dict[str, Any]:
        taken = {}
        for key, value in table.items():
            if key in known:
                taken[key] = known[key](prefix + key, value)
            else:
                self._warnings.append(f"{self._path.name}: there is no setting called {prefix}{key}")
        return taken

    def _keymap(self, prefix: str, table: Mapping[str, Any]) -> dict[str, str]:
        """Keys by command id; `board.filter` may stand without quotes, though TOML sees a table there."""
        keymap: dict[str, str] = {}
        for key, value in table.items():
            name = f"{prefix}{key}"
            if isinstance(value, dict):
                keymap |= self._keymap(f"{name}.", value)
            else:
                keymap[name] = self._words(f"keymap.{name}", value)
        return keymap

    def _error(self, name: str, sentence: str) -> ConfigError:
        """An error about a setting, with the first line that could be its own."""
        inside = name.partition(".")[2] or name
        for key in (inside, inside.rpartition(".")[2]):
            name_at_start = rf"""["']?{re.escape(key)}["']?\s*[=\]]"""
            setting = re.compile(rf"^\s*(?:\[\s*)?(?:[\w-]+\s*\.\s*)*{name_at_start}")
            for number, text in enumerate(self._text.split("\n"), start=1):
                if setting.match(text):
                    return ConfigError(self._path, number, f"{name} {sentence}")
        return ConfigError(self._path, None, f"{name} {sentence}")

    def _words(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self._error(name, "must be text in quotes")
        return value

    def _truth(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self._error(name, "must be true or false")
        return value

    def _list(self, name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
            raise self._error(name, "must be a list of texts")
        return tuple(value)

    def _table(self, name: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self._error(name, f"must be a table, [{name}]")
        return value

    def _desktop(self, name: str, value: Any) -> str:
        if value not in get_args(Desktop):
            raise self._error(name, f"must be one of {', '.join(get_args(Desktop))}")
        return str(value)
