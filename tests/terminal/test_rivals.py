"""Several people, and several processes, at one request: exactly one grant, and everybody knows whose."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.operation import (
    BOUNDARY,
    Ledger,
    asking,
    gated,
    read_to_the_end,
    type_code,
    until_listening,
)
from tests.terminal.terminal import Terminal

A_MOMENT = 1.0
"""Seconds in which a person notices that something has changed: keys that follow sooner were meant for what
was there."""


def ready_to_grant(screen: Terminal) -> None:
    """Opens the request, reads it, and types its code, all but Enter."""
    screen.until("waits for your approval")
    screen.press("A")
    until_listening(screen)
    read_to_the_end(screen)
    type_code(screen)


@pytest.mark.parametrize("first", ["screens", "cook"])
def test_of_simultaneous_grants_exactly_one_is_recorded_and_the_others_are_told(
    tmp_path: Path, first: str
) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    names = ["Ada Lind", "Tomas Reiter"]
    with ExitStack() as stack:
        screens = [
            stack.enter_context(ledger.cookui("--operator", name, columns=120, rows=40)) for name in names
        ]
        for screen in screens:
            ready_to_grant(screen)
        script = ledger.start("approve", task_id, "Grace Hopper") if first == "cook" else None
        for screen in screens:
            screen.send(b"\r")
        script = script or ledger.start("approve", task_id, "Grace Hopper")
        _, err = script.communicate()
        for screen in screens:
            screen.until(lambda screen=screen: "grantedBy" in screen.text or "DISARMED" in screen.text)

        task = ledger.task(task_id)
        (grant,) = task["approvals"]
        assert task["execution"]["approval"] == grant
        granted = [screen for screen in screens if "Granted, and recorded" in screen.text]
        told = [screen for screen in screens if "DISARMED" in screen.text]
        assert len(granted) + len(told) == 2
        assert len(granted) + (script.returncode == 0) == 1
        for screen in told:
            assert grant["grantedBy"] in screen.text
            assert grant["grantedAt"][:10] in screen.text
        if script.returncode:
            assert "approval-granted: " in err.decode()
            assert grant["grantedBy"] in err.decode()
            assert grant["grantedAt"] in err.decode()
    ledger.cook("validate")


def test_a_request_that_is_replaced_cannot_be_granted_from_its_screen(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui("--operator", "Ada Lind", columns=120, rows=40) as screen:
        ready_to_grant(screen)
        ledger.record(task_id, "execute", "executor-2", asking(BOUNDARY))
        screen.until("DISARMED")
        screen.press("enter")
        screen.press(*"abcxyz", "enter")
        screen.until_quiet()
        assert "approvals" not in ledger.task(task_id)

        screen.watch(A_MOMENT)
        screen.press("n")
        until_listening(screen)
        screen.until("executor-2")
        read_to_the_end(screen)
        type_code(screen)
        screen.press("enter")
        screen.until("grantedBy")
    (grant,) = ledger.task(task_id)["approvals"]
    assert grant["requestId"] == 1


def test_a_request_withdrawn_while_its_code_is_typed_is_not_granted(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.ask()
    with ledger.cookui("--operator", "Ada Lind", columns=120, rows=40) as screen:
        ready_to_grant(screen)
        ledger.cook("decline", task_id, "Tomas Reiter", "--reason", "The window is over")
        screen.until("DISARMED")
        assert "Tomas Reiter" in screen.text
        screen.press("enter")
        ledger.record(task_id, "plan", "planner-2", gated(BOUNDARY))
        ledger.record(task_id, "execute", "executor-2", asking(BOUNDARY))
        screen.press("enter")
        screen.until_quiet()
    assert "approvals" not in ledger.task(task_id)
