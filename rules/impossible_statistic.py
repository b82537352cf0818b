"""NUM004: a statistic that its own figures rule out."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule("NUM004", "impossible-statistic", severity=Severity.WARNING, since="0.1.0", needs=Needs.LANGUAGE)
def impossible_statistic(ctx: RuleContext) -> Findings:
    """A p-value or an estimate contradicts its test statistic or its interval, or no whole answers give the stated mean.

    ## Why is this bad?

    A statistic, its degrees of freedom and its p-value state one fact three times. If they disagree, one is
    mistyped or left over from an older analysis.

    ## Example

    ```tex
    Trained raters were faster, $t(28) = 2.20$, $p = .003$.
    ```

    ## Use instead

    ```tex
    Trained raters were faster, $t(28) = 2.20$, $p = .036$.
    ```

    ## Limits

    Recomputed, for every value that would be rounded or cut off to the one written:
    - t, F, chi-squared, z and Pearson's r that are followed by their p-value; a one-sided p-value is accepted, too.
    - A mean, if its sentences say how many answered, on how many items of a scale.
    - An estimate and the confidence interval behind it (`OR = 1.45, 95% CI 1.10 to 1.92`; `b = 2.48, t(120) = 4.37,
      p < .001, 95% CI [1.37, 3.59]`), or with bounds alone (`RR = 1.22 [1.02-1.44]`; `1.09 (0.95 to 1.25)` behind
      an interval of the same paragraph). The estimate may have a digit less than its bounds, or as many digits in
      other places.
    - A 95 % interval and the p-value beside it, for ratios on the log scale: reported if p is above 0.1 though the
      interval excludes no effect, or below 0.02 though it includes it.
    - A coefficient over its standard error, with the p-value beside it (`b = 0.40, SE = 0.08, p < .001`), if the
      two are far apart and those of at least two others of the document agree.

    Not reported:
    - Statistics in tables.
    - In a document with corrected p-values, those that are too large: corrections raise p. One for sphericity may
      lower it for a small F, within what its degrees of freedom allow.
    - p-values in paragraphs about equivalence, or an effect that is not inferior or is minimal: these are tests
      against a bound.
    - Paragraphs about a bootstrap, or exact, one-sided or adjusted intervals; an interval that fits its estimate
      with the other sign or on another scale.
    """
    for impossible in ctx.numbers.impossible:
        yield ctx.report(impossible.span, impossible.message, help=impossible.help)
