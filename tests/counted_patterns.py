"""Count the regular expressions of some files, wherever they stand.

A pattern is what `re` or `lazy` is given, and what is handed to a function that gives its parameter to them as it is:
``wording(codes, r"\\b{lists.and}\\b")`` is one. The same pattern twice in one file counts once.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

#: What takes a pattern first, and what puts a text into another as it is.
_TAKING = {"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
_JOINING = {"join", "sub", "format"}
#: Half of all nodes, in none of which a call stands.
_WITHOUT_CALLS = (ast.Name, ast.Constant, ast.expr_context, ast.alias, ast.operator, ast.cmpop, ast.boolop)


def patterns(trees: Mapping[Path, ast.Module]) -> dict[Path, set[str]]:
    """Return the patterns of each file, as they are written there."""
    takers = _takers(trees)
    return {
        file: {
            ast.unparse(pattern)
            for call, owner in _calls(tree)
            if (pattern := _pattern(call, file, tree, takers)) and not (owner and _is_taker(owner, pattern))
        }
        for file, tree in trees.items()
    }


def _takers(trees: Mapping[Path, ast.Module]) -> dict[tuple[str, str], int]:
    """Return the functions that hand a parameter on as a pattern: their file and name, and which parameter that is."""
    known: dict[tuple[str, str], int] = {}
    grows = True
    while grows:
        before = len(known)
        for file, tree in trees.items():
            for call, owner in _calls(tree):
                pattern = _pattern(call, file, tree, known)
                if owner and pattern and (names := _is_taker(owner, pattern)):
                    known.setdefault((file.stem, owner.name), _parameters(owner).index(min(names)))
        grows = len(known) > before
    return known


@cache
def _calls(tree: ast.Module) -> list[tuple[ast.Call, ast.FunctionDef | None]]:
    """Return each call with the function that it stands in, if that is no method."""
    called: list[tuple[ast.Call, ast.FunctionDef | None]] = []
    pending: list[tuple[ast.AST, ast.FunctionDef | None]] = [(tree, None)]
    while pending:
        node, owner = pending.pop()
        if isinstance(node, ast.FunctionDef) and "self" not in _parameters(node):
            owner = node
        elif isinstance(node, ast.Call) and node.args and _is_plain(node.func):
            called.append((node, owner))
        pending += [
            (child, owner) for child in ast.iter_child_nodes(node) if not isinstance(child, _WITHOUT_CALLS)
        ]
    return called


def _is_plain(function: ast.expr) -> bool:
    """Whether a name is called, or a function of `re`."""
    owner = getattr(function, "value", function)
    return isinstance(owner, ast.Name) and (owner is function or owner.id == "re")


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


def _is_taker(function: ast.FunctionDef, pattern: ast.expr) -> set[str]:
    return set(_parameters(function)) & set(_put_in(pattern))


def _put_in(node: ast.AST) -> Iterator[str]:
    """Yield the names whose texts stand in a pattern as they are, without `re.escape` or another function."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.JoinedStr | ast.FormattedValue | ast.BinOp | ast.IfExp):
        for child in ast.iter_child_nodes(node):
            yield from _put_in(child)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _JOINING:
        for part in (node.func.value, *node.args[-1:]):
            yield from _put_in(part)


def _pattern(
    call: ast.Call, file: Path, tree: ast.Module, takers: Mapping[tuple[str, str], int]
) -> ast.expr | None:
    """Return the argument of a call that is a pattern; a plain word is none."""
    place = None
    if isinstance(call.func, ast.Attribute):
        place = 0 if call.func.attr in _TAKING else None
    elif isinstance(call.func, ast.Name):
        name = call.func.id
        homes = (_homes(tree).get(name, ""), file.stem)
        place = 0 if name == "lazy" else next((takers[h, name] for h in homes if (h, name) in takers), None)
    if place is None or len(call.args) <= place:
        return None
    pattern = call.args[place]
    return None if isinstance(pattern, ast.Constant) and str(pattern.value).isalpha() else pattern


@cache
def _homes(tree: ast.Module) -> dict[str, str]:
    """Return the names of the modules that the names of a file are imported from."""
    return {
        alias.name: (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
