"""What holds for any sequence of acts whatever, taken or refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from cookui.contract import Json
from cookui.contract.acts import Context, apply
from cookui.contract.model import check_document
from cookui.contract.queries import (
    council_of,
    executors_of,
    false_rows,
    is_recovering,
    is_stuck,
    newest_request,
    survivors,
)
from cookui.contract.refusal import Refusal
from cookui.contract.stages import MOVES
from cookui.contract.waiting import may_record
from tests.contract.playing import CHEF, Story, recovering
from tests.contract.wandering import (
    agents_acts,
    council_acts,
    drivers_acts,
    journal_acts,
    operators_acts,
    sensible,
)

APPEND_ONLY = (
    "approvalRequests",
    "approvals",
    "declines",
    "answers",
    "refutes",
    "judgmentHistory",
    "kickbacks",
)

CHOICES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 999)), min_size=10, max_size=60)
"""A walk: of each step whether it makes sense (7 of 10 do), and which of the acts at hand it is."""

DISGUISES: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    lambda name: f" {name}",
    lambda name: name.replace("-", "\u200b-"),
    lambda name: name.replace("agent", "ａｇｅｎｔ"),
)


def _give(story: Story, act: Json) -> bool:
    """Gives an act and says whether it was taken; either way the document before it is unharmed."""
    before, task = json.dumps(story.task), story.task
    try:
        story.do(**act)
    except Refusal:
        assert story.task is task
        return False
    finally:
        assert json.dumps(task) == before
    _check_step(task, story.task)
    return True


def _check_step(before: Json, after: Json) -> None:
    assert after["stage"] == before["stage"] or after["stage"] in MOVES[before["stage"]]
    for part in APPEND_ONLY:
        kept = before.get(part, [])
        assert after.get(part, [])[: len(kept)] == kept, f"{part} only ever grows"
    newest = newest_request(before)
    for grant in after.get("approvals", [])[len(before.get("approvals", [])) :]:
        assert newest is not None
        assert grant["requestId"] == newest["id"], "only the newest request can be granted"
        assert grant["mutation"] == newest["mutation"] == before["plan"]["approvalBoundary"]


def _anything(story: Story, *, gated: bool) -> list[Json]:
    return [
        *agents_acts(story, "agent-3", gated=gated),
        *agents_acts(story, "agent-5", gated=gated),
        *council_acts(story),
        *operators_acts(CHEF),
        *operators_acts("agent-5"),
        *drivers_acts(),
        *journal_acts(),
    ]


def _walk(
    choices: list[tuple[int, int]], *, gated: bool, look: Callable[[Json], None] = lambda task: None
) -> Story:
    """A story that has taken a walk; `look` sees every document on the way."""
    story = Story().do("start")
    for kind, choice in choices:
        acts = sensible(story, gated=gated) if kind < 7 else _anything(story, gated=gated)
        _give(story, acts[choice % len(acts)])
        look(story.task)
    return story


@given(CHOICES, st.booleans())
@settings(max_examples=150)
def test_whatever_is_tried_a_task_stays_whole(choices: list[tuple[int, int]], gated: bool) -> None:
    task = _walk(choices, gated=gated).task
    check_document(task)
    if task["status"] == "done":
        assert task["execution"]["result"] == "executed"
        assert task["verification"]["verifier_agent_id"] != task["execution"]["executor_agent_id"]
        assert all(row["ok"] for row in task["verification"]["postconditions"])
        if gated:
            assert task["execution"]["approval"] in task["approvals"]


@given(CHOICES, st.booleans())
@settings(max_examples=50)
def test_a_replay_of_the_acts_makes_the_same_document(choices: list[tuple[int, int]], gated: bool) -> None:
    story = _walk(choices, gated=gated)
    task: Json | None = None
    for number, event in enumerate(story.events):
        context = Context(event["at"], executors=executors_of(story.events[:number]))
        task = apply(task, event["data"]["act"], context)
    assert json.dumps(task) == json.dumps(story.task)


@given(CHOICES, st.booleans())
@settings(max_examples=50)
def test_a_card_can_be_made_at_every_point(choices: list[tuple[int, int]], gated: bool) -> None:
    json.dumps(_walk(choices, gated=gated).card())


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 999), st.integers(0, 4)), min_size=10, max_size=60)
)
@settings(max_examples=150)
def test_executors_alone_never_produce_a_grant(choices: list[tuple[int, int, int]]) -> None:
    """Agents record what they like, and decide under every name that they ever executed under."""
    story = Story().do("start")
    for kind, choice, disguise in choices:
        executors = sorted(executors_of(story.events))
        if kind < 6 or not executors:
            acts = [act for act in sensible(story, gated=True) if act.get("operator") != CHEF]
        else:
            name = DISGUISES[disguise](executors[choice % len(executors)])
            acts = [act for act in operators_acts(name) if act["kind"] in ("approve", "decline")]
        if acts:
            _give(story, acts[choice % len(acts)])
        assert "approvals" not in story.task
        assert "declines" not in story.task
        assert "approval" not in story.task.get("execution", {})
        assert story.task["stage"] not in ("verify", "audit", "done")


def _is_taken(story: Story, act: Json) -> bool:
    try:
        apply(story.task, act, story.context())
    except Refusal:
        return False
    return True


def _check_no_dead_end(story: Story) -> None:
    """Everything that is offered some return satisfies; where nothing is, a person or a driver is asked."""
    task = story.task
    if task["status"] != "in_progress":
        return
    fresh = agents_acts(story, "somebody-fresh", gated=True) + council_acts(story)
    taken = {act["stage"] for act in fresh if _is_taken(story, act)}
    offered = {each.stage for each in may_record(task)}
    assert offered <= taken, f"never taken: {offered - taken}"
    kept = story.card()
    assert offered or kept["asks"] or task["stage"] == "capture", kept["now"]
    if is_stuck(task):
        assert [ask["kind"] for ask in kept["asks"]] == ["blocked"]
        assert "abandon" in kept["asks"][0]["words"]


def test_no_walk_ends_where_nobody_can_do_anything() -> None:
    """Walks that make sense, every other one from a council's recovery, with an operator who unblocks."""
    chance, stuck = random.Random(11), set()
    for number in range(120):
        gated = chance.random() < 0.2
        story = recovering() if number % 2 else Story().do("start")
        for _ in range(15 if number % 2 else 60):
            acts = sensible(story, gated=gated or "declines" in story.task)
            _give(story, acts[chance.randrange(len(acts))])
            _check_no_dead_end(story)
            if is_stuck(story.task):
                stuck.add((false_rows(story.task) > 0, bool(survivors(story.task))))
    assert {(True, False), (False, True)} <= stuck, "too few of them end in a failed recovery"


def test_the_walks_go_far_enough_to_prove_something() -> None:
    """A property tried only on walks that get nowhere proves nothing: these reach every end there is."""
    reached: set[str] = set()

    def look(task: Json) -> None:
        council = council_of(task)
        reached.update(task)
        reached.update([task["status"], task["stage"], f"outcome {council.get('outcome')}"])
        reached.update(["armed"] if council.get("stage") is not None else [])
        reached.update(["recovering"] if is_recovering(task) else [])

    chance = random.Random(7)
    for _ in range(300):
        choices = [(chance.randrange(8), chance.randrange(1000)) for _ in range(60)]
        _walk(choices, gated=chance.random() < 0.2, look=look)
    wanted = {*APPEND_ONLY, "convergence", "claim", "done", "blocked", "armed", "recovering"}
    wanted |= {"outcome shipped", "outcome scoped-fix-shipped", "outcome blocked-to-operator"}
    assert wanted <= reached
