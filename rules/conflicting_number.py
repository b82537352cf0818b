"""NUM002: one thing is counted twice, with two results."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule(
    "NUM002",
    "conflicting-number",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.LANGUAGE,
    preview=True,
)
def conflicting_number(ctx: RuleContext) -> Findings:
    r"""The same thing is counted twice, with two results.

    ## Why is this bad?

    Readers remember how many took part. Two sample sizes make every share doubtful; usually one is left over from
    older data.

    ## Example

    ```tex
    \section{Methods}
    We recruited a total of 412 participants.
    \section{Discussion}
    One survey of all participants ($N = 421$) cannot tell.
    ```

    ## Use instead

    ```tex
    \section{Methods}
    We recruited a total of 412 participants.
    \section{Discussion}
    One survey of all participants ($N = 412$) cannot tell.
    ```

    ## Limits

    Compared, in text, captions and footnotes, macros that stand for a number included:
    - Whole samples (participants, patients, households, interviews and the like) that are called a total or given
      as "(N = ...)".
    - Samples near each other, of which one sentence says how they were recruited and another speaks of all ("we
      recruited 48 participants", "all 46 participants", a table row "Participants & 46").
    - The size of a corpus or questionnaire ("consists of 24 items", "the 22 items of the questionnaire"), near each
      other.
    - Counts of anything else, if two neighbouring digits are swapped ("4,059 students", "4095 students") and one of
      them occurs several times or both have four digits.

    Not compared:
    - Samples in a document with several studies, or that mentions drop-outs, exclusions, missing answers or a pilot
      study.
    - Numbers of which the sentence names a group, a year or a stage; two numbers that stand near each other
      somewhere; three different numbers.
    - Numbers of which one is less than half the other, unless it lost a digit.
    - Durations and other measures ("14 months"), settings (batch size, epochs, seeds), numbers of models and
      datasets, figures, shares and estimates.

    Preview: only one real finding has been seen so far, a right one.
    """
    for first, second in ctx.numbers.conflicts:
        yield ctx.report(
            second.span,
            f"here it is “{second.text}”, elsewhere “{first.text}”",
            help="correct one of the two, or say what the difference is",
            related=[Related(first.span, "the other number is here")],
        )
