"""NUM003: a total or a percentage that its parts contradict."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule("NUM003", "inconsistent-total", severity=Severity.WARNING, since="0.1.0", needs=Needs.LANGUAGE)
def inconsistent_total(ctx: RuleContext) -> Findings:
    """A stated total or percentage is not what its parts give.

    ## Why is this bad?

    A number of the sum is wrong, or a part is missing, and readers cannot tell which.

    ## Example

    ```tex
    We asked 412 participants (230 women, 180 men), of whom most answered.
    ```

    ## Use instead

    ```tex
    We asked 412 participants (230 women, 182 men), of whom most answered.
    ```

    ## Limits

    Warnings:
    - A row or column of a table and its total; a row without such a name is a total if all columns but one add up.
    - A whole and its parts: division by sex or into groups of "n = ...", "252 nuclides consisting of 200 old and 25
      new ones", "61 hens (20 red, 30 blue and 12 white ones)" where the parts are more, and parts between dashes
      ("468 because of grain — 255 red, 110 blue, 121 white —").
    - Groups into which something was sorted or assigned ("1,444 terms ... sorted into phages (n = 55) and others (n
      = 1089)").
    - A percentage and the two counts beside it, and the counts of a paragraph with percentages, of a whole that all
      others have in common ("446 ... 269 (60.31 %) and 177 (36.69 %)").

    Notes, since too few have been seen or too many were wrong:
    - The number of items that is announced and the list behind it ("the following four stages:", "three aims: (i)
      ...", "three radii: 50 pc, 100 pc, and 200 pc").
    - The percentages of a table and the counts beside them ("16 & 26 & 61.54", "45 (37.5 %)"), if those of all
      other rows fit.

    Not reported:
    - What rounding explains; whole per cents that lack up to two of a hundred; a share that was raised by less than
      one unit so that its sentence, row or column makes 100 %.
    - Percentages of counts in a text that calls them weighted.
    - Counts without a stated whole, a part larger than its whole ("19 out of 17"), "the remaining four", products
      in words ("six times each, resulting in 36"), shares of a mixture, a size behind a size, parts in one
      parenthesis ("lake, n = 47; sea, n = 71") or each beside a percentage ("21 % (n = 7,540)").
    - Parts that may overlap, and columns with several numbers in a cell.

    Reported only under a condition:
    - Tables: other columns or rows add up and so show that totals are sums, or one mistyped digit explains the
      difference, or row and column give the same other total of totals.
    - A row "Total parameters", which may be no sum: two swapped digits of a number of five or more digits explain
      the difference.
    - Parts in a sentence that does not say that they make up the whole: two swapped digits explain the difference,
      or one mistyped digit a small one.
    - Items of a list, in English, German, French and Italian: the number stands right before the colon, behind "the
      following" or before "as follows", is off by one or two, and no item has a number or comes on top ("also").
    - Totals without a name: one mistyped digit or number explains the difference.
    """
    for inconsistent in ctx.numbers.inconsistent:
        span, message, help_ = inconsistent.span, inconsistent.message, inconsistent.help
        yield ctx.report(span, message, help=help_, note=inconsistent.doubtful)
