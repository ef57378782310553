"""A list of anything that has a key, drawn by line: selection and scroll belong to the key, never to a row
number.

Textual's own lists keep the row when entries above it come or go, so that another task is suddenly selected,
and a widget an entry does not hold past a thousand. Here `reorder` takes the keys in their new order; the
selected entry stays selected and stays on the line of the screen where it was. When it is not in sight, the
first entry in sight stays where it was. A list that shows its very top goes on showing it, as long as the
selected entry stays in sight: what is new and urgent comes in there.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, Generic, TypeVar

from rich.style import Style
from textual.events import Click, Resize
from textual.message import Message
from textual.strip import Strip

from cookui.tui.commands import bindings
from cookui.tui.commands.moving import MOVING, Moves
from cookui.tui.widgets.kept_lines import KeptLines

K = TypeVar("K", bound=Hashable)


class Listing(Moves, KeptLines, Generic[K], can_focus=True, inherit_bindings=False):
    """A list by key. A subclass draws: it overrides `draw`, and `words` if what it draws grows older."""

    BINDINGS = bindings(*MOVING)

    entry_height: int = 1
    """How many lines an entry takes; whoever changes it calls `reorder` then."""

    class Selected(Message):
        """Another entry is selected, by a key, the mouse, or `select`; never by a change in the
        background."""

        def __init__(self, listing: Listing[Any], key: Any) -> None:
            super().__init__()
            self.listing = listing
            self.key = key

        @property
        def control(self) -> Listing[Any]:
            """The list."""
            return self.listing

    class Opened(Message):
        """The person opens an entry."""

        def __init__(self, listing: Listing[Any], key: Any) -> None:
            super().__init__()
            self.listing = listing
            self.key = key

        @property
        def control(self) -> Listing[Any]:
            """The list."""
            return self.listing

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id, classes=classes)
        self._keys: Sequence[K] = ()
        self._selected: K | None = None
        self._at = 0
        self._present = False

    # What a subclass draws

    def draw(self, key: K, width: int, base: Style, selected: bool) -> Sequence[Strip]:
        """The lines of an entry, each `width` cells wide; those that it does not use may be left out.

        Args:
            key: which entry.
            width: in cells.
            base: what lies under it.
            selected: whether it is the selected one.
        """
        raise NotImplementedError

    def words(self, key: K) -> object:  # noqa: ARG002 - for whoever overrides it
        """What of an entry changes as time passes; compared by `tick` to see whether to draw it again."""
        return None

    # Keys and selection

    @property
    def keys(self) -> Sequence[K]:
        """The entries in their order."""
        return self._keys

    @property
    def selected(self) -> K | None:
        """The selected entry; it may be out of the list for the moment."""
        return self._selected

    @property
    def current(self) -> K | None:
        """The selected entry, if it is in the list at the moment: what acts are about."""
        return self._selected if self._present else None

    def reorder(self, keys: Sequence[K]) -> None:
        """Takes the entries in their new order; selection and scroll stay with their entries."""
        anchor, offset = self._anchor()
        in_sight = self._selected in self.in_sight()
        self._keys = keys
        if self._selected is None and keys:
            self._selected = keys[min(self._at, len(keys) - 1)]
        self._find()
        self.extend(len(self._keys) * self.entry_height)
        if anchor is None:
            if in_sight:
                self.show_selected()
        elif (at := self._index(anchor)) is not None:
            self.scroll_to(
                y=max(0, at * self.entry_height - offset), animate=False, immediate=True, force=True
            )
        self.refresh()

    def select(self, key: K, *, scroll: bool = True) -> None:
        """Selects an entry and brings it into sight."""
        changed = key != self._selected
        self._refresh_entry()
        self._selected = key
        self._find()
        self._refresh_entry()
        if scroll:
            self.show_selected()
        if changed:
            self.post_message(self.Selected(self, key))

    def deselect(self) -> None:
        """Selects nothing."""
        self._selected = None
        self._present = False
        self.refresh()

    def show_selected(self) -> None:
        """Brings the selected entry into sight."""
        at = self._index(self._selected)
        height = self.scrollable_content_region.height
        if at is None or height <= 0:
            return
        top, bottom = at * self.entry_height, (at + 1) * self.entry_height
        y = self.scroll_offset.y
        if top < y:
            self.scroll_to(y=top, animate=False, immediate=True, force=True)
        elif bottom > y + height:
            self.scroll_to(y=bottom - height, animate=False, immediate=True, force=True)

    def touch(self, keys: Collection[K]) -> None:
        """Draws those entries again, if they are in sight."""
        if any(key in keys for key in self.in_sight()):
            self.refresh()

    def in_sight(self) -> Sequence[K]:
        """The entries on the screen."""
        first = self.scroll_offset.y // self.entry_height
        count = self.scrollable_content_region.height // self.entry_height + 2
        return self._keys[first : first + count]

    def tick(self) -> None:
        """Draws again if the words of an entry in sight differ from when they were drawn."""
        seen = [(key, self.words(key)) for key in self.in_sight()]
        if seen != self._seen:
            self._seen = seen
            self.refresh()

    _seen: object = None

    # Drawing

    def lines(self, y: int, count: int) -> list[Strip]:
        """Lines from `y` on, an entry at a time: what they share is found out once."""
        width, height, ground, cursor = self.inner_width, self.entry_height, self.ground, self.cursor
        at, over = divmod(y + self.scroll_offset.y, height)
        blank = self.blank(width)
        drawn: list[Strip] = []
        for key in self._keys[at : at + -(-(over + count) // height)]:
            selected = key == self._selected
            entry = self.draw(key, width, cursor if selected else ground, selected)
            drawn += entry
            drawn += [blank] * (height - len(entry))
        lines = drawn[over : over + count]
        return lines + [blank] * (count - len(lines))

    def blank(self, width: int) -> Strip:
        """An empty line. One object for all of a width, because Textual keeps with a strip what it made of
        it."""
        if self._blank is None or self._blank[0] != (width, self.ground):
            self._blank = (width, self.ground), Strip.blank(width, self.ground)
        return self._blank[1]

    _blank: tuple[tuple[int, Style], Strip] | None = None

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - asks for what is left beside the scrollbar
        """Keeps the selected entry in sight when the room changes."""
        self.extend(len(self._keys) * self.entry_height)
        self.show_selected()

    # The mouse

    def on_click(self, event: Click) -> None:
        """A click selects, a double click opens."""
        offset = event.get_content_offset(self)
        at = -1 if offset is None else (offset.y + self.scroll_offset.y) // self.entry_height
        if not 0 <= at < len(self._keys):
            return
        key = self._keys[at]
        opens = key == self._selected and event.chain > 1
        self.select(key)
        if opens:
            self.do_open()

    # Commands

    def do_open(self) -> None:
        """Opens the selected entry."""
        if self.current is not None:
            self.post_message(self.Opened(self, self.current))

    def move(self, by: int) -> None:
        """Selects the entry `by` entries further; stops at the ends."""
        if self._keys:
            self._find()
            self.select(self._keys[max(0, min(len(self._keys) - 1, self._at + by))])

    # Places

    def page(self) -> int:
        """How many entries have room on the screen."""
        return max(1, self.scrollable_content_region.height // self.entry_height)

    def _index(self, key: K | None) -> int | None:
        """Where an entry is now."""
        if key is None:
            return None
        if self._at < len(self._keys) and self._keys[self._at] == key:
            return self._at
        try:
            return self._keys.index(key)
        except ValueError:
            return None

    def _find(self) -> None:
        """Notes where the selected entry is; keeps the last place when it is out of the list."""
        at = self._index(self._selected)
        self._present = at is not None
        if at is not None:
            self._at = at

    def _refresh_entry(self) -> None:
        """Draws the selected entry again, and nothing else."""
        if self._present:
            self.refresh_lines(self._at * self.entry_height, self.entry_height)

    def _anchor(self) -> tuple[K | None, int]:
        """The entry that must not move on the screen, and how many lines below the top it is."""
        y = self.scroll_offset.y
        height = self.scrollable_content_region.height
        at = self._index(self._selected)
        if at is None or not y <= at * self.entry_height < y + height:
            at = -(-y // self.entry_height)
        if y == 0 or at >= len(self._keys):
            return None, 0
        return self._keys[at], at * self.entry_height - y
