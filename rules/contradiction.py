"""ARG007: two annotated claims are equal but for a negation or a number."""

from argcheck.api import Findings, Option, Related, RuleContext, Severity, opposites, rule

_SHOWN = 10  # most related places: each section may repeat the claim


@rule(
    "ARG007",
    "contradiction",
    severity=Severity.WARNING,
    since="0.1.0",
    options={"unannotated": Option(False, "Compare abstract and conclusions with the text, too.")},
)
def contradiction(ctx: RuleContext) -> Findings:
    r"""Two annotated claims are equal but for a negation or a number.

    ## Why is this bad?

    Both cannot hold. Usually one was changed after a new analysis, and the other, often in the abstract, was not.

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

    Annotated claims (`% argcheck:` comments, argcheck.sty, `\uses`):
    - Reported if their words are equal but for a negation ("not", "no", "never") or one number. Two different
      numbers are two cases ("with 20, 3.4 times" and "with 50, 2.1 times").
    - Not reported: hypotheses, assumptions, counterevidence, limitations, what is open or refuted, and two claims
      of which one `attacks` the other.
    - The finding stands at the later claim. More than two claims that differ only so are one finding.

    With `unannotated = true`, sentences of the abstract and of concluding sections are compared with all other
    sentences:
    - For negations only (numbers belong to the NUM rules), and in English only.
    - Both must be plain statements with the same four or more words, in any inflection; "we show that" and the like
      do not count.
    - Not compared: questions, conditions, hypotheses, sentences that begin with "this", and statements in theorems
      and proofs.
    - The finding stands in the abstract or the conclusion, of which the first forty sentences are read.
    - Off by default, since it rests on words alone and not on a structure that the author declared.
    """
    if ctx.manuscript.argues:
        yield from _annotated(ctx)
    if ctx.options["unannotated"]:
        yield from _unannotated(ctx)


def _unannotated(ctx: RuleContext) -> Findings:
    for opposite in opposites(ctx.manuscript):
        if not (ctx.manuscript.argues and ctx.graph.settles(opposite.summary.span, opposite.body.span)):
            part = "abstract" if opposite.where == "abstract" else "conclusion"
            yield ctx.report(
                opposite.summary.span,
                f"the {part} says “{opposite.said}”, the text “{opposite.denied}”",
                help="correct the one that is out of date",
                related=[Related(opposite.body.span, "the text says the opposite")],
            )


def _annotated(ctx: RuleContext) -> Findings:
    g = ctx.graph
    for earlier, later, *others in g.contradictions:
        message = f"{g.name(later)} contradicts {g.name(earlier)}: {g.quote(earlier)}"
        if others:
            message += f"; {len(others)} more {'differs' if len(others) == 1 else 'differ'} likewise"
        advice = "correct the one that is out of date, or say that one `attacks` the other"
        related = [Related(g.anchor(earlier), "the other claim")]
        related += [Related(g.anchor(node), "differs likewise") for node in others[:_SHOWN]]
        yield ctx.report(g.anchor(later), message, help=advice, related=related)
