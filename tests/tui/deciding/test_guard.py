"""The guard alone: what counts as typed, by time of arrival."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from cookui.tui.deciding.guard import FASTEST_S, QUIET_S, REPEAT_S, Guard, Verdict

CODE = "k7m2x"


def typed(guard: Guard, keys: list[str], start: float, gap: float) -> list[Verdict]:
    return [guard.offer("key", start + gap * index, key) for index, key in enumerate(keys)]


def settled() -> Guard:
    guard = Guard(0.0)
    assert guard.is_settled(QUIET_S)
    return guard


def test_it_listens_once_it_has_been_quiet_and_not_before() -> None:
    guard = Guard(10.0)
    assert not guard.is_settled(10.0 + QUIET_S - 0.001)
    assert guard.is_settled(10.0 + QUIET_S)


def test_every_kind_of_input_begins_the_wait_anew() -> None:
    for kind in ("key", "paste", "mouse"):
        guard = Guard(0.0)
        assert guard.offer(kind, 0.6, "a") is Verdict.SETTLING
        assert not guard.is_settled(0.6 + QUIET_S - 0.001)
        assert guard.is_settled(0.6 + QUIET_S)


def test_a_stream_of_keys_never_gets_in_however_long() -> None:
    guard = Guard(0.0)
    assert set(typed(guard, ["a", "enter"] * 500, 0.1, QUIET_S - 0.01)) == {Verdict.SETTLING}


def test_keys_from_before_the_screen_are_swallowed() -> None:
    guard = Guard(100.0)
    assert set(typed(guard, [*CODE, "enter"], 90.0, 0.3)) == {Verdict.SETTLING}
    assert not guard.is_settled(100.0 + QUIET_S - 0.001), "an old event must not shorten the wait"


def test_a_key_that_came_too_early_does_not_count_when_its_turn_comes() -> None:
    guard = settled()
    assert guard.is_settled(QUIET_S + 1.0)
    assert guard.offer("key", QUIET_S - 0.1, "enter") is Verdict.SETTLING
    assert not guard.is_settled(QUIET_S + QUIET_S - 0.11)


def test_typing_by_hand_counts() -> None:
    assert set(typed(settled(), [*CODE, "enter"], 5.0, 0.09)) == {Verdict.TYPED}


def test_two_keys_faster_than_a_hand_do_not() -> None:
    for gap in (0.0, 0.001, 0.010, FASTEST_S - 0.0005):
        first, *rest = typed(settled(), [*CODE, "enter"], 5.0, gap)
        assert first is Verdict.TYPED
        assert set(rest) == {Verdict.TOO_FAST}, gap


def test_a_held_key_does_not() -> None:
    for gap in (0.025, 0.033, 0.040, 0.090, 0.092, REPEAT_S - 0.001):
        first, *rest = typed(settled(), ["enter"] * 40, 5.0, gap)
        assert first is Verdict.TYPED
        assert set(rest) == {Verdict.REPEATED}, gap


def test_one_letter_twice_on_purpose_does() -> None:
    assert typed(settled(), ["m", "m"], 5.0, REPEAT_S + 0.01) == [Verdict.TYPED, Verdict.TYPED]


def test_a_paste_and_the_mouse_are_named() -> None:
    guard = settled()
    assert guard.offer("paste", 5.0) is Verdict.PASTED
    assert guard.offer("key", 5.001, "enter") is Verdict.TOO_FAST, "the key that rides behind a paste"
    assert guard.offer("mouse", 6.0) is Verdict.POINTED


def test_a_trembling_mouse_neither_hurries_a_key_nor_hides_a_held_one() -> None:
    guard = settled()
    assert guard.offer("mouse", 5.0) is Verdict.POINTED
    assert guard.offer("key", 5.001, "k") is Verdict.TYPED
    guard.offer("mouse", 5.02)
    assert guard.offer("key", 5.04, "k") is Verdict.REPEATED


def test_rearming_begins_the_wait_anew() -> None:
    guard = settled()
    guard.rearm(20.0)
    assert guard.offer("key", 20.5, "k") is Verdict.SETTLING
    assert guard.offer("key", 20.5 + QUIET_S, "k") is Verdict.TYPED


@example(gaps=[QUIET_S, 0.5], keys=["a", "b"])
@given(
    gaps=st.lists(st.floats(min_value=0.0, max_value=2.0), min_size=1, max_size=60),
    keys=st.lists(st.sampled_from(["a", "b", "enter"]), min_size=60, max_size=60),
)
def test_nothing_counts_that_was_not_preceded_by_quiet_and_typed_by_hand(
    gaps: list[float], keys: list[str]
) -> None:
    guard = Guard(0.0)
    at, before, last, quiet_once = 0.0, 0.0, "", False
    for gap, key in zip(gaps, keys, strict=False):
        at += gap
        quiet_once = quiet_once or at - before >= QUIET_S - 1e-9
        verdict = guard.offer("key", at, key)
        if verdict is Verdict.TYPED:
            assert quiet_once
            assert last == "" or at - before >= FASTEST_S - 1e-9
            assert key != last or at - before >= REPEAT_S - 1e-9
        before, last = at, key
