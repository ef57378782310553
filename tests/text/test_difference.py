"""How one text differs from another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.difference import STEPS, _matches, _Steps, difference
from tests.text.hostile import texts

near = st.text("ab \n-", max_size=14)


def exact(old, new):
    spans = difference(old, new)
    assert "".join(span.text for span in spans if span.kind != "new") == old
    assert "".join(span.text for span in spans if span.kind != "old") == new
    return spans


@given(old=texts, new=texts)
def test_the_spans_are_both_texts_whatever_they_are(old, new):
    exact(old, new)


@given(old=near, new=near)
def test_no_span_is_empty_and_old_comes_before_new(old, new):
    spans = exact(old, new)
    assert all(span.text for span in spans)
    for before, after in pairwise(spans):
        assert before.kind != after.kind
        assert (before.kind, after.kind) != ("new", "old")


@given(text=texts)
def test_a_text_does_not_differ_from_itself(text):
    assert [span.kind for span in difference(text, text)] == (["same"] if text else [])


@given(text=texts, added=st.text(min_size=1, max_size=5), at=st.integers(0, 40))
def test_one_insertion_is_one_span_as_long_as_it(text, added, at):
    spans = exact(text, text[:at] + added + text[at:])
    assert [len(span.text) for span in spans if span.kind != "same"] == [len(added)]


@given(old=st.lists(st.sampled_from("abc"), max_size=9), new=st.lists(st.sampled_from("abc"), max_size=9))
def test_the_way_found_is_a_shortest(old, new):
    matches = _matches(old, new, _Steps())
    for match in matches:
        assert old[match.old : match.old + match.length] == new[match.new : match.new + match.length]
    for before, after in pairwise(matches):
        assert before.old + before.length <= after.old
        assert before.new + before.length <= after.new
    assert sum(match.length for match in matches) == longest_common(old, new)


def longest_common(old, new):
    row = [0] * (len(new) + 1)
    for one in old:
        above = row
        row = [0]
        for column, other in enumerate(new):
            row.append(above[column] + 1 if one == other else max(above[column + 1], row[column]))
    return row[-1]


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("orders-db-2 answers f", "orders-db-3 answers t", "orders-db-[2|3] answers [f|t]"),
        ("stop for 30 s.", "stop for 300 s.", "stop for 30[|0] s."),
        ("one\ntwo\nthree\n", "one\nthree\n", "one\nt[wo\nt|]hree\n"),
        ("executed", "planned", "[execut|plann]ed"),
        ("", "all new", "[|all new]"),
        ("e\u0301", "é", "[e\u0301|é]"),
        ("Delete logs", "Delete logs ", "Delete logs[| ]"),
    ],
)
def test_what_is_marked(old, new, marked):
    drawn, spans = "", exact(old, new)
    while spans:
        kind, text = spans.pop(0)
        if kind == "same":
            drawn += text
            continue
        gone, come = (text, "") if kind == "old" else ("", text)
        if kind == "old" and spans and spans[0].kind == "new":
            come = spans.pop(0).text
        drawn += f"[{gone}|{come}]"
    assert drawn == marked


@pytest.mark.parametrize("parts", ["ab", "ab \n", "a\n", "abcdefgh \n"])
def test_two_hostile_texts_are_compared_in_so_many_steps(parts, monkeypatch):
    import random

    from cookui.text import difference as module

    kept = []

    class Counted(_Steps):
        def __init__(self):
            super().__init__()
            kept.append(self)

    monkeypatch.setattr(module, "_Steps", Counted)
    chance = random.Random(7)
    old, new = ("".join(chance.choices(parts, k=50_000)) for _ in range(2))
    exact(old, new)
    assert len(kept) == 3
    assert all(steps.left > -2 * STEPS for steps in kept)
