"""The last line: the keys of the screen on top, or a sentence in their place."""

from __future__ import annotations

from textual.widget import Widget


class Footer(Widget):
    """Keys, or what was said."""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Shows a sentence until the next key."""
