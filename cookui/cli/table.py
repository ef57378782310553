"""The verbs of `cook` in the order in which a reader meets them: one table for the parser, the help
page and completion.

Each verb is a module of its own in `cookui.cli.verbs` and is imported only when it is called: `cook
ls` must not pay for what `cook record` needs. So what the help page says of a verb in one line
stands here, and all the rest in its module.
"""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """One verb.

    Args:
        name: what is typed; also the module's name in `cookui.cli.verbs`.
        usage: its arguments, as the help page shows them.
        summary: what it does, a few words.
    """

    name: str
    usage: str
    summary: str


GROUPS: dict[str, tuple[Verb, ...]] = {
    "Begin": (
        Verb("init", "", "make a ledger (the folder .cook) in the root"),
        Verb("add", "TITLE", "add an operation; prints its id and nothing else"),
        Verb("start", "ID", "capture -> plan; again after a kickback to capture"),
    ),
    "Record what a specialist did": (
        Verb("record", "STAGE ID AGENT FILE", "hand in a return; FILE may be - for standard input"),
        Verb("journal", "ID intent|progress|external ...", "tell whoever watches what is being done"),
    ),
    "Decide, as the operator": (
        Verb("approve", "ID OPERATOR", "grant the pending request"),
        Verb("decline", "ID OPERATOR --reason TEXT", "decline it and send the task to plan or capture"),
        Verb("answer", "ID OPERATOR OPTION", "answer the fork of an escalation"),
        Verb("reverify", "ID [OPERATOR]", "archive a failed verification, ask for a fresh verifier"),
        Verb("block", "ID OPERATOR --reason TEXT", "stop a task until it is unblocked"),
        Verb("unblock", "ID OPERATOR", "let a blocked task go on"),
        Verb("abandon", "ID OPERATOR --reason TEXT", "end a task for good without finishing it"),
    ),
    "Drive": (
        Verb("ready", "", "tasks that an agent can take up now"),
        Verb("claim", "ID [--by NAME]", "mark who drives a task"),
        Verb("release", "ID [--by NAME] [--force]", "take the mark away"),
        Verb("claims", "", "who drives what, and since when"),
        Verb("wait", "ID --until WHAT", "return as soon as it is so"),
        Verb("watch", "", "one line an event, over all tasks, as it happens"),
    ),
    "Look": (
        Verb("ls", "", "every task, one line each"),
        Verb("status", "", "the ledger in a few lines"),
        Verb("pending", "", "everything that waits for a person, oldest first"),
        Verb("show", "ID", "one task, whole"),
        Verb("why", "ID", "what it waits for, what may come next, and by whom not"),
        Verb("events", "ID", "every recorded act on it, in order"),
        Verb("snapshot", "--json", "all tasks, for other programs"),
    ),
    "Trust, but verify": (
        Verb("validate", "[--head] [--since HEAD]", "replay every event and compare"),
        Verb("doctor", "", "locks, leftovers, broken files, file system, versions"),
    ),
    "About": (
        Verb("help", "[VERB]", "this page, or all about one verb with examples"),
        Verb("completion", "bash|zsh|fish", "a completion script for your shell"),
    ),
}

VERBS: dict[str, Verb] = {verb.name: verb for group in GROUPS.values() for verb in group}
