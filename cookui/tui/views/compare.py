"""Which characters of two texts differ, as ranges that a row can mark; found by `cookui.text.difference`."""

from __future__ import annotations

from functools import lru_cache

from cookui.text.difference import difference

Ranges = tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def marks(old: str, new: str) -> tuple[Ranges, Ranges]:
    """The ranges `(begin, end)` of code points that are in one text and not in the other.

    Remembered: a page is made again with every event of its task, and its texts rarely change.

    Returns:
        The ranges of `old`, and those of `new`, each in order and apart from each other.
    """
    gone: list[tuple[int, int]] = []
    new_here: list[tuple[int, int]] = []
    at_old = at_new = 0
    for kind, text in difference(old, new):
        if kind != "new":
            if kind == "old":
                gone.append((at_old, at_old + len(text)))
            at_old += len(text)
        if kind != "old":
            if kind == "new":
                new_here.append((at_new, at_new + len(text)))
            at_new += len(text)
    return tuple(gone), tuple(new_here)
