"""A ledger for each test, and operations at the stages that tests begin from."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from cookui.cli import examples
from tests.cli.cook import Cook


@pytest.fixture
def cook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Cook:
    """`cook` on a new, empty ledger."""
    root = tmp_path / "ledger"
    root.mkdir()
    cook = Cook(root, capsys)
    cook.ok("init")
    return cook


@pytest.fixture
def started(cook: Cook) -> Cook:
    """With task 1 at plan."""
    assert cook.ok("add", "Rotate the certificate of api.example.org") == "1\n"
    cook.ok("start", 1)
    return cook


@pytest.fixture
def asking(started: Cook) -> Cook:
    """With task 1 at execute, request 0 of exec-1 pending."""
    started.record("plan", 1, "planner-1", examples.PLAN)
    started.record("execute", 1, "exec-1", examples.APPROVAL_REQUIRED)
    return started


@pytest.fixture
def executed(asking: Cook) -> Cook:
    """With task 1 at verify, granted by Chef and executed by exec-2."""
    asking.ok("approve", 1, "Chef")
    asking.record("execute", 1, "exec-2", examples.EXECUTED)
    return asking


@pytest.fixture
def failed(executed: Cook) -> Cook:
    """With task 1 at verify, where ver-1 found a false row that no other execution is needed for."""
    executed.record("verify", 1, "ver-1", needs_work(kick_to="plan"))
    return executed


@pytest.fixture
def forked(started: Cook) -> Cook:
    """With task 1 at plan, where a fork waits for its answer."""
    started.record("plan", 1, "planner-1", examples.ESCALATION)
    return started


def needs_work(*, kick_to: str = "execute", cycle: int = 0) -> dict[str, Any]:
    """A verification that asks for work."""
    handed_in = copy.deepcopy(examples.VERIFY_NEEDS_WORK)
    handed_in["cycle"] = cycle
    handed_in["findings"][0]["kickTo"] = kick_to
    return handed_in
