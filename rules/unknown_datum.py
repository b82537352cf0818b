"""NUM102: a number is tied to a cell of a data file that does not exist."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("NUM102", "unknown-datum", severity=Severity.ERROR, since="0.1.0", everywhere=True, argument=True)
def unknown_datum(ctx: RuleContext) -> Findings:
    r"""A number is tied to a cell of a data file that does not exist.

    ## Why is this bad?

    The file was renamed, the row or column is gone, or several rows match. Nobody can tell any longer whether the
    number is right.

    ## Example

    ```tex
    \section{Results}
    Effects are exaggerated 3.4 times. % argcheck: from results/power.csv[n=30].exaggeration
    % file: results/power.csv
    n,exaggeration
    20,3.41
    ```

    ## Use instead

    ```tex
    \section{Results}
    Effects are exaggerated 3.4 times. % argcheck: from results/power.csv[n=20].exaggeration
    % file: results/power.csv
    n,exaggeration
    20,3.41
    ```

    ## Limits

    - Reads comments `% argcheck: from FILE[row].column` and `\argdata`.
    - Files are CSV, TSV or JSON inside the project, searched from the folder of the document upwards.
    - A note if the comment is tied to words in which no number is read ("half", "1/3").
    """
    for tie in ctx.graph.ties:
        if tie.problem:
            # If the cell exists, its number may be in an unknown notation.
            help_ = "name a cell that exists, or take the comment away"
            yield ctx.report(tie.span, tie.problem, help=help_, note=tie.datum is not None)
