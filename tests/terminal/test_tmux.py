"""In tmux: taken away and given back with another size, and pasted into."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cookui.text.code import confirmation_code
from cookui.text.measures import measure
from tests.terminal.home import BIN
from tests.terminal.operation import BOUNDARY, Ledger, back_to_board, until_listening
from tests.terminal.terminal import Terminal
from tests.waiting import wait_until

TMUX = shutil.which("tmux")

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")


class Tmux:
    """A server of its own, with `cookui` in its one window."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.socket = ledger.root.parent / "tmux"
        self.run(
            "new-session", "-d", "-x", "100", "-y", "30", "-s", "main",
            str(BIN / "cookui"), "--operator", "Ada Lind",
        )  # fmt: skip
        # By itself it keeps an Escape for half a second, and makes another key of whatever comes meanwhile.
        self.run("set-option", "-s", "escape-time", "20")

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [str(TMUX), "-f", "/dev/null", "-S", str(self.socket), *words],
            env=self.ledger.env,
            cwd=self.ledger.root,
            capture_output=True,
            check=False,
        )
        return done.stdout.decode()

    def attach(self, columns: int, rows: int) -> Terminal:
        argv = [str(TMUX), "-f", "/dev/null", "-S", str(self.socket), "attach"]
        env = self.ledger.env
        return Terminal(argv, env=env, cwd=self.ledger.root, columns=columns, rows=rows)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    ledger = Ledger(tmp_path)
    ledger.ask()
    server = Tmux(ledger)
    yield server
    server.run("kill-server")


def test_it_is_detached_and_attached_again_at_another_size(tmux: Tmux) -> None:
    with tmux.attach(100, 30) as screen:
        screen.until("waits for your approval")
        tmux.run("detach-client")
        assert screen.ended() == 0
        assert screen.is_sane
    tmux.ledger.ask(title="Retire the old archive")
    with tmux.attach(180, 45) as screen:
        screen.until("▲ 2 need you")
        screen.until("Retire the old archive")
        for column in (2, 97, 150, 179):
            at = f"{column};2"
            screen.send(f"\x1b[<0;{at}M\x1b[<0;{at}m".encode())
        screen.press("?")
        screen.until("· Help")
        screen.press("escape")
        screen.until("· Board")
        tmux.run("detach-client")
        assert screen.ended() == 0
    with tmux.attach(60, 21) as screen:
        screen.until("2 need you")
        screen.press("q")
        assert screen.ended() == 0


def test_it_is_lost_with_its_server(tmux: Tmux) -> None:
    pid = int(tmux.run("display-message", "-p", "-t", "main", "#{pane_pid}"))
    with tmux.attach(100, 30) as screen:
        screen.until("waits for your approval")
        tmux.run("kill-server")
        screen.ended()
    wait_until(lambda: not Path(f"/proc/{pid}").exists())


@pytest.mark.parametrize("marked", [True, False], ids=["bracketed", "raw"])
def test_a_buffer_that_is_pasted_grants_nothing(tmux: Tmux, marked: bool) -> None:
    code = confirmation_code(measure(BOUNDARY).sha256, 0)
    with tmux.attach(100, 40) as screen:
        screen.until("waits for your approval")
        for pasted in (f"A\rGc{code}\r", f"c{code}\r"):
            screen.press("A")
            until_listening(screen)
            tmux.run("set-buffer", pasted)
            tmux.run("paste-buffer", *["-p"] * marked, "-t", "main")
            screen.press("x", "enter")
            screen.until_quiet()
            assert not tmux.ledger.is_granted(1)
            back_to_board(screen)
        screen.press("q")
        assert screen.ended() == 0
    assert not tmux.ledger.is_granted(1)
