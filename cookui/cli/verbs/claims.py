"""`cook claims`: who drives what."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from cookui.cli.call import Call
from cookui.cli.status import OK
from cookui.cli.verbs.ls import divided
from cookui.text.times import age

HELP = """\
Every claimed task, with who claimed it, since when, and how long ago anything was recorded on it.

With --json: {"claims": [{"id", "title", "by", "at", "lastActivityAt"}]}."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(call: Call) -> int:
    """Lists the claims."""
    cards, _ = divided(call.reader.cards())
    claims = [
        {"id": card["id"], "title": card["title"], **card["claim"], "lastActivityAt": card["lastActivityAt"]}
        for card in cards
        if "claim" in card
    ]
    out, now = call.out, datetime.now(UTC)
    if out.as_json:
        out.answer({"claims": claims})
        return OK
    rows = [
        (
            f"#{claim['id']}",
            out.cut(claim["by"], out.share(0.25, 12, 40)),
            age(claim["at"], now),
            age(claim["lastActivityAt"], now),
            claim["title"],
        )
        for claim in claims
    ]
    if rows:
        out.table(("id", "by", "for", "quiet", "title"), rows)
    else:
        out.say("no claims")
    return OK
