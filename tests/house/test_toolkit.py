"""No class of ours takes a private name of the toolkit's for its own: it works until the toolkit reads it.

A widget that kept its last rows in `_closing` could never be closed, and neither could the app.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache

import pytest
from textual.message_pump import MessagePump

from tests.house.test_floors import modules_of

OVERRIDES = {"_handle_exception", "_on_paste"}
"""Private methods of the toolkit that are overridden on purpose; the reason stands where it is done."""


def ours() -> list[type]:
    """Every class of the interface that the toolkit runs."""
    found: dict[type, None] = {}
    for name in modules_of("cookui.tui"):
        module = __import__(name, fromlist=["_"])
        for _, each in inspect.getmembers(module, inspect.isclass):
            if issubclass(each, MessagePump) and each.__module__ == name:
                found[each] = None
    return list(found)


@cache
def private_names(kind: type) -> frozenset[str]:
    """The private attributes that a class's own source defines, or assigns to its instances."""
    names = set(_names(ast.parse(textwrap.dedent(inspect.getsource(kind)))))
    return frozenset(name for name in names if name.startswith("_") and not name.startswith("__"))


def _names(tree: ast.Module) -> Iterator[str]:
    (kind,) = tree.body
    assert isinstance(kind, ast.ClassDef)
    for statement in kind.body:
        targets = (
            statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name))
    for node in ast.walk(kind):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) == "self"
        ):
            yield node.attr


@pytest.mark.parametrize("kind", ours(), ids=lambda kind: kind.__name__)
def test_a_private_name_is_not_the_toolkits(kind: type) -> None:
    theirs: set[str] = set()
    for base in kind.__mro__:
        if base.__module__.split(".")[0] == "textual":
            theirs |= private_names(base)
    assert "_closing" in theirs
    assert (private_names(kind) & theirs) - OVERRIDES == set()
