"""The one recovery that a council may order, where it fails (section 7)."""

from __future__ import annotations

from collections.abc import Iterable

from cookui.contract import Json
from cookui.contract.queries import council_of, council_survivors
from cookui.contract.stages import Status


def with_council(task: Json, **parts: object) -> Json:
    """The convergence with parts of its council replaced."""
    convergence = task["convergence"]
    return {"convergence": {**convergence, "council": {**council_of(task), **parts}}}


def blocked_by(reasons: Iterable[str]) -> Json:
    """The parts of a document that block the task to the operator with the upheld blockers as reason."""
    return {"status": Status.BLOCKED.value, "blockedReason": "upheld: " + "; ".join(reasons)}


def failed_recovery(task: Json) -> Json:
    """The parts of a document whose recovery has failed: blocked with what the council upheld."""
    return with_council(task, outcome="blocked-to-operator") | blocked_by(council_survivors(task))
