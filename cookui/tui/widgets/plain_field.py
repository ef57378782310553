"""A line to type a name or a reason into, which takes nothing that could not be drawn as it is.

What is typed or pasted here comes from outside like everything else: a pasted name may carry an escape
sequence, and a toolkit's input sends it to the terminal raw. So a character that `cookui.text` would draw
as a mark is not taken, and the operator is told which one and where, instead of finding out from a refusal.
A paste is taken whole or not at all; the toolkit's own keeps the first line and drops the rest in silence.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input

from cookui.text.allowed import is_allowed
from cookui.tui.commands import Obeys, bindings
from cookui.tui.commands.deciding import LeaveField, NextField


def untypeable(text: str) -> str | None:
    """What is wrong with the first character that cannot be taken, as the end of a sentence; None when all
    can."""
    for index, char in enumerate(text, start=1):
        if not is_allowed(ord(char)):
            name = unicodedata.name(char, "a control or unnamed character").lower()
            if char == "\n":
                name = "a line break"
            return f"U+{ord(char):04X}, {name}, at position {index}"
    return None


class PlainField(Obeys, Input):
    """An input of one line without blinking, completion or hidden characters."""

    BINDINGS = bindings(NextField, LeaveField)
    ALLOW_SELECT = False

    @dataclass
    class Refused(Message):
        """Something was not taken."""

        field: PlainField
        sentence: str

    def __init__(
        self,
        *,
        placeholder: str = "",
        limit: int = 0,
        selects: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's name
    ) -> None:
        """Starts empty.

        Args:
            placeholder: our words, shown while it is empty.
            limit: the most characters it takes; 0 for any number.
            selects: whether what stands in it is selected when it gets the focus, so that typing replaces it:
                for what the program put there.
            id: the widget's id.
        """
        super().__init__(
            placeholder=placeholder, max_length=limit, select_on_focus=selects, compact=True, id=id
        )
        self.cursor_blink = False

    def offer(self, text: str) -> bool:
        """Puts a text in, replacing what stands there; returns whether it was taken."""
        if (fault := untypeable(text)) is not None:
            self.post_message(self.Refused(self, f"not taken: it holds {fault}."))
            return False
        self.value = text
        self.cursor_position = len(text)
        return True

    def do_next(self) -> None:
        """Goes on; nothing is decided by Enter in a line."""
        self.screen.focus_next()

    do_next_part = do_next

    def replace(self, text: str, start: int, end: int) -> None:
        """The one way in for keys and for pastes of every kind: checked before it is drawn."""
        if (fault := untypeable(text)) is not None:
            self.post_message(self.Refused(self, f"not taken: it holds {fault}."))
            return
        if self.max_length and len(self.value) - abs(end - start) + len(text) > self.max_length:
            self.post_message(
                self.Refused(self, f"not taken: it would be longer than {self.max_length} characters.")
            )
            return
        super().replace(text, start, end)

    def _on_paste(self, event: events.Paste) -> None:
        """Takes the whole paste or nothing, the line break at its end excepted."""
        event.stop()
        event.prevent_default()
        pasted = event.text.removesuffix("\n").removesuffix("\r")
        if pasted:
            self.replace(pasted, *self.selection)
