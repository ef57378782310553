"""A screen about one task: it reads the task again whenever its card changes, and one reading never
overtakes another.

Reading and folding happen off the event loop. While one reading is on its way another is only noted down,
so that twenty acts a second cost what the reader can take and the last state always wins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cookui.contract.refusal import Code, Refusal
from cookui.tui.commands.acts import ActsOnTask
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import BrokenTask
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.history import History, fold
from cookui.tui.views.rows import Outside, Page, Row, Tone, Words, field, heading, note
from cookui.tui.views.subject import UNKNOWN_FORM, Subject

GRACE = 0.05
"""Seconds for which a screen waits for its task before it is put together: what comes in time is in its first
frame."""


class TaskReader(ActsOnTask, LiveScreen):
    """Reads a task and follows it. A subclass overrides `read`.

    Args:
        key: the task.
    """

    def __init__(self, key: TaskKey) -> None:
        super().__init__()
        self.key = key
        self.task_read: Subject | None = None
        self.trouble: Refusal | None = None
        self._history: History | None = None
        self._reading = False
        self._again = False
        self._was_read = asyncio.Event()
        self._composed = False

    def read(self) -> None:
        """The task was read: `task_read` holds it; or could not be: `trouble` says why, and `task_read` is
        None."""

    def subject(self) -> TaskKey | None:
        """The task that the acts are about."""
        return self.key

    async def on_compose(self) -> None:
        """Reads the task, and waits for it if that does not take long."""
        self.read_again()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._was_read.wait(), GRACE)

    def opened(self) -> None:
        """Shows the task, if it has been read by now."""
        self._composed = True
        if self._was_read.is_set():
            self._show_read()

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:
        """Reads the task again if it is among those that changed."""
        if self.key in keys:
            self.read_again()

    def do_reread(self) -> None:
        """Reads this task, and everything else."""
        self.read_again()
        super().do_reread()

    def read_again(self) -> None:
        """Reads the task, after the reading that is on its way if one is."""
        self._again = True
        if not self._reading:
            self._reading = True
            self.run_worker(self._read(), exit_on_error=False)

    async def _read(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._read_once()
                self._was_read.set()
                self._show_read()
        finally:
            self._reading = False

    def _show_read(self) -> None:
        if self._composed and not self.going:
            self.read()
            self.refresh_bindings()

    async def _read_once(self) -> None:
        try:
            view = await self.keeper.task(self.key)
            self._history = await asyncio.to_thread(fold, view.events, self._history)
        except Refusal as refusal:
            self.task_read, self.trouble = None, refusal
        except Exception as error:
            self.task_read, self.trouble = None, _failed(error)
        else:
            self.trouble = None
            self.task_read = Subject(view.document, view.card, self.cookui.zone, self._history)

    def broken(self) -> Page:
        """Why the task cannot be shown, and what to do; empty when it can."""
        card = self.keeper.cards.get(self.key)
        if self.trouble is not None:
            reason, remedy, code = self.trouble.sentence, self.trouble.remedy, self.trouble.code.value
        elif isinstance(card, BrokenTask):
            remedy = "See where with `cook validate`; everything else goes on working."
            reason, code = card.reason, Code.LEDGER_CORRUPT.value
        else:
            return ()
        rows: tuple[Row, ...] = (
            heading("broken", "This task cannot be shown"),
            field("reason", "  because", Outside(reason, Tone.BAD)),
            field("remedy", "  what to do", Outside(remedy)),
            field("code", "  refusal", Words(code, Tone.DIM)),
        )
        return rows


def page_of(build: Callable[[], Page]) -> Page:
    """A page, or why there is none: another writer's document may have a form that the rules never made."""
    try:
        return build()
    except UNKNOWN_FORM as error:
        words = f"This cannot be shown: the document has an unknown form ({type(error).__name__})."
        return (note("unknown", words, Tone.WARN),)


def _failed(error: Exception) -> Refusal:
    return Refusal(
        Code.IO,
        f"The task could not be read ({type(error).__name__}).",
        remedy="Read it again with r; `cook validate` says whether its file is sound.",
    )
