"""Commands of the view of an exact text: moving through it, copying it, changing its form."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Down(Command):
    """Goes a row down."""

    id = "text.down"
    keys = "j,down"
    title = "Down"
    footer = False
    palette = False


class Up(Command):
    """Goes a row up."""

    id = "text.up"
    keys = "k,up"
    title = "Up"
    footer = False
    palette = False


class HalfDown(Command):
    """Goes half a page down."""

    id = "text.half-down"
    keys = "ctrl+d"
    title = "Half a page down"
    footer = False
    palette = False


class HalfUp(Command):
    """Goes half a page up."""

    id = "text.half-up"
    keys = "ctrl+u"
    title = "Half a page up"
    footer = False
    palette = False


class PageDown(Command):
    """Goes a page down; the last row of the page stays in sight as the first."""

    id = "text.page-down"
    keys = "pagedown"
    title = "Page down"
    footer = False
    palette = False


class PageUp(Command):
    """Goes a page up; the first row of the page stays in sight as the last."""

    id = "text.page-up"
    keys = "pageup"
    title = "Page up"
    footer = False
    palette = False


class First(Command):
    """Goes to the start of the text."""

    id = "text.first"
    keys = "g,home"
    title = "Start"
    footer = False
    palette = False


class Last(Command):
    """Goes to the end of the text."""

    id = "text.last"
    keys = "G,end"
    title = "End"
    footer = False
    palette = False


class Copy(Command):
    """Copies what is selected, or else the whole text, exactly as it is stored and not as it is drawn."""

    id = "text.copy"
    keys = "y,ctrl+c,super+c"
    title = "Copy"


class Ascii(Command):
    """Draws the text with nothing but plain ASCII and backslash escapes, or as before."""

    id = "text.ascii"
    keys = "x"
    title = "ASCII"


READING: tuple[type[Command], ...] = (
    Down,
    Up,
    HalfDown,
    HalfUp,
    PageDown,
    PageUp,
    First,
    Last,
    Copy,
    Ascii,
)
