"""The main claims that have less support after a change, and what they lost, in any file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import FEEDING
from argcheck.files.diagnostic import WEAKENED_CODE, WEAKENED_NAME, Diagnostic, Related, Severity
from argcheck.lint.document_argument import argument_of
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.reading.workspace import Workspace

    SupportOfRoots = Mapping[str, Mapping[str, "ClaimSupport"]]  # root -> name of a claim -> its support

_NAMED = 3  #: most lost supports in a message


class LostSupport(NamedTuple):
    """A support that a claim rests on, directly or indirectly."""

    words: str  #: ``'a' no longer supports 'b'``, by the names that messages use
    at: str  #: ``path:line`` of the words that state it


class ClaimSupport(NamedTuple):
    """The support of a main claim."""

    place: Span
    width: int
    supports: Mapping[tuple[str, str], LostSupport]  #: by the names of both ends, described as if lost
    near: Mapping[str, Span]  #: by name, the places of the claims that it rests on, and its own


def standings(workspace: Workspace) -> SupportOfRoots:
    """Return the support of the declared conclusions of documents with an argument, by root and name."""
    return {
        document.manuscript.root: dict(
            _of(argument_of(workspace.project, document, read_verdicts(workspace.project, *document)))
        )
        for document in workspace.documents
        if document.manuscript.argues
    }


def _of(g: Argument) -> Iterator[tuple[str, ClaimSupport]]:
    fallen = g.fallen
    for goal in g.conclusions:
        if not (g.is_statement(goal) or goal.open or g.is_refuted(goal)):
            supports = dict(_supports(g, goal, fallen))
            above = (g.graph.nodes[name] for name in g.upstream(goal) - fallen)
            near = {g.name(node): g.anchor(node) for node in above}
            yield g.name(goal), ClaimSupport(g.anchor(goal), g.width(goal, fallen), supports, near)


def _supports(
    g: Argument, goal: Node, fallen: frozenset[str]
) -> Iterator[tuple[tuple[str, str], LostSupport]]:
    nodes, above = g.graph.nodes, g.upstream(goal)
    for edge in g.graph.edges:
        if edge.relation in FEEDING and edge.target in above and edge.source not in fallen:
            source, target = g.name(nodes[edge.source]), g.name(nodes[edge.target])
            place = edge.places[0] if edge.places else g.anchor(nodes[edge.source])
            at = f"{place.path}:{g.graph.line(place)[0]}"
            yield (source, target), LostSupport(f"{source} no longer supports {target}", at)


def weakened(before: SupportOfRoots, now: SupportOfRoots, base: str) -> Iterator[Diagnostic]:
    """Yield a finding for each main claim whose width has decreased, at its place of today.

    :param base: the name of the earlier state in messages.
    """
    for root, claims in now.items():
        for name, claim in claims.items():
            earlier = before.get(root, {}).get(name)
            if earlier is not None and claim.width < earlier.width:
                yield _finding(root, name, claim, earlier, base)


def _finding(root: str, name: str, claim: ClaimSupport, earlier: ClaimSupport, base: str) -> Diagnostic:
    lost = [
        (ends, support)
        for ends, support in earlier.supports.items()
        if ends not in claim.supports and ends[1] in claim.near  # else that claim is gone, too
    ]
    named = [f"{support.words} ({support.at} there)" for _, support in lost]
    more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
    what = f": {', '.join(named[:_NAMED])}{more}" if named else ""
    message = (
        f"this change leaves the main claim {name} with support of width {claim.width}"
        f" ({earlier.width} at {base}){what}"
    )
    related = tuple(
        Related(claim.near[target], f"{target} lost the support of {source}") for (source, target), _ in lost
    )
    advice = "if that is meant, nothing is to be done; else give back what it rested on, or something like it"
    return Diagnostic(
        WEAKENED_CODE, WEAKENED_NAME, Severity.NOTE, claim.place, message, advice, related, None, (root,)
    )
