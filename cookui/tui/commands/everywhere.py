"""Commands that every screen obeys."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Back(Command):
    """Goes one level back: closes this screen. On the board it clears the filter. It never quits."""

    id = "everywhere.back"
    keys = "escape"
    title = "Back"
    palette = False


class Needs(Command):
    """Opens the list of everything that waits for a person, oldest first."""

    id = "everywhere.needs"
    keys = "a"
    title = "Needs you"


class Palette(Command):
    """Finds a command or a task by typing a part of it."""

    id = "everywhere.palette"
    keys = "ctrl+p,colon"
    title = "Find"
    palette = False


class Reread(Command):
    """Reads everything from the ledgers again."""

    id = "everywhere.reread"
    keys = "r"
    title = "Re-read"
    footer = False


class Diagnostics(Command):
    """Shows the ledgers watched, how live each is, locks and their holders, broken files, and versions."""

    id = "everywhere.diagnostics"
    keys = "D"
    title = "Diagnostics"
    footer = False


class Help(Command):
    """Shows every key of this screen, and what it does."""

    id = "everywhere.help"
    keys = "question_mark"
    title = "Help"


class Quit(Command):
    """Leaves the program. Nothing is lost: everything that was recorded is in the ledger."""

    id = "everywhere.quit"
    keys = "q,ctrl+q"
    title = "Quit"
    footer = False


class Interrupt(Command):
    """Says how to leave: ctrl+c alone leaves nothing, because it is also how text is copied."""

    id = "everywhere.interrupt"
    keys = "ctrl+c"
    title = "How to leave"
    footer = False
    palette = False


EVERYWHERE: tuple[type[Command], ...] = (Back, Needs, Palette, Reread, Diagnostics, Help, Quit, Interrupt)
