"""Commands that lead to an act on one task, and what any screen with a task under its cursor needs to obey
them.

None of them acts: each opens the screen on which the act is read, thought about and confirmed. They are
shared by board, needs-you list and task screen, so that a key means the same thing everywhere::

    class BoardScreen(ActsOnTask, LiveScreen):
        BINDINGS = bindings(*ACTS, ...)

        def subject(self) -> TaskKey | None: ...   # the task under the cursor

Why an act is not to be had now is told from the card alone; the screen that opens knows every condition.
"""

from __future__ import annotations

from cookui.tui.commands.base import Command, Obeys
from cookui.tui.host import Host, host_of
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask


class Approve(Command):
    """Opens the request that is pending on the task, to read it whole and to grant it."""

    id = "task.approve"
    keys = "A"
    title = "Approve"
    acts = True


class Decline(Command):
    """Opens the decline of the request that is pending on the task: a reason is asked, and where the task
    goes back to."""

    id = "task.decline"
    keys = "d"
    title = "Decline"
    acts = True
    footer = False


class Answer(Command):
    """Opens the fork that only the Chef can decide, with its options."""

    id = "task.answer"
    keys = "f"
    title = "Answer fork"
    acts = True
    footer = False
    offered = True


class Reverify(Command):
    """Opens the conditions under which the failed verification is archived and a fresh verifier asked for."""

    id = "task.reverify"
    keys = "v"
    title = "Reverify"
    acts = True


class Block(Command):
    """Stops the task, with a reason, until it is unblocked."""

    id = "task.block"
    keys = "b"
    title = "Block"
    acts = True
    footer = False


class Unblock(Command):
    """Lets a blocked task go on."""

    id = "task.unblock"
    keys = "u"
    title = "Unblock"
    acts = True
    footer = False
    offered = True


class Abandon(Command):
    """Ends the task for good without finishing it, with a reason."""

    id = "task.abandon"
    keys = "X"
    title = "Abandon"
    acts = True
    footer = False


class Release(Command):
    """Takes the claim on the task from whoever holds it."""

    id = "task.release"
    keys = "R"
    title = "Release claim"
    acts = True
    footer = False


ACTS: tuple[type[Command], ...] = (Approve, Reverify, Decline, Answer, Block, Unblock, Abandon, Release)

_ASKED: dict[type[Command], tuple[str, str]] = {
    Approve: ("approval", "no request is pending on this task"),
    Decline: ("approval", "no request is pending on this task"),
    Answer: ("fork", "this task has no fork that waits for an answer"),
    Reverify: ("reverify", "this task has no failed verification that could be verified afresh"),
}
"""Acts that the task must have asked for: the kind of ask, and what is said when there is none."""


class ActsOnTask(Obeys):
    """Obeys the acts for the task under the cursor."""

    def subject(self) -> TaskKey | None:
        """The task under the cursor."""
        raise NotImplementedError

    def unavailable(self, command: type[Command]) -> str | None:
        """Why an act is not to be had now."""
        if command not in ACTS:
            return super().unavailable(command)
        key = self.subject()
        if key is None:
            return "no task is selected"
        card = self._cookui.keeper.cards.get(key)
        if card is None:
            return "the task is gone from the ledger"
        if isinstance(card, BrokenTask):
            return "its file is broken, and nothing can be recorded on it; `cook validate` says where"
        if card["category"] != "operation":
            return "it is a code task, which is shown here and never recorded"
        if command in _ASKED:
            kind, otherwise = _ASKED[command]
            return None if any(ask.kind == kind for ask in self._cookui.keeper.asks_of(key)) else otherwise
        status = card["status"]
        if status in ("done", "abandoned") and command is not Release:
            return f"the task is {status}"
        if command is Block and status == "blocked":
            return "the task is blocked already"
        if command is Unblock and status != "blocked":
            return "the task is not blocked"
        if command is Release and "claim" not in card:
            return "nobody holds a claim on this task"
        return None

    @property
    def _cookui(self) -> Host:
        return host_of(self)

    def _subject(self) -> TaskKey:
        key = self.subject()
        assert key is not None  # `unavailable` has said so
        return key

    def do_approve(self) -> None:
        """Opens the pending request."""
        self._cookui.open_approve(self._subject())

    def do_decline(self) -> None:
        """Opens its decline."""
        self._cookui.open_decline(self._subject())

    def do_answer(self) -> None:
        """Opens the fork."""
        self._cookui.open_answer(self._subject())

    def do_reverify(self) -> None:
        """Opens the reverify screen."""
        self._cookui.open_reverify(self._subject())

    def do_block(self) -> None:
        """Opens the block of the task."""
        self._cookui.open_act(self._subject(), "block")

    def do_unblock(self) -> None:
        """Opens its unblock."""
        self._cookui.open_act(self._subject(), "unblock")

    def do_abandon(self) -> None:
        """Opens its end."""
        self._cookui.open_act(self._subject(), "abandon")

    def do_release(self) -> None:
        """Opens the release of its claim."""
        self._cookui.open_act(self._subject(), "release")
