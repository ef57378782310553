"""Reading the heads of many files: what a listing shows, without reading one file whole."""

from __future__ import annotations

import json
from typing import Any

from cookui.contract.refusal import Refusal
from cookui.recorder.believing import Broken, reason_of, two_files, whole
from cookui.recorder.events import is_of_another_form
from cookui.recorder.files import Folder, let_go
from cookui.recorder.layout import MAX_FILE_BYTES, Json, file_name, head_line
from cookui.recorder.ledger import Names
from cookui.recorder.shape import card_flaw

HEAD_BYTES = 4096
"""Bytes of a file that a listing reads first: most cards fit."""


class Heads:
    """Reads the cards at the heads of many files.

    The lines are decoded in one go, so equal keys become one string in memory, and it takes a third of the
    time of as many single calls. When anything in the batch is wrong, each line is decoded by itself.
    """

    def __init__(self, tasks: Folder) -> None:
        self._tasks = tasks

    def read(self, names: Names) -> list[Json | Broken]:
        """The card of each task, or why it is broken; what is no task's file comes last."""
        results: dict[int, Json | Broken] = {}
        lines: list[tuple[int, str, bytes]] = []
        for task_id in sorted(names.tasks):
            found = names.tasks[task_id]
            if len(found) > 1:
                results[task_id] = Broken(found[0], task_id, two_files(task_id, found))
                continue
            try:
                lines.append((task_id, found[0], self._line(found[0])))
                results[task_id] = _UNREAD
            except FileNotFoundError:
                continue  # taken away since the folder was read
            except (OSError, ValueError, Refusal) as error:
                results[task_id] = Broken(found[0], task_id, reason_of(error))
        for (task_id, name, _), card in zip(lines, _decode_all([line for *_, line in lines]), strict=True):
            results[task_id] = (
                self._anew(task_id, name) if is_of_another_form(card) else _believed(task_id, name, card)
            )
        foreign = [Broken(name, None, f"{name} is not the name of a task's file.") for name in names.foreign]
        return [*results.values(), *foreign]

    def _anew(self, task_id: int, name: str) -> Json | Broken:
        """The card of a file whose head another version wrote."""
        try:
            return whole(self._tasks, name).card
        except (OSError, Refusal) as error:
            return Broken(name, task_id, reason_of(error))

    def _line(self, name: str) -> bytes:
        disk = self._tasks.disk
        descriptor, _ = self._tasks.open_file(name)
        try:
            head = disk.read(descriptor, HEAD_BYTES)
            if not head:
                raise ValueError("it is empty")
            while (line := head_line(head)) is None:
                more = disk.read(descriptor, len(head) * 4)
                if not more or len(head) > MAX_FILE_BYTES:
                    raise ValueError("its first line does not end")
                head += more
            return line
        finally:
            let_go(disk, descriptor)


_UNREAD = Broken("", None, "")


def _decode_all(lines: list[bytes]) -> list[Any]:
    """Each line's JSON value; the error in its place where there is none."""
    try:
        values = json.loads((b"[" + b",".join(lines) + b"]").decode())
        if len(values) == len(lines):
            return list(values)
    except (ValueError, RecursionError):
        pass
    return [_decode_one(line) for line in lines]


def _decode_one(line: bytes) -> Any:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        return error


def _believed(task_id: int, name: str, card: Any) -> Json | Broken:
    """The card; broken when it is not JSON, not of a card's shape, or of another task than the name says."""
    if isinstance(card, Exception):
        return Broken(name, task_id, f"{name}: its card is not JSON.")
    flaw = card_flaw(card)
    if flaw:
        return Broken(name, task_id, f"{name}: its card's {flaw} is missing or of a wrong form.")
    if card["id"] != task_id:
        return Broken(name, task_id, f"{name} holds task {card['id']}.")
    if name != file_name(task_id, card["slug"]):
        return Broken(name, task_id, f"{name} holds the task with the slug {card['slug']}.")
    return card  # type: ignore[no-any-return]
