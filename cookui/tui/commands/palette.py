"""Commands of the command palette. Its field takes letters, so they are keys that are no letters."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Close(Command):
    """Closes the palette."""

    id = "palette.close"
    keys = "escape"
    title = "Close"
    palette = False


class Next(Command):
    """Selects the next hit."""

    id = "palette.next"
    keys = "down,ctrl+n,tab"
    title = "Next"
    palette = False


class Previous(Command):
    """Selects the hit before."""

    id = "palette.previous"
    keys = "up,ctrl+p,shift+tab"
    title = "Previous"
    palette = False
