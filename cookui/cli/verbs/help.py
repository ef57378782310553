"""`cook help`: the page from which an agent that knows nothing else can drive `cook`.

It is put together from the table of verbs and from what each verb's module says of itself, so
nothing is told twice and nothing can be left out.
"""

from __future__ import annotations

import argparse
from typing import Any

from cookui.cli.call import Call
from cookui.cli.examples import EXAMPLES
from cookui.cli.parser import UsageError, load, verb_parser
from cookui.cli.status import OK
from cookui.cli.table import GROUPS, VERBS

HELP = """\
Without VERB: all verbs, how an operation goes, exit statuses, environment. With VERB: all about it.
`cook help record` shows a complete, valid return for each stage; `cook help record STAGE` for one.

With --json: {"verbs": [{"name", "usage", "summary"}]}, or for one verb {"name", "usage", "summary",
"help"}; for record also "examples": {stage: [{"title", "return"}]}."""

_HEAD = """\
cook - records operations so that a person stays in charge of what cannot be undone

usage: cook [--root DIR] [--json] VERB ...      --root and --json may also follow the verb
"""

_STORY = """\
How an operation goes
  ID=$(cook add "Rotate the certificate of api.example.org")
  cook start $ID                                        now at plan
  cook record plan $ID planner-1 plan.json              now at execute
  cook record execute $ID exec-1 ask.json               stops before what cannot be undone, and asks
  cook wait $ID --until granted                         an operator reads the exact text and grants it
  cook record execute $ID exec-2 done.json              now at verify; by an agent that did not ask
  cook record verify $ID verifier-1 verify.json         now done; or at audit; or findings to refute
  cook why $ID                                          what it waits for, what comes next, by whom not

  Every return is one strict JSON object; `cook help record` shows a complete one for each stage.
  Give every specialist an id of its own: whoever executed does not verify, whoever asked does not
  use the grant, whoever granted did neither. A refusal changes nothing and says what to do next.
  The operator grants with `cook approve`, `cook pending` shows what there is to decide, and `cookui`
  shows the same ledger as a screen. Nothing is asked unless cook runs on a terminal.

Answers
  On standard output: lines for people, or with --json one line of ASCII JSON; `cook help VERB` tells
  its shape. A refusal goes to standard error: `cook: CODE: SENTENCE` and what to do next, or with
  --json one line {"error": {"code", "sentence", "remedy", "details"}}.

Exit status
  0    done
  1    refused: nothing was recorded
  2    wrong usage
  3    a task or the ledger is broken, or of a newer kind
  4    another process held the task for too long: try again
  5    cook wait: not so within --timeout
  70   a fault of cook, or no room for its answer: look at the task before you try again
  130  Ctrl-C
  141  whoever read the answer has gone

Environment
  COOK_ROOT  the folder of the ledger when --root is not given; else the top level of the Git
             repository around the working directory, else the working directory itself"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """`[VERB [STAGE]]`."""
    parser.usage = "cook help [VERB]\n       cook help record [STAGE]"
    parser.add_argument("about", metavar="VERB", nargs="?", help="a verb")
    parser.add_argument("stage", metavar="STAGE", nargs="?", help="with record: one stage")


def run(call: Call) -> int:
    """Prints the page."""
    about: str | None = call.args.about
    stage: str | None = call.args.stage
    if about is None:
        _print_all(call)
        return OK
    if about not in VERBS:
        raise UsageError(f"{about!r} is no verb of cook", remedy="`cook help` lists the verbs.")
    if stage is not None and (about != "record" or stage not in EXAMPLES):
        raise UsageError(
            f"{stage!r} is no stage", remedy=f"`cook help record STAGE`, STAGE one of {', '.join(EXAMPLES)}."
        )
    if call.out.as_json:
        call.out.answer(_as_json(about))
    else:
        call.out.page(_page(about, stage))
    return OK


def _print_all(call: Call) -> None:
    if call.out.as_json:
        call.out.answer({"verbs": [verb._asdict() for verb in VERBS.values()]})
        return
    call.out.page(_HEAD)
    wide = max(len(verb.name) + len(verb.usage) for verb in VERBS.values()) + 1
    for title, verbs in GROUPS.items():
        call.out.say(title)
        for verb in verbs:
            call.out.say(f"  {f'{verb.name} {verb.usage}':<{wide}}  {verb.summary}")
        call.out.say()
    call.out.page(_STORY)


def _page(name: str, stage: str | None) -> str:
    parts = [_usage(name), load(name).HELP, _arguments(name)]
    if name == "record":
        from cookui.cli.verbs.record import stage_page  # only this page shows returns

        if stage is not None:
            return stage_page(stage)
        parts += [stage_page(each) for each in EXAMPLES]
    return "\n\n".join(part for part in parts if part)


def _as_json(name: str) -> dict[str, Any]:
    page: dict[str, Any] = {**VERBS[name]._asdict(), "usage": _usage(name), "help": load(name).HELP}
    if name == "record":
        page["examples"] = {
            stage: [{"title": title, "return": example} for title, example in examples]
            for stage, examples in EXAMPLES.items()
        }
    return page


def _usage(name: str) -> str:
    return verb_parser(name).format_usage().strip()


def _arguments(name: str) -> str:
    """The arguments and options, a line each; the global options are on the main page."""
    rows = []
    for action in verb_parser(name)._actions:
        if action.help is None or action.help == argparse.SUPPRESS:
            continue
        words = ", ".join(action.option_strings)
        value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())))
        rows.append((f"{words} {value}".strip(), action.help))
    wide = max((len(words) for words, _ in rows), default=0)
    return "\n".join(f"  {words:<{wide}}  {text}" for words, text in rows)
