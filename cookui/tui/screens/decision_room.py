"""How the parts of a decision are laid out, and the rows that more than one of them shows.

The exact text comes first and keeps the most room; what is to be weighed stands beside it, or under it on a
narrow terminal; the fields stay at the foot, always in sight. Everything above them scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.containers import Container, Vertical
from textual.widget import Widget

from cookui.contract.refusal import Code, Refusal
from cookui.tui.deciding.decision import Decision
from cookui.tui.deciding.exact import Exact
from cookui.tui.ports.ledger import TaskView
from cookui.tui.views.rows import Outside, Page, Row, Tone, Words, item, note
from cookui.tui.widgets.ink import Ink
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.ritual import Ritual, Wording
from cookui.tui.widgets.verbatim import Verbatim

SHORT = 160
"""Characters up to which a text is short: four rows of the narrowest terminal."""


class Parts:
    """The widgets of a decision, still empty. They are held, not searched for: a screen may be left while
    it is being laid out.

    Args:
        decision: what is decided.
    """

    def __init__(self, decision: Decision) -> None:
        self.orient = PageView(id="orient", classes="" if decision.exact is not None else "-alone")
        self.exact = Verbatim(id="exact") if decision.exact is not None else None
        self.beside = PageView(id="beside")
        self.choices = PageView(id="choices") if decision.choices or decision.asks_reason else None
        self.ritual = Ritual(decision.does, asks_reason=decision.asks_reason)
        self._title = _title(decision.exact) if decision.exact is not None else []
        self._caption = Wording((" ", "bar"), *self._title, id="exact-title")
        self._short = decision.exact is not None and _is_short(decision.exact)

    def laid_out(self) -> Iterator[Widget]:
        """The parts from top to bottom."""
        yield self.orient
        if self.exact is None:
            yield Container(self.beside, id="panes")
        else:
            pane = Vertical(self._caption, self.exact, id="exact-pane")
            classes = "-with-exact" + " -short" * self._short + " -choose" * (self.choices is not None)
            yield Container(pane, self.beside, id="panes", classes=classes)
        if self.choices is not None:
            yield self.choices
        yield self.ritual

    def mark_focus(self, focused: Widget | None) -> None:
        """Marks the exact text while it has the focus; the other parts draw a mark of their own."""
        here = focused is not None and focused is self.exact
        self._caption.show(("▌" if here else " ", "bar"), *self._title)

    @property
    def first(self) -> Widget:
        """What is to be read first: no key decides anything there."""
        return self.exact or self.beside


def _is_short(exact: Exact) -> bool:
    """Whether the text needs only a few rows, so that what stands under it may have the larger part of a
    narrow screen."""
    return len(exact.text) <= SHORT and exact.text.count("\n") <= 2


def _title(exact: Exact) -> list[tuple[str, Ink]]:
    """What the text is, what is unusual in it, and how big it is; the digest stands beside."""
    parts: list[tuple[str, Ink]] = [(f"{exact.label.upper()} ", "strong")]
    if exact.unusual:
        parts.append((f" ⚠ {exact.unusual:,} unusual ", "ask"))
    return [*parts, (f" {exact.measures}", "quiet")]


def choice_rows(decision: Decision, chosen: int | None, reasons: Sequence[str] = ()) -> Page:
    """The choices with their numbers, each whole and exact, and reasons given lately.

    Args:
        decision: what is decided.
        chosen: the chosen one, told by a mark.
        reasons: offered for the field of the reason.
    """
    rows: list[Row] = []
    if decision.choices:
        words = (
            Words(f"{decision.choices_label.upper()} ", Tone.TITLE),
            Words(" choose by number", Tone.DIM),
        )
        rows.append(item("choices", (), *words))
    wide = len(str(len(decision.choices)))
    for index, choice in enumerate(decision.choices):
        mark, tone = ("● ", Tone.WAIT) if index == chosen else ("○ ", Tone.DIM)
        lead = (Words(mark, tone), Words(f"{index + 1:>{wide}}. ", Tone.DIM))
        rows.append(
            item(
                f"choice-{index}",
                lead,
                Outside(choice, Tone.TITLE if index == chosen else Tone.PLAIN),
                *(Words(f": {words}", Tone.DIM) for words in decision.choices_mean[index : index + 1]),
            )
        )
    if reasons:
        words = (Words("RECENT REASONS ", Tone.TITLE), Words(" ctrl+r or Enter puts one in", Tone.DIM))
        rows.append(item("reasons", (), *words))
    rows += [
        replace(item(f"recent-{index}", (Words("↑ ", Tone.DIM),), Outside(reason)), copy=reason)
        for index, reason in enumerate(reasons)
    ]
    return tuple(rows)


def refused(refusal: Refusal) -> Page:
    """A refusal: its code, what was wrong, and what to do next."""
    return (
        item(
            "refused",
            (Words(" ✗ ", Tone.BAD), Words(f"{refusal.code}: ", Tone.BAD)),
            Outside(refusal.sentence),
        ),
        item("remedy", (Words(" ▸ ", Tone.WAIT),), Outside(refusal.remedy)),
    )


def lost(decision: Decision | None, page: Page, *, in_doubt: bool) -> Page:
    """That a screen is disarmed, why, and what to do.

    Args:
        decision: what was to be decided; None when the task could not be read at all.
        page: what happened instead.
        in_doubt: whether an act from this screen may have been recorded after all.
    """
    if decision is None:
        what = "✗ NOT SHOWN: nothing can be decided here."
    elif decision.is_open():
        what = "✗ DISARMED: this is no longer to be decided."
    else:
        what = "✗ CHANGED: the task has moved on."
    nothing = (
        "; look at what happened before you decide again."
        if in_doubt
        else "; nothing was recorded from here."
    )
    again = (Words("n", Tone.TITLE), Words(f" shows what is there now{nothing}"))
    return (note("lost", what, Tone.BAD), *page, item("again", (Words("▸ ", Tone.WAIT),), *again))


def told_of(decision: Decision, view: TaskView) -> Page:
    """What was recorded. That it was is said whatever else there is in the task."""
    try:
        return decision.recorded(view)
    except Exception as error:
        words = f"✓ Recorded. The task has a form that cannot be told here ({type(error).__name__})."
        return (note("recorded", words, Tone.WARN),)


def unexpected(error: Exception) -> Refusal:
    """Anything else that went wrong, as a refusal that says the one thing that matters: look before trying
    again."""
    return Refusal(
        Code.IO,
        f"Something went wrong while it was being recorded ({type(error).__name__}).",
        remedy="Look at the task's timeline: it may have been recorded or not.",
        details={"recorded": None},
    )


def unreadable(error: Exception) -> Refusal:
    """A task that was read but cannot be understood here, as a refusal: what cannot be shown cannot be
    decided."""
    return Refusal(
        Code.LEDGER_CORRUPT,
        f"The task has a form that this screen does not know ({type(error).__name__}).",
        remedy="Check it with `cook validate`.",
    )
