"""CIT018: an entry that gives one field twice, with two values."""

from argcheck.api import Diagnostic, Findings, Related, RuleContext, Severity, Span, rule

from ._folding import folded

#: Fields that styles print; exports repeat others, such as keywords and files.
_PRINTED = frozenset({
    "author", "editor", "title", "booktitle", "journal", "journaltitle", "year", "date", "volume", "number", "issue", "pages",
    "doi", "publisher", "school", "institution", "edition", "series", "chapter",
})  # fmt: skip
_MANY = ", and so do other fields of this file"


@rule("CIT018", "repeated-field", severity=Severity.WARNING, since="0.1.0")
def repeated_field(ctx: RuleContext) -> Findings:
    """A cited entry gives a field twice, with two values.

    ## Why is this bad?

    BibTeX prints the first value and biber the last. One of the two is lost without a warning.

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
    - Two values that differ only in blanks, braces, case or the length of dashes are not reported, nor is a value
      that contains the other (`2012` and `2012-06-29`): nothing is lost.
    - More than five in a file are one finding and a note: a program wrote the short and the long name of a
      conference.
    """
    b = ctx.bibliography
    repeated: dict[str, list[Diagnostic]] = {}
    taken = "biber takes the last" if b.backend == "biber" else "BibTeX takes the first"
    for entry in b.printed_from:
        if entry.type == "bibitem" or not entry.fields.repeat:
            continue
        first: dict[str, tuple[str, Span]] = {}
        for field in entry.fields.all():
            value, span = _plain(field.raw), Span(entry.span.path, field.value_start, field.value_end)
            earlier, place = first.setdefault(field.name, (value, span))
            if field.name in _PRINTED and not (value in earlier or earlier in value):
                diagnostic = ctx.report(
                    Span(entry.span.path, field.start, field.start + len(field.name)),
                    f"in '{entry.key}' the field '{field.name}' stands twice, with two values: {taken}",
                    help="take one of the two away",
                    related=[Related(place, "the other value is here")],
                )
                repeated.setdefault(entry.span.path, []).append(diagnostic)
    for diagnostics in repeated.values():
        help_ = "fields of this file stand twice: the program that wrote it may be told to give one value"
        for diagnostic in folded(ctx, diagnostics, _MANY, help_):
            of_many = diagnostic.message.endswith(_MANY)
            yield diagnostic._replace(severity=Severity.NOTE) if of_many else diagnostic


def _plain(raw: str) -> str:
    plain = "".join(
        character for character in raw.lower() if character not in '{}"' and not character.isspace()
    )
    return plain.replace("–", "-").replace("--", "-")
