"""The board: what stands where, the cursor that belongs to a task, the filter, any width, the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.contract.card import COLUMNS
from cookui.tui.widgets.calm import Calm
from cookui.tui.widgets.column import Column
from cookui.tui.widgets.footer import Footer
from cookui.tui.widgets.headings import Headings
from tests.tui.deciding.ground import Ground
from tests.tui.driving import board, cursor, drawn, ground_in, lines, running, titles, until

SIZES = [(60, 20), (80, 24), (120, 30), (200, 60)]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_says_which_task_it_is_and_what_is_true_of_it(
    ground: Ground, size: tuple[int, int]
) -> None:
    ground.asked()
    ground.clock.pass_by(minutes=4)
    async with running(ground.ledger, size=size, tasks=1, clock=ground.clock) as (app, _):
        assert cursor(app) == ground.key(1)
        shown = [line.rstrip() for line in lines(board(app).column("execute"))[:3]]
        assert shown[0] == "▌#1 p1 Promote orders-db-2"
        assert shown[1] == "▌▲ waits for your approval · 4m"
        assert shown[2] == ""


async def test_progress_stands_on_the_card_as_it_is_recorded(ground: Ground) -> None:
    task_id = ground.planned()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, pilot):
        ground.recorder.journal(task_id, {"kind": "intent", "stage": "execute", "agent": "exec-7"})
        ground.recorder.journal(task_id, {"kind": "progress", "step": 3, "total": 7})
        ground.clock.pass_by(minutes=2)
        column = board(app).column("execute")
        await until(pilot, lambda: "step 3/7" in lines(column)[1] or "3/7" in lines(column)[1])
        assert lines(column)[1].strip().startswith("▌● execute sent to")


@pytest.mark.parametrize(
    ("size", "in_sight"), [((60, 20), 1), ((99, 24), 1), ((104, 24), 3), ((160, 40), 4), ((192, 40), 6)]
)
async def test_as_many_columns_are_in_sight_as_have_room(
    ground: Ground, size: tuple[int, int], in_sight: int
) -> None:
    ground.asked()
    async with running(ground.ledger, size=size, tasks=1) as (app, pilot):
        board(app)._holding = set(COLUMNS)
        for key in ("1", "2", "3", "4", "5", "6"):
            await pilot.press(key)
            shown = [column for column in app.screen.query(Column) if column.display]
            assert len(shown) == in_sight
            assert COLUMNS[int(key) - 1] in {column.stage for column in shown}
            assert sum(column.region.width for column in shown) == size[0]
            head = "\n".join(lines(app.screen.query_one(Headings)))
            assert all(name in head for name in COLUMNS)
        await pilot.press("z")
        assert [column.stage for column in app.screen.query(Column) if column.display] == ["done"]


@pytest.mark.parametrize("size", [(100, 24), (110, 30), (160, 40), (200, 60)])
async def test_a_heading_stands_exactly_over_its_column(ground: Ground, size: tuple[int, int]) -> None:
    ground.asked()
    async with running(ground.ledger, size=size, tasks=1) as (app, pilot):
        for holding in (set(), set(COLUMNS), {"plan", "execute"}):
            board(app)._holding = {"execute", *holding}
            for key in "123456":
                await pilot.press(key)
                await pilot.pause()
                *tabs, names, rule = lines(app.screen.query_one(Headings))
                for name in COLUMNS:
                    column = board(app).column(name)
                    if column.display:
                        assert names.index(name) == column.region.x + 1
                        assert names[column.region.x :][: column.region.width].split()[0] == name
                    else:
                        assert name in tabs[0]
                        assert name not in names
                assert rule.index("━") == board(app).column().region.x + 1


async def test_tabs_at_the_sides_lead_to_their_columns(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(110, 30), tasks=1) as (app, pilot):
        board(app)._holding = set(COLUMNS)
        await pilot.press("3")
        await pilot.pause()
        headings = app.screen.query_one(Headings)
        assert lines(headings)[0].rstrip().endswith("›")
        await pilot.click(Headings, offset=(lines(headings)[0].index("done") + 1, 0))
        await pilot.pause()
        assert board(app).column("done").display
        assert lines(headings)[0].startswith(" ‹ capture")


async def test_empty_columns_leave_their_room_to_the_others(ground: Ground) -> None:
    title = "Rotate the wildcard certificate of *.shop.example"
    ground.asked(title=title)
    async with running(ground.ledger, tasks=1) as (app, _):
        assert title in lines(board(app).column("execute"))[0]
        assert all(column.display for column in app.screen.query(Column))


async def test_a_column_that_is_emptied_in_the_background_moves_no_other(ground: Ground) -> None:
    task_id = ground.recorder.add("Rotate keys").document["id"]
    ground.asked()
    async with running(ground.ledger, tasks=2) as (app, pilot):
        ground.recorder.start(task_id)
        await until(pilot, lambda: board(app).lanes.total("plan") == 1)
        await pilot.pause()
        assert not board(app).lanes.total("capture")
        assert board(app).column("capture").region.width > len("capture 0") + 2
        await pilot.press("z", "z")
        await pilot.pause()
        assert board(app).column("capture").region.width == len("capture 0") + 2


@pytest.mark.parametrize("size", SIZES)
async def test_a_ledger_without_tasks_says_what_will_bring_some(
    ground: Ground, size: tuple[int, int]
) -> None:
    async with running(ground.ledger, size=size) as (app, pilot):
        await until(pilot, lambda: "No operations yet." in drawn(app.screen))
        middle = lines(app.screen.query_one(Calm))
        at = next(y for y, line in enumerate(middle) if "No operations" in line)
        assert abs(at - len(middle) // 2) <= 1
        assert "`cook add`" in drawn(app.screen)
        await pilot.press("2", "j")
        assert app.focused is board(app).column("plan")
        ground.recorder.add("Rotate keys")
        await until(pilot, lambda: len(app.keeper.cards) == 1)
        await pilot.pause()
        assert "No operations yet." not in drawn(app.screen)


async def test_a_filter_that_nothing_passes_says_so(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, pilot):
        await pilot.press("slash", *"zz[/]")
        await until(pilot, lambda: "Nothing matches zz[/]; esc clears" in drawn(app.screen))
        assert cursor(app) is None
        await pilot.press("escape")
        await until(pilot, lambda: "Promote" in drawn(app.screen))
        assert "Nothing matches" not in drawn(app.screen)
        assert cursor(app) == ground.key(1)


async def test_the_filter_leads_to_the_first_column_with_a_match(ground: Ground) -> None:
    ground.asked()
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, size=(80, 24), tasks=2) as (app, pilot):
        await pilot.press("slash", *"ro")
        assert board(app).column("execute").display  # "Promote" has a match: nothing moves
        await pilot.press("t")
        assert board(app).column("capture").display
        assert "Rotate keys" in drawn(app.screen)
        await pilot.press("backspace")
        assert board(app).column("execute").display
        await pilot.press("t", "escape")
        assert cursor(app) == ground.key(1)
        await pilot.press("slash", *"rot", "enter")
        assert cursor(app) == ground.key(2)
        await pilot.press("escape")
        assert cursor(app) == ground.key(2)


async def test_the_filter_has_the_focus_as_soon_as_it_is_there(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, _):
        board(app).do_filter()
        assert app.focused is app.screen.query_one("FilterBar Input")


async def test_a_task_that_a_filter_hides_does_not_lead_the_view_away(ground: Ground) -> None:
    ground.asked()
    task_id = ground.recorder.add("Rotate keys").document["id"]
    async with running(ground.ledger, size=(80, 24), tasks=2) as (app, pilot):
        await pilot.press("1")
        assert cursor(app) == ground.key(task_id)
        await pilot.press("slash", *"promote", "enter", "1")
        assert cursor(app) is None
        ground.recorder.start(task_id)
        await until(pilot, lambda: board(app).lanes.column(ground.key(task_id)) == "plan")
        assert board(app).column("capture").display
        assert app.focused is board(app).column("capture")


async def test_keys_go_from_column_to_column_and_keep_each_columns_task(ground: Ground) -> None:
    for _ in range(3):
        ground.planned()
    for title in ("one", "two", "three"):
        ground.recorder.add(title)
    async with running(ground.ledger, tasks=6) as (app, pilot):
        await pilot.press("3", "j")
        assert cursor(app) == ground.key(2)
        await pilot.press("1", "G")
        assert cursor(app) == ground.key(6)
        await pilot.press("right", "l")
        assert cursor(app) == ground.key(2)
        await pilot.press("left", "h")
        assert cursor(app) == ground.key(6)
        await pilot.press("tab", "tab")
        assert cursor(app) == ground.key(2)
        await pilot.press("shift+tab", "shift+tab", "h")
        assert cursor(app) == ground.key(6)


async def test_the_cursor_goes_with_its_task_and_never_to_another(ground: Ground) -> None:
    first, second = ground.planned(), ground.planned()
    async with running(ground.ledger, size=(80, 24), tasks=2, clock=ground.clock) as (app, pilot):
        await pilot.press("3", "j")
        assert cursor(app) == ground.key(second)
        ground.recorder.block(first, "Ada", "no window")
        await until(pilot, lambda: "⏸" in drawn(app.screen))
        assert cursor(app) == ground.key(second)
        ground.ask(second, "exec-1")
        ground.replanned(second, "Fence orders-db-1 only")
        back = {"to": "plan", "reason": "the plan is wrong"}
        ground.recorder.record(
            second,
            "execute",
            "exec-last",
            {
                "stage": "execute",
                "result": "kickback",
                "actions": ["looked"],
                "kickback": back,
                "approvalRequired": None,
                "evidence": [{"command": "true", "output": "ok"}],
            },
        )
        await until(pilot, lambda: board(app).lanes.column(ground.key(second)) == "plan")
        assert cursor(app) == ground.key(second)
        assert app.focused is board(app).column("plan")
        assert "Promote orders-db-2" in lines(board(app).column("plan"))[0]


async def test_order_is_what_waits_then_priority_then_id_as_it_changes(ground: Ground) -> None:
    for title, priority in (("a", "p2"), ("b", "p0"), ("c", "p3"), ("d", "p0")):
        ground.recorder.add(title, priority=priority)
    async with running(ground.ledger, tasks=4) as (app, pilot):
        assert titles(app, "capture") == ["b", "d", "a", "c"]
        ground.recorder.block(3, "Ada", "no window")
        await until(pilot, lambda: titles(app, "capture") == ["c", "b", "d", "a"])
        ground.recorder.unblock(3, "Ada")
        ground.recorder.abandon(2, "Ada", "not wanted")
        await until(pilot, lambda: titles(app, "capture") == ["d", "a", "c", "b"])


async def test_the_filter_narrows_as_one_types_and_goes_with_escape(ground: Ground) -> None:
    ground.asked()
    for title in ("Rotate certificates", "Rotate keys", "Promote the cache"):
        ground.recorder.add(title)
    async with running(ground.ledger, tasks=4) as (app, pilot):
        await pilot.press("slash", *"rot")
        assert titles(app, "capture") == ["Rotate certificates", "Rotate keys"]
        assert "2 of 4" in drawn(app.screen)
        await pilot.press("enter")
        assert cursor(app) == ground.key(2)
        await pilot.press("n")
        assert cursor(app) == ground.key(3)
        await pilot.press("n", "N", "N", "N")
        assert cursor(app) == ground.key(3)
        await pilot.press("escape")
        assert len(titles(app, "capture")) == 3
        assert cursor(app) == ground.key(3)
        assert "of 4" not in drawn(app.screen)
        await pilot.press("escape", "escape")
        assert app.is_running


async def test_next_match_without_a_filter_says_what_to_do(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("n")
        assert "press /" in app.screen.query_one(Footer).said
        await pilot.press("j")
        assert app.screen.query_one(Footer).said == ""


async def test_no_act_is_about_a_task_that_the_filter_hides(ground: Ground) -> None:
    ground.asked()
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, tasks=2) as (app, pilot):
        assert cursor(app) == ground.key(1)
        await pilot.press("slash", *"rotate")
        assert cursor(app) == ground.key(2)
        await pilot.press("enter", "3")
        assert cursor(app) is None
        await pilot.press("escape")
        assert cursor(app) == ground.key(1)


async def test_what_is_typed_into_the_filter_stays_while_the_world_changes(ground: Ground) -> None:
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, tasks=1) as (app, pilot):
        await pilot.press("slash", *"rot")
        ground.recorder.add("Rotate more")
        await until(pilot, lambda: len(titles(app, "capture")) == 2)
        await pilot.press("a")
        assert app.screen.query_one("FilterBar Input").value == "rota"  # type: ignore[attr-defined]
        assert app.screen is board(app)


async def test_everything_by_mouse(ground: Ground) -> None:
    ground.asked()
    for title in ("one", "two"):
        ground.recorder.add(title)
    async with running(ground.ledger, size=(200, 40), tasks=3) as (app, pilot):
        await pilot.click("#column-capture", offset=(5, 4))
        assert cursor(app) == ground.key(3)
        start = lines(app.screen.query_one(Headings))[0].index("execute")
        await pilot.click(Headings, offset=(start + 1, 0))
        assert cursor(app) == ground.key(1)
        footer = lines(app.screen.query_one(Footer))[0]
        await pilot.click(Footer, offset=(footer.index("Filter"), 0))
        assert app.screen.query_one("FilterBar").display


async def test_the_copy_is_the_exact_title(ground: Ground) -> None:
    title = "Promote\x1b[31m orders ‮db"
    ground.recorder.add(title)
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, pilot):
        await pilot.press("y")
        assert app.clipboard == title
        assert "⟦ESC⟧" in drawn(app.screen)
        assert "⟦U+202E⟧" in drawn(app.screen)


async def test_several_ledgers_stand_on_one_board_with_their_names(tmp_path: Path) -> None:
    first, second = ground_in(tmp_path / "orders"), ground_in(tmp_path / "payments")
    first.asked()
    second.asked()
    second.asked()
    async with running(first.ledger, second.ledger, tasks=3) as (app, pilot):
        shown = "\n".join(lines(board(app).column("execute")))
        assert "orders#1" in shown
        assert "payments#1" in shown
        assert "payments#2" in shown
        second.recorder.block(1, "Ada", "no window")
        await until(pilot, lambda: "⏸" in drawn(app.screen))
        assert board(app).lanes.total("execute") == 3


async def test_a_broken_file_is_shown_and_every_other_task_goes_on(ground: Ground) -> None:
    ground.asked()
    ground.recorder.add("Rotate keys")
    async with running(ground.ledger, tasks=2) as (app, pilot):
        (ground.root / ".cook" / "tasks" / "0001-promote-orders-db-2.json").write_bytes(b"")
        await until(pilot, lambda: "broken" in "\n".join(lines(board(app).column("capture"))))
        assert len(app.keeper.cards) == 2
        ground.recorder.start(2)
        await until(pilot, lambda: board(app).lanes.total("plan") == 1)


async def test_a_terminal_that_is_too_small_is_told_and_comes_back(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, size=(80, 24), tasks=1) as (app, pilot):
        for width, height in ((59, 24), (80, 19), (20, 5)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda width=width, height=height: f"{width}×{height}" in drawn(app.screen))
            assert "Promote" not in drawn(app.screen)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: "Promote" in drawn(app.screen))
        assert cursor(app) == ground.key(1)


async def test_ages_grow_without_anything_else_being_drawn(ground: Ground) -> None:
    ground.asked()
    async with running(ground.ledger, tasks=1, clock=ground.clock) as (app, _):
        column = board(app).column("execute")
        assert "· 0s" in lines(column)[1]
        ground.clock.pass_by(minutes=7)
        board(app).tick()
        assert "· 7m" in lines(column)[1]


async def test_a_claim_that_went_quiet_stands_on_its_card(ground: Ground) -> None:
    ground.recorder.claim(ground.planned(), "driver-1")
    async with running(ground.ledger, size=(80, 24), tasks=1, clock=ground.clock) as (app, pilot):
        await pilot.press("3")
        column = board(app).column("execute")
        assert "waits for an executor" in lines(column)[1]
        ground.clock.pass_by(hours=25)
        app._changed(app.keeper.time_passed())
        assert lines(column)[1].startswith("▌▲ claimed, and nothing was recorded for a day")
        assert "· 25h" in lines(column)[1]
