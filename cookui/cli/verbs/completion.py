"""`cook completion`: a short script for each of three shells, which asks `cook` itself what could stand next.

A long static script was tried first: three times the verbs, options and words, in three languages,
each with rules of its own for empty arrays and word splitting. Asking costs 60 ms a Tab and is the same
everywhere. What a shell gets are words of `cook` and numbers of tasks: no outside text reaches it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from cookui.cli.call import Call
from cookui.cli.completing import candidates
from cookui.cli.status import OK
from cookui.contract.refusal import Refusal

HELP = """\
Prints a script that completes verbs, options, task ids and fixed words.

    bash  source <(cook completion bash)    in ~/.bashrc
    zsh   source <(cook completion zsh)     in ~/.zshrc, after compinit
    fish  cook completion fish | source     in ~/.config/fish/config.fish

With --json: {"shell", "script"}. The scripts ask `cook completion words -- WORD...`, which prints what
could stand in the place of the last word, a line each."""

_SCRIPTS = {
    "bash": """\
_cook() {
  local IFS=$'\\n'
  COMPREPLY=($(cook completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _cook cook""",
    "zsh": """\
_cook() {
  local -a candidates
  candidates=("${(@f)$(cook completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -a candidates; else _files; fi
}
compdef _cook cook""",
    "fish": """\
function __cook_words
  set -l typed (commandline -opc) (commandline -ct)
  cook completion words -- $typed[2..-1] 2>/dev/null
end
complete -c cook -n 'count (__cook_words) >/dev/null' -f -a '(__cook_words)'
complete -c cook -n 'not count (__cook_words) >/dev/null' -F""",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """`bash|zsh|fish`, or what the scripts ask."""
    parser.usage = "cook completion bash|zsh|fish"
    parser.add_argument("shell", choices=[*_SCRIPTS, "words"], metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("typed", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(call: Call) -> int:
    """Prints the script, or the words."""
    shell: str = call.args.shell
    if shell == "words":
        for word in candidates(call.args.typed, lambda root: _ids(call, root)):
            call.out.say(word)
    elif call.out.as_json:
        call.out.answer({"shell": shell, "script": _SCRIPTS[shell]})
    else:
        call.out.page(_SCRIPTS[shell])
    return OK


def _ids(call: Call, root: str | None) -> Iterable[str]:
    """The ids of the tasks; none where there is no ledger, for nobody can be told while they type."""
    call.args.root = root or call.args.root
    try:
        return [str(task_id) for task_id in sorted(call.reader.ids())]
    except Refusal:
        return []
