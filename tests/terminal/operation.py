"""The words of the end-to-end tests: a ledger that `cook` writes, and an operator at a running `cookui`."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cookui.cli.examples import APPROVAL_REQUIRED, EXECUTED, PLAN, VERIFY_NEEDS_WORK, VERIFY_PASS
from cookui.recorder.recorder import Recorder
from tests.terminal.home import BIN, environment
from tests.terminal.terminal import ESCAPE_PACE, Terminal

Json = dict[str, Any]

BOUNDARY: str = PLAN["approvalBoundary"]

CODE = re.compile(r"type +([a-z0-9]+) +here")
"""Where the screen asks for the code."""

UNAUDITED: Json = PLAN | {"auditRequired": False}

WRONG_MEASURE: Json = VERIFY_NEEDS_WORK | {
    "findings": [each | {"kickTo": "plan"} for each in VERIFY_NEEDS_WORK["findings"]]
}
"""A failed verification that can be reverified: nothing in it says that the execution was wrong."""


def gated(boundary: str, **more: Any) -> Json:
    """A plan whose exact boundary is `boundary`."""
    return UNAUDITED | {"approvalBoundary": boundary} | more


def asking(boundary: str) -> Json:
    """An executor's return that asks for exactly that."""
    return APPROVAL_REQUIRED | {"approvalRequired": boundary}


class Ledger:
    """A ledger in `root`. What is not said to be otherwise is written by `cook` processes.

    Args:
        home: the home of every program that is run, with the ledger inside.
        more: variables for their environment.
    """

    def __init__(self, home: Path, **more: str) -> None:
        self.root = home / "ledger"
        self.root.mkdir(parents=True)
        self.env = environment(home, COOK_ROOT=str(self.root), **more)
        self.recorder = Recorder.init(self.root, created_by="tests")

    def cook(self, *words: object, handed_in: Json | None = None, status: int = 0) -> str:
        """Runs `cook` and returns what it printed; it must end with `status`."""
        done = self.start(*words, handed_in=handed_in)
        out, err = done.communicate()
        assert done.returncode == status, f"cook {words}: {done.returncode}\n{err.decode()}"
        return (out + err).decode()

    def start(self, *words: object, handed_in: Json | None = None) -> subprocess.Popen[bytes]:
        """Starts `cook` without waiting for it."""
        process = subprocess.Popen(
            [str(BIN / "cook"), *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.env,
            cwd=self.root,
        )
        assert process.stdin is not None
        if handed_in is not None:
            process.stdin.write(json.dumps(handed_in).encode())
            process.stdin.close()
            process.stdin = None
        return process

    def add(self, title: str = "Rotate the certificate of api.example.org", *options: str) -> int:
        """Adds an operation, starts it, and returns its id."""
        task_id = int(self.cook("add", title, *options))
        self.cook("start", task_id)
        return task_id

    def record(self, task_id: int, stage: str, agent: str, handed_in: Json) -> None:
        """Records a return."""
        self.cook("record", stage, task_id, agent, "-", handed_in=handed_in)

    def ask(self, boundary: str = BOUNDARY, title: str = "Rotate the certificate of api.example.org") -> int:
        """Adds an operation and brings it to its request for approval, here and at once; returns its id."""
        task_id: int = self.recorder.add(title).document["id"]
        self.recorder.start(task_id)
        self.recorder.record(task_id, "plan", "planner-1", gated(boundary))
        self.recorder.record(task_id, "execute", "executor-1", asking(boundary))
        return task_id

    def execute(self, task_id: int) -> None:
        """A second executor carries out what was granted."""
        self.record(task_id, "execute", "executor-2", EXECUTED)

    def verify(self, task_id: int, agent: str = "verifier-1", handed_in: Json = VERIFY_PASS) -> None:
        """A verifier judges."""
        self.record(task_id, "verify", agent, handed_in)

    def is_granted(self, task_id: int) -> bool:
        """Whether any request of the task has been granted, read here and at once."""
        return "approvals" in self.recorder.get(task_id)

    def task(self, task_id: int) -> Json:
        """The document, as `cook show --json` gives it."""
        found: Json = json.loads(self.cook("show", task_id, "--json"))["document"]
        return found

    def cookui(
        self, *words: str, columns: int = 80, rows: int = 24, env: Mapping[str, str] | None = None
    ) -> Terminal:
        """Starts `cookui` over it in a terminal."""
        return Terminal(
            [str(BIN / "cookui"), *words],
            env={**self.env, **(env or {})},
            columns=columns,
            rows=rows,
            cwd=self.root,
        )


def back_to_board(terminal: Terminal) -> None:
    """Goes back until the board is there, each Escape after the last has been answered: one that still waits
    to be read makes another key of the next."""
    while "· Board" not in terminal.text:
        terminal.press("escape")
        terminal.until_quiet(ESCAPE_PACE)
    terminal.until_quiet(ESCAPE_PACE)


def until_listening(terminal: Terminal) -> None:
    """Waits until a decision's screen has been still for long enough to listen to keys."""
    terminal.until("✓ still")


def read_to_the_end(terminal: Terminal) -> None:
    """Reads the exact text page by page until its end has been shown."""
    while "end of text" not in terminal.text:
        drawn = len(terminal.raw)
        terminal.press("pagedown")
        terminal.until(lambda drawn=drawn: len(terminal.raw) > drawn)


def shown_code(terminal: Terminal) -> str:
    """Waits until the screen asks for the code, and returns it."""
    found: re.Match[str] = terminal.until(lambda: CODE.search(terminal.text))
    return found.group(1)


def confirm(terminal: Terminal, *, from_field: bool = False) -> None:
    """Types the code that the screen asks for, and presses Enter.

    Args:
        from_field: whether the cursor stands in a line, from which Enter leads to the code.
    """
    type_code(terminal, "enter" if from_field else "c")
    terminal.press("enter")


def type_code(terminal: Terminal, there: str = "c") -> str:
    """Types the code that the screen asks for, each character after the one before is seen to have been
    taken: keys that a busy machine hands over together are no typed keys.

    Args:
        there: the key that leads to the code.
    """
    code = shown_code(terminal)
    terminal.press(there)
    for length in range(len(code) + 1):
        typed = " ".join([*code[:length], "▌"]) if length < len(code) else " ".join(code)
        terminal.until(f"here: {typed}")
        if length < len(code):
            terminal.press(code[length])
    return code
