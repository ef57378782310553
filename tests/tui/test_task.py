"""The task screen over a real ledger: what stands on it, and that nothing moves what is being read."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cookui.tui.app import CookUI
from cookui.tui.ports.ledger import TaskView
from cookui.tui.ports.recorder import RecorderLedger
from cookui.tui.screens import task_reader
from cookui.tui.screens.task import TaskScreen
from cookui.tui.screens.task_text import TaskTextScreen
from cookui.tui.screens.task_why import TaskWhyScreen
from cookui.tui.views.tabs import Tab
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.page import PageView
from cookui.tui.widgets.task_head import TaskHead
from cookui.tui.widgets.task_tabs import TaskTabs
from cookui.tui.widgets.verbatim import Verbatim
from tests.conformance.walks import walks
from tests.tui.deciding.ground import BOUNDARY, POSTCONDITIONS, Ground, execution
from tests.tui.driving import drawn, lines, running, until

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
WALKS = {walk.name: walk for walk in walks("cases.jsonl")}


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


def play(ground: Ground, name: str, title: str = "Promote orders-db-2") -> int:
    """A walk, played through the recorder."""
    recorder = ground.recorder
    task_id = int(recorder.add(title).document["id"])
    recorder.start(task_id)
    for step in WALKS[name].steps:
        if not step.accepted:
            continue
        ground.clock.pass_by(minutes=1)
        act = step.act
        if act["kind"] == "approve":
            recorder.approve(task_id, act["operator"])
        elif act["kind"] == "reverify":
            recorder.reverify(task_id)
        elif act["stage"] == "council":
            recorder.record_council(task_id, act["members"], act["synthesizer"], act["return"])
        else:
            recorder.record(task_id, act["stage"], act["agent"], act["return"])
    return task_id


async def opened(
    app: CookUI, pilot: Pilot[Any], ground: Ground, task_id: int, tab: str | None = None
) -> TaskScreen:
    """The task screen, once it has been read."""
    app.open_task(ground.key(task_id), tab)
    screen = TaskScreen
    await until(pilot, lambda: isinstance(app.screen, screen) and app.screen.whole and app.screen.task_read)
    await pilot.pause()
    found = app.screen
    assert isinstance(found, TaskScreen)
    return found


def head(screen: TaskScreen) -> str:
    return "\n".join(lines(screen.query_one(TaskHead)))


def said(app: CookUI) -> str:
    return lines(app.screen.query_one(Footer))[0]


class Gated(RecorderLedger):
    """A ledger whose tasks are read when a gate is opened."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.gate = asyncio.Event()

    async def task(self, task_id: int) -> TaskView:
        await self.gate.wait()
        return await super().task(task_id)


async def test_a_task_that_is_read_in_time_is_in_the_first_frame(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_reader, "GRACE", 60)
    task_id = ground.asked()
    gated = Gated(ground.root)
    drawn_already: list[bool] = []
    read = TaskScreen.read

    def shown(screen: TaskScreen) -> None:
        read(screen)
        assert screen.pane.page
        drawn_already.append(screen.is_mounted)

    monkeypatch.setattr(TaskScreen, "read", shown)
    async with running(gated) as (app, pilot):
        app.open_task(ground.key(task_id))
        for _ in range(3):
            await asyncio.sleep(0)
        assert not app.screen.is_mounted
        gated.gate.set()
        await until(pilot, lambda: app.screen.is_mounted)
    assert drawn_already == [False]


async def test_a_task_that_takes_long_to_read_opens_without_its_text(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_reader, "GRACE", 0)
    task_id = ground.asked()
    gated = Gated(ground.root)
    async with running(gated) as (app, pilot):
        app.open_task(ground.key(task_id))
        screen = app.screen
        assert isinstance(screen, TaskScreen)
        await until(pilot, lambda: screen.whole)
        assert not screen.pane.page
        gated.gate.set()
        await until(pilot, lambda: screen.pane.page)


@pytest.mark.parametrize("size", SIZES)
async def test_head_tabs_and_page_are_there_at_any_size(ground: Ground, size: tuple[int, int]) -> None:
    task_id = ground.asked()
    ground.clock.pass_by(minutes=4)
    async with running(ground.ledger, size=size, tasks=1, clock=ground.clock, operator="kim") as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        assert "#1 p1 Promote orders-db-2" in head(screen)
        assert "‹execute 5m›" in head(screen)
        assert "▲ waits for your approval · 4m" in head(screen)
        assert screen.tab is Tab.APPROVALS
        for number, tab in enumerate(Tab, start=1):
            await pilot.press(str(number))
            assert screen.tab is tab
            assert tab.title() in lines(screen.query_one(TaskTabs))[0]
            assert any(line.strip() for line in lines(screen.pane))
            assert len(drawn(screen).splitlines()) == size[1]


async def test_tabs_are_gone_through_by_keys_and_by_mouse(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        seen = []
        for key in ("tab", "l", "right", "shift+tab", "h", "left", "left"):
            await pilot.press(key)
            seen.append(screen.tab)
        assert [list(Tab).index(tab) for tab in seen] == [1, 2, 3, 2, 1, 0, 5]
        names = lines(screen.query_one(TaskTabs))[0]
        await pilot.click(TaskTabs, offset=(names.index("Judgments"), 0))
        assert screen.tab is Tab.JUDGMENTS


@pytest.mark.parametrize("size", SIZES)
async def test_a_count_cannot_be_read_as_the_number_of_a_tab(ground: Ground, size: tuple[int, int]) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, size=size, tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        for number in range(1, 7):
            await pilot.press(str(number))
            names = lines(screen.query_one(TaskTabs))[0]
            assert re.findall(r"(?<![(\d/,])\b\d+\b(?![)/,])", names) == list("123456")
        await pilot.press("6")
        assert re.search(r"6 Time\w* \(\d+\)", lines(screen.query_one(TaskTabs))[0])


async def test_a_false_row_stands_beside_the_planned_postcondition(ground: Ground) -> None:
    task_id = ground.failed()
    async with running(ground.ledger, size=(120, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        assert screen.tab is Tab.VERIFICATION
        (line,) = [line for line in lines(screen.pane) if "✗ false" in line and "│" in line]
        planned, found = line.split("│")
        assert POSTCONDITIONS[1] in planned
        assert POSTCONDITIONS[1] in found
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not [line for line in lines(screen.pane) if "│" in line]
        stacked = [line for line in lines(screen.pane) if POSTCONDITIONS[1] in line]
        assert [("✗ false" in line) for line in stacked] == [False, True]


async def test_every_archived_judgment_of_a_stormy_task_can_be_read(ground: Ground) -> None:
    task_id = play(ground, "council-recovery-with-approval")
    async with running(ground.ledger, size=(140, 60), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "judgments")
        history = ground.document(task_id)["judgmentHistory"]
        assert len(history) == 3
        assert "The live judgment" in drawn(screen)
        for entry in reversed(history):
            await pilot.press("left_square_bracket")
            text = drawn(screen)
            assert f"Archived judgment {entry['cycle']}" in text
            assert entry["verification"]["verifier_agent_id"] in text
            assert entry["verification"]["findings"][0]["what"] in text
            assert entry["verification"]["findings"][0]["refute"]["agent_id"] in text
        await pilot.press("left_square_bracket")
        assert "There is no older one" in said(app)
        await pilot.press("right_square_bracket", "c")
        text = drawn(screen)
        assert "Archived judgment 0" in text
        assert "Archived judgment 1" in text


async def test_one_judgment_alone_has_nothing_to_stand_beside(ground: Ground) -> None:
    task_id = ground.failed()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, pilot):
        await opened(app, pilot, ground, task_id, "judgments")
        await pilot.press("c")
        assert "no other judgment" in said(app)
        await pilot.press("4", "c")
        assert "only judgments" in said(app)
        await pilot.press("left_square_bracket")
        assert "only plans, executions and judgments" in said(app)


async def test_events_that_arrive_move_neither_tab_nor_cursor_nor_scroll(ground: Ground) -> None:
    task_id = play(ground, "council-block-scoped-recovery")
    async with running(ground.ledger, size=(100, 24), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "timeline")
        await pilot.press("ctrl+d", "ctrl+d", "j")
        place = screen.pane.place
        assert place.y > 0
        seen = lines(screen.pane)[1:]  # the day stands in the first line, and what is new comes in under it
        for note in range(3):
            ground.recorder.journal(task_id, {"kind": "external", "note": f"note {note}"})
        await until(pilot, lambda: _newest(screen) == f"event-{_last(ground)}")
        assert screen.tab is Tab.TIMELINE
        assert screen.pane.place.cursor == place.cursor
        assert lines(screen.pane)[1:] == seen
        assert screen.pane.place.y == place.y + 3


async def test_a_storm_of_events_ends_in_the_last_state_and_moves_nothing(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, size=(100, 30), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        screen.pane.select("postconditions-1")
        place = screen.pane.place
        for step in range(60):
            entry = {"kind": "progress", "step": step % 3 + 1, "total": 3, "note": f"round {step}"}
            await asyncio.to_thread(ground.recorder.journal, task_id, entry)
            if step % 20 == 0:
                await pilot.press("w", "escape")
        await until(pilot, lambda: "step 3 of 3 · round 59" in head(screen))
        assert screen.pane.place.cursor == place.cursor
        assert "round 59" in "\n".join(lines(screen.pane))


async def test_ages_grow_with_the_clock_and_nothing_else_does(ground: Ground) -> None:
    task_id = ground.asked()
    ground.clock.pass_by(minutes=4)
    async with running(ground.ledger, size=(100, 30), tasks=1, clock=ground.clock, zone=UTC) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        page = screen.pane.page
        assert "+00:00 · 4m" in drawn(screen)
        ground.clock.pass_by(minutes=2)
        screen.tick()
        await pilot.pause()
        assert "waits for your approval · 6m" in head(screen)
        assert "+00:00 · 6m" in drawn(screen)
        assert screen.pane.page is page
        await pilot.press("6")
        assert "waited for you 6m" in drawn(screen)
        ground.clock.pass_by(minutes=2)
        screen.tick()
        await pilot.pause()
        assert "waited for you 8m" in drawn(screen)


def _last(ground: Ground) -> int:
    return int(ground.view(1).events[-1]["seq"])


def _newest(screen: TaskScreen) -> str:
    return next(row.key for row in screen.pane.page if row.key.startswith("event-"))


async def test_each_tab_is_found_again_where_it_was_left(ground: Ground) -> None:
    task_id = play(ground, "council-block-scoped-recovery")
    async with running(ground.ledger, size=(100, 24), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "timeline")
        await pilot.press("ctrl+d", "ctrl+d")
        there = screen.pane.place
        await pilot.press("1", "G")
        plan = screen.pane.place
        await pilot.press("6")
        assert screen.pane.place == there
        await pilot.press("1")
        assert screen.pane.place == plan


async def test_a_chosen_older_plan_stays_when_another_is_recorded(ground: Ground) -> None:
    task_id = ground.asked()
    ground.replanned(task_id, BOUNDARY + " Then tell the shop.")
    async with running(ground.ledger, size=(100, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "plan")
        assert "Plan  2 of 2" in drawn(screen)
        await pilot.press("left_square_bracket")
        assert "Plan  1 of 2" in drawn(screen)
        ground.replanned(task_id, BOUNDARY + " Third time.")
        await until(pilot, lambda: "Plan  1 of 3" in drawn(screen))
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert "Plan  3 of 3" in drawn(screen)


async def test_progress_ticks_the_runbook_while_it_is_looked_at(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, size=(100, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        assert "✓" not in drawn(screen)
        ground.recorder.journal(task_id, {"kind": "progress", "step": 2, "total": 3, "note": "promoting"})
        await until(pilot, lambda: "step 2 of 3 · promoting" in drawn(screen))
        assert "✓ 1. Fence orders-db-1" in drawn(screen)
        assert "▸ 2. Promote orders-db-2" in drawn(screen)


HOSTILE = "Delete ALL\x1b[26DRead the logs\u202e [prod]\n\n  trailing  \t\u200bend"


async def test_what_is_copied_is_what_is_stored(ground: Ground) -> None:
    task_id = ground.asked(HOSTILE)
    async with running(ground.ledger, size=(100, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        assert screen.pane.row is not None
        screen.pane.select("request-0-text")
        await pilot.press("y")
        assert app.clipboard == HOSTILE
        assert "Copied" in said(app)
        text = drawn(screen)
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "⟦ESC⟧" in text
        assert "⟦U+202E⟧" in text
        await pilot.press("1")
        screen.pane.select("head:runbook")
        await pilot.press("y")
        assert app.clipboard == "Fence orders-db-1\nPromote orders-db-2\nRepoint pgbouncer"
        await pilot.press("6", "j", "j", "j", "y")
        event = ground.view(task_id).events[-1]
        screen.pane.select(f"event-{event['seq']}")
        await pilot.press("y")
        assert json.loads(app.clipboard) == event


async def test_a_long_output_is_cut_on_the_page_and_whole_behind_enter(ground: Ground) -> None:
    log = "".join(f"line {number} of the log\n" for number in range(20_000))
    task_id = ground.planned()
    ran = [{"command": "make it so", "output": log}]
    asks = execution("approval-required", approvalRequired=BOUNDARY, evidence=ran)
    ground.recorder.record(task_id, "execute", "exec-1", asks)
    async with running(ground.ledger, size=(100, 50), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "execution")
        assert "more lines: Enter shows the whole text" in drawn(screen)
        screen.pane.select("evidence-1-output")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TaskTextScreen) and app.screen.is_mounted)
        assert app.screen.query_one(Verbatim).text == log
        await pilot.press("escape")
        assert app.screen is screen
        assert screen.pane.row is not None
        assert screen.pane.row.key == "evidence-1-output"


async def test_enter_on_the_pending_request_opens_its_approval(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock, operator="kim") as (app, pilot):
        await opened(app, pilot, ground, task_id)
        asked: list[object] = []
        app.open_approve = asked.append  # type: ignore[method-assign]
        await pilot.press("enter")
        assert asked == [ground.key(task_id)]


async def test_read_only_offers_no_act(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock, read_only=True) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        asked: list[object] = []
        app.open_approve = asked.append  # type: ignore[method-assign]
        await pilot.press("enter", "A", "d", "v", "b")
        assert asked == []
        assert app.screen is screen
        await pilot.press("enter")
        assert "read-only" in said(app)


async def test_an_act_that_cannot_be_done_says_why(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock, operator="exec-1") as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        await pilot.press("v")
        assert app.screen is screen
        assert "Reverify:" in said(app)
        await pilot.press("A")
        assert app.screen is screen
        assert "exec-1" in said(app)
        await pilot.press("w")
        await until(
            pilot,
            lambda: isinstance(app.screen, TaskWhyScreen) and "May be recorded next" in drawn(app.screen),
        )
        text = drawn(app.screen)
        assert "✗ not by exec-1: the agent that asked for the approval" in text
        assert "reads like exec-1" in text
        await pilot.press("escape")
        assert app.screen is screen


async def test_zoom_gives_the_page_the_lines_of_the_head(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        before = screen.pane.size.height
        await pilot.press("z")
        await pilot.pause()
        assert screen.pane.size.height == before + 3
        await pilot.press("z")
        await pilot.pause()
        assert screen.pane.size.height == before


async def test_rows_are_found_by_words(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, size=(100, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        await pilot.press("slash", *"orders-db-1", "enter")
        assert screen.pane.has_focus
        found = [screen.pane.row.key if screen.pane.row else ""]
        for _ in range(3):
            await pilot.press("n")
            found.append(screen.pane.row.key if screen.pane.row else "")
        assert found[0] == "runbook-1"
        assert len(set(found)) == 4
        await pilot.press("N")
        assert screen.pane.row is not None
        assert screen.pane.row.key == found[2]
        await pilot.press("escape")
        assert app.screen is screen
        assert screen.pane.marked == frozenset()
        await pilot.press("escape")
        assert app.screen is not screen


async def test_a_task_that_breaks_is_shown_as_broken_and_offers_nothing(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, size=(120, 40), tasks=1, clock=ground.clock, operator="kim") as (
        app,
        pilot,
    ):
        screen = await opened(app, pilot, ground, task_id)
        screen.pane.select("request-0-sha256")
        place = screen.pane.place
        (path,) = (ground.root / ".cook" / "tasks").glob("0001-*.json")
        path.write_bytes(path.read_bytes().replace(b"Fence orders-db-1", b"Fence orders-db-9"))
        await pilot.press("r")
        await until(pilot, lambda: "This task cannot be shown" in drawn(screen))
        assert "#1 cannot be shown" in head(screen)
        assert "ledger-corrupt" in drawn(screen)
        await pilot.press("A")
        assert app.screen is screen
        assert "Approve:" in said(app)
        path.write_bytes(path.read_bytes().replace(b"Fence orders-db-9", b"Fence orders-db-1"))
        await pilot.press("r")
        await until(pilot, lambda: "waits for your approval" in head(screen))
        assert screen.pane.place == place


async def test_one_tab_of_an_unknown_form_does_not_take_the_others_along(ground: Ground) -> None:
    task_id = ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id, "plan")
        assert screen.task_read is not None
        del screen.task_read.document["execution"]["executor_agent_id"]
        screen.read()
        await pilot.press("3")
        assert "cannot be shown" in drawn(screen)
        await pilot.press("4")
        assert POSTCONDITIONS[0] in drawn(screen)


async def test_a_click_puts_the_cursor_and_a_double_click_opens(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, size=(100, 40), tasks=1, clock=ground.clock) as (app, pilot):
        screen = await opened(app, pilot, ground, task_id)
        shown = lines(screen.pane)
        at = next(index for index, line in enumerate(shown) if "Promote orders-db-2" in line)
        await pilot.click(PageView, offset=(8, at))
        assert screen.pane.row is not None
        assert screen.pane.row.key == "runbook-2"
        await pilot.click(PageView, offset=(8, at), times=2)
        await until(pilot, lambda: isinstance(app.screen, TaskTextScreen))
        assert app.screen.query_one(Verbatim).text == "Promote orders-db-2"
