"""HSE001: a citation command with so many keys that no reader follows them."""

from argcheck.api import Findings, Option, RuleContext, Severity, rule


@rule(
    "HSE001",
    "crowded-citation",
    severity=Severity.WARNING,
    since="1.0.0",
    options={"most": Option(4, "The most keys that one citation command may have.")},
)
def crowded_citation(ctx: RuleContext) -> Findings:
    r"""A citation names more sources than one sentence can use.

    ## Why is this bad?

    A row of seven sources says that there is literature, and not which of it supports
    the sentence.

    ## Example

    ```tex
    Small studies exaggerate \cite{a, b, c, d, e}.
    ```

    ## Use instead

    ```tex
    Small studies exaggerate \cite{a, b}; so do selective reports \cite{c}.
    ```

    ## Limits

    Counts the keys of one command. Two commands side by side are two citations.
    """
    most = ctx.options["most"]
    groups: dict[int, int] = {}
    for citation in ctx.manuscript.citations:
        if citation.nocite or not citation.key:
            continue
        groups[citation.group] = groups.get(citation.group, 0) + 1
        if groups[citation.group] == most + 1:
            yield ctx.report(
                citation.span,
                f"the source '{citation.key}' is number {most + 1} in one citation; the house rule is {most}",
                help="keep the sources that the sentence needs, or say what each of them shows",
            )
