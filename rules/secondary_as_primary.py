"""SRC007: a review cited for a result of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.api import Severity, rule

from ._verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Mention, RuleContext


_VERB = r"(?:show(?:ed|n|s)?|measured?|observed?|demonstrated?|discovered|found)"
# Strings, as patterns are compiled on first use.
_ACTIVE = rf"\W*(?:have\s+|has\s+|also\s+|first\s+){{0,2}}{_VERB}\s+(?:that|an?|the|no)\b"
_AS = rf"\W*(?:(?:have|has)\s+)?{_VERB}\s*,"
_PASSIVE = rf"\b(?:was|were|been)\s+(?:(?:also|first)\s+)?{_VERB}\s+(?:by|in)\W*\Z"
#: Words for reviews with a result of their own.
_OWN = r"meta-?\s?analy|mega-?analy|pooled|metaanaly"


def _as_finder(mention: Mention) -> bool:
    """Whether a citation is the subject of a verb such as "showed"."""
    text = mention.sentence.text
    mark = text.find(f"[{mention.key}]")
    before, behind = text[:mark], text[mark + len(mention.key) + 2 :]
    return mark >= 0 and bool(
        re.match(_ACTIVE, behind)
        or (re.search(r"\b[Aa]s\W*\Z", before) and re.match(_AS, behind))
        or re.search(_PASSIVE, before)
    )


def _has_result(*texts: str) -> bool:
    """Whether a title or a sentence says that the review computes a result, such as a meta-analysis."""
    return any(re.search(_OWN, text, re.IGNORECASE) for text in texts)


@rule("SRC007", "secondary-as-primary", severity=Severity.NOTE, since="0.1.0", preview=True)
def secondary_as_primary(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A review article is cited as if it had found the result itself.

    ## Why is this bad?

    The result is somebody else's, who is not named, and the review may have it wrong.

    ## Example

    ```tex
    \citet{lamb2001} showed that roast pig was found by chance.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "review": true, "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Roast pig was found by chance, as \citet{lamb2001} reviews.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "review": true, "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - Only English sentences in which the source is the subject of a verb of finding (showed, measured, observed,
      demonstrated, found that), or something was found by it.
    - Meta-analyses are left out, if a title or the sentence names them.
    - Preview: the record says whether a work is a review, and its authors may have measured something after all.
    """
    for entry, verdict in judged(ctx, "secondary"):
        if verdict.fallen or _has_result(entry.text("title") or "", str(verdict.record.get("title", ""))):
            continue
        for mention in ctx.verdicts.cited:
            if mention.entry is entry and _as_finder(mention) and not _has_result(mention.sentence.text):
                message = f"'{entry.key}' is a review, and is cited here as if it had found this itself"
                advice = "cite the work that found it, or say that the review reports it"
                yield ctx.report(mention.citation.span, message, help=advice)
