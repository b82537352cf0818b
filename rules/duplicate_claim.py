"""ARG008: two annotated claims with different ids say the same."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule("ARG008", "duplicate-claim", severity=Severity.NOTE, since="0.1.0", needs=Needs.LANGUAGE, argument=True)
def duplicate_claim(ctx: RuleContext) -> Findings:
    r"""Two annotated claims with different ids say the same.

    ## Why is this bad?

    Counted as two, the claim makes support look wider than it is, and an attack on one of them leaves the other
    standing.

    ## Example

    ```tex
    \argclaim{cl:a}{The valley is drier in the south.}
    \argclaim{cl:b}{In the south the valley is drier.}
    \argclaim{cl:c}{The valley has been drier in the south!}
    ```

    ## Use instead

    ```tex
    \argclaim{cl:a}{The valley is drier in the south.}
    \argclaim{cl:c}{The valley is drier in the south!} \uses{cl:a}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Two claims are equal if they have the same words and numbers in the same order; inflection and words such as
      "also" and "very" do not count. Similar words may mean different things.
    - A claim that leads to the other by `uses` or `supports` repeats it on purpose, as an abstract does.
    """
    g = ctx.graph
    for earlier, later in g.duplicates:
        message = f"{g.name(later)} says the same as {g.name(earlier)}"
        related = [Related(g.anchor(earlier), "said here first")]
        yield ctx.report(
            g.anchor(later),
            message,
            help=f"let it use the other (uses={earlier.id}), or take one annotation away",
            related=related,
        )
