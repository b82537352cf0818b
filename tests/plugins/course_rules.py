"""Rules of a lecturer for the theses of her course, by somebody who had the documentation alone."""

from __future__ import annotations

import itertools
import re

from argcheck.api import (
    Cell,
    Edit,
    Findings,
    Fix,
    Needs,
    Option,
    Rule,
    RuleContext,
    Sentence,
    Severity,
    hookimpl,
    rule,
)


@rule("CRS001", "row-twice", severity=Severity.WARNING, since="1.0.0")
def row_twice(ctx: RuleContext) -> Findings:
    """Two rows of a table say the same."""
    for table in ctx.manuscript.tables:
        rows = {}
        for row in table.rows:
            said = tuple(_said(ctx, cell) for cell in row)
            if len(row) < 2 or not all(said):
                continue
            first = rows.setdefault(said, row)
            if first is not row:
                yield ctx.report(
                    row[0].span,
                    f"this row says what row {first[0].row + 1} says: {', '.join(cell.text for cell in row)}",
                    related=[(first[0].span, "the first one")],
                )


def _said(ctx: RuleContext, cell: Cell) -> str:
    source = ctx.source(cell.span)
    return cell.text if cell.text and "$" not in source else source


@rule(
    "CRS002",
    "not-so-recent",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.BIBLIOGRAPHY | Needs.LANGUAGE,
    options={"years": Option(8, "How many years older than the newest work is not recent.")},
)
def not_so_recent(ctx: RuleContext) -> Findings:
    """Works are called recent that are much older than the newest one of the document."""
    m, works = ctx.manuscript, ctx.bibliography
    newest = max((works.year(entry) for entry in works.printed), default=0)
    for place in m.places_of(r"\b[Rr]ecent(?:ly)?\b|\b[Nn]owadays\b"):
        sentence = m.sentence_of(place)
        if sentence is None or sentence.language != "en":
            continue
        entries = [
            works.find(c.key) for c in m.citations if not c.nocite and m.sentence_of(c.span) == sentence
        ]
        years = [works.year(entry) if entry else 0 for entry in entries]
        if years and all(years) and max(years) <= newest - ctx.options["years"]:
            yield ctx.report(
                place,
                f"'{ctx.source(place)}' is said of works of {max(years)} and before,"
                f" though the newest work here is of {newest}",
            )


def _words(sentence: Sentence) -> int:
    return len(re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", sentence.text)))


@rule(
    "CRS003",
    "isolated-chapter",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.REFERENCES | Needs.LABELS,
    options={"words": Option(200, "Files of fewer words are left alone.")},
)
def isolated_chapter(ctx: RuleContext) -> Findings:
    """A file of the document refers to no other, and no other refers to it."""
    m = ctx.manuscript
    joined = set()
    for reference in m.references:
        for label in m.labels_by_name.get(reference.name, []):
            if label.span.path != reference.span.path:
                joined |= {label.span.path, reference.span.path}
    for path in dict.fromkeys(i.path for i in m.inputs):
        headings = [s for s in m.sections if s.span.path == path and not s.starred]
        words = sum(_words(s) for s in m.sentences if s.span.path == path and s.kind in ("prose", "item"))
        if headings and path not in joined and words >= ctx.options["words"]:
            yield ctx.report(
                headings[0].title, f"{path} refers to no other file of the document, and none refers to it"
            )


@rule("CRS004", "one-letter-macro", severity=Severity.NOTE, since="1.0.0")
def one_letter_macro(ctx: RuleContext) -> Findings:
    """A macro has a name of one letter."""
    command = r"\\(?:(?:re|provide)?newcommand|providecommand|DeclareMathOperator|def)\b\*?\s*\{?\s*"
    for place in ctx.manuscript.places_in_source(command + r"\\[A-Za-z](?![A-Za-z])"):
        name = place._replace(start=place.end - 2)
        yield ctx.report(name, f"the macro '{ctx.source(name)}' has a name of one letter")


@rule("CRS005", "acronym-two-long-forms", severity=Severity.WARNING, since="1.0.0")
def acronym_two_long_forms(ctx: RuleContext) -> Findings:
    """An acronym stands for two things."""
    m = ctx.manuscript
    first, passed = {}, {}
    for place in m.places_of(r"\([A-Z]{2,6}s?\)"):
        sentence = m.sentence_of(place)
        if sentence is None:
            continue
        written = ctx.source(place)
        before = sentence.text.split(written)
        index = passed.get((sentence, written), 0)
        passed[sentence, written] = index + 1
        acronym = written.strip("()").rstrip("s")
        words = re.findall(r"[^\W\d_]+", written.join(before[: index + 1]))[-len(acronym) :]
        if "".join(word[0] for word in words).lower() != acronym.lower():
            continue
        form = " ".join(words)
        earlier, its_place = first.setdefault(acronym, (form, place))
        if _folded(earlier) != _folded(form):
            yield ctx.report(
                place,
                f"'{acronym}' stands for '{form}' here, and for '{earlier}' before",
                related=[(its_place, "first introduced here")],
            )


def _folded(form: str) -> str:
    return form.lower().rstrip("s")


@rule("CRS006", "typed-textcite", severity=Severity.NOTE, since="1.0.0")
def typed_textcite(ctx: RuleContext) -> Findings:
    """Author and year of one work are cited by two commands where one prints both."""
    m = ctx.manuscript
    command = "textcite" if "biblatex" in m.packages else "citet" if "natbib" in m.packages else ""
    groups = {}
    for citation in m.citations:
        groups.setdefault(citation.group, []).append(citation)
    commands = [group[0] for group in groups.values() if len(group) == 1]
    for author, year in itertools.pairwise(commands):
        a, y = author.command_span, year.command_span
        if (author.command, year.command, author.key) != ("citeauthor", "citeyear", year.key):
            continue
        if a.path != y.path or "[" in ctx.source(a) + ctx.source(y):
            continue
        between = ctx.source(a._replace(start=a.end, end=y.start))
        behind = re.match(r"\s*\)", m.files[y.path].text[y.end :])
        if not behind or not re.fullmatch(r"\s*\(\s*", between):
            continue
        both = f"\\{command}{{{author.key}}}"
        whole = a._replace(end=y.end + behind.end())
        fix = Fix("cite by one command", (Edit(whole, both),)) if command else None
        yield ctx.report(
            a, f"one {both} prints author and year" if command else "one command prints both", fix=fix
        )


@rule("CRS007", "claim-on-one-float", severity=Severity.WARNING, since="1.0.0")
def claim_on_one_float(ctx: RuleContext) -> Findings:
    """All that an annotated claim rests on is one figure or table."""
    graph = ctx.graph
    for claim in graph.claims:
        below = [graph.node(name) for name in graph.upstream(claim) - {claim.id}]
        grounds = [node for node in below if node and not graph.into(node)]
        if len(grounds) == 1 and grounds[0].sort == "float":
            yield ctx.report(
                claim.places[0],
                f"the claim '{claim.id}' rests on one float, '{grounds[0].id}', and on nothing else",
            )


@rule(
    "CRS008",
    "thin-support",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"least": Option(0.95, "The least confidence of a verdict that says that a source supports.")},
)
def thin_support(ctx: RuleContext) -> Findings:
    """A verdict says that a source supports a sentence, and is not sure of it."""
    for mention in ctx.verdicts.cited:
        verdicts = ctx.verdicts.mentions(mention.citation)
        if verdicts and verdicts[0].verdict == "supported" and verdicts[0].confidence < ctx.options["least"]:
            yield ctx.report(
                mention.citation.span,
                f"'{mention.key}' supports this with a confidence of {verdicts[0].confidence:.2f} only",
            )


@rule("CRS009", "typed-line-break", severity=Severity.NOTE, since="1.0.0")
def typed_line_break(ctx: RuleContext) -> Findings:
    """Two line breaks in a row stand for a new paragraph."""
    m = ctx.manuscript
    for place in m.places_in_source(r"\\\\(?:\[[^\]]*\])?\s*\\\\"):
        around = {e.name for e in m.environments if e.span.contains(place)}
        if around <= {"document"} and m.section_of(place):
            yield ctx.report(place, "two line breaks stand for a new paragraph")


@rule("CRS010", "blank-in-label", severity=Severity.NOTE, since="1.0.0")
def blank_in_label(ctx: RuleContext) -> Findings:
    """The name of a label has a blank in it."""
    m = ctx.manuscript
    for label in m.labels:
        if not re.search(r"\s", label.name):
            continue
        new = re.sub(r"\s+", "-", label.name)
        places = m.places_of_label(label.name)
        fix = None
        if new not in m.labels_by_name and all(ctx.source(place) == label.name for place in places):
            fix = Fix(f"call it '{new}'", tuple(Edit(place, new) for place in places))
        yield ctx.report(label.span, f"the label '{label.name}' has a blank in its name", fix=fix)


@rule("CRS011", "page-note", severity=Severity.NOTE, since="1.0.0")
def page_note(ctx: RuleContext) -> Findings:
    """One page is announced and several follow."""
    told = set()
    for citation in ctx.manuscript.citations:
        if citation.group in told:
            continue
        told.add(citation.group)
        span = citation.command_span
        source = ctx.source(span)
        for note in re.finditer(r"\[[^\[\]]*\]", source):
            pages = re.search(
                r"(?<!\w)p\.[\s~]*(\d+(?:\s*[-–]+\s*\d+|(?:,| and| &)[\s~]*(?:p\.[\s~]*)?\d+))", note[0]
            )
            if pages:
                at = span.start + note.start() + pages.start()
                place = span._replace(start=at, end=at + len(pages[0]))
                fix = None
                if re.fullmatch(r"\d+\s*[-–]+\s*\d+", pages[1]):
                    fix = Fix("write 'pp.'", (Edit(place._replace(end=at + 1), "pp"),))
                yield ctx.report(place, f"'p.' stands before several pages: {pages[1]}", fix=fix)


@rule("CRS012", "claim-on-uncited-work", severity=Severity.WARNING, since="1.0.0")
def claim_on_uncited_work(ctx: RuleContext) -> Findings:
    """An annotation names a work as support that the sentence of the claim does not cite."""
    m, graph = ctx.manuscript, ctx.graph
    for claim in graph.claims:
        sentence = m.sentence_of(claim.places[0])
        cited = {f"cite:{c.key}" for c in m.citations if sentence and m.sentence_of(c.span) == sentence}
        works = {node.id for key in cited if (node := graph.node(key))}
        for edge in graph.into(claim):
            node = graph.node(edge.source)
            if node.sort == "work" and node.id not in works:
                yield ctx.report(
                    claim.places[0],
                    f"the claim '{claim.id}' is said to rest on '{node.id}', which its sentence does not cite",
                )


@hookimpl
def argcheck_rules() -> list[Rule]:
    return [
        row_twice,
        not_so_recent,
        isolated_chapter,
        one_letter_macro,
        acronym_two_long_forms,
        typed_textcite,
        claim_on_one_float,
        thin_support,
        typed_line_break,
        blank_in_label,
        page_note,
        claim_on_uncited_work,
    ]
