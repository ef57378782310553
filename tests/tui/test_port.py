"""What any ledger behind the port must do; the recorder's is the one there is today."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cookui.contract.card import card
from cookui.contract.refusal import Code, Refusal
from cookui.recorder.events import digest, event_hash
from cookui.recorder.layout import decode, encode
from cookui.tui.ports.ledger import BrokenTask, LedgerPort, Seen, TaskView
from cookui.tui.ports.recorder import RecorderLedger
from tests.tui.deciding.ground import BOUNDARY, Ground


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path)


@pytest.fixture
def ledger(ground: Ground) -> LedgerPort:
    return RecorderLedger(ground.root)


def seen(text: str = BOUNDARY, request_id: int = 0) -> Seen:
    return Seen(request_id, hashlib.sha256(text.encode()).hexdigest(), 4321)


async def test_cards_are_all_or_those_asked_for_that_exist(ground: Ground, ledger: LedgerPort) -> None:
    ground.asked()
    ground.planned()
    every = await ledger.cards()
    assert [each["id"] for each in every if not isinstance(each, BrokenTask)] == [1, 2]
    assert await ledger.examined([2, 99]) == [every[1]]
    assert await ledger.examined([]) == []


async def test_cards_that_are_examined_share_the_names_of_their_fields(
    ground: Ground, ledger: LedgerPort
) -> None:
    ground.asked()
    ground.planned()
    [one], [other] = await ledger.examined([1]), await ledger.examined([2])

    def names(value: object) -> dict[str, int]:
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        found = {name: id(name) for name in value} if isinstance(value, dict) else {}
        for each in inside:
            found |= names(each)
        return found

    shared = names(one).keys() & names(other).keys()
    assert {"title", "now", "since"} <= shared
    assert {name: names(one)[name] for name in shared} == {name: names(other)[name] for name in shared}


async def test_a_task_is_whole(ground: Ground, ledger: LedgerPort) -> None:
    task_id = ground.asked()
    view = await ledger.task(task_id)
    assert view.document["approvalRequests"][0]["mutation"] == BOUNDARY
    assert [event["seq"] for event in view.events] == list(range(len(view.events)))
    assert [view.card] == await ledger.examined([task_id])


async def test_what_is_not_there_or_not_to_be_believed_is_refused(ground: Ground, ledger: LedgerPort) -> None:
    with pytest.raises(Refusal) as refused:
        await ledger.task(9)
    assert refused.value.code is Code.NOT_FOUND
    ground.edit(ground.asked(), b"exec-1", b"exec-9")
    with pytest.raises(Refusal) as refused:
        await ledger.task(1)
    assert refused.value.code is Code.LEDGER_CORRUPT


async def test_an_edit_behind_an_honest_card_is_found_when_it_is_examined(
    ground: Ground, ledger: LedgerPort
) -> None:
    task_id = ground.asked()
    [path] = (ground.root / ".cook" / "tasks").iterdir()
    card_line, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(card_line + b"\n" + rest.replace(b"exec-1", b"exec-9"))
    assert not isinstance((await ledger.cards())[0], BrokenTask)
    [broken] = await ledger.examined([task_id])
    assert isinstance(broken, BrokenTask)
    assert (broken.id, broken.name) == (task_id, path.name)


async def test_a_task_that_the_rules_never_made_is_refused_whatever_its_hashes_say(
    ground: Ground, ledger: LedgerPort
) -> None:
    """The executor grants its own request, by hand, and every hash is made anew."""
    ground.asked()
    [path] = (ground.root / ".cook" / "tasks").iterdir()
    tables = decode(path.read_bytes(), path.name)
    document, events = tables["task"]["1"], list(tables["events"].values())
    request = document["approvalRequests"][0]
    grant = {
        "mutation": request["mutation"],
        "grantedBy": request["requestedBy"],
        "grantedAt": request["requestedAt"],
        "requestId": 0,
    }
    document |= {"approvals": [grant], "execution": document["execution"] | {"approval": grant}}
    act = {"kind": "approve", "operator": request["requestedBy"]}
    how = events[-1]["data"]["how"] | {"digestGiven": False}
    data = {"act": act, "how": how, "document": digest(document)}
    event = {**events[-1], "seq": len(events), "kind": "approve", "actor": act["operator"], "data": data}
    event |= {"prev": events[-1]["hash"]}
    event["hash"] = event_hash(event)
    tables["events"][str(len(events) + 1)] = event
    tables["card"]["1"] = card(document, [*events, event])
    path.write_bytes(encode(tables))
    assert not isinstance((await ledger.examined([1]))[0], BrokenTask), "by its hashes it is whole"
    with pytest.raises(Refusal) as refused:
        await ledger.task(1)
    assert refused.value.code is Code.LEDGER_CORRUPT


async def test_what_is_no_task_is_broken_under_an_id_of_its_own(ground: Ground, ledger: LedgerPort) -> None:
    ground.asked()
    for name in ("notes.txt", "0001-other.json"):
        (ground.root / ".cook" / "tasks" / name).write_bytes(b"?")
    broken = [each for each in await ledger.cards() if isinstance(each, BrokenTask)]
    assert len({each.id for each in broken}) == len(broken) == 2
    assert any(each.id < 0 and each.name == "notes.txt" for each in broken)
    assert broken == [each for each in await ledger.cards() if isinstance(each, BrokenTask)]


async def test_a_grant_keeps_how_it_was_given(ground: Ground, ledger: LedgerPort) -> None:
    task_id = ground.asked()
    view = await ledger.approve(task_id, "Ada", seen())
    assert view.document["execution"]["approval"]["grantedBy"] == "Ada"
    how = view.events[-1]["data"]["how"]
    assert how["channel"] == "cookui"
    assert how["shownSha256"] == seen().sha256
    assert how["elapsedMs"] == 4321
    assert how["digestGiven"] is True


@pytest.mark.parametrize("stale", [seen("another text"), seen(request_id=1)])
async def test_what_was_not_seen_is_not_decided(ground: Ground, ledger: LedgerPort, stale: Seen) -> None:
    task_id = ground.asked()
    before = ground.bytes()
    for act in (
        lambda: ledger.approve(task_id, "Ada", stale),
        lambda: ledger.decline(task_id, "Ada", "not today", "plan", stale),
    ):
        with pytest.raises(Refusal) as refused:
            await act()
        assert refused.value.code is Code.APPROVAL_STALE
    assert ground.bytes() == before


Act = Callable[[LedgerPort, Ground], Awaitable[TaskView]]


async def _answered(ledger: LedgerPort, ground: Ground) -> TaskView:
    return await ledger.answer(ground.forked("Which?", ["a", "b"]), "Ada", "a", "Which?")


async def _unblocked(ledger: LedgerPort, ground: Ground) -> TaskView:
    ground.recorder.block(ground.planned(), "Ada", "no window")
    return await ledger.unblock(1, "Ada")


async def _released(ledger: LedgerPort, ground: Ground) -> TaskView:
    ground.recorder.claim(ground.planned(), "driver-1")
    return await ledger.release(1, "Ada")


ACTS: dict[str, Act] = {
    "decline": lambda ledger, ground: ledger.decline(ground.asked(), "Ada", "not today", "plan", seen()),
    "answer": _answered,
    "reverify": lambda ledger, ground: ledger.reverify(ground.failed(), "Ada"),
    "block": lambda ledger, ground: ledger.block(ground.planned(), "Ada", "no window"),
    "unblock": _unblocked,
    "abandon": lambda ledger, ground: ledger.abandon(ground.planned(), "Ada", "not wanted"),
    "release": _released,
}


@pytest.mark.parametrize("kind", ACTS)
async def test_every_act_is_recorded_and_what_it_left_behind_is_returned(
    ground: Ground, ledger: LedgerPort, kind: str
) -> None:
    view = await ACTS[kind](ledger, ground)
    assert view.events[-1]["kind"] == kind
    assert view.events[-1]["data"]["how"]["channel"] == "cookui"
    assert view == ground.view(1)


async def test_a_refused_act_changes_nothing(ground: Ground, ledger: LedgerPort) -> None:
    task_id = ground.planned()
    before = ground.bytes()
    with pytest.raises(Refusal):
        await ledger.unblock(task_id, "Ada")
    assert ground.bytes() == before


async def test_the_first_change_is_told_at_once_and_the_next_as_it_happens(
    ground: Ground, ledger: LedgerPort
) -> None:
    changes = ledger.changes()
    first = await anext(changes)
    assert first.ids is None
    assert first.live
    task_id = ground.planned()
    told: set[int] = set()
    async for change in changes:
        told |= set(change.ids or await_all(await ledger.cards()))
        if task_id in told:
            break
    await changes.aclose()  # type: ignore[attr-defined]


def await_all(cards: object) -> set[int]:
    """The ids of all tasks: what a change without ids is about."""
    assert isinstance(cards, list)
    return {card["id"] for card in cards if not isinstance(card, BrokenTask)}


async def test_diagnostics_tell_of_the_ledger(ground: Ground, ledger: LedgerPort) -> None:
    ground.asked()
    facts = await ledger.diagnostics()
    assert facts["root"] == str(ground.root)
    assert facts["tasks"] == 1
    assert {"locks", "broken", "versions", "fileSystem"} <= set(facts)
