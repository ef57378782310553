"""Where a confirmation is typed: a row of blanks that takes single letters and digits from the keyboard and
nothing else.

Not an `Input`, which pastes (`ctrl+v`, the middle button, bracketed paste), selects, and blinks. What may
not be typed cannot get in here: there is no clipboard, no history, no value set from outside but the empty
one. The field does not know the code either: it says what was typed and that Enter was pressed, and the
decision compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from cookui.tui.commands import Obeys, bindings
from cookui.tui.commands.deciding import LeaveField

ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


class CodeField(Obeys, Widget, can_focus=True):
    """Blanks for the short code that confirms a decision.

    Args:
        length: how many characters the code has.
    """

    BINDINGS = bindings(LeaveField)
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"code-field--typed", "code-field--blank", "code-field--cursor"}

    value: reactive[str] = reactive("")
    length: reactive[int] = reactive(0)

    @dataclass
    class Typed(Message):
        """What stands in the field has changed."""

        field: CodeField
        value: str

    @dataclass
    class Entered(Message):
        """Enter was pressed in the field."""

        field: CodeField
        value: str

    @dataclass
    class TakeBack(Message):
        """Asks the field to take back what was typed. It waits its turn behind keys that are on their way
        to the field, so that none of them is left over.
        """

        why: str

    @dataclass
    class TakenBack(Message):
        """What was typed has been taken back."""

        field: CodeField
        why: str

    def __init__(self, length: int, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's word
        super().__init__(id=id, disabled=True)
        self.set_reactive(CodeField.length, length)

    def clear(self) -> None:
        """Takes back whatever was typed."""
        self.value = ""

    def on_code_field_take_back(self, event: TakeBack) -> None:
        """Takes it back, and says so behind everything that was said of the keys before."""
        event.stop()
        self.clear()
        self.post_message(self.TakenBack(self, event.why))

    def do_next_part(self) -> None:
        """Leaves the field; what was typed stays."""
        self.screen.focus_next()

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002
        """Letters and digits are the field's while it has the focus, whatever they mean elsewhere."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Types, takes back, or submits; every other printable key is swallowed, so that none acts by
        accident."""
        if event.key == "enter":
            self.post_message(self.Entered(self, self.value))
        elif event.key == "backspace":
            self.value = self.value[:-1]
        elif event.key == "ctrl+u":
            self.clear()
        elif event.is_printable:
            typed = (event.character or "").lower()
            if typed in ALPHABET and len(self.value) < self.length:
                self.value += typed
        else:
            return
        event.stop()
        event.prevent_default()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draws the cursor, or takes it away."""
        super().watch_has_focus(has_focus)
        self.refresh()

    def watch_value(self, value: str) -> None:
        """Tells the decision."""
        self.post_message(self.Typed(self, value))

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002 - the toolkit's signature
        """A cell for each character and one between two."""
        return max(1, 2 * self.length - 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """One line."""
        return 1

    def render(self) -> Content:
        """What was typed, then the blanks; the place of the next character is marked while the field has
        the focus."""
        cells: list[Content] = []
        for index in range(self.length):
            part = "typed" if index < len(self.value) else "blank"
            if self.has_focus and index == len(self.value):
                part = "cursor"
            drawn = self.value[index] if part == "typed" else "▌" if part == "cursor" else "_"
            cells.append(Content.styled(drawn, self.get_visual_style(f"code-field--{part}")))
        return Content(" ").join(cells)
