"""What one process remembers of the task files that it read or wrote.

Checking a file and replaying its acts costs more than an act itself, so it is done once for the same bytes:
their digest is kept for every task. The contents are kept too, for the few tasks that are acted on again and
again. Nothing here is believed of a file by its name or its time: whoever asks has just read the file, and
asks by the digest of what is in it now.
"""

from __future__ import annotations

from threading import Lock

from cookui.recorder.layout import Rows

CONTENTS = 64
"""Of how many tasks the contents are kept, those last used."""

MAX_KEPT_BYTES = 1 << 20
"""A file larger than this is not kept: it is rare, and one would be as much as all others together."""


class Memory:
    """Digests of the files that were found good, and the contents of the last few. Used from several
    threads."""

    def __init__(self) -> None:
        self._good: dict[int, bytes] = {}
        self._contents: dict[int, tuple[bytes, Rows]] = {}
        self._lock = Lock()

    def is_good(self, task_id: int, digest: bytes) -> bool:
        """Whether a task's file was found good, or written, with exactly these bytes."""
        return self._good.get(task_id) == digest

    def contents(self, task_id: int, digest: bytes) -> Rows | None:
        """What these bytes hold, if that is still kept. Not to be changed."""
        kept = self._contents.get(task_id)
        return kept[1] if kept is not None and kept[0] == digest else None

    def keep(self, task_id: int, digest: bytes, rows: Rows, size: int) -> None:
        """Remembers that a file is good.

        Args:
            task_id: the task.
            digest: SHA-256 of the file's bytes.
            rows: what they hold; nobody changes them from here on.
            size: how many bytes they are.
        """
        with self._lock:
            self._good[task_id] = digest
            self._contents.pop(task_id, None)
            if size <= MAX_KEPT_BYTES:
                self._contents[task_id] = (digest, rows)  # the newest stands last
            if len(self._contents) > CONTENTS:
                del self._contents[next(iter(self._contents))]
