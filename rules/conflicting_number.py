"""NUM002: one thing is counted twice, with two results."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule(
    "NUM002",
    "conflicting-number",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.LANGUAGE,
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
    Counts of anything else are compared in the body where two neighbouring digits changed places: "4,059
    students" and "4095 students". So is any figure of three digits that stands nowhere else with one that stands several times in the same words ("an accuracy
    of 94.3 %", "the accuracy is 93.4 %"), one with the same uncertainty and the same three words before it ("an area per lipid
    of 62.7 ± 1.3", "the area per lipid is 67.2 ± 1.3"), and "all 12 stars" with "the 21 stars" that stand several times,
    any figure right behind another one that is the same in both places ("0.174 (86.2 %)", "0.174, that is 82.6 %") or at the other end of a range ("0.282 and 0.216", "0.216 to 0.228"),
    a number of five digits with a separator (“46,859”) in any words, one that stands so in the row of a table of which its sentence has another count, of four digits ("of 1722 answers, 434", "1722 & 443"),
    a long one behind the same three words that stands several times ("a mean speedup of 10.620", "a mean speedup of 10.26"),
    and any number of things of abstract or conclusion ("14 trials") that the text has only as "41 trials". An estimate that stands twice with one interval ("1.87 (1.37 to 2.55)") has to be the same both times. A number of the abstract ("23 students of law") is compared with the one that
    the text has several times before the same three words.

    ## Limits

    Says nothing where a document has several studies, where a sentence speaks of a group, a year or a
    stage, where both numbers stand near each other somewhere, where one is not half as large as the other and no digit of it was lost, or where there are three of them. Two numbers of
    one sample are also left alone where the document speaks of drop-outs, exclusions, missing answers or a pilot
    study, even if these explain nothing. Spans of time and other measures ("14 months") are no numbers of things. Settings (batch size, epochs, seeds) and numbers of models or datasets are not
    compared: they differ from one experiment to the next for good reasons, and nothing in the words tells which.
    """
    for conflict in ctx.numbers.conflicts:
        yield ctx.report(
            conflict.span,
            f"here it is “{conflict.text}”, elsewhere “{conflict.first_text}”",
            help="correct one of the two, or say what the difference is",
            related=[Related(conflict.first, "the other number is here")],
        )
