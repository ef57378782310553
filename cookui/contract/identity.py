"""Whose name is whose: what a name may hold, and when two names belong to one identity (section 5).

Agents are told apart code point by code point, as all text of the contract. A person is compared with an
agent more carefully, because the person is the one who sees a name and cannot tell `exec-1` from `Exec-1`
or from one with a zero-width space in it: there, two names that a reader takes for the same are the same.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from cookui.contract.refusal import Code, Refusal

# The default-ignorable code points of Unicode, as pairs of first and last; those that are unassigned today
# are among them, so that a character added tomorrow does not slip through.
_IGNORABLE: Final = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
_STARTS: Final = tuple(first for first, _ in _IGNORABLE)

# Characters of an ordinary category that are drawn as nothing: the empty braille pattern and the null
# notehead.
_BLANK_GLYPHS: Final = frozenset("\u2800\U0001d159")

# Control, format, surrogate, line and paragraph separator.
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def is_ignorable(char: str) -> bool:
    """Whether Unicode calls this character default-ignorable."""
    point = ord(char)
    index = bisect_right(_STARTS, point) - 1
    return index >= 0 and point <= _IGNORABLE[index][1]


def is_hidden(char: str) -> bool:
    """Whether a reader cannot see this character for what it is: a control, an invisible one, odd space.

    The plain space is the only white space that a name may hold.
    """
    if " " <= char <= "~":
        return False
    return (
        unicodedata.category(char) in _HIDDEN_CATEGORIES
        or char.isspace()
        or is_ignorable(char)
        or char in _BLANK_GLYPHS
    )


@lru_cache(maxsize=4096)
def identity_key(name: str) -> str:
    """What is left of a name when everything is taken away that a reader does not tell apart.

    NFKC, case folding, and removal of white space and default-ignorable characters. The removal comes first
    as well as last, since an ignorable character between a letter and its accent keeps NFKC from joining
    them; NFKC comes again after the folding, which can leave a sequence that is not normal.
    """
    bare = "".join(char for char in name if not is_ignorable(char))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", bare).casefold())
    return "".join(char for char in folded if not char.isspace() and not is_ignorable(char))


def same_identity(one: str, other: str) -> bool:
    """Whether a reader takes the two names for one identity (section 5)."""
    return one == other or identity_key(one) == identity_key(other)


def name_fault(name: str) -> str | None:
    """What is wrong with a name, as the end of a sentence (`is blank`), or None for a good one."""
    if not name or name.isspace():
        return "is blank"
    for index, char in enumerate(name):
        if is_hidden(char):
            point = f"U+{ord(char):04X}"
            return f"holds the control or invisible character {point} at position {index + 1}"
    return None


def check_name(name: str, role: str) -> None:
    """Refuses (`identity`) a blank name and one that holds a control or invisible character.

    Args:
        name: the name as given.
        role: whose it is, for the sentence: "operator", "agent id", "claimer".
    """
    fault = name_fault(name)
    if fault is not None:
        raise Refusal(
            Code.IDENTITY,
            f"The {role} {fault}.",
            remedy=f"Give the {role} as visible text.",
            details={"role": role, "name": name.encode("utf-8", "backslashreplace").decode()},
        )


def check_operator(name: str) -> None:
    """Refuses (`identity`) an operator's name that is not visible text (section 5)."""
    check_name(name, "operator")
