"""CIT003: a citation that names no source yet."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._keys import is_placeholder


@rule("CIT003", "empty-or-placeholder-citation", severity=Severity.ERROR, since="0.1.0", stage="submission")
def empty_or_placeholder_citation(ctx: RuleContext) -> Findings:
    r"""A citation command has no key, or a word such as TODO in place of one.

    ## Why is this bad?

    Somebody meant to look the source up and did not. The claim stands in the text
    without it.

    ## Example

    ```tex
    Most drafts are never finished \cite{TODO}.
    ```

    ## Use instead

    ```tex
    Most drafts are never finished \cite{smith20}.
    \begin{thebibliography}{9}
    \bibitem{smith20} A. Smith, Unfinished drafts, 2020.
    \end{thebibliography}
    ```

    ## Limits

    A word that a loaded bibliography has as a key is a key. `\nocite{}` is not
    reported: it prints nothing.
    """
    for citation in ctx.manuscript.citations:
        key, command = citation.key, f"\\{citation.command}"
        if not key:
            message = f"{command} names no source: its key is empty"
            yield ctx.report(citation.command_span, message, help="name the source, or take the command out")
        elif ctx.bibliography.find(key) is None and is_placeholder(key):
            message = f"'{key}' stands in {command} in place of a source"
            yield ctx.report(citation.span, message, help="name the source, or take the command out")
