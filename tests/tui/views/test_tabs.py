"""What the other tabs say, on real tasks."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from cookui.tui.views import approvals, execution, judgments, plan, timeline, why
from cookui.tui.views.approvals import fates
from cookui.tui.views.found import found
from cookui.tui.views.heading import cut, lines
from cookui.tui.views.rows import Age, Outside, Words, outside_text, section_text
from cookui.tui.views.spans import For, spans, waiting_bar
from tests.tui.views.making import HOW, WALKS, Making, row, said

BOUNDARY = "Promote orders-db-2 to primary and fence orders-db-1 [prod]; writes stop for about 30 s."


def runbook(made: Making) -> list[str]:
    page = plan.page(made.subject())
    return [said(each)[0] for each in page if each.key.startswith("runbook-") and each.cells]


# --- plan


def test_progress_ticks_the_runbook() -> None:
    made = Making().walk("happy-no-approval", 1)
    assert runbook(made) == [" ", " ", " "]
    made.progress(1, 3)
    assert runbook(made) == ["▸", "·", "·"]
    made.progress(3, 3, "repointing")
    assert runbook(made) == ["✓", "✓", "▸"]
    page = plan.page(made.subject())
    assert "step 3 of 3 · repointing" in said(row(page, "head:runbook"))
    assert [part.weight for part in row(page, "runbook-bar").parts] == [3, 0]
    made.walk_on("happy-no-approval", 1)
    assert runbook(made) == ["✓", "✓", "✓"]


def test_progress_that_counts_other_steps_ticks_nothing_and_says_why() -> None:
    made = Making().walk("happy-no-approval", 1).progress(2, 9)
    assert runbook(made) == [" ", " ", " "]
    assert "it counts 9 steps, the runbook has 3" in said(row(plan.page(made.subject()), "head:runbook"))


def test_progress_goes_on_over_a_request_and_its_grant() -> None:
    made = Making().walk("happy-approval-gated", 1).progress(2, 3)
    made.walk_on("happy-approval-gated", 1)
    assert runbook(made) == ["✓", "▸", "·"]
    made.walk_on("happy-approval-gated", 1)
    assert runbook(made) == ["✓", "▸", "·"]


def test_progress_ends_with_a_decline_and_with_another_round() -> None:
    made = Making().walk("happy-approval-gated", 1).progress(2, 3)
    made.walk_on("happy-approval-gated", 1)
    made.act({"kind": "decline", "operator": "Chef", "reason": "not today", "to": "plan"})
    assert runbook(made) == [" ", " ", " "]
    made = Making().walk("refute-survives-kicks-back", 1).progress(3, 3)
    made.walk_on("refute-survives-kicks-back", 3)
    assert made.document is not None
    assert made.document["stage"] == "execute"
    assert runbook(made) == [" ", " ", " "]


def test_an_older_plan_is_shown_as_it_was() -> None:
    made = Making().walk("execute-kickback-plan")
    subject = made.subject()
    recorded = plan.plans(subject)
    assert len(recorded) > 1
    page = plan.page(subject, recorded[0].seq)
    assert f"1 of {len(recorded)} · replaced" in said(row(page, "head:plan"))
    stored = recorded[0].act["return"]["approvalBoundary"]
    assert outside_text(row(page, "approval")) == stored
    assert row(page, "approval").act == ""


def test_the_boundary_opens_the_approval_only_while_it_waits() -> None:
    made = Making().walk("happy-approval-gated", 1)
    assert row(plan.page(made.subject()), "approval").act == ""
    made.walk_on("happy-approval-gated", 1)
    assert row(plan.page(made.subject()), "approval").act == "approve"
    made.walk_on("happy-approval-gated", 1)
    page = plan.page(made.subject())
    assert row(page, "approval").act == ""
    assert "✓ granted by Chef" in said(row(page, "head:approval"))


def test_a_fork_shows_its_options_and_its_answer() -> None:
    made = Making().walk("escalation-twice", 1)
    assert made.document is not None
    options = made.document["plan"]["escalation"]["options"]
    page = plan.page(made.subject())
    assert "▲ yours to decide" in said(row(page, "head:fork"))
    assert [outside_text(row(page, f"option-{at}")) for at in range(1, len(options) + 1)] == options
    assert row(page, "option-1").act == "answer"
    made.act({"kind": "answer", "operator": "Chef", "option": options[-1]})
    page = plan.page(made.subject())
    assert "answered" in said(row(page, "head:fork"))
    assert said(row(page, f"option-{len(options)}")).startswith("✓ ")
    assert row(page, "option-1").act == ""
    assert "Chef" in said(row(page, "answer-1"))


# --- execution


def test_every_execution_stays_readable() -> None:
    made = Making().walk("council-recovery-with-approval")
    subject = made.subject()
    recorded = execution.executions(subject)
    assert len(recorded) > 5
    for at, moment in enumerate(recorded, start=1):
        page = execution.page(subject, moment.seq)
        assert f"{at} of {len(recorded)}" in said(row(page, "head:execution"))
        assert moment.act["agent"] in said(row(page, "execution-by"))
        assert outside_text(row(page, "action-1")) == moment.act["return"]["actions"][0]
        shown = outside_text(row(page, "evidence-1-output"))
        assert shown == moment.act["return"]["evidence"][0]["output"]


def test_a_kickback_says_where_to_and_why() -> None:
    made = Making().walk("execute-kickback-plan", 2)
    given = made.events[-1]["data"]["act"]["return"]["kickback"]
    page = execution.page(made.subject())
    assert given["to"] in said(row(page, "outcome"))
    assert outside_text(row(page, "reason")) == given["reason"]


# --- approvals


def test_each_request_has_its_fate() -> None:
    made = Making().walk("request-twice-before-grant", 3)
    subject = made.subject()
    assert [each.state for each in fates(subject)] == ["superseded", "pending"]
    page = approvals.page(subject)
    order = [each.key for each in page if each.key in ("head:request-0", "head:request-1")]
    assert order == ["head:request-1", "head:request-0"]
    assert "superseded by request 1" in said(row(page, "head:request-0"))
    assert row(page, "request-1-text").act == "approve"
    assert row(page, "request-0-text").act == ""
    assert outside_text(row(page, "request-1-text")) == BOUNDARY


def test_hidden_characters_of_a_request_are_counted() -> None:
    made = Making().walk("exact-text-bidi", 2)
    assert "hidden character" in said(row(approvals.page(made.subject()), "request-0-size"))
    made = Making().walk("happy-approval-gated", 2)
    assert "hidden" not in said(row(approvals.page(made.subject()), "request-0-size"))


def test_a_decline_is_shown_with_its_reason() -> None:
    made = Making().walk("happy-approval-gated", 2)
    made.act({"kind": "decline", "operator": "Chef", "reason": "not on a Friday", "to": "plan"})
    page = approvals.page(made.subject())
    assert "✗ declined by Chef" in said(row(page, "head:request-0"))
    assert outside_text(row(page, "request-0-reason")) == "not on a Friday"


def test_a_request_closed_by_its_executor_is_not_called_superseded() -> None:
    made = Making().walk("happy-approval-gated", 2)
    given = WALKS["execute-kickback-plan"].steps[1].act
    made.act({**given, "agent": "exec-9"})
    (ended,) = fates(made.subject())
    reason = given["return"]["kickback"]["reason"]
    assert (ended.state, ended.by, ended.reason) == ("closed", "exec-9", reason)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (HOW, "no digest given: nothing says which text was seen"),
        ({**HOW, "digestGiven": True, "shownSha256": "0" * 64}, "ANOTHER digest was shown"),
        (
            {**HOW, "digestGiven": True, "shownSha256": "right", "elapsedMs": 4200},
            "after 4.2 s on the screen",
        ),
    ],
)
def test_how_a_grant_was_given_is_told(how: dict[str, object], says: str) -> None:
    from cookui.text.measures import measure

    if how.get("shownSha256") == "right":
        how = {**how, "shownSha256": measure(BOUNDARY).sha256}
    made = Making().walk("happy-approval-gated", 2).act({"kind": "approve", "operator": "Chef"}, how=how)
    page = approvals.page(made.subject())
    given = said(row(page, "request-0-how"))
    assert says in given
    assert "by cook · as kim on ops-1" in given


def test_what_differs_from_the_request_before_is_marked() -> None:
    made = Making().walk("happy-approval-gated", 2)
    made.act({"kind": "decline", "operator": "Chef", "reason": "too long", "to": "plan"})
    again = json.loads(json.dumps(WALKS["happy-approval-gated"].steps[0].act))
    other = BOUNDARY.replace("30 s", "5 s")
    again["return"]["approvalBoundary"] = other
    made.act({**again, "agent": "planner-2"})
    asked = json.loads(json.dumps(WALKS["happy-approval-gated"].steps[1].act))
    asked["return"]["approvalRequired"] = other
    made.act({**asked, "agent": "exec-2"})
    page = approvals.page(made.subject())
    assert "differs from request 0" in said(row(page, "request-1-differs"))
    (before,) = [frag for frag in row(page, "request-1-before").cells[0].body if isinstance(frag, Outside)]
    (now,) = [frag for frag in row(page, "request-1-now").cells[0].body if isinstance(frag, Outside)]
    assert [before.text[a:b] for a, b in before.marks] == ["30"]
    assert [now.text[a:b] for a, b in now.marks] == ["5"]


# --- judgments


def test_two_judgments_are_compared_row_by_row() -> None:
    subject = Making().walk("council-recovery-with-approval").subject()
    page = judgments.page(subject, None, beside=True)
    assert "1 row to ok · 0 rows to false · 2 as before" in said(row(page, "j2-3-turned"))
    assert "✗ false → ✓ ok" in said(row(page, "j2-3-2"))
    assert "as before" in said(row(page, "j2-3-1"))
    saw = row(page, "j2-3-2-seen")
    assert len(saw.cells) == 2


def test_the_council_is_shown_with_votes_and_synthesis() -> None:
    made = Making().walk("council-block-scoped-recovery")
    page = judgments.page(made.subject())
    council = made.subject().document["convergence"]["council"]
    for finding in council["findings"]:
        for member in council["members"]:
            vote = said(row(page, f"votes-{finding['id']}-{member['lens']}"))
            given = next(one for one in member["inquiry"]["findingVotes"] if one["id"] == finding["id"])
            assert ("✗ blocking" in vote) == given["blocking"]
            assert given["rationale"] in vote
    assert "scoped-execute" in said(row(page, "synthesis-selected"))
    assert "✗ block · the scoped fix shipped" in said(row(page, "head:council"))
    for number, member in enumerate(council["members"], start=1):
        assert member["agent_id"] in said(row(page, f"head:member-{number}"))
        assert outside_text(row(page, f"member-{number}-question")) == member["inquiry"]["question"]


def test_an_armed_council_is_told_before_it_meets() -> None:
    made = Making().walk("council-escalates", 10)
    page = judgments.page(made.subject())
    assert "armed at verify" in said(row(page, "head:council"))
    assert "verify 2 of 2" in said(row(page, "council-counts"))


def test_an_audit_is_shown_with_scan_and_coverage() -> None:
    made = Making().walk("happy-audited-verify-first")
    page = judgments.page(made.subject())
    stored = made.subject().document["audit"]
    assert outside_text(row(page, "j0-audit-scan")) == stored["scan"]["command"]
    shown = [
        outside_text(row(page, f"j0-audit-coverage-{at}")) for at in range(1, len(stored["coverage"]) + 1)
    ]
    assert shown == [entry["category"] for entry in stored["coverage"]]


def test_a_reverified_judgment_says_so_and_its_refutes_are_kept() -> None:
    made = Making().walk("reverify-eligible")
    page = judgments.page(made.subject(), 0)
    assert "by a reverify" in said(row(page, "judgment-0-at"))


# --- timeline


def test_the_timeline_lists_every_event_newest_first() -> None:
    made = Making().walk("council-recovery-with-approval")
    page = timeline.page(made.subject(), made.at)
    keys = [each.key for each in page if each.key.startswith("event-")]
    assert keys == [f"event-{event['seq']}" for event in reversed(made.events)]
    for event in made.events:
        one = row(page, f"event-{event['seq']}")
        assert event["actor"] in said(one)
        assert json.loads(outside_text(one)) == event
        assert any(isinstance(frag, Age) and frag.at == event["at"] for frag in one.cells[0].lead)
        assert "+00:00" in said(one)


def test_where_the_time_went() -> None:
    made = Making().walk("happy-approval-gated", 2)
    made.at += timedelta(minutes=29)
    made.walk_on("happy-approval-gated", 1)
    made.act({"kind": "intent", "stage": "execute", "agent": "exec-2"})
    made.at += timedelta(minutes=9)
    made.walk_on("happy-approval-gated", 1)
    found = spans(made.subject().history)
    parts = {part.label for part in waiting_bar(found, made.at)}
    assert "waited for you 30m" in parts
    assert "agents at work 10m" in parts
    assert [span.waits for span in found if span.waits is For.YOU] == [For.YOU]


def test_a_block_and_an_open_fork_wait_for_the_operator() -> None:
    made = Making().walk("escalation-twice", 1)
    assert spans(made.subject().history)[-1].waits is For.YOU
    made.act(
        {
            "kind": "answer",
            "operator": "Chef",
            "option": made.subject().document["plan"]["escalation"]["options"][0],
        }
    )
    assert spans(made.subject().history)[-1].waits is For.NOBODY
    made.act({"kind": "block", "operator": "Chef", "reason": "change freeze"})
    assert spans(made.subject().history)[-1].waits is For.YOU
    made.act({"kind": "abandon", "operator": "Chef", "reason": "no longer wanted"})
    assert spans(made.subject().history)[-1].end is not None


def test_only_the_bars_grow_with_the_clock() -> None:
    made = Making().walk("happy-no-approval", 2)
    subject = made.subject()
    page = timeline.page(subject, made.at)
    assert timeline.later(page, subject, made.at) is page
    later = made.at + timedelta(hours=1)
    grown = timeline.later(page, subject, later)
    assert grown == timeline.page(subject, later)
    assert grown != page


# --- why, head, finding


def test_why_tells_every_act_with_its_conditions() -> None:
    made = Making().walk("happy-approval-gated", 2)
    subject = made.subject()
    page = why.page(subject, "kim")
    assert "✓ can be done now" in said(row(page, "head:approve"))
    assert "not now" in said(row(page, "head:reverify"))
    assert len([each for each in page if each.key.startswith("reverify-")]) == 7
    assert "approve" not in why.reasons(subject, "kim")
    assert "reads like exec-1" in why.reasons(subject, "EXEC-1")["approve"]
    assert "exec-1" in said(row(page, "next-execute-0"))


def test_the_head_says_what_is_true_and_cuts_only_at_its_end() -> None:
    made = Making("Promote " + "orders " * 40 + "\x1b[31m").walk("happy-approval-gated", 2)
    title, pipeline, now, agents = lines(made.subject(), made.at, 80)
    drawn = "".join(segment.text for segment in cut(title, 60, made.at))
    assert "…+" in drawn
    assert "\x1b" not in "".join(segment.text for segment in cut(title, 400, made.at))
    stages = "".join(frag.text for frag in pipeline if isinstance(frag, Words))
    assert "‹execute 1m›" in stages
    assert "waits for your approval" in "".join(
        frag.text for frag in now if isinstance(frag, Outside | Words)
    )
    assert "exec-1" in "".join(frag.text for frag in agents if isinstance(frag, Outside | Words))


def test_finding_looks_at_words_stored_text_and_events() -> None:
    made = Making().walk("happy-approval-gated", 3)
    page = timeline.page(made.subject(), made.at)
    assert found(page, "GRANTED request") == ("event-4",)
    assert found(page, made.events[2]["hash"]) == ("event-3", "event-2")
    assert found(page, "  ") == ()
    assert found(page, "granted nowhere") == ()


def test_a_section_is_copied_row_by_row() -> None:
    page = plan.page(Making().walk("happy-no-approval", 1).subject())
    at = next(index for index, each in enumerate(page) if each.key == "head:runbook")
    assert section_text(page, at) == "Fence orders-db-1\nPromote orders-db-2\nRepoint pgbouncer"
