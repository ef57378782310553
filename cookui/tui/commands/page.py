"""Commands of a page of rows, beside those of every list."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class NextSection(Command):
    """Goes to the next heading of the page."""

    id = "page.next-section"
    keys = "right_curly_bracket"
    title = "Next section"
    footer = False
    palette = False


class PreviousSection(Command):
    """Goes to the heading before."""

    id = "page.previous-section"
    keys = "left_curly_bracket"
    title = "Previous section"
    footer = False
    palette = False
