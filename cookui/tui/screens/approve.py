"""The approve screen: one request, whole, exact, that never changes under the operator (section 5)."""

from __future__ import annotations

from cookui.tui.commands import bindings
from cookui.tui.commands.deciding import DeclineThis
from cookui.tui.deciding.approve import Approve
from cookui.tui.screens.decision import DecisionScreen
from cookui.tui.screens.decline import DeclineScreen
from cookui.tui.screens.filled import Phase


class ApproveScreen(DecisionScreen):
    """Grants the pending request, or leads to its decline."""

    BINDINGS = bindings(DeclineThis)
    TITLE = "Approve"
    decides = Approve

    def do_decline(self) -> None:
        """Opens the decline over this screen; when it was recorded there, nothing is left to do here."""
        decline = DeclineScreen(self.key, self.given())

        def back(_result: object) -> None:
            if decline.phase is Phase.RECORDED:
                self.call_later(self.do_back)

        self.app.push_screen(decline, back)
