"""A real ledger for every test of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.deciding.ground import Ground


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)
