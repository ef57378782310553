"""The Plan tab: what was planned, how far it is, and what may not happen without the operator; or the fork
to decide.

Older plans stay readable: an execution, a grant and a judgment were about the plan of their time, and a
replaced plan is in the events only.
"""

from __future__ import annotations

from cookui.contract.queries import awaiting_request, grant_of_execution
from cookui.text.measures import measure
from cookui.tui.views.history import Moment
from cookui.tui.views.progress import bar, in_words, progress, tick
from cookui.tui.views.rows import (
    Frag,
    Outside,
    Page,
    Row,
    Tone,
    Words,
    field,
    gap,
    heading,
    item,
    note,
    numbered,
)
from cookui.tui.views.subject import Json, Subject, mapping, objects, plural, text, texts, when, who


def plans(subject: Subject) -> list[Moment]:
    """Every plan and every escalation that was recorded, oldest first."""
    return subject.history.recorded("plan")


def page(subject: Subject, at: int | None = None) -> Page:
    """The rows of the tab.

    Args:
        subject: the task.
        at: the `seq` of the event that recorded the plan to show; None for the one in force.
    """
    recorded = plans(subject)
    chosen = next((moment for moment in recorded if moment.seq == at), None)
    newest = chosen is None or chosen is recorded[-1]
    document = subject.document if newest or chosen is None else chosen.document
    plan = mapping((document or {}).get("plan"))
    rows = _which(subject, recorded, chosen or (recorded[-1] if recorded else None))
    if not plan:
        rows += [gap("none"), note("none", _no_plan(subject))]
    elif plan.get("result") == "escalation":
        rows += _fork(subject, plan, newest)
    else:
        rows += _plan(subject, plan, newest)
    return tuple(rows)


def _no_plan(subject: Subject) -> str:
    if subject.document.get("stage") == "capture":
        return "Nothing is planned yet: the task waits for its start."
    return "Nothing is planned yet: the task waits for a planner's record."


def _which(subject: Subject, recorded: list[Moment], chosen: Moment | None) -> list[Row]:
    """Which plan of how many this is, by whom, and when."""
    document = subject.document
    notes: list[Frag] = []
    about: list[Frag] = []
    if chosen is not None:
        number = recorded.index(chosen) + 1
        notes = [Words(f"{number} of {len(recorded)}", Tone.INFO)]
        if number < len(recorded):
            notes.append(Words(" · replaced: ] shows the next one", Tone.WARN))
        elif number > 1:
            notes.append(Words(" · [ shows the one before", Tone.DIM))
        about = [who(chosen.act.get("agent")), Words(" · ", Tone.DIM), *when(subject, chosen.at)]
    rows = [heading("plan", "Plan", *notes)]
    if about:
        rows.append(field("plan-by", "  recorded by", *about))
    if isinstance(document.get("complexity"), str):
        required = mapping(document.get("audit")).get("required") is True
        simple = "simple" if document["complexity"] == "simple" else "complex"
        audit = "an audit is required" if required else "no audit is required"
        rows.append(field("plan-kind", "  kind", Words(f"{simple} · {audit}", Tone.DIM)))
    return rows


def _plan(subject: Subject, plan: Json, newest: bool) -> list[Row]:
    boundary = text(plan.get("approvalBoundary"))
    rows = _runbook(subject, texts(plan.get("runbook")), newest)
    rows += _list("preconditions", "Preconditions", plan)
    rows += [gap("recovery"), heading("recovery", "Recovery boundary", Words("what undoing costs", Tone.DIM))]
    rows.append(item("recovery", "  ", Outside(text(plan.get("recoveryBoundary")))))
    rows += [
        gap("approval"),
        heading("approval", "Approval boundary", *_boundary_words(subject, plan, newest)),
    ]
    pending = newest and awaiting_request(subject.document) is not None
    rows.append(
        item(
            "approval",
            "  ",
            Outside(boundary),
            act="approve" if pending else "",
        )
    )
    rows += _list("postconditions", "Postconditions", plan, "what the verifier must find true, row by row")
    rows += _list("verificationSeams", "Verification seams", plan, "where it can be seen from outside")
    rows += _list("slices", "Slices", plan)
    return rows


def _boundary_words(subject: Subject, plan: Json, newest: bool) -> list[Frag]:
    """How the approval stands: asked for, given, still to be asked for, or not needed."""
    if plan.get("requiresApproval") is not True:
        return [Words("nothing here needs the operator's approval", Tone.DIM)]
    measured = measure(text(plan.get("approvalBoundary")))
    size = f" · {plural(measured.characters, 'character')}"
    state: tuple[Frag, ...] = (Words("needs the operator's approval", Tone.INFO),)
    if newest and awaiting_request(subject.document) is not None:
        state = (Words("▲ waits for your approval", Tone.WAIT),)
    elif newest and (grant := grant_of_execution(subject.document)) is not None:
        state = (Words("✓ granted by ", Tone.GOOD), who(grant.get("grantedBy")))
    return [*state, Words(size, Tone.DIM)]


def _runbook(subject: Subject, steps: list[str], newest: bool) -> list[Row]:
    report = progress(subject.history, "execute") if newest else None
    notes = (
        in_words(report, len(steps)) if report is not None else [Words(plural(len(steps), "step"), Tone.DIM)]
    )
    rows: list[Row] = [gap("runbook"), heading("runbook", "Runbook", *notes)]
    if report is not None and report.total:
        rows.append(Row(key="runbook-bar", parts=bar(report), stops=False))
    wide = len(str(len(steps)))
    for number, step in enumerate(steps, start=1):
        mark, tone = tick(report, number, len(steps))
        lead = (Words(f"{mark} ", tone), Words(f"{number:>{wide}}. ", Tone.DIM))
        rows.append(item(f"runbook-{number}", lead, Outside(step)))
    return rows


def _list(name: str, title: str, plan: Json, hint: str = "") -> list[Row]:
    entries = texts(plan.get(name))
    notes = [Words(hint, Tone.DIM)] if hint else []
    return [gap(name), heading(name, title, *notes), *numbered(name, entries)]


def _fork(subject: Subject, plan: Json, newest: bool) -> list[Row]:
    """A fork that only the operator can decide, its options, and the answers given (sections 4, 8)."""
    escalation = mapping(plan.get("escalation"))
    fork = text(escalation.get("fork"))
    options = texts(escalation.get("options"))
    asked = any(ask.get("kind") == "fork" for ask in objects(subject.card.get("asks")))
    same_fork = [entry for entry in objects(subject.document.get("answers")) if entry.get("fork") == fork]
    given = [] if newest and asked else same_fork
    state = (
        Words("answered: the planner goes on from it", Tone.GOOD)
        if given
        else Words("▲ yours to decide", Tone.WAIT)
    )
    rows = [
        gap("fork"),
        heading("fork", "Fork", state if newest else Words("replaced by a later plan", Tone.WARN)),
    ]
    rows.append(item("fork", "  ", Outside(fork)))
    rows += [
        gap("options"),
        heading("options", "Options", Words("Enter answers" if newest and not given else "", Tone.DIM)),
    ]
    for number, option in enumerate(options, start=1):
        chosen = bool(given) and given[-1].get("option") == option
        lead = (Words("✓ " if chosen else "  ", Tone.GOOD), Words(f"{number}. ", Tone.DIM))
        rows.append(
            item(f"option-{number}", lead, Outside(option), act="answer" if newest and not given else "")
        )
    for number, entry in enumerate(given, start=1):
        rows.append(
            field(
                f"answer-{number}",
                "  answered by",
                who(entry.get("answeredBy")),
                Words(" · ", Tone.DIM),
                *when(subject, entry.get("answeredAt")),
                Words(" · ", Tone.DIM),
                Outside(text(entry.get("option"))),
            )
        )
    rows += _list("slices", "Slices", plan)
    return rows
