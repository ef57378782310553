"""What is said of a request and of its grant, wherever one is shown.

A grant that was given without the digest of what was seen says so in each of these places; the
contract keeps that in the event and never in the grant, so it is looked up there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cookui.cli.output import Output
from cookui.cli.told import own_zone
from cookui.contract.queries import awaiting_request, sha256_of
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
        kickback came first). `digestGiven` tells whether the decision was bound to what was seen.
    """
    decided = _decisions(document, events)
    awaiting = awaiting_request(document)
    asked: list[Json] = document.get("approvalRequests", [])
    told = []
    for index, request in enumerate(asked):
        one: Json = {"request": request, "sha256": sha256_of(request["mutation"])}
        if request["id"] in decided:
            one |= decided[request["id"]]
        elif request is awaiting:
            one["state"] = "pending"
        else:
            # A request over a pending one keeps its cycle, and nothing else that comes after a request does.
            follows = index + 1 < len(asked) and asked[index + 1]["cycle"] == request["cycle"]
            one["state"] = "superseded" if follows else "closed"
        told.append(one)
    return told


def _decisions(document: Json, events: Sequence[Json]) -> dict[int, Json]:
    """What was decided on which request: each decision's event stands in the same place among its
    kind.
    """
    decided: dict[int, Json] = {}
    for kind, state, part, field in (
        ("approve", "granted", "grant", "approvals"),
        ("decline", "declined", "decline", "declines"),
    ):
        acts = [event["data"] for event in events if event["kind"] == kind]
        for decision, data in zip(document.get(field, []), acts, strict=True):
            given = "expectation" in data["act"]
            decided[decision["requestId"]] = {"state": state, part: decision, "digestGiven": given}
    return decided
