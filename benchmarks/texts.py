"""The approve screen before the largest text that somebody could be asked to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.ledgers import Past, Shop, Unsynced, carry_out
from benchmarks.measuring import Effort, Row, Times
from benchmarks.screen import Screen
from benchmarks.screens import CURSOR, cookui
from benchmarks.stories import asking
from cookui.recorder.recorder import Recorder

_MARK = r"word-0*(\d+)"
_BYTES, _LINES = 1_000_000, 100_000


def one_line(size: int) -> str:
    """A text of `size` bytes, all in one line."""
    return " ".join(f"word-{number:06}" for number in range(size // 12))


def many_lines(lines: int) -> str:
    """A text of as many lines, a short one each."""
    return "\n".join(f"word-{number:06}" for number in range(lines))


def measure(shop: Shop, effort: Effort) -> Iterator[Row]:
    """All of it."""
    share = min(1.0, effort.share * 2)
    texts = {
        f"{_BYTES // 1_000_000} MB in one line": one_line(round(_BYTES * share)),
        f"{_LINES:,} lines": many_lines(round(_LINES * share)),
    }
    for name, text in texts.items():
        root = shop.empty()
        recorder = Recorder.open(root, clock=Past(), disk=Unsynced())
        carry_out(recorder, "Retire the old replica", asking(text))
        yield from _read(root, name, effort)


def _read(root: Path, name: str, effort: Effort) -> Iterator[Row]:
    opened, first, scrolled = Times(), Times(), Times()
    with cookui(root) as screen:
        screen.until(CURSOR)
        screen.rest(0.5)
        for turn in range(1 + effort.runs(6)):
            at = screen.send("A")
            (opened if turn else first).add(screen.until(_MARK)[0] - at)
            screen.rest(1.5)
            if not turn:
                for _ in range(effort.runs(40)):
                    scrolled.add(_page_down(screen))
            screen.send("\x1b")
            screen.until(CURSOR)
            screen.rest(0.3)
    what = f"approve screen, {name}"
    yield Row(f"{what}: opened the first time, its code loaded", None, first)
    yield Row(f"{what}: opened", None, opened, "", "<= 0.5 s", opened.median <= 0.5)
    yield Row(f"{what}: a page down", None, scrolled, "", "p95 <= 50 ms", scrolled.p95 <= 0.050)


def _page_down(screen: Screen) -> float:
    """A page down; it is there when its first word has come out, which is another than any before."""
    screen.rest(0.15)
    at = screen.send("\x1b[6~")
    painted, _ = screen.until(_MARK)
    return painted - at
