"""The shape of a card that a listing believes.

A listing does not check a card against its task, that would cost a whole file each. But nothing that it hands
on may be of a form that its readers do not expect: one file that somebody wrote by hand must not end a
program that shows ten thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cookui.contract.moments import is_moment
from cookui.contract.stages import Category, Priority, Stage, Status
from cookui.contract.words import AskKind, Mark

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _one_of(words: type[Category | Priority | Stage | Status | AskKind | Mark]) -> Check:
    known = frozenset(word.value for word in words)
    return lambda value: type(value) is str and value in known


def _list_of(check: Check) -> Check:
    return lambda value: type(value) is list and all(map(check, value))


def _object(needed: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    return lambda value: type(value) is dict and _flaw(value, needed, optional) is None


def _flaw(value: dict[str, Any], needed: Mapping[str, Check], optional: Mapping[str, Check]) -> str | None:
    for field, check in needed.items():
        if field not in value or not check(value[field]):
            return field
    for field, check in optional.items():
        if field in value and not check(value[field]):
            return field
    return None


_ASK = _object(
    {"kind": _one_of(AskKind), "since": is_moment, "words": _is_text},
    {"requestId": _is_count, "sha256": _is_text},
)
_NOW = _object(
    {"mark": _one_of(Mark), "words": _is_text, "since": is_moment},
    {"agent": _is_text, "step": _is_count, "total": _is_count, "note": _is_text},
)

_NEEDED: Mapping[str, Check] = {
    "form": _is_count,
    "id": _is_count,
    "slug": _is_text,
    "title": _is_text,
    "category": _one_of(Category),
    "status": _one_of(Status),
    "stage": _one_of(Stage),
    "priority": _one_of(Priority),
    "deps": _list_of(_is_count),
    "createdAt": is_moment,
    "updatedAt": is_moment,
    "seq": _is_count,
    "head": _is_text,
    "lastActivityAt": is_moment,
    "now": _NOW,
    "asks": _list_of(_ASK),
}
_OPTIONAL: Mapping[str, Check] = {
    "blockedReason": _is_text,
    "abandonReason": _is_text,
    "claim": _object({"by": _is_text, "at": is_moment}, {}),
    "escalation": _object({"fork": _is_text, "options": _list_of(_is_text)}, {}),
}


def card_flaw(card: Any) -> str | None:
    """The first field of a card that is missing or of a wrong form; None when a listing can take it."""
    if type(card) is not dict:
        return "whole"
    return _flaw(card, _NEEDED, _OPTIONAL)
