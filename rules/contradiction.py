"""ARG007: two annotated claims are equal but for a negation or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext


@rule("ARG007", "contradiction", severity=Severity.WARNING, since="0.1.0", argument=True)
def contradiction(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""Two annotated claims are equal but for a negation or a number.

    ## Why is this bad?

    Both cannot hold. Mostly one of them was changed after a new analysis and the other, often in
    the abstract, was not.

    ## Example

    ```tex
    \begin{abstract}
    \argclaim{abs:rate}{The pump fails in 4 of 90 runs.}
    \end{abstract}
    \argclaim{res:rate}{The pump fails in 7 of 90 runs.}
    ```

    ## Use instead

    ```tex
    \begin{abstract}
    \argclaim{abs:rate}{The pump fails in 7 of 90 runs.}
    \end{abstract}
    \argclaim{res:rate}{The pump fails in 7 of 90 runs.}
    ```

    ## Limits

    Rests on what the author annotates (`% argcheck:` comments, argcheck.sty, `\uses`). Two claims
    contradict each other where their words are equal but for "not", "no", "never" and their kin, or
    but for their numbers. Hypotheses, assumptions, counterevidence, limitations and what is open or
    refuted may differ from what is claimed, and so may two claims of which one `attacks` the other.
    Reported at the later one.
    """
    g = ctx.graph
    for earlier, later in g.contradictions:
        message = f"{g.name(later)} contradicts {g.name(earlier)}: {g.quote(earlier)}"
        advice = "correct the one that is out of date, or say that one `attacks` the other"
        related = [Related(g.anchor(earlier), "the other claim")]
        yield ctx.report(g.anchor(later), message, help=advice, related=related)
