"""What keeps a key that was meant for something else from deciding anything.

A decision is never one key, but that alone is not enough: an operator types ahead, leans on a key, pastes
into the wrong window, or the terminal itself types (an answer to a query). Two things tell such input from
a person who has just read this screen, and both are only about time, so they live here as a state machine
without a clock, a timer or a toolkit:

- *settling*: everything is swallowed from the moment the screen is shown until the input has been quiet for
  a while. Each key, paste or mouse event begins the wait anew, so a burst of any length is swallowed whole.
- *pace*: once settled, a key that follows another faster than a hand can, or that repeats the one before it
  at the rate of a held key, is not a typed key. Whether that matters is for the caller to say: a held arrow
  may scroll, but nothing of the kind may count in a confirmation, which begins anew with `rearm`.

Tried and rejected: counting only the focused field's keys (a paste that starts elsewhere and moves the
focus gets its tail in), and dropping the fast keys one by one (the slow remainder of a paste may still
spell something).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

QUIET_S: Final = 0.7
"""Seconds without any input before the screen listens. Half a second is the least that the page asks; 0.7
held."""

FASTEST_S: Final = 0.015
"""Seconds: two keys closer than this were not typed by a hand."""

REPEAT_S: Final = 0.1
"""Seconds: the same key again within this is a held key. A console repeats every 92 ms, macOS at its
slowest every 90, X11 every 40; a hand that types one letter twice on purpose needs 100 or more."""

Kind = Literal["key", "paste", "mouse"]


class Verdict(StrEnum):
    """What one input event is to a decision."""

    TYPED = "typed"
    """A key that a person may have typed now."""
    SETTLING = "settling"
    """The screen has not been quiet long enough: swallow it."""
    TOO_FAST = "too-fast"
    """Too close behind the key before it: pasted, buffered, or sent by the terminal."""
    REPEATED = "repeated"
    """The key before it, held down."""
    PASTED = "pasted"
    """A paste."""
    POINTED = "pointed"
    """The mouse, which never confirms anything."""


class Guard:
    """Judges input by its time of arrival. All times are seconds of one monotonic clock.

    Args:
        opened: when the screen was shown.
        quiet: seconds without input before it listens.
    """

    def __init__(self, opened: float, *, quiet: float = QUIET_S) -> None:
        self._quiet = quiet
        self._opens_at = opened + quiet
        self._last_at = float("-inf")
        self._last_key = ""

    @property
    def opens_at(self) -> float:
        """When it will listen, if nothing comes in between."""
        return self._opens_at

    def is_settled(self, at: float) -> bool:
        """Whether input that comes `at` this time is listened to. What came before is not, even if its turn
        comes when the screen listens."""
        return at >= self._opens_at

    def rearm(self, at: float) -> None:
        """Begins the wait anew: a confirmation was not typed by hand, or the screen was out of sight for a
        while."""
        self._opens_at = max(self._opens_at, at + self._quiet)

    def offer(self, kind: Kind, at: float, key: str = "") -> Verdict:
        """Judges one event and remembers it.

        Args:
            kind: what it is.
            at: when it arrived. Events that waited in a queue keep the time at which they came in.
            key: the key's name, of a key.
        """
        since, same = at - self._last_at, key == self._last_key
        if kind != "mouse":  # a mouse that trembles neither hurries a typed key nor hides a held one
            self._last_at = max(self._last_at, at)
            self._last_key = key if kind == "key" else ""
        if not self.is_settled(at):
            self.rearm(at)
            return Verdict.SETTLING
        if kind == "paste":
            return Verdict.PASTED
        if kind == "mouse":
            return Verdict.POINTED
        if since < FASTEST_S:
            return Verdict.TOO_FAST
        if same and since < REPEAT_S:
            return Verdict.REPEATED
        return Verdict.TYPED


SENTENCES: Final[dict[Verdict, str]] = {
    Verdict.TOO_FAST: "typed too fast: looks pasted. Type it by hand, one key at a time.",
    Verdict.REPEATED: "a key was held down: repeats do not count. Type it again.",
    Verdict.PASTED: "a paste does not count here. Type it by hand.",
}
"""What the operator is told, by verdict; the others are not worth a word."""
