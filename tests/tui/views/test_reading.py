"""The place where somebody reads: nothing that happens in the background moves it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cookui.tui.views.reading import Place, Reading
from cookui.tui.views.rows import Outside, Page, Row, gap, heading, item

WIDTH, HEIGHT = 40, 8


def entry(name: int, lines: int = 1) -> Row:
    return item(f"row-{name}", "", Outside("\n".join(f"{name}.{line}" for line in range(lines))))


def page(*names: int, lines: int = 1) -> Page:
    return tuple(entry(name, lines) for name in names)


def reading(shown: Page, cursor: str | None = None) -> Reading:
    made = Reading()
    made.window(WIDTH, HEIGHT)
    made.show(shown)
    if cursor is not None:
        index = made.stack.index(cursor)
        assert index is not None
        made.to(index)
    return made


def line_of_cursor(read: Reading) -> int:
    assert read.index is not None
    return read.stack.span(read.index)[0] - read.y


NAMES = st.lists(st.integers(0, 60), min_size=1, max_size=50, unique=True)


@given(NAMES, NAMES, st.data())
def test_the_row_under_the_cursor_stays_on_its_line(
    before: list[int], after: list[int], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(before))
    read = reading(page(*before), f"row-{name}")
    line, y = line_of_cursor(read), read.y
    after = after if name in after else [*after, name]
    read.show(page(*after))
    assert read.row is not None
    assert read.row.key == f"row-{name}"
    furthest = max(0, read.stack.height - HEIGHT)
    if y and 0 < read.y < furthest:
        assert line_of_cursor(read) == line


@given(NAMES, st.integers(0, 60), st.integers(0, 60))
def test_what_is_in_sight_stays_while_the_cursor_is_not(names: list[int], y: int, more: int) -> None:
    read = reading(page(*names))
    read.go(y)
    if read.in_sight() or read.y == 0:
        return
    top = read.page[read.stack.at(read.y)].key
    new = [100 + number for number in range(more)]
    read.show(page(*new, *names))
    assert read.page[read.stack.at(read.y)].key == top


HEIGHTS = st.lists(st.sampled_from([0, 1, 1, 2, 7, 8, 9, 20]), min_size=1, max_size=30)


@given(HEIGHTS, st.sampled_from([1, 0.5]), st.data())
def test_paging_passes_over_no_line_and_comes_to_the_end(
    heights: list[int], pages: float, data: st.DataObject
) -> None:
    """However high the rows are: one that is higher than the window was never got past."""
    rows = [entry(number, lines) if lines else gap(str(number)) for number, lines in enumerate(heights)]
    read = reading(tuple(rows))
    furthest = max(0, read.stack.height - HEIGHT)
    read.to(data.draw(st.integers(0, len(rows) - 1)))
    for way, end in ((pages, furthest), (-pages, 0), (pages, furthest)):
        while read.y != end:
            before = read.y
            read.leap_pages(way)
            moved = (read.y - before) * (1 if way > 0 else -1)
            assert 0 < moved < HEIGHT
            stops = [row for row in read.rows_in_sight() if row.stops]
            assert read.in_sight() or not stops


def test_at_the_very_top_new_rows_come_in_there() -> None:
    read = reading(page(3, 2, 1))
    read.show(page(4, 3, 2, 1))
    assert read.y == 0
    assert read.row == entry(3)


def test_the_cursor_takes_the_place_of_a_row_that_is_gone() -> None:
    read = reading(page(1, 2, 3, 4), "row-2")
    read.show(page(1, 3, 4))
    assert read.row == entry(3)
    read.show(page())
    assert read.row is None
    read.show(page(9))
    assert read.row == entry(9)


def test_a_row_higher_than_the_window_is_read_line_by_line() -> None:
    read = reading(page(1, 2, lines=12), "row-1")
    seen = []
    for _ in range(5):
        read.step(1)
        seen.append((read.row, read.y))
    assert [y for _, y in seen] == [1, 2, 3, 4, 12]
    assert seen[-1][0] == entry(2, 12)
    read.step(-1)
    assert (read.row, read.y) == (entry(1, 12), 0)


def test_gaps_are_passed_over() -> None:
    read = reading((entry(1), gap("x"), entry(2)), "row-1")
    read.step(1)
    assert read.row == entry(2)
    read.step(-1)
    assert read.row == entry(1)


def test_leaping_goes_by_windows_and_reaches_both_ends() -> None:
    read = reading(page(*range(30)), "row-2")
    read.leap_pages(0.5)
    assert (read.row, read.y) == (entry(6), 4)
    read.leap_pages(1)
    assert (read.row, read.y) == (entry(13), 11)
    for _ in range(9):
        read.leap_pages(1)
    assert (read.row, read.y) == (entry(29), 22)
    for _ in range(9):
        read.leap_pages(-1)
    assert (read.row, read.y) == (entry(0), 0)


def test_first_and_last() -> None:
    read = reading(page(*range(30)), "row-12")
    read.last()
    assert (read.row, read.y) == (entry(29), 22)
    read.first()
    assert (read.row, read.y) == (entry(0), 0)


def test_headings_are_gone_to_and_shown_at_the_top() -> None:
    shown = (heading("a", "A"), *page(*range(20)), heading("b", "B"), *page(*range(20, 40)))
    read = reading(shown)
    read.heading(1)
    assert read.row is not None
    assert (read.row.key, read.y) == ("head:b", 21)
    read.heading(1)
    assert read.row.key == "head:b"
    read.heading(-1)
    assert (read.row.key, read.y) == ("head:a", 0)


def test_a_place_is_gone_to_even_before_there_is_a_window() -> None:
    read = Reading()
    read.show(page(*range(30)), Place("row-12", 9))
    assert read.place == Place("row-12", 9)
    read.window(WIDTH, HEIGHT)
    assert (read.row, read.y) == (entry(12), 9)


def test_another_width_keeps_the_row_in_its_place() -> None:
    rows = tuple(item(f"row-{name}", "", Outside("word " * 20)) for name in range(20))
    read = reading(rows, "row-7")
    read.go(read.y + 1)
    line = line_of_cursor(read)
    read.window(WIDTH * 2, HEIGHT)
    assert read.row == rows[7]
    assert line_of_cursor(read) == line
