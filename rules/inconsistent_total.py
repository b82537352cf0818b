"""NUM003: a total or a percentage that its parts contradict."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule("NUM003", "inconsistent-total", severity=Severity.WARNING, since="0.1.0", needs=Needs.LANGUAGE)
def inconsistent_total(ctx: RuleContext) -> Findings:
    r"""A stated total or percentage is not what its parts give.

    ## Why is this bad?

    Readers add up: one number of the sum is wrong, or a part is missing, and they cannot tell which.

    ## Example

    ```tex
    We asked 412 participants (230 women, 180 men), of whom most answered.
    ```

    ## Use instead

    ```tex
    We asked 412 participants (230 women, 182 men), of whom most answered.
    ```

    Compared are the rows and columns of a table with the one that is called total, a count with its division by sex or
    into groups of "n = ...", and a percentage with the two counts beside it. What rounding explains is no difference,
    nor is a share that was raised by less than one unit, so that its sentence, row or column makes 100 %. So is a whole
    with its parts ("252 nuclides consisting of 200 old and 25 new ones"; "61 hens (20 red, 30 blue and 12 white ones)",
    where the parts are more), and the number of items that a sentence announces with the list behind it ("the following
    four stages:", "three aims: (i) ..."). So are sums and products that are written out ("6 + 12 + 48 = 66", "288
    lineups (3 replications x 96 sizes)"), and a difference or ratio with the two numbers beside it ("from 40 to 60, an
    increase of 50 %", "6 points higher (62 % vs. 56 %)"), in English, French, German, Italian, Portuguese and Spanish.
    So are the percentages of a table with the counts beside them ("16 & 26 & 61.54", "45 (37.5 %)"), where those of all
    other rows fit, and the items of a row behind a colon or in parentheses ("three radii: 50 pc, 100 pc, and 200 pc"),
    parts between dashes ("468 of them — 255 red, 110 blue, 121 white —"), and groups that something was sorted into
    ("1,444 terms ... sorted into phages (n = 55) and others (n = 1089)").

    Shares are read outside of parentheses, and of fractions, too ("223.2 out of 5672.5 = 3.9 %", "68/100, which is 68
    %"), and so is what one share leaves ("81.7 % were mown and the remaining 18.3 % were not"). Parts that are told in
    the same words are added up ("of the 172 taxa, 14 are from A, 96 are from B, and 62 are from C"), and so are the
    counts beside one of five digits or more. Counts of a paragraph with their percentages are compared with a whole
    that it says and that all others have in common ("446 ... 269 (60.31 %) and 177 (36.69 %)"). A row that is no total
    by its name is one where all columns but one add up.

    An enumeration in the text that skips a number or has one twice ("(i) ..., and (iii) ...") is one of these. So is a
    period that ends before it begins ("in the years 2022-2017").

    ## Limits

    A warning are the forms that were right where nobody had read a document before: rows and columns of tables, the
    share of two counts, groups that something was assigned to, and parts behind their whole. The others are notes. A
    list with more or fewer items than are announced is one, since of 18 twelve were miscounted, and in six the number
    meant something else; so are the percentages of a column, of four of which one was right, and what told nothing of
    336 repositories with many counts: sums, products and differences that are written out, enumerations, periods, what
    one share leaves, shares outside of parentheses, parts in the same words, and counts beside a long one.

    Where a text says that percentages are weighted, none is compared with counts.

    Left alone are counts of which no whole is said, a part of less than it is ("19 out of 17"), and forms of which 364
    repositories, 144 of them chosen for their many counts, had next to none: what "the remaining four" are, products
    told in words ("six times each, resulting in 36"), shares of a mixture, sizes behind a size, parts named in one
    parenthesis ("lake, n = 47; sea, n = 71") or beside a percentage each ("21 % (n = 7,540)"), and percentages in
    parentheses behind another one.

    A table is compared where other columns (or rows) add up and show that totals are sums, or where one mistyped digit
    explains the difference, and a total of totals where row and column give another one. A row that is called "Total
    parameters" may be no sum of those above: it is compared where two exchanged digits of a number of five or more
    explain the difference. Parts that may overlap are not added up, nor is a column with several numbers in one cell.
    Parts in a sentence may be some of the whole where no words say that they make it up, or overlap: they count where
    two digits that changed places explain the difference, or one mistyped digit a small one. The items of a list are
    counted in English, German, French and Italian, and only where the number stands right before the colon or behind
    "the following", or "as follows" behind it, is off by one or two, and no item holds a number or says that it comes
    on top ("also"). Of an enumeration all items stand in one sentence where it goes wrong, each behind a comma or a
    colon: "by (i) and (iii)" names items. Parts in the same words and totals without a name are told where one mistyped
    digit, and the counts beside a long one where two digits in another order, explain the difference. A written sum is
    wrong where one mistyped number explains the difference; a difference may be of points, of per cent of either
    number, or a factor. Whole per cents may lack two of a hundred, since they are rounded.
    """
    for inconsistent in ctx.numbers.inconsistent:
        span, message, help_ = inconsistent.span, inconsistent.message, inconsistent.help
        yield ctx.report(span, message, help=help_, note=inconsistent.doubtful)
