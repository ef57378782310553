"""Commands of the needs-you list."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Task(Command):
    """Opens the task itself, whatever is asked."""

    id = "needs.task"
    keys = "o"
    title = "Task"
