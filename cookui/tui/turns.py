"""Keys take turns: each is given out when all is done that the one before it set going.

Textual chooses who gets a key the moment it comes in. What the key does comes later: it goes from the widget
in focus through everything around it up to the app, each of which has a queue of its own, and is looked up
there at last; what it does may be one more message that goes the same way. So keys that came in together had
all been given out before the first of them did anything, and `/q` took the person out of the program.

Here a key that comes behind another one waits for a *lap*: a callback that is queued at the widget in focus,
from there at what is around it, and so on up to the app. A queue is worked off in order, so that the lap
comes to the app when everything ahead of it on that way has been done, a screen that was being put together
included. If a message still waits somewhere on the screen by then, which may be what the key before did,
another lap follows; otherwise the key is given out. When nothing is going on that is less than a
millisecond later, and nothing that takes time is ever waited for: no timer, no worker, no frame.

It cannot get stuck. A lap passes over whoever takes no messages any more, and whoever takes one works it off.
When another screen comes on top, it begins anew there: the one below may be waiting for what is answered on
top. Laps are counted, so that a screen that always has something to do is no hindrance. Only the end of the
app ends a lap on its way, and then there is nobody left to type for. What keeps a lap waiting is a widget in
the midst of something, and a key, which takes the same way, would wait there just so.

A key that is held down does not wait for itself. Between two turns there may be a frame, and a slow machine
would go on scrolling after the key was let go. Repeats of a key that left screen and focus as they were are
given out as they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from textual.app import App
from textual.events import Event, Key, MouseDown, MouseUp, Paste
from textual.screen import Screen
from textual.widget import Widget

MOST: Final = 20
"""Laps after one key. Most keys take two or three, a request whose parts are laid out one by one fourteen."""

_MOVING = (Key, Paste, MouseDown, MouseUp)
"""What may have an effect on where keys go. A mouse that only passes by, and its wheel, have none."""


class _Pressed(NamedTuple):
    """A key, and where it was pressed."""

    key: str
    screen: Screen[Any]
    focused: Widget | None


class _Lap:
    """One way up from the widget in focus.

    Args:
        screen: the screen on top.
        number: how many came before it since the key.
    """

    def __init__(self, screen: Screen[Any], number: int) -> None:
        self.number = number
        around = [] if screen.focused is None else screen.focused.ancestors_with_self
        # A widget that was taken out has no way up any more: the screen is named, not looked for.
        self.way = iter([*(node for node in around if not isinstance(node, Screen | App)), screen])


class Turns:
    """Gives out keys, pastes and mouse events one after the other, in the order in which they came.

    Args:
        app: whose they are.
        give: gives one out, and says whether anybody got it.
    """

    def __init__(self, app: App[Any], give: Callable[[Event], Awaitable[bool]]) -> None:
        self._app = app
        self._give = give
        self._waiting: deque[Event] = deque()
        self._lap: _Lap | None = None
        self._given: _Pressed | None = None
        self._idle: _Pressed | None = None
        self._done = True

    async def take(self, event: Event) -> None:
        """Gives the event out, now or when its turn comes. To be called by the app, as it handles it."""
        self._waiting.append(event)
        await self._go_on()

    def screen_changed(self) -> None:
        """Another screen is on top."""
        if self._lap is not None:
            self._follow(self._lap.number)

    async def _go_on(self) -> None:
        while self._waiting and self._lap is None:
            pressed = self._pressed(self._waiting[0])
            if not self._done and not (pressed and pressed == self._given == self._idle):
                self._follow(0)
                return
            event, self._given = self._waiting.popleft(), pressed
            if await self._give(event) and isinstance(event, _MOVING):
                self._done = False

    def _follow(self, number: int) -> None:
        """Begins a lap."""
        self._lap = _Lap(self._app.screen, number)
        self._pass_on(self._lap)

    def _pass_on(self, lap: _Lap) -> None:
        """Queues the lap at the next on its way, unless it has begun anew elsewhere."""
        if lap is self._lap and not any(node.call_later(self._pass_on, lap) for node in lap.way):
            self._app.call_later(self._arrive, lap)

    async def _arrive(self, lap: _Lap) -> None:
        """The lap has come to the app: goes on, or looks once more."""
        if lap is not self._lap:
            return
        everybody = (self._app, *self._app.screen.walk_children(with_self=True))
        if lap.number < MOST and any(node.message_queue_size for node in everybody):
            self._follow(lap.number + 1)
            return
        self._lap, self._done = None, True
        screen, given = self._app.screen, self._given
        stayed = given is not None and given[1:] == (screen, screen.focused)
        self._idle = given if stayed else None
        await self._go_on()

    def _pressed(self, event: Event) -> _Pressed | None:
        screen = self._app.screen
        return _Pressed(event.key, screen, screen.focused) if isinstance(event, Key) else None
