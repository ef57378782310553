"""The themes of our own: dark and light, calm; and one of high contrast whose colours a colour-blind eye can
tell apart.

Textual's are there too, among them `ansi-dark` and `ansi-light`, which take the terminal's own 16 colours.
The colours of the high-contrast theme are those that Okabe and Ito proposed for all kinds of colour vision,
on black.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="cook-dark",
    primary="#6fb3d9",
    secondary="#b9a3e3",
    accent="#8fd0c8",
    warning="#f2b84b",
    error="#f0736a",
    success="#86c78a",
    foreground="#d5dae1",
    background="#0f1318",
    surface="#161b22",
    panel="#1c232c",
    dark=True,
    variables={
        "block-cursor-background": "#2b3a49",
        "block-cursor-foreground": "#ffffff",
        "input-selection-background": "#6fb3d9 30%",
        "border": "#3a4552",
        "border-blurred": "#2a323c",
        "footer-key-foreground": "#8fd0c8",
    },
)

LIGHT = Theme(
    name="cook-light",
    primary="#1f6390",
    secondary="#6a4a9c",
    accent="#12655d",
    warning="#8a5300",
    error="#a8261f",
    success="#2a6b2f",
    foreground="#1d232b",
    background="#fbfaf7",
    surface="#f1efe9",
    panel="#e7e4dc",
    dark=False,
    variables={
        "block-cursor-background": "#cfdfe9",
        "block-cursor-foreground": "#000000",
        "input-selection-background": "#1f6390 25%",
        "border": "#b5b0a4",
        "border-blurred": "#d3cfc5",
        "footer-key-foreground": "#12655d",
    },
)

CONTRAST = Theme(
    name="cook-contrast",
    primary="#56b4e9",
    secondary="#e39cc3",
    accent="#f0e442",
    warning="#e69f00",
    error="#ff8f4d",
    success="#2fd6a3",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#181818",
    dark=True,
    text_alpha=1.0,
    variables={
        "block-cursor-background": "#ffffff",
        "block-cursor-foreground": "#000000",
        "border": "#ffffff",
        "border-blurred": "#9a9a9a",
        "footer-key-foreground": "#f0e442",
    },
)

OURS = (DARK, LIGHT, CONTRAST)
DEFAULT = DARK.name
COLOURLESS = "ansi-dark"


def quiet(theme: Theme, colours: Mapping[str, str]) -> str:
    """The colour of what may be overlooked in a theme, still easy to read.

    Args:
        theme: the theme.
        colours: its colours by name.
    """
    if theme.ansi:
        return "ansi_bright_black"
    share = 0.25 if theme.name == CONTRAST.name else 0.4 if theme.dark else 0.3
    return Color.parse(colours["foreground"]).blend(Color.parse(colours["background"]), share).hex


def is_ansi(name: str) -> bool:
    """Whether a theme takes the terminal's own 16 colours."""
    return name in BUILTIN_THEMES and BUILTIN_THEMES[name].ansi


def names() -> list[str]:
    """All themes, ours first."""
    return [theme.name for theme in OURS] + sorted(BUILTIN_THEMES)


def chosen(wanted: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The theme to start with.

    NO_COLOR wins over every other wish: only the terminal's own colours are left, without the colours. A
    terminal that says it has no more than 16 colours gets those, unless a theme was asked for.
    """
    if "NO_COLOR" in environment:
        return wanted if wanted in ("ansi-dark", "ansi-light") else COLOURLESS
    if wanted:
        return wanted
    term = environment.get("TERM", "")
    many = environment.get("COLORTERM") or any(
        word in term for word in ("256", "kitty", "direct", "truecolor")
    )
    return DEFAULT if many else COLOURLESS
