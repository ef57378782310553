"""`python -m tests.faults.soaking ROOT SECONDS SEED`: eight writers on twenty tasks, killed at random
moments.

Each writer notes in a file of its own what was acknowledged to it, after the act returned. The process that
makes and kills them has no threads, so it forks; a writer is at work a millisecond after its birth. Prints
how many writers died.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.recorder import Recorded, Recorder
from tests.contract.playing import execute_return, plan_return
from tests.recorder.ledgers import CHEF

WRITERS = 8
TASKS = 20
SHORTEST, LONGEST = 0.005, 0.08
"""Seconds between two deaths."""

EXPECTED = frozenset(
    {Code.STAGE, Code.STATUS, Code.CLAIM, Code.APPROVAL_NONE_PENDING, Code.APPROVAL_GRANTED, Code.IDENTITY}
)
"""What a writer may be refused because another one was there first."""


def act_at_random(recorder: Recorder, chance: random.Random) -> Recorded:
    """Any act on any task."""
    task_id = chance.randrange(1, TASKS + 1)
    agent = f"agent {chance.randrange(1 << 30)}"
    acts: list[tuple[int, Callable[[], Recorded]]] = [
        (8, lambda: recorder.journal(task_id, {"kind": "external", "note": "x" * chance.randrange(1, 4000)})),
        (4, lambda: recorder.record(task_id, "plan", agent, plan_return(requiresApproval=True))),
        (4, lambda: recorder.record(task_id, "execute", agent, execute_return("approval-required"))),
        (2, lambda: recorder.approve(task_id, CHEF)),
        (2, lambda: recorder.decline(task_id, CHEF, "not now")),
        (2, lambda: recorder.claim(task_id, agent)),
        (2, lambda: recorder.release(task_id, agent, force=True)),
        (1, lambda: recorder.add("one more")),
    ]
    [(_, act)] = chance.choices(acts, [weight for weight, _ in acts])
    return act()


def write(root: Path, notes: Path, seed: int) -> None:
    """Acts at random, and notes each act that was acknowledged, until it is killed."""
    chance = random.Random(seed)
    recorder = Recorder.open(root, lock_timeout=60)
    file = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    while True:
        try:
            recorded = act_at_random(recorder, chance)
        except Refusal as refusal:
            if refusal.code not in EXPECTED:
                os.write(file, f"! {refusal}\n".encode())
        else:
            event = recorded.event
            os.write(file, f"{recorded.document['id']} {event['seq']} {event['hash']}\n".encode())


def main(root: Path, seconds: float, seed: int) -> int:
    chance = random.Random(seed)
    living: list[int] = []
    born = died = 0
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            while len(living) < WRITERS:
                born += 1
                child = os.fork()
                if child == 0:
                    write(root, root / f"acknowledged-{born}", seed * 1_000_000 + born)
                living.append(child)
            select.select([], [], [], chance.uniform(SHORTEST, LONGEST))
            victim = living.pop(chance.randrange(len(living)))
            os.kill(victim, signal.SIGKILL)
            died += os.WIFSIGNALED(os.waitpid(victim, 0)[1])
    finally:
        for child in living:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    print(died)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])))
