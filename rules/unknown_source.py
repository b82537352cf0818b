"""SRC008: a cited work that could not be decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, rule

from ._verdicts import indexes, judged, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Entry, RuleContext


_MANY = 5  # most works with the same reason that are reported one by one


@rule("SRC008", "unknown-source", severity=Severity.NOTE, since="0.1.0")
def unknown_source(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""It could not be decided whether a cited work exists and was not retracted.

    ## Why is this bad?

    As far as anybody knows, nothing is wrong with the citation. But it was not checked, and silence would hide
    that.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"asked": [["crossref", "failed"], ["openalex", "absent"]], "checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "unknown", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - An index that was down, slow or full proves nothing, so this is a note and never fails a run; with `argcheck
      check --require` it ends with exit code 4. `argcheck verify` asks again.
    - More than five works that were out of reach for one reason are one finding.
    """
    groups: dict[str, list[Entry]] = {}
    for entry, verdict in judged(ctx, "unknown"):
        failed = indexes(verdict, "failed")
        why = f": {listed(failed)} could not be asked" if failed else ""
        groups.setdefault(f"could not be checked on {verdict.checked}{why}", []).append(entry)
    advice = "run `argcheck verify` again"
    for what, entries in groups.items():
        if len(entries) > _MANY:
            others = [Related(entry.key_span, "this one, too") for entry in entries[1:_MANY]]
            message = f"{len(entries)} works, '{entries[0].key}' the first of them, {what}"
            yield ctx.report(entries[0].key_span, message, help=advice, related=others)
            continue
        for entry in entries:
            yield ctx.report(entry.key_span, f"the work '{entry.key}' {what}", help=advice)
