"""Outside text as content for Textual, and the net under everything that is drawn."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import ControlType, Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.widgets import Static

from cookui.text.allowed import is_allowed
from cookui.text.visible import decode, lines, single, visible
from cookui.tui.shown import Net, shown, shown_line, shown_text
from tests.text.hostile import FAMILIES, texts

BLACK = Color(0, 0, 0)


@given(text=texts)
def test_content_says_what_the_visible_form_says(text):
    content = shown(text)
    assert content.plain.split("\n") == (lines(text) or [""])
    assert decode(content.plain.replace("\n", "")) == text


@given(text=texts, limit=st.one_of(st.none(), st.integers(0, 30)))
def test_a_line_of_content_and_of_text_is_the_single_line(text, limit):
    assert shown_line(text, limit).plain == shown_text(text, limit).plain == single(text, limit)


@given(text=texts)
def test_the_ascii_form_is_to_be_had_everywhere(text):
    escaped = visible(text, ascii=True)
    assert shown(text, ascii=True).plain.replace("\n", "") == escaped
    escaped_line = single(text, ascii=True)
    assert shown_line(text, ascii=True).plain == shown_text(text, ascii=True).plain == escaped_line


def test_marks_and_foreign_letters_differ_in_style_without_any_colour():
    content = shown_line("a а\x1b\t ")
    styles = {content.plain[span.start : span.end]: span.style for span in content.spans}
    assert styles["а"].underline
    assert styles["⟦ESC⟧"].reverse
    assert styles["⟦ESC⟧"].bold
    assert styles["⇥"].bold
    assert styles["·"].bold
    assert all(style.foreground is None and style.background is None for style in styles.values())
    text = shown_text("а\x1b")
    assert [str(span.style) for span in text.spans] == ["underline", "bold reverse"]


@pytest.mark.parametrize(
    "text", ["[/]", "deploy [prod] to eu", "[@click=app.quit]x[/]", "[red]a[/red]", "\\["]
)
async def test_markup_is_only_text(text):
    class Showing(App[None]):
        def compose(self) -> ComposeResult:
            yield Static(shown(text))

    app = Showing()
    async with app.run_test(size=(40, 3)):
        assert app.query_one(Static).render_line(0).text.strip() == text


def caught(text: str) -> str:
    return "".join(segment.text for segment in Net().apply([Segment(text)], BLACK))


def test_of_every_code_point_only_what_is_allowed_comes_through_the_net():
    for plane in range(17):
        sent = caught("".join(map(chr, range(plane << 16, plane + 1 << 16))))
        assert [char for char in set(sent) if not is_allowed(ord(char))] == []


def test_what_is_allowed_comes_through_unchanged_the_marks_among_it():
    text = "".join(chr(code) for code in range(sys.maxunicode + 1) if is_allowed(code))
    assert caught(text) == text
    assert caught(visible("".join(FAMILIES.values()))) == visible("".join(FAMILIES.values()))


@given(text=texts)
def test_the_net_changes_no_width(text):
    plain = "".join(char for char in text if char not in "\u200d\ufe0f")  # which change their neighbour's
    assert cell_len(caught(plain)) == cell_len(plain)


def test_the_net_keeps_styles_and_leaves_the_toolkits_own_controls_alone():
    style = Style(bold=True)
    control = Segment("\x1b[2J", None, [(ControlType.CLEAR,)])
    assert Net().apply([Segment("a\x1bא", style), control], BLACK) == [Segment("a?", style), control]


def test_what_is_harmless_is_not_copied():
    segments = [Segment("plain"), Segment(" words")]
    assert Net().apply(segments, BLACK) is segments


async def test_under_an_app_the_net_catches_what_any_widget_lets_through():
    class Careless(App[None]):
        net = Net()

        def get_line_filters(self):
            return [self.net, *super().get_line_filters()]

        def compose(self) -> ComposeResult:
            for text in FAMILIES.values():
                yield Static(text, markup=False)

    app = Careless()
    async with app.run_test(size=(60, 40)):
        strips = app.screen._compositor.render_strips()
        sent = {char for strip in strips for segment in strip for char in segment.text}
        assert [char for char in sent if not is_allowed(ord(char))] == []
        assert "?" in sent
