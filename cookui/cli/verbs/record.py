"""`cook record`: what a specialist handed in, under the identity that whoever calls has seen it
under.

The return is read once, before the ledger is opened: what is checked is what is recorded, even if
the file changes meanwhile, and a slow pipe never holds a task's lock.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from cookui.cli.acted import JSON_SHAPE, acted
from cookui.cli.arguments import add_id
from cookui.cli.call import Call
from cookui.cli.examples import EXAMPLES
from cookui.cli.intake import LIMIT, read_return
from cookui.cli.parser import UsageError
from cookui.contract.refusal import Code, Refusal

if TYPE_CHECKING:
    from cookui.recorder.recorder import Recorded

_MEMBERS = 3

_RULES = {
    "plan": """\
At plan, by a planner. The result is `plan` (all the fields of the first example) or `escalation`, a fork
that only the operator can decide (exactly those of the second). All texts and lists are nonempty.
With `requiresApproval` true nothing is executed without a grant of exactly `approvalBoundary`, so it
says what cannot be undone. After a plan the task is at execute; after an escalation
`cook wait ID --until answered`, then hand in another plan.""",
    "execute": """\
At execute. `kickback` and `approvalRequired` are null unless the result needs them:
  approval-required  `approvalRequired` equals the plan's `approvalBoundary`, character by character.
                     Only on a plan with `requiresApproval` true. Then `cook wait ID --until granted`.
  executed           Where the plan requires approval: after the grant, and by an agent that did not
                     ask and is not the operator. The task is at verify.
  kickback           `kickback` is {"to": "capture" or "plan", "reason": text}; closes the request.""",
    "verify": """\
At verify or audit, by a verifier who is not the executor and has not judged this task before.
`cycle` is that of the execution (`cook show ID`). One row for each postcondition of the plan, in its
order, with its exact text. `pass`: every row ok and no finding. `needs-work`: at least one finding,
and with a false row at least one of class `blocking`. A finding's class is blocking or follow-up, its
severity critical, high, medium or low, its kickTo capture, plan or execute. The task is done, or at
audit, or its blockers are to be refuted (`cook reverify` where it applies).""",
    "audit": """\
At verify or audit, by an auditor who is neither executor nor verifier; needed where the plan said
`auditRequired`. Every category once, its status covered_with_hits, covered_no_hits or not_covered;
recommendation PASS, REVIEW or BLOCK. Findings exactly when the verdict is `needs-work`, each as in
verify plus "cwe": text or null. `na` only where no audit is required.""",
    "refute": """\
Once for each blocker, by an agent without another part in this cycle. `source` is verify or audit,
`finding` is "FILE:LINE WHAT" of that blocker. `refuted` makes it a follow-up; `survives` sends the
task back to where the finding's kickTo says, and at the third time to a council.""",
    "council": """\
Only where `cook why ID` names it, after the third surviving blocker of one source:
  cook record council ID MEMBER MEMBER MEMBER SYNTHESIZER FILE
Three members with the lenses integrity, security and pragmatist, whose ids in the return are those
given; `findings` are exactly the surviving blockers, each with a vote of every member, and survive
with two. A blocker that does not has `followupTaskId` "ledger" or the id of a task. `verdict` is block
if one survives, else ship with outcome "shipped". After the one recovery that a block with the
strategy scoped-execute orders, the same council is recorded again with outcome "scoped-fix-shipped".""",
}

HELP = f"""\
Records a return: the strict JSON object that a specialist handed in, read once from FILE, or from
standard input where FILE is -; at most {LIMIT >> 20} MiB. AGENT is the id under which you ran the
specialist; a return names no agent, but for a council's members. Unknown and missing fields are
refused by their path, wrong JSON by line and column. `cook why ID` tells who may not record.

{JSON_SHAPE}

`cook help record STAGE` shows one stage; `cook help record --json` gives the examples to programs."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`STAGE ID AGENT FILE`, or a council's four identities."""
    parser.usage = (
        "cook record STAGE ID AGENT FILE\n       cook record council ID MEMBER MEMBER MEMBER SYNTHESIZER FILE"
    )
    parser.add_argument("stage", metavar="STAGE", choices=list(EXAMPLES), help=" ".join(EXAMPLES))
    add_id(parser)
    parser.add_argument(
        "words", metavar="AGENT FILE", nargs="+", help="who did it, and the return (- for standard input)"
    )


def run(call: Call) -> int:
    """Reads the return and records it."""
    stage: str = call.args.stage
    *agents, file = call.args.words
    wanted = _MEMBERS + 1 if stage == "council" else 1
    if len(agents) != wanted:
        form = "ID MEMBER MEMBER MEMBER SYNTHESIZER FILE" if stage == "council" else "ID AGENT FILE"
        raise UsageError(
            f"record {stage} takes {wanted + 1} words after the id, not {len(agents) + 1}",
            remedy=f"cook record {stage} {form}; `cook help record {stage}` shows a whole one.",
        )
    try:
        recorded = _record(call, agents, read_return(file))
    except Refusal as refusal:
        if refusal.code is Code.RETURN_SHAPE:
            refusal.remedy = f"{refusal.remedy.removesuffix('.')}; see `cook help record {stage}`."
        raise
    return acted(call, recorded, _sentence(call, agents[-1]))


def stage_page(stage: str) -> str:
    """All about one stage's return, with its examples, for the help page."""
    parts = [f"{stage.upper()}\n\n{_RULES[stage]}"]
    parts += [f"{stage}: {title}\n\n{json.dumps(example, indent=1)}" for title, example in EXAMPLES[stage]]
    return "\n\n".join(parts)


def _record(call: Call, agents: list[str], handed_in: Any) -> Recorded:
    args = call.args
    if args.stage == "council":
        return call.recorder.record_council(
            args.id, agents[:_MEMBERS], agents[_MEMBERS], handed_in, how=call.how()
        )
    return call.recorder.record(args.id, args.stage, agents[0], handed_in, how=call.how())


def _sentence(call: Call, agent: str) -> str:
    who = "synthesized by" if call.args.stage == "council" else "by"
    return f"recorded: {call.args.stage} {who} {call.out.one(agent)}"
