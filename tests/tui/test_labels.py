"""Labels of ledgers: as short as tells them apart."""

from __future__ import annotations

import pytest

from cookui.tui.keys import TaskKey
from cookui.tui.labels import labels_of, number_of


@pytest.mark.parametrize(
    ("projects", "labels"),
    [
        (["/srv/orders"], {}),
        (["/srv/orders", "/srv/payments/"], {"/srv/orders": "orders", "/srv/payments/": "payments"}),
        (
            ["/a/x/ops", "/a/y/ops", "/b/y/ops"],
            {"/a/x/ops": "x/ops", "/a/y/ops": "a/y/ops", "/b/y/ops": "b/y/ops"},
        ),
        (["ops", "/srv/ops"], {"ops": "ops", "/srv/ops": "srv/ops"}),
        ([".", ".."], {".": ".", "..": ".."}),
        (["/srv/\x1b[2J", "/srv/x"], {"/srv/\x1b[2J": "⟦ESC⟧[2J", "/srv/x": "x"}),
    ],
)
def test_a_label_is_as_short_as_tells_ledgers_apart(projects: list[str], labels: dict[str, str]) -> None:
    assert labels_of(projects) == labels


def test_a_number_has_its_ledger_before_it_where_there_are_several() -> None:
    assert number_of(TaskKey("/srv/orders", 12), {}) == "#12"
    assert number_of(TaskKey("/srv/orders", 12), {"/srv/orders": "orders"}) == "orders#12"
    assert number_of(TaskKey("/srv/orders", -77), {}) == "#?"
