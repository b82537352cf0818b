"""REF110: an annotation cannot be read, or stands where it says nothing."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("REF110", "malformed-annotation", severity=Severity.ERROR, since="0.1.0", argument=True)
def malformed_annotation(ctx: RuleContext) -> Findings:
    r"""An annotation cannot be read, or stands where it says nothing.

    ## Why is this bad?

    argcheck cannot use what the author stated, so the graph is not the intended one.

    ## Example

    ```tex
    \section{Results}
    % argcheck: claim id=cl:a role=clam
    The valley is dry.
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: evidence id=cl:a role=result
    The valley is dry.
    ```

    ## Limits

    - Reported are unknown attributes, roles and kinds, confidences outside 0 to 1, ids that are empty or taken,
      relations that name nothing, names of sections and of equations outside of statements, `\uses` outside of any
      statement, proof or claim, and a list of retractions that cannot be read.
    - With `--select REF110 --runs all`, unusable lines of `.argcheck/runs.jsonl` are reported, too.
    - An id that does not exist is unknown-id; a verb that does not exist is unknown-directive.
    """
    g = ctx.graph
    for problem in g.problems:
        if problem.kind not in ("unknown-id", "several-uses") and not g.ambiguous(problem.span):
            yield ctx.report(problem.span, problem.message, help=problem.help)
