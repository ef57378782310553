"""From words to a call: the global options, then the one verb that was named, and never a guess.

argparse builds a tree of all verbs before it reads a word; with thirty verbs that is a third of the
time that `cook ls` may take. Here a first parser knows the global options and the verb's name only,
and the verb's own parser is made when the name is known. argparse also binds an optional positional
too early when an option stands before it (`journal 3 progress 1/7 --json NOTE`), so options are
moved to the front first; then the order in which they are typed does not matter.
"""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from cookui.cli.table import VERBS

_NEGATIVE = re.compile(r"-\d+\Z", re.ASCII)
_TASK_ID = re.compile(r"#?([1-9][0-9]{0,8})\Z", re.ASCII)


class UsageError(Exception):
    """The words are not a call of `cook`: exit status 2, nothing was read or written.

    Args:
        sentence: what is wrong; may quote what was typed.
        remedy: what to do next.
    """

    def __init__(self, sentence: str, *, remedy: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy


class VerbModule(Protocol):
    """What a module in `cookui.cli.verbs` provides."""

    HELP: str

    @staticmethod
    def arguments(parser: argparse.ArgumentParser) -> None:
        """Declares the verb's own arguments."""

    @staticmethod
    def run(call: object) -> int:
        """Carries the verb out and returns the exit status."""


class Parser(argparse.ArgumentParser):
    """A parser that raises `UsageError` where argparse would print and leave.

    Args:
        prog: what the usage begins with.
        usage: the whole usage, where it is not made from the arguments.
    """

    def __init__(self, prog: str, usage: str | None = None) -> None:
        # Each argument that is added makes a formatter, and one without a width loads shutil to ask for it.
        super().__init__(prog, usage, add_help=False, allow_abbrev=False, formatter_class=_formatter)
        self.color = False  # from Python 3.14 on, argparse would colour the usage by itself

    def error(self, message: str) -> NoReturn:
        """Turns argparse's message into a `UsageError` that shows the usage."""
        verb = self.prog.removeprefix("cook").strip()
        page = f"`cook help {verb}`" if verb else "`cook help`"
        raise UsageError(message, remedy=f"{' '.join(self.format_usage().split())}; {page} tells more.")


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=100)


def task_id(word: str) -> int:
    """The id that a word such as `12` or `#12` names.

    Raises:
        argparse.ArgumentTypeError: for anything else; a word is never taken for a path.
    """
    found = _TASK_ID.match(word)
    if found is None:
        raise argparse.ArgumentTypeError(f"{word!r} is not a task id (a number such as 12 or #12)")
    return int(found[1])


def load(name: str) -> VerbModule:
    """The module of a verb that is in the table."""
    return cast(VerbModule, importlib.import_module(f"cookui.cli.verbs.{name}"))


def verb_parser(name: str) -> Parser:
    """The parser of one verb, with the global options, which are accepted before and after it."""
    parser = Parser(f"cook {name}")
    _global_options(parser)
    load(name).arguments(parser)
    parser.usage = parser.usage or _usage(parser)
    return parser


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The call that the words make: `verb`, `root`, `json`, `help`, `version` and the verb's own
    arguments.

    Raises:
        UsageError: they make none.
    """
    first = Parser("cook", usage="cook [--root DIR] [--json] VERB ...")
    _global_options(first)
    first.add_argument("--version", action="store_true")
    first.add_argument("verb", nargs="?")
    first.add_argument("rest", nargs=argparse.REMAINDER)
    call = first.parse_args(list(argv), argparse.Namespace(root=None, json=False, help=False))
    rest: list[str] = call.rest
    if call.version or call.verb is None:
        return call
    if call.verb not in VERBS:
        raise UsageError(f"{call.verb!r} is no verb of cook", remedy=_did_you_mean(call.verb))
    words = rest[: rest.index("--")] if "--" in rest else rest
    if call.help or "-h" in words or "--help" in words:
        call.help = True
        return call
    parser = verb_parser(call.verb)
    return parser.parse_args(_options_first(parser, rest), call)


def _global_options(parser: argparse.ArgumentParser) -> None:
    """The options of every verb: told of on the main page, and left out of each verb's own."""
    quiet = argparse.SUPPRESS
    parser.add_argument("--root", metavar="DIR", default=quiet, help=quiet)
    parser.add_argument("--json", action="store_true", default=quiet, help=quiet)
    parser.add_argument("-h", "--help", action="store_true", default=quiet, help=quiet)


def _usage(parser: argparse.ArgumentParser) -> str:
    """The words of a verb as a person would type them: what is always there first, then the options."""
    words = [parser.prog]
    options = []
    for action in parser._actions:
        value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())))
        if not action.option_strings:
            words.append(f"[{value}]" if action.nargs == "?" else value)
        elif action.help != argparse.SUPPRESS:
            word = f"{action.option_strings[-1]} {value}".strip()
            options.append((not action.required, word if action.required else f"[{word}]"))
    return " ".join([*words, *(word for _, word in sorted(options, key=lambda option: option[0]))])


def _options_first(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """The same words, options before positionals; a negative number is a positional (and no task's
    id).
    """
    known = parser._option_string_actions
    options: list[str] = []
    positionals: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word == "--":
            positionals += queue
            break
        if not word.startswith("-") or word == "-" or _NEGATIVE.match(word):
            positionals.append(word)
            continue
        options.append(word)
        action = known.get(word)
        if action is not None and action.nargs != 0 and queue:
            value = queue.pop(0)
            options[-1] = f"{word}={value}" if word.startswith("--") else word + value
    return [*options, "--", *positionals] if positionals else options


def _did_you_mean(word: str) -> str:
    import difflib  # only for a typing mistake; it would cost every other call

    near = difflib.get_close_matches(word[:40], VERBS, n=2)
    return (
        f"Did you mean {' or '.join(near)}? `cook help` lists the verbs."
        if near
        else "`cook help` lists the verbs."
    )
