"""Commands of the board."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Filter(Command):
    """Shows only tasks that hold every word typed, in title, id, stage, agent, or what is true of them now."""

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


class Capture(Command):
    """Goes to the first column, capture."""

    id = "board.column-1"
    keys = "1"
    title = "Capture"
    footer = False


class Plan(Command):
    """Goes to the second column, plan."""

    id = "board.column-2"
    keys = "2"
    title = "Plan"
    footer = False


class Execute(Command):
    """Goes to the third column, execute."""

    id = "board.column-3"
    keys = "3"
    title = "Execute"
    footer = False


class Verify(Command):
    """Goes to the fourth column, verify."""

    id = "board.column-4"
    keys = "4"
    title = "Verify"
    footer = False


class Audit(Command):
    """Goes to the fifth column, audit."""

    id = "board.column-5"
    keys = "5"
    title = "Audit"
    footer = False


class Done(Command):
    """Goes to the sixth column, done."""

    id = "board.column-6"
    keys = "6"
    title = "Done"
    footer = False


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
