"""The page of promises names tests that are there, variables that they read, and each promise once."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "promises.md").read_text(encoding="utf-8")


def test_every_path_is_there() -> None:
    paths = re.findall(r"`(tests/[^`]*)`", PAGE)
    assert len(paths) > 20
    assert [path for path in paths if not (TOP / path).exists()] == []


def test_every_promise_stands_once_and_in_order() -> None:
    assert re.findall(r"^\*\*(\d)\. ", PAGE, re.MULTILINE) == list("1234567")


def test_every_variable_is_read_with_that_default() -> None:
    rows = re.findall(r"^\| `(COOK\w+)` \| [^|]+ \| *(\S*) *\|$", PAGE, re.MULTILINE)
    assert len(rows) >= 3
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (TOP / "tests").rglob("*.py"))
    for name, default in rows:
        assert f'os.environ.get("{name}", "{default}")' in sources, name
