"""What an operator watches between records: who was sent, how far it got, what happened outside (section 8).

None of it changes the document. It is taken at any status: an executor that still reports after its task
was blocked or abandoned is just what an operator wants to hear of.
"""

from __future__ import annotations

from cookui.contract import Json
from cookui.contract.context import Context
from cookui.contract.refusal import Code, Refusal
from cookui.contract.slots import check_agent
from cookui.contract.stages import RECORDED_AT


def intent(task: Json, act: Json, _context: Context) -> Json:
    """A specialist is being sent: for which stage, and where it is known, which agent."""
    if act["stage"] not in RECORDED_AT:
        raise Refusal(
            Code.STAGE,
            f"No specialist is sent for the stage {act['stage']}.",
            remedy=f"Name one of {', '.join(RECORDED_AT)}.",
        )
    if "agent" in act:
        check_agent(act["agent"])
    return task


def progress(task: Json, act: Json, _context: Context) -> Json:
    """Step `step` of `total` is done; 0 says that nothing is done yet."""
    if not 0 <= act["step"] <= act["total"] or act["total"] < 1:
        raise Refusal(
            Code.RETURN_SHAPE,
            f"Step {act['step']} of {act['total']} is no progress.",
            remedy="Give a step from 0 to total, and a total of 1 or more.",
            details={"faults": [{"path": "step", "fault": f"is not within 0 and {act['total']}"}]},
        )
    return task


def external(task: Json, _act: Json, _context: Context) -> Json:
    """Something happened outside of the recorder; its note says what."""
    return task
