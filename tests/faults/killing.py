"""`python -m tests.faults.killing ACT FOLDER`: kills a child at each system call of an act, and looks at what
is left.

A process of its own, because only one without threads may be forked. Prints how many children died.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from cookui.recorder.recorder import Recorder
from tests.faults.acts import ACTS, check_aftermath, copy_of, prepared, state
from tests.faults.disks import Faulty, killed_after, killed_before, killed_halfway
from tests.recorder.ledgers import Clock

DEATHS = (killed_before, killed_after, killed_halfway)


def main(act: str, folder: Path) -> int:
    template = prepared(act, folder / "template")
    counting = Faulty()
    ACTS[act].do(Recorder(copy_of(template, folder / "work"), clock=Clock(), disk=counting))
    deaths = 0
    for number, call in enumerate(counting.made):
        for death in DEATHS:
            if death is killed_halfway and call != "write":
                continue
            root = copy_of(template, folder / "work")
            before = state(root)
            child = os.fork()
            if child == 0:
                ACTS[act].do(Recorder(root, clock=Clock(), lock_timeout=0, disk=Faulty(number, death)))
                os._exit(3)
            status = os.waitpid(child, 0)[1]
            assert os.WIFSIGNALED(status), f"{death.__name__} {call} {number}: status {status}"
            assert os.WTERMSIG(status) == signal.SIGKILL
            try:
                check_aftermath(act, root, before, None, died=True)
            except BaseException:
                print(f"{death.__name__} {call} {number}", file=sys.stderr)
                raise
            deaths += 1
    print(deaths)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], Path(sys.argv[2])))
