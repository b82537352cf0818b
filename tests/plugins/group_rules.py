"""Rules that a research group could want, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for `far-formula`, which raised, and `many-own-works`, which searched the source for names.
"""

from __future__ import annotations

import re
from collections import defaultdict

from argcheck.api import Needs, Option, Severity, hookimpl, rule

WARN = Severity.WARNING


@rule(
    "GRP001",
    "citation-dump",
    severity=WARN,
    since="1.0.0",
    options={"most": Option(3, "The most works that one citation may name.")},
)
def citation_dump(ctx):
    """One citation names many works at once."""
    groups = defaultdict(list)
    for citation in ctx.manuscript.citations:
        if not citation.nocite:
            groups[citation.command_span].append(citation)
    for span, citations in groups.items():
        if len(citations) > ctx.options["most"]:
            yield ctx.report(span, f"{len(citations)} works in one citation")


@rule("GRP003", "lone-subheading", severity=WARN, since="1.0.0")
def lone_subheading(ctx):
    """A section has exactly one subsection."""
    children = defaultdict(list)
    stack = []
    for section in ctx.manuscript.sections:
        while stack and stack[-1].level >= section.level:
            stack.pop()
        if stack:
            children[stack[-1].span].append(section)
        stack.append(section)
    for below in children.values():
        if len(below) == 1:
            yield ctx.report(below[0].title, "the only subheading here")


@rule("GRP005", "mixed-decimals", severity=WARN, since="1.0.0")
def mixed_decimals(ctx):
    """The numbers of a column of a table have different counts of decimals."""
    for table in ctx.manuscript.tables:
        columns = defaultdict(list)
        for row in table.rows[1:]:
            for cell in row:
                number = re.fullmatch(r"[-+\u2212]?\d+(?:\.(\d+))?", cell.text)
                if number and cell.columns == 1:
                    columns[cell.column].append(len(number[1] or ""))
        for cell in table.rows[0] if table.rows else ():
            decimals = columns.get(cell.column, [])
            if len(decimals) >= 3 and len(set(decimals)) > 1:
                yield ctx.report(cell.span, f"numbers with {sorted(set(decimals))} decimals below")


FORMULAS = {"equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign"}


@rule("GRP006", "far-formula", severity=WARN, since="1.0.0", needs=Needs.REFERENCES)
def far_formula(ctx):
    """A numbered formula is referred to from other sections only."""
    m = ctx.manuscript
    where = defaultdict(list)
    for reference in m.references:
        where[reference.name].append(reference)
    for label in m.labels:
        if label.environment == -1:
            continue
        around = [label.environment, *m.around(m.environments[label.environment])]
        if not any(m.environments[e].name.rstrip("*") in FORMULAS for e in around):
            continue
        home = m.section_of(label.span)
        references = where[label.name]
        if references and all(m.section_of(r.span) != home for r in references):
            yield ctx.report(label.span, "referred to from other sections only")


def plain_doi(entry):
    doi = (entry.text("doi") or "").strip().lower()
    return re.sub(r"^(https?://(dx\.)?doi\.org/|doi:\s*)", "", doi)


@rule("GRP007", "work-in-two-files", severity=WARN, since="1.0.0")
def work_in_two_files(ctx):
    """Two entries are one work by its DOI, or have one key in two files."""
    dois, keys = {}, {}
    for entry in ctx.bibliography.entries:
        key = ctx.bibliography.fold(entry.key)
        before = keys.setdefault(key, entry)
        if before.span.path != entry.span.path:
            yield ctx.report(
                entry.key_span, f"'{entry.key}' stands in two files", related=[(before.key_span, "here, too")]
            )
            continue
        doi = plain_doi(entry)
        if doi:
            before = dois.setdefault(doi, entry)
            if ctx.bibliography.fold(before.key) != key:
                yield ctx.report(
                    entry.key_span, f"the same DOI as '{before.key}'", related=[(before.key_span, "here")]
                )


@rule("GRP008", "lonely-lemma", severity=WARN, since="1.0.0", needs=Needs.TEXT)
def lonely_lemma(ctx):
    """No statement and no proof rests on this lemma."""
    for node in ctx.graph.nodes:
        if node.sort.lower() == "lemma" and node.places and not ctx.graph.out_of(node):
            yield ctx.report(node.places[0], "nothing rests on this lemma")


@rule("GRP009", "doi-to-add", severity=WARN, since="1.0.0")
def doi_to_add(ctx):
    """The record of a cited work has a DOI that the entry lacks."""
    for entry, verdict in ctx.verdicts.judged:
        doi = verdict.record.get("doi")
        if doi and "doi" not in entry.fields:
            yield ctx.report(entry.key_span, f"add the DOI {doi}")


@rule(
    "GRP010",
    "many-own-works",
    severity=WARN,
    since="1.0.0",
    options={"percent": Option(10, "The largest share of own works.")},
)
def many_own_works(ctx):
    """Many of the cited works are the authors' own."""
    authors = ctx.manuscript.authors
    own = {author.name.family.lower() for author in authors}
    first = authors[0].span if authors else None
    printed = ctx.bibliography.printed
    mine = [e for e in printed if any(name.family.lower() in own for name in ctx.bibliography.names(e))]
    if first and printed and 100 * len(mine) > ctx.options["percent"] * len(printed):
        yield ctx.report(first, f"{len(mine)} of {len(printed)} cited works are your own")


@rule("GRP011", "loose-tie", severity=WARN, since="1.0.0")
def loose_tie(ctx):
    """A blank, and no tie, stands between a word and the number that it names."""
    pattern = r"\b(?:[Ff]igures?|[Ff]ig\.|[Tt]ables?|[Ee]q\.|[Ee]quations?|[Ee]qns?\.?) (?=\(?\\(?:eq)?ref\b)"
    for span in ctx.manuscript.places_of(pattern):
        yield ctx.report(span, "a line may break before the number")


@rule("GRP012", "author-in-text", severity=WARN, since="1.0.0")
def author_in_text(ctx):
    """The text names one of its authors, which a blind review must not see."""
    m = ctx.manuscript
    families = {author.name.family for author in m.authors}
    if not families:
        yield ctx.unchecked("no author is named in a way that is known")
        return
    named = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(families))) + r")\b")
    for sentence in m.sentences:
        words = re.sub(r"\[[^\]]*\]", "", sentence.text)
        if m.section_of(sentence.span) and named.search(words):
            yield ctx.report(sentence.span, "names an author")


@rule("GRP014", "grey-ground", severity=WARN, since="1.0.0")
def grey_ground(ctx):
    """A statement rests on a work that no journal or publisher has printed."""
    grey = {"misc", "techreport", "unpublished", "online", "report"}
    nodes = {node.id: node for node in ctx.graph.nodes}
    for edge in ctx.graph.edges:
        if not edge.source.startswith("cite:") or edge.relation != "supports":
            continue
        entry = ctx.bibliography.find(edge.source.removeprefix("cite:"))
        target = nodes.get(edge.target)
        if (
            entry
            and entry.type in grey
            and target
            and target.places
            and target.sort not in ("sentence", "work", "float")
        ):
            yield ctx.report(target.places[0], f"rests on '{entry.key}', which is {entry.type}")


@rule("GRP015", "published-meanwhile", severity=WARN, since="1.0.0")
def published_meanwhile(ctx):
    """A preprint is cited whose article has appeared."""
    for entry, verdict in ctx.verdicts.judged if ctx.verdicts else ():
        if verdict.published_as:
            yield ctx.report(entry.key_span, f"published as {verdict.published_as}")


@hookimpl
def argcheck_rules():
    return [
        citation_dump, lone_subheading, mixed_decimals, far_formula,
        work_in_two_files, lonely_lemma, doi_to_add, many_own_works,
        loose_tie, author_in_text, grey_ground, published_meanwhile,
    ]  # fmt: skip
