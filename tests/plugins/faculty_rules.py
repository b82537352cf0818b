"""Rules that a faculty could want, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for `unreferenced-section`, which took the labels outside of every environment for those of
sections, `citation-behind-stop`, which looked for sentences of citations alone, and `caption-below-table` and `old-evidence`,
which now ask for the tables of a float and the year of an entry. The last three are of another author, who wrote them anew when
`Edge` said which causes there are and there were `Footnote.span` and `Manuscript.equations`.
"""

from __future__ import annotations

import re
from collections import defaultdict

from argcheck.api import Edit, Fix, Needs, Option, Severity, Span, hookimpl, rule


@rule("FAC001", "caption-below-table", severity=Severity.WARNING, since="1.0.0")
def caption_below_table(ctx):
    """The caption of a table stands below it."""
    m = ctx.manuscript
    for float_ in m.floats:
        if float_.environment.name.rstrip("*") != "table" or not float_.captions:
            continue
        inner = m.tables_of(float_)
        if not inner:
            continue
        first = min(m.position(t.environment.span) for t in inner)
        caption = float_.captions[0]
        if m.position(caption.text) > first:
            yield ctx.report(
                caption.text,
                "the caption of a table stands below it; our house sets it above",
                related=[(inner[0].environment.begin, "the table")],
            )


DATE = re.compile(r"\b(?:accessed|visited|retrieved|abgerufen|Zugriff|besucht)\b", re.IGNORECASE)


@rule("FAC002", "undated-web-footnote", severity=Severity.WARNING, since="1.0.0")
def undated_web_footnote(ctx):
    """A footnote names a web page and not when it was read."""
    for note in ctx.manuscript.footnotes:
        source = ctx.source(note.text)
        if re.search(r"https?://|\bwww\.", source) and not DATE.search(source):
            yield ctx.report(note.text, "the footnote names a web page without the day on which it was read")


@rule(
    "FAC003",
    "old-evidence",
    severity=Severity.NOTE,
    since="1.0.0",
    options={
        "years": Option(10, "How many years a source may be old."),
        "as-of": Option(0, "The year to count from; 0 is the year of the run."),
    },
)
def old_evidence(ctx):
    """All sources of a sentence are old."""
    m = ctx.manuscript
    limit = (ctx.options["as-of"] or ctx.this_year) - ctx.options["years"]
    cites = [c for c in m.citations if not c.nocite]
    for sentence in m.sentences:
        if sentence.kind not in ("prose", "item"):
            continue
        here = [c for c in cites if sentence.span.contains(c.span)]
        if not here:
            continue
        entries = [ctx.bibliography.find(c.key) for c in here]
        years = [(entry and ctx.bibliography.year(entry)) or 9999 for entry in entries]
        if max(years) < limit:
            yield ctx.report(sentence.span, f"the newest source of this sentence is of {max(years)}")


@rule(
    "FAC005",
    "unreferenced-section",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.REFERENCES,
    stage="submission",
    options={"level": Option(1, "The deepest level that is looked at, 1 for sections.")},
)
def unreferenced_section(ctx):
    """A section has a label and nothing refers to it."""
    m = ctx.manuscript
    for section in m.sections:
        if section.starred or section.level > ctx.options["level"]:
            continue
        labels = m.labels_of(section)
        if labels and not any(label.name in m.referenced for label in labels):
            yield ctx.report(labels[0].span, f"nothing refers to the section '{m.plain(section.title)}'")


@rule(
    "FAC006",
    "forbidden-entry-type",
    severity=Severity.WARNING,
    since="1.0.0",
    options={"types": Option(["misc"], "Types of entries that the faculty does not take.")},
)
def forbidden_entry_type(ctx):
    """A cited entry has a type that the faculty does not take."""
    first = {}
    for c in ctx.manuscript.citations:
        entry = ctx.bibliography.find(c.key)
        if entry and not c.nocite:
            first.setdefault(entry.key, (entry, c))
    for entry, c in first.values():
        if entry.type in ctx.options["types"]:
            yield ctx.report(
                entry.key_span,
                f"'{entry.key}' is of the type '{entry.type}'",
                related=[(c.span, "first cited here")],
            )


@rule("FAC007", "empty-field", severity=Severity.NOTE, since="1.0.0")
def empty_field(ctx):
    """A field of an entry is empty."""
    for entry in ctx.bibliography.entries:
        for field in entry.fields.values():
            if entry.type != "bibitem" and not (entry.raw(field.name) or "").strip():
                span = entry.span._replace(start=field.start, end=field.value_end)
                after = ctx.source(entry.span._replace(start=field.value_end))
                comma = re.match(r"\s*,[ \t]*\n?[ \t]*", after)
                cut = span._replace(end=span.end + (comma.end() if comma else 0))
                yield ctx.report(
                    span,
                    f"the field '{field.name}' of '{entry.key}' is empty",
                    fix=Fix("take the field out", (Edit(cut, ""),), safe=True),
                )


@rule("FAC008", "contraction", severity=Severity.NOTE, since="1.0.0")
def contraction(ctx):
    """A contraction such as "don't" stands in the text."""
    whole = {"can": "cannot", "won": "will not", "shan": "shall not"}
    for span in ctx.manuscript.places_of(r"\b[A-Za-z]+n['’]t\b"):
        word = ctx.source(span)
        stem = word[:-2]
        stem = stem[:-1] if stem.lower() not in ("can", "won", "shan") else stem
        new = whole.get(word[:-2].lower(), stem + " not")
        if word[0].isupper():
            new = new[0].upper() + new[1:]
        yield ctx.report(
            span, f"'{word}' is a contraction", fix=Fix(f"write '{new}'", (Edit(span, new),), safe=False)
        )


@rule("FAC009", "lemma-for-one", severity=Severity.NOTE, since="1.0.0", needs=Needs.REFERENCES)
def lemma_for_one(ctx):
    """A lemma serves one result only."""
    for node in ctx.graph.nodes:
        if node.sort != "lemma":
            continue
        targets = {edge.target for edge in ctx.graph.out_of(node)}
        if len(targets) == 1 and node.places:
            served = ctx.graph.node(targets.pop())
            yield ctx.report(node.places[0], f"'{node.id}' serves one {served.sort} alone, '{served.id}'")


@rule("FAC010", "repeated-web-footnote", severity=Severity.NOTE, since="1.0.0")
def repeated_web_footnote(ctx):
    """Two footnotes give the same address."""
    seen = {}
    for note in ctx.manuscript.footnotes:
        for hit in re.finditer(r"https?://[^\s{}]+", ctx.source(note.text)):
            span = Span(note.text.path, note.text.start + hit.start(), note.text.start + hit.end())
            if hit[0] in seen:
                yield ctx.report(
                    span, f"'{hit[0]}' stands in a footnote already", related=[(seen[hit[0]], "first here")]
                )
            else:
                seen[hit[0]] = span


@rule("FAC011", "hedged-conclusion", severity=Severity.NOTE, since="1.0.0", needs=Needs.LANGUAGE)
def hedged_conclusion(ctx):
    """A sentence of the conclusion hedges."""
    m = ctx.manuscript
    seen = set()
    for section in m.sections:
        if section.level > 1 or "conclu" not in m.plain(section.title).lower():
            continue
        for s in m.sentences_of(section):
            if s.language != "en" or s.kind not in ("prose", "item") or s.span in seen:
                continue
            seen.add(s.span)
            words = re.sub(r"\[[^\]]*\]", "", s.text)
            if hit := re.search(r"\b(?:may|might|could|perhaps|possibly|probably)\b", words, re.IGNORECASE):
                yield ctx.report(s.span, f"the conclusion hedges: '{hit[0]}'")


@rule("FAC012", "unsorted-citation", severity=Severity.NOTE, since="1.0.0")
def unsorted_citation(ctx):
    """The works of one citation are not in the order of their years."""
    groups = defaultdict(list)
    for c in ctx.manuscript.citations:
        if not c.nocite:
            groups[c.command_span].append(c)
    for span, cites in groups.items():
        entries = [ctx.bibliography.find(c.key) for c in cites]
        years = [ctx.bibliography.year(e) if e else 0 for e in entries]
        if len(years) < 2 or 0 in years or years == sorted(years):
            continue
        order = sorted(range(len(cites)), key=years.__getitem__)
        edits = tuple(
            Edit(c.span, cites[i].key) for c, i in zip(cites, order, strict=True) if c.key != cites[i].key
        )
        yield ctx.report(
            span,
            f"works of {', '.join(map(str, years))}, out of order",
            fix=Fix("sort by year", edits, safe=False),
        )


@rule("FAC013", "far-lemma", severity=Severity.NOTE, since="1.0.0")
def far_lemma(ctx):
    """A lemma serves results of other chapters only."""
    m, g = ctx.manuscript, ctx.graph
    for node in g.nodes:
        if node.sort != "lemma" or not node.places:
            continue
        here = m.section_of(node.places[0], level=0)
        served = [g.node(edge.target) for edge in g.out_of(node)]
        served = [n for n in served if n and n.places]
        if served and all(m.section_of(n.places[0], level=0) != here for n in served):
            yield ctx.report(
                node.places[0],
                f"'{node.id}' serves other chapters only",
                related=[(served[0].places[0], "such as this")],
            )


@rule("FAC014", "abstract-only", severity=Severity.NOTE, since="1.0.0")
def abstract_only(ctx):
    """A sentence was held against the abstract of its source, not its text."""
    if not ctx.verdicts:
        yield ctx.unchecked("nothing was verified: run `argcheck verify`")
        return
    for c in ctx.manuscript.citations:
        verdicts = ctx.verdicts.mentions(c)
        if verdicts and verdicts[0].searched == "abstract":
            yield ctx.report(c.span, f"'{c.key}' was read as an abstract only")


@rule("FAC015", "citation-behind-stop", severity=Severity.NOTE, since="1.0.0")
def citation_behind_stop(ctx):
    """A citation stands behind the full stop of its sentence."""
    m = ctx.manuscript
    for s in m.sentences:
        if s.kind in ("prose", "item") and re.search(r"[.!?]\s*(?:\[[^\]]*\][\s,]*)+$", s.text):
            last = [c for c in m.citations if s.span.contains(c.span)][-1]
            yield ctx.report(last.command_span, "the citation stands behind the full stop")


@rule("FAC016", "raster-picture", severity=Severity.NOTE, since="1.0.0")
def raster_picture(ctx):
    """A picture is of pixels."""
    for g in ctx.manuscript.graphics:
        if g.target.lower().endswith((".png", ".jpg", ".jpeg")):
            yield ctx.report(g.span, f"'{g.target}' is a picture of pixels")


@rule(
    "FAC017",
    "corollary-of-nothing",
    severity=Severity.NOTE,
    since="1.0.0",
    needs=Needs.REFERENCES | Needs.CITATIONS,
)
def corollary_of_nothing(ctx):
    """Neither a corollary nor its proof refers to what it follows from."""
    for node in ctx.graph.nodes:
        if node.sort == "corollary" and all(edge.cause == "corollary" for edge in ctx.graph.into(node)):
            yield ctx.report(node.places[0], "the corollary does not say what it follows from")


@rule("FAC018", "parenthesised-reference", severity=Severity.NOTE, since="1.0.0")
def parenthesised_reference(ctx):
    r"""The number of a formula stands in typed parentheses, which ``\eqref`` prints."""
    m = ctx.manuscript
    numbered = {
        label.name for label in m.labels if any(formula.span.contains(label.span) for formula in m.equations)
    }
    for reference in m.references:
        path, start, end = reference.command_span
        text = m.files[path].text
        if reference.command != "ref" or reference.name not in numbered:
            continue
        if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
            place = Span(path, start - 1, end + 1)
            edit = Edit(place, f"\\eqref{{{ctx.source(reference.span)}}}")
            fix = (
                Fix("let LaTeX set the parentheses", (edit,), safe=True) if "amsmath" in m.packages else None
            )
            yield ctx.report(place, "the parentheses are typed", fix=fix)


@rule("FAC019", "footnote-before-stop", severity=Severity.NOTE, since="1.0.0")
def footnote_before_stop(ctx):
    """The sign of a footnote stands before the full stop or comma."""
    m = ctx.manuscript
    for note in m.footnotes:
        path, start, end = note.span
        text = m.files[path].text
        mark = text[end : end + 1]
        if mark and mark in ".,;:":
            before = Span(path, len(text[:start].rstrip()), start)
            edits = (
                Edit(before, "" if text[: before.start].endswith(mark) else mark),
                Edit(Span(path, end, end + 1), ""),
            )
            yield ctx.report(
                note.span, f"'{mark}' belongs before the footnote", fix=Fix("put it there", edits)
            )


@hookimpl
def argcheck_rules():
    return [
        caption_below_table,
        undated_web_footnote,
        old_evidence,
        unreferenced_section,
        forbidden_entry_type,
        empty_field,
        contraction,
        lemma_for_one,
        repeated_web_footnote,
        hedged_conclusion,
        unsorted_citation,
        far_lemma,
        abstract_only,
        citation_behind_stop,
        raster_picture,
        corollary_of_nothing,
        parenthesised_reference,
        footnote_before_stop,
    ]
