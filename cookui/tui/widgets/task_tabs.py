"""The tabs of the task screen: their numbers, which are their keys, their names, and what each counts."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from cookui.text.visible import cell_width
from cookui.tui.views.rows import Words
from cookui.tui.views.tabs import Tab
from cookui.tui.widgets.ink import Ink, Inked

Part = tuple[str, Ink]

_SHORT = {
    Tab.PLAN: "Plan",
    Tab.EXECUTION: "Exec",
    Tab.APPROVALS: "Asks",
    Tab.VERIFICATION: "Verify",
    Tab.JUDGMENTS: "Judge",
    Tab.TIMELINE: "Time",
}
"""The names where the terminal is narrow."""


class TaskTabs(Inked):
    """One line of tabs, and the line that joins the chosen one to its page."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, tab: Tab) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self) -> None:
        super().__init__()
        self._chosen = Tab.PLAN
        self._badges: Sequence[Words | None] = [None] * len(Tab)
        self._places: list[tuple[int, int, Tab]] = []

    def show(self, chosen: Tab, badges: Sequence[Words | None]) -> None:
        """Takes the chosen tab, and what stands behind each name."""
        if (chosen, badges) != (self._chosen, self._badges):
            self._chosen, self._badges = chosen, badges
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The names, or the line under them."""
        width = self.size.width
        labels = self._labels(width)
        self._places = []
        parts: list[Part] = []
        x = 0
        for tab, label in zip(Tab, labels, strict=True):
            length = sum(cell_width(text) for text, _ in label)
            here = tab is self._chosen
            parts += label if y == 0 else [(("━" if here else "─") * length, "bar" if here else "quiet")]
            self._places.append((x, x + length, tab))
            x += length
        if y:
            parts.append(("─" * max(0, width - x), "quiet"))
        return self.line(parts, width)

    def _labels(self, width: int) -> list[list[Part]]:
        """Names as long as the width allows: whole with what they count, then the chosen one only, then
        numbers."""
        for whole, counts in ((True, True), (True, False), (False, False)):
            labels = [
                self._label(number, tab, badge, whole or tab is self._chosen, counts)
                for number, (tab, badge) in enumerate(zip(Tab, self._badges, strict=True), start=1)
            ]
            taken = sum(cell_width(text) for label in labels for text, _ in label)
            if taken <= width:
                break
        return labels

    def _label(self, number: int, tab: Tab, badge: Words | None, whole: bool, counts: bool) -> list[Part]:
        here = tab is self._chosen
        label: list[Part] = [(f" {number}", "key" if not here else "strong")]
        name = tab.title() if whole else _SHORT[tab]
        label.append((f" {name}", "strong" if here else "plain"))
        if badge is not None and (counts or here or badge.tone.value in ("ask", "bad")):
            # A bare number would be read as the number, and so the key, of another tab.
            text = f"({badge.text})" if badge.text[:1].isdigit() else badge.text
            label.append((f" {text}", badge.tone.value))
        label.append((" ", "plain"))
        return label

    def on_click(self, event: Click) -> None:
        """Chooses the tab that was clicked."""
        for start, end, tab in self._places:
            if start <= event.x < end:
                self.post_message(self.Chosen(tab))
                return
