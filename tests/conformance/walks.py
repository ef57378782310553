"""Loads the walks through the operation contract, and compares documents as their README says.

Whatever carries out acts (the rules, the recorder, the command line) is held against the same walks: see
`README.md` beside this file for what a walk is.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HERE = Path(__file__).parent

NOT_COMPARED = frozenset(
    {
        "schemaVersion",
        "operationStateVersion",
        "id",
        "slug",
        "title",
        "category",
        "priority",
        "deps",
        "createdAt",
        "updatedAt",
        "commits",
        "abandonReason",
        "claim",
        "declines",
        "answers",
    }
)
"""Top-level parts of a document that the walks say nothing about."""

TIMES = frozenset({"at", "recordedAt", "requestedAt", "grantedAt"})


@dataclass(frozen=True)
class Step:
    """One step of a walk.

    Args:
        number: its place in the walk, from 0.
        act: the act to carry out, as `cookui.contract.acts.apply` takes it.
        accepted: whether it must be taken.
        expected: the normalised document that must stand after it; None before the first accepted step.
    """

    number: int
    act: Json
    accepted: bool
    expected: Json | None


@dataclass(frozen=True)
class Walk:
    """A named walk: it starts with one operation, in progress at plan, with nothing recorded."""

    name: str
    steps: tuple[Step, ...]


def walks(*files: str) -> Iterator[Walk]:
    """The walks of the files named, or of both: `cases.jsonl` (one rule each) and `walks.jsonl` (long
    random ones)."""
    for file in files or ("cases.jsonl", "walks.jsonl"):
        with (HERE / file).open(encoding="utf-8") as lines:
            for line in lines:
                walk = json.loads(line)
                yield Walk(walk["name"], tuple(_steps(walk["steps"])))


def _steps(steps: list[Json]) -> Iterator[Step]:
    expected: Json | None = None
    for number, step in enumerate(steps):
        if step["accepted"]:
            expected = {**(expected or {}), **step["changed"]}
        yield Step(number, _act(step["step"]), step["accepted"], expected)


def _act(step: Json) -> Json:
    """The step as an act: the same names, but for `do`."""
    return {"kind": step["do"], **{name: value for name, value in step.items() if name != "do"}}


def normalised(document: Json) -> Json:
    """What of a document is compared with a walk: see the README."""
    kept = copy.deepcopy({name: part for name, part in document.items() if name not in NOT_COMPARED})
    kept["blockedReason"] = kept["blockedReason"] is not None
    for kickback in kept["kickbacks"]:
        if kickback["from"] != "execute":
            del kickback["reason"]
    for member in kept.get("convergence", {}).get("council", {}).get("members", ()):
        del member["temperature"]
    _blank_times(kept)
    return kept


def _blank_times(value: Any) -> None:
    if isinstance(value, dict):
        for name, part in value.items():
            if name in TIMES:
                value[name] = "<time>"
            else:
                _blank_times(part)
    elif isinstance(value, list):
        for part in value:
            _blank_times(part)
