"""CIT007: one work under two keys."""

from collections.abc import Callable, Container, Iterable, Mapping
from math import inf

from argcheck.api import Diagnostic, Entry, Findings, Related, RuleContext, Severity, rule

from ._folding import folded
from ._keys import has_several_lists


@rule("CIT007", "duplicate-entry", severity=Severity.WARNING, since="0.1.0")
def duplicate_entry(ctx: RuleContext) -> Findings:
    r"""Two entries with different keys are one work.

    ## Why is this bad?

    If both are cited, the list of references has the work twice, and it looks like two sources. If one is cited,
    the next citation may use the other.

    ## Example

    ```tex
    As shown by \cite{knuth74} and again by \cite{art}.
    \bibliography{refs}
    % file: refs.bib
    @article{knuth74, author = {Knuth, Donald E.}, title = {Computer Programming as an Art},
      journal = {Commun. ACM}, year = 1974, doi = {10.1145/361604.361612}}
    @article{art, author = {D. E. Knuth}, title = {Computer programming as an art},
      journal = {CACM}, year = 1974, doi = {https://doi.org/10.1145/361604.361612}}
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth74} and again by \cite{knuth74}.
    \bibliography{refs}
    % file: refs.bib
    @article{knuth74, author = {Knuth, Donald E.}, title = {Computer Programming as an Art},
      journal = {Commun. ACM}, year = 1974, doi = {10.1145/361604.361612}}
    ```

    ## Limits

    Reported, if at least one of the two is cited:
    - Two entries with one DOI, however it is written.
    - Two entries with one title and the same authors and year, if no other field (pages, volume, edition, kind)
      differs.
    - Two papers of other years with one title of four words or more and the same authors, journal, volume and pages.
    - Two entries with one DOI, but titles that have nothing in common, or other titles on other pages, by other
      authors or of another volume and year (or, if one has no title, or only "No Title", other authors and another
      year): one of the DOIs is wrong.

    The finding stands at the entry that can go: the one that is not cited, or is cited later.

    A note instead of a warning:
    - Only one of the two is cited, also where the document lists all entries (`\nocite{*}`).
    - Both are in one file, and parts of the document have lists of their own (`chapterbib`, `refsection`,
      `refsegment`).

    Not reported:
    - Two entries of two files, where parts of the document have lists of their own.
    - An edition, a translation, a talk and the article on it, a part of a series: these are works of their own.

    More than five such pairs in a file are one finding, warnings and notes apart.
    """
    m, b = ctx.manuscript, ctx.bibliography
    cited = b.used(m.cited_keys | m.hidden_keys)
    parts = has_several_lists(m, "refsegment")
    twice: dict[str, list[Diagnostic]] = {}
    notes: dict[str, list[Diagnostic]] = {}
    if not b.duplicates:
        return
    places = {b.fold(citation.key): place for place, citation in reversed(list(enumerate(m.citations)))}
    rank = {id(each): _rank(b.fold(each.key), cited, places) for pair in b.duplicates for each in pair[:2]}
    for first, entry, reason in _told_once(b.duplicates, lambda each: rank[id(each)]):
        named = [printed.key for printed in (first, entry) if b.fold(printed.key) in cited]
        keys = [first.key, entry.key] if m.nocite_all else named
        if not keys:
            continue
        both = len(keys) > 1
        other_work = reason.partition(", but another ")[2]
        if parts and not other_work and first.span.path != entry.span.path:
            continue
        if other_work:
            message = f"'{entry.key}' has the DOI of '{first.key}', but another {other_work}"
            help_ = "one of the two has the wrong DOI: look both up"
        else:
            said = "both are cited" if both else f"only '{keys[0]}' is cited"
            message = f"'{entry.key}' is the same work as '{first.key}': {reason}; {said}"
            help_ = (
                "cite one of the two everywhere, and remove the other" if both else f"remove '{entry.key}'"
            )
        other = [Related(first.key_span, "the other one is here")]
        spare = not other_work and (len(named) < 2 or parts)
        diagnostic = ctx.report(entry.key_span, message, help=help_, related=other, note=spare)
        if other_work:
            yield diagnostic
        else:
            (notes if spare else twice).setdefault(entry.span.path, []).append(diagnostic)
    for path, together in twice.items():
        help_ = f"works of {path} are cited by two keys: cite one of the two everywhere"
        yield from folded(ctx, together, ", and so are two entries of other works", help_, apart=True)
    for path, together in notes.items():
        help_ = f"entries of {path} are the same work as another one: keep one of each two"
        yield from folded(ctx, together, "; this file has more such entries", help_, apart=True)


def _told_once(
    pairs: Iterable[tuple[Entry, Entry, str]], rank: Callable[[Entry], tuple[bool, float]]
) -> list[tuple[Entry, Entry, str]]:
    """Return each entry that can go with the entry of its work that is cited first, in the order of the pairs."""
    told: dict[int, tuple[Entry, Entry, str]] = {}
    for *both, reason in pairs:
        kept, other = sorted(both, key=rank)
        if id(other) not in told or rank(kept) < rank(told[id(other)][0]):
            told[id(other)] = (kept, other, reason)
    return list(told.values())


def _rank(key: str, cited: Container[str], places: Mapping[str, int]) -> tuple[bool, float]:
    """Return the sort key of a key of a work: cited ones first, in the order of the text."""
    return key not in cited, places.get(key, inf)
