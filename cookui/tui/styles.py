"""Where the style sheets lie: beside the package in a checkout, inside it in a wheel.

They live at the top of the repository, one file a screen, because they are read and changed apart from the
code. A wheel carries them as `cookui/styles`, so both places are looked at, the packaged one first.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE / "styles", _PACKAGE.parent / "styles")


def path(name: str) -> Path:
    """The style sheet called `name`, without its suffix.

    Raises:
        FileNotFoundError: when the installation has lost it; a screen without its styles would be unreadable.
    """
    for place in _PLACES:
        found = place / f"{name}.tcss"
        if found.is_file():
            return found
    raise FileNotFoundError(f"the style sheet {name}.tcss is missing from the installation")
