"""Planned postconditions beside a verifier's rows: pairs by number, differences marked and counted."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.tui.views import verification
from cookui.tui.views.rows import Outside, Row, Words
from cookui.tui.views.subject import Subject
from cookui.tui.views.tabs import Tab, badges
from cookui.tui.views.verification import Fit, pair
from tests.tui.views.making import Making, row, said, screen

Json = dict[str, Any]


def rows(*texts: str, ok: bool = True) -> list[Json]:
    return [{"postcondition": each, "ok": ok, "evidence": f"saw {each}"} for each in texts]


@pytest.mark.parametrize(
    ("planned", "found", "fits"),
    [
        (["a", "b"], ["a", "b"], [Fit.SAME, Fit.SAME]),
        (["a", "b"], ["a", "x"], [Fit.SAME, Fit.DIFFERS]),
        (["a", "b"], ["b", "a"], [Fit.MOVED, Fit.MOVED]),
        (["a", "b"], ["a"], [Fit.SAME, Fit.MISSING]),
        (["a"], ["a", "b"], [Fit.SAME, Fit.EXTRA]),
        (["a"], ["a", "a"], [Fit.SAME, Fit.MOVED]),
        (["a"], ["a "], [Fit.DIFFERS]),
        (["caf\u00e9"], ["cafe\u0301"], [Fit.DIFFERS]),
        (["orders"], ["\u043erders"], [Fit.DIFFERS]),
        (["a"], ["A"], [Fit.DIFFERS]),
        ([], [], []),
    ],
)
def test_pairs_are_by_number_and_compared_by_code_point(
    planned: list[str], found: list[str], fits: list[Fit]
) -> None:
    pairs = pair(planned, rows(*found))
    assert [each.fit for each in pairs] == fits
    assert [each.number for each in pairs] == list(range(1, len(fits) + 1))


def test_a_row_out_of_order_says_whose_text_it_is() -> None:
    assert [each.other for each in pair(["a", "b", "c"], rows("c", "b", "a"))] == [3, 0, 1]


def altered(*found: Json) -> Making:
    """A verified task whose stored rows are others than the plan's, as in an imported or edited ledger."""
    made = Making().walk("reverify-eligible", 3)
    assert made.document is not None
    stored = {**made.document["verification"], "postconditions": list(found)}
    made.document = {**made.document, "verification": stored}
    return made


PLANNED = [
    "orders-db-2 answers pg_is_in_recovery() = f",
    "orders-db-1 refuses connections on 5432",
    "replication lag of orders-db-3 is below 1 MB",
]


def marked(one: Row, cell: int) -> list[str]:
    """The characters of a cell that are marked."""
    return [
        frag.text[begin:end]
        for frag in one.cells[cell].body
        if isinstance(frag, Outside)
        for begin, end in frag.marks
    ]


def shown(*found: Json) -> tuple[Row, ...]:
    subject = altered(*found).subject(
        verification={
            "verdict": "pass",
            "reportedVerdict": "pass",
            "verifier_agent_id": "ver-1",
            "postconditions": list(found),
            "findings": [],
            "evidence": [],
        }
    )
    assert subject.document["plan"]["postconditions"] == PLANNED
    return verification.page(subject)


def test_differing_characters_are_marked_on_both_sides_and_counted() -> None:
    page = shown(*rows(PLANNED[0], "orders-db-7 refuses connections on 5432", PLANNED[2]))
    assert "1 row does not match the plan" in said(row(page, "head:verification"))
    pair_of_two = row(page, "post-2")
    assert marked(pair_of_two, 0) == ["1"]
    assert marked(pair_of_two, 1) == ["7"]
    assert "differs from the plan" in said(pair_of_two)
    assert marked(row(page, "post-1"), 0) == marked(row(page, "post-1"), 1) == []


def test_missing_extra_and_misplaced_rows_are_told() -> None:
    page = shown(*rows(PLANNED[1], PLANNED[0]))
    assert "3 rows do not match the plan" in said(row(page, "head:verification"))
    assert "out of order: this is the text of number 2" in said(row(page, "post-1"))
    assert "missing" in said(row(page, "post-3"))
    page = shown(*rows(*PLANNED, "and nobody noticed"))
    assert "nothing planned under this number" in said(row(page, "post-4"))
    assert marked(row(page, "post-4"), 1) == ["and nobody noticed"]


def badge(subject: Subject) -> str:
    found = badges(subject)[list(Tab).index(Tab.VERIFICATION)]
    assert isinstance(found, Words)
    return found.text


def test_a_verification_that_does_not_match_says_so_on_its_tab() -> None:
    subject = Making().walk("happy-no-approval").subject()
    assert badge(subject) == "✓"
    stored = subject.document["verification"]
    fewer = {**stored, "postconditions": stored["postconditions"][:-1]}
    assert badge(Making().walk("happy-no-approval").subject(verification=fewer)) == "≠"


def test_a_false_row_stands_beside_what_was_planned() -> None:
    page = verification.page(Making().walk("reverify-eligible", 3).subject())
    false = [each for each in page if each.key.startswith("post-") and "✗ false" in said(each)]
    assert len(false) == 1
    planned = [frag.text for frag in false[0].cells[0].body if isinstance(frag, Outside)]
    found = [frag.text for frag in false[0].cells[1].body if isinstance(frag, Outside)]
    assert planned[0] == found[0]
    assert "✗ 1 false" in said(row(page, "head:verification"))
    assert "every row matches the plan" in said(row(page, "head:verification"))


def test_side_by_side_needs_a_hundred_columns() -> None:
    page = verification.page(Making().walk("reverify-eligible", 3).subject())
    wide = [line for line in screen(page, 116) if PLANNED[1] in line]
    assert wide[0].count(PLANNED[1]) == 2
    narrow = [line for line in screen(page, 76) if PLANNED[1] in line]
    assert [line.count(PLANNED[1]) for line in narrow[:2]] == [1, 1]


def test_reported_and_derived_verdict_stand_side_by_side() -> None:
    made = Making().walk("refute-refuted-ships")
    page = verification.page(made.subject())
    verdict = said(row(page, "verdict"))
    reported = made.subject().document["verification"]["reportedVerdict"]
    assert reported == "needs-work"
    assert "✓ pass derived · reported ✗ needs-work" in verdict
    assert "another agent ✓" in said(row(page, "verifier"))


def test_a_verifier_that_executed_is_not_called_independent() -> None:
    made = Making().walk("happy-no-approval")
    assert made.document is not None
    executor = made.document["execution"]["executor_agent_id"]
    stored = {**made.document["verification"], "verifier_agent_id": executor}
    page = verification.page(made.subject(verification=stored))
    assert "THE SAME AGENT" in said(row(page, "verifier"))


def test_what_waits_for_a_verifier_says_how_far_it_is() -> None:
    made = Making().walk("happy-no-approval", 2).progress(2, 3, "querying orders-db-3")
    page = verification.page(made.subject())
    assert "none verified yet" in said(row(page, "head:verification"))
    assert "step 2 of 3 · querying orders-db-3" in said(row(page, "verdict"))
    assert "not verified yet" in said(row(page, "post-1"))
    assert not [each for each in page if each.key.startswith("head:finding")]


def test_a_task_without_a_plan_has_nothing_to_verify() -> None:
    page = verification.page(Making().subject())
    assert "No plan says yet" in said(row(page, "none"))
