"""`cookui --demo`: a ledger of its own with a dozen operations, and a process that plays their agents.

Nothing is pretended: what the agents do they do through `cook`, and what the operator does is recorded and
enforced as anywhere. Only the systems are invented.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

LOG = "agents.log"
"""Beside the ledger: what `cook` refused the agents."""

GRACE = 5.0
"""Seconds that the agents have to finish the act they are in."""


class Demo:
    """A demonstration: as a context, it is there inside and gone afterwards.

    Args:
        keep: whether the ledger stays; where it is, is printed at the end.
        pace: seconds of the script are multiplied by it.
    """

    def __init__(self, keep: bool = False, *, pace: float = 1.0) -> None:
        self._keep = keep
        self._pace = pace
        self._root: Path | None = None
        self._agents: subprocess.Popen[bytes] | None = None

    @property
    def root(self) -> Path:
        """The folder that holds the ledger."""
        assert self._root is not None, "the demonstration has not been entered"
        return self._root

    def __enter__(self) -> Demo:
        from cookui.demo.seed import seed  # the recorder and the models: for this one option only

        self._root = Path(tempfile.mkdtemp(prefix="cookui-demo-"))
        try:
            seed(self._root)
            self._agents = self._start(self._root)
        except BaseException:
            shutil.rmtree(self._root, ignore_errors=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        if self._keep:
            print(f"The ledger of the demonstration stays in {self.root}")
        else:
            shutil.rmtree(self.root, ignore_errors=True)

    def _start(self, root: Path) -> subprocess.Popen[bytes]:
        """The agents, in a session of their own: keys and signals of the terminal are not for them."""
        words = [sys.executable, "-P", "-m", "cookui.demo.agents", str(root), "--pace", str(self._pace)]
        with (root / LOG).open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own module
                words if self._keep else [*words, "--remove"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _stop(self) -> None:
        """Lets the agents finish their act, and ends them if they take too long."""
        if self._agents is None:
            return
        assert self._agents.stdin is not None
        self._agents.stdin.close()
        try:
            self._agents.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._agents.kill()
            self._agents.wait()
