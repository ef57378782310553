"""What is said of a request and of its grant, wherever one is shown.

A grant that was given without the digest of what was seen says so in each of these places; the
contract keeps that in the event and never in the grant, so it is looked up there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cookui.cli.output import Output
from cookui.cli.told import own_zone
from cookui.contract.queries import sha256_of
from cookui.contract.requests import Fate, State, fates
from cookui.text.times import local

Json = dict[str, Any]

NO_DIGEST = "given without a digest of what was seen"


def granted(out: Output, grant: Json) -> str:
    """`granted by Chef at 2026-11-30 14:03:22 +01:00 (2026-11-30T13:03:22.000Z), request 0, sha256
    …`, drawn.
    """
    request = f", request {grant['requestId']}" if "requestId" in grant else ""
    at = f"{local(grant['grantedAt'], own_zone())} ({grant['grantedAt']})"
    digest = sha256_of(grant["mutation"])
    return f"granted by {out.one(grant['grantedBy'])} at {at}{request}, sha256 {digest}"


def requests(document: Json, events: Sequence[Json]) -> list[Json]:
    """Every request with what became of it, in order.

    Returns:
        `{"request", "sha256", "state", "grant"?, "decline"?, "digestGiven"?}` each; `state` is
        pending, granted, declined, superseded (another request took its place) or closed (a
        kickback or the task's end came first). `digestGiven` tells whether the decision was bound to
        what was seen.
    """
    return [_as_json(fate) for fate in fates(document, events)]


def _as_json(fate: Fate) -> Json:
    told: Json = {
        "request": fate.request,
        "sha256": sha256_of(fate.request["mutation"]),
        "state": str(fate.state),
    }
    if fate.decision is not None:
        told["grant" if fate.state is State.GRANTED else "decline"] = fate.decision
        told["digestGiven"] = bool(fate.digest_given)
    return told
