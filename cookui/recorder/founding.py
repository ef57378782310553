"""Making a ledger: whole, or not at all.

The configuration comes last. A ledger that has one has everything else, so whatever stops this half-way
leaves something that is no ledger yet, and that the next attempt completes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from cookui.recorder.files import Folder
from cookui.recorder.layout import SCHEMA_VERSION
from cookui.recorder.ledger import CONFIG, LEDGER, LEDGER_LOCK, LOCKS, TASKS, TMP, Ledger
from cookui.recorder.lock import held
from cookui.text.strict_json import canonical

GIT_IGNORE = ".gitignore"
IGNORE_ALL = (
    b"# Operations and their evidence are private: share them knowingly, with `git add --force`.\n*\n"
)


def found(ledger: Ledger, created_by: str, *, clock: Callable[[], datetime], timeout: float) -> None:
    """Makes a ledger, or what is missing of one. Nothing that is there is changed but for its privacy.

    Args:
        ledger: where.
        created_by: who makes it, kept in the configuration.
        clock: the time, aware.
        timeout: how long to wait for somebody else who is making it, in seconds.

    Raises:
        Refusal: `ledger-corrupt` when something in its place cannot be trusted; `lock-timeout`.
        OSError: the disk refused.
    """
    with Folder.outside(ledger.disk, os.fspath(ledger.root)) as root:
        root.make_folder(LEDGER)
        root.sync()
    with ledger.visit() as folder:
        for name in (TASKS, LOCKS, TMP):
            folder.make_folder(name)
        ledger.make_private(folder)
        with (
            ledger.inside(folder, LOCKS) as locks,
            held(locks, LEDGER_LOCK, timeout=timeout, what="the ledger", clock=clock),
            ledger.inside(folder, TMP) as tmp,
        ):
            there = folder.names()
            if GIT_IGNORE not in there:
                folder.put_file(GIT_IGNORE, IGNORE_ALL, tmp)
            if CONFIG in there:
                ledger.config(folder)
            else:
                config = {"schemaVersion": SCHEMA_VERSION, "createdBy": created_by}
                folder.put_file(CONFIG, canonical(config) + b"\n", tmp)
