"""Texts that try to be obeyed, to hide, or to be taken for others, by family; and a ledger that is full of
one text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cookui.cli.examples import ESCALATION, EXECUTED
from cookui.contract.identity import name_fault
from cookui.recorder.recorder import Recorder
from tests.terminal.operation import WRONG_MEASURE, Json, Ledger, asking, gated

FAMILIES = {
    "CSI": "\x1b[2J\x1b[1;1H\x1b[38;5;199mowned\x1b[0m\x1b[26D\x1b[?1049l\x1b[?25h\x1b[8m\x1b[3J\x1b[!p",
    "questions": "\x1b[c\x1b[>c\x1b[6n\x1b[21t\x1b[?2026$p\x05",
    "OSC": "\x1b]0;owned\x07\x1b]2;owned\x1b\\\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b]52;c;b3duZWQ=\x07\x1b]9;owned\x07",
    "DCS": "\x1bP+q544e\x1b\\\x1b_owned\x1b\\\x1b^owned\x1b\\\x1bXowned\x1b\\",
    "other escapes": "\x1bc\x1b#8\x1b(0\x1b7\x1b8\x1bM\x1b=\x1b>\x1b%G",
    "unended": "\x1b]0;never\x1b[12",
    "C0": "".join(map(chr, [*range(1, 9), *range(11, 32), 127])),
    "C1": "".join(map(chr, range(0x80, 0xA0))) + "\x9b31m\x9d0;owned\x9c\x90q\x9c",
    "bidi": "\u202egrant\u202c \u2066x\u2069 \u2067y\u2069 \u200f\u200e\u061c",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00adg\u180eh",
    "tags": "\U000e0001\U000e0041\U000e0042\U000e007f",
    "variation selectors": "a\ufe0e\u2764\ufe0f\U000e0100",
    "combining": "e\u0301 o" + "\u0300" * 30 + " \u20dd",
    "wide": "全角\u3000ｆｕｌｌ 한글 \u1100\u1161",
    "ambiguous": "α§°±×÷→■◆",
    "emoji": "👩‍👩‍👧 👍🏽 🇩🇪 1️⃣ ☠️",
    "look-alikes": "аррrove ѕtaging ⅼogs 𝐩rod",
    "right to left": "שלום مرحبا",
    "separators": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "spaces": "a\u00a0b\u2003c\u202fd\u3164e\u2800f   ",
    "lines": "first\r\nsecond\rthird\n\n\tfourth\n",
    "private and unassigned": "\ue000\U000f0000\u0378\ufffe\U0010ffff",
    "markup": "[red]x[/] [/] [@click=app.quit]x[/] [b]x deploy [prod] $text {x} %s <b>&amp;",
    "own marks": "⟦ESC⟧ ⟦U+202E⟧ ↵ ⇥ · … └ end of text: 1 character │ ✓ ok ▲ ✗",
    "shell": "; rm -rf / `id` $(id) \\x1b[31m \\\\",
}
"""What is known to have deceived terminals, toolkits or people."""

HARMLESS = "Ünïted α\u0301\t全角 x  \nsecond line  "
"""Nothing that deceives, but one of every kind that is drawn in a style of its own."""


def fill(ledger: Ledger, text: str) -> None:
    """Records tasks in every state with `text` wherever an agent or a caller may put any."""
    recorder = ledger.recorder
    plan = full_plan(text)
    _requested(recorder, text, plan)
    _judged(recorder, text, plan)
    _forked(recorder, text)
    blocked = recorder.add(f"blocked {text}").document["id"]
    recorder.block(blocked, "Ada Lind", f"because {text}")
    claimed = recorder.add(f"claimed {text}").document["id"]
    recorder.claim(claimed, agent("claimer", text))
    (ledger.root / ".cook" / "tasks" / f"0099-{file_name(text)}.json").write_bytes(
        text.encode("utf-8", "replace")
    )


def full_plan(text: str) -> Json:
    """A gated plan that says `text` in every field."""
    return gated(f"boundary {text}") | {
        "slices": [f"slice {text}"],
        "runbook": [f"step {text}", "second step"],
        "preconditions": [f"precondition {text}"],
        "recoveryBoundary": f"recovery {text}",
        "postconditions": [f"first {text}", f"second {text}"],
        "verificationSeams": [f"seam {text}"],
    }


def evidence(text: str) -> list[Json]:
    """Evidence that says `text`."""
    return [{"command": f"command {text}", "output": f"output {text}"}]


def agent(role: str, text: str) -> str:
    """An agent's id with as much of `text` as one may hold."""
    return f"{role} " + "".join(char for char in text if name_fault(f"x{char}x") is None)


def _to_request(recorder: Recorder, title: str, text: str, plan: Json) -> int:
    task_id: int = recorder.add(title).document["id"]
    recorder.start(task_id)
    recorder.record(task_id, "plan", agent("planner", text), plan)
    recorder.journal(
        task_id,
        {"kind": "intent", "stage": "execute", "agent": agent("executor", text), "note": f"note {text}"},
    )
    handed_in = asking(plan["approvalBoundary"]) | {"actions": [f"action {text}"], "evidence": evidence(text)}
    recorder.record(task_id, "execute", agent("executor", text), handed_in)
    return task_id


def _requested(recorder: Recorder, text: str, plan: Json) -> None:
    task_id = _to_request(recorder, f"requested {text}", text, plan)
    recorder.decline(task_id, "Ada Lind", f"reason {text}")
    recorder.record(
        task_id, "plan", agent("planner", text), plan | {"approvalBoundary": f"boundary again {text}"}
    )
    recorder.record(task_id, "execute", agent("second", text), asking(f"boundary again {text}"))


def _judged(recorder: Recorder, text: str, plan: Json) -> None:
    task_id = _to_request(recorder, f"judged {text}", text, plan)
    recorder.approve(task_id, "Ada Lind")
    recorder.journal(task_id, {"kind": "progress", "step": 1, "total": 2, "note": f"note {text}"})
    recorder.journal(task_id, {"kind": "external", "note": f"outside {text}"})
    done = EXECUTED | {"actions": [f"action {text}"], "evidence": evidence(text)}
    recorder.record(task_id, "execute", agent("other", text), done)
    for verifier in ("first", "second"):
        recorder.record(task_id, "verify", agent(verifier, text), _judgment(text, plan))
        if verifier == "first":
            recorder.reverify(task_id)


def _judgment(text: str, plan: Json) -> Json:
    rows = [
        {"postcondition": each, "ok": number == 0, "evidence": f"seen {text}"}
        for number, each in enumerate(plan["postconditions"])
    ]
    (finding,) = WRONG_MEASURE["findings"]
    finding |= {"file": f"file {text}", "what": f"what {text}", "why": f"why {text}"}
    return WRONG_MEASURE | {"postconditions": rows, "findings": [finding], "evidence": evidence(text)}


def _forked(recorder: Recorder, text: str) -> None:
    task_id = recorder.add(f"forked {text}").document["id"]
    recorder.start(task_id)
    escalation = {"fork": f"fork {text}", "options": [f"one {text}", f"other {text}"]}
    recorder.record(task_id, "plan", agent("planner", text), ESCALATION | {"escalation": escalation})


def file_name(text: str) -> str:
    """`text` as far as it can be a part of a file's name."""
    return "".join(_bytes_up_to(text.replace("/", "").replace("\0", ""), 120))


def _bytes_up_to(text: str, limit: int) -> Iterator[str]:
    for char in text:
        limit -= len(char.encode("utf-8", "surrogateescape"))
        if limit < 0:
            return
        yield char


def home(tmp_path: Path, text: str) -> Ledger:
    """A ledger full of `text`, in a folder that is called so, with a configuration that says so."""
    folder = tmp_path / f"home {file_name(text)[:40]}"
    ledger = Ledger(folder)
    config = Path(ledger.env["XDG_CONFIG_HOME"]) / "cookui" / "config.toml"
    config.parent.mkdir(parents=True)
    quoted = "".join(f"\\U{ord(char):08X}" for char in f"unknown {text}" if not "\ud800" <= char <= "\udfff")
    config.write_text(f'"{quoted}" = 1\n[notify]\ndesktop = "osc9"\n', encoding="utf-8")
    fill(ledger, text)
    return ledger
