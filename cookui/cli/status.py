"""The exit statuses of `cook`, as its help page documents them."""

from __future__ import annotations

OK = 0
REFUSED = 1
"""The contract or the ledger refused; nothing was recorded."""
USAGE = 2
"""The words make no call; nothing was read or written."""
BROKEN_LEDGER = 3
"""A task, or the ledger, cannot be trusted (`ledger-corrupt`) or is of a newer kind
(`ledger-version`).
"""
LOCK_TIMEOUT = 4
"""Another process held the task for too long; the same call may be tried again."""
WAIT_TIMEOUT = 5
"""`cook wait` gave up: it is not so yet, and still may become so."""
FAILED = 70
"""A fault of this program, or the answer could not be written; the act may have been recorded."""
INTERRUPTED = 130
"""Ctrl-C."""
READER_GONE = 141
"""Whoever read standard output has gone."""
