"""Help: every key of the screen it was asked from, and what it does.

It is made from that screen's active bindings and the docstrings of the commands behind them, the same source as footer and
palette; a changed keymap shows here as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.screen import Screen

from cookui.text.visible import single
from cookui.tui import styles
from cookui.tui.commands import Command, Obeys
from cookui.tui.screens.live import LiveScreen
from cookui.tui.widgets.ink import Ink
from cookui.tui.widgets.sheet import Sheet, wrapped

HEADINGS = {
    "list": "Moving",
    "everywhere": "Everywhere",
    "task": "The task under the cursor",
    "decision": "Deciding",
}
"""What the first word of a command's id is called above its group; otherwise the screen's own title stands there."""

_KEYS = 16
_SIDE_BY_SIDE_FROM = 100

Entry = tuple[type[Command], str, str | None]
"""A command, its keys as they are shown, and why it cannot be carried out now."""


class HelpScreen(LiveScreen):
    """The keys of a screen.

    Args:
        below: the screen that they are of.
    """

    TITLE = "Help"
    CSS_PATH = styles.path("help")

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._title = below.title or ""
        self._groups = groups_of(below)

    def body(self) -> ComposeResult:
        """The sheet."""
        yield Sheet(self._lay)

    def on_mount(self) -> None:
        """Lets it be scrolled."""
        self.query_one(Sheet).focus(scroll_visible=False)

    def _lay(self, width: int) -> Sequence[Sequence[tuple[str, Ink]]]:
        """The keys, group by group."""
        lines: list[Sequence[tuple[str, Ink]]] = []
        for name, entries in self._groups.items():
            lines += [[], [(f" {HEADINGS.get(name, self._title)}", "strong")]]
            for command, keys, reason in entries:
                text = command.help()
                if reason is not None:
                    text += f" Not now: {reason}."
                text += f" ({command.id})"
                room = max(20, width - _KEYS - 20)
                for at, part in enumerate(wrapped(single(text), room)):
                    shown = single(keys, _KEYS - 1) if at == 0 else ""
                    title = command.title if at == 0 else ""
                    lines.append(
                        [(f"  {shown:<{_KEYS}}", "key"), (f"{title:<16} ", "plain"), (part, "quiet")]
                        if width >= 80
                        else [(f" {shown:<{_KEYS}}", "key"), (part, "plain")]
                    )
        lines += [
            [],
            [(" Every key can be changed in the configuration, under [keymap], by the name in brackets.", "quiet")],
        ]
        return lines


def groups_of(screen: Screen[object]) -> dict[str, list[Entry]]:
    """The commands of a screen, grouped by the first word of their ids: its own first, those of everywhere last."""
    keys: dict[type[Command], list[str]] = {}
    found: dict[type[Command], ActiveBinding] = {}
    for active in screen.active_bindings.values():
        command = Command.named(active.binding.id)
        if command is not None:
            keys.setdefault(command, []).append(screen.app.get_key_display(active.binding))
            found[command] = active
    groups: dict[str, list[Entry]] = {}
    for command, active in found.items():
        reason = active.node.unavailable(command) if isinstance(active.node, Obeys) else None
        groups.setdefault(command.id.partition(".")[0], []).append((command, " ".join(keys[command]), reason))
    order = sorted(groups, key=lambda name: (name == "everywhere", name == "list", name in HEADINGS))
    return {name: groups[name] for name in order}
