"""The base of every screen on which something is decided.

Everything that keeps a decision honest is here and nowhere else: the guard against keys that were meant for
something else, the operator's name, the code, the subject that stays put, the one submission, and what is
said about its outcome. A screen made on it says which `Decision` it is about and how its parts are laid
out.

The life of such a screen is a line: it *opens* (the task is read), one *decides*, the act is *sent*, and it
is *recorded*; or, at any moment before that, what was to be decided is *gone* and the screen is disarmed
for good. There is no way back to an armed screen: what is there now is shown on a new one, with a guard and
a code of its own.

The act is carried out by the app and not by the screen: leaving while it is being recorded neither stops it
nor hides what came of it.
"""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.app import ComposeResult
from textual.containers import Container

from cookui.contract.refusal import Refusal
from cookui.tui import styles
from cookui.tui.deciding.decision import Decision, Given
from cookui.tui.deciding.reasons import reasons_of
from cookui.tui.keys import TaskKey
from cookui.tui.ports.ledger import TaskView
from cookui.tui.screens.decision_room import Parts, lost, refused, told_of, unexpected, unreadable
from cookui.tui.screens.filled import FilledScreen, Phase
from cookui.tui.screens.live import LiveScreen
from cookui.tui.views.rows import Page, Tone, note
from cookui.tui.widgets.code_field import CodeField


class DecisionScreen(FilledScreen):
    """A screen on which one thing is decided about one task.

    Args:
        key: the task.
        draft: what was typed on a screen that this one takes the place of.
    """

    CSS_PATH = [styles.path("page"), styles.path("decision")]  # noqa: RUF012 - Textual declares it

    ALLOW_SELECT = True  # a part of the exact text may be wanted elsewhere; the other widgets here say no

    VERTICAL_BREAKPOINTS = [(0, "-too-low"), (20, "-low"), (28, "-tall")]  # noqa: RUF012

    decides: type[Decision]
    """What is decided."""

    def __init__(self, key: TaskKey, draft: Given | None = None) -> None:
        super().__init__()
        self.key = key
        self._draft = draft
        self._stale = False
        self._reading = False
        self._in_doubt = False

    def afresh(self, draft: Given) -> DecisionScreen:
        """Another screen for the same task, on which the decision is taken of what is there then."""
        return type(self)(self.key, draft)

    def do_now(self) -> None:
        """Opens the screen anew; what was typed goes along."""
        self.app.switch_screen(self.afresh(self.given()))

    # Opening

    def body(self) -> ComposeResult:
        """Room for what is laid out once the task has been read."""
        yield Container(id="decision")
        yield self.said

    def opened(self) -> None:
        """Reads the task."""
        self._say((note("opening", " … Reading the task."),))
        self.run_worker(self._open(), exit_on_error=False)
        super().opened()

    async def _open(self) -> None:
        """Takes the decision of the task as it is now; from here on it does not change any more."""
        try:
            decision = self.decides(await self.keeper.task(self.key), self.cookui.zone)
            parts = Parts(decision)
            await self.query_one("#decision").mount_all(parts.laid_out())
            self._fill(decision, parts)
        except Refusal as refusal:
            self._lose(refused(refusal))
            return
        except Exception as error:
            self._lose(refused(unreadable(error)))
            return
        self.decision, self.phase = decision, Phase.DECIDING
        self._shown_at = self.instant()
        self.calm()
        if self._stale:
            self._reread()

    def _fill(self, decision: Decision, parts: Parts) -> None:
        """Shows what is to be read, and what is known of what is to be filled in."""
        self.parts = parts
        parts.orient.show(decision.orient())
        parts.beside.show(decision.beside())
        if parts.exact is not None and decision.exact is not None:
            parts.exact.show(decision.exact.text)
        self._choice = decision.preselected
        self._offer_choices(decision)
        draft = self._draft or Given(self.cookui.operator or "")
        parts.ritual.operator.offer(draft.operator)
        parts.ritual.reason.offer(draft.reason)
        self.set_focus(parts.first)

    # Giving it

    @on(CodeField.Entered)
    def _entered(self, event: CodeField.Entered) -> None:
        """Sends the decision, if everything is there and the code is the code. Whatever comes while it is
        sent is too late."""
        if self.phase is not Phase.DECIDING or self.decision is None or self.parts is None:
            return
        given = replace(self.given(), shown_sha256=self.drawn_sha256())
        closed = next((gate for gate in self.gates() if not gate.open), None)
        code = self.decision.code(given)
        if closed is not None:
            self._tell(closed.missing)
        elif event.value != code:
            self._tell(
                f"That is not the code. It is {code}." if event.value else f"Type the code first: {code}."
            )
        else:
            self.phase = Phase.SENDING
            self.parts.ritual.disabled = True
            self._say((note("sending", " ▸ recording…", Tone.WAIT),))
            self.app.run_worker(self._send(self.decision, given), exit_on_error=False, group="decisions")

    async def _send(self, decision: Decision, given: Given) -> None:
        """Carries it out; the screen may be gone by the time it is done."""
        try:
            view = await decision.carry_out(self.keeper.ledger(self.key), given)
        except Refusal as refusal:
            self._refused(refusal)
        except Exception as error:
            self._refused(unexpected(error))
        else:
            self._recorded(decision, given, view)

    def _recorded(self, decision: Decision, given: Given, view: TaskView) -> None:
        """Shows what was recorded, read back; when the screen was left meanwhile, says so on whatever is
        there now."""
        self.phase = Phase.RECORDED
        self.cookui.decided_by(given.operator)
        if given.reason:
            reasons_of(self.app).give(given.reason)
        if self not in self.app.screen_stack:
            self._say_elsewhere(
                f"#{self.key.id}: what you confirmed has been recorded ({decision.title.lower()})."
            )
            return
        if self.parts is not None:
            self.parts.orient.show(decision.afterwards())
        self._close("-recorded", told_of(decision, view))

    def _refused(self, refusal: Refusal) -> None:
        """Shows why it was not recorded; everything typed stays. What is there now may be another matter."""
        self._in_doubt = refusal.details.get("recorded", False) is not False
        if self not in self.app.screen_stack:
            what = "NOT CONFIRMED" if self._in_doubt else "NOT recorded"
            self._say_elsewhere(f"#{self.key.id}: {what}: {refusal.sentence} {refusal.remedy}", bad=True)
            return
        self.phase = Phase.DECIDING
        if self.parts is not None:
            self.parts.ritual.disabled = False
        self._told = refused(refusal)
        self._look()
        self._reread()

    def _say_elsewhere(self, sentence: str, *, bad: bool = False) -> None:
        screen = self.app.screen
        if isinstance(screen, LiveScreen):
            screen.say(sentence, bad=bad)

    # What happens meanwhile

    def tasks_changed(self, keys: frozenset[TaskKey]) -> None:
        """Reads the task again, if it is this one."""
        if self.key in keys:
            self._reread()

    def tick(self) -> None:
        """Ages grow; and the task is read again, because an edit that leaves its card alone tells nobody,
        and neither does a watcher that is dead."""
        super().tick()
        self._reread()

    def _reread(self) -> None:
        """Reads until nothing has changed since the last reading began; never two at a time, and never
        starved by many."""
        self._stale = True
        if not self._reading and self.phase is Phase.DECIDING:
            self._reading = True
            self.run_worker(self._read_again(), exit_on_error=False)

    async def _read_again(self) -> None:
        try:
            while self._stale and self.phase is Phase.DECIDING and self.decision is not None:
                self._stale = False
                try:
                    view = await self.keeper.task(self.key)
                    page = () if self.decision.stands(view) else self.decision.became(view)
                except Refusal as refusal:
                    page = refused(refusal)
                except Exception as error:
                    page = refused(unreadable(error))
                if page and self.phase is Phase.DECIDING:
                    self._lose(page)
        finally:
            self._reading = False

    def _lose(self, page: Page) -> None:
        """Disarms: what was to be decided is not there any more."""
        self.phase = Phase.GONE
        if self.parts is not None and self.decision is not None:
            self.parts.orient.show(self.decision.as_it_was())
        self._close("-gone", lost(self.decision, page, in_doubt=self._in_doubt))

    def _close(self, name: str, page: Page) -> None:
        """Ends the decision; the keys that were on their way to it are swallowed."""
        self.calm()
        if self.parts is not None:
            self.parts.ritual.disabled = True
            self.parts.ritual.code = ""
        self.add_class(name)
        self._say(page)
        self.refresh_bindings()
