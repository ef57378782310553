"""What a rule may know besides the document and the act, and how it makes the next document.

A rule has no clock and looks nowhere: whoever calls it says what time it is and how the other tasks stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any, NamedTuple

from cookui.contract import Json


class Context(NamedTuple):
    """What a rule may know of the world.

    Args:
        at: the time of the act, ISO 8601 in UTC with milliseconds and `Z`; already the later of now and the
            task's last `at`.
        others: the status of the ledger's other tasks by id; may be lazy, since few acts look at it.
        require_digest: whether a grant must say what was shown (the ledger's `requireDigest`); False on a
            replay, since the config that was in force is not part of the history.
        executors: every agent that ever recorded an execution or a request on the task, from
            `queries.executors_of(events)`: the document keeps only the last one, and none of them may grant
            (section 5).
    """

    at: str
    others: Mapping[int, str] = MappingProxyType({})
    require_digest: bool = False
    executors: Set[str] = frozenset()


def changed(task: Json, context: Context, **parts: Any) -> Json:
    """The document with the given top-level parts replaced; everything else is shared with the old one."""
    return {**task, **parts, "updatedAt": context.at}


def appended(task: Json, key: str, *entries: Json) -> list[Json]:
    """The append-only list `key` with `entries` at its end; it may be absent while empty."""
    return [*task.get(key, ()), *entries]
