"""ARG015: a contribution is announced and nothing in the document takes it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Needs, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext


@rule(
    "ARG015",
    "unsupported-contribution",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT | Needs.LANGUAGE,
    preview=True,
)
def unsupported_contribution(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A contribution is announced and nothing in the document takes it up.

    ## Why is this bad?

    A list of contributions is what reviewers check the paper against; an item without a section, a
    result or a figure behind it is a promise.

    ## Example

    ```tex
    \section{Introduction}
    Our contributions are:
    \begin{itemize}
      \item We prove that each marsh drains in finite time.
      \item We measure forty marshes (Table~\ref{tab:marsh}).
    \end{itemize}
    \begin{table} \caption{Marshes.} \label{tab:marsh} \end{table}
    ```

    ## Use instead

    ```tex
    \section{Introduction}
    Our contributions are:
    \begin{itemize}
      \item We prove that each marsh drains in finite time (Section~\ref{sec:proof}).
      \item We measure forty marshes (Table~\ref{tab:marsh}).
    \end{itemize}
    \section{Drainage} \label{sec:proof}
    \begin{table} \caption{Marshes.} \label{tab:marsh} \end{table}
    ```

    ## Limits

    Rests on a list that follows the word "contributions", and on what its items refer to: a
    section, a float, a theorem, a work. Preview: many papers keep their promises without a
    reference.
    """
    g = ctx.graph
    full = g.full
    fed = {edge.target for edge in full.edges}
    for node in full.nodes.values():
        if "contribution" in node.flags and "section" not in node.flags and node.id not in fed:
            advice = "refer to the section, the result or the float that has it"
            yield ctx.report(
                node.places[0], f"nothing takes up the contribution {g.quote(node)}", help=advice
            )
