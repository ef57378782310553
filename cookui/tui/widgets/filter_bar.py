"""The line in which a filter is typed, and which says how much passes it as long as it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.widgets import Input

from cookui.tui.widgets.caption import Caption

if TYPE_CHECKING:
    from typing import Self


class FilterField(Input):
    """A field whose width is given.

    A letter in it moves nothing else: with each the screen would be laid out, and all scrollbars drawn, anew.
    """

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draws it again, some time soon."""
        return super().refresh(*regions, repaint=repaint or layout, recompose=recompose)


class FilterBar(Horizontal):
    """A field between its sign and a count; in sight as long as the filter is on."""

    def compose(self) -> ComposeResult:
        """Sign, field, count."""
        yield Caption(" / ", "key")
        yield FilterField(compact=True, select_on_focus=False)
        yield Caption(id="filter-count")

    @property
    def field(self) -> Input:
        """The field."""
        return self.query_one(Input)

    @property
    def typing(self) -> bool:
        """Whether the person is typing in it."""
        return (
            self.is_mounted and self.screen.focused is self.field
        )  # `has_focus` comes with a message, some time later

    def open(self) -> None:
        """Shows the field and puts the text cursor in it: at once, while `focus` does it some time later, and
        whoever asks until then would be told that nobody is typing."""
        self.display = True
        self.screen.set_focus(self.field)

    def close(self) -> None:
        """Takes the filter off and hides the field."""
        self.field.clear()
        self.display = False

    def count(self, shown: int, of: int) -> None:
        """Says how many tasks pass, always in the same room: another width would cost a frame with each
        letter."""
        width = len(f"{of} of {of}")
        self.query_one("#filter-count", Caption).write(f" {f'{shown} of {of}':>{width}} ")
