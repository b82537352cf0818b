"""CIT009: an entry that BibTeX cannot read."""

from argcheck.api import Diagnostic, Findings, RuleContext, Severity, rule

from ._folding import CLOSE, folded
from ._keys import MARKDOWN, keys_in_use

#: Words of messages on faults that lose nothing that is printed.
_HARMLESS = (" has no key: ", " drops nothing else ")
#: Words of messages on faults that affect the next entries.
_SWALLOWING = (" is not closed: ", "'}' is missing ", "')' is missing ", "'\"' is missing ")

#: Words of the header of a manuscript in Markdown whose list of references LaTeX makes.
_PACKAGED = ("citation_package", "cite-method", "natbib")


@rule("CIT009", "broken-entry", severity=Severity.ERROR, since="0.1.0")
def broken_entry(ctx: RuleContext) -> Findings:
    r"""A part of a bibliography cannot be read: a brace, a comma or an equals sign is missing.

    ## Why is this bad?

    BibTeX skips what it cannot read, often the rest of the entry and sometimes the next one, and prints a reference
    with gaps or none.

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

    - The other rules go on behind the broken piece, at the latest at the next entry, and report no missing field of
      an entry that was not read in full.
    - More than two entries of a file that are broken in one way ("'month' has no value") are one finding: a program
      wrote them.

    A note instead of an error:
    - An entry without a key, which nothing can cite.
    - A field without a value (`volume = ,`) where only Markdown cites the file and pandoc makes the list: it leaves the
      field out, and nothing else is lost.
    - Fields at the end of an entry that are commented out: BibTeX stops at the sign, and nothing else is lost.
    - An entry that no document of the project cites, unless what is broken swallows the entries behind it (a brace
      or quotation mark that is not closed).
    """
    in_use = keys_in_use(ctx) if ctx.bibliography.broken else None
    harmless = (
        (*_HARMLESS, " has no value in ") if ctx.bibliography.broken and _is_by_pandoc(ctx) else _HARMLESS
    )
    alike: dict[tuple[str, str, Severity], list[Diagnostic]] = {}
    for piece in ctx.bibliography.broken:
        skipped = f"the rest of '{piece.key}'" if piece.key else "it"
        help_ = f"mend it: BibTeX skips {skipped} or misreads it"
        unused = in_use is not None and piece.key and ctx.bibliography.fold(piece.key) not in in_use
        swallows = any(sign in piece.message for sign in _SWALLOWING)
        note = bool(unused and not swallows) or any(sign in piece.message for sign in harmless)
        diagnostic = ctx.report(piece.span, piece.message, help=help_, note=note)
        kind = piece.message.rsplit("'", 2)[0] if piece.message.endswith("'") else piece.message
        alike.setdefault((piece.span.path, kind, diagnostic.severity), []).append(diagnostic)
    for diagnostics in alike.values():
        help_ = (
            "entries of this file are broken in this way, as a program may have written them: mend them all"
        )
        yield from folded(ctx, diagnostics, ", and other entries are broken in this way", help_, many=CLOSE)


def _is_by_pandoc(ctx: RuleContext) -> bool:
    """Whether pandoc itself makes the list of references, as of Markdown that names no package of LaTeX for it."""
    files = [file.original for file in ctx.manuscript.files.values()]
    if "natbib" in ctx.manuscript.packages or not all(file.path.endswith(MARKDOWN) for file in files):
        return False
    lines = (line.lstrip() for file in files for line in file.text.splitlines())
    return not any(package in line for line in lines for package in _PACKAGED if not line.startswith("#"))
