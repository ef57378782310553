"""The closed, strict shapes that returns, acts and documents are made of, and how their faults are told.

A shape is a `TypedDict` that pydantic checks: closed (an unknown key is a fault), strict (no `1` for
`true`, no `"1"` for `1`), and honest about absence (a key that may be absent may not be null instead). What
passes stays a plain dict, equal to what came in. Model classes were tried and left: they need a dump after
every check and cannot say "absent, not null".

Only text is ever put into a `Literal`: pydantic finds `True` and `1.0` in `Literal[1]`, even in strict mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    ConfigDict,
    FailFast,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    with_config,
)
from pydantic_core import ErrorDetails, PydanticCustomError, PydanticKnownError
from typing_extensions import TypedDict

from cookui.contract.moments import is_moment

T = TypeVar("T")

CLOSED: Final = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def _encodable(value: str) -> str:
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise PydanticKnownError("string_unicode")
    return value


AnyText = Annotated[str, AfterValidator(_encodable)]
"""Text that can be encoded as UTF-8, empty or not. Unasked, pydantic does not look into a text at all."""

Text = Annotated[str, Field(min_length=1)]
"""Text that is not empty."""

Statement = Annotated[str, Field(min_length=1, pattern=r"\S")]
"""Text that holds a character that is not white space."""

Many = Annotated[list[T], FailFast()]
"""A list, of which the first fault alone is told: a million of them would take a gigabyte to tell."""

Some = Annotated[list[T], FailFast(), Field(min_length=1)]
"""A list that is not empty."""

Texts = Some[Text]
Statements = Some[Statement]
Count = Annotated[int, Field(ge=0)]
TaskId = Annotated[int, Field(ge=1)]

_SHA256: Final = r"^[0-9a-f]{64}$"
Sha256 = Annotated[str, Field(pattern=_SHA256)]


def _moment(value: str) -> str:
    if not is_moment(value):
        raise PydanticCustomError("time", "no time")
    return value


Time = Annotated[str, AfterValidator(_moment)]
"""UTC, ISO 8601 with milliseconds and `Z`, and a time that there is (section 1)."""

Complexity = Literal["simple", "complex"]
Source = Literal["verify", "audit"]
KickTo = Literal["capture", "plan", "execute"]
Verdict = Literal["pass", "needs-work"]
Strategy = Literal["scoped-execute", "operator-escalation"]
AuditVerdict = Literal["pass", "needs-work", "na"]


Category = Literal[
    "secrets",
    "injection_sql",
    "injection_command",
    "path_traversal",
    "insecure_deserialization",
    "weak_crypto",
    "dynamic_execution",
    "tls_transport",
    "xss",
    "sensitive_logging",
    "insecure_permissions",
]
"""What an audit covers (section 6)."""


def _number_or_null(value: Any) -> Any:
    if value is None or (type(value) in (int, float) and value - value == 0):
        return value
    raise PydanticCustomError("number_or_null", "not a finite number or null")


NumberOrNull = Annotated[Any, PlainValidator(_number_or_null)]
"""A finite number, kept as the integer or the fraction that it was, or null."""


@with_config(CLOSED)
class Evidence(TypedDict):
    """A command and what it put out (section 3)."""

    command: Text
    output: Text


Evidences = Some[Evidence]

Finding = TypedDict(
    "Finding",
    {
        "file": Text,
        "line": Annotated[int, Field(ge=1)],
        "severity": Literal["critical", "high", "medium", "low"],
        "class": Literal["blocking", "follow-up"],
        "kickTo": KickTo,
        "what": Text,
        "why": Text,
    },
)
"""A finding as a verifier hands it in (section 2)."""
with_config(CLOSED)(Finding)


@with_config(CLOSED)
class AuditFinding(Finding):
    """A finding as an auditor hands it in: with its weakness class, which may be null (section 2)."""

    cwe: Text | None


@with_config(CLOSED)
class Row(TypedDict):
    """What a verifier observed of one postcondition (section 6)."""

    postcondition: Text
    ok: bool
    evidence: Text


@with_config(CLOSED)
class Scan(TypedDict):
    """The scan that an audit rests on (section 6)."""

    command: Text
    recommendation: Literal["PASS", "REVIEW", "BLOCK"]
    reportPath: Text


@with_config(CLOSED)
class Coverage(TypedDict):
    """How one category was covered by an audit (section 6)."""

    category: Category
    status: Literal["covered_with_hits", "covered_no_hits", "not_covered"]


@with_config(CLOSED)
class Fork(TypedDict):
    """A decision that only the Chef can take (section 4)."""

    fork: Statement
    options: Statements


@with_config(CLOSED)
class Vote(TypedDict):
    """One member's vote on one finding (section 7)."""

    id: Text
    blocking: bool
    rationale: Text


@with_config(CLOSED)
class Inquiry(TypedDict):
    """What one member of a council found out (section 7)."""

    question: Text
    problemRestatement: Text
    causalHypotheses: Texts
    solutionStrategies: Some[Strategy]
    findingVotes: Many[Vote]
    decisiveEvidence: Texts


@with_config(CLOSED)
class Member(TypedDict):
    """One member of a council (section 7)."""

    agent_id: Text
    lens: Literal["integrity", "security", "pragmatist"]
    temperature: NumberOrNull
    inquiry: Inquiry


def _followup(value: Any) -> Any:
    if value is None or value == "ledger" or (type(value) is int and value >= 1):
        return value
    raise PydanticCustomError("followup", 'neither null, nor a task id, nor "ledger"')


@with_config(CLOSED)
class CouncilFinding(TypedDict):
    """A finding that a council voted on (section 7)."""

    id: Text
    summary: Text
    source: Source
    blockingVotes: Count
    survived: bool
    followupTaskId: Annotated[Any, PlainValidator(_followup)]


@with_config(CLOSED)
class Synthesis(TypedDict):
    """What the synthesizer made of the three inquiries (section 7)."""

    problemRestatement: Text
    survivingBlockers: Many[Text]
    causalHypotheses: Texts
    solutionStrategies: Some[Strategy]
    rejectedAlternatives: Many[Strategy]
    selectedStrategy: Strategy
    decisiveEvidence: Texts


class Fault(NamedTuple):
    """One thing that is wrong with a value: where, what, and of which kind pydantic calls it."""

    path: str
    words: str
    kind: str


_FAULT_WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is unknown",
    "string_type": "must be text",
    "string_unicode": "holds text that is not UTF-8 (a lone surrogate)",
    "string_too_short": "must not be empty",
    "string_pattern_mismatch": "must hold a character that is not white space",
    "int_type": "must be an integer",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "none_required": "must be null",
    "too_short": "must not be an empty list",
    "invalid_key": "has a name that is not text",
    "number_or_null": "must be a finite number or null",
    "time": "must be a time in UTC with milliseconds and Z",
    "followup": 'must be null, the id of a task, or "ledger"',
}

_PATTERN_WORDS: Final = {
    _SHA256: "must be a SHA-256 in 64 lower-case hexadecimal digits",
}

_LONGEST_KEY: Final = 80
"""How many characters of an unknown key's name a path shows."""


def path_of(parts: Sequence[str | int]) -> str:
    """A place in a JSON value, as people write it: `evidence[0].output`."""
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            key = part.encode("utf-8", "backslashreplace").decode("utf-8")
            path += ("." if path else "") + (key if len(key) <= _LONGEST_KEY else key[:_LONGEST_KEY] + "…")
    return path


_WIDEST: Final = 64
"""How many fields an object may have before its names are not even looked at; no shape has half as many."""


def faults_of(adapter: TypeAdapter[Any], value: Any) -> tuple[Any, list[Fault]]:
    """The value as the shape takes it with no faults, or None with its faults, in the order of the shape."""
    wide = _too_wide(value)
    if wide is not None:
        return None, [wide]
    try:
        return adapter.validate_python(value), []
    except ValidationError as error:
        return None, [_fault(each) for each in error.errors(include_url=False, include_input=False)]


def _too_wide(value: Any) -> Fault | None:
    """The fault of an object with absurdly many fields, each of which would be told as a fault of its own.

    How deep a value goes does not matter: what is looked at next is kept in a list, not on the stack.
    """
    left: list[Any] = [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            if len(part) > _WIDEST:
                return Fault("", f"has an object of {len(part)} fields", "too_wide")
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return None


def _fault(error: ErrorDetails) -> Fault:
    kind = error["type"]
    context = error.get("ctx", {})
    if kind == "literal_error":
        words = f"must be {context['expected']}"
    elif kind == "greater_than_equal":
        words = f"must be {context['ge']} or more"
    elif kind == "less_than_equal":
        words = f"must be {context['le']} or less"
    elif context.get("pattern") in _PATTERN_WORDS:
        kind, words = "pattern", _PATTERN_WORDS[context["pattern"]]
    else:
        words = _FAULT_WORDS.get(kind, error["msg"])
    return Fault(path_of(error["loc"]), words, kind)
