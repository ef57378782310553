"""Every act, with its shape and its rule, and `apply`: the one entry for every change of a task.

The tables below are the whole list. An act is a plain JSON object `{"kind": ...}`, kept as it is in its
event, so that a replay is `apply` over the acts of a task's events in their order and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, NotRequired

from pydantic import TypeAdapter, with_config
from typing_extensions import TypedDict

from cookui.contract import (
    Json,
    approval,
    council,
    execute,
    journal,
    judgment,
    lifecycle,
    plan,
    refute,
    reverify,
)
from cookui.contract.condition import record_conditions, require, stage_condition
from cookui.contract.context import Context
from cookui.contract.refusal import Code, Refusal
from cookui.contract.returns import parse_return, refused_shape
from cookui.contract.shapes import (
    CLOSED,
    AnyText,
    Count,
    Fault,
    Many,
    Sha256,
    Statement,
    TaskId,
    Text,
    faults_of,
)
from cookui.contract.slots import check_agent
from cookui.contract.stages import RECORDED_AT

__all__ = ["ACTS", "Context", "actor", "apply"]


@with_config(CLOSED)
class _Add(TypedDict):
    kind: Literal["add"]
    id: TaskId
    title: Statement
    slug: NotRequired[AnyText]
    category: NotRequired[Literal["operation", "code"]]
    priority: NotRequired[Literal["p0", "p1", "p2", "p3", "p4"]]
    deps: NotRequired[Many[TaskId]]


@with_config(CLOSED)
class _Start(TypedDict):
    kind: Literal["start"]


_Record = TypedDict("_Record", {"kind": Literal["record"], "stage": AnyText, "agent": AnyText, "return": Any})
with_config(CLOSED)(_Record)

_RecordCouncil = TypedDict(
    "_RecordCouncil",
    {
        "kind": Literal["record"],
        "stage": Literal["council"],
        "members": Many[AnyText],
        "synthesizer": AnyText,
        "return": Any,
    },
)
with_config(CLOSED)(_RecordCouncil)


@with_config(CLOSED)
class _Expectation(TypedDict):
    requestId: Count
    sha256: Sha256


@with_config(CLOSED)
class _Approve(TypedDict):
    kind: Literal["approve"]
    operator: AnyText
    expectation: NotRequired[_Expectation]


@with_config(CLOSED)
class _Decline(TypedDict):
    kind: Literal["decline"]
    operator: AnyText
    reason: Statement
    to: Literal["capture", "plan"]
    expectation: NotRequired[_Expectation]


@with_config(CLOSED)
class _Answer(TypedDict):
    kind: Literal["answer"]
    operator: AnyText
    option: AnyText
    fork: NotRequired[AnyText]


@with_config(CLOSED)
class _Reverify(TypedDict):
    kind: Literal["reverify"]
    operator: NotRequired[AnyText]


@with_config(CLOSED)
class _Reasoned(TypedDict):
    kind: Literal["block", "abandon"]
    operator: AnyText
    reason: Statement


@with_config(CLOSED)
class _Unblock(TypedDict):
    kind: Literal["unblock"]
    operator: AnyText


@with_config(CLOSED)
class _Claim(TypedDict):
    kind: Literal["claim"]
    by: AnyText


@with_config(CLOSED)
class _Release(TypedDict):
    kind: Literal["release"]
    by: AnyText
    force: NotRequired[bool]


@with_config(CLOSED)
class _Intent(TypedDict):
    kind: Literal["intent"]
    stage: AnyText
    note: NotRequired[Text]
    agent: NotRequired[AnyText]


@with_config(CLOSED)
class _Progress(TypedDict):
    kind: Literal["progress"]
    step: int
    total: int
    note: NotRequired[Text]


@with_config(CLOSED)
class _External(TypedDict):
    kind: Literal["external"]
    note: Text


Rule = Callable[[Json, Json, Context], Json]


class Act(NamedTuple):
    """What belongs to one kind of act.

    Args:
        shape: the closed shape of the act itself.
        rule: what it does to a task.
        actor: the field of the act that names who gave it; empty where only the caller knows.
    """

    shape: TypeAdapter[Any]
    rule: Rule
    actor: str = ""


def _record(task: Json, act: Json, context: Context) -> Json:
    """Section 3: what is asked of every record before its own stage's rule sees it."""
    recorded = act["stage"]
    require(record_conditions(task))
    if recorded not in RECORDED_AT:
        raise Refusal(
            Code.STAGE,
            f"Nothing is recorded at the stage {recorded}.",
            remedy=f"Record one of {', '.join(RECORDED_AT)}.",
        )
    require([stage_condition(task, recorded)])
    for agent in (act["agent"],) if "agent" in act else (*act["members"], act["synthesizer"]):
        check_agent(agent)
    return RECORDS[recorded](task, {**act, "return": parse_return(recorded, act["return"])}, context)


RECORDS: Final[dict[str, Rule]] = {
    "plan": plan.record_plan,
    "execute": execute.record_execution,
    "verify": judgment.record_verification,
    "audit": judgment.record_audit,
    "refute": refute.record_refute,
    "council": council.record_council,
}
"""Which return is taken by which rule."""

ACTS: Final[dict[str, Act]] = {
    "start": Act(TypeAdapter(_Start), lifecycle.start),
    "record": Act(TypeAdapter(_Record), _record, "agent"),
    "approve": Act(TypeAdapter(_Approve), approval.approve, "operator"),
    "decline": Act(TypeAdapter(_Decline), approval.decline, "operator"),
    "answer": Act(TypeAdapter(_Answer), lifecycle.answer, "operator"),
    "reverify": Act(TypeAdapter(_Reverify), reverify.reverify, "operator"),
    "block": Act(TypeAdapter(_Reasoned), lifecycle.block, "operator"),
    "unblock": Act(TypeAdapter(_Unblock), lifecycle.unblock, "operator"),
    "abandon": Act(TypeAdapter(_Reasoned), lifecycle.abandon, "operator"),
    "claim": Act(TypeAdapter(_Claim), lifecycle.claim, "by"),
    "release": Act(TypeAdapter(_Release), lifecycle.release, "by"),
    "intent": Act(TypeAdapter(_Intent), journal.intent),
    "progress": Act(TypeAdapter(_Progress), journal.progress),
    "external": Act(TypeAdapter(_External), journal.external),
}
"""Which act is taken by which rule. `add` alone is not here: it has no task to change."""

_ADD: Final[TypeAdapter[Any]] = TypeAdapter(_Add)
_COUNCIL: Final = Act(TypeAdapter(_RecordCouncil), _record, "synthesizer")

_BLANK: Final = frozenset({"string_too_short", "string_pattern_mismatch"})


def apply(task: Json | None, act: Json, context: Context) -> Json:
    """Carries out one act.

    Args:
        task: the document as it is; None where there is none yet. It is not changed.
        act: `{"kind": K, ...}` with exactly the fields that its kind has.
        context: what the rule may know besides.

    Returns:
        The document as it is after the act. It shares unchanged parts with `task`.

    Raises:
        Refusal: with a code of section 9; nothing has been changed then.
    """
    if act.get("kind") == "add":
        taken = _taken(_ADD, act)
        if task is not None:
            raise Refusal(
                Code.STATUS,
                f"The task {task['id']} is there already.",
                remedy="Add a task under an id of its own.",
            )
        return lifecycle.add(taken, context)
    found = _act(act)
    if found is None:
        known = ", ".join(["add", *ACTS])
        raise refused_shape("act", [Fault("kind", f"must be one of {known}", "literal_error")])
    taken = _taken(found.shape, act)
    if task is None:
        raise Refusal(Code.NOT_FOUND, "There is no such task.", remedy="List the tasks with `cook ls`.")
    return found.rule(task, taken, context)


def _act(act: Json) -> Act | None:
    kind = act.get("kind")
    if kind == "record" and act.get("stage") == "council":
        return _COUNCIL
    return ACTS.get(kind) if isinstance(kind, str) else None


def _taken(shape: TypeAdapter[Any], act: Json) -> Json:
    """The act, if it has its shape; blank text is refused as `text`, everything else as `return-shape`."""
    taken, faults = faults_of(shape, act)
    if faults:
        code = Code.TEXT if all(fault.kind in _BLANK for fault in faults) else Code.RETURN_SHAPE
        raise refused_shape(str(act["kind"]), faults, code)
    return taken  # type: ignore[no-any-return]


def actor(act: Json) -> str:
    """Who gave the act: agent, synthesizer, operator or claimer; empty where only the caller knows."""
    found = _act(act)
    name = act.get(found.actor, "") if found is not None and found.actor else ""
    return name if isinstance(name, str) else ""
