"""What is still missing before a code may be typed, in the order in which a person comes to it.

The code field is locked until every gate is open, and the first closed one is always said in words: a field
that cannot be typed into without a reason beside it teaches people to try harder, not to look.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cookui.tui.deciding.decision import Decision, Given

STILL: Final = "Keys count once you have been still for a moment."


@dataclass(frozen=True, slots=True)
class Gate:
    """One thing that must be so.

    Args:
        name: one word for it.
        open: whether it is so.
        missing: what to do while it is not, one sentence. It may quote outside text.
        locks: whether the code stays locked until it is so.
        closed: the word for it while it is not so, if another.
    """

    name: str
    open: bool
    missing: str
    locks: bool = True
    closed: str = ""

    @property
    def word(self) -> str:
        """The word for how it is now."""
        return self.name if self.open else self.closed or self.name


@dataclass(frozen=True, slots=True)
class State:
    """What the screen knows besides what was given.

    Args:
        settled: whether keys count yet.
        read: whether the exact text has been shown to its end.
        read_only: whether nothing may be decided here.
    """

    settled: bool
    read: bool
    read_only: bool = False


def gates(decision: Decision, given: Given, state: State) -> list[Gate]:
    """Every gate of a decision.

    Args:
        decision: what is decided.
        given: what the operator has filled in so far; the name may be blank.
        state: what the screen knows.
    """
    found: list[Gate] = []
    if state.read_only:
        found.append(Gate("read-only", False, "This is read-only mode: nothing is decided here."))
    failing = next((each for each in decision.conditions(None) if not each.holds), None)
    if decision.subject is None or failing is not None:
        fact = failing.fact if failing is not None else "there is nothing to decide"
        remedy = failing.remedy if failing is not None else "Go back with Esc."
        found.append(Gate("available", False, f"Not available: {fact.rstrip('.')}. {remedy}"))
    exact = decision.exact
    if exact is not None and exact.must_be_read:
        found.append(
            Gate("read", state.read, "Read the exact text to its end first: page down, or G to jump there.")
        )
    if decision.choices:
        missing = f"Choose one of the {decision.choices_label} by its number."
        found.append(Gate("choice", given.choice is not None, missing))
    if decision.asks_reason:
        found.append(Gate("reason", bool(given.reason.strip()), "Say why: the reason is recorded."))
    found.append(_operator(decision, given.operator))
    found.append(Gate("still", state.settled, STILL, locks=False, closed="settling…"))
    return found


def _operator(decision: Decision, operator: str) -> Gate:
    """That a name is given, and that this person may decide."""
    if not operator.strip():
        return Gate("operator", False, "Say who decides: your name is recorded with it.")
    known = {each.name for each in decision.conditions(None)}
    for each in decision.conditions(operator):
        if not each.holds and each.name not in known:
            return Gate("operator", False, f"Not by this operator: {each.fact.rstrip('.')}. {each.remedy}")
    return Gate("operator", True, "")
