"""The commands of the interface; `base` says how a screen declares them, the other modules hold them by
place."""

from cookui.tui.commands.base import Command, Obeys, bindings

__all__ = ["Command", "Obeys", "bindings"]
