"""Rules that a journal could want, written from docs/plugins.md and docs/records.md alone, as they were at their first run.

Only `claim-on-one-leg` is not: it asks for an analysis that it had to make by itself.
"""

from __future__ import annotations

import re
from collections import defaultdict

from argcheck.api import Needs, Option, Severity, Span, hookimpl, rule

W = Severity.WARNING


@rule("JNL001", "unreferenced-theorem", severity=W, since="1.0.0", needs=Needs.REFERENCES)
def theorem(ctx):
    """Nothing refers to a theorem."""
    m = ctx.manuscript
    for statement in m.statements:
        if statement.kind == "theorem" and not any(label.name in m.referenced for label in statement.labels):
            yield ctx.report(statement.environment.begin, "nothing refers to this theorem")


@rule("JNL002", "caption-without-source", severity=W, since="1.0.0")
def caption(ctx):
    """The caption of a figure does not end with a source."""
    m = ctx.manuscript
    for float_ in m.floats:
        if float_.environment.name.rstrip("*") != "figure":
            continue
        for cap in float_.captions:
            if not re.search(r"(?i)\bsources?:\s*\S[^:]*$", m.plain(cap.text)):
                yield ctx.report(cap.text, "the caption does not end with a source")


BRITISH = re.compile(
    r"(?i)\b(?:colours?|behaviours?|labour|modelling|\w+isations?|analys(?:e[ds]?|ing)|centres?)\b"
)
AMERICAN = re.compile(
    r"(?i)\b(?:colors?|behaviors?|labor|modeling|\w+izations?|analyz(?:e[ds]?|ing)|centers?)\b"
)


@rule("JNL003", "mixed-spelling", severity=W, since="1.0.0", needs=Needs.LANGUAGE)
def spelling(ctx):
    """Headings mix British and American spelling."""
    m = ctx.manuscript
    first = None
    for section in m.sections:
        if m.language_of(section.title) != "en":
            continue
        title = m.plain(section.title)
        for name, pattern in (("British", BRITISH), ("American", AMERICAN)):
            hit = pattern.search(title)
            if not hit:
                continue
            if first is None:
                first = name, section
            elif first[0] != name:
                yield ctx.report(
                    section.title,
                    f"'{hit[0]}' is {name}, the first heading of its kind is {first[0]}",
                    related=[(first[1].title, "first here")],
                )


def simple(text):
    return " ".join(re.findall(r"\w+", (text or "").casefold()))


def is_preprint(entry):
    journal = entry.text("journal") or entry.text("journaltitle") or ""
    return (not journal and "eprint" in entry.fields) or "arxiv" in journal.casefold()


@rule("JNL004", "preprint-of-listed-article", severity=W, since="1.0.0")
def preprint(ctx):
    """A preprint is cited although the bibliography has the article."""
    b = ctx.bibliography
    articles = {}
    for entry in b.entries:
        if not is_preprint(entry) and b.names(entry) and entry.text("title"):
            articles[simple(entry.text("title")), b.names(entry)[0].family] = entry
    for citation in ctx.manuscript.citations:
        entry = b.find(citation.key)
        if entry is None or citation.nocite or not is_preprint(entry) or not b.names(entry):
            continue
        article = articles.get((simple(entry.text("title")), b.names(entry)[0].family))
        if article is not None:
            yield ctx.report(
                citation.span,
                f"'{citation.key}' is the preprint of '{article.key}'",
                related=[(article.key_span, "the article")],
            )


@rule("JNL005", "term-before-definition", severity=W, since="1.0.0", needs=Needs.TEXT)
def glossary(ctx):
    r"""A ``\gls`` stands before the entry that defines its term, or no entry does."""
    m = ctx.manuscript
    defined, used = {}, []
    for path, file in m.files.items():
        text = re.sub(r"(?<!\\)%[^\n]*", lambda hit: " " * len(hit[0]), file.text)
        for hit in re.finditer(r"\\newglossaryentry\{([^}]*)\}", text):
            defined.setdefault(hit[1].strip(), m.position(Span(path, hit.start(), hit.end())))
        for hit in re.finditer(r"\\[gG](?:ls|LS)(?:pl)?\*?(?:\[[^\]]*\])?\{([^}]*)\}", text):
            used.append((hit[1].strip(), Span(path, hit.start(1), hit.end(1))))
    for name, span in used:
        if name not in defined:
            yield ctx.report(span, f"nothing defines '{name}'")
        elif m.position(span) < defined[name]:
            yield ctx.report(span, f"'{name}' is defined later")


@rule("JNL006", "section-without-citation", severity=W, since="1.0.0", needs=Needs.CITATIONS)
def nocite(ctx):
    """A section cites nothing."""
    m = ctx.manuscript
    for section in m.sections:
        if section.level != 1:
            continue
        parts = m.extent(section)
        if not any(part.contains(c.span) for part in parts for c in m.citations if not c.nocite):
            yield ctx.report(section.title, f"the section '{m.plain(section.title)}' cites nothing")


@rule(
    "JNL007",
    "long-to-appear",
    severity=W,
    since="1.0.0",
    options={"years": Option(2, "How many years a work may be to appear.")},
)
def appear(ctx):
    """An entry has been to appear for years."""
    for entry in ctx.bibliography.printed:
        words = " ".join(entry.text(name) or "" for name in ("note", "pubstate", "howpublished", "addendum"))
        year = re.search(r"\d{4}", entry.text("year") or entry.text("date") or "")
        waits = re.search(r"(?i)\bto appear\b|\bin press\b|\binpress\b|\bforthcoming\b", words)
        if waits and year and ctx.this_year - int(year[0]) > ctx.options["years"]:
            yield ctx.report(entry.key_span, f"'{entry.key}' has been to appear since {year[0]}")


@rule("JNL009", "unanswered-question", severity=W, since="1.0.0", needs=Needs.REFERENCES)
def question(ctx):
    """No conclusion refers to a research question."""
    m = ctx.manuscript
    conclusions = [s for s in m.sections if re.search(r"(?i)\bconclusions?\b", m.plain(s.title))]
    if not conclusions:
        yield ctx.unchecked("no section is called a conclusion")
        return
    parts = [part for section in conclusions for part in m.extent(section)]
    answered = {r.name for r in m.references if any(part.contains(r.span) for part in parts)}
    for label in m.labels:
        if (
            label.environment != -1
            and m.environments[label.environment].name == "rq"
            and label.name not in answered
        ):
            yield ctx.report(label.span, f"the conclusion does not refer to '{label.name}'")


NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")


@rule("JNL010", "number-not-bold", severity=W, since="1.0.0")
def bold(ctx):
    """A number of a table that the text names is not bold."""
    m = ctx.manuscript
    named = set()
    for sentence in m.sentences:
        if sentence.kind in ("prose", "item"):
            named.update(NUMBER.findall(re.sub(r"\[[^\]]*\]", "", sentence.text)))
    for table in m.tables:
        for row in table.rows[1:]:
            for cell in row:
                if cell.text in named and not re.search(
                    r"\\(?:textbf|bfseries|mathbf|boldmath)\b", ctx.source(cell.span)
                ):
                    yield ctx.report(cell.span, f"the text names {cell.text}, which is not bold here")


@rule("JNL011", "crowded-sentence", severity=W, since="1.0.0", options={"most": Option(5, "The most works.")})
def sentence(ctx):
    """A sentence cites many works."""
    m = ctx.manuscript
    works = defaultdict(set)
    for citation in m.citations:
        around = [s for s in m.sentences if s.span.contains(citation.span)]
        if around and not citation.nocite:
            works[min(around, key=lambda s: s.span.end - s.span.start)].add(citation.key)
    for s, keys in works.items():
        if len(keys) > ctx.options["most"]:
            yield ctx.report(s.span, f"this sentence cites {len(keys)} works")


@rule("JNL013", "unreferenced-appendix", severity=W, since="1.0.0", needs=Needs.REFERENCES | Needs.LABELS)
def appendix(ctx):
    """Nothing outside of an appendix refers to it."""
    m = ctx.manuscript
    inside = [s for s in m.sections if any(part.contains(s.span) for part in m.appendix)]
    top = min((s.level for s in inside), default=0)
    for section in inside:
        if section.level != top:
            continue
        parts = (section.span, *m.extent(section))
        own = {label.name for label in m.labels if any(part.contains(label.span) for part in parts)}
        outside = (r for r in m.references if not any(part.contains(r.span) for part in parts))
        if not any(reference.name in own for reference in outside):
            yield ctx.report(section.title, f"nothing refers to the appendix '{m.plain(section.title)}'")


@rule("JNL014", "unreferenced-listing", severity=W, since="1.0.0", needs=Needs.REFERENCES)
def listing(ctx):
    """Nothing refers to a listing with a caption."""
    m = ctx.manuscript
    for index, environment in enumerate(m.environments):
        if environment.name != "lstlisting" or not re.search(r"\bcaption\s*=", environment.option or ""):
            continue
        names = {
            label.name
            for label in m.labels
            if label.environment == index or environment.span.contains(label.span)
        }
        if not names & m.referenced:
            yield ctx.report(environment.begin, "nothing refers to this listing")


@rule("JNL015", "claim-on-one-leg", severity=W, since="1.0.0")
def width(ctx):
    """A claim of the results falls with one of its supports."""
    m, graph = ctx.manuscript, ctx.graph
    parts = [p for s in m.sections if s.level <= 1 and m.plain(s.title) == "Results" for p in m.extent(s)]
    for node in graph.claims:
        if graph.into(node) and graph.width(node) == 1 and any(p.contains(node.places[0]) for p in parts):
            needed = " or ".join(other.id for other in graph.cut(node))
            yield ctx.report(node.places[0], f"the claim '{node.id}' falls with {needed}")


UNITS = r"(?:\\?%|\\textdegree|°|(?:[kMGmcn]?(?:m|Hz|g|s|V|W|A|J|B|Pa|bar|K)|h|min|dB|eV)\b)"


@rule("JNL016", "caption-number-without-unit", severity=W, since="1.0.0")
def unit(ctx):
    """A decimal number of a caption has no unit."""
    m = ctx.manuscript
    pattern = rf"(?<![\d.])\d+\.\d+(?!\d|\.\d|\}}\{{|\$?(?:[~\s]|\\[,;:!])*{UNITS})"
    for place in m.places_of(pattern):
        if any(c.text.contains(place) for c in m.captions):
            yield ctx.report(place, f"{ctx.source(place)} has no unit")


@rule("JNL017", "footnote-that-only-cites", severity=W, since="1.0.0")
def footcite(ctx):
    """A footnote holds citations and nothing else."""
    m = ctx.manuscript
    for footnote in m.footnotes:
        words = re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", m.plain(footnote.text)))
        if not words and any(footnote.text.contains(c.span) for c in m.citations):
            yield ctx.report(footnote.text, "this footnote only cites")


@rule("JNL020", "order-of-figures", severity=W, since="1.0.0", needs=Needs.REFERENCES)
def order(ctx):
    """Figures are not referred to in the order of their numbers."""
    m = ctx.manuscript
    for kind in ("figure", "table"):
        first = []
        for float_ in m.floats:
            names = {label.name for label in float_.labels}
            places = [
                r for r in m.references if r.name in names and not float_.environment.span.contains(r.span)
            ]
            if float_.environment.name.rstrip("*") == kind and places:
                first.append(min(places, key=lambda r: m.position(r.span)))
        for index, reference in enumerate(first):
            if any(m.position(other.span) > m.position(reference.span) for other in first[:index]):
                yield ctx.report(
                    reference.span, f"'{reference.name}' is referred to before an earlier {kind}"
                )


@hookimpl
def argcheck_rules():
    return [
        theorem,
        caption,
        spelling,
        preprint,
        glossary,
        nocite,
        appear,
        question,
        bold,
        sentence,
        appendix,
        listing,
        width,
        unit,
        footcite,
        order,
    ]
