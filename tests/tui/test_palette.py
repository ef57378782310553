"""The palette: commands of the screen under it and every task, whatever their titles hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.tui.screens.needs import NeedsScreen
from cookui.tui.screens.palette import Hits, PaletteScreen
from cookui.tui.widgets.footer import Footer
from tests.tui.deciding.ground import Ground
from tests.tui.driving import board, drawn, running, until

HOSTILE = [
    "deploy [prod] to eu",
    "[/]",
    "[@click=app.quit]x[/]",
    "a\x1b[2Jb",
    "‮sdrawkcab",
    "[b]bold[/b] \u200b hidden",
]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


async def test_commands_are_found_by_a_part_of_their_words(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("ctrl+p", *"needs", "enter")
        await until(pilot, lambda: isinstance(app.screen, NeedsScreen))


@pytest.mark.parametrize("key", ["ctrl+p", "colon"])
async def test_a_task_is_found_and_opened(ground: Ground, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ground.asked()
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, tasks=2) as (app, pilot):
        opened: list[object] = []
        monkeypatch.setattr(app, "open_task", opened.append)
        await pilot.press(key, *"rotate", "enter")
        await until(pilot, lambda: opened == [ground.key(2)])
        assert app.screen is board(app)


async def test_every_task_is_found_whatever_its_title_holds(ground: Ground) -> None:
    for title in HOSTILE:
        ground.recorder.add(title)
    async with running(ground.ledger, size=(80, 30), tasks=len(HOSTILE)) as (app, pilot):
        await pilot.press("ctrl+p", *"capture")
        await pilot.pause()
        hits = app.screen.query_one(Hits)
        assert {key.id for key in hits.keys if not isinstance(key, str)} == set(range(1, len(HOSTILE) + 1))
        shown = drawn(app.screen)
        for words in (
            "deploy [prod] to eu",
            "[/]",
            "[@click=app.quit]x[/]",
            "a⟦ESC⟧[2Jb",
            "⟦U+202E⟧sdrawkcab",
        ):
            assert words in shown
        assert "\x1b" not in shown
        await pilot.press("down", "down", "up", "escape")
        assert app.screen is board(app)


async def test_without_a_word_what_waits_is_offered(ground: Ground) -> None:
    ground.recorder.add("Rotate keys")
    ground.asked()
    async with running(ground.ledger, tasks=2) as (app, pilot):
        await pilot.press("ctrl+p")
        await pilot.pause()
        keys = app.screen.query_one(Hits).keys
        assert [key for key in keys if not isinstance(key, str)] == [ground.key(2)]
        assert "everywhere.help" in keys
        assert "task.block" in keys
        assert "task.unblock" not in keys


async def test_a_name_never_offers_another_command(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("ctrl+p", *"unb")
        await pilot.pause()
        assert app.screen.query_one(Hits).keys == ["task.unblock"]
        assert "not now: the task is not blocked" in drawn(app.screen)
        await pilot.press("enter")
        await until(pilot, lambda: "the task is not blocked" in app.screen.query(Footer).first().said)
        assert app.screen is board(app)


async def test_what_can_be_done_now_comes_first(ground: Ground) -> None:
    ground.recorder.block(ground.planned(), "Ada", "no window")
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("ctrl+p", *"block")
        await pilot.pause()
        assert app.screen.query_one(Hits).keys[:3] == ["task.block", "task.unblock", ground.key(1)]
        await pilot.press(*["backspace"] * 5, *"ledgers")
        await pilot.pause()
        assert "everywhere.diagnostics" in app.screen.query_one(Hits).keys  # by what it does: no title has it


async def test_the_empty_field_says_what_can_be_typed(ground: Ground) -> None:
    async with running(ground.ledger) as (app, pilot):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "a command, #id or words of a title" in drawn(app.screen))


async def test_the_mouse_chooses_too(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, pilot):
        await pilot.press("ctrl+p", *"needs")
        await pilot.double_click(Hits, offset=(5, 0))
        await until(pilot, lambda: isinstance(app.screen, NeedsScreen))


async def test_nothing_found_chooses_nothing(ground: Ground) -> None:
    async with running(ground.ledger) as (app, pilot):
        await pilot.press("ctrl+p", *"zzzz", "enter")
        await until(pilot, lambda: not isinstance(app.screen, PaletteScreen))
        assert app.screen is board(app)
