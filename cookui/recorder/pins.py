"""Pins: one line that holds everything recorded so far to its word.

    cook1:<how many events each task has>:<sha256>

The digest is over the line `id events hash` of every task, `hash` being that of its last event, which covers
all before it. Put the line into a commit message or a ticket, and later `since` proves that nothing recorded
until then was changed, taken away or put in, whatever came after it.

A digest alone could not be checked later, because tasks have gone on: one has to know where each stood. Times
cannot tell, since a clock may step back; a counter over the whole ledger would make every act write one more
file and wait for every other. So the counts go along, packed: about 30 characters for a dozen tasks, 300 for
200, 13 KB for 10,000.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from cookui.contract.refusal import Code, Refusal
from cookui.recorder.layout import MAX_TASK_ID, Json
from cookui.recorder.reading import Reader, collector_paused

PREFIX = "cook1"
MAX_PACKED = 1 << 20
"""Bytes that the counts of a pin may unpack to: a pin comes from outside."""

MAX_BITS = 35
"""Bits of a number in it: none is larger."""

_PIN = re.compile(rf"{PREFIX}:([A-Za-z0-9_-]*):([0-9a-f]{{64}})", re.ASCII)


class Since(NamedTuple):
    """What comparing with a pin gave.

    Args:
        tasks: how many tasks were pinned.
        events: how many events.
        changed: what was changed since, one sentence each, which may quote outside text; empty when nothing
            was.
    """

    tasks: int
    events: int
    changed: list[str]

    @property
    def holds(self) -> bool:
        """Whether nothing that was recorded before the pin has changed."""
        return not self.changed


def head(reader: Reader) -> str:
    """The pin of a ledger as it is now.

    Raises:
        Refusal: `ledger-corrupt` when any task cannot be believed: only a whole ledger is worth pinning.
    """
    with collector_paused():
        ends = {task_id: _end(reader.events(task_id)) for task_id in sorted(reader.ids())}
    return f"{PREFIX}:{_pack({task_id: count for task_id, (count, _) in ends.items()})}:{_digest(ends)}"


def since(reader: Reader, pin: str) -> Since:
    """Compares a ledger with a pin of it.

    Args:
        reader: the ledger.
        pin: what `head` gave; white space around it does not matter.

    Raises:
        Refusal: `text` when this is no pin.
    """
    counts, expected = _parse(pin)
    changed: list[str] = []
    ends: dict[int, tuple[int, str]] = {}
    with collector_paused():
        there = reader.ids()
        for task_id, count in counts.items():
            if task_id not in there:
                changed.append(f"task {task_id} is gone.")
                continue
            try:
                events = reader.events(task_id)
            except Refusal as refusal:
                changed.append(f"task {task_id}: {refusal.sentence}")
                continue
            if len(events) < count:
                changed.append(f"task {task_id} has {len(events)} events; {count} were pinned.")
                continue
            ends[task_id] = _end(events[:count])
    if not changed and _digest(ends) != expected:
        changed.append(
            "Every chain of events is whole, but not every one is the one that was pinned: events were made "
            "anew, with every hash, or the pin is of another ledger."
        )
    return Since(len(counts), sum(counts.values()), changed)


def _end(events: Sequence[Json]) -> tuple[int, str]:
    return len(events), events[-1]["hash"]


def _digest(ends: Mapping[int, tuple[int, str]]) -> str:
    lines = [f"{task_id} {count} {last}\n" for task_id, (count, last) in ends.items()]
    return hashlib.sha256("".join([f"{PREFIX}\n", *lines]).encode()).hexdigest()


def _pack(counts: Mapping[int, int]) -> str:
    """How many events each task has: a gap in the ids and a count for each, seven bits a byte, deflated, in
    base 64."""
    numbers = bytearray()
    before = 0
    for task_id, count in sorted(counts.items()):
        for number in (task_id - before - 1, count):
            while number > 0x7F:
                numbers.append(number & 0x7F | 0x80)
                number >>= 7
            numbers.append(number)
        before = task_id
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeezer.compress(bytes(numbers)) + squeezer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=") if numbers else ""


def _parse(pin: str) -> tuple[dict[int, int], str]:
    match = _PIN.fullmatch(pin.strip())
    if match is None:
        raise _no_pin()
    return ({} if not match[1] else _unpack(match[1])), match[2]


def _unpack(packed: str) -> dict[int, int]:
    try:
        stretcher = zlib.decompressobj(-15)
        numbers = stretcher.decompress(
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_PACKED
        )
    except (ValueError, zlib.error) as error:
        raise _no_pin() from error
    if not stretcher.eof or stretcher.unused_data:
        raise _no_pin()
    values = list(_numbers(numbers))
    gaps, events = values[::2], values[1::2]
    if len(gaps) != len(events) or 0 in events or sum(gaps) + len(gaps) > MAX_TASK_ID:
        raise _no_pin()
    ids = accumulate(gap + 1 for gap in gaps)
    return dict(zip(ids, events, strict=True))


def _numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            yield number
            number = shift = 0
        elif shift > MAX_BITS:
            raise _no_pin()
    if shift:
        raise _no_pin()


def _no_pin() -> Refusal:
    return Refusal(
        Code.TEXT,
        "This is not a pin of a ledger.",
        remedy=f"Give the whole line that `cook validate --head` printed: {PREFIX}:…:…",
    )
