"""`cook completion`: scripts for three shells, made from the table of verbs and from the parsers,
so that they never lag behind.

Ids are completed by asking `cook ls --quiet`, which prints numbers only: no title, and so no
outside text, reaches the shell.
"""

from __future__ import annotations

import argparse

from cookui.cli.call import Call
from cookui.cli.examples import EXAMPLES
from cookui.cli.parser import verb_parser
from cookui.cli.status import OK
from cookui.cli.table import VERBS

HELP = """\
Prints a script that completes verbs, options, task ids and fixed words.

    bash  source <(cook completion bash)    in ~/.bashrc
    zsh   source <(cook completion zsh)     in ~/.zshrc, after compinit
    fish  cook completion fish | source     in ~/.config/fish/config.fish

With --json: {"shell", "script"}."""

_GLOBAL = ("--root", "--json", "--help")


def arguments(parser: argparse.ArgumentParser) -> None:
    """`bash|zsh|fish`."""
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="bash, zsh or fish")


def run(call: Call) -> int:
    """Prints the script."""
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[call.args.shell]()
    if call.out.as_json:
        call.out.answer({"shell": call.args.shell, "script": script})
    else:
        call.out.say(script)
    return OK


def words_of(name: str) -> tuple[list[str], list[list[str]], dict[str, list[str]]]:
    """What can be completed after a verb.

    Returns:
        Its options; for each of its positionals the fixed words (`ID` stands for the ids); for each
        option its fixed words.
    """
    options: list[str] = []
    places: list[list[str]] = []
    values: dict[str, list[str]] = {}
    for action in verb_parser(name)._actions:
        choices = [str(choice) for choice in action.choices or ()]
        if action.option_strings:
            options += [word for word in action.option_strings if word.startswith("--")]
            if choices:
                values[action.option_strings[-1]] = choices
        else:
            places.append(["ID"] if action.metavar == "ID" else choices)
    if name == "help":
        places = [list(VERBS), list(EXAMPLES)]
    return options, places, values


def _bash() -> str:
    cases = []
    for name in VERBS:
        options, places, values = words_of(name)
        lines = [f'      options="{" ".join(options)}"']
        lines += [f'      value[{option}]="{" ".join(words)}"' for option, words in values.items()]
        lines += [f'      place[{index}]="{" ".join(words)}"' for index, words in enumerate(places) if words]
        cases.append("\n".join([f"    {name})", *lines, "      ;;"]))
    body = "\n".join(cases)
    return f"""\
_cook() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  local verb= options= index=0 word skip= candidates= i root=()
  local -A value=() place=()
  for (( i = 1; i < COMP_CWORD; i++ )); do
    word=${{COMP_WORDS[i]}}
    if [[ -n $skip ]]; then
      [[ $skip == --root ]] && root=(--root "$word")
      skip=
    elif [[ $word == --json || $word == --help || $word == --force || $word == --all || $word ==
    --head ]]; then : elif [[ $word == -* ]]; then skip=$word elif [[ -z $verb ]]; then verb=$word
    else index=$(( index + 1 )) fi
  done
  case $verb in
{body}
  esac
  if [[ $prev == --root ]]; then
    COMPREPLY=( $(compgen -d -- "$cur") )
    return
  elif [[ -n ${{value[$prev]}} ]]; then candidates=${{value[$prev]}}
  elif [[ $cur == -* ]]; then candidates="{" ".join(_GLOBAL)} $options"
  elif [[ -z $verb ]]; then candidates="{" ".join(VERBS)}"
  elif [[ ${{place[$index]}} == ID ]]; then candidates=$(cook "${{root[@]}}" ls --quiet 2>/dev/null)
  else candidates=${{place[$index]}}
  fi
  if [[ -n $candidates ]]; then COMPREPLY=( $(compgen -W "$candidates" -- "$cur") )
  else COMPREPLY=( $(compgen -f -- "$cur") )
  fi
}}
complete -o filenames -F _cook cook"""


def _zsh() -> str:
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash()}"


def _fish() -> str:
    lines = [
        "complete -c cook -f",
        "complete -c cook -l root -r -a '(__fish_complete_directories)'",
        "complete -c cook -l json",
    ]
    for verb in VERBS.values():
        summary = verb.summary.replace("\\", "\\\\").replace("'", "\\'")
        lines.append(f"complete -c cook -n __fish_use_subcommand -a {verb.name} -d '{summary}'")
        options, places, values = words_of(verb.name)
        seen = f"-n '__fish_seen_subcommand_from {verb.name}'"
        for option in options:
            if option not in _GLOBAL:
                fixed = f" -x -a '{' '.join(values[option])}'" if option in values else ""
                lines.append(f"complete -c cook {seen} -l {option.removeprefix('--')}{fixed}")
        fixed_words = sorted({word for words in places for word in words if word != "ID"})
        if fixed_words:
            lines.append(f"complete -c cook {seen} -a '{' '.join(fixed_words)}'")
        if ["ID"] in places:
            lines.append(f"complete -c cook {seen} -a '(cook ls --quiet 2>/dev/null)'")
        if verb.name == "record":
            lines.append(f"complete -c cook {seen} -F")
    return "\n".join(lines)
