"""What is filled in to decide: the operator's name, a reason where one is asked, and the code.

The code itself is shown only once nothing is missing any more, so that it cannot be read from the corner of
an eye and typed while the text still waits to be read; until then its place says that it is locked, and the
ticks beside it say by what.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from cookui.text.code import LENGTH
from cookui.tui.deciding.gates import Gate
from cookui.tui.widgets.code_field import CodeField
from cookui.tui.widgets.ink import Ink, Inked
from cookui.tui.widgets.plain_field import PlainField

LONGEST_NAME = 200
LONGEST_REASON = 2000


class Wording(Inked):
    """A line of our own words."""

    ALLOW_SELECT = False

    def __init__(self, *parts: tuple[str, Ink], id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.parts = parts

    def show(self, *parts: tuple[str, Ink]) -> None:
        """Shows other words."""
        if parts != self.parts:
            self.parts = parts
            self.refresh(layout=True)

    def get_content_width(self, *_: object) -> int:
        """As wide as the words."""
        return sum(len(text) for text, _ in self.parts)

    def get_content_height(self, *_: object) -> int:
        """One line."""
        return 1

    def render_line(self, y: int) -> Strip:
        """The words."""
        return self.line(self.parts if y == 0 else (), self.size.width)


class Ritual(Vertical):
    """The fields of a decision.

    Args:
        does: what Enter does, as in "Enter grants".
        asks_reason: whether a reason is asked.
    """

    code: reactive[str] = reactive("", init=False)
    """The code to type; empty while the field is locked."""

    def __init__(self, does: str, *, asks_reason: bool) -> None:
        super().__init__(id="ritual")
        self._does = does
        self._asks_reason = asks_reason
        self.operator = PlainField(
            placeholder="your name, recorded with the decision",
            limit=LONGEST_NAME,
            selects=True,
            id="operator",
        )
        self.reason = PlainField(
            placeholder="why, recorded with the decision", limit=LONGEST_REASON, id="reason"
        )
        self.field = CodeField(LENGTH, id="code")
        self._labels: dict[Widget, Wording] = {
            self.reason: Wording(),
            self.operator: Wording(),
            self.field: Wording(),
        }
        self._before, self._after, self._ticks = Wording(), Wording(), Wording(id="ticks")

    def compose(self) -> ComposeResult:
        """One row each; ticks below. The order is that of the focus, too."""
        if self._asks_reason:
            with Horizontal():
                yield self._labels[self.reason]
                yield self.reason
        with Horizontal():
            yield self._labels[self.operator]
            yield self.operator
        with Horizontal(id="code-row"):
            yield self._labels[self.field]
            yield self._before
            yield self.field
            yield self._after
        yield self._ticks

    def on_mount(self) -> None:
        """Starts locked."""
        self.watch_code("")
        self.mark_focus()

    @on(DescendantFocus)
    @on(DescendantBlur)
    def mark_focus(self) -> None:
        """Marks the row of the field that has the focus, in shape and not in colour alone."""
        focused = self.screen.focused
        for field, label in self._labels.items():
            here = field is focused
            label.show(
                ("▌" if here else " ", "bar"), (f"{field.id or '':<10}", "strong" if here else "quiet")
            )

    def show(self, gates: Sequence[Gate], code: str) -> None:
        """Shows what is missing, and the code once nothing is.

        Args:
            gates: every gate.
            code: the code, if all of them are open.
        """
        ticks: list[tuple[str, Ink]] = [
            (f" {'✓' if gate.open else '✗'} {gate.word} ", "good" if gate.open else "ask") for gate in gates
        ]
        self._ticks.show(*ticks)
        self.code = code if all(gate.open or not gate.locks for gate in gates) else ""

    def watch_code(self, code: str) -> None:
        """Locks or unlocks the field; another code begins with an empty one."""
        self.field.clear()
        self.field.disabled = not code
        if code:
            self._before.show(("type ", "plain"), (f" {code} ", "key"), (" here: ", "plain"))
            self._after.show((" then ", "plain"), ("Enter", "key"), (f" {self._does}", "plain"))
        else:
            self._before.show(("locked ", "held"))
            self._after.show()
