"""The list by key: whatever happens in the background, cursor and scroll stay with their entries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.strip import Strip

from cookui.tui import styles
from cookui.tui.widgets.ink import INKS
from cookui.tui.widgets.listing import Listing
from tests.tui.driving import lines

HEIGHT = 10


class Numbers(Listing[int]):
    """Entries that are numbers."""

    def draw(self, key: int, width: int, base: Style, selected: bool) -> Sequence[Strip]:
        return (self.line([(f"{'>' if selected else ' '}{key}", "plain")], width, base),)


class Inks(Screen[None]):
    """What the list is written in."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(INKS)


class Bench(App[None]):
    """A list and nothing else."""

    CSS_PATH = styles.path("app")
    read_only = False

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, Any]] = []

    def compose(self) -> ComposeResult:
        yield Numbers()

    def get_css_variables(self) -> dict[str, str]:
        return super().get_css_variables() | {"quiet": "#888888"}

    def get_default_screen(self) -> Screen[Any]:
        return Inks()

    @property
    def listing(self) -> Numbers:
        return self.query_one(Numbers)

    def on_listing_selected(self, event: Listing.Selected) -> None:
        self.heard.append(("selected", event.key))

    def on_listing_opened(self, event: Listing.Opened) -> None:
        self.heard.append(("opened", event.key))


def seen(listing: Numbers) -> list[str]:
    return [line.strip() for line in lines(listing) if line.strip()]


async def test_keys_move_and_stop_at_the_ends() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        app.listing.reorder(range(100))
        app.listing.focus()
        for keys, expected in (
            (["j", "down", "k"], 1),
            (["G"], 99),
            (["j"], 99),
            (["ctrl+u"], 94),
            (["pageup"], 84),
            (["ctrl+d", "pagedown"], 99),
            (["g"], 0),
            (["up"], 0),
        ):
            await pilot.press(*keys)
            assert app.listing.selected == expected
            assert f">{expected}" in seen(app.listing)


async def test_a_click_selects_and_a_double_click_opens() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        app.listing.reorder(range(100))
        await pilot.click(Numbers, offset=(3, 4))
        assert app.heard == [("selected", 4)]
        await pilot.double_click(Numbers, offset=(3, 6))
        assert app.heard[1:] == [("selected", 6), ("opened", 6)]
        await pilot.press("enter")
        assert app.heard[3:] == [("opened", 6)]


async def test_an_entry_that_went_away_is_not_opened_and_the_next_move_goes_on_from_its_place() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        app.listing.reorder(range(100))
        app.listing.focus()
        app.listing.select(5)
        app.listing.reorder([key for key in range(100) if key != 5])
        await pilot.press("enter")
        assert app.listing.current is None
        assert app.listing.selected == 5
        assert not any(line.startswith(">") for line in seen(app.listing))
        app.listing.reorder(range(100))
        assert app.listing.current == 5
        app.listing.reorder([key for key in range(100) if key != 5])
        await pilot.press("j")
        assert app.listing.current in (6, 7)
        assert ("opened", 5) not in app.heard


async def test_at_the_very_top_what_is_new_comes_into_sight() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)):
        app.listing.reorder(range(10, 100))
        app.listing.select(12)
        app.listing.reorder([1, 2, *range(10, 100)])
        assert seen(app.listing)[:5] == ["1", "2", "10", "11", ">12"]
        app.listing.reorder([*range(12), *range(12, 100)])
        assert ">12" in seen(app.listing)


@settings(max_examples=40)
@given(st.data())
def test_background_changes_move_nothing_that_is_looked_at(data: st.DataObject) -> None:
    """Entries come, go and change places; the anchor stays on its line unless the list is too short."""
    import asyncio

    async def check() -> None:
        app = Bench()
        async with app.run_test(size=(20, HEIGHT)) as pilot:
            listing = app.listing
            before = list(range(60))
            listing.reorder(before)
            listing.select(data.draw(st.integers(0, 59)))
            if data.draw(st.booleans()):
                listing.scroll_to(y=data.draw(st.integers(0, 50)), animate=False, immediate=True)
            await pilot.pause()
            shown = seen(listing)
            in_sight = f">{listing.selected}" in shown
            anchor = f">{listing.selected}" if in_sight else shown[0]
            scrolled = listing.scroll_offset.y
            gone = data.draw(st.sets(st.integers(0, 59), max_size=8)) - {int(anchor.strip(">"))}
            come = data.draw(st.lists(st.integers(100, 120), unique=True, max_size=8))
            after = data.draw(st.permutations(come + [key for key in before if key not in gone]))
            listing.reorder(after)
            await pilot.pause()
            assert listing.selected in (*after, *gone)
            at = after.index(int(anchor.strip(">")))
            line = shown.index(anchor)
            reachable = 0 <= at - line <= max(0, len(after) - HEIGHT)
            if scrolled and reachable:
                assert seen(listing)[line] == anchor
            elif in_sight:
                assert anchor in seen(listing)
            assert app.heard.count(("selected", listing.selected)) <= 1

    asyncio.run(check())


async def test_lines_that_are_kept_are_drawn_anew_whenever_they_would_look_different() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        listing = app.listing
        listing.reorder(range(100))
        looks = []

        async def look() -> None:
            await pilot.pause()
            painted = listing.render_lines(listing.size.region)
            listing._drawn = None
            assert painted == listing.render_lines(listing.size.region)
            looks.append([list(strip) for strip in painted])

        app.set_focus(None)
        await look()
        listing.focus()
        await look()
        await pilot.press("j")
        await look()
        listing.scroll_to(y=30, animate=False, immediate=True)
        await look()
        listing.reorder(range(50, 100))
        await look()
        app.theme = "textual-light"
        await look()
        listing.select(60)
        await look()
        app.set_focus(None)
        await look()
        listing.styles.width = 12
        await look()
        listing.styles.background = "red"
        await look()
        assert [n for n, (before, after) in enumerate(pairwise(looks)) if before == after] == []


async def test_the_room_to_scroll_is_that_of_the_entries() -> None:
    app = Bench()
    async with app.run_test(size=(20, HEIGHT)) as pilot:
        for count in (3, 30, 31, HEIGHT, HEIGHT + 1, 0, 25, 100, 99, 1):
            app.listing.reorder(range(count))
            await pilot.pause()
            assert app.listing.max_scroll_y == max(0, count - HEIGHT)
            if count > HEIGHT:
                assert app.listing.show_vertical_scrollbar
                assert app.listing.vertical_scrollbar.window_virtual_size == count
            assert len(seen(app.listing)) == min(count, HEIGHT)
