"""Rules of a lecturer, for the theses that she reads, by somebody who had the documentation alone."""

from __future__ import annotations

import re

from argcheck.api import Edit, Findings, Fix, Needs, Option, RuleContext, Severity, hookimpl, rule

TEXT = ("prose", "item", "footnote")


@rule("LEC001", "later-but-older", severity=Severity.WARNING, since="1.0.0", needs=Needs.BIBLIOGRAPHY)
def later_but_older(ctx: RuleContext) -> Findings:
    """What came later, by the words of a sentence, is the older work by its entry."""
    m, bibliography = ctx.manuscript, ctx.bibliography
    cited = [c for c in m.citations if not c.nocite]
    for cue in m.places_of(r"\b(?:[Ll]ater|[Ss]ubsequently|[Aa]fterwards)\b"):
        sentence = m.sentence_of(cue)
        mine = [c for c in cited if m.sentence_of(c.span) == sentence]
        before = [c for c in mine if m.position(c.span) < m.position(cue)]
        after = [c for c in mine if m.position(c.span) > m.position(cue)]
        if sentence is None or not before or not after:
            continue
        first, second = bibliography.find(before[-1].key), bibliography.find(after[0].key)
        if first is None or second is None:
            continue
        years = bibliography.year(first), bibliography.year(second)
        if 0 < years[1] < years[0]:
            word = ctx.source(cue).lower()
            yield ctx.report(
                after[0].span,
                f"the work that came {word} is of {years[1]}, the one before of {years[0]}",
                related=[(before[-1].span, "the work before it")],
            )


@rule("LEC002", "panels-without-pictures", severity=Severity.WARNING, since="1.0.0", needs=Needs.TEXT)
def panels_without_pictures(ctx: RuleContext) -> Findings:
    """A caption tells of panels (a), (b), ..., and the float has another number of pictures."""
    m = ctx.manuscript
    for float_ in m.floats:
        pictures = [g for g in m.graphics if float_.environment.span.contains(g.span)]
        for caption in float_.captions:
            letters = set(re.findall(r"\(([a-z])\)", m.plain(caption.text)))
            panels = 0
            while chr(ord("a") + panels) in letters:
                panels += 1
            if panels > 1 and len(pictures) > 1 and panels != len(pictures):
                yield ctx.report(
                    caption.text, f"the caption has {panels} panels, the float {len(pictures)} pictures"
                )


@rule("LEC003", "wrong-direction", severity=Severity.WARNING, since="1.0.0")
def wrong_direction(ctx: RuleContext) -> Findings:
    """A reference says "above" of what stands below, or "below" of what stands above."""
    m = ctx.manuscript
    floating = {label.name for float_ in m.floats for label in float_.labels}
    for reference in m.references:
        span = reference.command_span
        word = re.match(r"\)?[~\s]+(above|below)\b", m.files[span.path].text[span.end : span.end + 40])
        labels = m.labels_by_name.get(reference.name, [])
        if not word or len(labels) != 1 or reference.name in floating:
            continue
        stands = "above" if m.position(labels[0].span) < m.position(span) else "below"
        if stands != word[1]:
            yield ctx.report(
                span,
                f"'{reference.name}' stands {stands}, not {word[1]}",
                related=[(labels[0].span, "it stands here")],
            )


def body_behind(text: str, start: int) -> str:
    """Give what stands in the braces that open at `start`, empty where they do not close."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text[start + 1 : place]
    return ""


@rule("LEC004", "spelled-out-macro", severity=Severity.NOTE, since="1.0.0")
def spelled_out_macro(ctx: RuleContext) -> Findings:
    """The text spells out what a macro of the document stands for."""
    m = ctx.manuscript
    begin = m.places_in_source(r"\\begin\{document\}")
    if not begin:
        return
    for head in m.places_in_source(r"\\(?:re)?newcommand\*?\s*\{?\s*\\[A-Za-z]+\s*\}?\s*(?=\{)"):
        if head.path.endswith((".sty", ".cls")):
            continue
        name = re.findall(r"\\[A-Za-z]+", ctx.source(head))[-1]
        body = body_behind(m.files[head.path].text, head.end)
        if not re.search(r"\\[A-Za-z]", body) or len(body) < 5:
            continue
        whole = head._replace(end=head.end + len(body) + 2)
        behind = r"(?![A-Za-z])" if body[-1].isalpha() else ""
        for place in m.places_in_source(re.escape(body) + behind):
            if m.position(place) > m.position(begin[0]) and not whole.contains(place):
                yield ctx.report(
                    place, f"'{body}' is what {name} stands for", related=[(head, "defined here")]
                )


NUMBERS = {
    "en": ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    "de": ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"],
}


@rule(
    "LEC005", "announced-items", severity=Severity.WARNING, since="1.0.0", needs=Needs.TEXT | Needs.LANGUAGE
)
def announced_items(ctx: RuleContext) -> Findings:
    """The sentence before a list announces another number of items than the list has."""
    m = ctx.manuscript
    for environment in m.environments:
        items = m.items_of(environment)
        if not items:
            continue
        before = [
            s for s in m.sentences if s.kind in TEXT and m.position(s.span) < m.position(environment.span)
        ]
        if not before or not before[-1].text.endswith(":"):
            continue
        sentence = before[-1]
        gap = m.files[environment.span.path].text[sentence.span.end : environment.span.start]
        if sentence.span.path != environment.span.path or not re.fullmatch(r"(?:\s|%[^\n]*\n)*", gap):
            continue
        words = NUMBERS.get(sentence.language, [])
        said = [
            w.lower()
            for w in re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", sentence.text))
            if w.lower() in words
        ]
        if len(said) == 1 and words.index(said[0]) + 2 != len(items):
            yield ctx.report(sentence.span, f"'{said[0]}' are announced, and the list has {len(items)}")


@rule("LEC006", "long-form-again", severity=Severity.NOTE, since="1.0.0")
def long_form_again(ctx: RuleContext) -> Findings:
    """A term is written in full, though an acronym for it was introduced before."""
    m = ctx.manuscript
    seen: set[str] = set()
    for place in m.places_of(r"\([A-Z]{3,6}s?\)"):
        acronym = ctx.source(place).strip("()").rstrip("s")
        before = m.files[place.path].text[max(0, place.start - 120) : place.start]
        words = re.findall(r"[A-Za-z]+", before)[-len(acronym) :]
        if acronym in seen or "".join(w[0] for w in words).upper() != acronym:
            continue
        seen.add(acronym)
        full = r"[\s~-]+".join(words)
        for again in m.places_of(rf"(?i)(?<![A-Za-z]){full}(?![A-Za-z])"):
            sentence = m.sentence_of(again)
            behind = m.files[again.path].text[again.end : again.end + 5].lstrip()
            if m.position(again) < m.position(place) or sentence is None or sentence.kind not in TEXT:
                continue
            if not behind.startswith("("):
                yield ctx.report(
                    again, f"{acronym} was introduced for this", related=[(place, "introduced here")]
                )


@rule(
    "LEC007",
    "lopsided-chapter",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.TEXT,
    options={"share": Option(60, "The percentage of the words of a chapter that one section may have.")},
)
def lopsided_chapter(ctx: RuleContext) -> Findings:
    """One section has most of the words of a chapter that has three sections or more."""
    m = ctx.manuscript

    def words(section):
        texts = [
            re.sub(r"\[[^\]]*\]", "", s.text) for s in m.sentences_of(section) if s.kind in ("prose", "item")
        ]
        return sum(len(re.findall(r"\w+", text)) for text in texts)

    for number, chapter in enumerate(m.sections):
        if chapter.level > 2:
            continue
        children = []
        for section in m.sections[number + 1 :]:
            if section.level <= chapter.level:
                break
            if section.level == chapter.level + 1:
                children.append(section)
        if len(children) < 3:
            continue
        longest = max(children, key=words)
        share = 100 * words(longest) / max(1, words(chapter))
        if share > ctx.options["share"]:
            yield ctx.report(
                longest.title, f"{share:.0f} % of the words of '{m.plain(chapter.title)}' stand here"
            )


RESULTS = {"theorem", "lemma", "proposition", "corollary"}


@rule("LEC008", "resting-on-works", severity=Severity.NOTE, since="1.0.0", needs=Needs.TEXT)
def resting_on_works(ctx: RuleContext) -> Findings:
    """All that a result rests on is works of others."""
    for node in ctx.graph.nodes:
        support = ctx.graph.into(node)
        alone = support and all(edge.source.startswith("cite:") for edge in support)
        if node.sort.lower() in RESULTS and node.places and alone:
            yield ctx.report(node.places[0], f"the {node.sort.lower()} rests on works of others alone")


@rule("LEC010", "blank-after-abbreviation", severity=Severity.NOTE, since="1.0.0")
def blank_after_abbreviation(ctx: RuleContext) -> Findings:
    """TeX prints the blank behind "e.g." as wide as one between sentences."""
    m = ctx.manuscript
    abbreviation = r"\b(?:i\.e|e\.g|cf|vs|etc|resp)\.(?=\s)[ \t]*\n?[ \t]*(?=[a-z$\\(])(?!\\begin|\\\[)"
    for place in m.places_of(abbreviation):
        written = ctx.source(place)
        blank = place._replace(start=place.start + len(written.rstrip()))
        fix = Fix("make it a blank between words", (Edit(blank, "\\ "),), safe=True)
        yield ctx.report(place, f"a wide blank follows '{written.rstrip()}'", fix=fix)


@rule("LEC011", "book-without-place", severity=Severity.NOTE, since="1.0.0")
def book_without_place(ctx: RuleContext) -> Findings:
    """A book is cited without a page, chapter or number of a result in it."""
    for citation in ctx.manuscript.citations:
        entry = ctx.bibliography.find(citation.key)
        if citation.nocite or entry is None or entry.type != "book":
            continue
        if "[" not in ctx.source(citation.command_span).split("{")[0]:
            yield ctx.report(citation.span, f"the book '{citation.key}' is cited as a whole")


@rule("LEC012", "decimal-mark", severity=Severity.NOTE, since="1.0.0")
def decimal_mark(ctx: RuleContext) -> Findings:
    """A number has a decimal point in a passage that is German or French, by its language."""
    m = ctx.manuscript
    for place in m.places_of(r"(?<![\w.,])\d+\.\d+(?![\w.])(?=\s*(?:%|\\%|\\,|~|km|mm|kg|ms|s\b))"):
        if m.language_of(place) in ("de", "fr"):
            yield ctx.report(
                place, f"'{ctx.source(place)}' has a decimal point in a text with decimal commas"
            )


NUMBER = re.compile(r"[+−–-]?\d[\d.,]*(?:[eE][+-]?\d+)?\s*%?")


def columns_of(group: str) -> list[str]:
    """Give the letters of the columns that a preamble without repetitions declares."""
    plain = re.sub(r"[@!><]\{[^{}]*\}", "", group)
    return re.findall(r"[lcrpmbXS]", re.sub(r"(?<=[pmb])\{[^{}]*\}", "", plain))


@rule("LEC013", "numbers-to-the-left", severity=Severity.NOTE, since="1.0.0")
def numbers_to_the_left(ctx: RuleContext) -> Findings:
    """A column of numbers is set to the left, so that their digits do not stand below each other."""
    m = ctx.manuscript
    for table in m.tables:
        begin = table.environment.begin
        group = re.match(r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}", m.files[begin.path].text[begin.end :])
        if table.environment.name != "tabular" or group is None or "*" in group[1]:
            continue
        for number, letter in enumerate(columns_of(group[1])):
            cells = [c for row in table.rows[1:] for c in row if c.column == number and c.columns == 1]
            words = [c.text for c in cells if c.text]
            heads = [c for c in table.rows[0] if c.column == number]
            if letter == "l" and heads and len(words) > 1 and all(NUMBER.fullmatch(word) for word in words):
                yield ctx.report(heads[0].span, f"the numbers of '{heads[0].text}' are set to the left")


@hookimpl
def argcheck_rules():
    return [
        later_but_older,
        panels_without_pictures,
        wrong_direction,
        spelled_out_macro,
        announced_items,
        long_form_again,
        lopsided_chapter,
        resting_on_works,
        blank_after_abbreviation,
        book_without_place,
        decimal_mark,
        numbers_to_the_left,
    ]
