"""Commands: one source for key, footer, help and palette; every one has somebody who carries it out."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from textual.binding import Binding

import cookui.tui.screens
import cookui.tui.widgets
from cookui.text.allowed import CUT
from cookui.text.visible import single
from cookui.tui import commands
from cookui.tui.app import LONGEST_KEY
from cookui.tui.commands import Command, Obeys
from cookui.tui.commands.keymap import remarks
from cookui.tui.screens.palette import Hits
from cookui.tui.views.keys import Entry, page
from cookui.tui.views.rows import outside_text
from cookui.tui.widgets.footer import Footer
from tests.tui.deciding.ground import Ground
from tests.tui.driving import board, drawn, lines, running, until


def obeying() -> list[type[Obeys]]:
    """Every screen and widget that obeys commands."""
    found: dict[type[Obeys], None] = {}
    for package in (cookui.tui.screens, cookui.tui.widgets):
        for module in iter_modules(package.__path__):
            for _, each in inspect.getmembers(
                import_module(f"{package.__name__}.{module.name}"), inspect.isclass
            ):
                if issubclass(each, Obeys) and "BINDINGS" in dir(each):
                    found[each] = None
    return list(found)


def declared(kind: type[Any]) -> list[Binding]:
    """The bindings that a class declares itself."""
    return list(Binding.make_bindings(kind.__dict__.get("BINDINGS", ())))


def every_command() -> list[type[Command]]:
    for module in iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{module.name}")
    return list(Command.all())


def finished() -> list[type[Any]]:
    """The screens and widgets that are used as they are, not to make others of."""
    return [kind for kind in obeying() if not any(kind in other.__mro__[1:] for other in obeying())]


@pytest.mark.parametrize("kind", finished(), ids=lambda kind: kind.__name__)
def test_whatever_is_declared_can_be_carried_out(kind: type[Any]) -> None:
    for base in kind.__mro__:
        for binding in declared(base) if issubclass(base, Obeys) else ():
            command = Command.named(binding.id)
            assert command is not None, binding
            assert callable(getattr(kind, f"do_{command.verb()}", None)), f"no do_{command.verb()}"


@pytest.mark.parametrize("kind", obeying(), ids=lambda kind: kind.__name__)
def test_every_key_has_an_id_and_none_jumps_the_queue(kind: type[Any]) -> None:
    for binding in declared(kind):
        assert binding.id
        assert not binding.priority


@pytest.mark.parametrize("kind", obeying(), ids=lambda kind: kind.__name__)
def test_no_key_of_a_place_means_two_things(kind: type[Any]) -> None:
    keys: dict[str, set[str | None]] = {}
    for base in kind.__mro__:
        if "BINDINGS" in base.__dict__ and issubclass(base, Obeys):
            for binding in declared(base):
                keys.setdefault(binding.key, set()).add(binding.id)
    assert {key: ids for key, ids in keys.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("command", every_command(), ids=lambda command: command.id)
def test_a_command_says_what_it_does(command: type[Command]) -> None:
    assert command.help().endswith((".", "?"))
    assert command.title.isprintable()
    assert len(command.title) <= 24
    assert command.id == command.id.lower()


def test_two_commands_of_one_id_are_a_mistake() -> None:
    with pytest.raises(TypeError, match=r"everywhere\.help"):

        class Other(Command):
            """Does something else."""

            id = "everywhere.help"
            keys = "x"
            title = "Other"


def test_a_command_without_help_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="no help"):

        class Mute(Command):
            id = "test.mute"
            keys = "x"
            title = "Mute"


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


async def test_read_only_takes_every_acting_key_away(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1, read_only=True) as (app, pilot):
        active = [Command.named(each.binding.id) for each in app.screen.active_bindings.values()]
        assert not any(command.acts for command in active if command is not None)
        assert "Approve" not in drawn(app.screen)
        assert "read-only" in drawn(app.screen)
        for key in ("A", "d", "f", "v", "b", "u", "X", "R"):
            await pilot.press(key)
            assert app.screen is board(app)
        before = ground.bytes()
        assert before == ground.bytes()


async def test_a_key_that_is_off_says_why_in_words(ground: Ground) -> None:
    ground.planned()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("3")
        footer = app.screen.query_one(Footer)
        assert "(A Approve)" in lines(footer)[0]
        for key, words in (
            ("A", "no request is pending"),
            ("v", "no failed verification"),
            ("u", "not blocked"),
        ):
            await pilot.press(key)
            assert words in footer.said
            assert app.screen is board(app)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 40)])
async def test_the_footer_offers_first_what_the_task_waits_for(ground: Ground, size: tuple[int, int]) -> None:
    asked, forked, blocked = ground.asked(), ground.forked("Which way?", ["left", "right"]), ground.planned()
    ground.recorder.block(blocked, "Ada", "no window")
    async with running(ground.ledger, size=size, tasks=3) as (app, pilot):
        for task_id, first in ((asked, "A Approve"), (forked, "f Answer fork"), (blocked, "u Unblock")):
            board(app).select(ground.key(task_id))
            await pilot.pause()
            keys = lines(app.screen.query_one(Footer))[0]
            assert keys.strip().startswith(first)
            assert ("Unblock" in keys) == (task_id == blocked)
            assert ("Answer" in keys) == (task_id == forked)
            assert "Help" in keys
        ground.recorder.unblock(blocked, "Ada")
        await until(pilot, lambda: "Unblock" not in lines(app.screen.query_one(Footer))[0])


async def test_the_footer_of_the_list_offers_it_too(ground: Ground) -> None:
    ground.forked("Which way?", ["left", "right"])
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: lines(app.screen.query_one(Footer))[0].strip().startswith("f Answer fork"))


async def test_a_changed_keymap_is_told_everywhere(ground: Ground) -> None:
    ground.asked()
    keymap = {"board.filter": "f5,ctrl+f", "everywhere.needs": "m"}
    async with running(ground.ledger, tasks=1, keymap=keymap) as (app, pilot):
        await until(pilot, lambda: "f5 Filter" in lines(app.screen.query_one(Footer))[0])
        await pilot.press("slash")
        assert not app.screen.query_one("FilterBar").display
        await pilot.press("ctrl+f")
        assert app.screen.query_one("FilterBar").display
        await pilot.press("escape", "question_mark")
        await until(pilot, lambda: "f5" in drawn(app.screen))
        await pilot.press("escape", "m")
        assert app.screen.title == "Needs you"


async def test_a_key_of_any_name_is_drawn_so_that_it_can_be_read_back(ground: Ground) -> None:
    ground.asked()
    name = "f1\x1b[2J\u202e全⟦ESC⟧"
    shown = single(name, LONGEST_KEY)
    assert CUT in shown
    keymap = {"board.filter": f"{name},slash"}
    async with running(ground.ledger, size=(110, 40), tasks=1, keymap=keymap) as (app, pilot):
        await until(pilot, lambda: f"{shown} Filter" in lines(app.screen.query_one(Footer))[0])
        await pilot.press("question_mark")
        await until(pilot, lambda: f"{shown} / Filter" in drawn(app.screen))
        await pilot.press("escape", "ctrl+p", *"filter")
        await until(pilot, lambda: shown in lines(app.screen.query_one(Hits))[0])
        hit = lines(app.screen.query_one(Hits))[0]
        assert re.search(r"Shows only tasks that.*…\+\d+ *$", hit), "what is left out is counted"


def test_help_tells_outside_text_from_its_own_words() -> None:
    reason = "the operator ⟦ESC⟧ reads like\nan executor"
    entry = Entry("a.b", "a", "A", "Does it.", reason)
    (row,) = (row for row in page([("Keys", [entry])], names=True) if row.key == entry.id)
    assert outside_text(row) == reason


def test_a_keymap_that_cannot_be_meant_so_is_remarked_on() -> None:
    assert remarks({"board.filter": "f5", "task.approve": "P"}) == []
    for keymap, words in (
        ({"board.fliter": "f5"}, "no command called board.fliter"),
        ({"everywhere.needs": "slash"}, "was the key of board.filter"),
        ({"task.block": "/"}, "was the key of board.filter"),
        ({"board.zoom": "x,,y"}, "a key without a name"),
    ):
        assert any(words in sentence for sentence in remarks(keymap)), words


def test_two_commands_may_change_keys_with_each_other() -> None:
    assert remarks({"board.filter": "z", "board.zoom": "slash"}) == []


async def test_a_sentence_takes_the_lines_it_needs_and_gives_them_back(ground: Ground) -> None:
    ground.asked()
    remedy = "Wait until the other process is done, or see `cook doctor` for who holds the lock."
    sentence = f"Task 1 is locked by \x1b[2J process 4711 since 14:03, longer than an act takes. {remedy}"
    async with running(ground.ledger, size=(60, 20), tasks=1) as (app, pilot):
        board(app).say(sentence, bad=True)
        await until(pilot, lambda: "holds the lock." in drawn(app.screen))
        footer = app.screen.query_one(Footer)
        assert "⟦ESC⟧[2J" in drawn(app.screen)
        assert "Promote orders-db-2" in drawn(app.screen)
        assert footer.size.height == 3
        board(app).say("x" * 9999)
        await until(pilot, lambda: footer.size.height == 4)
        assert "…+" in lines(footer)[-1]
        await pilot.press("j")
        await until(pilot, lambda: footer.size.height == 1)
        assert "Open" in lines(footer)[0]
