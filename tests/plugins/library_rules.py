"""Rules that a library could want of the theses that are handed in to it, written from docs/plugins.md and docs/records.md alone.

All are as they were at their first run, but for the two that were written anew.
"""

from __future__ import annotations

import re

from argcheck.api import Findings, Needs, RuleContext, Severity, hookimpl, rule

N = Severity.NOTE
STOPPED = re.compile(r"[.!?…]$")


@rule("LIB001", "formula-before-its-place", severity=N, since="1.0.0")
def formula_before_its_place(ctx: RuleContext) -> Findings:
    """A formula is referred to before it stands."""
    m = ctx.manuscript
    for reference in m.references:
        for label in m.labels_by_name.get(reference.name, [])[:1]:
            shown = any(formula.span.contains(label.span) for formula in m.equations)
            if shown and m.position(reference.span) < m.position(label.span):
                yield ctx.report(reference.span, f"formula '{label.name}' stands only further down")


@rule("LIB002", "list-in-list", severity=N, since="1.0.0")
def list_in_list(ctx: RuleContext) -> Findings:
    """A list stands in a list."""
    m = ctx.manuscript
    for environment in m.environments:
        if m.items_of(environment) and m.item_of(environment.span):
            yield ctx.report(environment.begin, "a list in a list")


@rule("LIB003", "small-table", severity=N, since="1.0.0")
def small_table(ctx: RuleContext) -> Findings:
    """A table has fewer than three rows."""
    for table in ctx.manuscript.tables:
        if 0 < len(table.rows) < 3:
            yield ctx.report(table.environment.begin, "a table of fewer than three rows")


@rule("LIB004", "exclamation", severity=N, since="1.0.0")
def exclamation(ctx: RuleContext) -> Findings:
    """A sentence cries out."""
    for place in ctx.manuscript.places_of(r"(?<=[^\W\d]{2})!(?!\w)"):
        yield ctx.report(place, "an exclamation mark")


@rule("LIB005", "mark-on-number", severity=N, since="1.0.0")
def mark_on_number(ctx: RuleContext) -> Findings:
    """The mark of a footnote stands on a number or a formula, and reads as an exponent."""
    m = ctx.manuscript
    for footnote in m.footnotes:
        before = m.files[footnote.span.path].text[: footnote.span.start]
        if re.search(r"[\d$]$", before) or any(f.span.contains(footnote.span) for f in m.equations):
            yield ctx.report(footnote.span, "the mark of a footnote reads as an exponent")


@rule("LIB006", "source-aside", severity=N, since="1.0.0", needs=Needs.CITATIONS)
def source_aside(ctx: RuleContext) -> Findings:
    """A work is cited in footnotes and captions only."""
    m = ctx.manuscript
    first, inside = {}, set()
    for citation in m.citations:
        if citation.nocite:
            continue
        sentence = m.sentence_of(citation.span)
        first.setdefault(citation.key, citation)
        if sentence is None or sentence.kind not in ("footnote", "caption"):
            inside.add(citation.key)
    for key, citation in first.items():
        if key not in inside:
            yield ctx.report(citation.span, f"'{key}' is cited in footnotes and captions only")


@rule("LIB007", "footnote-without-stop", severity=N, since="1.0.0")
def footnote_without_stop(ctx: RuleContext) -> Findings:
    """A footnote does not end in a full stop."""
    m = ctx.manuscript
    for footnote in m.footnotes:
        words = re.sub(r"[\s)”’\"']+$", "", m.plain(footnote.text))
        bare = re.sub(r"(\s*\[[^\]]*\])+$", "", words)
        if words and not STOPPED.search(words) and not (bare != words and STOPPED.search(bare)):
            yield ctx.report(footnote.text, "a footnote has no full stop")


@rule("LIB008", "idle-result", severity=N, since="1.0.0", needs=Needs.TEXT)
def idle_result(ctx: RuleContext) -> Findings:
    """Nothing rests on a theorem or a lemma."""
    for statement in ctx.manuscript.statements:
        if statement.kind in ("theorem", "lemma", "proposition", "corollary"):
            whole = statement.environment.span
            nodes = [n for n in ctx.graph.nodes if n.sort == statement.kind and n.places]
            own = [n for n in nodes if whole.contains(n.places[0])]
            if not any(ctx.graph.out_of(n) for n in own):
                yield ctx.report(statement.environment.begin, f"nothing rests on this {statement.kind}")


@rule("LIB009", "address-of-doi", severity=N, since="1.0.0")
def address_of_doi(ctx: RuleContext) -> Findings:
    """An entry has the address of its DOI besides the DOI."""
    for entry in ctx.bibliography.entries:
        doi, url = entry.text("doi"), entry.text("url")
        if doi and url and re.fullmatch(r"https?://(dx\.)?doi\.org/" + re.escape(doi), url, re.IGNORECASE):
            field = entry.fields["url"]
            place = entry.span._replace(start=field.value_start, end=field.value_end)
            yield ctx.report(place, "the address says the DOI again")


@rule("LIB010", "abstract-without-number", severity=N, since="1.0.0", needs=Needs.TEXT)
def abstract_without_number(ctx: RuleContext) -> Findings:
    """The abstract states no number."""
    m = ctx.manuscript
    places = [(m.abstract, m.sentences_of(m.abstract))] if m.abstract else []
    for section in m.sections:
        if section.level <= 1 and m.plain(section.title).strip().lower() == "abstract":
            places.append((section.span, [s for s in m.sentences_of(section) if s.kind != "title"]))
    for span, sentences in places:
        if not any(re.search(r"\d", re.sub(r"\[[^\]]*\]", "", s.text)) for s in sentences):
            yield ctx.report(span, "the abstract states no number")


@rule("LIB011", "obsolete-macro", severity=N, since="1.0.0")
def obsolete_macro(ctx: RuleContext) -> Findings:
    """The text uses a switch of LaTeX 2.09."""
    for place in ctx.manuscript.places_in_source(r"\\(?:bf|it|rm|tt|sc|em|centerline)(?![A-Za-z@])|\$\$"):
        if place.path.endswith((".sty", ".cls")):
            continue
        before = ctx.manuscript.files[place.path].text[: place.start]
        if re.search(r"\\(?:def|newcommand\*?\{?|renewcommand\*?\{?|let)$", before):
            continue
        yield ctx.report(place, f"'{ctx.source(place)}' is obsolete")


@hookimpl
def argcheck_rules():
    return [
        formula_before_its_place,
        list_in_list,
        small_table,
        exclamation,
        mark_on_number,
        source_aside,
        footnote_without_stop,
        idle_result,
        address_of_doi,
        abstract_without_number,
        obsolete_macro,
    ]
