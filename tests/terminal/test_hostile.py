"""Whatever stands in whichever field, on whichever screen: the terminal is told nothing that it is not told
anyway, and what is drawn is what is stored.

The same tour through every screen is made over a ledger full of harmless texts, and at the same time over
others full of hostile ones. What may differ is what is drawn; the orders, the colours, the modes, where the
cursor rests, the title and the clipboard may not. And every text must be read back: wherever one is drawn,
it decodes to the stored one, or to its beginning and the number of characters that were left out.
"""

from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.terminal.hostile import HARMLESS, KNOWN, Pen
from tests.terminal.sequences import printed, shapes
from tests.terminal.test_exact import HIDDEN
from tests.terminal.tour import Visit, tour
from tests.text.hostile import texts

TOURS = int(os.environ.get("COOKUI_TOURS", "1"))
"""How many tours are made with arbitrary text: ask for more where there is time."""

MOST, LINES = 80, 5
"""Characters and lines of an arbitrary text; with longer ones a tour takes longer, and sees nothing else."""


def storable(text: str) -> str:
    """`text` without what is refused on entry."""
    encodable = "".join(char for char in text if not "\ud800" <= char <= "\udfff")
    return "\n".join(encodable.split("\n")[:LINES])[:MOST]


arbitrary = texts.map(storable).filter(lambda text: len(set(text)) > 12)
"""Of many different characters: hypothesis tries the simplest text of all first, and once is enough here."""


def assert_harmless(met: Visit, usual: Visit) -> None:
    assert shapes(met.tokens) <= shapes(usual.tokens)
    assert met.orders <= usual.orders
    assert met.rests <= usual.rests
    assert met.emulator.titles == usual.emulator.titles
    assert met.emulator.clipboard == usual.emulator.clipboard
    assert met.emulator.modes == usual.emulator.modes
    drawn = printed(met.tokens) + "".join(met.notices)
    assert {f"U+{ord(char):04X}" for char in drawn if unicodedata.category(char) in HIDDEN} == set()


def assert_read(met: Visit) -> None:
    """Every text was seen, and whole, but for those that are nowhere shown whole."""
    assert met.notified
    for notice in met.notified:
        met.read_cells([list(notice)])
    written = met.pen.written
    assert [text for number, text in enumerate(written) if number not in met.seen] == []
    assert [text for number, text in enumerate(written) if number not in met.whole | met.pen.cut] == []


@settings(max_examples=1, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.lists(arbitrary, min_size=TOURS, max_size=TOURS))
def test_no_text_is_obeyed_and_each_can_be_read_back(
    tmp_path_factory: pytest.TempPathFactory, written: list[str]
) -> None:
    pens = [Pen(*KNOWN), *map(Pen, written)]
    for at in range(0, len(pens), 2):
        usual, *others = tour(tmp_path_factory.mktemp("tour"), Pen(HARMLESS), *pens[at : at + 2])
        assert_read(usual)
        for met in others:
            assert_harmless(met, usual)
            assert_read(met)
