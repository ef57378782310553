"""Commands of the board."""

from __future__ import annotations

from cookui.contract.card import COLUMNS
from cookui.tui.commands.base import Command


class Filter(Command):
    """Shows only tasks that hold every word typed, in title, id, stage, agent, or what is true of them
    now."""

    id = "board.filter"
    keys = "slash"
    title = "Filter"


class NextMatch(Command):
    """Selects the next task that passes the filter, over all columns."""

    id = "board.next-match"
    keys = "n"
    title = "Next match"
    footer = False


class PreviousMatch(Command):
    """Selects the task before that passes the filter, over all columns."""

    id = "board.previous-match"
    keys = "N"
    title = "Match before"
    footer = False


class Right(Command):
    """Goes to the next column."""

    id = "board.right"
    keys = "l,right,tab"
    title = "Next column"
    footer = False
    palette = False


class Left(Command):
    """Goes to the column before."""

    id = "board.left"
    keys = "h,left,shift+tab"
    title = "Column before"
    footer = False
    palette = False


class Zoom(Command):
    """Shows the column alone, over the whole width, or all of them again."""

    id = "board.zoom"
    keys = "z"
    title = "Zoom"
    footer = False


class Copy(Command):
    """Copies the exact title of the selected task."""

    id = "board.copy"
    keys = "y"
    title = "Copy title"
    footer = False


def _to_column(number: int, stage: str) -> type[Command]:
    """The command that goes to a column; one each, so that each has a key of its own."""
    return type(
        f"To{stage.title()}",
        (Command,),
        {
            "__doc__": f"Goes to the column {stage}.",
            "id": f"board.{stage}",
            "keys": str(number),
            "title": stage.title(),
            "method": "column",
            "arguments": (stage,),
            "footer": False,
            "palette": False,
        },
    )


TO_COLUMN: tuple[type[Command], ...] = tuple(
    _to_column(at, stage) for at, stage in enumerate(COLUMNS, start=1)
)
"""`1` to `6`."""
