"""`cookui`: reads the command line and the configuration, and runs the app in a terminal that is left as it
was found.

Everything that can be said without the toolkit (`--version`, `--locate`, a folder without a ledger, a
configuration that cannot be understood) is said before it is imported.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from cookui import __version__
from cookui.contract.refusal import Refusal
from cookui.text.visible import single
from cookui.tui.config import EXAMPLE, ConfigError, Settings, load, location

FINE, REFUSED, USAGE = 0, 1, 2

COLLECT = (5_000, 20, 50)
"""How often Python looks for circles of garbage: a screen is made of ten thousands of objects, and by default
the collector would go through them, and everything else, several times while it opens."""


def run() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Runs `cookui` with these arguments.

    Returns:
        The exit status: 0; 1 when there is no ledger or the app failed; 2 for wrong usage or configuration;
        128 and the signal's number after a signal.
    """
    options = _parser().parse_args(arguments)
    path = location()
    if options.locate:
        print(path)
        return FINE
    try:
        settings = load(path)
    except ConfigError as error:
        return _complain(str(error), USAGE)
    theme = options.theme or settings.theme
    if theme is not None:
        from cookui.tui import themes

        if theme not in themes.names():
            named = ", ".join(themes.names())
            return _complain(f"there is no theme called {theme}. There are: {named}", USAGE)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return _complain(
            "a terminal is needed; in scripts use `cook status`, `cook pending` or `cook watch`", USAGE
        )
    if options.demo:
        from cookui.demo import Demo

        with Demo(keep=options.keep) as demo:
            return _run([str(demo.root)], options, settings)
    try:
        roots, remarks = find_ledgers(options.roots, settings, os.environ, Path.cwd())
    except Refusal as refusal:
        return _complain(f"{refusal.sentence} {refusal.remedy}", REFUSED)
    return _run(roots, options, settings, remarks)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Says what is wrong with the words; they may come from anywhere, such as the names of files."""
        self.print_usage(sys.stderr)
        sys.exit(_complain(message, USAGE))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cookui",
        description="Watch operations, and decide what only a person may decide.",
        epilog=f"The configuration, with everything as by default:\n\n{EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "roots", nargs="*", metavar="ROOT", help="folders that hold a ledger; by default as for cook"
    )
    parser.add_argument(
        "--operator", metavar="NAME", help="who decides; else $COOK_OPERATOR or the configuration"
    )
    parser.add_argument("--read-only", action="store_true", help="take every acting key away")
    parser.add_argument(
        "--theme", metavar="NAME", help="the theme; cook-dark, cook-light, cook-contrast, ansi-dark, …"
    )
    parser.add_argument(
        "--demo", action="store_true", help="a temporary ledger, and a process that plays the agents"
    )
    parser.add_argument("--keep", action="store_true", help="with --demo: keep the ledger afterwards")
    parser.add_argument("--locate", action="store_true", help="print where the configuration is looked for")
    parser.add_argument("--version", action="version", version=f"cookui {__version__}")
    return parser


def find_ledgers(
    named: Sequence[str], settings: Settings, environment: Mapping[str, str], here: Path
) -> tuple[list[str], list[str]]:
    """The ledgers to watch, and what to remark about those that are not there.

    Args:
        named: the roots on the command line.
        settings: the configuration, whose projects are taken when none is named.
        environment: the environment, for `$COOK_ROOT` and `~`.
        here: the working directory.

    Raises:
        Refusal: a named root holds no ledger, or none is left.
    """
    from cookui.recorder.reading import Reader, find_root

    remarks: list[str] = []
    roots: dict[Path, str] = {}
    missing: Refusal | None = None
    chosen = list(named) or [os.path.expanduser(project) for project in settings.projects]  # noqa: PTH111 - texts
    for root in chosen or [str(find_root(None, environment, str(here)))]:
        try:
            Reader(root).config()
        except Refusal as refusal:
            if named:
                raise
            missing = refusal
            remarks.append(f"{refusal.sentence} {refusal.remedy}")
        else:
            roots.setdefault(Path(root).resolve(), root)
    if missing is not None and not roots:
        raise missing
    return list(roots.values()), remarks


def _run(
    roots: Sequence[str], options: argparse.Namespace, settings: Settings, remarks: Sequence[str] = ()
) -> int:
    """Runs the app over these ledgers, with the terminal as it should be before and after."""
    from cookui.tui import themes
    from cookui.tui.app import CookUI
    from cookui.tui.commands.keymap import remarks as remarks_on_keymap
    from cookui.tui.ports.attention import TerminalAttention
    from cookui.tui.ports.recorder import RecorderLedger

    app = CookUI(
        [RecorderLedger(root) for root in roots],
        operator=options.operator or os.environ.get("COOK_OPERATOR") or settings.operator,
        read_only=options.read_only or settings.read_only,
        theme=themes.chosen(options.theme or settings.theme),
        keymap=settings.keymap,
        remarks=[*settings.warnings, *remarks, *remarks_on_keymap(settings.keymap)],
    )
    app.attention = TerminalAttention(
        app.bell, app.send, ringing=settings.bell, desktop=settings.desktop, command=settings.command
    )
    _prepare_terminal()
    gc.set_threshold(*COLLECT)
    app.run()
    return app.return_code or FINE


def _prepare_terminal() -> None:
    """Lets the terminal's real size be seen, and throws away what was typed before there was anything to
    see."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # exported by some shells and libraries, they would freeze the size
    import termios

    with suppress(termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _complain(sentence: str, status: int) -> int:
    """Says what is wrong, outside text made visible."""
    print(f"cookui: {single(sentence)}", file=sys.stderr)
    return status
