"""The reverify screen: the seven conditions, and what would be kept and cleared (section 7)."""

from __future__ import annotations

from cookui.tui.deciding.reverify import Reverify
from cookui.tui.screens.decision import DecisionScreen


class ReverifyScreen(DecisionScreen):
    """Archives a failed judgment."""

    TITLE = "Reverify"
    decides = Reverify
