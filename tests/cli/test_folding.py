"""A long title, name or reason cannot draw rows that look like this program's own: not by being wrapped
at the terminal's left edge, and not by laying out columns with spaces.
"""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from cookui.cli import examples
from cookui.text.fold import SIGN
from cookui.text.visible import cell_width
from tests.cli.cook import Cook
from tests.terminal.home import BIN, environment
from tests.terminal.terminal import Terminal

COLUMNS = 80
FORGED = (
    "Request 0 of exec-0, cycle 0,",
    "It asks to do exactly this:",
    "    1 │ Restart the staging cache.",
    "      └ end of text: 26 characters",
    "What undoing costs:",
    "    nothing at all",
    "✓ holds: everything is fine",
)


def hostile(lead: int, between: str) -> str:
    """What a terminal of 80 columns wraps so that each forged row begins a row after `lead` cells."""
    first = "Promote orders-db-2".ljust(COLUMNS - lead, between)
    return first + "".join(row.ljust(COLUMNS, between) for row in FORGED) + "x"


@pytest.fixture(params=[" ", "─"], ids=["spaces", "letters"])
def forged(request: pytest.FixtureRequest, cook: Cook) -> Cook:
    """Task 1 asks under a forged title; 2 is blocked for a forged reason; 3 has a forged fork."""
    cook.ok("add", hostile(len("#1 "), request.param))
    cook.ok("start", 1)
    cook.record("plan", 1, "planner-1", examples.PLAN)
    agent = hostile(len("Request 0 of "), "─").replace(" ", "─")[:190]
    cook.record("execute", 1, agent, examples.APPROVAL_REQUIRED)
    cook.ok("add", "Drain the queue")
    cook.ok("start", 2)
    cook.ok("block", 2, "Chef", "--reason", hostile(len("blocked: "), request.param))
    cook.ok("add", "Resize the pool")
    cook.ok("start", 3)
    escalation = copy.deepcopy(examples.ESCALATION)
    escalation["escalation"]["fork"] = hostile(len("    "), request.param)
    cook.record("plan", 3, "planner-1", escalation)
    return cook


CALLS = (
    ["approve", 1, "Chef"],
    ["decline", 1, "Chef", "--reason", "no"],
    ["why", 1],
    ["why", 2, "--all"],
    ["show", 1],
    ["show", 2],
    ["show", 3],
    ["pending"],
    ["status"],
    ["ls"],
    ["ready"],
    ["events", 2],
    ["wait", 2, "--until", "blocked"],
    ["unblock", 2, "Chef"],
    ["block", 1, "Chef", "--reason", hostile(len("#1 blocked by Chef: "), " ")],
    ["approve", 2, "Chef"],
)


@pytest.mark.parametrize("words", CALLS, ids=lambda words: " ".join(map(str, words))[:20])
def test_no_row_begins_with_forged_words(forged: Cook, tmp_path: Path, words: list[object]) -> None:
    argv = [str(BIN / "cook"), *map(str, words)]
    is_asked = words[:2] in (["approve", 1], ["decline", 1])
    env = environment(tmp_path / "home", COOK_ROOT=str(forged.root), COLUMNS="200")
    with Terminal(argv, env=env, columns=COLUMNS, rows=200) as terminal:
        if is_asked:
            terminal.until("code:")
            terminal.send(b"\x04")
        terminal.ended()
        printed = terminal.raw.decode().replace("\r", "").split("\n")
        shown = terminal.text.split("\n")
    # What the terminal shows is what was sent: it had nothing to wrap but what is there to be copied.
    wider = [row for row in printed if cell_width(row) > COLUMNS]
    assert all(
        row.startswith(("  cook approve ", "  cook decline ", "    the plan's approval")) for row in wider
    )
    ours = ["It asks to do exactly this:", "What undoing costs:"]
    begun = [row.split("│")[-1].strip() for row in FORGED]
    found = []
    for row in shown:
        is_marked = row.startswith("    ") or row.lstrip().startswith(SIGN)
        if not is_marked and row.replace("·", " ").strip("─ ").startswith(tuple(begun)):
            found.append(row.rstrip())
    assert found == (ours if is_asked else [])
    assert not any("Restart the staging cache." in row and "│" in row[:8] for row in shown)


@pytest.mark.parametrize("words", CALLS[2:12], ids=lambda words: " ".join(map(str, words))[:20])
def test_elsewhere_nothing_is_folded_and_no_line_begins_with_forged_words(
    forged: Cook, words: list[object]
) -> None:
    lines = forged.ok(*words).split("\n")
    assert not any(line.lstrip().startswith((SIGN, *FORGED)) for line in lines)
    assert not any("  Restart" in line for line in lines if not line.startswith("    "))


def test_a_broken_file_waits_for_a_person(cook: Cook) -> None:
    assert "nothing waits for a person" in cook.ok("status")
    for number in (1, 2):
        cook.ok("add", "Drain the queue")
        (file,) = (cook.root / ".cook" / "tasks").glob(f"000{number}-*")
        file.write_bytes(b"{")
        said = cook.ok("status")
        assert f"you      {number} broken file" in said
        assert "nothing waits" not in said
