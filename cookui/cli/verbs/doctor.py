"""`cook doctor`: what there is to know about a ledger for somebody who looks for a fault. Repairs nothing."""

from __future__ import annotations

import argparse
from typing import Any

from cookui.cli.call import Call
from cookui.cli.output import Output
from cookui.cli.status import BROKEN_LEDGER, OK

Json = dict[str, Any]

HELP = """\
Who holds which lock, temporaries that dead processes left, broken files, the file system (locks may not
exclude on a network one), versions, and what a person should know. In a ledger of up to 1,000 tasks
each file is read whole, and its chain of events checked; histories are not replayed: `cook validate`
does that, however large the ledger is. Ends with exit status 3 if a file is broken.

With --json: {"root", "config", "tasks", "checked" (null: only heads were read), "broken": [{"name", "id",
"reason"}], "locks": [{"name", "task", "holder": {"pid", "command", "at"}}], "leftovers": [{"name",
"task", "atWork"}], "fileSystem": {"type", "network"}, "versions", "remarks": [sentence]}."""

_CHECKED = 1000
"""Tasks up to which every chain is checked: that takes a second or two."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Prints what was found."""
    from cookui.recorder.doctor import doctor

    found = doctor(call.reader, check=_CHECKED)
    if call.out.as_json:
        call.out.answer(found)
    else:
        _print(call.out, found)
    return BROKEN_LEDGER if found["broken"] or found["config"] is None else OK


def _print(out: Output, found: Json) -> None:
    digest = "; grants need a digest" if (found["config"] or {}).get("requireDigest") else ""
    system = found["fileSystem"]
    out.say(f"ledger       {out.one(found['root'])}{digest}")
    out.say(f"tasks        {found['tasks']} readable, {len(found['broken'])} broken")
    out.say(f"chains       {_chains(found['checked'])}")
    out.say(f"file system  {out.one(system['type'])}{', over the network' if system['network'] else ''}")
    out.say(f"versions     {', '.join(f'{name} {out.one(it)}' for name, it in found['versions'].items())}")
    for entry in found["broken"]:
        out.say(f"broken       {out.one(entry['name'])}: {out.one(entry['reason'])}")
    for lock in found["locks"]:
        out.say(f"held         {out.one(lock['name'])} by {_holder(out, lock['holder'])}")
    for leftover in found["leftovers"]:
        whose = "in use" if leftover["atWork"] else "left by a dead process"
        out.say(f"temporary    {out.one(leftover['name'])}: {whose}")
    for remark in found["remarks"]:
        out.say(f"note         {out.one(remark)}")


def _chains(checked: int | None) -> str:
    if checked is None:
        return "not checked, for there are many tasks; `cook validate` checks them and replays all histories"
    return f"{checked} checked; `cook validate` replays the histories too"


def _holder(out: Output, holder: Json | None) -> str:
    if holder is None:
        return "somebody"
    return out.one(f"{holder.get('command')} (process {holder.get('pid')}) since {holder.get('at')}")
