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
from cookui.text.measures import measure
from cookui.text.visible import tally
from cookui.tui.deciding.decision import Decision, Exact
from cookui.tui.views.rows import Outside, Page, Row, Tone, Words, item, note
from cookui.tui.views.subject import plural
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.ritual import Ritual
from cookui.tui.widgets.ritual import Words as Line
from cookui.tui.widgets.verbatim import Verbatim


def lay_out(decision: Decision) -> Iterator[Widget]:
    """The parts of a decision, from top to bottom, still empty."""
    yield PageView(id="orient")
    panes: list[Widget] = []
    if decision.exact is not None:
        panes.append(
            Vertical(Line(*_title(decision.exact), id="exact-title"), Verbatim(id="exact"), id="exact-pane")
        )
    panes.append(PageView(id="beside"))
    yield Container(*panes, id="panes", classes="-with-exact" if decision.exact is not None else "")
    if decision.choices or decision.asks_reason:
        yield PageView(id="choices")
    yield Ritual(decision.does, asks_reason=decision.asks_reason)


def _title(exact: Exact) -> list[tuple[str, str]]:
    """What the text is and how big, in one line; the whole digest stands beside."""
    measured, count = measure(exact.text), tally(exact.text)
    sizes = " · ".join(
        (
            plural(measured.characters, "character"),
            plural(measured.bytes, "byte"),
            plural(measured.lines, "line"),
        )
    )
    parts = [(f" {exact.label.upper()} ", "strong"), (f" {sizes}", "quiet")]
    if count.hidden or count.foreign:
        parts.append((f"  ⚠ {count.hidden + count.foreign:,} unusual", "ask"))
    return parts


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
            item(f"choice-{index}", lead, Outside(choice, Tone.TITLE if index == chosen else Tone.PLAIN))
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


def lost(page: Page, in_doubt: bool) -> Page:
    """That a screen is disarmed, why, and what to do.

    Args:
        page: what happened instead.
        in_doubt: whether an act from this screen may have been recorded after all.
    """
    nothing = (
        "; look at what happened before you decide again."
        if in_doubt
        else "; nothing was recorded from here."
    )
    again = (Words("n", Tone.TITLE), Words(f" shows what is there now{nothing}"))
    return (
        note("lost", "✗ DISARMED: this is no longer to be decided.", Tone.BAD),
        *page,
        item("again", (Words("▸ ", Tone.WAIT),), *again),
    )


def unexpected(error: Exception) -> Refusal:
    """Anything else that went wrong, as a refusal that says the one thing that matters: look before trying
    again."""
    return Refusal(
        Code.IO,
        f"Something went wrong while it was being recorded ({type(error).__name__}).",
        remedy="Look at the task's timeline: it may have been recorded or not.",
        details={"recorded": None},
    )
