"""What a person can do, one class a command: key, footer, help row and palette row come from it and nowhere
else.

A screen (or a widget) declares what it obeys once, as bindings made from the commands, and carries each out
in a method named after the last word of the command's id::

    class Open(Command):
        \"\"\"Opens the selected task.\"\"\"

        id = "board.open"
        keys = "enter"
        title = "Open"

    class Board(LiveScreen):
        BINDINGS = bindings(Open)

        def do_open(self) -> None: ...

        def unavailable(self, command: type[Command]) -> str | None:
            return "no task is selected" if command is Open and self.selected is None else None

`unavailable` says in words why a command cannot be carried out now; the footer draws it as off, and its key
shows the words instead of doing anything. A command with `acts = True` changes a ledger: in read-only mode
its key is taken away. None of them is a priority binding: whoever has the focus gets a key first.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.dom import DOMNode


class Command:
    """One thing that can be asked for. The docstring of a subclass is its help; its first line is the
    palette's.

    Attributes:
        id: name in the keymap of the configuration, `place.verb`; unique.
        keys: keys that ask for it, comma-separated, as Textual names them; may be changed in the
            configuration.
        title: one or two words for footer, help and palette.
        acts: whether it leads to a change of a ledger; taken away in read-only mode.
        footer: whether the footer has room for it.
        offered: whether the footer has room for it as long as it can be carried out, and only so long.
        palette: whether the command palette offers it.
        method: what carries it out is called `do_<method>`; the last word of the id when empty.
        arguments: what that method is given.
    """

    id: ClassVar[str]
    keys: ClassVar[str]
    title: ClassVar[str]
    acts: ClassVar[bool] = False
    footer: ClassVar[bool] = True
    offered: ClassVar[bool] = False
    palette: ClassVar[bool] = True
    method: ClassVar[str] = ""
    arguments: ClassVar[tuple[str, ...]] = ()

    _known: ClassVar[dict[str, type[Command]]] = {}

    def __init_subclass__(cls) -> None:
        """Enters the command in the register; two commands of one id, or one without help, are a mistake."""
        super().__init_subclass__()
        other = Command._known.get(cls.id)
        if other is not None and other.__qualname__ != cls.__qualname__:
            raise TypeError(f"two commands are called {cls.id}")
        if not cls.__doc__:
            raise TypeError(f"the command {cls.id} has no help")
        Command._known[cls.id] = cls

    @classmethod
    def verb(cls) -> str:
        """How the method that carries it out is named: `do_<verb>`."""
        return cls.method or cls.id.rpartition(".")[2].replace("-", "_")

    @classmethod
    def help(cls) -> str:
        """What it does, in sentences, without line breaks."""
        return " ".join(inspect.cleandoc(cls.__doc__ or "").split())

    @staticmethod
    def all() -> Iterable[type[Command]]:
        """Every command that was declared by what is loaded so far."""
        return Command._known.values()

    @staticmethod
    def named(command_id: str | None) -> type[Command] | None:
        """The command of that id, if one was declared by what is loaded so far."""
        return Command._known.get(command_id or "")


def bindings(*commands: type[Command]) -> list[BindingType]:
    """The bindings of a screen or widget that obeys `commands`."""
    return [
        Binding(
            command.keys,
            f"command('{command.id}')",
            command.title,
            show=command.footer,
            id=command.id,
        )
        for command in commands
    ]


if TYPE_CHECKING:
    _Node = DOMNode
else:
    # Textual looks for style rules along the first base that is a node: that must be the widget's own.
    _Node = object


class Obeys(_Node):
    """Carries out commands: mixed into screens, and into widgets that have commands of their own."""

    def unavailable(self, command: type[Command]) -> str | None:  # noqa: ARG002 - for whoever overrides it
        """Why `command` cannot be carried out now, in words with what to do instead; None when it can."""
        return None

    def say(self, text: str, *, bad: bool = False) -> None:
        """Says something in the footer of the screen, in place of the keys, until the next key."""
        screen: DOMNode = self.screen
        if isinstance(screen, Obeys) and screen is not self:
            screen.say(text, bad=bad)

    WITHOUT: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that are taken away here, and from the widgets of a screen that has them here."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Takes keys away: what leads nowhere here, and in read-only mode whatever acts."""
        if action != "command":
            return super().check_action(action, parameters)
        command = Command.named(str(parameters[0]))
        if command is None or command in self.WITHOUT or command in getattr(self.screen, "WITHOUT", ()):
            return False
        return not (command.acts and getattr(self.app, "read_only", True))

    async def action_command(self, command_id: str) -> None:
        """Carries out a command, or says why it cannot be.

        A key can come sooner than the screen it is for has been put together: it waits until then, and is
        forgotten when another screen lies on top by that time. So is one that comes when the screen has gone.
        """
        command = Command.named(command_id)
        if command is None or not self.is_attached or not self.screen.display:
            return
        if not self.screen.is_mounted:
            self.call_later(self._obey_on_top, command_id)
            return
        reason = self.unavailable(command)
        if reason is not None:
            self.say(f"{command.title}: {reason}", bad=True)
            return
        outcome: object = getattr(self, f"do_{command.verb()}")(*command.arguments)
        if isinstance(outcome, Awaitable):
            await outcome

    async def _obey_on_top(self, command_id: str) -> None:
        if self.screen.is_active:
            await self.action_command(command_id)
