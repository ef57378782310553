"""Help: every key of the screen it was asked from, and what it does.

It is made from that screen's active bindings and the docstrings of the commands behind them, the same source
as footer and palette; a changed keymap shows here as it is.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.events import Resize
from textual.screen import Screen

from cookui.tui import styles
from cookui.tui.commands import Command, Obeys
from cookui.tui.commands.everywhere import Help
from cookui.tui.commands.moving import Open
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.keys import Entry, page
from cookui.tui.widgets.page import PageView

_NAMES_FROM = 120
"""From this width on there is room for the names of the keymap, in cells."""

HEADINGS = {
    "list": "Moving",
    "page": "Moving by section",
    "task": "The task",
    "everywhere": "Everywhere",
}
"""What the first word of a command's id is called above its group; for others the screen's own title stands
there."""


class HelpScreen(LiveScreen):
    """The keys of a screen.

    Args:
        below: the screen that they are of.
    """

    TITLE = "Help"
    CSS_PATH = styles.path("page")
    WITHOUT = (Help, Open)

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._groups = groups_of(below)

    def body(self) -> ComposeResult:
        """The page of keys."""
        yield PageView()

    def opened(self) -> None:
        """Shows it, ready to be scrolled."""
        self._show()
        self.query_one(PageView).focus(scroll_visible=False)

    @on(Resize)
    def _show(self) -> None:
        """Shows it with as much as has room."""
        if self.whole:
            self.query_one(PageView).show(page(self._groups, names=self.app.size.width >= _NAMES_FROM))


def groups_of(screen: Screen[object]) -> list[tuple[str, list[Entry]]]:
    """The commands of a screen, grouped by the first word of their ids: the acts on the task first, then the
    screen's own, and those of all screens last. In a group what cannot be carried out now comes last."""
    keys: dict[type[Command], list[Binding]] = {}
    found: dict[type[Command], ActiveBinding] = {}
    for active in screen.active_bindings.values():
        command = Command.named(active.binding.id)
        if command is not None:
            keys.setdefault(command, []).append(active.binding)
            found[command] = active
    groups: dict[str, list[Entry]] = {}
    for command in Command.all():  # as they are declared; Textual tells them by their keys
        active_one = found.get(command)
        if active_one is None:
            continue
        node = active_one.node
        reason = node.unavailable(command) if isinstance(node, Obeys) else None
        groups.setdefault(command.id.partition(".")[0], []).append(
            Entry(
                command.id,
                " ".join(map(screen.app.get_key_display, _in_order(command, keys[command]))),
                command.title,
                command.help(),
                reason or "",
            )
        )
    for entries in groups.values():
        entries.sort(key=lambda entry: bool(entry.reason))
    rank = {"task": 0, "list": 2, "page": 3, "everywhere": 4}
    order = sorted(groups, key=lambda name: rank.get(name, 1))
    return [(HEADINGS.get(name, screen.title or name.title()), groups[name]) for name in order]


def _in_order(command: type[Command], found: list[Binding]) -> list[Binding]:
    """The keys in the order in which the command names them; Textual tells them in another."""
    named = command.keys.split(",")
    return sorted(found, key=lambda binding: named.index(binding.key) if binding.key in named else -1)
