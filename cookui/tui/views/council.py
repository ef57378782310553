"""The council: three inquiries, their votes finding by finding, and the synthesis (section 7)."""

from __future__ import annotations

from cookui.tui.views.rows import Frag, Outside, Row, Tone, Words, field, gap, heading, item
from cookui.tui.views.subject import Json, Subject, digits, mapping, objects, plural, text, texts, who


def council(subject: Subject) -> list[Row]:
    """The section of the council; nothing until the first counted kickback makes one possible."""
    convergence = mapping(subject.document.get("convergence"))
    stored = mapping(convergence.get("council"))
    if not stored:
        return []
    rows: list[Row] = [gap("council"), heading("council", "Council", *_state(stored))]
    rows.append(field("council-counts", "  kickbacks", *_counts(convergence)))
    if stored.get("convened") is not True:
        return rows
    members = objects(stored.get("members"))
    rows.append(
        field(
            "council-judged",
            "  judged",
            Words(f"cycle {digits(stored.get('cycle'))} at ", Tone.DIM),
            who(stored.get("stage")),
            Words(" · executed by ", Tone.DIM),
            who(stored.get("executor_agent_id"), "unknown"),
        )
    )
    rows += _votes(members, objects(stored.get("findings")))
    rows += _synthesis(mapping(stored.get("synthesis")), stored)
    for number, member in enumerate(members, start=1):
        rows += _member(f"member-{number}", member)
    return rows


_OUTCOMES = {
    "shipped": Words(" · shipped", Tone.GOOD),
    "scoped-fix-shipped": Words(" · the scoped fix shipped", Tone.GOOD),
    "blocked-to-operator": Words(" · blocked: it is yours to decide", Tone.WAIT),
}


def _state(stored: Json) -> list[Frag]:
    if stored.get("convened") is not True:
        if stored.get("stage") is None:
            return [Words("not called", Tone.DIM)]
        return [
            Words("▲ armed at ", Tone.WAIT),
            who(stored.get("stage")),
            Words(": waits for its three members", Tone.DIM),
        ]
    verdict = stored.get("verdict")
    frags: list[Frag] = [
        Words("✓ ship", Tone.GOOD) if verdict == "ship" else Words("✗ block", Tone.BAD),
        _OUTCOMES.get(text(stored.get("outcome")), Words(" · its one recovery is running", Tone.INFO)),
    ]
    return frags


def _counts(convergence: Json) -> list[Frag]:
    stages = mapping(convergence.get("stages"))
    cap = digits(convergence.get("cap"))
    counted = {stage: mapping(stages.get(stage)).get("blockingKickbacks") for stage in ("verify", "audit")}
    words = [f"{stage} {digits(count)} of {cap}" for stage, count in counted.items()]
    return [Words(" · ".join(words) + " before a council is called", Tone.DIM)]


def _votes(members: list[Json], found: list[Json]) -> list[Row]:
    rows: list[Row] = [
        gap("votes"),
        heading("votes", "Votes", Words("two of three uphold a blocker", Tone.DIM)),
    ]
    for finding in found:
        name = text(finding.get("id"))
        upheld = finding.get("survived") is True
        mark = Words("  ✗ upheld    ", Tone.BAD) if upheld else Words("  ✓ demoted   ", Tone.GOOD)
        frags: list[Frag] = [
            who(name),
            Words(" · ", Tone.DIM),
            who(finding.get("source")),
            Words(" · ", Tone.DIM),
        ]
        frags.append(Outside(text(finding.get("summary"))))
        if finding.get("followupTaskId") is not None:
            frags += [Words(" · goes on in ", Tone.DIM), Outside(str(finding["followupTaskId"]))]
        rows.append(item(f"votes-{name}", (mark,), *frags))
        for member in members:
            rows += [
                _vote(f"votes-{name}-{text(member.get('lens'))}", member, vote)
                for vote in objects(mapping(member.get("inquiry")).get("findingVotes"))
                if vote.get("id") == name
            ]
    return rows


def _vote(key: str, member: Json, vote: Json) -> Row:
    blocking = vote.get("blocking") is True
    lead = (
        Words(f"      {_lens(member):<11}", Tone.DIM),
        Words("✗ blocking    " if blocking else "✓ not blocking", Tone.BAD if blocking else Tone.GOOD),
        Words("  "),
    )
    return item(key, lead, Outside(text(vote.get("rationale"))))


def _lens(member: Json) -> str:
    """The lens as a word of ours; only the contract's three are ever printed as they are."""
    lens = text(member.get("lens"))
    return lens if lens in ("integrity", "security", "pragmatist") else "unknown"


def _synthesis(stored: Json, whole: Json) -> list[Row]:
    rows: list[Row] = [
        gap("synthesis"),
        heading("synthesis", "Synthesis", Words("by ", Tone.DIM), who(whole.get("synthesizer_agent_id"))),
        field("synthesis-selected", "  selected", who(stored.get("selectedStrategy"), "none")),
        field("synthesis-problem", "  problem", Outside(text(stored.get("problemRestatement")))),
    ]
    rows += _several("synthesis", stored)
    rows += _texts("synthesis-rejected", "  rejected", texts(stored.get("rejectedAlternatives")))
    return rows


def _several(key: str, stored: Json) -> list[Row]:
    rows = _texts(f"{key}-cause", "  causes", texts(stored.get("causalHypotheses")))
    rows += _texts(f"{key}-strategy", "  strategies", texts(stored.get("solutionStrategies")))
    rows += _texts(f"{key}-evidence", "  decisive", texts(stored.get("decisiveEvidence")))
    return rows


def _texts(key: str, label: str, listed: list[str]) -> list[Row]:
    return [
        field(f"{key}-{number}", label if number == 1 else "", Outside(each))
        for number, each in enumerate(listed, start=1)
    ]


def _member(key: str, member: Json) -> list[Row]:
    inquiry = mapping(member.get("inquiry"))
    votes = objects(inquiry.get("findingVotes"))
    blocking = sum(vote.get("blocking") is True for vote in votes)
    notes: list[Frag] = [
        who(member.get("agent_id")),
        Words(f" · {blocking} of {plural(len(votes), 'vote')} blocking", Tone.DIM),
    ]
    temperature = member.get("temperature")
    if isinstance(temperature, int | float) and not isinstance(temperature, bool):
        notes.append(Words(f" · temperature {temperature}", Tone.DIM))
    return [
        gap(key),
        heading(key, f"Member: {_lens(member)}", *notes),
        field(f"{key}-question", "  question", Outside(text(inquiry.get("question")))),
        field(f"{key}-problem", "  problem", Outside(text(inquiry.get("problemRestatement")))),
        *_several(key, inquiry),
    ]
