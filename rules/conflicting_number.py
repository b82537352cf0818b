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

    Of anything else two numbers are compared that have two neighbouring digits the other way round:

    - counts of one thing in the body: "4,059 students" and "4095 students";
    - a figure of three digits that stands nowhere else, and one that stands several times in the same words: "an
      accuracy of 94.3 %" and "the accuracy is 93.4 %";
    - two figures with one uncertainty and the same three words before it: "an area per lipid of 62.7 ± 1.3" and "the
      area per lipid is 67.2 ± 1.3";
    - "all 12 stars", and "the 21 stars" that stand several times;
    - two figures right behind one that is the same in both places, "0.174 (86.2 %)" and "0.174, that is 82.6 %", or at
      the other end of a range, "0.282 and 0.216" and "0.216 to 0.228";
    - two numbers of five digits with a separator, whatever the words are: "46,859";
    - a number, and one in a row of a table of which the sentence has another count, of four digits: "of 1722 answers,
      434" and "1722 & 443";
    - any number of things in the abstract or the conclusion that the text has only so: "14 trials" and "41 trials".

    A long figure is compared with one that stands several times behind the same three words ("a mean speedup of
    10.620", "a mean speedup of 10.26"), a number of the abstract ("23 students of law") with the one that the text has
    several times before the same three words, and two estimates with one interval ("1.87 (1.37 to 2.55)") have to be
    the same.

    ## Limits

    Says nothing where a document has several studies, where a sentence speaks of a group, a year or a stage, where both
    numbers stand near each other somewhere, where one is not half as large as the other and no digit of it was lost, or
    where there are three of them. Two numbers of one sample are also left alone where the document speaks of drop-outs,
    exclusions, missing answers or a pilot study, even if these explain nothing. Spans of time and other measures ("14
    months") are no numbers of things. Settings (batch size, epochs, seeds) and numbers of models or datasets are not
    compared: they differ from one experiment to the next for good reasons, and nothing in the words tells which.

    In preview: of five findings on documents that nobody had read one was right, a count with two digits exchanged. The
    other four were figures that do differ by two digits, and are two results.
    """
    for conflict in ctx.numbers.conflicts:
        yield ctx.report(
            conflict.span,
            f"here it is “{conflict.text}”, elsewhere “{conflict.first_text}”",
            help="correct one of the two, or say what the difference is",
            related=[Related(conflict.first, "the other number is here")],
        )
