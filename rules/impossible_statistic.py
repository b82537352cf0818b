"""NUM004: a statistic that its own figures rule out."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule("NUM004", "impossible-statistic", severity=Severity.WARNING, since="0.1.0", needs=Needs.LANGUAGE)
def impossible_statistic(ctx: RuleContext) -> Findings:
    r"""A p-value or an estimate that its test statistic or its interval rules out, or a mean that no whole answers give.

    ## Why is this bad?

    The statistic, its degrees of freedom and the p-value are one fact written three times. Where they
    do not agree, one of them was mistyped or is left over from an earlier analysis, and a reader who
    works it out anew doubts the others.

    ## Example

    ```tex
    Trained raters were faster, $t(28) = 2.20$, $p = .003$.
    ```

    ## Use instead

    ```tex
    Trained raters were faster, $t(28) = 2.20$, $p = .036$.
    ```

    Worked out anew are t, F, chi-squared, z and Pearson's r that are followed by their p-value, for every statistic
    that would be rounded or cut off to the one written. The p-value of a test of one side is accepted as well. A mean
    is tested where its sentences say how many answered, on how many items of a scale. An estimate is compared with the
    confidence interval that stands behind it (`OR = 1.45, 95% CI 1.10 to 1.92`, "a median of 26.5 cm/yr, with a 95 %
    credible interval of 23.1-30.4 cm/yr", also as `b = 2.48, t(120) = 4.37, p < .001, 95% CI [1.37, 3.59]`), and an
    interval of 95 % with the p-value beside it, of a
    ratio on the log scale. The estimate may have a digit less than its bounds (`3.7, 95% CI 2.47 to 2.86`), and all
    three may have as many digits and not as many places (`0.21, 95% CI 0.077 to 0.15`). So is a ratio with bounds alone
    (`RR = 1.22 [1.02-1.44]`), any number with bounds (`1.09 (0.95 to 1.25)`) behind an interval of the same paragraph,
    and a coefficient over its standard error with the p-value beside it (`b = 0.40, SE = 0.08, p < .001`).

    ## Limits

    A coefficient is told where it and its p-value are far apart, and those of at least two others of the document
    agree: a standardised one may stand beside the error of one that is not. A document that speaks of corrected
    p-values is only told of those that are too small, since no correction makes them smaller but one for sphericity
    that of a small F, by no more than its degrees of freedom allow. Statistics in tables are
    not read, nor p-values of paragraphs that speak of equivalence, of an effect that is not inferior or is minimal:
    theirs is a test against a bound. Paragraphs that speak of a bootstrap, of exact, one-sided or adjusted intervals
    are left out, and so is an interval that holds its estimate by another sign or on another scale. That an interval
    and a p-value disagree is only said where p is above 0.1 though the interval leaves out no effect, or below 0.02
    though it holds it.
    """
    for impossible in ctx.numbers.impossible:
        yield ctx.report(impossible.span, impossible.message, help=impossible.help)
