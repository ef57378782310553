"""The answer screen: a fork, exact, with its options, of which none is chosen beforehand (section 8)."""

from __future__ import annotations

from cookui.tui.deciding.answer import Answer
from cookui.tui.screens.decision import DecisionScreen


class AnswerScreen(DecisionScreen):
    """Answers a fork."""

    TITLE = "Answer"
    decides = Answer
