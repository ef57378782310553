"""Texts as nobody would write them by accident, for every test that shows or folds or compares text."""

from __future__ import annotations

from hypothesis import strategies as st

FAMILIES = {
    "clear line": "\x1b[2K\x1b[31m",
    "cursor": "\x1b[26D\x1b[A",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://x\x1b\\",
    "clipboard": "\x1b]52;c;Zm9v\x07",
    "device": "\x1bP+q544e\x1b\\",
    "asks back": "\x1b[c\x1b[6n",
    "c1": "\x9b31m\x9d0;x\x9c\x85",
    "bidi": "\u202e/ tob \u2066x\u2069\u200f\u061c",
    "zero width": "a\u200bb\u200cc\u200dd\u2060e\ufeff",
    "tags": "\U000e0041\U000e007f",
    "variations": "✔\ufe0f\U000e0100",
    "combining": "e\u0301\u0300\u036f" * 3,
    "right to left": "שלום مرحبا ١٢",
    "wide": "漢字ｶﾅ가",
    "fused": "가ᄀ\uff9e",
    "emoji": "👩\u200d👩\u200d👧 👍🏽 🇩🇪 1\ufe0f\u20e3",
    "blanks": "\u00a0\u2003\u3000\u3164\u2800\u00ad",
    "line ends": "a\r\nb\rc\x0bd\x0ce\u2028f\u2029g\x85h\x1ci",
    "markup": "[/] [@click=app.quit]x[/] [red]y[/red] \\[z]",
    "our marks": "⟦ESC⟧ ⟦U+202E⟧ ⇥ ↵ · … ⟦ ⟧ ⟦⟦",
    "our escapes": "\\x1b \\u202e \\n \\\\ \\",
    "surrogates": "\ud800 \udfff\udbff",
    "private": "\ue000\U0010ffff\U000fffff\uffff",
    "nul": "a\x00b\x7f",
    "trailing": "a   \n \n\n  ",
}
"""The known ways to deceive, by name."""

characters = st.characters(exclude_categories=())
texts = st.lists(
    st.one_of(
        st.text(characters, max_size=6),
        st.sampled_from(list(FAMILIES.values())),
        st.sampled_from([*"⟦⟧⇥↵·… \n\t\\", "  ", " \n", "⟦U+", "\\x", "漢", "a" * 9]),
    ),
    max_size=12,
).map("".join)
"""Any text at all, lone surrogates included, and rather more deceit than chance would bring."""
