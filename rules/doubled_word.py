"""TEX010: a word that stands twice in a row."""

from argcheck.api import Edit, Findings, Fix, Needs, RuleContext, Severity, rule

from ._folding import folded


@rule("TEX010", "doubled-word", severity=Severity.WARNING, since="0.1.0", stage="submission")
def doubled_word(ctx: RuleContext) -> Findings:
    r"""A word stands twice in a row.

    ## Why is this bad?

    A passage was moved or rewritten, and a piece of the old text is left. Authors read over it, above all at a line
    break; readers do not.

    ## Example

    ```tex
    The sand is moved by the
    the wind.
    ```

    ## Use instead

    ```tex
    The sand is moved by
    the wind.
    ```

    ## Limits

    Reported, in text, captions and footnotes, in English, German, French, Spanish, Portuguese and Italian:
    - Small words that no sentence of their language has twice in a row ("the the", "and and"), a few of them in
      fifteen other languages, too (Dutch "een een", Vietnamese "trong trong", Indonesian "yang yang").
    - Words of four letters and more, but those that may stand twice ("that", "very", "had"); of five and more in
      some languages without word lists (Polish, Russian, Finnish); the run says that a word list is missing.
    - Two words together that no sentence has twice in a row ("of the of the", "compared to compared to").

    Not reported:
    - Words with anything but blanks or a line break between them; words in code, verse and quotations.
    - Abbreviations ("an AS as a VM"), parts of names ("la cohomologie de de Rham", "in May may"), and words that
      stand three times.
    - Verbs behind a relative pronoun ("what matters matters", "what it is is"), prepositions that may end a clause
      ("the year they came in in Rome"), and longer words that the document doubles between different words or joins
      to themselves by a hyphen ("fuzzy fuzzy sets"), or where the sentence doubles another word, too.
    - Words of reviewers: in a macro or an environment called after them (`\referee`, `{reviewer2}`), but for one that
      is called after the answer, too (`\refereereply`).
    - Two words that are all that is emphasised or stands in parentheses ("\emph{not not} true", "(list list)"), and
      longer ones with which an emphasis begins ("\emph{artificial artificial intelligence}").
    - Longer words in a macro of the document that only sets them in italics, as those of another language are set
      (`\newcommand{\pali}[1]{\textit{#1}}`).
    - In documents of linguists (packages such as `gb4e`, more than five `\textipa`), who write down what was said:
      words in examples, in lists, in `\emph` and the like and in macros of the document, and longer words; the run says
      so.

    More than five in a document are one finding. The fix, which is unsafe, keeps the first of the two.
    """
    if ctx.manuscript.is_of_linguists():
        yield ctx.unchecked("words in examples of linguists, and longer words of theirs, may stand twice")
    yield from ctx.missing(Needs.LANGUAGE)
    repeated = []
    for span, word in ctx.numbers.doubled_words:
        written, length = ctx.source(span), len(word.split())
        second = written.split(maxsplit=length)[length]
        behind_first = span._replace(start=span.start + len(written.removesuffix(second).rstrip()))
        fix = Fix("keep the first", (Edit(behind_first, ""),), safe=False)
        repeated.append(ctx.report(span, f"“{word}” stands twice", help="take one of the two out", fix=fix))
    if repeated:
        yield from folded(
            ctx, repeated, ", and so do other words", "words are: take one of each two out", apart=True
        )
