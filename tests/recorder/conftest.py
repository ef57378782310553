"""A fresh ledger for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import Clock, Hurried


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "operations"


@pytest.fixture
def recorder(root: Path, clock: Clock) -> Recorder:
    root.mkdir()
    return Recorder.init(root, created_by="tests", clock=clock, disk=Hurried())
