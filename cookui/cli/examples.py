"""A complete, valid return for every stage, as `cook help record` shows them.

They tell one story, the rotation of a certificate, so that an agent can play it through and see
what each record needs of the ones before it; the tests do exactly that.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_BOUNDARY = "Revoke the old certificate of api.example.org (serial 5C71); it can never be used again."
_POSTCONDITIONS = (
    "api.example.org serves the new certificate",
    "the old certificate is on the revocation list",
)
_STRATEGIES = ["scoped-execute", "operator-escalation"]

PLAN: Json = {
    "stage": "plan",
    "result": "plan",
    "complexity": "simple",
    "auditRequired": True,
    "slices": ["replace the certificate of api.example.org"],
    "runbook": [
        "Install the new certificate beside the old one",
        "Switch the load balancer to the new certificate",
        "Revoke the old certificate",
    ],
    "preconditions": ["the new certificate has a complete chain and 90 days to live"],
    "recoveryBoundary": "Until the old certificate is revoked, switching the load balancer back restores it.",
    "approvalBoundary": _BOUNDARY,
    "requiresApproval": True,
    "postconditions": list(_POSTCONDITIONS),
    "verificationSeams": ["openssl s_client from a host outside of the network"],
    "escalation": None,
}

ESCALATION: Json = {
    "stage": "plan",
    "result": "escalation",
    "complexity": "complex",
    "auditRequired": False,
    "slices": ["replace the certificate of api.example.org"],
    "escalation": {
        "fork": "Two old clients pin the old certificate: do they lose access, or does the rotation wait?",
        "options": ["cut the two clients off", "wait until they are updated"],
    },
}

APPROVAL_REQUIRED: Json = {
    "stage": "execute",
    "result": "approval-required",
    "actions": ["installed the new certificate", "switched the load balancer"],
    "evidence": [{"command": "openssl verify -untrusted chain.pem new.pem", "output": "new.pem: OK"}],
    "kickback": None,
    "approvalRequired": _BOUNDARY,
}

EXECUTED: Json = {
    "stage": "execute",
    "result": "executed",
    "actions": ["revoked the old certificate"],
    "evidence": [{"command": "step ca revoke 5C71", "output": "certificate 5C71 has been revoked"}],
    "kickback": None,
    "approvalRequired": None,
}

KICKBACK: Json = {
    "stage": "execute",
    "result": "kickback",
    "actions": ["checked the chain of the new certificate"],
    "evidence": [
        {"command": "openssl verify -untrusted chain.pem new.pem", "output": "error 20: no local issuer"}
    ],
    "kickback": {"to": "plan", "reason": "the chain of the new certificate is incomplete"},
    "approvalRequired": None,
}

VERIFY_PASS: Json = {
    "stage": "verify",
    "cycle": 0,
    "verdict": "pass",
    "postconditions": [
        {"postcondition": _POSTCONDITIONS[0], "ok": True, "evidence": "serial 81A0 seen from two networks"},
        {"postcondition": _POSTCONDITIONS[1], "ok": True, "evidence": "5C71 is in the list of 14:10"},
    ],
    "findings": [],
    "evidence": [{"command": "openssl s_client -connect api.example.org:443", "output": "serial 81A0"}],
}

VERIFY_NEEDS_WORK: Json = {
    "stage": "verify",
    "cycle": 0,
    "verdict": "needs-work",
    "postconditions": [
        {"postcondition": _POSTCONDITIONS[0], "ok": True, "evidence": "serial 81A0 seen from two networks"},
        {
            "postcondition": _POSTCONDITIONS[1],
            "ok": False,
            "evidence": "the list of 14:10 does not name 5C71",
        },
    ],
    "findings": [
        {
            "file": "runbook.md",
            "line": 3,
            "severity": "high",
            "class": "blocking",
            "kickTo": "execute",
            "what": "the revocation list was not published",
            "why": "clients still trust the old certificate",
        }
    ],
    "evidence": [{"command": "openssl crl -in ca.crl -text", "output": "no revoked certificates"}],
}

_CATEGORIES = (
    "secrets",
    "injection_sql",
    "injection_command",
    "path_traversal",
    "insecure_deserialization",
    "weak_crypto",
    "dynamic_execution",
    "tls_transport",
    "xss",
    "sensitive_logging",
    "insecure_permissions",
)

AUDIT: Json = {
    "stage": "audit",
    "cycle": 0,
    "verdict": "pass",
    "scan": {"command": "scan --all", "recommendation": "PASS", "reportPath": "reports/scan.json"},
    "coverage": [{"category": category, "status": "covered_no_hits"} for category in _CATEGORIES],
    "findings": [],
    "evidence": [{"command": "scan --all", "output": "0 hits"}],
}

REFUTE: Json = {
    "stage": "refute",
    "cycle": 0,
    "source": "verify",
    "finding": "runbook.md:3 the revocation list was not published",
    "verdict": "survives",
    "rationale": "a fresh download of the list does not name 5C71 either",
    "evidence": [{"command": "curl -s http://ca.example.org/ca.crl | openssl crl -text", "output": "none"}],
}


def _member(agent_id: str, lens: str, question: str) -> Json:
    return {
        "agent_id": agent_id,
        "lens": lens,
        "temperature": None,
        "inquiry": {
            "question": question,
            "problemRestatement": f"seen for {lens}, the list is signed but never copied to the web server",
            "causalHypotheses": ["the publishing job runs before the revocation"],
            "solutionStrategies": list(_STRATEGIES),
            "findingVotes": [
                {"id": "F1", "blocking": True, "rationale": "clients trust the old one until it is"}
            ],
            "decisiveEvidence": ["the list on the web server is older than the revocation"],
        },
    }


COUNCIL: Json = {
    "stage": "council",
    "council": {
        "convened": True,
        "stage": "verify",
        "members": [
            _member("council-1", "integrity", "Is the state of the list the same wherever it is read?"),
            _member("council-2", "security", "Who can still use the old certificate, and for how long?"),
            _member("council-3", "pragmatist", "Would publishing the list once by hand end the matter?"),
        ],
        "findings": [
            {
                "id": "F1",
                "summary": "the revocation list was not published",
                "source": "verify",
                "blockingVotes": 3,
                "survived": True,
                "followupTaskId": None,
            }
        ],
        "synthesis": {
            "problemRestatement": "the revocation list is made but not published",
            "survivingBlockers": ["F1"],
            "causalHypotheses": ["the publishing job runs before the revocation"],
            "solutionStrategies": list(_STRATEGIES),
            "rejectedAlternatives": ["operator-escalation"],
            "selectedStrategy": "scoped-execute",
            "decisiveEvidence": ["the list on the web server is older than the revocation"],
        },
        "verdict": "block",
        "outcome": None,
    },
}

EXAMPLES: dict[str, tuple[tuple[str, Json], ...]] = {
    "plan": (
        ("a plan that asks for approval", PLAN),
        ("a fork that only the operator can decide", ESCALATION),
    ),
    "execute": (
        ("stopped before the boundary, asks for approval", APPROVAL_REQUIRED),
        ("carried out (after a grant, if the plan asks for one; by an executor who did not ask)", EXECUTED),
        ("cannot go on, back to plan or capture", KICKBACK),
    ),
    "verify": (
        ("every postcondition holds", VERIFY_PASS),
        ("one row is false, so a blocker is there", VERIFY_NEEDS_WORK),
    ),
    "audit": (("nothing found", AUDIT),),
    "refute": (("one blocker, tried and found true", REFUTE),),
    "council": (("three members and a synthesizer on what survived twice", COUNCIL),),
}
"""For each stage the returns it may have, with what each says."""
