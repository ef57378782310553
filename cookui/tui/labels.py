"""How a task is called in few cells: its number, behind a label of its ledger where several are watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cookui.text.visible import single
from cookui.tui.keys import TaskKey

_LONGEST = 16


def labels_of(projects: Sequence[str]) -> dict[str, str]:
    """A short label for each of several ledgers, already visible; none for a single one.

    It is the end of the ledger's path, and more of it where two are alike.

    Args:
        projects: the ledgers' roots; outside text.
    """
    if len(projects) < 2:
        return {}
    paths = {project: project.rstrip("/").split("/") for project in projects}
    labels = {}
    for project, parts in paths.items():
        taken = next(
            (
                taken
                for taken in range(1, len(parts))
                if sum(other[-taken:] == parts[-taken:] for other in paths.values()) == 1
            ),
            len(parts),
        )
        labels[project] = single("/".join(parts[-taken:]), _LONGEST)
    return labels


def number_of(key: TaskKey, labels: Mapping[str, str]) -> str:
    """A task's number: `#12`, or `orders#12`; `#?` for a file without one in its name."""
    return f"{labels.get(key.project, '')}#{key.id if key.id >= 0 else '?'}"
