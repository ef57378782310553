"""The last line: the keys of the screen on top, or a sentence in their place, in as many lines as it needs.

Sentences are said here and not in a toast, because nothing pops up over what a person reads. The keys are
those of the active bindings, so that a changed keymap, the focus and read-only mode are told truly; each can
be clicked. The acts that the task under the cursor can take now come first: they are what it waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.binding import ActiveBinding
from textual.events import Click
from textual.screen import Screen
from textual.strip import Strip

from cookui.text.allowed import SPACE
from cookui.text.visible import cell_width, single
from cookui.tui.commands import Command, Obeys
from cookui.tui.commands.acts import ACTS
from cookui.tui.commands.everywhere import EVERYWHERE, Back, Help
from cookui.tui.views.flow import Flowed
from cookui.tui.views.rows import Words
from cookui.tui.widgets.ink import Ink, Inked

Part = tuple[str, Ink]

_MARGIN = 4
_MOST_LINES = 4


class _Item(NamedTuple):
    """One command in the footer."""

    command: type[Command]
    key: str
    active: ActiveBinding
    off: bool
    stays: bool

    @property
    def parts(self) -> list[Part]:
        """What is drawn; one that cannot be carried out now stands in brackets."""
        if self.off:
            return [(f" ({self.key} {self.command.title})", "quiet")]
        return [(f" {self.key}", "key"), (f" {self.command.title} ", "plain")]

    @property
    def length(self) -> int:
        """Its length in cells."""
        return sum(cell_width(text) for text, _ in self.parts)

    @property
    def is_possible_act(self) -> bool:
        """Whether it is an act that the task can take now."""
        return self.command in ACTS and not self.off

    @property
    def is_common(self) -> bool:
        """Whether all screens have it."""
        return self.command in EVERYWHERE

    @property
    def is_help(self) -> bool:
        """Whether it shows all the others."""
        return self.command is Help


class Footer(Inked):
    """Keys, or what was said."""

    def __init__(self) -> None:
        super().__init__()
        self._said: tuple[str, bool] | None = None
        self._lines: list[str] = []
        self._places: list[tuple[int, int, ActiveBinding]] = []

    @property
    def said(self) -> str:
        """The sentence that stands in place of the keys; empty when the keys are shown."""
        return single(self._said[0]) if self._said else ""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Shows a sentence until the next key.

        Args:
            text: may hold outside text; it is made visible here.
            bad: whether it is a refusal or a failure.
        """
        self._said = text, bad
        self._room()

    def clear(self) -> None:
        """Shows the keys again."""
        if self._said is not None:
            self._said = None
            self._room()

    def _room(self) -> None:
        """Takes as many lines as the sentence needs, so that no remedy is cut off; one for the keys."""
        self._lines = in_lines(self._said[0], self.size.width - _MARGIN) if self._said else []
        self.styles.height = max(1, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        """Folds the sentence anew."""
        self._room()

    def on_mount(self) -> None:
        """Follows the focus and the state of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[object]) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of the sentence, or the keys."""
        width = self.size.width
        self._places = []
        if self._said is not None:
            bad = self._said[1]
            mark: Part = ("   ", "plain") if y else (" ✗ ", "bad") if bad else (" ▸ ", "key")
            text = self._lines[y] if y < len(self._lines) else ""
            return self.line([mark, (text, "bad" if bad else "plain")], width)
        parts: list[Part] = []
        x = 0
        for item in _fitting(self._items(), width):
            self._places.append((x, x + item.length, item.active))
            parts += item.parts
            x += item.length
        return self.line(parts, width)

    def _items(self) -> list[_Item]:
        """The commands that there are: acts that can be carried out, the screen's other ones, those of all
        screens, and last the help."""
        items: dict[type[Command], _Item] = {}
        for active in self.screen.active_bindings.values():
            command = Command.named(active.binding.id)
            if command is None or command in items or not (command.footer or command.offered):
                continue
            off = isinstance(active.node, Obeys) and active.node.unavailable(command) is not None
            if off and not command.footer:
                continue
            stays = command is Help or (command is Back and len(self.app.screen_stack) > 1)
            items[command] = _Item(command, self.app.get_key_display(active.binding), active, off, stays)
        return sorted(
            items.values(), key=lambda item: (item.is_help, item.is_common, not item.is_possible_act)
        )

    async def on_click(self, event: Click) -> None:
        """Carries out the command that was clicked."""
        for start, end, active in self._places:
            if start <= event.x < end:
                await self.app.run_action(active.binding.action, active.node)
                return


def _fitting(items: Sequence[_Item], width: int) -> list[_Item]:
    """As many as have room: first those that are off give way, then the last ones, and never the help or the
    way back from a screen that lies over another."""
    kept = list(items)
    while sum(item.length for item in kept) > width:
        others = [item for item in kept if not item.stays]
        if not others:
            break
        kept.remove(next((item for item in reversed(others) if item.off), others[-1]))
    return kept


def in_lines(text: str, width: int) -> list[str]:
    """A sentence in lines, visible; one that would take more of the screen than it is worth is cut at its
    end, and says so."""
    limit = width * _MOST_LINES
    while True:
        lines = _lines(single(text, limit), width)
        if len(lines) <= _MOST_LINES:
            return lines
        limit -= sum(map(cell_width, lines[_MOST_LINES:]))  # lines end between words, so fewer cells fit


def _lines(drawn: str, width: int) -> list[str]:
    """A visible text in lines. A space that ends one is drawn as a dot, as in every folded text: else nobody
    could tell whether there was one."""
    flowed = Flowed((Words(drawn),), width)
    lines = ["".join(segment.text for segment in flowed.line(number)) for number in range(len(flowed))]
    return [*(_dotted(line) for line in lines[:-1]), lines[-1]]


def _dotted(line: str) -> str:
    kept = line.rstrip(" ")
    return kept + SPACE * (len(line) - len(kept))
