"""NUM001: a number of the abstract or the conclusion that the body does not contain."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule(
    "NUM001",
    "number-not-in-body",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.WORDS | Needs.MACROS | Needs.LANGUAGE,
    preview=True,
)
def number_not_in_body(ctx: RuleContext) -> Findings:
    r"""The abstract or the conclusion states a number that the body does not contain.

    ## Why is this bad?

    Results change until the last evening, and the abstract was written first. Readers who look for its number find
    another one, or none.

    ## Example

    ```tex
    \begin{abstract} Of those asked, 421 participants came back. \end{abstract}
    \section{Methods}
    We asked everybody who had bought a lamp in one of the two shops of the town, by a letter that
    said what the study was for and how long it would take, and once more by telephone.
    \section{Results}
    In the end 412 participants came back, most of them within two weeks. They were older than those who
    did not, had bought more lamps, and lived nearer to the shop, as Table~\ref{tab:all} shows.
    \begin{table} \caption{Who came back.} \label{tab:all} \end{table}
    ```

    ## Use instead

    ```tex
    \begin{abstract} Of those asked, 412 participants came back. \end{abstract}
    \section{Methods}
    We asked everybody who had bought a lamp in one of the two shops of the town, by a letter that
    said what the study was for and how long it would take, and once more by telephone.
    \section{Results}
    In the end 412 participants came back, most of them within two weeks. They were older than those who
    did not, had bought more lamps, and lived nearer to the shop, as Table~\ref{tab:all} shows.
    \begin{table} \caption{Who came back.} \label{tab:all} \end{table}
    ```

    ## Limits

    The body contains a number if its text, a table or a caption has it in any form: rounded or cut off, as
    percentage, fraction or word, with another prefix of its unit, or as the sum, difference or share of numbers
    that stand together.

    Not reported:
    - Bounds and roundings ("over 90 %", "about 40"), differences and ratios ("by 12 %", "three times faster").
    - Years, dates, durations, names with numbers, counts up to twelve, and how long a text may be.
    - Sentences that cite, or that speak of what may come.
    - Documents whose body has less than 400 characters, or whose tables are pictures or filled by a program;
      abstracts with a picture, and slides (`beamer`).

    Preview: an author would act on four in ten findings; the others are sums of two numbers of the body, arXiv
    numbers and plans.
    """
    for unfounded in ctx.numbers.unfounded:
        body = f", which has “{unfounded.other}”" if unfounded.other else ""
        yield ctx.report(
            unfounded.span,
            f"“{unfounded.text}” in the {unfounded.where} is nowhere in the body{body}",
            help="correct the number here, or report it where the results are",
            related=[Related(unfounded.other_span, "the body says this")] if unfounded.other_span else (),
        )
