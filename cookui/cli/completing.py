"""What could stand next on a command line: asked of the parsers, so that it never lags behind them."""

from __future__ import annotations

from argparse import Action
from collections.abc import Callable, Iterable, Sequence

from cookui.cli.examples import EXAMPLES
from cookui.cli.parser import verb_parser
from cookui.cli.table import VERBS

_GLOBAL = ("--root", "--json", "--help")


def candidates(words: Sequence[str], ids: Callable[[str | None], Iterable[str]]) -> list[str]:
    """The words that could stand in the place of the last one, and begin as it does.

    Args:
        words: what was typed after `cook`; the last is the one being typed, and may be empty.
        ids: gives the ids of the tasks there are, for the root that was typed, if any.

    Returns:
        None where anything may stand: a name, a text, a file.
    """
    *before, current = words or [""]
    typed = _Typed(before)
    if typed.waiting_for is not None:
        found = _choices(typed.waiting_for)
    elif current.startswith("-"):
        found = typed.options()
    elif typed.verb is None:
        found = [*VERBS]
    else:
        place = typed.place()
        found = [*ids(typed.root)] if place == ["ID"] else place
    return [word for word in found if word.startswith(current)]


class _Typed:
    """What the words before the last one are.

    Args:
        words: those words.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.verb: str | None = None
        self.root: str | None = None
        self.waiting_for: Action | None = None
        self._positionals = 0
        self._actions: Sequence[Action] = verb_parser(
            "ls"
        )._actions  # the global options, until a verb is there
        for word in words:
            self._take(word)

    def _take(self, word: str) -> None:
        if self.waiting_for is not None:
            if "--root" in self.waiting_for.option_strings:
                self.root = word
            self.waiting_for = None
        elif word.startswith("-"):
            action = next((each for each in self._actions if word in each.option_strings), None)
            self.waiting_for = action if action is not None and action.nargs != 0 else None
        elif self.verb is not None:
            self._positionals += 1
        elif word in VERBS:
            self.verb = word
            self._actions = verb_parser(word)._actions

    def options(self) -> list[str]:
        if self.verb is None:
            return [*_GLOBAL, "--version"]
        return [word for action in self._actions for word in action.option_strings if word.startswith("--")]

    def place(self) -> list[str]:
        if self.verb == "help":
            return [[*VERBS], [*EXAMPLES], []][min(self._positionals, 2)]
        places = [action for action in self._actions if not action.option_strings]
        if self._positionals >= len(places):
            return []
        action = places[self._positionals]
        return ["ID"] if action.metavar == "ID" else _choices(action)


def _choices(action: Action) -> list[str]:
    return [str(choice) for choice in action.choices or ()]
