"""The name of a task in the interface: focus, selection and scroll belong to it, never to a row number."""

from __future__ import annotations

from typing import NamedTuple


class TaskKey(NamedTuple):
    """Which task of which ledger: `project` is the ledger's root as given, `id` the task's id inside it."""

    project: str
    id: int
