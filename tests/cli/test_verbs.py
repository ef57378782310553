"""Each verb: what it records or shows, for people and for programs."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from cookui.cli import examples
from cookui.cli.verbs import doctor, pending, status
from cookui.contract.queries import sha256_of
from cookui.text.visible import decode
from tests.cli.conftest import needs_work
from tests.cli.cook import Cook, Json

BOUNDARY = examples.PLAN["approvalBoundary"]
DIGEST = sha256_of(BOUNDARY)


def newest(cook: Cook) -> Json:
    event: Json = cook("events", 1, "--json").json["events"][-1]
    return event


# --- begin


def test_init_makes_a_ledger_and_leaves_one_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cook = Cook(tmp_path, capsys)
    assert cook.refused("ls")["code"] == "not-found"
    assert cook.ok("init") == f"ledger: {tmp_path}/.cook\n"
    cook.ok("add", "Drain the queue")
    assert cook("init", "--json").json == {"root": str(tmp_path)}
    assert cook.document(1)["title"] == "Drain the queue"


def test_the_root_is_the_option_else_the_environment_else_the_repository_else_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("option", "environment", "repository", "folder"):
        (tmp_path / name / "inside").mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()

    def root(*words: str) -> str:
        from cookui.cli.main import main

        assert main([*words, "init", "--json"]) == 0
        found: str = json.loads(capsys.readouterr().out)["root"]
        return found

    monkeypatch.chdir(tmp_path / "repository" / "inside")
    assert root() == str(tmp_path / "repository")
    monkeypatch.setenv("COOK_ROOT", str(tmp_path / "environment"))
    assert root() == str(tmp_path / "environment")
    assert root("--root", str(tmp_path / "option")) == str(tmp_path / "option")
    assert root("--root", "../../folder") == str(tmp_path / "repository" / "inside" / "../../folder")


def test_add_prints_the_id_and_nothing_else(cook: Cook) -> None:
    assert cook.ok("add", "Drain the queue") == "1\n"
    assert cook.ok("add", "Move DNS", "--priority", "p0", "--dep", "#1", "--slug", "dns") == "2\n"
    document = cook.document(2)
    assert (document["priority"], document["slug"], document["title"]) == ("p0", "dns", "Move DNS")
    assert document["deps"] == [1]
    assert cook.refused("add", "Twice", "--dep", 1, "--dep", 1)["code"] == "deps"
    assert cook.document(1)["priority"] == "p2"
    answer = cook("add", "Third", "--json").json
    assert answer["id"] == 3
    assert answer["card"]["stage"] == "capture"


def test_start_waits_for_what_the_task_depends_on(cook: Cook) -> None:
    cook.ok("add", "Drain the queue")
    cook.ok("add", "Move DNS", "--dep", 1)
    assert cook.refused("start", 2)["code"] == "deps"
    cook.ok("abandon", 1, "Chef", "--reason", "not needed")
    assert "plan, in progress" in cook.ok("start", "#2")


# --- record


def test_an_act_answers_with_event_card_and_what_comes_next(started: Cook) -> None:
    answer = started("record", "plan", 1, "planner-1", started.file(examples.PLAN), "--json").json
    assert set(answer) == {"id", "event", "card", "next"}
    assert set(answer["event"]) == {"seq", "at", "kind", "actor", "hash"}
    assert (answer["event"]["kind"], answer["event"]["actor"]) == ("record", "planner-1")
    assert answer["card"]["stage"] == "execute"
    assert answer["card"]["head"] == answer["event"]["hash"]
    assert [step["stage"] for step in answer["next"]] == ["execute"]


def test_a_return_comes_from_a_pipe_too(started: Cook, monkeypatch: pytest.MonkeyPatch) -> None:
    with started.file(examples.PLAN).open("rb") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        started.ok("record", "plan", 1, "planner-1", "-")
    assert started.document(1)["plan"]["approvalBoundary"] == BOUNDARY


def test_a_refusal_names_the_path_of_what_is_wrong(started: Cook) -> None:
    handed_in = examples.PLAN | {"runbook": ["one", ""], "extra": 1}
    error = started.refused("record", "plan", 1, "planner-1", started.file(handed_in))
    assert error["code"] == "return-shape"
    assert "runbook[1]" in json.dumps(error)
    assert error["remedy"].endswith("; see `cook help record plan`.")


def test_a_return_that_is_no_json_is_led_to_a_whole_one(started: Cook, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    error = started.refused("record", "plan", 1, "planner-1", broken)
    assert error["remedy"].endswith("; see `cook help record plan`.")


def test_who_records_is_not_called_the_operator(started: Cook) -> None:
    started.record("plan", 1, "planner-1", examples.PLAN)
    out = started.record("execute", 1, "exec-1", examples.APPROVAL_REQUIRED)
    assert "waits for the operator's approval" in out
    assert "waits for the operator's approval" in started.ok("why", 1)
    assert "waits for your approval" in started.ok("pending")


def test_the_event_keeps_how_an_act_was_given(started: Cook) -> None:
    how = newest(started)["data"]["how"]
    assert how["channel"] == "cook"
    assert how["osUser"]
    assert how["host"]


@pytest.mark.parametrize(
    ("words", "act"),
    [
        (["intent", "plan"], {"kind": "intent", "stage": "plan"}),
        (
            ["intent", "plan", "first", "--agent", "a-1"],
            {"kind": "intent", "stage": "plan", "note": "first", "agent": "a-1"},
        ),
        (["progress", "3/7"], {"kind": "progress", "step": 3, "total": 7}),
        (["progress", "3/7", "half way"], {"kind": "progress", "step": 3, "total": 7, "note": "half way"}),
        (["external", "it rains"], {"kind": "external", "note": "it rains"}),
    ],
)
def test_the_journal_is_told_and_changes_nothing(started: Cook, words: list[str], act: Json) -> None:
    before = started.document(1)
    started.ok("journal", 1, *words)
    event = newest(started)
    assert event["data"]["act"] == act
    assert started.document(1) == before
    assert all(str(value) in started.ok("events", 1) for value in act.values())


# --- decide


def test_a_grant_bound_to_what_was_seen(asking: Cook) -> None:
    out = asking.ok("approve", 1, "Chef", "--request", 0, "--sha256", DIGEST.upper())
    assert "granted by Chef at " in out
    assert DIGEST in out
    data = newest(asking)["data"]
    assert data["act"]["expectation"] == {"requestId": 0, "sha256": DIGEST}
    assert data["how"]["digestGiven"] is True
    assert "without a digest" not in asking.ok("show", 1) + asking.ok("events", 1)
    assert asking("show", 1, "--json").json["requests"][0]["digestGiven"] is True


def later(monkeypatch: pytest.MonkeyPatch, **passed: float) -> None:
    """Lets the verbs that compare with the time run so much later."""

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) + timedelta(**passed)

    for verb in (pending, status):
        monkeypatch.setattr(verb, "datetime", Later)


def test_a_grant_without_a_digest_says_so_wherever_it_is_shown(
    asking: Cook, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking.ok("approve", 1, "Chef")
    assert newest(asking)["data"]["how"]["digestGiven"] is False
    assert "without a digest" in asking.ok("events", 1)
    assert "without a digest" in asking.ok("show", 1)
    (request,) = asking("show", 1, "--json").json["requests"]
    assert (request["state"], request["digestGiven"]) == ("granted", False)
    assert asking("pending", "--json").json["asks"] == [], "an executor has a while to come back"
    later(monkeypatch, minutes=16)
    (ask,) = asking("pending", "--json").json["asks"]
    assert (ask["kind"], ask["digestGiven"]) == ("granted", False)
    assert "without a digest" in asking.ok("pending")
    assert asking("status", "--json").json["asks"] == {"granted": 1}


@pytest.mark.parametrize(
    "seen",
    [("--request", 1, "--sha256", DIGEST), ("--request", 0, "--sha256", "0" * 64)],
    ids=["request", "text"],
)
@pytest.mark.parametrize("verb", ["approve", "decline"])
def test_what_was_not_seen_is_not_decided(asking: Cook, verb: str, seen: tuple[object, ...]) -> None:
    reason = ["--reason", "no"] if verb == "decline" else []
    assert asking.refused(verb, 1, "Chef", *reason, *seen)["code"] == "approval-stale"
    assert asking("show", 1, "--json").json["requests"][0]["state"] == "pending"


def test_a_ledger_may_ask_for_the_digest(asking: Cook) -> None:
    config = asking.root / ".cook" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"requireDigest": True}))
    error = asking.refused("approve", 1, "Chef")
    assert error["code"] == "approval-stale"
    asking.ok("approve", 1, "Chef", "--request", 0, "--sha256", DIGEST)


def test_a_decline_goes_back_with_its_reason(asking: Cook) -> None:
    out = asking.ok("decline", 1, "Chef", "--reason", "too early")
    assert "declined by Chef, back to plan: too early" in out
    shown = asking.ok("show", 1)
    assert "cycle 0: declined" in shown
    assert "too early" in shown
    (request,) = asking("show", 1, "--json").json["requests"]
    assert (request["state"], request["digestGiven"]) == ("declined", False)
    assert asking.refused("approve", 1, "Chef")["code"] == "approval-none-pending"


def test_what_became_of_each_request_is_told(asking: Cook) -> None:
    asking.record("execute", 1, "exec-2", examples.APPROVAL_REQUIRED)
    asking.ok("decline", 1, "Chef", "--reason", "no")
    asking.record("plan", 1, "planner-1", examples.PLAN)
    asking.record("execute", 1, "exec-3", examples.APPROVAL_REQUIRED)
    asking.record("execute", 1, "exec-4", examples.KICKBACK)
    asking.record("plan", 1, "planner-1", examples.PLAN)
    asking.record("execute", 1, "exec-5", examples.APPROVAL_REQUIRED)
    asking.ok("approve", 1, "Chef")
    requests = asking("show", 1, "--json").json["requests"]
    assert [request["state"] for request in requests] == ["superseded", "declined", "closed", "granted"]
    assert [request["request"]["id"] for request in requests] == [0, 1, 2, 3]
    asking.record("execute", 1, "exec-6", examples.EXECUTED)
    assert asking("show", 1, "--json").json["requests"][3]["state"] == "granted"


def test_a_fork_is_shown_and_answered(forked: Cook) -> None:
    fork = examples.ESCALATION["escalation"]
    pending = forked.ok("pending")
    assert fork["fork"] in pending
    assert all(option in pending for option in fork["options"])
    (ask,) = forked("pending", "--json").json["asks"]
    assert (ask["kind"], ask["fork"], ask["options"]) == ("fork", fork["fork"], fork["options"])
    forked.ok("answer", 1, "Chef", fork["options"][0])
    assert forked.document(1)["answers"][0]["option"] == fork["options"][0]
    assert "answered by Chef" in forked.ok("show", 1)
    assert forked("pending", "--json").json["asks"] == []


def test_a_failed_verification_is_archived(failed: Cook) -> None:
    (ask,) = failed("pending", "--json").json["asks"]
    assert ask["kind"] == "reverify"
    assert "cook reverify 1" in failed.ok("pending")
    assert "the verification of ver-1 is archived" in failed.ok("reverify", 1)
    assert "ARCHIVED JUDGMENTS" in failed.ok("show", 1)
    assert (
        failed.refused("record", "verify", 1, "ver-1", failed.file(examples.VERIFY_PASS))["code"]
        == "identity"
    )
    failed.record("verify", 1, "ver-2", examples.VERIFY_PASS)


def test_reverify_keeps_who_asked_for_it(failed: Cook) -> None:
    assert "reverify by Ada Lind: the verification of ver-1" in failed.ok("reverify", 1, "Ada Lind")
    event = newest(failed)
    assert event["data"]["how"]["operator"] == "Ada Lind"
    assert event["data"]["act"] == {"kind": "reverify"}
    assert "asked for by Ada Lind" in failed.ok("events", 1)


def test_anybody_may_ask_for_a_fresh_verifier(failed: Cook) -> None:
    failed.ok("reverify", 1, "ver-1")
    assert newest(failed)["data"]["how"]["operator"] == "ver-1"


@pytest.mark.parametrize("name", ["", "  ", "Ada\u200b", "Ada\x1b[2J"])
def test_a_name_that_cannot_be_seen_asks_for_nothing(failed: Cook, name: str) -> None:
    assert failed.refused("reverify", 1, name)["code"] == "identity"
    assert failed.document(1)["verification"]["verdict"] == "needs-work"


def test_a_task_is_blocked_unblocked_and_abandoned(started: Cook) -> None:
    started.ok("block", 1, "Chef", "--reason", "freeze")
    assert "blocked: freeze" in started.ok("ls")
    (ask,) = started("pending", "--json").json["asks"]
    assert ask["kind"] == "blocked"
    started.ok("unblock", 1, "Chef")
    assert started.document(1)["blockedReason"] is None
    started.ok("abandon", 1, "Chef", "--reason", "not needed")
    assert started.document(1)["status"] == "abandoned"


# --- drive


def test_a_claim_names_its_holder(started: Cook) -> None:
    started.ok("claim", 1, "--by", "orchestrator-1")
    error = started.refused("claim", 1, "--by", "orchestrator-2")
    assert error["code"] == "claim"
    assert "orchestrator-1" in error["sentence"]
    assert "orchestrator-1" in started.ok("claims")
    (claim,) = started("claims", "--json").json["claims"]
    assert (claim["id"], claim["by"]) == (1, "orchestrator-1")
    assert started.refused("release", 1, "--by", "orchestrator-2")["code"] == "claim"
    started.ok("release", 1, "--by", "orchestrator-2", "--force")
    assert started.ok("claims") == "no claims\n"


def test_a_claim_without_a_name_is_of_the_account(started: Cook) -> None:
    started.ok("claim", 1)
    user, host = started("claims", "--json").json["claims"][0]["by"].split("@", 1)
    assert user
    assert host
    started.ok("release", 1)


def test_ready_is_what_nobody_and_nothing_holds_up(cook: Cook) -> None:
    for title, words in (
        ("later", ["--priority", "p3"]),
        ("sooner", ["--priority", "p0"]),
        ("after", ["--dep", 1]),
        ("claimed", []),
        ("blocked", []),
        ("forked", []),
        ("over", []),
    ):
        cook.ok("add", title, *words)
    cook.ok("claim", 4)
    cook.ok("block", 5, "Chef", "--reason", "freeze")
    cook.ok("start", 6)
    cook.record("plan", 6, "planner-1", examples.ESCALATION)
    cook.ok("abandon", 7, "Chef", "--reason", "no")
    ready = [card["title"] for card in cook("ready", "--json").json["tasks"]]
    assert ready == ["sooner", "later"]
    assert [title in cook.ok("ready") for title in ("sooner", "later", "after")] == [True, True, False]
    cook.ok("abandon", 1, "Chef", "--reason", "no")
    cook.ok("answer", 6, "Chef", examples.ESCALATION["escalation"]["options"][0])
    ready = [card["title"] for card in cook("ready", "--json").json["tasks"]]
    assert ready == ["sooner", "after", "forked"]


# --- look


def test_ls_shows_what_is_true_of_each_task(executed: Cook) -> None:
    executed.ok("add", "Drain [/] \x1b[2J the queue", "--priority", "p0")
    head, first, second = executed.ok("ls").splitlines()
    assert head.split() == ["id", "pri", "stage", "now", "for", "title"]
    assert first.startswith("#1  p2   verify")
    assert second.endswith("Drain [/] ⟦ESC⟧[2J the queue")
    assert executed.ok("ls", "--quiet") == "1\n2\n"
    assert executed.ok("ls", "--quiet", "--stage", "verify") == "1\n"
    assert executed.ok("ls", "-q", "--status", "pending") == "2\n"
    assert [card["id"] for card in executed("ls", "--json").json["tasks"]] == [1, 2]
    assert executed.ok("ls", "--stage", "audit") == "no tasks\n"


def test_status_counts(asking: Cook) -> None:
    asking.ok("add", "Drain the queue")
    found = asking("status", "--json").json
    assert found["tasks"] == 2
    assert found["stages"] == {"capture": 1, "plan": 0, "execute": 1, "verify": 0, "audit": 0, "done": 0}
    assert (found["statuses"]["pending"], found["statuses"]["in_progress"]) == (1, 1)
    assert (found["asks"], found["claims"], found["broken"]) == ({"approval": 1}, 0, [])
    assert "1 approval" in asking.ok("status")


def test_pending_has_all_that_a_decision_needs(asking: Cook) -> None:
    (ask,) = asking("pending", "--json").json["asks"]
    assert ask["request"]["mutation"] == BOUNDARY
    assert ask["request"]["id"] == 0
    assert ask["sha256"] == DIGEST
    out = asking.ok("pending")
    assert BOUNDARY in out
    (command,) = [line.strip() for line in out.splitlines() if line.startswith("  cook approve")]
    asking.ok(*command.replace("OPERATOR", "Chef").split()[1:])
    assert asking.document(1)["approvals"][0]["grantedBy"] == "Chef"


def test_pending_is_oldest_first_and_empty_when_nothing_waits(cook: Cook) -> None:
    assert cook.ok("pending") == "nothing waits for a person\n"
    for task_id in (1, 2, 3):
        cook.ok("add", f"Task {task_id}")
    for task_id in (2, 3, 1):
        cook.ok("block", task_id, "Chef", "--reason", "freeze")
    sinces = [ask["since"] for ask in cook("pending", "--json").json["asks"]]
    assert len(sinces) == 3
    assert sinces == sorted(sinces)


def test_show_has_everything(failed: Cook) -> None:
    document = failed.document(1)
    shown = failed.ok("show", 1)
    for text in texts(document):
        assert text in shown or text in ("operation", "high"), text
    answer = failed("show", 1, "--json").json
    assert set(answer) == {"document", "card", "requests", "rows", "next"}
    assert [row["matches"] for row in answer["rows"]] == [True, True]
    assert "all rows match the plan" in shown


def texts(value: object, key: str = "") -> list[str]:
    """The texts of a document that somebody handed in."""
    if isinstance(value, dict):
        return [text for name, part in value.items() for text in texts(part, name)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part, key)]
    skipped = key.endswith("At") or key == "at"
    return [value] if isinstance(value, str) and value and not skipped and value != "in_progress" else []


def test_show_says_which_rows_do_not_match_the_plan(failed: Cook) -> None:
    """After another plan the old verification stands beside postconditions that it never saw."""
    failed.record("refute", 1, "ref-1", examples.REFUTE)
    assert failed.document(1)["stage"] == "plan"
    replaced = [examples.PLAN["postconditions"][0], "the list is published", "monitoring is green"]
    failed.record("plan", 1, "planner-2", examples.PLAN | {"postconditions": replaced})
    rows = failed("show", 1, "--json").json["rows"]
    assert [row["matches"] for row in rows] == [True, False, False]
    assert rows[2]["row"] is None
    shown = failed.ok("show", 1)
    assert "2 of 3 rows do not match the plan" in shown
    assert "3.   missing" in shown
    assert "survives, says ref-1" in shown


def test_show_draws_a_text_that_can_be_read_back(started: Cook) -> None:
    boundary = "rm \x1b[2J \u202e\u200bx\t \n⟦ESC⟧ end "
    started.record("plan", 1, "planner-1", examples.PLAN | {"approvalBoundary": boundary})
    lines = started.ok("show", 1).splitlines()
    numbered = [line.split(" │ ", 1)[1] for line in lines if " │ " in line]
    assert decode("".join(numbered)) == boundary
    assert any("U+202E" in line and "RIGHT-TO-LEFT OVERRIDE" in line for line in lines)


def test_why_says_what_waits_and_who_may_not(asking: Cook) -> None:
    answer = asking("why", 1, "--json").json
    assert answer["now"]["words"] == "waits for your approval"
    assert answer["next"][0]["stage"] == "execute"
    assert "exec-1" in answer["next"][0]["notBy"]
    assert answer["acts"]["approve"]["allowed"] is True
    assert len(answer["acts"]["reverify"]["conditions"]) == 7
    assert {"name", "holds", "fact", "remedy"} == set(answer["acts"]["reverify"]["conditions"][0])
    out = asking.ok("why", 1)
    assert "not by exec-1" in out
    assert "approve: possible" in out
    assert "reverify" not in out
    out = asking.ok("why", 1, "--all")
    assert "reverify: not now" in out
    assert "unblock  not now" in out
    hindered = asking("why", 1, "--json", "--operator", "Exec-1").json["acts"]
    assert hindered["approve"]["allowed"] is False
    assert hindered["decline"]["allowed"] is False


def test_why_is_short_where_no_decision_is_at_hand(started: Cook) -> None:
    out = started.ok("why", 1)
    assert "approve" not in out
    assert "reverify" not in out
    assert len(out.splitlines()) == 7
    assert "goes on without" not in out + started.ok("why", 1, "--all")
    started.record("plan", 1, "planner-1", examples.PLAN | {"requiresApproval": False})
    assert "goes on without" in started.ok("why", 1, "--all")


def test_why_tells_of_reverify_after_a_failed_verification(failed: Cook) -> None:
    out = failed.ok("why", 1)
    assert "reverify: possible" in out
    assert "approve" not in out
    failed.ok("abandon", 1, "Chef", "--reason", "no")
    assert "reverify" not in failed.ok("why", 1)


def test_why_agrees_with_what_is_taken(failed: Cook) -> None:
    """What `why` calls possible is taken, and what it does not is refused, at this stage."""
    words = {
        "approve": ["Chef"],
        "decline": ["Chef", "--reason", "no"],
        "answer": ["Chef", "x"],
        "unblock": ["Chef"],
        "release": [],
        "start": [],
    }
    acts = failed("why", 1, "--json", "--operator", "Chef").json["acts"]
    for act, more in words.items():
        assert (failed(act, 1, *more).status == 0) == acts[act]["allowed"], act
    for act, more in {"claim": [], "reverify": [], "block": ["Chef", "--reason", "x"]}.items():
        assert acts[act]["allowed"]
        failed.ok(act, 1, *more)


def test_events_are_all_acts_in_order(executed: Cook) -> None:
    events = executed("events", 1, "--json").json["events"]
    assert [event["kind"] for event in events] == ["add", "start", "record", "record", "approve", "record"]
    assert [event["seq"] for event in events] == list(range(6))
    out = executed.ok("events", 1)
    assert len(out.splitlines()) == 7
    assert "execute: approval-required" in out


def test_snapshot_is_what_other_programs_read(forked: Cook) -> None:
    forked.ok("claim", 1, "--by", "orchestrator-1")
    snapshot = forked("snapshot", "--json").json
    assert forked("snapshot").json.keys() == snapshot.keys()
    assert (snapshot["schemaVersion"], snapshot["mode"]) == (1, "full")
    (task,) = snapshot["tasks"]
    assert task["escalation"] == examples.ESCALATION["escalation"]
    assert task["claim"]["by"] == "orchestrator-1"
    assert {"id", "slug", "title", "status", "stage", "priority", "deps", "blockedReason"} <= task.keys()


# --- trust, but verify


def test_validate_finds_nothing_in_a_whole_ledger(failed: Cook) -> None:
    assert "whole" in failed.ok("validate")
    assert failed("validate", "--json").json == {"problems": []}


def test_a_pin_proves_that_nothing_before_it_changed(asking: Cook) -> None:
    head = asking.ok("validate", "--head").strip()
    assert asking("validate", "--head", "--json").json == {"head": head}
    asking.ok("approve", 1, "Chef")
    assert "unchanged" in asking.ok("validate", "--since", head)
    assert asking("validate", "--since", head, "--json").json["changed"] == []
    assert asking.refused("validate", "--since", "nonsense")["code"] == "text"


def test_a_pin_of_another_ledger_does_not_hold(
    asking: Cook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cook = Cook(other, capsys)
    cook.ok("init")
    cook.ok("add", "Something else")
    head = cook.ok("validate", "--head").strip()
    answer = asking("validate", "--since", head)
    assert answer.status == 3
    assert answer.out


def test_doctor_tells_what_there_is_to_know(asking: Cook) -> None:
    found = asking("doctor", "--json").json
    assert {
        "root",
        "tasks",
        "broken",
        "locks",
        "leftovers",
        "fileSystem",
        "versions",
        "remarks",
    } <= found.keys()
    out = asking.ok("doctor")
    assert str(asking.root) in out
    assert "1 readable, 0 broken" in out
    assert found["checked"] == 1
    assert "1 checked; `cook validate` replays the histories too" in out


def test_doctor_finds_what_breaks_behind_a_sound_head(asking: Cook, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = (asking.root / ".cook" / "tasks").iterdir()
    head, separator, rest = file.read_text().partition('"events"')
    file.write_text(head + separator + rest.replace("planner-1", "planner-2"))
    assert asking("ls").status == 0
    answer = asking("doctor", "--json")
    assert answer.status == 3
    found = json.loads(answer.out)
    assert (found["tasks"], found["checked"]) == (0, 0)
    (broken,) = found["broken"]
    assert (broken["name"], broken["id"]) == (file.name, 1)
    assert "event" in broken["reason"]
    monkeypatch.setattr(doctor, "_CHECKED", 0)
    out = asking.ok("doctor")
    assert "1 readable, 0 broken" in out
    assert "chains       not checked" in out


def test_version(cook: Cook) -> None:
    from cookui import __version__

    assert cook.ok("--version") == f"cook {__version__}\n"
    assert cook("--version", "--json").json == {"version": __version__}


def test_a_council_is_shown_with_its_votes(started: Cook) -> None:
    started.record(
        "plan", 1, "planner-1", examples.PLAN | {"requiresApproval": False, "auditRequired": False}
    )
    for cycle in range(3):
        started.record("execute", 1, f"exec-{cycle}", examples.EXECUTED)
        started.record("verify", 1, f"ver-{cycle}", needs_work(cycle=cycle))
        started.record("refute", 1, f"ref-{cycle}", examples.REFUTE | {"cycle": cycle})
    assert "council" in [step["stage"] for step in started("why", 1, "--json").json["next"]]
    council = started.file(examples.COUNCIL)
    started.ok("record", "council", 1, "council-1", "council-2", "council-3", "synthesizer-1", council)
    shown = started.ok("show", 1)
    assert "COUNCIL  block, recovery running, by synthesizer-1" in shown
    assert "security: council-2: F1 blocking" in shown
    assert "3 of 3 votes: survived" in shown
    assert "council: block" in started.ok("events", 1)
