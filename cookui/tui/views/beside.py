"""Two judgments beside each other, row by row: what turned, and what each verifier saw."""

from __future__ import annotations

from dataclasses import dataclass

from cookui.tui.views.compare import Ranges, marks
from cookui.tui.views.findings import findings
from cookui.tui.views.rows import Cell, Frag, Outside, Row, Tone, Words, field, gap, item
from cookui.tui.views.subject import Json, objects, plural, text, who
from cookui.tui.views.verification import verdict_words


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two.

    Args:
        name: what it is called in the margin: its number, or `live`.
        verification: as stored.
    """

    name: str
    verification: Json

    @property
    def rows(self) -> list[Json]:
        """The verifier's rows."""
        return objects(self.verification.get("postconditions"))


def beside(key: str, older: Side, newer: Side) -> list[Row]:
    """The rows of the comparison; the older one is on the left.

    Args:
        key: begins the keys of its rows.
        older, newer: the two.
    """
    rows: list[Row] = [field(f"{key}-turned", "  turned", *_turned(older.rows, newer.rows))]
    for label, show in (("verdict", _verdict), ("verifier", _verifier), ("findings", _findings)):
        rows.append(
            Row(key=f"{key}-{label}", cells=tuple(_cell(side, label, show(side)) for side in (older, newer)))
        )
    for index in range(max(len(older.rows), len(newer.rows))):
        rows += _row_by_row(f"{key}-{index + 1}", index, older, newer)
    for side in (older, newer):
        title = (
            f"Findings of judgment {side.name}" if side.name != "live" else "Findings of the live judgment"
        )
        rows += findings(f"{key}-{side.name}-finding", side.verification.get("findings"), True, title)
    return rows


def _cell(side: Side, label: str, *body: Frag) -> Cell:
    return Cell((Words(f"  {side.name:<4} ", Tone.INFO), Words(f"{label:<8} ", Tone.DIM)), body)


def _verdict(side: Side) -> Frag:
    return verdict_words(side.verification.get("verdict"))


def _verifier(side: Side) -> Frag:
    return who(side.verification.get("verifier_agent_id"))


def _findings(side: Side) -> Frag:
    listed = objects(side.verification.get("findings"))
    blocking = sum(finding.get("class") == "blocking" for finding in listed)
    return Words(f"{plural(len(listed), 'finding')}, {blocking} blocking", Tone.BAD if blocking else Tone.DIM)


def _turned(left: list[Json], right: list[Json]) -> list[Frag]:
    pairs = [(was.get("ok") is True, now.get("ok") is True) for was, now in zip(left, right, strict=False)]
    better, worse = pairs.count((False, True)), pairs.count((True, False))
    return [
        Words(f"{plural(better, 'row')} to ok", Tone.GOOD if better else Tone.DIM),
        Words(" · ", Tone.DIM),
        Words(f"{plural(worse, 'row')} to false", Tone.BAD if worse else Tone.DIM),
        Words(f" · {len(pairs) - better - worse} as before", Tone.DIM),
    ]


def _turn(was: Json | None, now: Json | None) -> tuple[Words, ...]:
    if was is not None and now is not None and (was.get("ok") is True) == (now.get("ok") is True):
        return (_ok(now), Words(" as before", Tone.DIM))
    return (_ok(was), Words(" → ", Tone.DIM), _ok(now))


def _ok(row: Json | None) -> Words:
    if row is None:
        return Words("– no row", Tone.DIM)
    return Words("✓ ok", Tone.GOOD) if row.get("ok") is True else Words("✗ false", Tone.BAD)


def _row_by_row(key: str, index: int, older: Side, newer: Side) -> list[Row]:
    """One number: how it turned, its text, and both verifiers' evidence with what differs marked."""
    was, now = (side.rows[index] if index < len(side.rows) else None for side in (older, newer))
    text_was, text_now = (text((row or {}).get("postcondition")) for row in (was, now))
    seen_was, seen_now = (text((row or {}).get("evidence")) for row in (was, now))
    lead = (Words(f"  {index + 1}. ", Tone.DIM), *_turn(was, now), Words("  "))
    rows: list[Row] = [gap(key)]
    if was is not None and now is not None and text_was != text_now:
        rows.append(item(key, lead, Words("the text of the postcondition differs", Tone.WARN)))
        rows.append(
            _both(f"{key}-text", "text", (older, text_was), (newer, text_now), marks(text_was, text_now))
        )
    else:
        rows.append(item(key, lead, Outside(text_was or text_now)))
    differs = marks(seen_was, seen_now) if was is not None and now is not None else ((), ())
    rows.append(_both(f"{key}-seen", "saw", (older, seen_was), (newer, seen_now), differs))
    return rows


def _both(
    key: str, label: str, left: tuple[Side, str], right: tuple[Side, str], differs: tuple[Ranges, Ranges]
) -> Row:
    cells = tuple(
        _cell(side, label, Outside(stored, Tone.PLAIN, marked) if stored else Words("nothing", Tone.DIM))
        for (side, stored), marked in zip((left, right), differs, strict=True)
    )
    return Row(key=key, cells=cells)
