"""A screen that listens only once it has been left in peace for a moment, and tells typed keys from others.

The judgment is `deciding.guard`'s; here it is given the events, a timer, and its effect. It works because
the app lets the screen on top see every key, paste and mouse event before anything else does, priority
bindings included.
"""

from __future__ import annotations

import time

from textual import on
from textual.events import Event, Key, MouseMove, Paste, ScreenResume
from textual.timer import Timer

from cookui.tui.commands.everywhere import Back
from cookui.tui.deciding.guard import SENTENCES, Guard, Verdict
from cookui.tui.screens.live import LiveScreen
from cookui.tui.widgets.code_field import CodeField


class GuardedScreen(LiveScreen):
    """Swallows keys that were meant for something else."""

    QUIET = True

    def __init__(self) -> None:
        super().__init__()
        self._guard = Guard(self.instant())
        self._timer: Timer | None = None
        self._key = ""
        self._dropped = False

    @staticmethod
    def instant(event: Event | None = None) -> float:
        """Seconds of the monotonic clock: when an event arrived, or now.

        An event has the time at which the terminal's bytes were read, not the one at which its turn came:
        keys that waited behind a busy moment are still told apart by how they were typed.
        """
        return time.monotonic() if event is None else event.time

    @property
    def settled(self) -> bool:
        """Whether keys count now."""
        return self._guard.is_settled(self.instant())

    @property
    def key_pressed(self) -> str:
        """The last key, as Textual names it: for commands with several keys."""
        return self._key

    @property
    def dropped(self) -> bool:
        """Whether something was swallowed since it last began to settle: that must not pass in silence."""
        return self._dropped

    def opened(self) -> None:
        """A terminal that comes back from a suspension may bring keys along."""
        self.app.app_resume_signal.subscribe(self, lambda _: self.calm())
        self.calm()

    def guard(self, event: Event) -> bool:
        """Swallows whatever may not count; Esc always gets through."""
        at = self.instant(event)
        if isinstance(event, Key):
            verdict = self._guard.offer("key", at, event.key)
            if event.key == "escape":
                return False
            self._key = event.key
            confirms = event.key == "enter" or event.is_printable
        else:
            confirms = isinstance(event, Paste)
            verdict = self._guard.offer("paste" if confirms else "mouse", at)
        if verdict is Verdict.SETTLING:
            self._dropped = self._dropped or not isinstance(event, MouseMove)
            self._await_quiet()
            return True
        if self.has_class("-too-thin") or self.has_class("-too-low"):
            self.calm()  # nothing of what is decided can be seen
            return True
        if confirms and verdict in SENTENCES and isinstance(self.focused, CodeField):
            self.focused.post_message(CodeField.TakeBack(SENTENCES[verdict]))
            self.calm()
            return True
        return False

    async def action_command(self, command_id: str) -> None:
        """Carries out a command, unless its key came past `guard`: one that was on its way to the screen
        below when this one was opened is looked up here only after that screen had no use for it.
        """
        if self.settled or command_id == Back.id:
            await super().action_command(command_id)
        else:
            self._dropped = True
            self.settling()

    def calm(self) -> None:
        """Begins to wait anew: from here on nothing counts until it has been quiet for a while."""
        self._guard.rearm(self.instant())
        self._await_quiet()

    def _await_quiet(self) -> None:
        """Looks again when the guard would open; nothing runs in between."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.going:
            self._timer = self.set_timer(max(0.0, self._guard.opens_at - self.instant()), self.settle)
            self.settling()

    def settle(self) -> None:
        """Notices that the input has been quiet long enough, or goes on waiting."""
        if self.settled and not self.going:
            self._timer, self._dropped = None, False
            self.settling()
        else:
            self._await_quiet()

    @on(ScreenResume)
    def _come_back(self) -> None:
        """Keys typed on whatever lay over this screen were not meant for it."""
        if self.whole:
            self.calm()

    def do_interrupt(self) -> None:
        """Says how to leave from here, where no key ends the program."""
        self.say("esc goes one level back and decides nothing; the program is left from the board")

    # What a screen does about it

    def settling(self) -> None:
        """The screen has begun to wait, or to listen: show which."""
