"""The columns of the board, without a toolkit: order by difference, and the filter."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcwidth

from cookui.contract.card import COLUMNS
from cookui.text.visible import cell_width
from cookui.tui.keeper import Keeper
from cookui.tui.keys import TaskKey
from cookui.tui.lanes import Lanes
from cookui.tui.ports.ledger import BrokenTask

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROOT = "/srv/ops"


class Named:
    """As much of a ledger as the keeper asks for when it is filled by hand."""

    project = ROOT


def card(
    task_id: int, stage: str = "plan", priority: str = "p2", asking: bool = False, **more: Any
) -> dict[str, Any]:
    status = "done" if stage == "done" else "in_progress"
    ask = {
        "kind": "approval",
        "since": "2026-11-30T11:00:00.000Z",
        "words": "waits",
        "requestId": 0,
        "sha256": "0",
    }
    return {
        "id": task_id,
        "slug": f"task-{task_id}",
        "title": f"Task {task_id}",
        "category": "operation",
        "status": status,
        "stage": stage,
        "priority": priority,
        "deps": [],
        "lastActivityAt": "2026-11-30T11:00:00.000Z",
        "now": {"mark": "●", "words": "is running", "since": "2026-11-30T11:00:00.000Z"},
        "asks": [ask] if asking else [],
    } | more


def test_every_mark_is_one_cell_wide_whoever_measures() -> None:
    for mark in "▲●○✗✓⏸":
        assert wcwidth(mark) == cell_len(mark) == cell_width(mark) == 1
        assert unicodedata.east_asian_width(mark) != "W"


def lanes_of(*cards: Any) -> tuple[Keeper, Lanes]:
    keeper = Keeper([Named()], lambda: NOON)  # type: ignore[list-item]
    lanes = Lanes(keeper)
    put(keeper, lanes, *cards)
    return keeper, lanes


def put(keeper: Keeper, lanes: Lanes, *cards: Any) -> set[str]:
    return lanes.update(
        keeper.put(ROOT, cards, [each.id if isinstance(each, BrokenTask) else each["id"] for each in cards])
    )


def ids(lanes: Lanes, column: str) -> list[int]:
    return [key.id for key in lanes.keys(column)]


def test_what_waits_comes_first_then_priority_then_id() -> None:
    _, lanes = lanes_of(
        card(1),
        card(2, priority="p0"),
        card(3, asking=True, priority="p4"),
        card(4, status="abandoned", priority="p0"),
        card(5),
    )
    assert ids(lanes, "plan") == [3, 2, 1, 5, 4]


def test_a_change_tells_the_columns_that_differ() -> None:
    keeper, lanes = lanes_of(card(1), card(2), card(3, stage="verify"))
    assert put(keeper, lanes, card(1, stage="execute")) == {"plan", "execute"}
    assert put(keeper, lanes, card(2, title="Otherwise")) == set()
    assert put(keeper, lanes, card(3, stage="verify", priority="p0")) == {"verify"}
    assert lanes.update(keeper.put(ROOT, [], [2])) == {"plan"}
    assert [ids(lanes, column) for column in COLUMNS] == [[], [], [1], [3], [], []]


def test_a_broken_task_stands_first_of_all() -> None:
    keeper, lanes = lanes_of(
        card(1, stage="capture", priority="p0", asking=True), BrokenTask(2, "0002-x.json", "it is empty")
    )
    assert ids(lanes, "capture") == [2, 1]
    assert put(keeper, lanes, card(2, stage="done")) == {"capture", "done"}


def test_the_filter_finds_every_word_wherever_it_stands() -> None:
    _, lanes = lanes_of(
        card(12, title="Promote ORDERS-db-2"),
        card(
            7,
            stage="verify",
            title="Rotate certificates",
            now={
                "mark": "●",
                "words": "verify sent to exec-12",
                "since": "2026-11-30T11:00:00.000Z",
                "agent": "exec-12",
            },
        ),
        card(8, stage="done", title="Move orders to the archive"),
    )
    found = {}
    for text in (
        "orders",
        "orders db",
        "#12",
        "12",
        "verify",
        "exec-12",
        "verify certif",
        "Done",
        "nothing",
        "  ",
    ):
        lanes.filter(text)
        found[text] = sorted(key.id for column in COLUMNS for key in lanes.keys(column))
    assert found == {
        "orders": [8, 12],
        "orders db": [12],
        "#12": [12],
        "12": [7, 12],
        "verify": [7],
        "exec-12": [7],
        "verify certif": [7],
        "Done": [8],
        "nothing": [],
        "  ": [7, 8, 12],
    }


def test_a_task_comes_into_the_filter_and_goes_out_of_it() -> None:
    keeper, lanes = lanes_of(card(1, title="Promote"), card(2, title="Rotate"))
    lanes.filter("rot")
    assert put(keeper, lanes, card(1, title="Rotate too")) == {"plan"}
    assert ids(lanes, "plan") == [1, 2]
    assert put(keeper, lanes, card(2, title="Promote")) == {"plan"}
    assert ids(lanes, "plan") == [1]
    assert put(keeper, lanes, card(3, title="Rotate a third")) == {"plan"}
    lanes.filter("")
    assert ids(lanes, "plan") == [1, 2, 3]


STATES = st.tuples(
    st.integers(1, 6),
    st.sampled_from(COLUMNS),
    st.sampled_from(["p0", "p1", "p2"]),
    st.booleans(),
    st.booleans(),
)


@given(
    st.lists(STATES, max_size=30), st.lists(st.sampled_from(["", "1", "task 2", "verify", "x"]), max_size=3)
)
def test_any_history_of_changes_leaves_what_a_fresh_look_gives(
    history: list[Any], filters: list[str]
) -> None:
    """Every way of changing: what is kept by difference equals what is built from nothing."""
    keeper, lanes = lanes_of()
    for number, (task_id, stage, priority, asking, there) in enumerate(history):
        if filters and number % 4 == 3:
            lanes.filter(filters[number // 4 % len(filters)])
        if there:
            put(keeper, lanes, card(task_id, stage, priority, asking))
        else:
            lanes.update(keeper.put(ROOT, [], [task_id]))
    fresh = Lanes(keeper)
    fresh.update(keeper.cards)
    fresh.filter(" ".join(lanes.words))
    for column in COLUMNS:
        assert lanes.keys(column) == fresh.keys(column)
        assert lanes.total(column) == fresh.total(column)
    assert {key: lanes.column(key) for key in keeper.cards} == {
        TaskKey(ROOT, key.id): value["stage"]
        for key, value in keeper.cards.items()
        if not isinstance(value, BrokenTask)
    }
