"""ARG017: a comparison is claimed as found, and its paragraph gives no ground for it."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG017",
    "claim-without-support",
    severity=Severity.NOTE,
    since="0.1.0",
    needs=Needs.LANGUAGE,
    preview=True,
)
def claim_without_support(ctx: RuleContext) -> Findings:
    r"""A comparison or superlative is claimed as found, and its paragraph gives no ground for it.

    ## Why is this bad?

    "Significantly outperforms" asks: by how much, on what, according to whom? A reviewer who finds neither a
    number nor a table nor a source beside it writes just that.

    ## Example

    ```tex
    Our pump is significantly faster than those in use. It needs less room, too.
    ```

    ## Use instead

    ```tex
    Our pump is significantly faster than those in use: it fills the tank in 40 s instead of 65 s. It needs
    less room, too.
    ```

    ## Limits

    Looks for words such as "significantly better", "outperforms all", "the first to", in English,
    German and French. A number, a formula, a citation or a reference anywhere in the paragraph is taken
    for the ground, whatever it is about. Abstract, conclusion, theorems and proofs are left out, and so
    is what is hedged, denied or asked. Preview: the ground may stand in the paragraph before, and an
    introduction promises on purpose.
    """
    for bare_claim in ctx.graph.bare_claims():
        message = f"“{bare_claim.words}” stands in a paragraph without number, float, citation or reference"
        help_ = "say by how much, or refer to what shows it"
        yield ctx.report(bare_claim.sentence.span, message, help=help_)
