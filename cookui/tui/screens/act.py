"""The short acts on a task as a whole, one screen for all of them: block, unblock, abandon, release
(section 8)."""

from __future__ import annotations

from cookui.tui.deciding.acts import ACTS
from cookui.tui.deciding.decision import Given
from cookui.tui.keys import TaskKey
from cookui.tui.screens.decision import DecisionScreen


class ActScreen(DecisionScreen):
    """Blocks, unblocks, abandons, or takes a claim.

    Args:
        key: the task.
        act: which, by its name in the contract.
        draft: what was typed on a screen that this one takes the place of.
    """

    def __init__(self, key: TaskKey, act: str, draft: Given | None = None) -> None:
        super().__init__(key, draft)
        self._act = act
        self.decides = ACTS[act]
        self.title = self.decides.title

    def afresh(self, draft: Given) -> DecisionScreen:
        """The same act on what is there then."""
        return ActScreen(self.key, self._act, draft)
