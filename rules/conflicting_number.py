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
    r"""The same thing is counted with two results.

    ## Why is this bad?

    How many took part is the number that readers remember. Two of them make every share in the paper
    doubtful, and mostly one is left over from before the last data were in.

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

    Compared are whole samples (participants, patients, households, interviews and their like) that are
    called a total or given as "(N = ...)", in text, captions and footnotes; macros that stand for a
    number are read as it. So are samples of which one sentence says how they were got and another speaks
    of all of them ("we recruited 48 participants", "all 46 participants", a row "Participants & 46" of a table of two
    columns), and what a corpus or a questionnaire holds ("consists of 24 items", "the 22 items of the
    questionnaire"), where the numbers are near each other.

    Counts of anything else are compared if two neighbouring digits are the other way round, "4,059 students" and "4095
    students", and one of them stands several times or both have four digits.

    ## Limits

    Says nothing where a document has several studies, where a sentence speaks of a group, a year or a stage, where both
    numbers stand near each other somewhere, where one is not half as large as the other and no digit of it was lost, or
    where there are three of them. Two numbers of one sample are also left alone where the document speaks of drop-outs,
    exclusions, missing answers or a pilot study, even if these explain nothing. Spans of time and other measures ("14
    months") are no numbers of things. Settings (batch size, epochs, seeds) and numbers of models or datasets are not
    compared: they differ from one experiment to the next for good reasons, and nothing in the words tells which.

    Figures, shares and estimates are not compared: on documents that nobody had read four of four that differed by two
    digits were two results.  In preview: of counts one was told there, rightly, which is too few to say how often it is
    right.
    """
    for first, second in ctx.numbers.conflicts:
        yield ctx.report(
            second.span,
            f"here it is “{second.text}”, elsewhere “{first.text}”",
            help="correct one of the two, or say what the difference is",
            related=[Related(first.span, "the other number is here")],
        )
