"""CIT005: an entry that nothing cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Needs, Option, Related, Severity, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Entry, RuleContext

_MANY = 10  # most entries of a file that are reported one by one
_NO_SOURCES = frozenset({"abnt-options", "control", "ieeetranbstctl", "settings"})


@rule(
    "CIT005",
    "unused-entry",
    severity=Severity.NOTE,
    since="0.1.0",
    stage="submission",
    needs=Needs.CITATIONS | Needs.BIBLIOGRAPHY,
    options={
        "database": Option(
            20, "a file with more unused entries than this, and more than a third of all, is noted once"
        )
    },
    everywhere=True,
)
def unused_entry(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""An entry of a loaded bibliography is never cited.

    ## Why is this bad?

    Nothing is printed wrong. But the text may still need the source, and entries that nobody cites are never
    checked.

    ## Example

    ```tex
    As shown by \cite{knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    @book{lamport94, author = {Lamport, Leslie}, title = {{\LaTeX}}, year = 1994}
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth84} and \cite{lamport94}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    @book{lamport94, author = {Lamport, Leslie}, title = {{\LaTeX}}, year = 1994}
    ```

    ## Limits

    An entry is used if
    - a citation or `\nocite` of any manuscript of the project names it or one of its `ids`: another document may
      load a copy, or a chapter may be left out for now;
    - a used entry inherits from it, or cites it in a field;
    - an unknown command with "cite" in its name names it.

    Not reported:
    - After `\nocite{*}`, and entries of a `.bbl`, which were cited when it was made.
    - Held back while a file of the document is missing, which may cite the entry.

    More than ten of a file are one finding, at the first. A file of which much is unused, or nothing is cited, is
    taken for a database that several papers share, and noted once (see the option).
    """
    for path, unused in _unused_by_file(ctx).items():
        everything = [entry for entry in ctx.bibliography.entries if entry.span.path == path]
        first = everything[0].key_span
        if len(unused) == len(everything) > 1:
            help_ = f"cite the {len(unused):,} where they are used, or take the list out"
            told = ctx.report(first, f"none of the entries of {path} is cited", help=help_)
            yield told._replace(stands_for=_places(unused))
            continue
        if len(unused) > ctx.options["database"] and 3 * len(unused) > len(everything):
            message = f"many entries of {path} are never cited: it looks like a database that papers share"
            help_ = f"{len(unused):,} of {len(everything):,} are not; `argcheck citations --format json` lists them"
            told = ctx.report(first, message, help=help_)
            yield told._replace(stands_for=_places(unused))
            continue
        each = [
            ctx.report(place, message, help="cite it where it is used, or remove it")
            for place, message in _places(unused)
        ]
        help_ = f"entries of {path}: cite them where they are used, or remove them"
        yield from folded(ctx, each, "; nor are others of its file", help_, many=_MANY, apart=True)


def _places(unused: list[Entry]) -> tuple[Related, ...]:
    return tuple(Related(entry.key_span, f"the entry '{entry.key}' is never cited") for entry in unused)


def _unused_by_file(ctx: RuleContext) -> dict[str, list[Entry]]:
    m, b = ctx.manuscript, ctx.bibliography
    by_file: dict[str, list[Entry]] = {}
    if m.nocite_all:
        return by_file
    cited = m.cited_keys | m.hidden_keys
    unused = b.unused(cited)
    if unused and (unseen := m.cited_unseen()):
        cited |= unseen
        unused = b.unused(cited)
    if any(entry.span.path.endswith(".bib") for entry in unused):
        elsewhere = b.used(cited | ctx.project.cited_outside(m.files))
        unused = [
            entry
            for entry in unused
            if not entry.span.path.endswith(".bib") or b.fold(entry.key) not in elsewhere
        ]
    for entry in unused:
        listed = entry.type in _NO_SOURCES or entry.span.path.endswith(".bbl")
        # A second entry of a key is reported as a duplicate.
        if not listed and b.find(entry.key) is entry:
            by_file.setdefault(entry.span.path, []).append(entry)
    return by_file
