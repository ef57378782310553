"""One operation from its plan to its end: agents through `cook`, an operator in a real terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from cookui.cli.examples import VERIFY_NEEDS_WORK
from tests.terminal.operation import (
    BOUNDARY,
    WRONG_MEASURE,
    Ledger,
    asking,
    back_to_board,
    confirm,
    gated,
    read_to_the_end,
    until_listening,
)

SIZES = [(80, 24), (200, 60)]
AT_ONCE = 1.0
"""Seconds within which a recorded act is on the screen: what is promised."""

LONG = "".join(f"{step}. Detach replica {step} of the archive and wipe its disk.\n" for step in range(1, 41))
"""A boundary that no screen holds at once."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.mark.parametrize(("columns", "rows"), SIZES, ids=["80x24", "200x60"])
def test_an_operation_is_approved_verified_and_reverified(tmp_path: Path, columns: int, rows: int) -> None:
    ledger = Ledger(tmp_path)
    with ledger.cookui("--operator", "Ada Lind", columns=columns, rows=rows) as screen:
        screen.until("nothing needs you")
        task_id = ledger.add()
        ledger.record(task_id, "plan", "planner-1", gated(LONG))
        ledger.record(task_id, "execute", "executor-1", asking(LONG))
        screen.until("▲ 1 needs you", within=AT_ONCE)
        screen.until("waits for your approval", within=AT_ONCE)

        screen.press("A")
        until_listening(screen)
        assert ("end of text" in screen.text) != ("Read the exact text to its end first" in screen.text)
        read_to_the_end(screen)
        before = now()
        confirm(screen)
        screen.until("grantedBy")
        task = ledger.task(task_id)
        (grant,) = task["approvals"]
        assert grant == task["execution"]["approval"]
        assert grant["mutation"] == LONG
        assert grant["grantedBy"] == "Ada Lind"
        assert grant["requestId"] == 0
        assert before <= grant["grantedAt"] <= now()
        granted_at = datetime.fromisoformat(grant["grantedAt"])
        assert grant["grantedAt"] in screen.text
        assert f"{granted_at.astimezone(ZoneInfo('Europe/Berlin')):%Y-%m-%d %H:%M:%S} +01:00" in screen.text
        assert "waits for a fresh executor" in screen.text

        ledger.execute(task_id)
        screen.press("escape")
        screen.until("waits for a verifier", within=AT_ONCE)
        ledger.verify(task_id, handed_in=WRONG_MEASURE)
        screen.until("✗ verify: 1 of 2", within=AT_ONCE)

        screen.press("enter")
        screen.until("every row matches the plan")
        for number, row in enumerate(VERIFY_NEEDS_WORK["postconditions"], start=1):
            stands_beside(screen.screen.rows, number, row["postcondition"], "ok" if row["ok"] else "false")
            assert row["evidence"] in screen.text

        screen.press("v")
        until_listening(screen)
        assert "verifier-1" in screen.text
        confirm(screen)
        screen.until("the judgment is archived")
        (archived,) = ledger.task(task_id)["judgmentHistory"]
        assert archived["verification"]["postconditions"][1]["ok"] is False
        assert "verifier-1" in ledger.cook(
            "record", "verify", task_id, "verifier-1", "-", handed_in=WRONG_MEASURE, status=1
        )

        screen.press("escape")
        ledger.verify(task_id, "verifier-2")
        screen.until("✓ done", within=AT_ONCE)
        back_to_board(screen)
        screen.press("q")
        assert screen.ended() == 0
    assert ledger.task(task_id)["status"] == "done"
    ledger.cook("validate")


def stands_beside(rows: list[str], number: int, postcondition: str, word: str) -> None:
    """Whether a planned postcondition and the verifier's row for it stand in one row, or, where the
    terminal is narrow, one under the other.
    """
    at = next(index for index, row in enumerate(rows) if f"{number}. {postcondition}" in row)
    pair = rows[at] if rows[at].count(postcondition) == 2 else rows[at + 1]
    assert word in pair
    assert postcondition in pair


def test_a_name_is_asked_for_where_none_is_known(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui() as screen:
        screen.until("waits for your approval")
        screen.press("A")
        until_listening(screen)
        read_to_the_end(screen)
        screen.until("Say who decides")
        screen.click("your name")
        screen.type("Grace Hopper")
        confirm(screen, from_field=True)
        screen.until("grantedBy")
    assert ledger.task(task_id)["approvals"][0]["grantedBy"] == "Grace Hopper"


def test_a_declined_request_goes_back_and_the_next_one_tells_the_difference(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui("--operator", "Ada Lind", columns=120, rows=70) as screen:
        screen.until("waits for your approval")
        screen.press("d")
        until_listening(screen)
        screen.until("Say why")
        screen.click("why, recorded")
        screen.type("Not on a Monday")
        screen.press("enter")
        screen.until("▌operator")
        confirm(screen, from_field=True)
        screen.until("eclined, and recorded")
        task = ledger.task(task_id)
        assert task["stage"] == "plan"
        assert [decline["reason"] for decline in task["declines"]] == ["Not on a Monday"]
        assert (task["kickbacks"][-1]["to"], task["kickbacks"][-1]["reason"]) == ("plan", "Not on a Monday")
        assert "approval-none-pending" in ledger.cook("approve", task_id, "Ada Lind", status=1)

        screen.press("escape")
        ledger.record(task_id, "plan", "planner-2", gated(BOUNDARY + " Not before Tuesday."))
        ledger.record(task_id, "execute", "executor-2", asking(BOUNDARY + " Not before Tuesday."))
        screen.until("waits for your approval", within=AT_ONCE)
        screen.press("A")
        until_listening(screen)
        screen.until("DIFFERS from request 0, which was")
        assert "declined by Ada Lind" in screen.text
