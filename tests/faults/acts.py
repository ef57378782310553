"""Every act, ready to be carried out on a ledger of its own, and what must hold when something went wrong in
it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cookui.contract.refusal import Refusal
from cookui.recorder.recorder import Recorder
from tests.contract.playing import escalation_return, execute_return, finding, plan_return, verify_return
from tests.recorder.ledgers import CHEF, Clock, Hurried, Json, pending, started, tasks_of

Doing = Callable[[Recorder], object]


@dataclass(frozen=True)
class Act:
    """One act.

    Args:
        prepare: brings a fresh ledger to where the act can be carried out.
        do: carries it out.
        task_id: on which task.
    """

    prepare: Doing
    do: Doing
    task_id: int = 1


def _planned(recorder: Recorder) -> None:
    started(recorder)
    recorder.record(1, "plan", "planner", plan_return())


def _executed(recorder: Recorder) -> None:
    _planned(recorder)
    recorder.record(1, "execute", "exec-1", execute_return())


def _failed(recorder: Recorder) -> None:
    _executed(recorder)
    recorder.record(1, "verify", "verifier-1", verify_return(0, finding("lag", kickTo="plan"), false=1))


def _forked(recorder: Recorder) -> None:
    started(recorder)
    recorder.record(1, "plan", "planner", escalation_return())


def _blocked(recorder: Recorder) -> None:
    started(recorder)
    recorder.block(1, CHEF, "freeze")


def _claimed(recorder: Recorder) -> None:
    started(recorder)
    recorder.claim(1, "cook-1")


def _dependent(recorder: Recorder) -> None:
    started(recorder)
    recorder.abandon(1, CHEF, "superseded")
    recorder.add("after", deps=[1])


REFUTE = {
    "stage": "refute",
    "cycle": 0,
    "finding": "runbook.md:2 lag",
    "verdict": "survives",
    "rationale": "seen",
    "evidence": [{"command": "look", "output": "lag"}],
}
NOTE: Json = {"kind": "external", "note": "the pager rang"}

ACTS: dict[str, Act] = {
    "add": Act(started, lambda r: r.add("next"), task_id=2),
    "start": Act(_dependent, lambda r: r.start(2), task_id=2),
    "record-plan": Act(started, lambda r: r.record(1, "plan", "planner", plan_return())),
    "record-execute": Act(_planned, lambda r: r.record(1, "execute", "exec-1", execute_return())),
    "record-verify": Act(_executed, lambda r: r.record(1, "verify", "verifier-1", verify_return())),
    "record-refute": Act(_failed, lambda r: r.record(1, "refute", "refuter", REFUTE)),
    "approve": Act(pending, lambda r: r.approve(1, CHEF)),
    "decline": Act(pending, lambda r: r.decline(1, CHEF, "not today")),
    "answer": Act(_forked, lambda r: r.answer(1, CHEF, "now")),
    "reverify": Act(_failed, lambda r: r.reverify(1)),
    "block": Act(started, lambda r: r.block(1, CHEF, "freeze")),
    "unblock": Act(_blocked, lambda r: r.unblock(1, CHEF)),
    "abandon": Act(started, lambda r: r.abandon(1, CHEF, "superseded")),
    "claim": Act(started, lambda r: r.claim(1, "cook-1")),
    "release": Act(_claimed, lambda r: r.release(1, "cook-1")),
    "journal": Act(started, lambda r: r.journal(1, NOTE)),
}


def prepared(name: str, root: Path) -> Path:
    """Makes a ledger in which the act can be carried out."""
    root.mkdir(parents=True)
    ACTS[name].prepare(Recorder.init(root, created_by="tests", clock=Clock(), disk=Hurried()))
    return root


def copy_of(template: Path, to: Path) -> Path:
    """A fresh copy of a prepared ledger, in the place of the last one."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(template, to)
    return to


def state(root: Path) -> dict[str, bytes]:
    """Every task file, byte by byte."""
    return {path.name: path.read_bytes() for path in tasks_of(root).iterdir()}


def check_aftermath(
    name: str, root: Path, before: dict[str, bytes], outcome: BaseException | None, *, died: bool
) -> None:
    """What must hold after an act in which something went wrong.

    The task is as it was before or after, as the outcome says; the lock is free; temporaries are gone, or
    swept by the next act if the process died; and the act can be repeated if it was not recorded.

    Args:
        name: which act.
        root: the ledger.
        before: `state` before it.
        outcome: what the act raised; None when it returned, or nobody was left to tell.
        died: whether the process was killed in the middle of it.
    """
    act = ACTS[name]
    recorder = Recorder.open(root, clock=Clock(), lock_timeout=0, disk=Hurried())
    recorded = state(root) != before
    if isinstance(outcome, Refusal):
        assert outcome.remedy
        said = outcome.details.get("recorded", False)
        assert said is None or said is recorded, f"{outcome}, but recorded is {recorded}"
    elif outcome is None and not died:
        assert recorded, "the act returned, but nothing is recorded"
    assert recorder.validate() == []
    tmp = root / ".cook" / "tmp"
    if not died:
        assert list(tmp.iterdir()) == []
    if recorded:
        kind = name.partition("-")[0]
        assert recorder.events(act.task_id)[-1]["kind"] == (NOTE["kind"] if kind == "journal" else kind)
        others = {file: data for file, data in before.items() if not file.startswith(f"{act.task_id:04}-")}
        assert others.items() <= state(root).items()
        recorder.journal(act.task_id, NOTE)
    else:
        act.do(recorder)
    assert recorder.validate() == []
    assert list(tmp.iterdir()) == []
