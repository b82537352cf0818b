"""NUM101: a number differs from the cell of the data file that it is tied to."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("NUM101", "stale-number", severity=Severity.WARNING, since="0.1.0", everywhere=True, argument=True)
def stale_number(ctx: RuleContext) -> Findings:
    r"""A number differs from the cell of the data file that it is tied to.

    ## Why is this bad?

    The analysis was run again, and the text was not changed. Readers who open the data find another number.

    ## Example

    ```tex
    \section{Results}
    With 20 participants, effects are exaggerated 3.7 times. % argcheck: from results/power.csv[n=20].exaggeration
    % file: results/power.csv
    n,exaggeration,power
    20,3.41,0.18
    50,1.62,0.47
    ```

    ## Use instead

    ```tex
    \section{Results}
    With 20 participants, effects are exaggerated 3.4 times. % argcheck: from results/power.csv[n=20].exaggeration
    % file: results/power.csv
    n,exaggeration,power
    20,3.41,0.18
    50,1.62,0.47
    ```

    ## Limits

    - Reads comments `% argcheck: from FILE[row].column` and `\argdata`; a number that is tied to no data is no
      defect.
    - A comment behind a number is about the numbers on its line; one on a line of its own, about the next sentence
      or table. If several numbers stand there, one that agrees is enough.
    - Numbers are compared as precisely as they are printed: 3.4 and 3.41 agree, 3.5 does not. A percentage may be a
      fraction in the data, and known units are converted.
    - Behind `<` and `>` the data must keep the bound; numbers that words call a bound or a rounding ("more than
      30", "about 3") are not compared.
    """
    for tie in ctx.graph.ties:
        if tie.at is not None and tie.datum is not None and tie.wrong:
            yield ctx.report(
                tie.at,
                f"“{tie.wrong}” is {tie.right} in {tie.name}",
                help=f"print {tie.right}, or tie the number to another cell",
                related=[Related(tie.datum.span, f"the data say {tie.datum.text.strip()}")],
            )
