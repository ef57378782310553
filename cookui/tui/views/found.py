"""Which rows of a page hold the words that somebody looks for."""

from __future__ import annotations

import json

from cookui.tui.views.rows import Outside, Page, Row, Words


def found(page: Page, typed: str) -> tuple[str, ...]:
    """The keys of the rows that hold every word typed, large or small, in our words or in stored text."""
    wanted = typed.casefold().split()
    if not wanted:
        return ()
    return tuple(row.key for row in page if row.stops and _holds(row, wanted))


def _holds(row: Row, wanted: list[str]) -> bool:
    frags = (frag for cell in row.cells for frag in (*cell.lead, *cell.body))
    said = " ".join(frag.text for frag in frags if isinstance(frag, Words | Outside))
    if row.source is not None:
        said = f"{said} {json.dumps(row.source, ensure_ascii=False)}"
    text = said.casefold()
    return all(word in text for word in wanted)
