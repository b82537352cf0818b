"""CIT017: a cited source whose own title says that it was retracted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, in_any_language, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Citation, Diagnostic, Entry, RuleContext


@rule("CIT017", "retracted-by-title", severity=Severity.WARNING, since="0.1.0")
def retracted_by_title(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""The title of a cited source says that it was retracted.

    ## Why is this bad?

    A retracted work supports nothing, and without a remark in the text readers assume that the author did not know.

    ## Example

    ```tex
    Wind shapes the dunes \cite{old}.
    \bibliography{refs}
    % file: refs.bib
    @article{old, author = {Smith, Ann}, title = {RETRACTED: Dunes and wind}, journal = {Sand}, year = 1998}
    ```

    ## Use instead

    ```tex
    Wind was said to shape the dunes, in a study that was retracted \cite{old}.
    \bibliography{refs}
    % file: refs.bib
    @article{old, author = {Smith, Ann}, title = {RETRACTED: Dunes and wind}, journal = {Sand}, year = 1998}
    ```

    ## Limits

    - Reads the title only, in the languages of retracted-source ("RETRACTED: ...", "Retraction: ...", "WITHDRAWN: ...",
      "... (Retracted article. See ...)"), and looks nothing up.
    - The finding stands at the first citation.
    - Not reported if the sentence of any citation of the work, or the note of the entry, mentions the retraction.
    - If the argument of the document shows what the source still carries, the finding is refuted-but-feeding.
    """
    b, m = ctx.bibliography, ctx.manuscript
    # Retractions in records are reported by `retracted-source`.
    works = {b.fold(entry.key): entry for entry in b.retracted if ctx.verdicts.fall(entry) is None}
    if not works:
        return
    carried = _reported(ctx)
    for folded, entry in works.items():
        names = {folded, *map(b.fold, b.aliases(entry))}
        citations = [
            citation for citation in m.citations if b.fold(citation.key) in names and not citation.nocite
        ]
        if citations and folded not in carried and not _says_so(ctx, entry, citations):
            yield ctx.report(
                citations[0].span,
                f"'{entry.key}' is retracted, as its own title says",
                help="take it away, cite what replaced it, or say in the sentence that it was retracted",
                related=[Related(entry.key_span, "the entry is here")],
            )


def _reported(ctx: RuleContext) -> set[str]:
    """Return the folded keys of works that `refuted-but-feeding` reports."""
    if not ctx.manuscript.argues:
        return set()
    g = ctx.graph
    nodes = [node for node in g.refuted if node.sort == "work" and g.carried(node) is not None]
    names = (name for node in nodes for name in (node.id, *node.aliases))
    return {ctx.bibliography.fold(name.removeprefix("cite:")) for name in names}


def _says_so(ctx: RuleContext, entry: Entry, citations: list[Citation]) -> bool:
    """Whether the document says that the work was retracted."""
    sentences = (ctx.manuscript.sentence_of(citation.span) for citation in citations)
    texts = [entry.text("note") or "", *(sentence.text for sentence in sentences if sentence)]
    speaking = in_any_language("{retractions.speaking}")
    return any(speaking.search(text.lower()) for text in texts)
