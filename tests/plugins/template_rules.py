"""Rules that the keeper of a thesis template could want, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for `bold-not-best`, which compared rows of two numbers, and for `roadmap-incomplete`, which
asked for more files than it needs and took chapters of the back matter for some with a number.
"""

from __future__ import annotations

import re

from argcheck.api import Edit, Fix, Needs, Option, Severity, hookimpl, rule

NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?")
BOLD = re.compile(
    r"\s*(?:\\textbf\s*\{[^{}]*\}|\{?\\(?:bfseries|bf)\b[^{}]*\}?|\$?\\mathbf\s*\{[^{}]*\}\$?)\s*"
)


def number(cell):
    text = cell.text.replace("%", "").replace(",", "").strip()
    return float(text.replace("−", "-")) if NUMBER.fullmatch(text) else None


@rule("TMP001", "bold-not-best", severity=Severity.WARNING, since="1.0.0")
def bold_not_best(ctx):
    """A number of a table is bold and is neither the greatest nor the least of its column or its row."""
    for table in ctx.manuscript.tables:
        numbers = [(cell, number(cell)) for row in table.rows for cell in row]
        numbers = [(cell, value) for cell, value in numbers if value is not None]
        for cell, value in numbers:
            if not BOLD.fullmatch(ctx.source(cell.span)):
                continue
            column = [other for c, other in numbers if c.column == cell.column]
            row = [other for c, other in numbers if c.row == cell.row]
            if len(column) >= 3 and not any(
                value in (min(line), max(line)) for line in (column, row) if len(line) > 2
            ):
                yield ctx.report(cell.span, f"{cell.text} is bold and not the best of its column or row")


QUOTED = re.compile(r"“([^”]*)”|\"([^\"]*)\"")


@rule(
    "TMP002",
    "quote-without-page",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"words": Option(5, "The fewest words of a quotation that needs a page.")},
)
def quote_without_page(ctx):
    """Words of a source are quoted, and the citation in the sentence names no page."""
    m = ctx.manuscript
    by_sentence = {}
    for citation in m.citations:
        sentence = None if citation.nocite else m.sentence_of(citation.span)
        if sentence is not None:
            by_sentence.setdefault(sentence, []).append(citation)
    for sentence, citations in by_sentence.items():
        quotes = ["".join(q) for q in QUOTED.findall(sentence.text)]
        longest = max((len(re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", q))) for q in quotes), default=0)
        if longest < ctx.options["words"]:
            continue
        entries = [ctx.bibliography.find(c.key) for c in citations]
        if any(e is not None and e.type in {"online", "misc", "software"} for e in entries):
            continue
        commands = [ctx.source(c.command_span) for c in citations]
        if not any(re.search(r"\d", bracket) for c in commands for bracket in re.findall(r"\[([^\]]*)\]", c)):
            yield ctx.report(citations[0].span, f"words of '{citations[0].key}' are quoted without a page")


@rule(
    "TMP003",
    "roadmap-incomplete",
    severity=Severity.WARNING,
    since="1.0.0",
    needs=Needs.REFERENCES | Needs.LABELS,
)
def roadmap_incomplete(ctx):
    """The introduction announces two chapters or more, and not this one."""
    m = ctx.manuscript
    chapters, before = [], ""
    for section in m.sections:
        if section.level == 0:
            number = m.chapter_number(section.span)
            if number is None:
                yield ctx.unchecked("it is not known which chapters have a number")
                return
            if not section.starred and number != before and number.isdigit():
                chapters.append(section)
            before = number
    if len(chapters) < 3:
        return
    introduction, rest = chapters[0], chapters[1:]
    named = {r.name for r in m.references if any(part.contains(r.span) for part in m.extent(introduction))}
    announced = {c for c in rest if any(label.name in named for label in m.labels_of(c))}
    if len(announced) < 2:
        return
    for chapter in rest:
        if chapter not in announced:
            yield ctx.report(
                chapter.span,
                f"the introduction does not announce '{m.plain(chapter.title)}'",
                related=[(introduction.span, "the introduction")],
            )


DEFINES = (
    r"\\(?:new|renew|provide)command\*?\s*\{?\s*(?P<name>\\[A-Za-z@]+)\s*\}?\s*\[(?P<count>[1-9])\]"
    r"(?:\[[^\]]*\])?\s*(?=\{)"
)


def group(text, start):
    depth, at = 0, start
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
        if not depth:
            return text[start:at]
    return text[start:]


@rule("TMP004", "argument-unused", severity=Severity.WARNING, since="1.0.0")
def argument_unused(ctx):
    """A macro takes an argument that it does not use."""
    m = ctx.manuscript
    for place in m.places_in_source(DEFINES):
        if not place.path.endswith(".tex"):
            continue
        match = re.match(DEFINES, ctx.source(place) + "{")
        body = re.sub(r"(?<!\\)%.*", "", group(m.files[place.path].text, place.end))
        if not body.strip("{} \n"):
            continue
        for i in range(1, int(match["count"]) + 1):
            if f"#{i}" not in body:
                yield ctx.report(place, f"{match['name']} does not use its argument {i}")


@rule(
    "TMP005",
    "article-before-acronym",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.LANGUAGE,
    options={"spoken": Option(["SLAM", "SCADA", "SQL"], "Acronyms that are read as words.")},
)
def article_before_acronym(ctx):
    """An acronym that is spelled out has the wrong one of "a" and "an" before it."""
    m = ctx.manuscript
    for place in m.places_of(r"(?<![\w\\])[Aa]n?(?=[~\s]+[A-Z]{2})"):
        if m.language_of(place) != "en":
            continue
        article = ctx.source(place)
        word = re.match(r"[~\s]+([A-Z]+)", m.files[place.path].text[place.end :])[1]
        if word in ctx.options["spoken"]:
            continue
        vowel = re.match(r"[AEIO]|[FHLMNRSX][^AEIOUY]", word)
        consonant = re.match(r"[BCDGJKPQTUVWYZ]", word)
        right = "an" if vowel else "a" if consonant else None
        if right and article.lower() != right:
            new = article[0] + right[1:]
            yield ctx.report(
                place,
                f"'{article} {word}' is '{new} {word}'",
                fix=Fix(f"write '{new}'", (Edit(place, new),), safe=False),
            )


@rule("TMP006", "unlisted-chapter", severity=Severity.ERROR, since="1.0.0", stage="submission")
def unlisted_chapter(ctx):
    """A chapter without a number is not put into the table of contents."""
    m = ctx.manuscript
    if not m.places_in_source(r"\\tableofcontents\b"):
        return
    listed = m.places_in_source(r"\\addcontentsline\b")
    for section in m.sections:
        if section.level or not section.starred or not m.plain(section.title):
            continue
        if any(part.contains(place) for part in m.extent(section) for place in listed):
            continue
        behind = any(part.contains(section.span) for part in m.appendix)
        yield ctx.report(section.span, "this chapter is not in the table of contents", note=behind)


def in_float(m, span):
    return any(f.environment.span.contains(span) for f in m.floats)


@rule(
    "TMP007",
    "tight-abbreviation",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"abbreviations": Option(["z.B.", "d.h.", "u.a.", "i.d.R."], "Abbreviations of several words.")},
)
def tight_abbreviation(ctx):
    """In German the words of an abbreviation have no thin space between them."""
    m = ctx.manuscript
    words = "|".join(map(re.escape, ctx.options["abbreviations"]))
    for place in m.places_of(rf"(?<![\w.])(?:{words})"):
        if m.language_of(place) == "de":
            typed = ctx.source(place)
            spaced = re.sub(r"\.(?=\w)", r".\\,", typed)
            yield ctx.report(
                place,
                f"'{typed}' without a thin space",
                fix=Fix(f"write {spaced}", (Edit(place, spaced),), safe=True),
            )


@rule(
    "TMP008",
    "uncited-background",
    severity=Severity.WARNING,
    since="1.0.0",
    needs=Needs.CITATIONS,
    options={
        "headings": Option(["related work", "background", "literature review"], "Headings of surveys."),
        "words": Option(40, "The fewest words of a paragraph that has to cite."),
    },
)
def uncited_background(ctx):
    """A paragraph of a survey cites nothing."""
    m = ctx.manuscript
    cited = {s.paragraph for c in m.citations if not c.nocite and (s := m.sentence_of(c.span)) is not None}
    for section in m.sections:
        if m.plain(section.title).casefold() not in ctx.options["headings"]:
            continue
        paragraphs = {}
        for sentence in m.sentences_of(section):
            if sentence.kind == "prose" and not in_float(m, sentence.span):
                paragraphs.setdefault(sentence.paragraph, []).append(sentence)
        for number, sentences in paragraphs.items():
            count = sum(len(m.words_of(s)) for s in sentences)
            if count >= ctx.options["words"] and number not in cited:
                yield ctx.report(sentences[0].span, f"this paragraph of {count} words cites nothing")


@rule(
    "TMP009",
    "short-chapter",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.WORDS,
    stage="submission",
    options={"least": Option(1000, "The fewest words of a chapter.")},
)
def short_chapter(ctx):
    """A chapter with a number has few words."""
    m = ctx.manuscript
    before = ""
    for section in m.sections:
        if section.level != 0:
            continue
        number = m.chapter_number(section.span)
        if number is None:
            yield ctx.unchecked("it is not known which chapters have a number")
            return
        if not section.starred and number != before and number.isdigit():
            count = len(m.words_of(section))
            if count < ctx.options["least"]:
                yield ctx.report(section.span, f"chapter {number} has {count} words")
        before = number


@hookimpl
def argcheck_rules():
    return [
        bold_not_best,
        quote_without_page,
        roadmap_incomplete,
        argument_unused,
        article_before_acronym,
        unlisted_chapter,
        tight_abbreviation,
        uncited_background,
        short_chapter,
    ]
