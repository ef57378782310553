"""Words become one call or none; nothing that is typed is ever taken for a path or guessed at."""

from __future__ import annotations

import argparse

import pytest

from cookui.cli.parser import UsageError, parse, task_id
from cookui.cli.table import VERBS
from tests.cli.cook import Cook


@pytest.mark.parametrize(("word", "expected"), [("12", 12), ("#12", 12), ("1", 1), ("999999999", 999999999)])
def test_a_task_is_named_by_its_number(word: str, expected: int) -> None:
    assert task_id(word) == expected


@pytest.mark.parametrize(
    "word",
    [
        "",
        "0",
        "-1",
        "01",
        "1.0",
        "1e3",
        "٣",
        "１２",
        "../../x",
        "##1",
        "1 ",
        " 1",
        "1\n",
        "9" * 5000,
        "0001-slug",
        "#",
    ],
)
def test_nothing_else_names_a_task(word: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        task_id(word)


@pytest.mark.parametrize(
    "words", ["--root R --json show 12", "show --root R 12 --json", "--json show 12 --root=R"]
)
def test_global_options_stand_anywhere(words: str) -> None:
    call = parse(words.split())
    assert (call.verb, call.id, call.root, call.json) == ("show", 12, "R", True)


def test_a_later_root_wins() -> None:
    assert parse(["--root", "A", "ls", "--root", "B"]).root == "B"


@pytest.mark.parametrize(
    "words",
    [
        "decline 3 Chef --reason no --to capture",
        "decline --to capture 3 --reason no Chef",
        "decline --reason=no 3 Chef --to=capture",
    ],
)
def test_options_and_positionals_mix(words: str) -> None:
    call = parse(words.split())
    assert (call.id, call.operator, call.reason, call.to) == (3, "Chef", "no", "capture")


def test_an_option_before_an_optional_word_takes_nothing_away() -> None:
    call = parse(["journal", "3", "progress", "1/7", "--json", "half way"])
    assert call.words == ["1/7", "half way"]


def test_what_follows_two_hyphens_is_no_option() -> None:
    assert parse(["add", "--json", "--", "--root"]).title == "--root"
    assert parse(["approve", "3", "--", "-x"]).operator == "-x"
    assert parse(["journal", "3", "external", "--", "--help"]).words == ["--help"]


def test_an_option_takes_a_value_that_looks_like_one() -> None:
    assert parse(["block", "3", "Chef", "--reason", "-- see --help"]).reason == "-- see --help"
    assert parse(["block", "3", "Chef", "--reason", "--json"]).reason == "--json"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["aprove", "1", "Chef"],
        ["show"],
        ["show", "1", "2"],
        ["show", "-1"],
        ["show", "0"],
        ["show", "../../x"],
        ["ls", "--nonsense"],
        ["ls", "--roo", "x"],
        ["add"],
        ["add", "t", "--priority", "p9"],
        ["add", "t", "--dep", "x"],
        ["add", "t", "--dep"],
        ["record", "review", "1", "a", "f"],
        ["record", "plan", "1", "a"],
        ["record", "plan", "1", "a", "b", "f"],
        ["record", "council", "1", "a", "f"],
        ["approve", "1"],
        ["approve", "1", "Chef", "--request", "0"],
        ["approve", "1", "Chef", "--sha256", "a" * 64],
        ["approve", "1", "Chef", "--request", "-1", "--sha256", "a" * 64],
        ["approve", "1", "Chef", "--request", "0", "--sha256", "xyz"],
        ["decline", "1", "Chef"],
        ["decline", "1", "Chef", "--reason", "no", "--to", "execute"],
        ["journal", "1", "gossip", "x"],
        ["journal", "1", "intent", "done"],
        ["journal", "1", "progress", "3"],
        ["journal", "1", "progress", "3/7", "a", "b"],
        ["journal", "1", "external", "a", "b"],
        ["journal", "1", "external", "a", "--agent", "x"],
        ["wait", "1"],
        ["wait", "1", "--until", "christmas"],
        ["wait", "1", "--until", "done", "--timeout", "nan"],
        ["wait", "1", "--until", "done", "--timeout", "-1"],
        ["validate", "--head", "--since", "x"],
        ["completion", "tcsh"],
        ["help", "nonsense"],
        ["help", "show", "plan"],
        ["--json"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_and_changes_nothing(cook: Cook, words: list[str]) -> None:
    answer = cook(*words)
    assert answer.status == 2
    assert answer.out == ""
    if "--json" in words:
        assert answer.error["code"] == "usage"
    else:
        first, second = answer.err.splitlines()
        assert first.startswith("cook: usage: ")
        assert second.startswith("  next: ")


def test_a_typing_mistake_is_met_with_what_was_meant(cook: Cook) -> None:
    assert "approve" in cook("aprove", 1, "Chef").err
    assert "verbs" in cook("\x1b[2J").err


@pytest.mark.parametrize("hostile", ["\x1b]0;x\x07", "\u202egnp.exe", "\ud800", "a\nb"])
def test_what_was_typed_is_drawn_before_it_is_printed(cook: Cook, hostile: str) -> None:
    for words in (
        [hostile],
        ["show", hostile],
        ["ls", f"--{hostile}"],
        ["help", hostile],
        ["completion", hostile],
    ):
        err = cook(*words).err
        assert all(char.isprintable() or char == "\n" for char in err), err
        assert len(err.splitlines()) == 2


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_parser(verb: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse([verb, *["x"] * 40])
    assert f"cook {verb}" in refused.value.remedy
