"""TEX010: a word that stands twice in a row."""

from argcheck.api import Edit, Findings, Fix, RuleContext, Severity, rule

from ._folding import folded


@rule("TEX010", "doubled-word", severity=Severity.WARNING, since="0.1.0", stage="submission")
def doubled_word(ctx: RuleContext) -> Findings:
    r"""A word stands twice in a row.

    ## Why is this bad?

    Something was moved or written anew, and a piece of what stood there before is left. Who wrote it reads over it,
    above all where a line ends in between; everybody else does not.

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

    Small words that no sentence of their language has twice in a row ("the", "and"), and words of four letters and more
    but those that may stand twice ("that", "very", "had"), in English, German, French, Spanish, Portuguese and Italian,
    with nothing between them but blanks or the end of a line, and in the text, captions and footnotes. Abbreviations
    ("an AS as a VM") are none, nor is what is said three times ("les les les") or belongs to a name ("la cohomologie de
    de Rham", "in May may"), longer words behind a relative pronoun ("what matters matters"), longer words that are
    doubled between several other ones or that a hyphen joins ("fuzzy fuzzy sets"), two words that are all
    that is emphasised ("\emph{not not} true"), code, verse and quotations. Documents of linguists, who write down what
    was said, are not looked through. More than five in one document are one finding. The fix, which is not safe, keeps
    the first of the two.
    """
    repeated = []
    for span, word in ctx.numbers.doubled_words:
        behind_first = span._replace(start=span.start + len(word))
        fix = Fix("keep the first", (Edit(behind_first, ""),), safe=False)
        repeated.append(ctx.report(span, f"“{word}” stands twice", help="take one of the two out", fix=fix))
    if repeated:
        yield from folded(
            ctx, repeated, ", and so do other words", "words are: take one of each two out", apart=True
        )
