"""A stormy operation, played through `cook`, is followed on the screen without a key being touched."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from cookui.cli.examples import COUNCIL, EXECUTED, REFUTE, VERIFY_NEEDS_WORK, VERIFY_PASS
from tests.terminal.operation import UNAUDITED, Json, Ledger
from tests.terminal.terminal import Terminal

AT_ONCE = 1.0
"""Seconds within which a recorded act is on the screen."""

MEMBERS = [member["agent_id"] for member in COUNCIL["council"]["members"]]


def failed(cycle: int) -> Json:
    """A verification that finds one row false, told apart by its evidence."""
    judgment = copy.deepcopy(VERIFY_NEEDS_WORK) | {"cycle": cycle}
    judgment["postconditions"][1]["evidence"] = f"the list of cycle {cycle} does not name 5C71"
    return judgment


def upheld(cycle: int) -> Json:
    return REFUTE | {"cycle": cycle, "verdict": "survives"}


def shipped() -> Json:
    council = copy.deepcopy(COUNCIL)
    council["council"]["outcome"] = "scoped-fix-shipped"
    return council


class Storm:
    """Acts through `cook`, and looks each time whether the screen has followed."""

    def __init__(self, ledger: Ledger, screen: Terminal, task_id: int) -> None:
        self.ledger, self.screen, self.task_id = ledger, screen, task_id

    def act(self, *words: object, handed_in: Json | None = None) -> None:
        said: dict[str, Any] = json.loads(self.ledger.cook(*words, "--json", handed_in=handed_in))
        now = said["card"]["now"]
        self.screen.until(f"{now['mark']} {now['words']}"[:50], within=AT_ONCE)
        if "step" in now:
            self.screen.until(f"{now['step']}/{now['total']}", within=AT_ONCE)

    def record(self, stage: str, agent: str, handed_in: Json) -> None:
        self.act("record", stage, self.task_id, agent, "-", handed_in=handed_in)

    def council(self, handed_in: Json) -> None:
        self.act("record", "council", self.task_id, *MEMBERS, "synthesizer-1", "-", handed_in=handed_in)

    def journal(self, *words: str) -> None:
        self.act("journal", self.task_id, *words)


def play(storm: Storm) -> None:
    """Three failed judgments, each upheld; a council that blocks; one recovery; done."""
    storm.record("plan", "planner-1", UNAUDITED | {"requiresApproval": False})
    for cycle in range(3):
        storm.journal("intent", "execute", "--agent", f"executor-{cycle}")
        storm.journal("progress", "1/3", "installed")
        storm.record("execute", f"executor-{cycle}", EXECUTED)
        storm.record("verify", f"verifier-{cycle}", failed(cycle))
        storm.journal("intent", "refute", "--agent", f"refuter-{cycle}")
        storm.record("refute", f"refuter-{cycle}", upheld(cycle))
    storm.council(COUNCIL)
    storm.record("execute", "executor-3", EXECUTED)
    storm.record("verify", "verifier-3", VERIFY_PASS | {"cycle": 3})
    storm.council(shipped())


def test_a_storm_is_followed_and_read_afterwards(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    task_id = ledger.add()
    with ledger.cookui() as screen:
        screen.until("waits for a plan")
        play(Storm(ledger, screen, task_id))
        screen.until("✓ done")

        screen.press("enter")
        screen.until("Verification")
        screen.press("5")
        screen.until("The live judgment")
        for cycle in reversed(range(3)):
            screen.press("[")
            screen.until(f"the list of cycle {cycle} does not name 5C71")
    task = ledger.task(task_id)
    assert [entry["verification"]["verdict"] for entry in task["judgmentHistory"]] == ["needs-work"] * 3
    assert task["convergence"]["council"]["outcome"] == "scoped-fix-shipped"
    ledger.cook("validate")
