"""The help page is enough: it names everything, and what it shows as an example is taken by the recorder."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from pathlib import Path

import pytest

from cookui.cli import examples, status
from cookui.cli.goal import GOALS
from cookui.cli.parser import load
from cookui.cli.table import VERBS
from tests.cli.conftest import needs_work
from tests.cli.cook import Cook
from tests.terminal.home import environment

WIDEST = 120


def test_the_page_names_every_verb_every_status_and_the_environment(cook: Cook) -> None:
    page = cook.ok("help")
    for verb in VERBS.values():
        assert re.search(
            rf"^  {re.escape(f'{verb.name} {verb.usage}'.strip())}  +{re.escape(verb.summary)}$", page, re.M
        )
    told = page[page.index("Exit status") :]
    numbers = {value for name, value in vars(status).items() if name.isupper()}
    assert {int(number) for number in re.findall(r"^  (\d+) +\w", told, re.M)} == numbers
    assert "COOK_ROOT" in page


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_tells_all_about_itself(cook: Cook, verb: str) -> None:
    page = cook.ok("help", verb)
    assert page.startswith(f"usage: cook {verb}")
    assert load(verb).HELP in page
    assert cook.ok(verb, "--help") == page
    assert all(len(line) <= WIDEST for line in page.splitlines()), verb
    told = cook("help", verb, "--json").json
    assert told["name"] == verb
    assert told["summary"] == VERBS[verb].summary


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"init", "add", "help", "completion", "watch"}))
def test_each_verb_that_answers_in_json_tells_the_shape(verb: str) -> None:
    assert "With --json" in load(verb).HELP or "as JSON" in load(verb).HELP


@pytest.mark.parametrize("stage", examples.EXAMPLES)
def test_each_stage_is_shown_with_complete_returns(cook: Cook, stage: str) -> None:
    page = cook.ok("help", "record", stage)
    shown = [json.loads(text) for text in re.findall(r"^\{\n.*?^\}$", page, re.M | re.S)]
    assert shown == [example for _, example in examples.EXAMPLES[stage]]
    assert page in cook.ok("help", "record")


def test_programs_get_the_examples_too(cook: Cook) -> None:
    told = cook("help", "record", "--json").json["examples"]
    assert told["verify"][0]["return"] == examples.VERIFY_PASS
    assert cook("help", "--json").json["verbs"][0]["name"] == "init"


def test_the_examples_play_one_operation_to_its_end(started: Cook) -> None:
    cook = started
    cook.record("plan", 1, "planner-1", examples.ESCALATION)
    cook.ok("answer", 1, "Chef", examples.ESCALATION["escalation"]["options"][1])
    cook.record("plan", 1, "planner-1", examples.PLAN)
    cook.record("execute", 1, "exec-1", examples.KICKBACK)
    cook.record("plan", 1, "planner-1", examples.PLAN)
    cook.record("execute", 1, "exec-1", examples.APPROVAL_REQUIRED)
    cook.ok("approve", 1, "Chef")
    cook.record("execute", 1, "exec-2", examples.EXECUTED)
    cycle = cook.document(1)["execution"]["cycle"]
    cook.record("verify", 1, "ver-1", examples.VERIFY_PASS | {"cycle": cycle})
    cook.record("audit", 1, "aud-1", examples.AUDIT | {"cycle": cycle})
    assert cook.document(1)["status"] == "done"


def test_the_examples_play_a_council(started: Cook) -> None:
    cook = started
    cook.record("plan", 1, "planner-1", examples.PLAN | {"requiresApproval": False, "auditRequired": False})
    for cycle in range(3):
        cook.record("execute", 1, f"exec-{cycle}", examples.EXECUTED)
        cook.record("verify", 1, f"ver-{cycle}", needs_work(cycle=cycle))
        cook.record("refute", 1, f"ref-{cycle}", examples.REFUTE | {"cycle": cycle})
    council = cook.file(examples.COUNCIL)
    cook.ok("record", "council", 1, "council-1", "council-2", "council-3", "synthesizer-1", council)
    cook.record("execute", 1, "exec-9", examples.EXECUTED)
    cook.record("verify", 1, "ver-9", examples.VERIFY_PASS | {"cycle": 3})
    closing = copy.deepcopy(examples.COUNCIL)
    closing["council"]["outcome"] = "scoped-fix-shipped"
    again = cook.file(closing)
    cook.ok("record", "council", 1, "council-1", "council-2", "council-3", "synthesizer-1", again)
    assert cook.document(1)["status"] == "done"


def test_the_story_on_the_page_works_as_it_stands(cook: Cook, tmp_path: Path) -> None:
    """Each command of the page, in its order, with the returns of `cook help record`, without an audit."""
    files = {
        "plan.json": examples.PLAN | {"auditRequired": False},
        "ask.json": examples.APPROVAL_REQUIRED,
        "done.json": examples.EXECUTED,
        "verify.json": examples.VERIFY_PASS,
    }
    for name, handed_in in files.items():
        (tmp_path / name).write_text(json.dumps(handed_in))
    story = [
        re.split(r"  +", line.strip())[0]
        for line in cook.ok("help").splitlines()
        if line.startswith(("  cook ", "  ID="))
    ]
    assert len(story) >= 8
    wait = next(line for line in story if "wait" in line)
    story.insert(story.index(wait), "cook approve $ID Chef")
    env = environment(tmp_path / "home", COOK_ROOT=str(cook.root))
    done = subprocess.run(
        ["bash", "-euc", "\n".join(story)],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    assert cook.document(1)["status"] == "done"


def test_what_may_be_waited_for_is_told(cook: Cook) -> None:
    page = cook.ok("help", "wait")
    assert all(goal in page for goal in GOALS)
