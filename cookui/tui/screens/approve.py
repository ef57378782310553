"""The approve screen: one request, whole, exact, that never changes under the operator (section 5)."""

from __future__ import annotations

from dataclasses import replace

from cookui.tui.commands import bindings
from cookui.tui.commands.deciding import DeclineThis
from cookui.tui.deciding.approve import Approve
from cookui.tui.deciding.decision import Given
from cookui.tui.screens.decision import DecisionScreen
from cookui.tui.screens.decline import DeclineScreen
from cookui.tui.screens.filled import Phase


class ApproveScreen(DecisionScreen):
    """Grants the pending request, or leads to its decline."""

    BINDINGS = bindings(DeclineThis)
    TITLE = "Approve"
    decides = Approve

    _declined: Given | None = None
    """What was typed on the decline the last time it was left without declining."""

    def do_decline(self) -> None:
        """Opens the decline over this screen; when it was recorded there, nothing is left to do here. What
        is typed on one of the two is there on the other."""
        decline = DeclineScreen(
            self.key, replace(self._declined or self.given(), operator=self.given().operator)
        )

        def back(_result: object) -> None:
            if decline.phase is Phase.RECORDED:
                self.call_later(self.do_back)
            elif decline.parts is not None and self.parts is not None:
                self._declined = decline.given()
                self.parts.ritual.operator.offer(self._declined.operator)

        self.app.push_screen(decline, back)
