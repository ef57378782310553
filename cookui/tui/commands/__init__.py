"""The commands of the interface. `base` says how a screen declares them; the other modules hold them, by
place."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from cookui.tui.commands.base import Command, Obeys, bindings

__all__ = ["Command", "Obeys", "bindings", "unknown"]


def unknown(ids: Iterable[str]) -> list[str]:
    """Those of `ids` that no command has, in whatever place."""
    wanted = list(ids)
    if wanted:
        for module in iter_modules(__path__):
            import_module(f"{__name__}.{module.name}")
    return [each for each in wanted if Command.named(each) is None]
