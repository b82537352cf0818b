"""Rules that a colloquium could want of the theses that are read in it, written from docs/plugins.md and docs/records.md alone.

All are as they were at their first run.
"""

from __future__ import annotations

import re

from argcheck.api import Edit, Findings, Fix, Needs, Option, RuleContext, Severity, Span, hookimpl, rule

FORMULA = re.compile(r"(?<!\\)\$|\\\(")
COMMENT = re.compile(r"(?<!\\)%.*")
CONCLUDING = re.compile(r"\bconclu|\bfazit\b|\bschluss", re.IGNORECASE)


@rule("KOL001", "formula-in-heading", severity=Severity.NOTE, since="1.0.0")
def formula_in_heading(ctx: RuleContext) -> Findings:
    """A heading has a formula, and no words for the bookmarks of the PDF."""
    for section in ctx.manuscript.sections:
        title = ctx.source(section.title)
        command = ctx.source(section.span._replace(end=section.title.start))
        if FORMULA.search(title) and "\\texorpdfstring" not in title and "[" not in command:
            yield ctx.report(section.title, "the heading has a formula, which no bookmark can show")


@rule("KOL002", "section-refers-to-itself", severity=Severity.NOTE, since="1.0.0")
def section_refers_to_itself(ctx: RuleContext) -> Findings:
    """A section refers the reader to the section that is being read."""
    m = ctx.manuscript
    owner = {label.name: section for section in m.sections for label in m.labels_of(section)}
    for reference in m.references:
        section = owner.get(reference.name)
        if section and any(part.contains(reference.span) for part in m.extent(section)):
            yield ctx.report(
                reference.span, "this refers to where it stands", related=[(section.span, "the section")]
            )


@rule("KOL003", "float-of-another-chapter", severity=Severity.NOTE, since="1.0.0", needs=Needs.REFERENCES)
def float_of_another_chapter(ctx: RuleContext) -> Findings:
    """A float is mentioned only in chapters other than its own."""
    m = ctx.manuscript
    for float_ in m.floats:
        names = {label.name for label in float_.labels}
        own = m.section_of(float_.environment.span, level=0)
        mentions = [r for r in m.references if r.name in names]
        if mentions and all(m.section_of(r.span, level=0) != own for r in mentions):
            yield ctx.report(float_.environment.begin, "only other chapters mention it")


@rule("KOL004", "source-of-the-conclusion", severity=Severity.NOTE, since="1.0.0", needs=Needs.CITATIONS)
def source_of_the_conclusion(ctx: RuleContext) -> Findings:
    """A work is cited for the first time where the text concludes."""
    m = ctx.manuscript
    ends = [part for s in m.sections if CONCLUDING.search(m.plain(s.title)) for part in m.extent(s)]
    seen = set()
    for citation in m.citations:
        key = ctx.bibliography.fold(citation.key)
        if citation.nocite or key in seen:
            continue
        seen.add(key)
        if any(part.contains(citation.span) for part in ends):
            yield ctx.report(citation.span, f"'{citation.key}' is new to the reader here")


@rule("KOL005", "cited-twice-in-a-sentence", severity=Severity.NOTE, since="1.0.0")
def cited_twice_in_a_sentence(ctx: RuleContext) -> Findings:
    """A sentence cites a work by two commands."""
    m = ctx.manuscript
    groups = {}
    for citation in m.citations:
        sentence = m.sentence_of(citation.span)
        if citation.nocite or sentence is None:
            continue
        group = groups.setdefault((sentence, citation.key), citation.group)
        if group != citation.group:
            yield ctx.report(citation.span, f"the sentence cites '{citation.key}' a second time")


@rule("KOL006", "i-among-we", severity=Severity.NOTE, since="1.0.0", needs=Needs.LANGUAGE)
def i_among_we(ctx: RuleContext) -> Findings:
    """A sentence says I in a text that says we."""
    m = ctx.manuscript
    alone, together = [], 0
    for sentence in m.sentences:
        if sentence.language != "en" or m.section_of(sentence.span) is None:
            continue
        source = re.sub(r"(?<!\\)\$[^$]*\$", "", COMMENT.sub("", ctx.source(sentence.span)))
        if re.search(r"(?<![\w\\.])I\s+(?=[a-z])", source):
            alone.append(sentence)
        together += bool(re.search(r"\b(?:we|our|us)\b", sentence.text, re.IGNORECASE))
    if together > len(alone):
        for sentence in alone:
            yield ctx.report(sentence.span, "the sentence says I, and the text says we")


@rule("KOL007", "float-not-centred", severity=Severity.NOTE, since="1.0.0")
def float_not_centred(ctx: RuleContext) -> Findings:
    """A figure or table is not centred."""
    for float_ in ctx.manuscript.floats:
        if float_.environment.name.rstrip("*") not in ("figure", "table"):
            continue
        source = COMMENT.sub("", ctx.source(float_.environment.span))
        if not re.search(r"\\centering\b|\\begin\{center\}|\\centerline\b", source):
            yield ctx.report(float_.environment.begin, "nothing centres it")


@rule("KOL008", "bare-acronym", severity=Severity.NOTE, since="1.0.0")
def bare_acronym(ctx: RuleContext) -> Findings:
    """A title has an acronym without braces, which many styles print in lower case."""
    for entry in ctx.bibliography.printed:
        title = entry.raw("title")
        if title is None:
            continue
        depth, bare = 0, ""
        for char in title:
            depth += (char == "{") - (char == "}")
            bare += char if depth == 0 and char != "}" else "_"
        if re.search(r"[A-Z]{2}", bare):
            field = entry.fields["title"]
            place = entry.span._replace(start=field.value_start, end=field.value_end)
            yield ctx.report(place, f"the title of '{entry.key}' has capitals that no braces keep")


def group(text, start):
    """The end of the group in braces that begins at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at + 1
    return len(text)


def columns(spec):
    """How many columns a preamble declares."""
    count, at = 0, 0
    while at < len(spec):
        char = spec[at]
        at += 1
        if char == "*":
            end = group(spec, at)
            last = group(spec, end)
            count += int(spec[at + 1 : end - 1]) * columns(spec[end + 1 : last - 1])
            at = last
        elif char in "@!<>":
            at = group(spec, at)
        elif char == "{":
            at = group(spec, at - 1)
        elif char.isalpha():
            count += 1
    return count


@rule("KOL009", "column-without-cells", severity=Severity.NOTE, since="1.0.0")
def column_without_cells(ctx: RuleContext) -> Findings:
    """A table declares more columns than any of its rows fills."""
    for table in ctx.manuscript.tables:
        name, begin = table.environment.name, table.environment.begin
        text = ctx.manuscript.files[begin.path].text
        start = text.index("{", begin.end)
        if name in ("tabularx", "tabular*", "tabulary"):
            start = text.index("{", group(text, start))
        elif name not in ("tabular", "longtable"):
            continue
        declared = columns(text[start + 1 : group(text, start) - 1])
        filled = max((cell.column + cell.columns for row in table.rows for cell in row), default=declared)
        if filled < declared:
            yield ctx.report(begin, f"it declares {declared} columns and fills {filled}")


@rule(
    "KOL010",
    "long-list",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"most": Option(7, "The most items that a list may have.")},
)
def long_list(ctx: RuleContext) -> Findings:
    """A list has many items."""
    m = ctx.manuscript
    for environment in m.environments:
        count = len(m.items_of(environment))
        if count > ctx.options["most"]:
            yield ctx.report(environment.begin, f"the list has {count} items")


@rule("KOL011", "skipped-level", severity=Severity.NOTE, since="1.0.0")
def skipped_level(ctx: RuleContext) -> Findings:
    """A heading stands more than one level below the heading before it."""
    before = None
    for section in ctx.manuscript.sections:
        if section.level > 3:
            continue
        if before is not None and section.level > before.level + 1:
            yield ctx.report(
                section.span, "a level is left out", related=[(before.span, "the heading before")]
            )
        before = section


@rule("KOL012", "distorted-picture", severity=Severity.NOTE, since="1.0.0")
def distorted_picture(ctx: RuleContext) -> Findings:
    """A picture is given both a width and a height, which few pictures have in themselves."""
    for graphic in ctx.manuscript.graphics:
        before = ctx.manuscript.files[graphic.span.path].text[: graphic.span.start]
        options = re.search(r"\[([^\[\]]*)\]\s*\{\s*\Z", before[-300:])
        if not options:
            continue
        names = {option.partition("=")[0].strip() for option in options[1].split(",")}
        if {"width", "height"} <= names and "keepaspectratio" not in names:
            yield ctx.report(graphic.span, f"'{graphic.target}' has both a width and a height")


@rule("KOL013", "word-said-twice", severity=Severity.NOTE, since="1.0.0")
def word_said_twice(ctx: RuleContext) -> Findings:
    """A word stands twice in a row."""
    for place in ctx.manuscript.places_of(r"(?i)\b([^\W\d_]{2,})[\s~]+\1\b(?!-)"):
        first = re.split(r"[\s~]+", ctx.source(place))[0]
        second = place._replace(start=place.start + len(first))
        fix = Fix("say it once", (Edit(second, ""),), safe=False)
        yield ctx.report(place, f"'{first}' stands twice", fix=fix)


@rule("KOL014", "statement-upon-statement", severity=Severity.NOTE, since="1.0.0")
def statement_upon_statement(ctx: RuleContext) -> Findings:
    """A statement follows another without a word between."""
    m = ctx.manuscript
    between = [s.span for s in m.sentences] + [c.span for c in m.citations]
    places = sorted(m.position(span) for span in between)
    for first, second in zip(m.statements, m.statements[1:], strict=False):
        end = first.environment.span._replace(start=first.environment.span.end)
        start, stop = m.position(end), m.position(second.environment.span)
        if start <= stop and not any(start <= place < stop for place in places):
            yield ctx.report(second.environment.begin, f"the {second.kind} follows the {first.kind} at once")


@rule("KOL015", "chapter-without-summary", severity=Severity.NOTE, since="1.0.0", needs=Needs.TEXT)
def chapter_without_summary(ctx: RuleContext) -> Findings:
    """A chapter has no summary, and most chapters have one."""
    m = ctx.manuscript
    chapters = {}
    for section in m.sections:
        chapter = m.section_of(section.span, level=0)
        if section.level > 0 and chapter is not None and chapter.level == 0:
            chapters.setdefault(chapter, []).append(m.plain(section.title))
    without = [
        chapter
        for chapter, titles in chapters.items()
        if not any(re.search(r"(?i)\bconclu|\bsummary", title) for title in titles)
    ]
    if 2 * len(without) <= len(chapters):
        for chapter in without:
            yield ctx.report(chapter.span, "the chapter has no summary, as others have")


@rule("KOL017", "hyphen-in-range", severity=Severity.NOTE, since="1.0.0")
def hyphen_in_range(ctx: RuleContext) -> Findings:
    """A range of numbers has a hyphen in place of a dash."""
    for place in ctx.manuscript.places_of(r"(?<![\w,.-])\d(?:[\d,]*\d)?-\d(?:[\d,]*\d)?(?![\w-])"):
        first, _, second = ctx.source(place).partition("-")
        fix = Fix("write a dash", (Edit(place, f"{first}--{second}"),), safe=False)
        yield ctx.report(place, f"from {first} to {second} with a hyphen", fix=fix)


@rule("KOL022", "column-without-heading", severity=Severity.NOTE, since="1.0.0")
def column_without_heading(ctx: RuleContext) -> Findings:
    """A column of a table has nothing in the head."""
    for table in ctx.manuscript.tables:
        bare = [
            cell.column + 1
            for cell in (table.rows[0] if table.rows else ())
            if not cell.text and not re.search(r"\\(?:includegraphics|caption)", ctx.source(cell.span))
        ]
        if bare:
            yield ctx.report(table.environment.begin, f"column {bare[0]} has no heading")


@rule("KOL024", "float-before-mention", severity=Severity.NOTE, since="1.0.0")
def float_before_mention(ctx: RuleContext) -> Findings:
    """A float stands before the text first mentions it."""
    m = ctx.manuscript
    for float_ in m.floats:
        place, names = float_.environment.span, {label.name for label in float_.labels}
        mentions = [r.span for r in m.references if r.name in names and not place.contains(r.span)]
        if mentions and min(map(m.position, mentions)) > m.position(place):
            first = min(mentions, key=m.position)
            yield ctx.report(float_.environment.begin, "first mentioned later", related=[(first, "here")])


@rule(
    "KOL025",
    "obsolete-package",
    severity=Severity.NOTE,
    since="1.0.0",
    options={
        "names": Option(
            ["a4wide", "epsfig", "fixltx2e", "fullpage", "psfig", "subfigure", "times"], "What is obsolete."
        )
    },
)
def obsolete_package(ctx: RuleContext) -> Findings:
    """The document loads a package that others have replaced."""
    for path, file in ctx.manuscript.files.items():
        text = COMMENT.sub(lambda comment: " " * len(comment[0]), file.text)
        for loaded in re.finditer(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}", text):
            for name in re.finditer(r"[^\s,]+", loaded[1]):
                if name[0] in ctx.options["names"]:
                    start = loaded.start(1) + name.start()
                    place = Span(path, start, start + len(name[0]))
                    yield ctx.report(place, f"the package '{name[0]}' is obsolete")


@rule(
    "KOL028",
    "many-authors",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"most": Option(10, "The most authors that an entry may name.")},
)
def many_authors(ctx: RuleContext) -> Findings:
    """A printed entry names more authors than the style prints."""
    for entry in ctx.bibliography.printed:
        names = [name for name in ctx.bibliography.names(entry) if name.family != "others"]
        if len(names) > ctx.options["most"]:
            field = entry.fields["author"]
            place = entry.span._replace(start=field.value_start, end=field.value_end)
            yield ctx.report(place, f"'{entry.key}' names {len(names)} authors")


@rule("KOL030", "starred-among-numbered", severity=Severity.NOTE, since="1.0.0")
def starred_among_numbered(ctx: RuleContext) -> Findings:
    """A heading has no number, and most of its level have one."""
    sections = [section for section in ctx.manuscript.sections if section.level in (1, 2, 3)]
    for section in sections:
        same = [other.starred for other in sections if other.level == section.level]
        if section.starred and 2 * sum(same) < len(same):
            yield ctx.report(section.span, "most headings of this level have a number")


@hookimpl
def argcheck_rules():
    return [
        formula_in_heading,
        section_refers_to_itself,
        float_of_another_chapter,
        source_of_the_conclusion,
        cited_twice_in_a_sentence,
        i_among_we,
        float_not_centred,
        bare_acronym,
        column_without_cells,
        long_list,
        skipped_level,
        distorted_picture,
        word_said_twice,
        statement_upon_statement,
        chapter_without_summary,
        hyphen_in_range,
        column_without_heading,
        float_before_mention,
        obsolete_package,
        many_authors,
        starred_among_numbered,
    ]
