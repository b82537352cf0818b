"""Rules that a press for theses could want, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for the two on formulas, which searched the source for those that were in no record.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from argcheck.api import Needs, Option, Severity, hookimpl, rule


def manner(words):
    later = [w for w in words[1:] if len(w) >= 4 and w.isalpha() and w[1:].islower()]
    if not later:
        return ""
    if all(w[0].isupper() for w in later):
        return "title"
    if all(w[0].islower() for w in later):
        return "sentence"
    return ""


@rule("PRS001", "heading-capitals", severity=Severity.NOTE, since="1.0.0")
def heading_capitals(ctx):
    """A heading has its capitals in another manner than most."""
    m = ctx.manuscript
    of = [(s, manner(m.words_of(s.title))) for s in m.sections if 0 <= s.level <= 3]
    count = Counter(how for _, how in of if how)
    if len(count) < 2:
        return
    usual, rare = (how for how, _ in count.most_common())
    for section, how in of:
        if how == rare:
            yield ctx.report(section.title, f"this heading is in {rare} case, and most are in {usual} case")


@rule(
    "PRS002",
    "lead-source",
    severity=Severity.NOTE,
    since="1.0.0",
    options={
        "share": Option(0.2, "The greatest share of the citations of a chapter that one work may have."),
        "least": Option(10, "The citations that a chapter must have to be judged."),
    },
)
def lead_source(ctx):
    """A chapter leans on one work for much of what it cites."""
    m = ctx.manuscript
    per = {}
    for c in m.citations:
        if c.nocite:
            continue
        chapter = m.section_of(c.span, level=0)
        if chapter is not None and chapter.level == 0:
            per.setdefault(chapter, Counter())[ctx.bibliography.fold(c.key)] += 1
    for chapter, keys in per.items():
        total = sum(keys.values())
        key, most = keys.most_common(1)[0]
        if total >= ctx.options["least"] and most > ctx.options["share"] * total:
            yield ctx.report(chapter.title, f"{most} of the {total} citations of this chapter are of '{key}'")


@rule("PRS003", "definition-without-term", severity=Severity.NOTE, since="1.0.0")
def definition_without_term(ctx):
    """A definition sets no term apart."""
    for s in ctx.manuscript.statements:
        if s.kind == "definition" and not re.search(
            r"\\(?:emph|textit|textbf|textsl|term|dfn|defn)\b|\\(?:em|it|bf|itshape|bfseries)\b",
            ctx.source(s.environment.span),
        ):
            yield ctx.report(s.environment.begin, "this definition sets no term apart")


@rule("PRS004", "footnote-in-display", severity=Severity.WARNING, since="1.0.0")
def footnote_in_display(ctx):
    """A footnote hangs in a formula, statement, float, caption or heading."""
    m = ctx.manuscript
    places = [(display, "displayed formula") for display in m.displays]
    places += [(s.environment.span, s.kind) for s in m.statements]
    places += [(f.environment.span, "float") for f in m.floats]
    places += [(c.text, "caption") for c in m.captions]
    places += [(s.span, "heading") for s in m.sections]
    for note in m.footnotes:
        for place, what in places:
            if place.contains(note.span):
                yield ctx.report(note.span, f"this footnote hangs in a {what}")
                break


@rule(
    "PRS005",
    "formulas-without-words",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"most": Option(2, "The number of words that are too few between two formulas.")},
)
def formulas_without_words(ctx):
    """Two displayed formulas have hardly a word between them."""
    m = ctx.manuscript
    for a, b in pairwise(m.displays):
        if a.path != b.path or b.start < a.end:
            continue
        between = a._replace(start=a.end, end=b.start)
        source = ctx.source(between)
        if re.search(r"\n[ \t]*\n|\\(?:begin|end|item|par|section|subsection)\b", source):
            continue
        words = re.findall(r"(?<![\\A-Za-z])[A-Za-z]+", re.sub(r"(?<!\\)%.*", "", source))
        if len(words) <= ctx.options["most"] and "$" not in source and "\\" not in re.sub(r"%.*", "", source):
            yield ctx.report(b, "hardly a word stands between this formula and the one before")


@rule("PRS006", "source-of-appendix-only", severity=Severity.NOTE, since="1.0.0", needs=Needs.CITATIONS)
def source_of_appendix_only(ctx):
    """A work is cited in an appendix only."""
    m = ctx.manuscript
    fold = ctx.bibliography.fold
    inside, outside = {}, set()
    for c in m.citations:
        if c.nocite:
            continue
        if any(c.span.starts_in(a) for a in m.appendix):
            inside.setdefault(fold(c.key), c)
        else:
            outside.add(fold(c.key))
    for key, c in inside.items():
        if key not in outside:
            yield ctx.report(c.span, f"'{c.key}' is cited in the appendix only")


@rule("PRS007", "acronym-first-in-caption", severity=Severity.NOTE, since="1.0.0")
def acronym_first_in_caption(ctx):
    """An acronym is first used in a caption or heading, which a list prints."""
    m = ctx.manuscript
    chapters = [s for s in m.sections if s.level == 0 and not s.starred]
    if not chapters:
        return
    begin = m.position(chapters[0].span)
    aside = [c.text for c in m.captions] + [s.span for s in m.sections]
    places = m.places_in_source(r"\\(?:gls|Gls|GLS|glspl|Glspl|ac|acp|Ac|acs|acl|acf)\*?\{[^{}]+\}")
    seen = set()
    for place in sorted(places, key=m.position):
        if m.position(place) < begin or place.path.endswith((".sty", ".cls")):
            continue
        key = ctx.source(place).split("{")[1][:-1]
        if key in seen:
            continue
        seen.add(key)
        if any(a.contains(place) for a in aside):
            yield ctx.report(place, f"'{key}' is first used in a caption or heading")


@rule("PRS008", "float-behind-text", severity=Severity.NOTE, since="1.0.0", needs=Needs.WORDS)
def float_behind_text(ctx):
    """A float stands behind the last words of its chapter."""
    m = ctx.manuscript
    floats = [f for f in m.floats if f.environment.name.rstrip("*") != "longtable"]
    last = {}
    for s in m.sentences:
        if s.kind in ("prose", "item") and not any(f.environment.span.contains(s.span) for f in floats):
            chapter = m.section_of(s.span, level=0)
            if chapter is not None:
                last[chapter] = max(last.get(chapter, -1), m.position(s.span))
    for f in floats:
        chapter = m.section_of(f.environment.span, level=0)
        if chapter in last and m.position(f.environment.span) > last[chapter]:
            yield ctx.report(f.environment.begin, "this float stands behind the last words of its chapter")


@rule("PRS009", "wordless-panels", severity=Severity.NOTE, since="1.0.0")
def wordless_panels(ctx):
    """The panels of a figure have captions without a word."""
    m = ctx.manuscript
    for f in m.floats:
        empty = [c for c in f.captions if not m.plain(c.text).strip()]
        if len(empty) >= 2:
            yield ctx.report(f.environment.begin, f"{len(empty)} captions of this float have no words")


@rule("PRS010", "abstract-in-one-language", severity=Severity.WARNING, since="1.0.0")
def abstract_in_one_language(ctx):
    """The abstract stands in one language only."""
    m = ctx.manuscript
    spans = [m.abstract] if m.abstract is not None else []
    heads = [
        s
        for s in m.sections
        if m.plain(s.title).strip().lower()
        in ("abstract", "zusammenfassung", "kurzfassung", "résumé", "summary")
        and not any(s.span.starts_in(a) for a in m.appendix)
    ]
    if not spans and not heads:
        yield ctx.unchecked("no abstract is seen")
        return
    languages = set()
    for part in spans + heads:
        for s in m.sentences_of(part):
            if s.kind == "prose":
                languages.add(s.language)
    if len(languages) < 2:
        yield ctx.report(spans[0] if spans else heads[0].title, "the abstract stands in one language only")


def short_form(ctx, caption):
    """The span of what stands in the brackets before the caption, None without."""
    before = ctx.manuscript.files[caption.text.path].text[: caption.text.start].rstrip("{ \n")
    if not before.endswith("]"):
        return None
    depth = 0
    for at in range(len(before) - 2, -1, -1):
        if before[at] == "}":
            depth += 1
        elif before[at] == "{":
            depth -= 1
        elif before[at] == "[" and depth == 0:
            return caption.text._replace(start=at + 1, end=len(before) - 1)
    return None


@rule("PRS011", "long-short-form", severity=Severity.NOTE, since="1.0.0")
def long_short_form(ctx):
    """The short form of a caption is no shorter than the caption."""
    m = ctx.manuscript
    for caption in m.captions:
        short = short_form(ctx, caption)
        if short is not None and len(m.words_of(short)) >= len(m.words_of(caption.text)):
            yield ctx.report(short, "the short form of this caption is no shorter than the caption")


@rule("PRS012", "unlocatable-article", severity=Severity.NOTE, since="1.0.0")
def unlocatable_article(ctx):
    """An article has nothing by which to find it in its journal."""
    where = ("volume", "number", "pages", "doi", "eprint", "url", "issue", "eid")
    for entry in ctx.bibliography.printed:
        if entry.type == "article" and entry.whole and not any(entry.text(f) for f in where):
            yield ctx.report(entry.key_span, f"'{entry.key}' has neither volume nor pages nor an identifier")


@rule("PRS013", "chapter-in-file-of-another-number", severity=Severity.NOTE, since="1.0.0")
def chapter_in_file_of_another_number(ctx):
    """A file has the number of another chapter in its name."""
    m = ctx.manuscript
    before = ""
    for s in m.sections:
        if s.level != 0 or s.starred:
            continue
        number = m.chapter_number(s.span)
        if number is None:
            yield ctx.unchecked("the number of a chapter is not known", s.span)
            continue
        named = re.findall(r"\d+", s.span.path.rpartition("/")[2])
        if number != before and number.isdecimal() and len(named) == 1 and int(named[0]) != int(number):
            yield ctx.report(s.title, f"this is chapter {number}, and its file has a {named[0]} in its name")
        before = number


@rule(
    "PRS014",
    "chapter-of-formulas",
    severity=Severity.NOTE,
    since="1.0.0",
    options={
        "share": Option(0.3, "The share of the formulas that a chapter may have."),
        "least": Option(10, "The formulas of a document that is judged."),
    },
)
def chapter_of_formulas(ctx):
    """A chapter has much of all formulas."""
    m = ctx.manuscript
    total = len(m.displays)
    if total < ctx.options["least"]:
        return
    count = Counter(m.section_of(display, level=0) for display in m.displays)
    for chapter, number in count.items():
        if chapter is not None and chapter.level == 0 and number > ctx.options["share"] * total:
            yield ctx.report(chapter.title, f"{number} of {total} formulas are of this chapter")


@rule("PRS015", "labels-alike", severity=Severity.WARNING, since="1.0.0")
def labels_alike(ctx):
    """Two labels differ in case, blanks and signs alone."""
    first = {}
    for label in ctx.manuscript.labels:
        folded = "".join(filter(str.isalnum, label.name.lower()))
        other = first.setdefault(folded, label)
        if other.name != label.name:
            yield ctx.report(
                label.span,
                f"'{label.name}' is hardly another than '{other.name}'",
                related=[(other.span, "the other")],
            )


@rule("PRS016", "tables-of-one-head", severity=Severity.NOTE, since="1.0.0")
def tables_of_one_head(ctx):
    """Two tables of a chapter have one head."""
    m = ctx.manuscript
    seen = set()
    for table in m.tables:
        if not table.rows or len(table.rows) < 2:
            continue
        head = tuple(cell.text.strip().lower() for cell in table.rows[0])
        if len(head) < 2 or not any(head):
            continue
        key = m.section_of(table.environment.span, level=0), head
        if key in seen:
            yield ctx.report(table.environment.begin, "a table of this chapter has the same head")
        seen.add(key)


@rule("PRS017", "two-footnotes-in-a-sentence", severity=Severity.NOTE, since="1.0.0")
def two_footnotes_in_a_sentence(ctx):
    """A sentence has two footnotes."""
    m = ctx.manuscript
    prose = [s for s in m.sentences if s.kind in ("prose", "item")]
    for sentence in prose:
        notes = [n for n in m.footnotes if sentence.span.contains(n.span)]
        for note in notes[1:]:
            yield ctx.report(note.span, "this sentence has a footnote before this one")


@rule("PRS018", "foreign-paragraph", severity=Severity.NOTE, since="1.0.0")
def foreign_paragraph(ctx):
    """A paragraph is in another language than the document."""
    m = ctx.manuscript
    before = m.language
    for s in m.sentences:
        if s.kind != "prose":
            continue
        if s.language not in (m.language, before):
            yield ctx.report(s.span, f"this is in another language than the document, '{s.language}'")
        before = s.language


@hookimpl
def argcheck_rules():
    return [
        heading_capitals,
        lead_source,
        definition_without_term,
        footnote_in_display,
        formulas_without_words,
        source_of_appendix_only,
        acronym_first_in_caption,
        float_behind_text,
        wordless_panels,
        abstract_in_one_language,
        long_short_form,
        unlocatable_article,
        chapter_in_file_of_another_number,
        chapter_of_formulas,
        labels_alike,
        tables_of_one_head,
        two_footnotes_in_a_sentence,
        foreign_paragraph,
    ]
