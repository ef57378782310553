"""Reasons that were given lately, to be offered again: the same thing is often wrong with several requests.

They are kept while the program runs and no longer: a reason that names what was wrong last month only tempts.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

KEPT = 9


class Reasons:
    """The last reasons given, the newest first, none twice."""

    def __init__(self) -> None:
        self._given: list[str] = []

    def give(self, reason: str) -> None:
        """Remembers one."""
        self._given = [reason, *(each for each in self._given if each != reason)][:KEPT]

    def offered(self, more: Iterable[str] = ()) -> list[str]:
        """Those given here, then others that are known, up to as many as one key can choose from."""
        found = list(self._given)
        found += [reason for reason in dict.fromkeys(more) if reason not in found]
        return found[:KEPT]


_OF: WeakKeyDictionary[object, Reasons] = WeakKeyDictionary()


def reasons_of(owner: object) -> Reasons:
    """The reasons given in one running program; they go with it."""
    return _OF.setdefault(owner, Reasons())
