"""SRC005: an entry that differs from the record of its work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Severity, Span, rule, shortened

from ._verdicts import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Difference, Entry, EntryVerdict, RuleContext


#: Fields of entries for each field of a record.
_FIELDS = {
    "author": ("author", "editor"),
    "authors": ("author", "editor"),
    "venue": ("journal", "journaltitle", "booktitle"),
    "year": ("year", "date"),
    "title": ("title",),
}
_IDENTIFIERS = ("doi", "eprint", "arxivid", "pmid", "isbn", "url")
_SPECIAL = str.maketrans({"&": r"\&", "%": r"\%", "#": r"\#", "$": r"\$", "_": r"\_"})


def _place(entry: Entry, names: tuple[str, ...]) -> tuple[Span, str]:
    """Return place and raw value of the first of some fields; without any, the place of the key and an empty value."""
    for name in names:
        if name in entry.fields:
            field = entry.fields[name]
            return Span(entry.span.path, field.value_start, field.value_end), field.raw
    return entry.key_span, ""


def _differs(ctx: RuleContext, entry: Entry, verdict: EntryVerdict, difference: Difference) -> Diagnostic:
    span, written = _place(entry, _FIELDS.get(difference.field, (difference.field,)))
    whose = verdict.record.get("provider") or "its record"
    ours, theirs = (
        f"“{shortened(value)}”" if value else "none" for value in (difference.ours, difference.theirs)
    )
    if difference.field == "doi" and not difference.theirs:
        message = f"the DOI of '{entry.key}' does not lead to this work: {ours}"
    else:
        message = f"the {difference.field} of '{entry.key}': {ours} here, {theirs} in {whose}"
    answer = f"`argcheck verdicts dispute {entry.key} REASON` if the record is wrong"
    advice = f"compare the two with the work itself; {answer}"
    return ctx.report(span, message, help=advice, fix=_fix(span, written, difference))


def _fix(span: Span, written: str, difference: Difference) -> Fix | None:
    """Return a fix to the value of the record, if it is certain and the field has only the old value, else None."""
    if not (
        difference.certain
        and difference.theirs
        and difference.ours
        and written.strip('{}"') == difference.ours
    ):
        return None
    value = difference.theirs if difference.field == "doi" else difference.theirs.translate(_SPECIAL)
    return Fix(f"put in the {difference.field} of the record", (Edit(span, f"{{{value}}}"),), safe=True)


def _elsewhere(ctx: RuleContext, entry: Entry, verdict: EntryVerdict) -> Diagnostic:
    """Report an identifier of another work, or an entry that only resembles a work."""
    record = verdict.record
    year = f" ({record['year']})" if record.get("year") else ""
    work = f"“{shortened(str(record['title']))}”{year}" if record.get("title") else "another one"
    asked = [name for name, answer in verdict.asked if answer == "found"]
    if asked and all("(search)" in name for name in asked):
        fields = listed([difference.field for difference in verdict.differences]) or "something"
        message = f"no index has '{entry.key}' as it stands; in the nearest work {fields} differ: {work}"
        advice = f"mend the entry, or `argcheck verdicts dispute {entry.key} REASON` if the work exists as it stands"
        return ctx.report(entry.key_span, message, help=advice)
    span, _ = _place(entry, _IDENTIFIERS)
    message = f"the identifier of '{entry.key}' leads to another work: {work}"
    advice = f"find the right one; `argcheck verdicts dispute {entry.key} REASON` if it is the work"
    return ctx.report(span, message, help=advice)


@rule("SRC005", "metadata-mismatch", severity=Severity.WARNING, since="0.1.0")
def metadata_mismatch(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""An entry differs from the record of the work, or its identifier leads to another work.

    ## Why is this bad?

    A wrong year, name or page sends readers to the wrong place, and indexes do not count the citation. A DOI that
    leads elsewhere cites an unintended work.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "differences": [{"certain": true, "field": "year", "ours": "2001", "theirs": "1822"}], "key": "v1:1", "kind": "entry", "outcome": "accessible", "record": {"provider": "crossref"}, "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb1822, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 1822, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - One finding for each field.
    - Has a fix if the verdict is certain of the value and the field is written in the entry itself, not by
      `@string` or as a part of a date.
    - Not reported if the entry changed since the verdict (stale-verdict), or the work was retracted or is unknown.
    - Records have errors, too: `argcheck verdicts dispute KEY REASON` records that.
    """
    for entry, verdict in ctx.verdicts.judged:
        if verdict.fallen or ctx.verdicts.stale(verdict, entry):
            continue
        if ctx.verdicts.unanswered(verdict, "mismatch"):
            yield _elsewhere(ctx, entry, verdict)
        elif ctx.verdicts.unanswered(verdict, "metadata"):
            for difference in verdict.differences:
                if difference.field == "year" and not difference.theirs:
                    continue  # a future year, which conflicting-identifiers reports without a look-up
                yield _differs(ctx, entry, verdict, difference)
