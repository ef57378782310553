"""What is on its way to a screen can come when that is being taken down and its parts have gone: timers that
have run out, a reading that has ended, a resized terminal. Nothing is done then, and nothing breaks.

Textual carries out what was put off until the next message even with the very last one, the screen's own
unmounting, which comes after that of everything on it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.events import Resize, ScreenResume
from textual.geometry import Size

from cookui.tui.app import CookUI
from cookui.tui.screens.guarded import GuardedScreen
from cookui.tui.screens.live import LiveScreen
from cookui.tui.widgets.footer import Footer
from tests.tui.driving import ground_in, running, until
from tests.tui.test_early import OPENED

ON_SCREENS = ["board", *(name for name in OPENED if name != "palette")]


def late(app: CookUI, screen: LiveScreen, key: Any) -> list[Callable[[], Any]]:
    """All that may come to a screen on its own account, without a key."""
    comes: list[Callable[[], Any]] = [
        app._tick,
        screen.refresh_header,
        screen.hush,
        partial(screen.say, "The feed ended", bad=True),
        partial(screen.tell, frozenset([key])),
        partial(screen._dispatch_message, ScreenResume()),
        partial(screen._dispatch_message, Resize(Size(70, 22), Size(70, 22))),
        partial(screen.action_command, "help.open"),
    ]
    if isinstance(screen, GuardedScreen):
        comes += [screen.settle, screen.calm]
    return comes


@pytest.mark.parametrize("end", ["back", "exit"])
@pytest.mark.parametrize("name", ON_SCREENS)
async def test_nothing_reaches_the_parts_of_a_screen_that_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, end: str
) -> None:
    ground = ground_in(tmp_path / "ledger")
    key = ground.key(ground.asked())
    reached: list[int] = []
    async with running(ground.ledger) as (app, pilot):
        if name != "board":
            OPENED[name](app, key)
        screen = app.screen
        assert isinstance(screen, LiveScreen)
        await until(pilot, lambda: screen.whole)

        def gone(footer: Footer) -> None:
            if footer.parent is screen:
                for step in late(app, screen, key):
                    screen.call_next(step)
                screen.call_next(lambda: reached.append(len(screen.query(Footer))))

        monkeypatch.setattr(Footer, "on_unmount", gone, raising=False)
        if end == "back" and name != "board":
            app.pop_screen()
            await until(pilot, lambda: reached)
    assert reached == [0]
    assert screen.going


@pytest.mark.parametrize("name", OPENED)
async def test_a_screen_may_be_left_before_it_was_put_together(tmp_path: Path, name: str) -> None:
    ground = ground_in(tmp_path / "ledger")
    key = ground.key(ground.asked())
    async with running(ground.ledger) as (app, _):
        OPENED[name](app, key)
        assert not app.screen.is_mounted
