"""The least that a Textual app can be: what any program made with it pays before it has shown anything."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class Bare(App[None]):
    """Says how many keys were pressed."""

    pressed = 0

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static("pressed 0")

    def on_key(self, event: Key) -> None:
        """Counts."""
        event.stop()
        self.pressed += 1
        self.query_one(Static).update(f"pressed {self.pressed}")


if __name__ == "__main__":
    Bare().run()
