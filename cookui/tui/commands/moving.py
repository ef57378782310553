"""Commands of every list: moving through it, and opening what is selected."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Open(Command):
    """Opens what is selected."""

    id = "list.open"
    keys = "enter"
    title = "Open"
    palette = False


class Down(Command):
    """Selects the next entry."""

    id = "list.down"
    keys = "j,down"
    title = "Down"
    footer = False
    palette = False


class Up(Command):
    """Selects the entry before."""

    id = "list.up"
    keys = "k,up"
    title = "Up"
    footer = False
    palette = False


class First(Command):
    """Selects the first entry."""

    id = "list.first"
    keys = "g,home"
    title = "First"
    footer = False
    palette = False


class Last(Command):
    """Selects the last entry."""

    id = "list.last"
    keys = "G,end"
    title = "Last"
    footer = False
    palette = False


class HalfDown(Command):
    """Goes half a page down."""

    id = "list.half-down"
    keys = "ctrl+d"
    title = "Half a page down"
    footer = False
    palette = False


class HalfUp(Command):
    """Goes half a page up."""

    id = "list.half-up"
    keys = "ctrl+u"
    title = "Half a page up"
    footer = False
    palette = False


class PageDown(Command):
    """Goes a page down."""

    id = "list.page-down"
    keys = "pagedown"
    title = "Page down"
    footer = False
    palette = False


class PageUp(Command):
    """Goes a page up."""

    id = "list.page-up"
    keys = "pageup"
    title = "Page up"
    footer = False
    palette = False


MOVING: tuple[type[Command], ...] = (Open, Down, Up, First, Last, HalfDown, HalfUp, PageDown, PageUp)
