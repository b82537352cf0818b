"""CIT002: a citation that finds its entry only because BibTeX ignores case."""

from collections import defaultdict

from argcheck.api import Diagnostic, Edit, Findings, Fix, Related, RuleContext, Severity, rule

from ._folding import folded
from ._keys import entry_of, has_several_lists


@rule("CIT002", "key-case-mismatch", severity=Severity.ERROR, since="0.1.0")
def key_case_mismatch(ctx: RuleContext) -> Findings:
    r"""A citation writes a key in another case than its entry.

    ## Why is this bad?

    BibTeX accepts it only if every citation of the entry has the same spelling; a second spelling is printed as
    undefined. Biber, `natbib` look-ups and searches treat the two as different keys.

    ## Example

    ```tex
    As shown by \cite{Knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    ```

    ## Limits

    - Only for documents whose references BibTeX makes. For all others case matters, and the citation is an
      undefined-citation.
    - A note if all citations of the entry have one spelling, or the document has several lists, of which each may
      have one: it prints correctly, and few authors change it.
    - The fix writes the key as the entry has it. More than five such keys are one finding, with one fix for all.
    """
    b = ctx.bibliography
    if b.backend not in ("bibtex", "either"):
        return
    spellings: dict[str, set[str]] = defaultdict(set)
    for key in ctx.manuscript.cited_keys:
        spellings[b.fold(key)].add(key)
    others = {key: entry for key in ctx.manuscript.cited_keys if (entry := b.find(key)) and entry.key != key}
    one_list = not has_several_lists(ctx.manuscript)
    lost: list[Diagnostic] = []  # citations that are printed as undefined
    harmless: list[Diagnostic] = []
    for citation in ctx.manuscript.citations:
        entry = others.get(citation.key)
        if entry is None or citation.key in b.aliases(entry) or entry_of(ctx, citation) is not entry:
            continue
        label = ctx.manuscript.labels_by_name.get(citation.key)
        if label:
            yield ctx.report(
                citation.span,
                f"'{citation.key}' is a label; as a key it finds '{entry.key}' only because BibTeX ignores case",
                help=f"write \\ref{{{citation.key}}}, or '{entry.key}' if the source is meant",
                related=[
                    Related(label[0].span, "the label is here"),
                    Related(entry.key_span, "the entry is here"),
                ],
                note=True,
            )
            continue
        whole = citation.span.end - citation.span.start == len(citation.key)
        is_lost = one_list and len(spellings[b.fold(citation.key)]) > 1
        follows = "which it finds only because BibTeX ignores case"
        if is_lost:
            follows = "and its entry is cited in two spellings, of which BibTeX takes one"
        diagnostic = ctx.report(
            citation.span,
            f"the key '{citation.key}' differs by case from '{entry.key}', {follows}",
            help=f"write '{entry.key}'",
            related=[Related(entry.key_span, "the entry is here")],
            fix=Fix(f"write '{entry.key}'", (Edit(citation.span, entry.key),), safe=True) if whole else None,
            note=not is_lost,
        )
        (lost if is_lost else harmless).append(diagnostic)
    advice = "keys are of another case than those of their entries: write them as the entries have them"
    for diagnostics in (harmless, lost):
        yield from folded(ctx, diagnostics, "; so do other keys", advice)
