"""What an operator fills in on the way to a decision, and what is said while something is missing.

Nothing here carries anything out: this is the part of a decision's screen that reads fields, counts what is
still missing, and locks or unlocks the code. What the life of such a screen is stands in `decision`.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from textual import on
from textual.events import DescendantBlur, DescendantFocus
from textual.widgets import Input

from cookui.text.measures import measure
from cookui.tui.commands import Command, bindings
from cookui.tui.commands.deciding import (
    Choose,
    Continue,
    DeclineThis,
    NextPart,
    Now,
    PreviousPart,
    Recent,
    ZoomPane,
)
from cookui.tui.deciding.decision import Decision, Given
from cookui.tui.deciding.gates import STILL, Gate, State, gates
from cookui.tui.deciding.reasons import reasons_of
from cookui.tui.screens.decision_room import Parts, choice_rows
from cookui.tui.screens.guarded import GuardedScreen
from cookui.tui.views.rows import Outside, Page, Tone, Words, item
from cookui.tui.widgets.code_field import CodeField
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.plain_field import PlainField
from cookui.tui.widgets.verbatim import Verbatim

_NUMBERS = list("123456789")


class Phase(StrEnum):
    """Where the screen of a decision is in its life."""

    OPENING = "opening"
    DECIDING = "deciding"
    SENDING = "sending"
    RECORDED = "recorded"
    GONE = "gone"


class FilledScreen(GuardedScreen):
    """A screen with a decision on it, to be read and filled in."""

    BINDINGS = bindings(Continue, Now, Choose, Recent, ZoomPane, NextPart, PreviousPart)

    def __init__(self) -> None:
        super().__init__()
        self.phase = Phase.OPENING
        self.decision: Decision | None = None
        self.parts: Parts | None = None
        self.said = PageView(id="said")
        self._shown_at = self.instant()
        self._read = False
        self._choice: int | None = None
        self._zoomed = 0
        self._told: Page = ()

    def tick(self) -> None:
        """Ages grow."""
        for view in self.query(PageView):
            view.tick()

    # What is filled in

    def given(self) -> Given:
        """What would be given now, but for the digest of what was drawn."""
        if self.parts is None:
            return Given("")
        return Given(
            operator=self.parts.ritual.operator.value,
            elapsed_ms=round((self.instant() - self._shown_at) * 1000),
            reason=self.parts.ritual.reason.value,
            choice=self._choice,
        )

    def drawn_sha256(self) -> str:
        """The digest of the text in the widget that draws it, not of what it should draw; empty without
        one."""
        exact = self.parts.exact if self.parts is not None else None
        return measure(exact.text).sha256 if exact is not None else ""

    def gates(self) -> list[Gate]:
        """What is missing, and what is not."""
        if self.decision is None:
            return []
        state = State(self.settled, self._read, self.cookui.read_only)
        return gates(self.decision, self.given(), state)

    def settling(self) -> None:
        """Shows whether keys count, and says so when one did not."""
        if self.phase is Phase.DECIDING:
            self._look()
        elif self.whole:
            footer = self.query_one(Footer)
            if self.dropped:
                footer.say(STILL)
            elif footer.said == STILL:
                footer.clear()

    @on(DescendantFocus)
    @on(DescendantBlur)
    def _mark_focus(self) -> None:
        if self.parts is not None:
            self.parts.mark_focus(self.focused)

    def _look(self) -> None:
        """Shows what is missing now, or what was last said."""
        if self.decision is None or self.parts is None or self.phase is not Phase.DECIDING:
            return
        found = self.gates()
        self.parts.ritual.show(found, self.decision.code(self.given()))
        closed = _first_closed(found)
        if self.dropped and not self.settled:
            self._say((item("dropped", (Words(" ▸ ", Tone.WAIT),), Words(STILL)), *self._told))
        elif self._told:
            self._say(self._told)
        elif closed is not None:
            self._say((item("missing", (Words(" ▸ ", Tone.WAIT),), Outside(closed.missing)),))
        else:
            self._say(())
        self.refresh_bindings()

    def _tell(self, sentence: str) -> None:
        """Says a sentence until the operator goes on. It may quote outside text."""
        self._told = (item("told", (Words(" ✗ ", Tone.BAD),), Outside(sentence, Tone.BAD)),)
        self._look()

    def _say(self, page: Page) -> None:
        self.said.show(page)
        self.said.display = bool(page)

    @on(Verbatim.EndReached)
    def _shown_to_its_end(self) -> None:
        self._read = True
        self._look()

    @on(Input.Changed)
    def _filled_in(self) -> None:
        self._told = ()
        self._look()

    @on(PlainField.Refused)
    def _not_taken(self, event: PlainField.Refused) -> None:
        self._tell(event.sentence)

    @on(CodeField.TakenBack)
    def _taken_back(self, event: CodeField.TakenBack) -> None:
        """It was not typed by hand."""
        self._tell(event.why)

    @on(CodeField.Typed)
    def _typed(self, event: CodeField.Typed) -> None:
        if event.value and self._told:
            self._told = ()
            self._look()

    def choose(self, index: int) -> None:
        """Chooses one of the choices; its code is another one than that of the next."""
        if self.decision is not None and self.phase is Phase.DECIDING and index < len(self.decision.choices):
            self._choice, self._told = index, ()
            self._offer_choices(self.decision)
            self._look()

    def _offer_choices(self, decision: Decision) -> None:
        reasons = reasons_of(self.app).offered(decision.reasons) if decision.asks_reason else ()
        if self.parts is not None and self.parts.choices is not None:
            rows = choice_rows(decision, self._choice, reasons)
            self.parts.choices.show(rows)
            self.parts.choices.display = bool(rows)

    @on(PageView.Opened, "#choices")
    def _chosen(self, event: PageView.Opened) -> None:
        """Enter or a double click on a choice, or on a reason that was given lately."""
        kind, _, number = event.row.key.partition("-")
        if kind == "choice":
            self.choose(int(number))
        elif kind == "recent" and self.phase is Phase.DECIDING and self.parts is not None:
            self.parts.ritual.reason.offer(event.row.copy or "")

    @on(PageView.Opened, "#beside")
    def _whole(self, event: PageView.Opened) -> None:
        """Enter on a text that is cut short shows all of it."""
        cells = tuple(replace(cell, keep=0) for cell in event.row.cells)
        if cells != event.row.cells:
            whole = replace(event.row, cells=cells)
            event.view.show(tuple(whole if row.key == whole.key else row for row in event.view.page))

    # Commands

    def unavailable(self, command: type[Command]) -> str | None:
        """Why a command cannot be carried out now."""
        if command is Continue:
            closed = _first_closed(self.gates())
            return None if closed is None or self._field(closed) is not None else closed.missing.rstrip(".")
        if command is Recent and self.decision is not None:
            offered = reasons_of(self.app).offered(self.decision.reasons)
            return None if offered else "no reason has been given lately"
        return super().unavailable(command)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves out what has no meaning on this screen, so that the footer has room for what has."""
        if action == "command" and self.decision is not None:
            meaningless = {
                Now.id: self.phase is not Phase.GONE,
                Continue.id: self.phase is not Phase.DECIDING,
                DeclineThis.id: self.phase is not Phase.DECIDING,
                ZoomPane.id: self.decision.exact is None,
                Choose.id: not self.decision.choices or self.phase is not Phase.DECIDING,
                Recent.id: not self.decision.asks_reason or self.phase is not Phase.DECIDING,
            }
            if meaningless.get(str(parameters[0])):
                return False
        return super().check_action(action, parameters)

    def do_next_part(self) -> None:
        """Goes to the next part."""
        self.focus_next()

    def do_previous_part(self) -> None:
        """Goes to the part before."""
        self.focus_previous()

    def do_choose(self) -> None:
        """Chooses the number that was pressed; by the mouse or another key, the next one."""
        if self.key_pressed in _NUMBERS:
            self.choose(_NUMBERS.index(self.key_pressed))
        elif self.decision is not None and self.decision.choices:
            self.choose(0 if self._choice is None else (self._choice + 1) % len(self.decision.choices))

    def do_recent(self) -> None:
        """Puts the reason after the one that stands in the field into it."""
        if self.decision is None or self.parts is None:
            return
        offered = reasons_of(self.app).offered(self.decision.reasons)
        field = self.parts.ritual.reason
        if offered:
            field.offer(
                offered[(offered.index(field.value) + 1) % len(offered) if field.value in offered else 0]
            )
            field.focus()

    def do_continue(self) -> None:
        """Goes to the field that is still to be filled in."""
        if self.parts is not None:
            closed = _first_closed(self.gates())
            self.set_focus(self.parts.ritual.field if closed is None else self._field(closed))

    def _field(self, closed: Gate) -> PlainField | None:
        """The field that opens a gate, if one does."""
        if self.parts is None:
            return None
        return {"reason": self.parts.ritual.reason, "operator": self.parts.ritual.operator}.get(closed.name)

    def do_zoom(self) -> None:
        """Gives the room to the part in focus, then to the other one, then divides it again."""
        if self.parts is None or self.parts.exact is None:
            return
        panes: list[PageView | Verbatim] = [self.parts.exact, self.parts.beside]
        if self.focused is self.parts.beside and not self._zoomed:
            panes.reverse()
        self._zoomed = (self._zoomed + 1) % 3
        self.set_class(self._zoomed > 0, "-zoomed")
        alone = panes[self._zoomed - 1] if self._zoomed else None
        for pane in panes:
            self.set_class(pane is alone, f"-{pane.id}")
        if alone is not None:
            self.set_focus(alone)


def _first_closed(found: list[Gate]) -> Gate | None:
    """The first thing that is missing, if anything is."""
    return next((gate for gate in found if not gate.open), None)
