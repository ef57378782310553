"""The short code that an operator types to approve.

It is drawn from the digest of the very text and the number of the request, so that it cannot be typed from
habit, ahead of the screen, or for another text. The screen and `cook approve` ask for the same one.
"""

from __future__ import annotations

from hashlib import sha256 as _sha256

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower case without i, l and o, digits without 0 and 1: nothing that is read for something else."""

LENGTH = 5
"""Characters in a code, no two neighbours alike: a doubled one, typed quickly, would look like a held key."""


def confirmation_code(sha256: str, request_id: int) -> str:
    """The code to type for one request.

    Args:
        sha256: the digest of the request's text, 64 hexadecimal digits.
        request_id: the request's number in its task.
    """
    number = int.from_bytes(
        _sha256(f"cookui code {request_id} {sha256.lower()}".encode()).digest()[:16], "big"
    )
    code = ""
    for _ in range(LENGTH):
        letters = ALPHABET.replace(code[-1], "") if code else ALPHABET
        number, place = divmod(number, len(letters))
        code += letters[place]
    return code
