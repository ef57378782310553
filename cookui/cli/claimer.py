"""Who claims, when nobody says: the account and the machine, which is what the next reader of the
claim can act on.
"""

from __future__ import annotations

import os


def claimer(given: str | None) -> str:
    """The name given with `--by`, else `user@host`."""
    if given is not None:
        return given
    import pwd

    try:
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        user = str(os.getuid())
    return f"{user}@{os.uname().nodename}"
