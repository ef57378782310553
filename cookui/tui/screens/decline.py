"""The decline screen: the same request, a reason, and where the task goes back to (section 5)."""

from __future__ import annotations

from cookui.tui.deciding.decline import Decline
from cookui.tui.screens.decision import DecisionScreen


class DeclineScreen(DecisionScreen):
    """Declines the pending request."""

    TITLE = "Decline"
    decides = Decline
