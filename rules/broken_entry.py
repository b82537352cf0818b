"""CIT009: an entry that BibTeX cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext


@rule("CIT009", "broken-entry", severity=Severity.ERROR, since="0.1.0")
def broken_entry(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A part of a bibliography cannot be read: a brace, a comma or an equals sign is missing.

    ## Why is this bad?

    BibTeX skips what it cannot read, often the rest of the entry, sometimes the next
    one too, and the document prints a reference with gaps or none.

    ## Example

    ```tex
    As shown by \cite{knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84,
      author = {Knuth, Donald E.}
      title = {The {\TeX}book},
      year = 1984,
    }
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth84}.
    \bibliography{refs}
    % file: refs.bib
    @book{knuth84,
      author = {Knuth, Donald E.},
      title = {The {\TeX}book},
      year = 1984,
    }
    ```

    ## Limits

    argcheck goes on behind the broken piece, at the latest at the next entry, and its
    other rules say nothing of what an entry lacks that was not read in full.
    """
    for piece in ctx.bibliography.broken:
        skipped = f"the rest of '{piece.key}'" if piece.key else "it"
        yield ctx.report(piece.span, piece.message, help=f"mend it: BibTeX skips {skipped} or misreads it")
