"""A page at a width: where each row stands, and which row a line belongs to.

Made anew with each change of the page, from the rows that stayed the same: laying out 5,000 rows takes a
tenth of a second, taking them over a hundredth.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping

from cookui.tui.views.layout import Laid
from cookui.tui.views.rows import Page


class Stack:
    """The rows of a page, one below the other.

    Args:
        page: the rows.
        width: cells of a line.
        before: the stack that it follows; what is equal is taken over.
    """

    def __init__(self, page: Page, width: int, before: Stack | None = None) -> None:
        self.width = width
        known: Mapping[str, Laid] = before._laid if before is not None and before.width == width else {}
        self.page = page
        self._laid: dict[str, Laid] = {}
        self._tops = array("L", [0])
        self._index: dict[str, int] = {}
        for index, row in enumerate(page):
            laid = known.get(row.key)
            if laid is None or (laid.row is not row and laid.row != row):
                laid = Laid(row, width)
            self._laid[row.key] = laid
            self._index[row.key] = index
            self._tops.append(self._tops[-1] + laid.height)

    @property
    def height(self) -> int:
        """The lines of all rows."""
        return self._tops[-1]

    def index(self, key: str | None) -> int | None:
        """Where the row of that key is; None when it is not there."""
        return None if key is None else self._index.get(key)

    def at(self, y: int) -> int:
        """The row that line `y` belongs to; the last one for what lies below."""
        return min(max(bisect_right(self._tops, y) - 1, 0), len(self.page) - 1)

    def span(self, index: int) -> tuple[int, int]:
        """The first line of a row, and the one after its last."""
        return self._tops[index], self._tops[index + 1]

    def laid(self, index: int) -> Laid:
        """A row, laid out."""
        return self._laid[self.page[index].key]

    def next_stop(self, index: int, by: int) -> int | None:
        """The next row that the cursor stops at, down (`by` 1) or up (-1); None when there is none."""
        index += by
        while 0 <= index < len(self.page):
            if self.page[index].stops:
                return index
            index += by
        return None

    def stop_near(self, index: int) -> int | None:
        """The row itself if the cursor stops at it, else the nearest one that it stops at."""
        if not self.page:
            return None
        index = min(max(index, 0), len(self.page) - 1)
        if self.page[index].stops:
            return index
        down = self.next_stop(index, 1)
        return down if down is not None else self.next_stop(index, -1)
