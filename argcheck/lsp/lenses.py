"""Code lenses above claims, with their support in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.argument.extract.standing import STATES
from argcheck.lint.reporters.summary import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.model import Node
    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot


def lenses(snapshot: Snapshot, path: str, editor: Editor) -> list[types.CodeLens]:
    """Return the lenses of a file, sorted: one for each annotated claim and each statement with support."""
    made: dict[tuple[int, int], types.CodeLens] = {}
    for document in snapshot.reading(path):
        argument = snapshot.argument(document)
        for node in argument.graph.nodes.values() if argument else ():
            words = _standing(argument, node) if argument else ""
            place = argument.anchor(node) if argument else None
            if words and place and place.path == path and (place.start, place.end) not in made:
                command = types.Command(title=words, command="")
                made[place.start, place.end] = types.CodeLens(
                    editor.range(snapshot, snapshot.written(place)), command
                )
    return [made[place] for place in sorted(made)]


def _standing(g: Argument, node: Node) -> str:
    """Return the support of a claim; empty if it has and needs none."""
    return "; ".join(_parts(g, node))


def _parts(g: Argument, node: Node) -> Iterator[str]:
    supports, attacks = g.into(node), g.attackers(node)
    if g.is_refuted(node):
        yield "refuted"
    elif supports:
        standing = g.standings.all[node.id]
        fallen = f": {STATES[standing.state][1]}" if standing.state in ("fallen", "assuming") else ""
        yield f"{counted(len(supports), 'support')}, {standing.shown_width}{fallen}"
    elif node in g.orphans or (node.declared and node.kind != "given"):
        yield "no support"
    if attacks:
        yield counted(len(attacks), "attack")
