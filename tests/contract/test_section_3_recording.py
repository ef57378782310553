"""Section 3: what holds for the record of every stage."""

from __future__ import annotations

from typing import Any

import pytest

from cookui.contract import Json
from cookui.contract.refusal import Code, Refusal
from cookui.contract.returns import parse_return
from tests.contract.playing import (
    BOUNDARY,
    CHEF,
    Story,
    armed,
    audit_return,
    council_return,
    escalation_return,
    execute_return,
    executed,
    failed,
    finding,
    plan_return,
    planned,
    refute_return,
    verify_return,
)

AT_ITS_STAGE: dict[str, tuple[Any, Json]] = {
    "plan": (lambda: Story().do("start"), plan_return()),
    "escalation": (lambda: Story().do("start"), escalation_return()),
    "executed": (planned, execute_return()),
    "kickback": (planned, execute_return("kickback")),
    "approval-required": (lambda: planned(requiresApproval=True), execute_return("approval-required")),
    "verify": (executed, verify_return(0, finding("open"))),
    "audit": (executed, audit_return(0, finding("leak"))),
    "refute": (failed, refute_return("open", source="verify")),
    "council": (armed, council_return(("verify", "round 2", 2))),
}
"""Every kind of return, with the story that takes it."""


def _paths(value: Any, path: str = "") -> list[str]:
    """The paths of every object inside a return."""
    if isinstance(value, dict):
        return [path, *(deep for name, part in value.items() for deep in _paths(part, f"{path}.{name}"))]
    if isinstance(value, list):
        return [deep for number, part in enumerate(value) for deep in _paths(part, f"{path}[{number}]")]
    return []


def _edited(made: Any, path: str, edit: Any) -> Any:
    """A copy of `made` in which the object at `path` has been replaced by `edit` of it."""
    return _rebuilt(made, path, "", edit)


def _rebuilt(value: Any, target: str, path: str, edit: Any) -> Any:
    if isinstance(value, dict):
        rebuilt = {name: _rebuilt(part, target, f"{path}.{name}", edit) for name, part in value.items()}
        return edit(rebuilt) if path == target else rebuilt
    if isinstance(value, list):
        return [_rebuilt(part, target, f"{path}[{number}]", edit) for number, part in enumerate(value)]
    return value


def _without(field: str) -> Any:
    return lambda part: {name: value for name, value in part.items() if name != field}


OBJECTS = [(name, path) for name, (_, made) in AT_ITS_STAGE.items() for path in _paths(made)]


def _refused(story: Story, made: Json) -> Any:
    code = Code.RETURN_SHAPE
    if made.get("stage") == "council":
        return story.refuses_council(code, made)
    return story.refuses_record(code, "agent", made)


def _named(refusal: Any) -> list[str]:
    return [fault["path"] for fault in refusal.details["faults"]]


@pytest.mark.parametrize("name", AT_ITS_STAGE)
def test_the_return_itself_is_taken(name: str) -> None:
    make, made = AT_ITS_STAGE[name]
    story = make()
    if name == "council":
        story.council(made)
    else:
        story.record("agent", made)
    assert story.events[-1]["data"]["act"]["return"] == made


@pytest.mark.parametrize(("name", "path"), OBJECTS)
def test_a_return_is_closed_an_unknown_field_is_named_by_its_path(name: str, path: str) -> None:
    make, made = AT_ITS_STAGE[name]
    refusal = _refused(make(), _edited(made, path, lambda part: {**part, "extra": 1}))
    assert _named(refusal) == [f"{path}.extra".lstrip(".")]


@pytest.mark.parametrize(("name", "path"), OBJECTS)
def test_a_missing_field_is_named_by_its_path(name: str, path: str) -> None:
    make, made = AT_ITS_STAGE[name]
    optional = {"source"} if name == "refute" else set()
    found: Json = {}
    _edited(made, path, lambda part: found.update(part) or part)
    for field in found:
        if field in optional or (path == "" and field == "stage"):
            continue
        refusal = _refused(make(), _edited(made, path, _without(field)))
        assert f"{path}.{field}".lstrip(".") in _named(refusal)


def test_the_sentence_names_the_path() -> None:
    made = execute_return(evidence=[{"command": "date"}])
    refusal = planned().refuses_record(Code.RETURN_SHAPE, "exec-0", made)
    assert refusal.sentence == "The execute return was refused: evidence[0].output is missing."


MANY = 100_000


@pytest.mark.parametrize(
    ("made", "count"),
    [
        (plan_return(slices=[1] * MANY), 1),
        (execute_return(evidence=[{"x": 1}] * MANY), 3),
        ({**plan_return(), **{f"k{number}": 1 for number in range(MANY)}}, 1),
        (execute_return(evidence=[{f"k{number}": 1 for number in range(MANY)}]), 1),
    ],
)
def test_a_return_with_a_hundred_thousand_faults_is_told_by_a_few(made: Json, count: int) -> None:
    """Each fault takes half a kilobyte to tell, so a small file could ask for gigabytes of them."""
    story = Story().do("start") if made["stage"] == "plan" else planned()
    refusal = story.refuses_record(Code.RETURN_SHAPE, "agent", made)
    assert len(refusal.details["faults"]) == count
    assert len(refusal.sentence) < 300


def test_a_return_may_be_nested_as_deep_as_it_likes() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for made in (plan_return(slices=deep), {**plan_return(), "extra": deep}):
        with pytest.raises(Refusal) as caught:
            parse_return("plan", made)
        assert caught.value.code == Code.RETURN_SHAPE


@pytest.mark.parametrize("made", [None, [], "plan", 3, True])
def test_a_return_is_an_object(made: object) -> None:
    Story().do("start").refuses_record(Code.RETURN_SHAPE, "planner", made, stage="plan")


@pytest.mark.parametrize("name", AT_ITS_STAGE)
def test_a_returns_stage_is_the_stage_recorded(name: str) -> None:
    make, made = AT_ITS_STAGE[name]
    refusal = _refused_as(make(), made["stage"], {**made, "stage": "elsewhere"})
    assert "stage" in _named(refusal)


def _refused_as(story: Story, stage: str, made: Json) -> Any:
    if stage == "council":
        return story.refuses_council(Code.RETURN_SHAPE, made)
    return story.refuses_record(Code.RETURN_SHAPE, "agent", made, stage=stage)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("true for a number", verify_return(False)),
        ("a fraction for a number", verify_return(0.0)),  # type: ignore[arg-type]
        ("text for a number", verify_return("0")),  # type: ignore[arg-type]
        (
            "a number for true",
            {**verify_return(0), "postconditions": [{"postcondition": "p", "ok": 1, "evidence": "e"}]},
        ),
        ("true as line", verify_return(0, finding("open", line=True))),
        ("line zero", verify_return(0, finding("open", line=0))),
        ("a negative cycle", verify_return(-1)),
    ],
)
def test_nothing_is_coerced(name: str, made: Json) -> None:
    executed().refuses_record(Code.RETURN_SHAPE, "ver-0", made)


@pytest.mark.parametrize("given", [1, 0, "true", None])
def test_required_booleans_are_real_booleans(given: object) -> None:
    story = Story().do("start")
    for field in ("requiresApproval", "auditRequired"):
        refusal = story.refuses_record(Code.RETURN_SHAPE, "planner", plan_return(**{field: given}))
        assert _named(refusal) == [field]


@pytest.mark.parametrize(
    "field", ["agent_id", "approval", "approvalRequestId", "grantedBy", "executor_agent_id"]
)
def test_a_return_never_carries_an_agent_id_or_a_grant(field: str) -> None:
    refusal = planned().refuses_record(Code.RETURN_SHAPE, "exec-0", execute_return(**{field: "x"}))
    assert _named(refusal) == [field]


@pytest.mark.parametrize(
    "evidence", [[], [{"command": "", "output": "o"}], [{"command": "c", "output": ""}], {}]
)
def test_evidence_is_a_nonempty_list_of_nonempty_pairs(evidence: object) -> None:
    planned().refuses_record(Code.RETURN_SHAPE, "exec-0", execute_return(evidence=evidence))


# --- agent ids


@pytest.mark.parametrize(
    "agent", ["", " ", "\t", "exec\n0", "exec\x1b[2J", "exec\u200b0", "exec\u202e0", "e\u00a0x"]
)
def test_an_agent_id_is_nonempty_visible_text(agent: str) -> None:
    planned().refuses_record(Code.IDENTITY, agent, execute_return())
    armed().refuses_council(Code.IDENTITY, council_return(("verify", "round 2", 2)), synthesizer=agent)


@pytest.mark.parametrize("agent", ["exec 0", "агент-7", "執行者", "e\u0301xec"])
def test_an_agent_id_may_be_any_visible_text(agent: str) -> None:
    assert planned().record(agent, execute_return()).task["agents"]["executor_agent_id"] == agent


def test_agents_are_told_apart_code_point_by_code_point() -> None:
    assert executed().record("EXEC-0", verify_return(0)).task["status"] == "done"


# --- † text that cannot be encoded


@pytest.mark.parametrize("name", [name for name in AT_ITS_STAGE if name != "council"])
def test_dagger_a_lone_surrogate_in_a_return_is_refused_as_text(name: str) -> None:
    make, made = AT_ITS_STAGE[name]
    for path in _texts(made):
        edited = _with_text(made, path, "broken \ud83d")
        refusal = make().refuses_record(Code.TEXT, "agent", edited)
        assert "surrogate" in refusal.sentence


def _texts(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of the free texts of a return: those that are not one word of a closed list."""
    closed = {"stage", "result", "complexity", "verdict", "severity", "class", "kickTo", "source", "to"}
    closed |= {"recommendation", "category", "status"}
    if isinstance(value, dict):
        return [
            deep for name, part in value.items() if name not in closed for deep in _texts(part, (*path, name))
        ]
    if isinstance(value, list):
        return [deep for number, part in enumerate(value) for deep in _texts(part, (*path, number))]
    return [path] if isinstance(value, str) else []


def _with_text(value: Any, path: tuple[Any, ...], text: str) -> Any:
    if not path:
        return text
    part = _with_text(value[path[0]], path[1:], text)
    if isinstance(value, dict):
        return {**value, path[0]: part}
    return [*value[: path[0]], part, *value[path[0] + 1 :]]


def test_dagger_a_lone_surrogate_in_a_name_or_a_key_is_refused_as_text() -> None:
    planned().refuses_record(Code.TEXT, "exec\udfff", execute_return())
    planned().refuses_record(Code.TEXT, "exec-0", execute_return(**{"k\ud800": 1}))
    executed().refuses(Code.TEXT, "block", operator=CHEF, reason="\ud800")


# --- stage, category and status


@pytest.mark.parametrize("name", AT_ITS_STAGE)
def test_a_return_is_taken_at_its_own_stage_only(name: str) -> None:
    made = AT_ITS_STAGE[name][1]
    wrong = executed() if made["stage"] in ("plan", "execute") else planned()
    if made["stage"] == "council":
        wrong.refuses_council(Code.STAGE, made)
    else:
        wrong.refuses_record(Code.STAGE, "agent", made)


@pytest.mark.parametrize("stage", ["review", "implement", "capture", "done", ""])
def test_an_unknown_stage_is_refused(stage: str) -> None:
    Story().do("start").refuses_record(Code.STAGE, "agent", {"stage": stage})


def test_a_code_task_takes_no_record() -> None:
    Story(category="code").do("start").refuses_record(Code.CATEGORY, "planner", plan_return())


@pytest.mark.parametrize("name", AT_ITS_STAGE)
@pytest.mark.parametrize("act", ["block", "abandon"])
def test_a_blocked_or_abandoned_task_takes_no_record(name: str, act: str) -> None:
    make, made = AT_ITS_STAGE[name]
    story = make().do(act, operator=CHEF, reason="the power is out")
    if name == "council":
        refusal = story.refuses_council(Code.STATUS, made)
    else:
        refusal = story.refuses_record(Code.STATUS, "agent", made)
    assert "the power is out" in refusal.sentence


def test_a_pending_and_a_done_task_take_no_record() -> None:
    Story().refuses_record(Code.STATUS, "planner", plan_return())
    done = executed().record("ver-0", verify_return(0))
    done.refuses_record(Code.STATUS, "ver-1", verify_return(0))


def test_a_live_judge_does_not_become_the_executor_without_a_new_execution() -> None:
    story = planned(requiresApproval=True).record("exec-0", execute_return("approval-required")).approve()
    story.record("exec-1", execute_return()).record("ver-0", verify_return(0, finding("open")))
    story.record("ref-0", refute_return("open"))
    asks = execute_return("approval-required", approvalRequired=BOUNDARY)
    story.refuses_record(Code.IDENTITY, "ver-0", asks)
    story.refuses_record(Code.IDENTITY, "ver-0", execute_return("kickback"))
    assert story.record("exec-1", asks).task["agents"]["verifier_agent_id"] == "ver-0"


def test_an_archived_judge_may_execute() -> None:
    story = failed().record("ref-0", refute_return("open")).record("ver-0", execute_return())
    assert story.task["agents"] == {
        "executor_agent_id": "ver-0",
        "verifier_agent_id": None,
        "audit_agent_id": None,
    }
