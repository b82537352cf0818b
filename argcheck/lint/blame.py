"""Describe a failure: the line of the rule's or plugin's code, the place that it was reading, and the traceback.

Imported only when something has failed.
"""

from __future__ import annotations

import traceback
from inspect import signature
from typing import TYPE_CHECKING, Any

from argcheck.files.code_place import shown
from argcheck.files.diagnostic import Span, places_in
from argcheck.settings.mistyped import did_you_mean

if TYPE_CHECKING:
    from types import FrameType

    from argcheck.lint.rule import Rule

_NO_HOOK = "it has no hook, such as @hookimpl above def argcheck_rules()"
#: Attributes that a rule asks an index, an id or a record for instead of the object that it stands for.
_OF_AN_ENVIRONMENT = frozenset(("name", "span", "begin", "option", "parent"))
_OF_A_NODE = frozenset(("id", "places", "kind", "role", "sort", "text"))
_OF_A_SPAN = frozenset(("path", "start", "end", "span"))


def described(error: BaseException) -> str:
    """Return ``KeyError: 'x'`` and the like, with the line of a SyntaxError and a hint for an unknown attribute."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {error.msg} ({shown(error.filename)}:{error.lineno})"
    meant = _meant(error.obj, error.name) if isinstance(error, AttributeError) else ""
    return f"{type(error).__name__}: {error}{meant}"


def _meant(record: object, name: str | None) -> str:
    """Return a hint for an attribute that a record does not have; empty for objects that are not argcheck's."""
    if isinstance(record, int) and name in _OF_AN_ENVIRONMENT:
        return "; if it is the index of an environment: ctx.manuscript.environments[...]"
    if isinstance(record, str) and name in _OF_A_NODE:
        return "; if it is the id of a node: ctx.graph.node(...)"
    if record is None:
        return "; None stands for what the document has not: records.md says what may be None"
    if not type(record).__module__.startswith("argcheck."):
        return ""
    if name in _OF_A_SPAN and (hint := places_in(record)):
        return hint
    public = [word for word in dir(record) if not word.startswith("_")]
    if near := did_you_mean(name or "", public):
        return near
    fields = getattr(record, "_fields", ())
    return f"; it has {', '.join(fields)}" if fields else "; records.md lists what it has"


def place_of(made: object) -> str:
    """Return `` (house.py:12)`` for a function; empty for anything else."""
    code = getattr(made, "__code__", None)
    return f" ({shown(code.co_filename)}:{code.co_firstlineno})" if code else ""


def wrong_hook(module: object, hookspecs: object) -> str:
    """Return what is wrong with the hooks of a plugin: a misspelt, unmarked or missing one, or an unknown argument.

    Empty if it is something else.
    """
    known = [name for name in vars(hookspecs) if name.startswith("argcheck_")]
    for name, made in vars(module).items():
        marked = hasattr(made, "argcheck_impl")
        if marked and name not in known:
            return f"unknown hook '{name}'{did_you_mean(name, known)}{place_of(made)}"
        if name in known and callable(made) and not marked:
            return f"it has no hook: is @hookimpl missing above def {name}()?{place_of(made)}"
        if marked:
            takes = signature(getattr(hookspecs, name)).parameters
            for argument in signature(made).parameters:
                if argument not in takes:
                    return f"the hook {name} takes no '{argument}'{place_of(made)}"
    return "" if any(name in known for name in vars(module)) else _NO_HOOK


def full_traceback(error: BaseException) -> str:
    """Return the traceback as Python prints it."""
    return "".join(traceback.format_exception(error))


def rule_place(rule: Rule, made: object, error: BaseException) -> tuple[str, Span | None]:
    """Return where a rule failed: file and line of its code, and the span of the record that it was reading.

    :param made: what the rule returned: usually a generator, suspended at its last ``yield``.
    """
    code = getattr(rule.check, "__code__", None)
    frame = _own_frame(error, code) or getattr(made, "gi_frame", None)
    if frame is not None:
        return f"{shown(frame.f_code.co_filename)}:{_line(frame, error)}", _in_hand(frame)
    return (f"{shown(code.co_filename)}:{code.co_firstlineno}" if code else ""), None


def _own_frame(error: BaseException, code: object) -> FrameType | None:
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code is code:
            return frame
    return None


def _line(frame: FrameType, error: BaseException) -> int:
    """Return the line of the innermost call in the rule's file, since a rule may call helpers there."""
    file = frame.f_code.co_filename
    lines = [
        line for other, line in traceback.walk_tb(error.__traceback__) if other.f_code.co_filename == file
    ]
    return lines[-1] if lines else frame.f_lineno


def _in_hand(frame: FrameType) -> Span | None:
    """Return the span of the last local variable that is or has one: in a loop over records, the current one."""
    for value in reversed(list(frame.f_locals.values())):
        span: Any = value if isinstance(value, Span) else getattr(value, "span", None)
        if isinstance(span, Span):
            return span
    return None
