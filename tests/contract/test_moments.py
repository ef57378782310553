"""Section 1: times, wherever one is taken."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract.model import check_document
from cookui.contract.moments import is_moment
from cookui.contract.refusal import Refusal
from cookui.recorder.shape import card_flaw
from tests.contract.playing import pending

NONE: list[Any] = [
    "",
    None,
    20260101,
    "2026-99-99T99:99:99.999Z",
    "2026-02-30T12:00:00.000Z",
    "2026-01-01T24:00:01.000Z",
    "2026-01-01T12:00:60.000Z",
    "0000-01-01T12:00:00.000Z",
    "2026-01-01T12:00:00Z",
    "2026-01-01T12:00:00.000000Z",
    "2026-01-01T12:00:00.000+00:00",
    "2026-01-01 12:00:00.000Z",
    "2026-01-01T12:00:00.000Z\n",
    "٢٠٢٦-01-01T12:00:00.000Z",
]


@pytest.mark.parametrize("given", ["2026-01-01T12:00:00.000Z", "2024-02-29T23:59:59.999Z"])
def test_what_is_a_time(given: str) -> None:
    assert is_moment(given)


@pytest.mark.parametrize("given", NONE)
def test_what_is_none_is_refused_in_documents_and_in_cards(given: Any) -> None:
    assert not is_moment(given)
    story = pending()
    with pytest.raises(Refusal):
        check_document({**story.task, "createdAt": given})
    with pytest.raises(Refusal):
        check_document({**story.task, "claim": {"by": "driver", "at": given}})
    kept = story.card()
    assert card_flaw(kept) is None
    assert card_flaw({**kept, "lastActivityAt": given}) == "lastActivityAt"
    assert card_flaw({**kept, "now": {**kept["now"], "since": given}}) == "now"
