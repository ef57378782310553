"""The verifier's rows beside the plan's postconditions, by number, with what does not match.

The contract refuses a verification whose rows differ from the plan. A plan that was replaced since,
or a ledger that was brought in from elsewhere, can still hold one, and then nobody should have to
find the difference with their eyes.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from cookui.contract.queries import plan_of

Json = dict[str, Any]


def compared(document: Json) -> list[Json]:
    """One entry for each number: `{"number", "planned", "row", "matches"}`; a missing side is None.

    Args:
        document: the task document.
    """
    plan = plan_of(document)
    planned = plan["postconditions"] if plan is not None else []
    found = document.get("verification", {}).get("postconditions", [])
    return [
        {
            "number": number,
            "planned": text,
            "row": row,
            "matches": row is not None and text == row["postcondition"],
        }
        for number, (text, row) in enumerate(zip_longest(planned, found), 1)
    ]
