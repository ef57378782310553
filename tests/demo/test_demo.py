"""The demonstration as a whole: it is there at once, it moves, and nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cookui.demo import Demo
from cookui.recorder.reading import Reader
from tests.waiting import wait_until

OWNER = """
import os, sys
from cookui.demo import Demo
with Demo(pace=0.01) as demo:
    print(demo.root, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where demonstrations are made during a test."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def snapshot(root: Path) -> dict[str, int]:
    return {card["slug"]: card["seq"] for card in Reader(root).cards() if isinstance(card, dict)}


def test_agents_go_on_and_add_operations_while_somebody_watches(temporary: Path) -> None:
    with Demo(pace=0.01) as demo:
        before = snapshot(demo.root)
        assert demo.root.stat().st_mode & 0o777 == 0o700
        wait_until(lambda: "move-session-store" in snapshot(demo.root))
        wait_until(lambda: sum(snapshot(demo.root).values()) > sum(before.values()) + 10)
    assert list(temporary.iterdir()) == []


def test_the_ledger_stays_if_it_is_to_be_kept(temporary: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Demo(keep=True) as demo:
        pass
    assert str(demo.root) in capsys.readouterr().out
    assert len(snapshot(demo.root)) >= 12


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nothing_stays_behind_when_its_owner_is_killed(temporary: Path, number: signal.Signals) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    with owner:
        assert owner.stdout is not None
        root = Path(owner.stdout.readline().decode().strip())
        assert root.is_dir()
        owner.send_signal(number)
        owner.wait()
    wait_until(lambda: not root.exists())


def test_a_failed_start_leaves_nothing(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", str(temporary / "nowhere"))
    with pytest.raises(FileNotFoundError), Demo():
        pass
    assert list(temporary.iterdir()) == []
