"""What stands alone on a terminal that is too small for the rest."""

from __future__ import annotations

from textual.strip import Strip

from cookui.tui.widgets.ink import Inked

SMALLEST = (60, 20)
"""The smallest terminal that is promised to work: columns, lines."""


class TooSmall(Inked):
    """Says how large the terminal is and how large it must be; the style sheet shows it when nothing else
    fits."""

    def render_line(self, y: int) -> Strip:
        """One line of the sentence."""
        width, height = self.app.size
        sentences = (f"{width}×{height} is too small:", f"cookui needs {SMALLEST[0]}×{SMALLEST[1]}.")
        text = sentences[y] if y < len(sentences) else ""
        return self.line([(text, "strong")], self.size.width)
