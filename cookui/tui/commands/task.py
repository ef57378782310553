"""Commands of the task screen, beside the acts."""

from __future__ import annotations

from cookui.tui.commands.base import Command
from cookui.tui.views.tabs import Tab


class NextTab(Command):
    """Goes to the next tab."""

    id = "task.next-tab"
    keys = "tab,l,right"
    title = "Next tab"
    footer = False
    palette = False


class PreviousTab(Command):
    """Goes to the tab before."""

    id = "task.previous-tab"
    keys = "shift+tab,h,left"
    title = "Tab before"
    footer = False
    palette = False


class Copy(Command):
    """Copies the exact stored text of the row under the cursor; on a heading, of its section; of an event,
    its JSON."""

    id = "task.copy"
    keys = "y"
    title = "Copy"


class Zoom(Command):
    """Gives the tab the whole screen, or shows the head of the task again."""

    id = "task.zoom"
    keys = "z"
    title = "Zoom"
    footer = False


class Why(Command):
    """Says what the task waits for, what may be recorded next and by whom not, and what every act needs."""

    id = "task.why"
    keys = "w"
    title = "Why"


class Older(Command):
    """Shows the plan, the execution or the judgment before the one that is shown."""

    id = "task.older"
    keys = "left_square_bracket"
    title = "Older"
    footer = False


class Newer(Command):
    """Shows the plan, the execution or the judgment after the one that is shown."""

    id = "task.newer"
    keys = "right_square_bracket"
    title = "Newer"
    footer = False


class Beside(Command):
    """Sets the judgment beside the one before it, row by row, or shows it alone again."""

    id = "task.beside"
    keys = "c"
    title = "Compare"
    footer = False


class Find(Command):
    """Finds rows of the tab by words that they hold."""

    id = "task.find"
    keys = "slash"
    title = "Find"
    footer = False


class NextFound(Command):
    """Goes to the next row that was found."""

    id = "task.next-found"
    keys = "n"
    title = "Next found"
    footer = False
    palette = False


class PreviousFound(Command):
    """Goes to the row before that was found."""

    id = "task.previous-found"
    keys = "N"
    title = "Found before"
    footer = False
    palette = False


def _to_tab(number: int, tab: Tab) -> type[Command]:
    """The command that goes to a tab; one each, so that each has a key of its own."""
    return type(
        f"To{tab.title()}",
        (Command,),
        {
            "__doc__": f"Goes to the tab {tab.title()}.",
            "id": f"task.tab-{tab}",
            "keys": str(number),
            "title": tab.title(),
            "method": "tab",
            "arguments": (tab.value,),
            "footer": False,
            "palette": False,
        },
    )


TO_TAB: tuple[type[Command], ...] = tuple(_to_tab(number, tab) for number, tab in enumerate(Tab, start=1))
"""`1` to `6`."""
