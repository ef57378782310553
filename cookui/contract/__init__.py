"""The operation contract: pure rules over plain JSON documents, in the words of the contract page.

A task is the plain dict that is persisted, and a rule is a pure function `(task, act, context) -> task`
that either returns a new document or raises `Refusal`. Nothing here does input or output, looks at a clock
or keeps a global. A document is never changed after it was made: a rule copies the parts that it replaces
and shares the rest.

What imports pydantic is kept apart, because it costs a tenth of a second to load: only `acts` (with
`returns`) and `model` need it, so a program that merely lists tasks never pays. Where to look:

- `acts`: `apply`, the one entry for every change, and the table that says which act goes with which rule
- `plan execute approval judgment refute council reverify lifecycle journal`: the rules, section by section
- `conditions`: what must hold for an operator's act, with the fact that decides it; the rules refuse from
  these very lists
- `slots`: who may not fill which slot, and why; `queries`: questions about a document; `stages`: the words
  and the moves
- `card`, `words`: what a listing shows; `model`, `returns`: the closed shapes
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A JSON object as it is persisted: plain dicts, lists, text, numbers, booleans and null."""
