"""A tour through every screen, made over several ledgers at once: a key goes to all of them, and each is read
when it shows what the key leads to.

No step is timed. A step names what must be seen before the next key may follow, so a slow machine sees the
same screens as a quick one; and while one program draws, the others do too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.terminal.emulator import Emulator
from tests.terminal.full import EVERY_KIND, fill, home, lock_held
from tests.terminal.hostile import Pen
from tests.terminal.operation import Ledger
from tests.terminal.reading_back import BOX, LINES, Frame, MisdrawnError, read_back
from tests.terminal.sequences import CSI, STRING, Token
from tests.terminal.terminal import KEYS, Terminal

Shows = Callable[[Terminal], object]

TABS = ("Plan", "Execution", "Approvals", "Verification", "Judgments", "Timeline")
COLUMNS = ("capture", "plan", "execute", "verify", "audit", "done")

BLOCKED, ABANDONED, FORGED, BROKEN = 4, 5, 6, 98
"""Numbers of tasks in the full ledger."""

IN_ASCII = EVERY_KIND[:3].encode("unicode_escape").decode()
"""How the text to be granted begins in ASCII."""

SIZE = (110, 40)
NARROW = (72, 40)


class Visit:
    """What one program shows on the tour.

    Args:
        ledger: what it is shown of.
        pen: wrote the texts in it.
        terminal: where it runs.

    Attributes:
        seen: the numbers of the texts that were seen.
        whole: the numbers of those that were seen whole.
        rests: where the cursor was when a screen was read.
    """

    def __init__(self, ledger: Ledger, pen: Pen, terminal: Terminal) -> None:
        self.ledger, self.pen, self.terminal = ledger, pen, terminal
        self.seen: set[int] = set()
        self.whole: set[int] = set()
        self.rests: set[tuple[int, int]] = set()
        self.emulator: Emulator = terminal.screen

    @property
    def tokens(self) -> list[Token]:
        """All that the terminal was told."""
        return self.emulator.tokens

    @property
    def orders(self) -> set[str]:
        """Every order with its parameters, but for places on the screen."""
        return {token.raw for token in self.tokens if token.kind == CSI and token.final != "H"}

    @property
    def notices(self) -> list[str]:
        """What was sent in strings: titles, notifications, the clipboard."""
        return [token.parameters for token in self.tokens if token.kind == STRING]

    @property
    def notified(self) -> list[str]:
        """Desktop notifications."""
        return [notice for notice in self.notices if notice.startswith("9;")]

    def read(self, **how: bool) -> None:
        """Reads back every text that is on the screen."""
        assert self.terminal.process.poll() is None, self.terminal.text
        self.rests.add(self.emulator.cursor)
        self.read_cells(self.emulator.cells, **how)

    def read_cells(self, cells: Sequence[Sequence[str]], **how: bool) -> None:
        """Reads back every text that stands in cells; `how` is as for `read_back`."""
        try:
            for found in read_back(Frame(cells), self.pen.written, **how):
                self.seen.add(found.number)
                if found.whole:
                    self.whole.add(found.number)
        except MisdrawnError as misdrawn:
            near = cells[max(misdrawn.row - 5, 0) : misdrawn.row + 15]
            raise AssertionError("\n".join([str(misdrawn), *map("".join, near)])) from None


def has(*texts: str) -> Shows:
    return lambda terminal: all(text in terminal.text for text in texts)


def titled(name: str) -> Shows:
    """The screen of that name is on top, and nothing over it."""
    return lambda terminal: f"· {name} " in terminal.screen.rows[0] and BOX not in terminal.text


def opened(terminal: Terminal) -> bool:
    """A task is on top, and has been read."""
    return bool(titled("Task")(terminal)) and "executor " in terminal.text


def on_failure(terminal: Terminal) -> bool:
    """The cursor is on an event that says that something failed."""
    return any(row.startswith("▌") and " ✗ " in row for row in terminal.screen.rows)


def chosen(name: str) -> Shows:
    """The column or the tab of that name is the chosen one: the line under it is heavy there."""

    def is_chosen(terminal: Terminal) -> bool:
        row = line_under_names(terminal)
        names, line = terminal.screen.cells[row - 1 : row + 1]
        heavy = [column for column, cell in enumerate(line) if cell == "━"]
        return name in "".join(names[heavy[0] : heavy[-1] + 1]) if heavy else False

    return is_chosen


def line_under_names(terminal: Terminal) -> int:
    """The row of the line under the names of columns or tabs; the first one where there is none."""
    rows = terminal.screen.cells
    return next((number for number, row in enumerate(rows) if "━" in row and {*row} <= {"─", "━"}), 1)


def alone(terminal: Terminal) -> bool:
    """One column has all the room: the others stand beside its name."""
    return all(name in terminal.screen.rows[1] for name in COLUMNS)


class Tour:
    """Leads through the screens.

    Args:
        visits: who comes along.
    """

    def __init__(self, visits: Sequence[Visit]) -> None:
        self.visits = visits

    def send(self, key: str) -> None:
        """Presses a key everywhere."""
        for visit in self.visits:
            visit.terminal.send(KEYS.get(key, key).encode())

    def press(self, key: str, shows: Shows, **how: bool) -> None:
        """Presses a key everywhere, waits until it has led where it leads, and reads.

        Args:
            key: by its name; or several characters, where a line takes them at once.
            shows: what must be seen.
            how: what `see` takes besides.
        """
        self.send(key)
        self.see(shows, **how)

    def look(self, key: str, shows: Shows) -> None:
        """Opens a screen over the board, reads it, and leaves it again."""
        self.press(key, shows)
        self.press("escape", titled("Board"))

    def see(self, shows: Shows, **how: bool) -> None:
        """Waits everywhere until something is seen, and reads.

        Args:
            shows: what must be seen.
            how: what `Visit.read` takes.
        """
        for visit in self.visits:
            visit.terminal.until(lambda visit=visit: shows(visit.terminal))
            visit.read(**how)
        assert len({frozenset(visit.emulator.modes) for visit in self.visits}) == 1

    def page(self, part: Callable[[Terminal], tuple[int, int]], *, screens: int = 1000) -> None:
        """Reads a page from its beginning to its end, as a whole: what ends on the next screen, too.

        Args:
            part: the rows of the screen that it stands in, from the first up to the one after the last.
            screens: how many screens are read at most, where the others have been read elsewhere.
        """
        pages = [Paging(visit, part) for visit in self.visits]
        self.send("g")
        for page in pages:
            page.visit.terminal.until(page.is_at_first)
        self.send("G")
        for page in pages:
            page.visit.terminal.until(page.is_at_last)
            page.end = page.lines()
        self.send("g")
        for page in pages:
            page.visit.terminal.until(page.is_at_first)
            page.visit.read()
            page.begin()
        while left := [page for page in pages if page.now != page.end and page.screens < screens]:
            for page in left:
                page.visit.terminal.send(KEYS["pagedown"].encode())
            for page in left:
                page.visit.terminal.until(page.has_turned)
                page.turn()
        for page in pages:
            page.read()


_AGE = re.compile(r" *(?:\b\d+[smhd]\b *)+")
_BAR = re.compile(r"[ ░▒█▓▚▲·━─?]+")


class Paging:
    """How far a page has been read.

    Args:
        visit: where it is read.
        part: the rows of the screen that it stands in.

    Attributes:
        whole: its rows as far as they have been read, one below the other; several times where it cannot be
            told from what is drawn how much of the last screen is new.
        now: what stands there now.
        end: what stands there at its end.
        screens: how many have been read.
    """

    def __init__(self, visit: Visit, part: Callable[[Terminal], tuple[int, int]]) -> None:
        self.visit = visit
        self.first, self.after = part(visit.terminal)
        self.whole: list[list[list[str]]] = []
        self.now: list[str] = []
        self.end: list[str] = []
        self.screens = 1

    def cells(self) -> list[list[str]]:
        """The cells of the part."""
        return self.visit.emulator.cells[self.first : self.after]

    def lines(self) -> list[str]:
        """What stands there, but for cursor, scrollbar, ages and bars: those change while it is read."""
        lines = ("".join(row[:-1]).replace("▌", " ").rstrip() for row in self.cells())
        return ["" if _BAR.fullmatch(line) else _AGE.sub(" # ", line).rstrip() for line in lines]

    def begin(self) -> None:
        """Takes the first screen of it."""
        self.now, self.whole = self.lines(), [self.cells()]

    def turn(self) -> None:
        """Takes the next screen."""
        following, cells = self.lines(), self.cells()
        goes_on = self._goes_on(following)
        self.whole = [rows + cells[shared:] for rows in self.whole for shared in goes_on]
        self.now = following
        self.screens += 1

    def _goes_on(self, following: list[str]) -> list[int]:
        """How many lines may stay in sight, if this is the next screen: one, but at the end of the page."""
        count = len(following)
        shared = [each for each in range(1, count) if following[:each] == self.now[-each:]]
        return shared if following == self.end else [each for each in shared if each == 1]

    def has_turned(self) -> bool:
        """Whether the next screen is there, and goes on from the last one."""
        following = self.lines()
        return following != self.now and bool(self._goes_on(following))

    def read(self) -> None:
        """Reads all that was taken, one screen below the other."""
        for left, rows in enumerate(reversed(self.whole)):
            try:
                self.visit.read_cells(rows)
            except AssertionError:
                if left + 1 == len(self.whole):
                    raise
            else:
                return

    def _marked(self) -> list[bool]:
        """Of each line that is not blank, whether the cursor is on it."""
        rows = ("".join(row[:-1]) for row in self.cells())
        return ["▌" in row[:3] for row in rows if row.strip("│┃ ")]

    def is_at_first(self) -> bool:
        return self._marked()[:1] == [True]

    def is_at_last(self) -> bool:
        return self._marked()[-1:] == [True]


# Where a page stands


def under_line(terminal: Terminal) -> tuple[int, int]:
    """From below the line under the tabs to the last line."""
    return line_under_names(terminal) + 1, len(terminal.screen.rows) - 1


def under_header(terminal: Terminal) -> tuple[int, int]:
    return 1, len(terminal.screen.rows) - 1


def from_cursor(terminal: Terminal) -> tuple[int, int]:
    """From the first row on, on which the cursor is; it comes with the focus, a frame after the text."""
    terminal.until(lambda: any(row.startswith("▌") for row in terminal.screen.rows))
    rows = terminal.screen.rows
    return next(number for number, row in enumerate(rows) if row.startswith("▌")), len(rows) - 1


def beside_line(terminal: Terminal) -> tuple[int, int]:
    """The rows that begin with the line between two parts, of which the right one is alone."""
    rows = [number for number, row in enumerate(terminal.screen.cells) if row[0] in LINES]
    return rows[0], rows[-1] + 1


# The tour


def lists(tour: Tour) -> None:
    """The board, column by column, and what lies over it."""
    tour.press("z", alone)
    for number, name in enumerate(COLUMNS, start=1):
        tour.press(str(number), chosen(name))
    tour.press("z", lambda terminal: not alone(terminal))
    tour.press("a", titled("Needs you"))
    tour.press("escape", titled("Board"))
    tour.press("?", titled("Help"))
    tour.page(under_header)
    tour.press("escape", titled("Board"))
    tour.press("D", has("file system"))
    tour.page(under_header)
    tour.press("escape", titled("Board"))
    tour.press("/", lambda terminal: "/ Filter" not in terminal.text)
    tour.press("{", has("{"))
    tour.press("escape", has("/ Filter"))
    tour.press("ctrl+p", has(BOX))
    tour.press("{", lambda terminal: "Diagnostics" not in terminal.text)
    tour.press("escape", titled("Board"))


def task(tour: Tour) -> None:
    """The task that has everything, tab by tab."""
    tour.press("3", chosen("execute"))
    tour.press("enter", opened)
    for number, name in enumerate(TABS, start=1):
        tour.press(str(number), chosen(name))
        tour.page(under_line)
    tour.send("g")
    tour.press("jjjjj", on_failure)  # the council's record: long enough to be scrolled, whatever it says
    tour.press("enter", titled("Exact text"), quoted=True)
    tour.press("escape", titled("Task"))
    tour.press("2", chosen("Execution"))
    tour.press("[", has("followed by another"))
    tour.press("5", chosen("Judgments"))
    tour.press("c", has("c shows one alone"))
    tour.page(under_line, screens=4)
    tour.press("c", lambda terminal: "c shows one alone" not in terminal.text)
    tour.press("[", has("Archived judgment 1"))
    tour.page(under_line, screens=4)
    tour.press("w", has("May be recorded next"))
    tour.page(from_cursor)
    tour.press("escape", titled("Task"))
    tour.press("?", titled("Help"))
    tour.page(under_header)
    tour.press("escape", titled("Task"))
    tour.press("escape", titled("Board"))


def decisions(tour: Tour) -> None:
    """Every screen on which something is decided; nothing is."""
    tour.press("3", chosen("execute"))
    tour.press("A", has("✓ still"))
    tour.press("x", has(IN_ASCII), in_ascii=True)
    tour.press("x", lambda terminal: IN_ASCII not in terminal.text)
    tour.press("z", lambda terminal: "what undoing costs" not in terminal.text)
    tour.press("z", lambda terminal: terminal.screen.cells[10][0] in LINES)
    tour.page(beside_line)
    tour.press("escape", titled("Board"))
    tour.press("d", has("✓ still"))
    tour.press("ctrl+r", has("▌reason"))
    tour.press("escape", titled("Board"))
    tour.press("4", chosen("verify"))
    tour.look("v", has("▌ Conditions"))
    tour.look("b", has("▌ Conditions"))
    tour.press("2", chosen("plan"))
    tour.look("f", has("1 │ ", "OPTIONS", "unusual"))
    tour.press("1", chosen("capture"))
    tour.press("j", has(f"▌#{BROKEN} "))
    tour.press("j", has(f"▌#{BLOCKED} "))
    tour.look("u", has("1 │ ", "Conditions"))
    tour.look("X", has("▌ Conditions"))
    tour.look("R", has("▌ Claim"))


def others(tour: Tour) -> None:
    """A task that no rule takes, and one on which somebody else decides while it is looked at."""
    tour.press("ctrl+p", has(BOX))
    tour.press(f"#{FORGED}", has(f"▌#{FORGED} "))
    tour.press("enter", has("cannot be shown"))
    tour.press("escape", titled("Board"))
    (late,) = {visit.ledger.ask(visit.pen(), visit.pen(whole=False)) for visit in tour.visits}
    for visit in tour.visits:
        visit.terminal.until(lambda visit=visit: visit.emulator.bells and visit.notified)
    tour.press("ctrl+p", has(BOX))
    tour.press(f"#{late}", has(f"▌#{late} "))
    tour.press("enter", opened)
    tour.press("A", has("1 │ ", "what undoing costs"))
    for visit in tour.visits:
        visit.ledger.recorder.approve(late, visit.pen.name())
    tour.see(has("DISARMED"))
    tour.press("escape", titled("Task"))
    tour.press("escape", titled("Board"))


def narrow(tour: Tour) -> None:
    """What stands side by side stands one below the other in a narrow terminal."""
    for visit in tour.visits:
        visit.terminal.resize(*NARROW)
    tour.see(lambda terminal: "need you" in terminal.screen.rows[0])
    for number, name in enumerate(COLUMNS, start=1):
        tour.press(str(number), chosen(name))
    tour.press("4", chosen("verify"))
    tabs(tour, "Verification", "Judgments", "Timeline")
    tour.press("enter", opened)
    tour.press("5", chosen("Judgments"))
    tour.press("c", has("c shows one alone"))
    tour.page(under_line)
    tour.press("escape", titled("Board"))
    tour.press("3", chosen("execute"))
    tour.look("A", has("1 │ ", "what undoing costs"))
    tour.press("1", chosen("capture"))
    tabs(tour, "Timeline")
    tour.press("j", has(f"▌#{ABANDONED} "))
    tabs(tour, "Timeline")
    tour.press("2", chosen("plan"))
    tabs(tour, "Plan", "Timeline")


def tabs(tour: Tour, *names: str) -> None:
    """Some tabs of the task under the cursor."""
    tour.press("enter", opened)
    for name in names:
        tour.press(str(TABS.index(name) + 1), chosen(name))
        tour.page(under_line)
    tour.press("escape", titled("Board"))


PARTS = (lists, task, decisions, others, narrow)


def visits_of(tmp_path: Path, pens: Sequence[Pen], stack: ExitStack) -> Iterator[Visit]:
    """A full ledger for each pen, and a program that shows it."""
    for number, pen in enumerate(pens):
        ledger = home(tmp_path / str(number), pen)
        full = fill(ledger, pen)
        full.forged()
        full.broken()
        stack.enter_context(lock_held(ledger, pen))
        columns, rows = SIZE
        terminal = ledger.cookui("--operator", full.operator, columns=columns, rows=rows)
        yield Visit(ledger, pen, stack.enter_context(terminal))


def tour(tmp_path: Path, *pens: Pen) -> list[Visit]:
    """Makes the tour with a ledger of each pen."""
    with ExitStack() as stack:
        visits = list(visits_of(tmp_path, pens, stack))
        made = Tour(visits)
        for visit in visits:
            visit.terminal.until("there is no setting called")
        # From here on the programs know that the terminal takes a frame as a whole.
        made.press("r", has("is being read again"))
        for part in PARTS:
            part(made)
        for visit in visits:
            visit.terminal.send(b"q")
        for visit in visits:
            assert visit.terminal.ended() == 0, visit.terminal.text
            assert visit.terminal.is_sane
        return visits
