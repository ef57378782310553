"""Commands of every list: moving through it, and opening what is selected; and what a list needs to obey
them."""

from __future__ import annotations

import sys

from cookui.tui.commands.base import Command, Obeys


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


class Moves(Obeys):
    """Obeys the commands that move, in terms of one movement."""

    def move(self, by: int) -> None:
        """Goes `by` entries further, back if it is negative; stops at the ends."""
        raise NotImplementedError

    def page(self) -> int:
        """How many entries a page has, 1 at least."""
        raise NotImplementedError

    def do_down(self) -> None:
        """Selects the next entry."""
        self.move(1)

    def do_up(self) -> None:
        """Selects the entry before."""
        self.move(-1)

    def do_first(self) -> None:
        """Selects the first entry."""
        self.move(-sys.maxsize)

    def do_last(self) -> None:
        """Selects the last entry."""
        self.move(sys.maxsize)

    def do_half_down(self) -> None:
        """Goes half a page down."""
        self.move(max(1, self.page() // 2))

    def do_half_up(self) -> None:
        """Goes half a page up."""
        self.move(-max(1, self.page() // 2))

    def do_page_down(self) -> None:
        """Goes a page down."""
        self.move(self.page())

    def do_page_up(self) -> None:
        """Goes a page up."""
        self.move(-self.page())
