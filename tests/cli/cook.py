"""`cook` as a test calls it: in this process, with everything that it prints kept apart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cookui.cli.main import main

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What one call left behind.

    Args:
        status: its exit status.
        out: its standard output.
        err: its standard error.
    """

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value that it printed, on a line of ASCII."""
        assert self.status == 0, self.err
        assert self.out.isascii()
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def error(self) -> Json:
        """The refusal that it printed as JSON."""
        assert self.status != 0, self.out
        assert self.err.isascii()
        (line,) = self.err.splitlines()
        error: Json = json.loads(line)["error"]
        return error


class Cook:
    """Calls `cook` on one ledger.

    Args:
        root: the folder of the ledger.
        capture: pytest's capture of standard output and error.
    """

    def __init__(self, root: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capture = capture
        self._handed_in = 0

    def __call__(self, *words: object) -> Answer:
        """One call with these words."""
        self._capture.readouterr()
        status = main(["--root", str(self.root), *map(str, words)])
        captured = self._capture.readouterr()
        return Answer(status, captured.out, captured.err)

    def ok(self, *words: object) -> str:
        """One call that must be taken; its output."""
        answer = self(*words)
        assert answer.status == 0, answer.err
        return answer.out

    def refused(self, *words: object) -> Json:
        """One call with `--json` that must be refused by the contract or the ledger; its error."""
        answer = self(*words, "--json")
        assert answer.status in (1, 3, 4), (answer.status, answer.out, answer.err)
        assert answer.out == ""
        return answer.error

    def file(self, handed_in: object) -> Path:
        """A file with this return in it."""
        self._handed_in += 1
        path = self.root.parent / f"return-{self._handed_in}.json"
        path.write_text(json.dumps(handed_in), encoding="utf-8")
        return path

    def record(self, stage: str, task_id: object, agent: str, handed_in: object) -> str:
        """A record that must be taken."""
        return self.ok("record", stage, task_id, agent, self.file(handed_in))

    def document(self, task_id: object) -> Json:
        """The task's document."""
        document: Json = self("show", task_id, "--json").json["document"]
        return document


def digest_of(folder: Path) -> str:
    """One digest over all names and bytes in a folder, but for locks: they hold who had them last."""
    sums = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.parent.name == "locks":
            continue
        sums.update(f"{path.relative_to(folder)}\0".encode())
        if path.is_file() and not path.is_symlink():
            sums.update(path.read_bytes())
    return sums.hexdigest()
