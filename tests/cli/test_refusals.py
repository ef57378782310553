"""Every refusal says what to do next: all codes through `cook`, all verbs, each kind with its exit status."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cookui.cli import examples, status
from cookui.cli.table import VERBS
from cookui.contract.refusal import Code
from tests.cli.conftest import needs_work
from tests.cli.cook import Cook, Json, digest_of

Situation = Callable[[Cook], Json]


def task_file(cook: Cook) -> Path:
    (path,) = (cook.root / ".cook" / "tasks").glob("0001-*.json")
    return path


def asked(cook: Cook) -> None:
    cook.record("plan", 1, "planner-1", examples.PLAN)
    cook.record("execute", 1, "exec-1", examples.APPROVAL_REQUIRED)


def done(cook: Cook) -> None:
    """At verify, executed by exec-2."""
    asked(cook)
    cook.ok("approve", 1, "Chef")
    cook.record("execute", 1, "exec-2", examples.EXECUTED)


def not_found(cook: Cook) -> Json:
    return cook.refused("show", 7)


def category(cook: Cook) -> Json:
    """A code task, as brought in from elsewhere; `cook` itself adds operations only."""
    from cookui.recorder.recorder import Recorder

    Recorder.open(cook.root).add("Refactor", category="code")
    return cook.refused("record", "plan", 2, "planner-1", cook.file(examples.PLAN))


def stage(cook: Cook) -> Json:
    return cook.refused("record", "execute", 1, "exec-1", cook.file(examples.EXECUTED))


def blocked(cook: Cook) -> Json:
    cook.ok("block", 1, "Chef", "--reason", "freeze")
    return cook.refused("record", "plan", 1, "planner-1", cook.file(examples.PLAN))


def return_shape(cook: Cook) -> Json:
    return cook.refused("record", "plan", 1, "planner-1", cook.file({"stage": "plan"}))


def identity(cook: Cook) -> Json:
    return cook.refused("record", "plan", 1, "", cook.file(examples.PLAN))


def approval_none_pending(cook: Cook) -> Json:
    return cook.refused("approve", 1, "Chef")


def approval_boundary(cook: Cook) -> Json:
    cook.record("plan", 1, "planner-1", examples.PLAN)
    other = examples.APPROVAL_REQUIRED | {"approvalRequired": "something else"}
    return cook.refused("record", "execute", 1, "exec-1", cook.file(other))


def approval_granted(cook: Cook) -> Json:
    asked(cook)
    cook.ok("approve", 1, "Chef")
    return cook.refused("approve", 1, "Ada Lind")


def approval_required(cook: Cook) -> Json:
    cook.record("plan", 1, "planner-1", examples.PLAN)
    return cook.refused("record", "execute", 1, "exec-1", cook.file(examples.EXECUTED))


def approval_self(cook: Cook) -> Json:
    asked(cook)
    return cook.refused("approve", 1, "EXEC - 1")


def approval_stale(cook: Cook) -> Json:
    asked(cook)
    return cook.refused("approve", 1, "Chef", "--request", 0, "--sha256", "0" * 64)


def postconditions(cook: Cook) -> Json:
    done(cook)
    handed_in = copy.deepcopy(examples.VERIFY_PASS)
    handed_in["postconditions"].reverse()
    return cook.refused("record", "verify", 1, "ver-1", cook.file(handed_in))


def cycle(cook: Cook) -> Json:
    done(cook)
    return cook.refused("record", "verify", 1, "ver-1", cook.file(examples.VERIFY_PASS | {"cycle": 5}))


def slot_taken(cook: Cook) -> Json:
    done(cook)
    cook.record("verify", 1, "ver-1", needs_work())
    return cook.refused("record", "verify", 1, "ver-2", cook.file(examples.VERIFY_PASS))


def refute_target(cook: Cook) -> Json:
    done(cook)
    cook.record("verify", 1, "ver-1", needs_work())
    return cook.refused("record", "refute", 1, "ref-1", cook.file(examples.REFUTE | {"finding": "a.md:1 x"}))


def council(cook: Cook) -> Json:
    done(cook)
    agents = ("council-1", "council-2", "council-3", "synthesizer-1")
    return cook.refused("record", "council", 1, *agents, cook.file(examples.COUNCIL))


def reverify(cook: Cook) -> Json:
    return cook.refused("reverify", 1)


def deps(cook: Cook) -> Json:
    return cook.refused("add", "Move DNS", "--dep", 99)


def claim(cook: Cook) -> Json:
    cook.ok("claim", 1, "--by", "a")
    return cook.refused("claim", 1, "--by", "b")


def text(cook: Cook) -> Json:
    return cook.refused("add", " ")


def too_large(cook: Cook) -> Json:
    big = cook.root.parent / "big.json"
    big.write_bytes(b" " * (5 << 20))
    return cook.refused("record", "plan", 1, "planner-1", big)


def lock_timeout(cook: Cook) -> Json:
    """Another process holds the task; the wait is shortened, the lock is a real one."""
    import fcntl

    from cookui.recorder import recorder

    with pytest.MonkeyPatch.context() as patched:
        short = lambda root, **more: recorder.Recorder(root, **more, lock_timeout=0.05)  # noqa: E731
        patched.setattr(recorder.Recorder, "open", short)
        with (cook.root / ".cook" / "locks" / "0001.lock").open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            return cook.refused("start", 1)


def ledger_corrupt(cook: Cook) -> Json:
    path = task_file(cook)
    path.write_bytes(path.read_bytes().replace(b"certificate", b"certifikate"))
    return cook.refused("show", 1)


def ledger_version(cook: Cook) -> Json:
    config = cook.root / ".cook" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"schemaVersion": 99}))
    return cook.refused("add", "Move DNS")


def io(cook: Cook) -> Json:
    return cook.refused("record", "plan", 1, "planner-1", cook.root)


SITUATIONS: dict[Code, Situation] = {
    Code.NOT_FOUND: not_found,
    Code.CATEGORY: category,
    Code.STAGE: stage,
    Code.STATUS: blocked,
    Code.RETURN_SHAPE: return_shape,
    Code.IDENTITY: identity,
    Code.APPROVAL_NONE_PENDING: approval_none_pending,
    Code.APPROVAL_BOUNDARY: approval_boundary,
    Code.APPROVAL_GRANTED: approval_granted,
    Code.APPROVAL_REQUIRED: approval_required,
    Code.APPROVAL_SELF: approval_self,
    Code.APPROVAL_STALE: approval_stale,
    Code.POSTCONDITIONS: postconditions,
    Code.CYCLE: cycle,
    Code.SLOT_TAKEN: slot_taken,
    Code.REFUTE_TARGET: refute_target,
    Code.COUNCIL: council,
    Code.REVERIFY: reverify,
    Code.DEPS: deps,
    Code.CLAIM: claim,
    Code.TEXT: text,
    Code.TOO_LARGE: too_large,
    Code.LOCK_TIMEOUT: lock_timeout,
    Code.LEDGER_CORRUPT: ledger_corrupt,
    Code.LEDGER_VERSION: ledger_version,
    Code.IO: io,
}

STATUSES = {
    Code.LEDGER_CORRUPT: status.BROKEN_LEDGER,
    Code.LEDGER_VERSION: status.BROKEN_LEDGER,
    Code.LOCK_TIMEOUT: status.LOCK_TIMEOUT,
}


def says_what_to_do(error: Json) -> None:
    assert set(error) == {"code", "sentence", "remedy", "details"}
    for told in (error["sentence"], error["remedy"]):
        assert len(told) > 8, error
        assert told == told.strip()
    assert isinstance(error["details"], dict)


GUARDS = {Code.NOT_DONE}
"""The last guard before `done`: met only by a document that contradicts itself, and no act makes one."""


@pytest.mark.parametrize("code", SITUATIONS)
def test_every_code_is_met_and_says_what_to_do_next(started: Cook, code: Code) -> None:
    error = SITUATIONS[code](started)
    assert error["code"] == code
    says_what_to_do(error)


def test_no_code_is_left_out() -> None:
    assert set(SITUATIONS) | GUARDS == set(Code)


def on_a_missing_task(cook: Cook) -> dict[str, tuple[object, ...]]:
    """A call of each verb that names a task."""
    return {
        "start": (7,),
        "record": ("plan", 7, "planner-1", cook.file(examples.PLAN)),
        "journal": (7, "external", "note"),
        "approve": (7, "Chef"),
        "decline": (7, "Chef", "--reason", "no"),
        "answer": (7, "Chef", "option"),
        "reverify": (7,),
        "block": (7, "Chef", "--reason", "no"),
        "unblock": (7, "Chef"),
        "abandon": (7, "Chef", "--reason", "no"),
        "claim": (7,),
        "release": (7,),
        "wait": (7, "--until", "done"),
        "show": (7,),
        "why": (7,),
        "events": (7,),
    }


WITHOUT_TASK = {
    "init",
    "add",
    "ready",
    "claims",
    "watch",
    "ls",
    "status",
    "pending",
    "snapshot",
    "validate",
    "doctor",
    "help",
    "completion",
}


def test_every_verb_refuses_a_task_that_is_not_there(started: Cook) -> None:
    calls = on_a_missing_task(started)
    assert set(VERBS) == set(calls) | WITHOUT_TASK
    before = digest_of(started.root)
    for verb, words in calls.items():
        error = started.refused(verb, *words)
        assert error["code"] == "not-found", verb
        says_what_to_do(error)
        plain = started(verb, *words)
        assert plain.status == status.REFUSED
        first, second = plain.err.splitlines()
        assert first.startswith("cook: not-found: ")
        assert second.startswith("  next: ")
    assert digest_of(started.root) == before


def test_every_verb_refuses_where_there_is_no_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cook = Cook(tmp_path, capsys)
    calls = on_a_missing_task(cook)
    calls |= dict.fromkeys(WITHOUT_TASK - {"init", "add", "watch", "help", "completion"}, ())
    for verb, words in (calls | {"add": ("t",), "watch": ()}).items():
        error = cook.refused(verb, *words)
        assert error["code"] == "not-found", verb
        assert "cook init" in error["remedy"]
        assert "does not exist" not in error["sentence"]


def test_a_root_that_is_not_there_is_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cook = Cook(tmp_path / "nowhere", capsys)
    for words in (("ls",), ("start", 1)):
        error = cook.refused(*words)
        assert error["code"] == "not-found"
        assert error["sentence"].endswith("nowhere: the folder does not exist.")


def test_every_verb_that_reads_a_broken_task_says_so(started: Cook) -> None:
    path = task_file(started)
    path.write_bytes(path.read_bytes()[:-20])
    before = digest_of(started.root)
    for verb, words in on_a_missing_task(started).items():
        error = started.refused(verb, *(1 if word == 7 else word for word in words))
        assert error["code"] == "ledger-corrupt", verb
        assert path.name in error["sentence"]
        says_what_to_do(error)
        assert started(verb, *(1 if word == 7 else word for word in words)).status == status.BROKEN_LEDGER
    assert digest_of(started.root) == before


def test_listings_go_on_around_a_broken_task(started: Cook) -> None:
    started.ok("add", "Drain the queue")
    path = task_file(started)
    path.write_bytes(b"{}")
    assert "Drain the queue" in started.ok("ls")
    assert path.name in started.ok("ls")
    for verb in ("ls", "pending", "status"):
        (broken,) = started(verb, "--json").json["broken"]
        assert (broken["name"], broken["id"]) == (path.name, 1)
        assert broken["reason"]
    answer = started("validate", "--json")
    assert answer.status == status.BROKEN_LEDGER
    assert json.loads(answer.out)["problems"][0]["task"] == 1
    assert started("doctor").status == status.BROKEN_LEDGER
    assert started("validate", "--head").status == status.BROKEN_LEDGER


def test_a_task_whose_head_alone_is_whole_is_pending_as_broken(started: Cook) -> None:
    asked(started)
    path = task_file(started)
    path.write_bytes(path.read_bytes()[:-20])
    answer = started("pending", "--json").json
    assert answer["asks"] == []
    assert answer["broken"][0]["id"] == 1


def test_validate_names_task_event_and_field_of_an_edit(started: Cook) -> None:
    asked(started)
    started.ok("approve", 1, "Chef")
    path = task_file(started)
    path.write_bytes(path.read_bytes().replace(b'"grantedBy":"Chef"', b'"grantedBy":"Chief"'))
    answer = started("validate")
    assert answer.status == status.BROKEN_LEDGER
    assert "task 1" in answer.out
    assert "grantedBy" in answer.out


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_ledger_that_cannot_be_written_refuses_and_goes_on_reading(started: Cook) -> None:
    tasks = started.root / ".cook" / "tasks"
    tasks.chmod(0o500)
    error = started.refused("start", 1)
    says_what_to_do(error)
    started.ok("ls")
    tasks.chmod(0o700)


def test_the_contract_is_not_asked_before_the_words_are_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage is told as such, even where there is no ledger."""
    shutil.rmtree(tmp_path)
    assert Cook(tmp_path, capsys)("show", "x").status == status.USAGE
