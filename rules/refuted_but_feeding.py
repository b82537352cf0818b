"""ARG004: a retracted source or a refuted claim still carries a conclusion."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from argcheck.api import Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Argument, Diagnostic, Edge, Node, RuleContext


_NAMED = 3  # most other conclusions that are named
#: Who says why a claim is refuted, if not the author.
_SAYS = {"model": "a model that was asked again says: "}


def _via(g: Argument, root: str, route: tuple[Edge, ...]) -> str:
    """Return the place of the next step of a route, relative to the document; empty for a single step."""
    if len(route) == 1:
        return ""
    place = g.step(route[1])
    return f", via {posixpath.relpath(place.path, posixpath.dirname(root) or '.')}:{g.graph.line(place)[0]}"


def _also(g: Argument, losses: tuple[tuple[Node, int, int], ...]) -> str:
    """Return the other conclusions that lose width, the first few by name."""
    if not losses:
        return ""
    named = ", ".join(f"{g.name(goal)} ({before} -> {after})" for goal, before, after in losses[:_NAMED])
    more = f" and {len(losses) - _NAMED} more" if len(losses) > _NAMED else ""
    return f"; also {named}{more}"


@rule("ARG004", "refuted-but-feeding", severity=Severity.ERROR, since="0.1.0", argument=True)
def refuted_but_feeding(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A retracted source or a refuted claim still carries a conclusion.

    ## Why is this bad?

    A refuted source or claim supports nothing. The conclusion stands on what is left, which may be nothing.

    ## Example

    ```tex
    \section{Results}
    % argcheck: conclusion id=cl:main uses=cite:old,cite:new
    Wind shapes the dunes.
    % argcheck: refuted cite:old: the data were made up
    \begin{thebibliography}{9}
    \bibitem{old} A. Smith, Dunes, 1998.
    \bibitem{new} B. Jones, Winds, 2020.
    \end{thebibliography}
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: conclusion id=cl:main uses=cite:new
    Wind shapes the dunes.
    % argcheck: refuted cite:old: the data were made up
    \begin{thebibliography}{9}
    \bibitem{old} A. Smith, Dunes, 1998.
    \bibitem{new} B. Jones, Winds, 2020.
    \end{thebibliography}
    ```

    ## Limits

    A source is refuted by:
    - Its own title ("RETRACTED: ...").
    - `.argcheck/retractions.csv` (columns `doi` or `key`, and `reason`).
    - A verdict of `argcheck verify` that it was retracted, or that no index knows it, unless its author disputes
      that.
    - `% argcheck: refuted cite:key: reason`. A claim is refuted by `refuted its-id: reason`.

    What rests on it:
    - Annotations, and citations in proofs, in theorem-like statements and in sentences annotated as claims; other
      mentions of a source carry nothing.
    - A sentence that cites a source as retracted, or that a verdict calls a miscitation, does not rest on it.

    - Of what models read, only claims and support on which most readings agree.

    The width is the fewest other claims that must be refuted for the conclusion to fall; where each support is enough
    by itself, that is the number of routes that share no claim. The first number includes what is refuted here. One
    finding for each refuted claim or source, at the words that rest on it, names the conclusion that loses most, then
    the others that lose.
    """
    g = ctx.graph
    for node in g.refuted:
        carried = g.carried(node)
        if carried is None:
            continue
        goal, route = carried.conclusion, carried.route
        word = {"work": "retracted source", "float": "refuted float"}.get(node.sort, "refuted claim")
        refutation = g.graph.refutations[node.id]
        word = "ghost source" if refutation.matter == "ghost" else word
        main = "the main claim" if goal.declared else "the claim"
        message = (
            f"{word} {g.name(node)} still carries {main} {g.name(goal)} "
            f"(width {carried.before} -> {carried.after}){_via(g, ctx.manuscript.root, route)}{_also(g, carried.also)}"
        )
        advice = "take it away, or support the claim by something else"
        if node.sort == "work":
            advice = f"{refutation.reason}; {advice}"
        else:
            message += f": {_SAYS.get(refutation.source, '')}{refutation.reason}"
        yield ctx.report(g.step(route[0]), message, help=advice, related=g.along(route))
