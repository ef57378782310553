"""A disk that is really full: a file system of a megabyte, made in a name space of its own."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


def inside(command: str) -> subprocess.CompletedProcess[str]:
    """Runs a shell command where file systems can be mounted without being anybody special."""
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec", command],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
    )


def can_mount(folder: Path) -> bool:
    if shutil.which("unshare") is None:
        return False
    return inside(f"mount -t tmpfs -o size=4k none {shlex.quote(str(folder))}").returncode == 0


def test_a_full_disk_destroys_nothing(tmp_path: Path) -> None:
    if not can_mount(tmp_path):
        pytest.skip("this system lets nobody mount a file system in a name space of their own")
    where, python = shlex.quote(str(tmp_path)), shlex.quote(sys.executable)
    done = inside(
        f"mount -t tmpfs -o size=1m,mode=700 none {where}; exec {python} -m tests.faults.filling {where}"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    recorded, refused = map(int, done.stdout.split())
    assert recorded > 20
    assert refused == 8


def test_a_disk_that_became_read_only_is_read(tmp_path: Path) -> None:
    if not can_mount(tmp_path):
        pytest.skip("this system lets nobody mount a file system in a name space of their own")
    where = shlex.quote(str(tmp_path))
    source = """
import sys
from cookui.contract.refusal import Refusal
from cookui.recorder.recorder import Recorder
root, step = sys.argv[1:]
if step == "write":
    Recorder.init(root, created_by="tests").add("x")
    raise SystemExit
recorder = Recorder.open(root)
assert len(recorder.tasks()) == 1
assert recorder.get(1)["title"] == "x"
assert recorder.validate() == []
assert recorder.doctor()["tasks"] == 1
for act in (lambda: recorder.add("y"), lambda: recorder.start(1)):
    try:
        act()
    except Refusal as refusal:
        assert (refusal.code, refusal.details) == ("io", {"errno": "EROFS", "recorded": False}), refusal
        assert "read-only" in refusal.remedy
    else:
        raise AssertionError("recorded on a read-only disk")
"""
    run = f"{shlex.quote(sys.executable)} -c {shlex.quote(source)} {where}"
    mount = f"mount -t tmpfs -o size=1m,mode=700 none {where}"
    done = inside(f"{mount}; {run} write; mount -o remount,ro {where}; {run} read")
    assert done.returncode == 0, done.stdout + done.stderr
