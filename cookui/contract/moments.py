"""The form of a time (section 1), asked in one place by the shapes, the events and the cards."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

_FORM: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def is_moment(value: Any) -> bool:
    """Whether a value is a time in UTC, ISO 8601 with milliseconds and `Z`, and one that there is."""
    if type(value) is not str or not _FORM.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True
