"""One way to say no: a code from the contract, what was wrong, and what to do next.

Every rule refuses through `Refusal`, so that a caller needs one `except`, a script one field, and a person
one sentence with its remedy. A refusal changes nothing: the rules are pure and the recorder writes only
after the last of them has passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The refusal codes of section 9."""

    NOT_FOUND = "not-found"
    CATEGORY = "category"
    STAGE = "stage"
    STATUS = "status"
    RETURN_SHAPE = "return-shape"
    IDENTITY = "identity"
    APPROVAL_NONE_PENDING = "approval-none-pending"
    APPROVAL_BOUNDARY = "approval-boundary"
    APPROVAL_GRANTED = "approval-granted"
    APPROVAL_REQUIRED = "approval-required"
    APPROVAL_SELF = "approval-self"
    APPROVAL_STALE = "approval-stale"
    POSTCONDITIONS = "postconditions"
    CYCLE = "cycle"
    SLOT_TAKEN = "slot-taken"
    REFUTE_TARGET = "refute-target"
    COUNCIL = "council"
    NOT_DONE = "not-done"
    REVERIFY = "reverify"
    DEPS = "deps"
    CLAIM = "claim"
    TEXT = "text"
    TOO_LARGE = "too-large"
    LOCK_TIMEOUT = "lock-timeout"
    LEDGER_CORRUPT = "ledger-corrupt"
    LEDGER_VERSION = "ledger-version"
    IO = "io"


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """An act that is not allowed, or could not be carried out; nothing was recorded.

    Args:
        code: which rule refused (section 9).
        sentence: what was wrong, one sentence. It may quote outside text: show it through `cookui.text` only.
        remedy: what to do next, one sentence.
        details: facts for programs, JSON values only (ids, paths, conditions).
    """

    def __init__(
        self, code: Code, sentence: str, *, remedy: str, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
        self.remedy = remedy
        self.details: dict[str, Any] = dict(details or {})
