"""`cook watch`: every event of every task, a line each, as it happens.

The feed only says which tasks to read again; what is printed is read from the chains by number,
from the last one printed to the newest. So a change that the feed reports twice prints nothing
twice, and one that it lost is made up for at its next reconciliation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from datetime import tzinfo
from typing import Any

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.cli.told import own_zone, told
from cookui.cli.verbs.events import actor_of
from cookui.contract.refusal import Refusal
from cookui.recorder.reading import Broken
from cookui.text.times import local
from cookui.text.visible import cell_width, single

Json = dict[str, Any]

HELP = """\
Prints one line for each act on any task as it happens, and goes on until it is stopped. With --all
it first prints what has happened so far. What cannot be read, and whether changes are noticed late
only, is told of on standard error.

With --json each line is {"id", "event": {"seq", "at", "kind", "actor", "data", "prev", "hash"}}."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`[--all]`."""
    parser.add_argument("--all", action="store_true", help="first what has happened so far")


def run(call: Call) -> int:
    """Watches until it is stopped."""
    import asyncio

    from cookui.recorder.feed import changes

    watcher = _Watcher(call)

    async def follow() -> None:
        async for change in changes(call.root):
            watcher.tell("the feed", change.reason)
            watcher.look(change.ids)

    asyncio.run(follow())
    return OK


_NARROWEST = 20
"""Cells of an event's words at least, on a terminal however narrow."""


class _Watcher:
    """What has been printed of each task.

    Args:
        call: the call that prints.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._zone: tzinfo = own_zone()
        self._told: dict[str, str] = {}
        self._printed: dict[int, int] = {}
        if not call.args.all:
            cards = call.reader.cards()
            self._printed = {card["id"]: card["seq"] for card in cards if not isinstance(card, Broken)}

    def look(self, ids: Iterable[int] | None) -> None:
        """Prints what is new in the tasks of `ids`, or in all; of several in the order of their times."""
        try:
            cards = self._call.reader.cards(ids)
        except Refusal as refusal:  # the folder is gone for a moment; the feed tells when it is back
            self.tell("the ledger", refusal.sentence)
            return
        self.tell("the ledger", "")
        fresh: list[tuple[str, int, Json]] = []
        for card in cards:
            if isinstance(card, Broken):
                self.tell(card.name, card.reason)
            elif card["seq"] > self._printed.get(card["id"], -1):
                fresh += [(event["at"], card["id"], event) for event in self._unprinted(card["id"])]
        for _, task_id, event in sorted(fresh, key=lambda entry: entry[:2]):
            try:
                with self._call.believing(task_id):
                    self._print(task_id, event)
            except Refusal as refusal:
                self.tell(f"task {task_id}", refusal.sentence)

    def tell(self, name: str, trouble: str) -> None:
        """Says on standard error what the matter is with something, each time that it is another matter."""
        if self._told.get(name, "") != trouble:
            self._told[name] = trouble
            one = self._call.out.one
            self._call.out.note(f"cook: {one(name)}: {one(trouble or 'all is well again')}")

    def _unprinted(self, task_id: int) -> list[Json]:
        try:
            events = self._call.reader.events(task_id)[self._printed.get(task_id, -1) + 1 :]
        except Refusal as refusal:
            self.tell(f"task {task_id}", refusal.sentence)
            return []
        if events:
            self._printed[task_id] = events[-1]["seq"]
        return list(events)

    def _print(self, task_id: int, event: Json) -> None:
        out = self._call.out
        if out.as_json:
            out.answer({"id": task_id, "event": event}, flush=True)
            return
        out.resized()
        head = f"{local(event['at'], self._zone)}  #{task_id}  {event['kind']}  {actor_of(out, event)}"
        words = told(event)
        room = None if out.width is None else max(out.width - cell_width(head) - 2, _NARROWEST)
        out.say(f"{head}  {single(words, room, ascii=out.ascii)}" if words else head, flush=True)
