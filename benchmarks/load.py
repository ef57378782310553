"""`cookui` over ten thousand tasks while nothing happens, while very much happens, and after that.

One process all the way: it idles; a writer acts a hundred times a second while a person moves about; then
twenty thousand acts come as quickly as they can. The acts are the recorder's own, but for one thing: they do
not wait until the disk would keep them over a power cut. What is asked here is what the screen makes of them,
and a disk that others use too would decide how many come.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from benchmarks.ledgers import Shop
from benchmarks.measuring import Effort, Row, Times
from benchmarks.screen import Screen
from benchmarks.screens import COUNTED, CURSOR, cookui, in_sight, keys
from benchmarks.stories import name_of
from benchmarks.writer import IN_A_ROW, SENT_FOR, Writer

RATE = 100
"""Acts a second."""

_SECONDS = 30.0
_ACTS = 20_000
_IDLE = 20.0
_LOOK = 3.0
_AT_REST = 0.01  # of a core: less is nothing but the clock
_BETWEEN_KEYS = 0.2


def measure(shop: Shop, effort: Effort) -> Iterator[Row]:
    """All of it."""
    tasks = effort.sizes[2]
    root = shop.ledger(tasks)
    with cookui(root) as screen, Writer(root) as writer:
        screen.until(CURSOR)
        yield _settling(screen, tasks)
        memory = screen.memory
        yield Row(
            "memory with the board open",
            tasks,
            found=f"{memory:.0f} MB",
            target="<= 200 MB",
            reached=memory <= 200,
        )
        yield _idling(screen, tasks, effort)
        yield from keys(screen, tasks, effort)
        memory = screen.memory  # with the code of every screen that was opened
        yield from _storm(screen, writer, tasks, effort)
        acts = round(effort.seconds(_ACTS))
        ids = [task_id for task_id in range(1, tasks + 1) if name_of(task_id) in SENT_FOR][
            : max(1, acts // IN_A_ROW)
        ]
        grown, seconds = [screen.memory], 0.0
        for _ in range(2):
            writer.order("flood", acts // 2, *ids)
            while not writer.ready:
                screen.rest(0.2)
            seconds += writer.answer()[0]
            screen.rest(2.0)
            grown.append(screen.memory)
    stormed, half, after = grown
    growth = after / memory - 1
    reached = after <= 200 and abs(growth) <= 0.10
    words = (
        f"{after:.0f} MB, {growth:+.0%} ({memory:.0f} before, {stormed:.0f} between, {half:.0f} half way)"
        f"; {acts / seconds:.0f} acts a second"
    )
    yield Row(
        f"memory after that and {acts:,} further acts", tasks, None, words, "<= 200 MB, within 10 %", reached
    )


def _settling(screen: Screen, tasks: int) -> Row:
    """Waits until `cookui` has examined behind the board what it first believed."""
    before, begun = screen.cpu, time.monotonic()
    last = -1.0
    while screen.cpu - last > _AT_REST * _LOOK:
        last = screen.cpu
        screen.rest(_LOOK)
    seconds = time.monotonic() - begun - _LOOK
    share = (screen.cpu - before) / max(seconds, _LOOK)
    words = f"{max(seconds, 0.0):.0f} s, {share:.0%} of a core"
    return Row("after the first paint: every task examined behind the board", tasks, found=words)


def _idling(screen: Screen, tasks: int, effort: Effort) -> Row:
    seconds = effort.seconds(_IDLE)
    before = screen.cpu
    screen.rest(seconds)
    share = (screen.cpu - before) / seconds
    what = f"idle for {seconds:.0f} s with the board open: processor time"
    return Row(what, tasks, found=f"{share:.2%} of a core", target="<= 0.5 %", reached=share <= 0.005)


def _storm(screen: Screen, writer: Writer, tasks: int, effort: Effort) -> Iterator[Row]:
    """Each act is on another task, so that in the end the filter can count those of which it is shown."""
    seconds = effort.seconds(_SECONDS)
    shown = in_sight(tasks)
    able = [task_id for task_id in range(1, tasks + 1) if name_of(task_id) in SENT_FOR and task_id != shown]
    ids = [*able[: round(RATE * seconds) - 1], shown]
    screen.send("j")
    here = screen.until(CURSOR)[1][1]
    answers = Times()
    begun = screen.cpu
    screen.expect(f"paced-{len(ids) - 1}")
    writer.order("pace", RATE, *ids)
    while not writer.ready:
        screen.rest(_BETWEEN_KEYS)
        at = screen.send("jjjkkk"[answers.runs % 6])
        painted, found = screen.until(CURSOR, but=here)
        here = found[1]
        answers.add(painted - at)
    renamed, late = writer.answer()
    backlog = screen.expected() - renamed
    screen.rest(1.0)
    busy = (screen.cpu - begun) / seconds
    screen.send("/")
    screen.rest(0.2)
    screen.send("paced-")
    counted = int(re.findall(COUNTED, screen.collect(2.0))[-1])
    screen.send("\x1b")
    screen.rest(0.5)
    what = f"{RATE} acts a second for {seconds:.0f} s"
    yield Row(
        f"{what}: key to repainted meanwhile", tasks, answers, "", "p95 <= 100 ms", answers.p95 <= 0.100
    )
    words = f"{backlog * 1000:.0f} ms; {busy:.0%} of a core; writer {max(0.0, late) * 1000:.0f} ms late"
    yield Row(f"{what}: the last act shown after", tasks, None, words, "<= 1 s", backlog <= 1.0)
    yield Row(
        f"{what}: tasks shown as written", tasks, None, f"{counted} of {len(ids)}", "all", counted == len(ids)
    )
