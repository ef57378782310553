"""How wide each column of the board is, and which are in sight.

Widths follow from which columns hold tasks, and from nothing that is written in them: columns that grew with
their titles would move while one watches. A column without tasks is as wide as its heading, and the others
share what is left. They share it unevenly: what waits for a start and what is done says the least, and where
agents act and wait for a grant there is the most to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cookui.contract.card import COLUMNS

SEVERAL_FROM = 100
"""From this width on more than one column is in sight, in cells."""

_SHARES = {"capture": 5, "plan": 6, "execute": 8, "verify": 6, "audit": 6, "done": 5}
"""How the width is shared."""
_UNIT = 5.25
"""Cells that a card needs for each share, to say which task it is and what is true of it."""
_BESIDE_NAME = 4
"""Cells that the heading of an empty column takes beside its name: a space, a nought, and the margins."""


def breadths(width: int, holding: Collection[str], active: str, first: str, *, alone: bool) -> dict[str, int]:
    """The widths of the columns in sight, in cells, by name and in their order; together they are `width`.

    Args:
        width: the cells that there are.
        holding: the columns that hold tasks.
        active: the one with the cursor; always in sight.
        first: the first one in sight until now; as little as possible is moved away from it.
        alone: show the active column and no other.
    """
    if alone or width < SEVERAL_FROM:
        return {active: width}
    holding = frozenset(holding or COLUMNS)  # without any task, all are alike
    runs = [run for run in _runs(width, holding) if active in run] or [(active,)]
    at = COLUMNS.index(first)
    return _shared(width, min(runs, key=lambda run: abs(COLUMNS.index(run[0]) - at)), holding)


def _need(name: str, holding: Collection[str]) -> int:
    """The width below which a column is not shown beside others."""
    return int(_SHARES[name] * _UNIT) if name in holding else len(name) + _BESIDE_NAME


def _runs(width: int, holding: Collection[str]) -> list[tuple[str, ...]]:
    """The neighbours that have room together, none of them a part of another."""
    runs: list[tuple[str, ...]] = []
    for start in range(len(COLUMNS)):
        end, used = start, 0
        while end < len(COLUMNS) and used + _need(COLUMNS[end], holding) <= width:
            used += _need(COLUMNS[end], holding)
            end += 1
        run = tuple(COLUMNS[start:end])
        if run and not (runs and runs[-1][-1] == run[-1]):
            runs.append(run)
    return runs


def _shared(width: int, run: Sequence[str], holding: Collection[str]) -> dict[str, int]:
    """The width, shared out."""
    growing = [name for name in run if name in holding] or list(run)
    widths = {name: _need(name, holding) for name in run}
    left = width - sum(widths[name] for name in run if name not in growing)
    shares = sum(_SHARES[name] for name in growing)
    for name in growing:
        widths[name] = left * _SHARES[name] // shares
        left -= widths[name]
        shares -= _SHARES[name]
    return widths
