"""One call of `cook`: its words, where it prints, and the ledger it is about, opened no sooner than
a verb asks for it.

A verb that reads asks for `reader`, a verb that acts for `recorder`; only the second imports the
models, the lock and the database.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cookui.cli.output import Output
from cookui.cli.parser import UsageError
from cookui.contract.refusal import Code, Refusal

if TYPE_CHECKING:
    from cookui.recorder.how import How
    from cookui.recorder.reading import Reader
    from cookui.recorder.recorder import Recorder


class Call:
    """One call of `cook`.

    Args:
        args: the parsed words.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.out = Output(as_json=args.json)

    @cached_property
    def root(self) -> Path:
        """The folder that holds the ledger: `--root`, else `$COOK_ROOT`, else the Git top level,
        else the working directory.

        Raises:
            UsageError: no folder can have that name.
            Refusal: `io` when the working directory is gone.
        """
        from cookui.recorder.ledger import find_root  # `cook help` needs no ledger

        if "\0" in (self.args.root or ""):
            raise UsageError("a path holds no NUL", remedy="Give the folder of the ledger after --root.")
        try:
            return find_root(self.args.root, os.environ, str(Path.cwd()))
        except OSError as error:
            raise Refusal(
                Code.IO,
                f"The working directory cannot be told: {error.strerror}.",
                remedy="Go to a folder that is there.",
            ) from error

    @cached_property
    def reader(self) -> Reader:
        """The ledger, to read from without a lock.

        Raises:
            Refusal: there is none, or it is of a newer kind.
        """
        from cookui.recorder.reading import Reader

        return Reader(self.root)

    @cached_property
    def recorder(self) -> Recorder:
        """The ledger, to act on.

        Raises:
            Refusal: there is none, or it is of a newer kind.
        """
        from cookui.recorder.recorder import Recorder  # the lock, the database and the models: for acts only

        return Recorder.open(self.root)

    @contextmanager
    def believing(self, task_id: int) -> Iterator[None]:
        """Holds while a task is shown that was read without the models, since loading them takes too long.

        A file that somebody forged with every hash made anew can have any shape inside; what then fails is
        the file and not this program.

        Raises:
            Refusal: `ledger-corrupt` in the place of what the shape made fail.
        """
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise Refusal(
                Code.LEDGER_CORRUPT,
                f"Task {task_id} has not the shape of a task: {type(error).__name__}: {error}.",
                remedy="See `cook validate` for what is wrong, and restore the file from a backup.",
                details={"id": task_id},
            ) from error

    def how(
        self,
        *,
        shown_sha256: str | None = None,
        elapsed_ms: int | None = None,
        operator: str | None = None,
        read_head: str | None = None,
    ) -> How:
        """How this call's act is given, for its event.

        Args:
            shown_sha256: the digest of the text that was shown to the operator, if any was.
            elapsed_ms: for how long, in milliseconds.
            operator: who gives an act that names nobody; None when nobody said.
            read_head: the hash of the last event of the history that was shown, if any was.
        """
        from cookui.recorder.how import How

        return How.here(
            "cook",
            shown_sha256=shown_sha256,
            elapsed_ms=elapsed_ms,
            operator=operator,
            read_head=read_head,
        )
