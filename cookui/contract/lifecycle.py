"""A task's life around its records: add, start, answer, block, unblock, abandon, claim, release (section
8)."""

from __future__ import annotations

import re
from typing import Final

from cookui.contract import Json
from cookui.contract.condition import condition
from cookui.contract.conditions import (
    abandon_conditions,
    answer_conditions,
    block_conditions,
    claim_conditions,
    release_conditions,
    require,
    start_conditions,
    unblock_conditions,
)
from cookui.contract.context import Context, appended, changed
from cookui.contract.execute import vacant_audit
from cookui.contract.identity import check_name
from cookui.contract.queries import fork_of, was_started
from cookui.contract.refusal import Code, Refusal
from cookui.contract.stages import Category, Priority, Stage, Status, moved

SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH: Final = 64
"""The longest slug, in characters; it becomes part of a file name."""


def slug_of(title: str) -> str:
    """A slug made of the letters and digits of a title; `task` where it has none."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words)[:SLUG_LENGTH].rstrip("-") or "task"


def add(act: Json, context: Context) -> Json:
    """Makes a task, pending at capture. Every task that it depends on must exist."""
    slug = act["slug"] if "slug" in act else slug_of(act["title"])
    if len(slug) > SLUG_LENGTH or SLUG.fullmatch(slug) is None:
        raise Refusal(
            Code.TEXT,
            f"The slug is not lower-case letters and digits with single hyphens, {SLUG_LENGTH} at most.",
            remedy="Give another slug, or none: one is made from the title.",
        )
    deps = act.get("deps", [])
    _check_deps_exist(deps, context)
    return {
        "schemaVersion": 1,
        "operationStateVersion": 1,
        "id": act["id"],
        "slug": slug,
        "title": act["title"],
        "category": act.get("category", Category.OPERATION.value),
        "status": Status.PENDING.value,
        "stage": Stage.CAPTURE.value,
        "priority": act.get("priority", Priority.P2.value),
        "deps": deps,
        "createdAt": context.at,
        "updatedAt": context.at,
        "agents": {"executor_agent_id": None, "verifier_agent_id": None, "audit_agent_id": None},
        "audit": vacant_audit(required=False),
        "kickbacks": [],
        "commits": [],
        "blockedReason": None,
        "abandonReason": None,
    }


def _check_deps_exist(deps: list[int], context: Context) -> None:
    unknown = [dep for dep in deps if dep not in context.others]
    if unknown or len(set(deps)) != len(deps):
        named = ", ".join(f"#{dep}" for dep in unknown)
        raise Refusal(
            Code.DEPS,
            f"There is no task {named} to depend on." if unknown else "A dependency was named twice.",
            remedy="Name existing tasks, each once.",
            details={"deps": deps, "unknown": unknown},
        )


def start(task: Json, _act: Json, context: Context) -> Json:
    """Sends a task from capture to plan, once everything that it depends on is over."""
    require(start_conditions(task, context.others))
    return changed(task, context, **moved(task, Stage.PLAN))


def answer(task: Json, act: Json, context: Context) -> Json:
    """Keeps the Chef's answer to the fork that stands; the stage does not move."""
    conditions = answer_conditions(task, act["operator"])
    fork = fork_of(task)
    if fork is not None:
        conditions += [
            condition(
                "expectation",
                act.get("fork", fork["fork"]) == fork["fork"],
                "the fork is the one that was shown",
                "the fork is not the one that was shown",
                "Look at the fork as it reads now and decide again.",
                Code.APPROVAL_STALE,
            ),
            condition(
                "option",
                act["option"] in fork["options"],
                "the answer is one of the fork's options",
                "the answer is none of the fork's options, character by character",
                "Give one of the options exactly as it reads.",
                Code.TEXT,
            ),
        ]
    require(conditions)
    assert fork is not None
    entry = {
        "fork": fork["fork"],
        "option": act["option"],
        "answeredBy": act["operator"],
        "answeredAt": context.at,
    }
    return changed(task, context, answers=appended(task, "answers", entry))


def block(task: Json, act: Json, context: Context) -> Json:
    """Stops the task where it is until an operator unblocks it."""
    require(block_conditions(task, act["operator"]))
    return changed(task, context, status=Status.BLOCKED.value, blockedReason=act["reason"])


def unblock(task: Json, act: Json, context: Context) -> Json:
    """Lets a blocked task go on where it was; one that was never started waits for its start again."""
    require(unblock_conditions(task, act["operator"]))
    status = Status.IN_PROGRESS if was_started(task) else Status.PENDING
    return changed(task, context, status=status.value, blockedReason=None)


def abandon(task: Json, act: Json, context: Context) -> Json:
    """Ends the task for good at the stage where it is."""
    require(abandon_conditions(task, act["operator"]))
    return changed(
        task, context, status=Status.ABANDONED.value, abandonReason=act["reason"], blockedReason=None
    )


def claim(task: Json, act: Json, context: Context) -> Json:
    """Marks who drives the task."""
    check_name(act["by"], "claimer")
    require(claim_conditions(task))
    return changed(task, context, claim={"by": act["by"], "at": context.at})


def release(task: Json, act: Json, context: Context) -> Json:
    """Takes the mark away: by the holder, or by force."""
    check_name(act["by"], "claimer")
    require(release_conditions(task, act["by"], act.get("force", False)))
    made = changed(task, context)
    del made["claim"]
    return made
