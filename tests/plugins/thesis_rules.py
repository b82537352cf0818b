"""Rules that a group of theses could want, written from docs/plugins.md and docs/records.md alone: they stay right."""

from __future__ import annotations

import itertools
import re

from argcheck.api import Edit, Fix, Needs, Option, Severity, hookimpl, rule


@rule("THS001", "column-without-unit", severity=Severity.NOTE, since="1")
def column_without_unit(ctx):
    """A column of numbers has a head without a unit."""
    for table in ctx.manuscript.tables:
        if len(table.rows) < 2:
            continue
        for head in table.rows[0]:
            cells = [c for row in table.rows[1:] for c in row if c.column == head.column and c.columns == 1]
            if (
                cells
                and all(re.fullmatch(r"[-+\d.,]+", c.text) for c in cells)
                and not re.search(r"[(\[%]", head.text)
            ):
                yield ctx.report(
                    head.span,
                    f"the column '{head.text}' has no unit",
                    related=[(cells[0].span, "its first number")],
                )


@rule(
    "THS002", "section-without-text", severity=Severity.NOTE, since="1", stage="submission", needs=Needs.TEXT
)
def section_without_text(ctx):
    """A section has no text before its first subsection."""
    m = ctx.manuscript
    for section, following in itertools.pairwise(m.sections):
        if following.level > section.level:
            between = [
                s
                for s in m.sentences_of(section)
                if s.kind in ("prose", "item") and m.position(s.span) < m.position(following.span)
            ]
            if not between:
                yield ctx.report(
                    section.title,
                    f"'{m.plain(section.title)}' has no text before '{m.plain(following.title)}'",
                )


@rule("THS003", "abbreviation-before-introduction", severity=Severity.WARNING, since="1")
def abbreviation_before_introduction(ctx):
    """An abbreviation is used before the place that introduces it."""
    first, introduced = {}, {}
    for sentence in ctx.manuscript.sentences:
        if sentence.kind == "title":
            continue
        text = re.sub(r"\[[^\]]*\]", "", sentence.text)
        for match in re.finditer(r"\(([A-Z]{2,6})s?\)", text):
            introduced.setdefault(match[1], sentence)
        for word in re.findall(r"\b([A-Z]{2,6})s?\b", text):
            first.setdefault(word, sentence)
    for word, sentence in introduced.items():
        if first[word] is not sentence:
            yield ctx.report(
                first[word].span,
                f"'{word}' is used before it is introduced",
                related=[(sentence.span, "introduced here")],
            )


@rule(
    "THS004",
    "figure-far-away",
    severity=Severity.NOTE,
    since="1",
    options={"most": Option(1, "Sections between a figure and its first mention.")},
)
def figure_far_away(ctx):
    """A figure is first mentioned in another section."""
    m = ctx.manuscript
    for one in m.floats:
        if not one.environment.name.startswith("figure"):
            continue
        names = {label.name for label in one.labels}
        mentions = [r for r in m.references if r.name in names]
        if mentions:
            nearest = min(mentions, key=lambda r: abs(m.position(r.span) - m.position(one.environment.span)))
            here, there = (m.section_of(span, level=1) for span in (one.environment.span, nearest.span))
            sections = [section for section in m.sections if section.level <= 1]
            if here and there and abs(sections.index(here) - sections.index(there)) > ctx.options["most"]:
                yield ctx.report(
                    one.labels[0].span,
                    f"the nearest mention is in '{m.plain(there.title)}'",
                    related=[(nearest.span, "mentioned here")],
                )


@rule("THS005", "number-in-abstract-without-source", severity=Severity.NOTE, since="1")
def number_in_abstract_without_source(ctx):
    """A sentence of the abstract gives a number and cites nothing."""
    m = ctx.manuscript
    inside = [one for one in m.sentences if m.abstract and m.abstract.contains(one.span)]
    for sentence in inside:
        cited = any(sentence.span.contains(citation.span) for citation in m.citations)
        if re.search(r"\d", re.sub(r"\[[^\]]*\]", "", sentence.text)) and not cited:
            yield ctx.report(sentence.span, "a number in the abstract without a source")


@rule(
    "THS006",
    "long-sentence",
    severity=Severity.NOTE,
    since="1",
    options={"most": Option(60, "The most words of a sentence.")},
)
def long_sentence(ctx):
    """A sentence is too long to be read at once."""
    for sentence in ctx.manuscript.sentences:
        if sentence.kind in ("prose", "item"):
            count = len(re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", sentence.text)))
            if count > ctx.options["most"]:
                yield ctx.report(sentence.span, f"a sentence of {count} words")


@rule("THS008", "same-caption", severity=Severity.WARNING, since="1")
def same_caption(ctx):
    """Two floats have one caption."""
    m = ctx.manuscript
    seen = {}
    for one in m.floats:
        for caption in one.captions:
            words = m.plain(caption.text).casefold()
            if words and words in seen:
                yield ctx.report(
                    caption.text,
                    "this caption stands at another float, too",
                    related=[(seen[words], "the other one")],
                )
            seen.setdefault(words, caption.text)


@rule("THS009", "term-defined-twice", severity=Severity.WARNING, since="1")
def term_defined_twice(ctx):
    r"""A term is introduced twice: ``is called \emph{...}``."""
    seen = {}
    for sentence in ctx.manuscript.sentences:
        source = ctx.source(sentence.span)
        for match in re.finditer(r"called\s+(?:an?\s+)?\\emph\{([^{}]+)\}", source):
            span = sentence.span._replace(
                start=sentence.span.start + match.start(1), end=sentence.span.start + match.end(1)
            )
            term = " ".join(match[1].casefold().split())
            if term in seen:
                yield ctx.report(
                    span, f"'{term}' is defined twice", related=[(seen[term], "first defined here")]
                )
            seen.setdefault(term, span)


@rule(
    "THS010",
    "equation-never-referenced",
    severity=Severity.NOTE,
    since="1",
    needs=Needs.TEXT,
    stage="submission",
)
def equation_never_referenced(ctx):
    """A numbered formula has a label that nothing refers to."""
    m = ctx.manuscript
    numbered = ("equation", "align", "gather", "multline")
    for label in m.labels:
        inside = label.environment >= 0 and m.environments[label.environment].name in numbered
        if inside and label.name not in m.referenced:
            yield ctx.report(label.span, f"nothing refers to '{label.name}'")


@rule("THS011", "bare-claim", severity=Severity.WARNING, since="1")
def bare_claim(ctx):
    """An annotated claim rests on nothing."""
    for node in ctx.graph.claims:
        if not ctx.graph.into(node):
            yield ctx.report(node.places[0], f"the claim '{node.id}' rests on nothing")


@rule("THS012", "outgrown-footnote", severity=Severity.NOTE, since="1")
def outgrown_footnote(ctx):
    """A footnote has more words than the paragraph that it hangs on."""
    m = ctx.manuscript
    for footnote in m.footnotes:
        around = sum(len(re.findall(r"\w+", sentence.text)) for sentence in m.paragraph_of(footnote.text))
        words = len(re.findall(r"\w+", m.plain(footnote.text)))
        if words > around > 0:
            yield ctx.report(footnote.text, f"this footnote has {words} words, its paragraph {around}")


@rule(
    "THS013",
    "missing-declaration",
    severity=Severity.WARNING,
    since="1",
    needs=Needs.TEXT,
    stage="submission",
)
def missing_declaration(ctx):
    """No chapter declares who wrote the thesis."""
    m = ctx.manuscript
    chapters = [section for section in m.sections if section.level == 0]
    if m.class_unseen:
        yield ctx.unchecked(f"the class '{m.document_class}' may print the declaration")
    elif chapters and not any("declaration" in m.plain(section.title).lower() for section in chapters):
        yield ctx.report(chapters[0].title, "no chapter declares who wrote this thesis")


@rule(
    "THS014",
    "old-check",
    severity=Severity.NOTE,
    since="1",
    options={"years": Option(2, "How long ago a work may have been looked up.")},
)
def old_check(ctx):
    """A cited work was looked up long ago, or never."""
    if not ctx.verdicts:
        yield ctx.unchecked("nothing was verified: run `argcheck verify`")
        return
    for entry in ctx.bibliography.printed:
        verdict = ctx.verdicts.entry(entry)
        if verdict is None:
            yield ctx.report(entry.key_span, f"'{entry.key}' was never looked up")
        elif ctx.this_year - int(verdict.checked[:4]) > ctx.options["years"]:
            yield ctx.report(entry.key_span, f"'{entry.key}' was looked up on {verdict.checked}")


@rule("THS015", "wide-unit-space", severity=Severity.NOTE, since="1")
def wide_unit_space(ctx):
    """A full blank stands between a number and its unit."""
    for place in ctx.manuscript.places_of(r"(?<=\d)[ ~](?=(?:km|m|kg|g|ms|s)\b)"):
        fix = Fix("put a thin space", (Edit(place, r"\,"),), safe=False)
        yield ctx.report(place, "a full blank before a unit", fix=fix)


@rule("THS016", "file-read-twice", severity=Severity.WARNING, since="1")
def file_read_twice(ctx):
    """A file is read twice."""
    first = {}
    for place, path in ctx.manuscript.inputs:
        if path in first:
            yield ctx.report(place, f"'{path}' is read again", related=[(first[path], "first read here")])
        first.setdefault(path, place)


@rule("THS017", "figure-label", severity=Severity.NOTE, since="1")
def figure_label(ctx):
    """The label of a figure does not begin with ``fig:``."""
    m = ctx.manuscript
    figures = [figure for figure in m.floats if figure.environment.name == "figure"]
    for label in (label for figure in figures for label in figure.labels):
        new = "fig:" + label.name.rpartition(":")[2]
        if label.name == new:
            continue
        places = m.places_of_label(label.name)
        written = all(ctx.source(place) == label.name for place in places)
        fix = Fix(f"call it '{new}'", tuple(Edit(place, new) for place in places), safe=False)
        free = new not in m.labels_by_name and written
        yield ctx.report(label.span, f"'{label.name}' is on a figure", fix=fix if free else None)


@rule("THS018", "twin-works", severity=Severity.NOTE, since="1")
def twin_works(ctx):
    """A sentence cites two works of one first author and year."""
    m = ctx.manuscript
    for sentence in m.sentences:
        cited = {}
        for citation in (c for c in m.citations if sentence.span.contains(c.span)):
            entry = ctx.bibliography.find(citation.key)
            names = ctx.bibliography.names(entry) if entry else ()
            if not names:
                continue
            first = names[0]
            work = (first.particle, first.family, first.given[:1], entry.text("year"))
            if cited.setdefault(work, entry.key) != entry.key:
                yield ctx.report(citation.span, f"'{cited[work]}' is of the same author and year")


RULES = [
    column_without_unit,
    section_without_text,
    abbreviation_before_introduction,
    figure_far_away,
    number_in_abstract_without_source,
    long_sentence,
    same_caption,
    term_defined_twice,
    equation_never_referenced,
    bare_claim,
    outgrown_footnote,
    missing_declaration,
    old_check,
    wide_unit_space,
    file_read_twice,
    figure_label,
    twin_works,
]


@hookimpl
def argcheck_rules():
    return RULES
