"""What to remark on an operator's keymap before it is used.

Textual takes a keymap as it is: a name that no command has is passed over, and a command whose key was given
to another is left without one, both in silence. An operator who finds `approve` gone wants to know why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules

from textual.binding import Binding, BindingError, InvalidBinding

from cookui.tui import commands
from cookui.tui.commands.acts import ACTS
from cookui.tui.commands.base import Command

SHARED = frozenset({"everywhere", "list", "page"})
"""Places whose commands are there in others, too; so are the acts on a task."""


def remarks(keymap: Mapping[str, str]) -> list[str]:
    """What is wrong with a keymap, in sentences that may quote it.

    Args:
        keymap: keys by command id, as configured.
    """
    if not keymap:
        return []
    for module in iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{module.name}")
    found = []
    for command_id, keys in keymap.items():
        command = Command.named(command_id)
        if command is None:
            found.append(f"keymap: there is no command called {command_id}")
            continue
        try:
            wanted = _keys(keys)
        except (BindingError, InvalidBinding):
            found.append(f"keymap: {command_id} is given a key without a name")
            continue
        found += [
            f"keymap: {key} is given to {command_id} and was the key of {other.id}, which has lost it"
            for other in Command.all()
            for key in sorted(wanted & _keys(other.keys))
            if other is not command and other.id not in keymap and _meet(command, other)
        ]
    return found


def _keys(keys: str) -> frozenset[str]:
    """Keys by the names that Textual gives them."""
    bound: Iterable[Binding] = Binding.make_bindings([(keys, "", "")])
    return frozenset(binding.key for binding in bound)


def _meet(one: type[Command], other: type[Command]) -> bool:
    """Whether two commands can be there at the same time."""
    places = {each.id.partition(".")[0] for each in (one, other)}
    return len(places) == 1 or bool(places & SHARED) or one in ACTS or other in ACTS
