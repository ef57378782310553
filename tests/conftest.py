"""What holds for every test: one environment for everybody, and examples never judged by the clock."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

PERSONAL = (
    "NO_COLOR",
    "COLUMNS",
    "LINES",
    "TEXTUAL_THEME",
    "TEXTUAL",
    "COOK_ROOT",
    "COOK_OPERATOR",
    "XDG_CONFIG_HOME",
)
"""Variables that change what the programs show or where they look."""

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("brief", settings.get_profile("house"), max_examples=10)
settings.load_profile("house")

# Under nohup, or in the background of a script, programs inherit that these are ignored.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nobody's own settings reach a test, and no test's reach the next."""
    for name in PERSONAL:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path_factory.getbasetemp()))
