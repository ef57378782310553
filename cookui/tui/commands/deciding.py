"""Commands of the screens on which something is decided. None of them decides: that takes a code and Enter
in its field."""

from __future__ import annotations

from cookui.tui.commands.base import Command


class Continue(Command):
    """Goes to the field that is still to be filled in: a reason, your name, at last the code. While the exact
    text has not been read to its end, says so."""

    id = "decision.continue"
    keys = "c"
    title = "Continue"
    acts = True


class DeclineThis(Command):
    """Declines this very request instead of granting it: a reason is asked, and where the task goes back
    to."""

    id = "decision.decline"
    keys = "d"
    title = "Decline"
    acts = True


class Now(Command):
    """Shows what is there now, when what this screen was about has changed; what you typed is kept."""

    id = "decision.now"
    keys = "n"
    title = "Show what is there"


class NextPart(Command):
    """Goes to the next part of the screen, from top to foot: the exact text, what stands beside it, then each
    field."""

    id = "decision.next-part"
    keys = "tab"
    title = "Next part"
    footer = False
    palette = False


class PreviousPart(Command):
    """Goes to the part before."""

    id = "decision.previous-part"
    keys = "shift+tab"
    title = "Part before"
    footer = False
    palette = False


class NextField(Command):
    """Takes what stands in this line and goes on to the next field; it decides nothing."""

    id = "field.next"
    keys = "enter"
    title = "Next"
    palette = False


class LeaveField(Command):
    """Leaves this line as it is and goes on to the next part of the screen."""

    id = "field.next-part"
    keys = "tab"
    title = "Next part"
    palette = False


class Choose(Command):
    """Chooses by number: one of the options, or one of the places."""

    id = "decision.choose"
    keys = "1,2,3,4,5,6,7,8,9"
    title = "Choose"
    acts = True


class Recent(Command):
    """Puts the next of the reasons that were given lately into the field; again for the one after it."""

    id = "decision.recent"
    keys = "ctrl+r"
    title = "Recent reason"
    acts = True


class ZoomPane(Command):
    """Gives the whole room to the part that has the focus; again, to the other part; again, divides it."""

    id = "decision.zoom"
    keys = "z"
    title = "Zoom"
