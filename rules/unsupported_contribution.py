"""ARG015: a contribution is announced and nothing in the document takes it up."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG015",
    "unsupported-contribution",
    severity=Severity.WARNING,
    since="0.1.0",
    stage="submission",
    needs=Needs.TEXT | Needs.LANGUAGE,
    preview=True,
)
def unsupported_contribution(ctx: RuleContext) -> Findings:
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
    \begin{table} \caption{Depths.} \label{tab:marsh} \end{table}
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
    \begin{table} \caption{Depths.} \label{tab:marsh} \end{table}
    ```

    ## Limits

    Rests on a list that follows the word "contributions". An item is taken up where it refers to
    anything or cites, where a later title or caption has one of its telling words, and where any
    later sentence has two of them (in German and French, whose words have more forms, one), those of
    conclusions apart: the rule says that the rest of the document is silent on the matter, not that
    the promise is kept badly. Items with fewer than two such words are left out, and contributions in running text are not read. In preview: none of
    18 findings that were read on documents that it had never met would make an author act: lists of authors, of thanks, of plans, and slides.
    """
    if not ctx.manuscript.lists_contributions:
        return
    g = ctx.graph
    for node in g.unsupported_contributions():
        yield ctx.report(
            node.places[0],
            f"nothing behind this list speaks of the contribution {g.quote(node)}",
            help="take it up, or refer to the section, the result or the float that has it",
        )
