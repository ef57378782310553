"""The manners of the house that no linter knows: small rooms, a reason at each door, one way to show outside
text.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cookui
from cookui.contract.refusal import Code

HOUSE = Path(cookui.__file__).parent
TOP = HOUSE.parent
ROOMS = sorted(HOUSE.rglob("*.py"))
TESTS = sorted((TOP / "tests").rglob("*.py"))
LIMITS = {"tui/screens": 400, "tui/widgets": 300, "tui/app.py": 300}
"""Lines that a module may have, by where it is."""

LIMIT = 400


def name(path: Path) -> str:
    return str(path.relative_to(TOP))


def limit(path: Path) -> int:
    within = str(path.relative_to(HOUSE))
    return next((lines for place, lines in LIMITS.items() if within.startswith(place)), LIMIT)


@pytest.mark.parametrize("path", ROOMS, ids=name)
def test_a_room_is_small_and_says_why_it_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= limit(path)
    assert ast.get_docstring(ast.parse(source)), "a module says why it is built so"


@pytest.mark.parametrize("path", ROOMS, ids=name)
def test_a_room_is_finished(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", source)


def calls(path: Path) -> set[str]:
    """The names of what a module calls, as `module.function`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


@pytest.mark.parametrize("path", TESTS, ids=name)
def test_a_test_waits_for_conditions_and_never_sleeps(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    slept = [ast.unparse(call) for call in called if ast.unparse(call.func).split(".")[-1] == "sleep"]
    assert set(slept) <= {"asyncio.sleep(0)"}, "which only lets others go first"


def test_the_clock_is_handed_in() -> None:
    """Rules and text ask no clock: the same act on the same document has the same outcome at any time."""
    for floor in ("text", "contract"):
        for path in (HOUSE / floor).rglob("*.py"):
            called = calls(path)
            assert not {
                call for call in called if re.search(r"\.(now|today|utcnow|time|monotonic)$", call)
            }, name(path)


def test_every_refusal_code_is_one_that_somebody_can_meet() -> None:
    spoken = "\n".join(path.read_text(encoding="utf-8") for path in ROOMS if path.name != "refusal.py")
    assert [code for code in Code if f"Code.{code.name}" not in spoken] == []


def test_style_sheets_are_used() -> None:
    """Each sheet is named by the room it belongs to, and no room names one that is not there."""
    sheets = {path.stem for path in (TOP / "styles").glob("*.tcss")}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (HOUSE / "tui").rglob("*.py"))
    assert sheets, "the house has style sheets"
    assert {sheet for sheet in sheets if f'"{sheet}"' not in source} == set()
