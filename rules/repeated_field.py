"""CIT018: an entry that gives one field twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Related, Severity, Span, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Entry, Field, Findings, RuleContext

#: Fields that styles print; exports repeat others, such as keywords and files.
_PRINTED = frozenset({
    "author", "editor", "title", "booktitle", "journal", "journaltitle", "year", "date", "volume", "number", "issue", "pages",
    "doi", "publisher", "school", "institution", "edition", "series", "chapter",
})  # fmt: skip
_MANY = ", and so do other fields of this file"


@rule("CIT018", "repeated-field", severity=Severity.WARNING, since="0.1.0")
def repeated_field(ctx: RuleContext) -> Findings:
    """A cited entry gives a field twice.

    ## Why is this bad?

    BibTeX prints the first value and biber the last. Of two values one is lost, and who corrects the other will wonder.

    ## Example

    ```bib
    @article{a, author = {Lee, Chris}, title = {On Trees}, journal = {Annals}, year = 2019, year = 2020}
    ```

    ## Use instead

    ```bib
    @article{a, author = {Lee, Chris}, title = {On Trees}, journal = {Annals}, year = 2020}
    ```

    ## Limits

    - Only entries that the document prints, and fields that styles print.
    - The same value twice is a note, and the fix takes the second one away, unless a comment stands between them or
      the field has a third value. Of two values the author has to choose.
    - Two values that differ only in braces, case or the length of dashes are not reported, nor is a value
      that contains the other (`2012` and `2012-06-29`): nothing is lost.
    - More than five in a file are one finding and a note: a program wrote the short and the long name of a
      conference.
    """
    b = ctx.bibliography
    repeated: dict[tuple[str, bool], list[Diagnostic]] = {}
    taken = "biber takes the last" if b.backend == "biber" else "BibTeX takes the first"
    for entry in b.printed_from:
        if entry.type == "bibitem" or not entry.fields.repeat:
            continue
        for first, before, field in _repetitions(entry):
            same, path = _bare(field.raw) == _bare(first.raw), entry.span.path
            if same or not _is_part(_plain(field.raw), _plain(first.raw)):
                twice = f"in '{entry.key}' the field '{field.name}' stands twice, with"
                diagnostic = ctx.report(
                    Span(path, field.start, field.start + len(field.name)),
                    f"{twice} the same value" if same else f"{twice} two values: {taken}",
                    help="take one of the two away",
                    related=[
                        Related(Span(path, first.value_start, first.value_end), "the other one is here")
                    ],
                    fix=_without_second(ctx, entry, before, field) if same else None,
                    note=same,
                )
                repeated.setdefault((path, same), []).append(diagnostic)
    for (_, same), diagnostics in repeated.items():
        help_ = "fields of this file stand twice: the program that wrote it may be told to give one value"
        for diagnostic in folded(ctx, diagnostics, _MANY, help_):
            of_many = diagnostic.message.endswith(_MANY) and not same
            yield diagnostic._replace(severity=Severity.NOTE) if of_many else diagnostic


def _without_second(ctx: RuleContext, entry: Entry, before: Field, field: Field) -> Fix | None:
    """Return the fix; None if a comment is between them, or the name has another value, too."""
    path = entry.span.path
    between = ctx.source(Span(path, before.value_end, field.start))
    values = {_bare(other.raw) for other in entry.fields.all() if other.name == field.name}
    if between.strip(", \t\n") or len(values) > 1:
        return None
    return Fix(
        "take the second one away", (Edit(Span(path, before.value_end, field.value_end), ""),), safe=True
    )


def _repetitions(entry: Entry) -> Iterator[tuple[Field, Field, Field]]:
    """Yield the first field of a name that styles print, the field before a further one, and that one."""
    fields = entry.fields.all()
    first: dict[str, Field] = {}
    for before, field in zip((fields[0], *fields), fields, strict=False):
        known = first.setdefault(field.name, field)
        if known is not field and field.name in _PRINTED:
            yield known, before, field


def _is_part(value: str, other: str) -> bool:
    return value in other or other in value


def _plain(raw: str) -> str:
    plain = "".join(
        character for character in raw.lower() if character not in '{}"' and not character.isspace()
    )
    return plain.replace("–", "-").replace("--", "-")


def _bare(raw: str) -> tuple[str, bool]:
    """Return a value without its delimiters, and whether it has some or is a number, which needs none.

    A value without them is a string of the file: ``jan`` is not ``{jan}``.
    """
    delimited = raw[:1] + raw[-1:] in ("{}", '""')
    text = " ".join((raw[1:-1] if delimited else raw).split())
    return text, delimited or text.isdecimal()
