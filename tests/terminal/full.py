"""A ledger that is full of texts of a pen: one in every place where an agent, an operator or a file can put
any."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import lock_descriptor

from cookui.cli.examples import AUDIT, COUNCIL, ESCALATION, EXECUTED, KICKBACK, REFUTE, VERIFY_NEEDS_WORK
from cookui.recorder.how import How
from cookui.recorder.layout import decode, encode
from cookui.recorder.lock import NOTE_BYTES
from cookui.recorder.recorder import Recorder
from cookui.text.strict_json import canonical
from tests.cli.test_forged import forge
from tests.terminal.hostile import Pen, file_name
from tests.terminal.operation import Json, Ledger, asking, gated

SHORT = 24
"""Characters of a text where there is little room: in the note of a lock, in a folder's name."""

EVERY_KIND = "α\u0301\t全  \n"
"""One of every kind that is drawn in a style of its own. It stands after one text and before another that is
compared with it, so that one of every kind differs whatever the texts are."""


class Full:
    """Fills a ledger, a task at a time. Where two tasks can hold the same texts, they do.

    Args:
        ledger: what is filled.
        pen: writes the texts.
    """

    def __init__(self, ledger: Ledger, pen: Pen) -> None:
        self.root = ledger.root
        self.recorder: Recorder = ledger.recorder
        self.pen = pen
        # With a mark that no field takes: what a field shows of a name is not what is stored of it.
        self.operator = f"{pen.name()} e\u0301"
        self.planner, self.executor = pen.name(), pen.name()
        self.plan: Json = gated(pen() + EVERY_KIND) | {
            "slices": [pen()],
            "runbook": [pen(), pen()],
            "preconditions": [pen()],
            "recoveryBoundary": pen(),
            "postconditions": [pen(), pen()],
            "verificationSeams": [pen()],
        }
        self.executed: Json = EXECUTED | {"actions": [pen()], "evidence": self.evidence()}
        self.rows = [
            {"postcondition": each, "ok": number == 0, "evidence": pen() + EVERY_KIND}
            for number, each in enumerate(self.plan["postconditions"])
        ]
        self.observed = self.evidence()
        self.upheld = self.finding()
        self.audit: Json = AUDIT | {
            "verdict": "needs-work",
            "scan": {"command": pen(), "recommendation": "BLOCK", "reportPath": pen()},
            "findings": [self.finding(cwe=pen())],
            "evidence": self.evidence(),
        }
        self.refute: Json = REFUTE | {"rationale": pen(), "evidence": self.evidence()}

    def evidence(self) -> list[Json]:
        return [{"command": self.pen(), "output": self.pen()}]

    def started(self, title: str) -> int:
        task_id: int = self.recorder.add(title).document["id"]
        self.recorder.start(task_id)
        return task_id

    def ask(self, task_id: int, agent: str) -> None:
        """An executor asks for what the plan says."""
        boundary = self.recorder.get(task_id)["plan"]["approvalBoundary"]
        returned = asking(boundary) | {name: self.executed[name] for name in ("actions", "evidence")}
        self.recorder.record(task_id, "execute", agent, returned)

    def finding(self, **more: object) -> Json:
        (finding,) = VERIFY_NEEDS_WORK["findings"]
        return finding | {"file": self.pen(), "what": self.pen(), "why": self.pen()} | more

    def needs_work(self, cycle: int, *findings: Json) -> Json:
        """A failed verification; its second row is false."""
        return VERIFY_NEEDS_WORK | {
            "cycle": cycle, "postconditions": self.rows, "findings": list(findings), "evidence": self.observed
        }  # fmt: skip

    # A request that was reached by every way there is

    def requested(self) -> int:
        """Declined, kicked back, asked for twice, granted; judged three times by verifiers, an auditor,
        refuters and a council; and asked for again, for the council's recovery."""
        pen, recorder = self.pen, self.recorder
        task_id = self.started(pen())
        recorder.journal(task_id, {"kind": "intent", "stage": "plan", "agent": self.planner, "note": pen()})
        recorder.record(task_id, "plan", self.planner, self.plan)
        self.ask(task_id, self.executor)
        recorder.decline(task_id, self.operator, f"{pen()}\tand that is why")
        recorder.record(task_id, "plan", self.planner, self.plan)
        back = KICKBACK | {name: self.executed[name] for name in ("actions", "evidence")}
        back["kickback"] = {"to": "plan", "reason": pen()}
        recorder.record(task_id, "execute", self.executor, back)
        again = {"approvalBoundary": EVERY_KIND + pen()}
        recorder.record(task_id, "plan", self.planner, self.plan | again)
        self.ask(task_id, pen.name())
        for cycle in (2, 3, 4):
            self.ask(task_id, self.executor)
            how = How(channel=pen(), os_user=pen(), host=pen(), tty=pen(), pid=1) if cycle == 2 else None
            recorder.approve(task_id, self.operator, how=how)
            recorder.record(task_id, "execute", pen.name(), self.executed)
            self._judge(task_id, cycle)
        self._council(task_id)
        self.ask(task_id, self.executor)
        return task_id

    def _judge(self, task_id: int, cycle: int) -> None:
        """A verification with a blocker that is upheld, from the second on an audit with one that is refuted,
        and in the last two blockers to choose from."""
        pen, record = self.pen, self.recorder.record
        upheld = [self.upheld] if cycle < 4 else [self.upheld, self.finding()]
        record(task_id, "verify", pen.name(), self.needs_work(cycle, *upheld))
        if cycle > 2:
            record(task_id, "audit", pen.name(), self.audit | {"cycle": cycle})
            self._refute(task_id, cycle, self.audit["findings"][0], source="audit", verdict="refuted")
        for finding in upheld:
            self._refute(task_id, cycle, finding)

    def _refute(self, task_id: int, cycle: int, finding: Json, **more: str) -> None:
        named = f"{finding['file']}:{finding['line']} {finding['what']}"
        refute = self.refute | {"cycle": cycle, "finding": named} | more
        self.recorder.record(task_id, "refute", self.pen.name(), refute)

    def _council(self, task_id: int) -> None:
        """Upholds the first of two blockers, and lets an executor recover."""
        pen = self.pen
        found = self.recorder.get(task_id)["verification"]["findings"]
        ids = [pen() for _ in found]
        council = COUNCIL["council"]
        members = [self._member(member, ids, number) for number, member in enumerate(council["members"])]
        findings = [
            {
                "id": name, "summary": finding["what"], "source": "verify", "blockingVotes": 3 - 2 * number,
                "survived": number == 0, "followupTaskId": "ledger" if number else None,
            }
            for number, (name, finding) in enumerate(zip(ids, found, strict=True))
        ]  # fmt: skip
        synthesis = council["synthesis"] | {
            "problemRestatement": pen(),
            "survivingBlockers": ids[:1],
            "causalHypotheses": [pen()],
            "decisiveEvidence": [pen()],
        }
        made = council | {"members": members, "findings": findings, "synthesis": synthesis}
        agents = [member["agent_id"] for member in members]
        self.recorder.record_council(task_id, agents, pen.name(), {"stage": "council", "council": made})

    def _member(self, member: Json, ids: list[str], number: int) -> Json:
        """All vote for the first finding, and only the first of them for the second."""
        pen = self.pen
        votes = [
            {"id": name, "blocking": place == 0 or number == 0, "rationale": pen()}
            for place, name in enumerate(ids)
        ]
        inquiry = member["inquiry"] | {
            "question": pen(),
            "problemRestatement": pen(),
            "causalHypotheses": [pen()],
            "findingVotes": votes,
            "decisiveEvidence": [pen()],
        }
        return member | {"agent_id": pen.name(), "inquiry": inquiry}

    # The others

    def judged(self) -> int:
        """Failed twice, and can be verified once more; its audit passed."""
        pen, recorder = self.pen, self.recorder
        task_id = self.started(pen())
        recorder.record(task_id, "plan", self.planner, self.plan)
        self.ask(task_id, self.executor)
        recorder.approve(task_id, self.operator)
        recorder.journal(task_id, {"kind": "progress", "step": 1, "total": 2, "note": pen()})
        recorder.journal(task_id, {"kind": "external", "note": pen()})
        recorder.record(task_id, "execute", pen.name(), self.executed)
        finding = self.finding(kickTo="plan")
        first = self.needs_work(0, finding)
        recorder.record(task_id, "verify", pen.name(), first)
        how = How(channel="cookui", os_user="root", host="here", tty=None, pid=1, operator=pen.name())
        recorder.reverify(task_id, how=how)
        audit = {name: self.audit[name] for name in ("scan", "evidence")}
        recorder.record(task_id, "audit", pen.name(), AUDIT | audit)
        second = first | {"postconditions": [row | {"evidence": EVERY_KIND + pen()} for row in self.rows]}
        recorder.record(task_id, "verify", pen.name(), second)
        return task_id

    def forked(self) -> int:
        """A fork that was answered, and is there again."""
        pen, recorder = self.pen, self.recorder
        task_id = self.started(pen())
        fork = {"fork": pen(), "options": [pen(), pen()]}
        made = ESCALATION | {"slices": [pen()], "escalation": fork}
        recorder.record(task_id, "plan", self.planner, made)
        recorder.answer(task_id, self.operator, fork["options"][0], fork=fork["fork"])
        recorder.record(task_id, "plan", self.planner, made)
        return task_id

    def stopped(self) -> None:
        """Claimed, released, unblocked, blocked and claimed again; and one that was abandoned."""
        pen, recorder = self.pen, self.recorder
        task_id = recorder.add(pen()).document["id"]
        claimer = pen.name()
        recorder.claim(task_id, claimer)
        recorder.release(task_id, claimer)
        recorder.block(task_id, self.operator, pen())
        recorder.unblock(task_id, self.operator)
        recorder.block(task_id, self.operator, pen())
        recorder.claim(task_id, claimer)
        task_id = recorder.add(pen()).document["id"]
        recorder.abandon(task_id, self.operator, pen())

    def forged(self) -> int:
        """A task with an event that no rule takes; its card, all that is shown of it, is as sound as any."""
        task_id = self.started(self.pen(whole=False))
        self.recorder.journal(task_id, {"kind": "intent", "stage": "plan"})
        (path,) = (self.root / ".cook" / "tasks").glob(f"{task_id:04}-*")
        tables = decode(path.read_bytes(), path.name)
        events = list(tables["events"].values())
        events[-1]["data"]["act"]["stage"] = self.pen()
        assert forge(path, tables["task"]["1"], events)
        return task_id

    def broken(self) -> None:
        """A file whose name is nobody's, and one whose slug is not that of its name."""
        tasks = self.root / ".cook" / "tasks"
        (tasks / f"0099-{self.pen(file_name)}.json").write_bytes(b"{")
        (sound,) = tasks.glob("0001-*")
        tables = decode(sound.read_bytes(), sound.name)
        slug = self.pen()
        for table in ("card", "task"):
            tables[table]["1"] |= {"id": 98, "slug": slug}
        (tasks / "0098-forged.json").write_bytes(encode(tables))


def fill(ledger: Ledger, pen: Pen) -> Full:
    """Fills a ledger: its first task waits for an approval, and every other state is there as well."""
    full = Full(ledger, pen)
    full.requested()
    full.judged()
    full.forked()
    full.stopped()
    return full


@contextmanager
def lock_held(ledger: Ledger, pen: Pen) -> Iterator[None]:
    """Somebody holds the lock of a task, and has written a text into it as its command."""
    path = ledger.root / ".cook" / "locks" / "0097.lock"
    pid, command = (pen(lambda text: text[:SHORT]) for _ in range(2))
    note = canonical({"pid": pid, "command": command, "at": "2026-01-01T00:00:00.000Z"})
    path.write_bytes(note.ljust(NOTE_BYTES - 1) + b"\n")
    path.chmod(0o600)
    descriptor = os.open(path, os.O_RDWR)
    try:
        assert lock_descriptor(descriptor, blocking=False)
        yield
    finally:
        os.close(descriptor)


def home(tmp_path: Path, pen: Pen) -> Ledger:
    """A full ledger in a folder that is called by a text, with a configuration that is of such texts."""
    ledger = Ledger(tmp_path / f"home {pen(lambda text: file_name(text)[:SHORT])}")
    config = Path(ledger.env["XDG_CONFIG_HOME"]) / "cookui" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(
        f"{_quoted(pen())} = 1\n"
        f'[notify]\ndesktop = "osc9"\n'
        f"[keymap]\n{_quoted(pen())} = 'ctrl+g'\n"
        f"'everywhere.needs' = {_quoted(pen(as_key, whole=False) + ',a')}\n",
        encoding="utf-8",
    )  # fmt: skip
    return ledger


def as_key(text: str) -> str:
    """`text` as far as it can be the name of a key: commas part keys, and a plus parts a key from others."""
    return "".join(char for char in text if char not in ",+")


def _quoted(text: str) -> str:
    """A TOML string of it."""
    return '"' + "".join(f"\\U{ord(char):08X}" for char in text) + '"'
