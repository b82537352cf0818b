"""Rules that a seminar could want of its theses, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for `journal-two-ways`, which took preprints with two numbers for one journal,
`items-end-unlike`, which took a semicolon for no sign, and `float-crowd`, which took a `longtable` for something that moves.
The rules on items and `name-twice` searched the source before there were `Manuscript.items_of` and `Manuscript.names_authors`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from argcheck.api import Edit, Fix, Needs, Option, Severity, Span, hookimpl, rule

LONG = {"longtable", "supertabular", "xtabular", "longtblr"}


def items_of_text(m):
    """The items of each list that stands in no table, each with its own sentences."""
    for env in m.environments:
        items = m.items_of(env)
        if items and not any(t.environment.span.contains(env.span) for t in m.tables):
            own = ([s for s in m.sentences_of(item) if m.item_of(s.span) == item] for item in items)
            yield env, [[s for s in sentences if s.kind == "item"] for sentences in own]


@rule("SEM001", "items-end-unlike", severity=Severity.NOTE, since="1.0.0")
def items_end_unlike(ctx):
    """Some items of a list end in a full stop, some in nothing."""
    for env, items in items_of_text(ctx.manuscript):
        last = [re.sub(r"(\s*\[[^\]]*\])+$", "", own[-1].text) for own in items if own]
        ends = [text.rstrip("”)’ ")[-1:] for text in last]
        if "." in ends and any(end not in ".!?;,:" for end in ends):
            yield ctx.report(env.begin, "some items end in a full stop, some do not")


@rule("SEM002", "acronym-used-once", severity=Severity.NOTE, since="1.0.0", needs=Needs.TEXT)
def acronym_used_once(ctx):
    """An acronym of the list is used once or never."""
    m = ctx.manuscript
    uses, defs = Counter(), []
    for path, file in m.files.items():
        for hit in re.finditer(r"\\([aA][cC][a-zA-Z]*)\*?\{([^{}]*)\}", file.text):
            line = file.text[file.text.rfind("\n", 0, hit.start()) + 1 : hit.start()]
            if re.search(r"(?<!\\)%", line):
                continue
            if hit[1] == "acro":
                defs.append((hit[2], path, hit.start(2), hit.end(2)))
            else:
                uses[hit[2]] += 1
    for key, path, start, end in defs:
        if uses[key] < 2:
            yield ctx.report(Span(path, start, end), f"'{key}' is used {uses[key]} times")


@rule("SEM003", "name-twice", severity=Severity.NOTE, since="1.0.0")
def name_twice(ctx):
    """The name of an author stands before a citation that prints it."""
    m = ctx.manuscript
    seen = set()
    for c in m.citations:
        if c.group in seen or not m.names_authors(c):
            continue
        seen.add(c.group)
        entry = ctx.bibliography.find(c.key)
        names = entry and ctx.bibliography.names(entry)
        if not names:
            continue
        before = m.files[c.command_span.path].text[: c.command_span.start]
        before = re.sub(r"\\ |[~\s]+", " ", before[-120:])
        if re.search(rf"\b{re.escape(names[0].family)}( et al\.?| and [\w-]+| & [\w-]+)? *$", before):
            yield ctx.report(c.command_span, f"'{names[0].family}' is printed twice")


@rule("SEM004", "vertical-rules", severity=Severity.NOTE, since="1.0.0")
def vertical_rules(ctx):
    """A table has vertical rules."""
    for table in ctx.manuscript.tables:
        env = table.environment
        rest = ctx.source(env.span)[env.begin.end - env.span.start :]
        groups = re.match(
            r"\s*(\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})\s*(\{(?:[^{}]|\{[^{}]*\})*\})?", rest
        )
        if groups and "|" in (
            groups[2] or "" if env.name in {"tabular*", "tabularx", "tabulary"} else groups[1]
        ):
            yield ctx.report(env.begin, "the table has vertical rules")


@rule(
    "SEM005",
    "long-paragraph",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"most": Option(400, "The most words of a paragraph.")},
)
def long_paragraph(ctx):
    """A paragraph has many words."""
    m = ctx.manuscript
    words, first = Counter(), {}
    for s in m.sentences:
        if s.kind in ("prose", "item"):
            words[s.paragraph] += len(re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", s.text)))
            first.setdefault(s.paragraph, s)
    for number, s in first.items():
        if words[number] > ctx.options["most"]:
            yield ctx.report(s.span, f"a paragraph of {words[number]} words")


@rule("SEM006", "doi-is-address", severity=Severity.NOTE, since="1.0.0")
def doi_is_address(ctx):
    """The field ``doi`` holds an address."""
    for entry in ctx.bibliography.entries:
        doi = (entry.text("doi") or "").strip()
        bare = re.sub(r"^(https?://)?(dx\.)?doi\.org/", "", doi)
        if bare != doi:
            field = entry.fields["doi"]
            span = entry.span._replace(start=field.value_start, end=field.value_end)
            yield ctx.report(
                span, "the DOI is an address", fix=Fix("name the DOI", (Edit(span, "{" + bare + "}"),))
            )


@rule("SEM007", "journal-two-ways", severity=Severity.NOTE, since="1.0.0")
def journal_two_ways(ctx):
    """One journal is spelled in two ways."""
    kinds = defaultdict(list)
    for entry in sorted(ctx.bibliography.printed, key=lambda e: (e.span.path, e.span.start)):
        name = entry.text("journal")
        if name:
            kinds[re.sub(r"[^a-z0-9]", "", name.replace("&", "and").lower())].append((name, entry))
    for pairs in kinds.values():
        usual = Counter(name for name, _ in pairs).most_common(1)[0][0]
        for name, entry in pairs:
            if name != usual:
                yield ctx.report(entry.key_span, f"'{name}' is '{usual}' elsewhere")


@rule("SEM008", "heading-without-short-form", severity=Severity.NOTE, since="1.0.0")
def heading_without_short_form(ctx):
    """A heading with a line break, a footnote or a citation has no short form."""
    for s in ctx.manuscript.sections:
        title = ctx.source(s.title)
        before = ctx.source(s.span)[: s.title.start - s.span.start]
        if re.search(r"\\\\|\\(footnote|newline|[a-z]*cite[a-z]*)\b", title) and "[" not in before:
            yield ctx.report(s.title, "give the heading a short form")


@rule(
    "SEM009",
    "float-crowd",
    severity=Severity.NOTE,
    since="1.0.0",
    options={"most": Option(2, "How many floats may follow each other.")},
)
def float_crowd(ctx):
    """What moves follows each other without text between."""
    m = ctx.manuscript
    spans = [f.environment.span for f in m.floats]
    events = [(m.position(f.environment.span), f.environment) for f in m.floats]
    events += [
        (m.position(s.span), None)
        for s in m.sentences
        if s.kind in ("prose", "item", "title") and not any(f.contains(s.span) for f in spans)
    ]
    run = 0
    for _, env in sorted(events, key=lambda e: e[0]):
        run = run + 1 if env and env.name.rstrip("*") not in LONG else 0
        if run > ctx.options["most"]:
            yield ctx.report(env.begin, f"float {run} in a row")


@rule("SEM010", "items-begin-unlike", severity=Severity.NOTE, since="1.0.0")
def items_begin_unlike(ctx):
    """Some items begin with a capital, some do not."""
    for env, items in items_of_text(ctx.manuscript):
        letters = [own[0].text.lstrip("“‘(")[:1] for own in items if own]
        if any(c.isupper() for c in letters) and any(c.islower() for c in letters):
            yield ctx.report(env.begin, "items begin with and without a capital")


@rule("SEM011", "long-table-without-caption", severity=Severity.NOTE, since="1.0.0")
def long_table_without_caption(ctx):
    """A table over pages has no caption."""
    for f in ctx.manuscript.floats:
        if f.environment.name.rstrip("*") in LONG and not f.captioned:
            yield ctx.report(f.environment.begin, "the table has no caption")


@rule("SEM012", "item-of-paragraphs", severity=Severity.NOTE, since="1.0.0")
def item_of_paragraphs(ctx):
    """An item of a list has more than one paragraph."""
    for _, items in items_of_text(ctx.manuscript):
        for own in items:
            if len({s.paragraph for s in own}) > 1:
                yield ctx.report(own[0].span, "the item has several paragraphs")


@hookimpl
def argcheck_rules():
    return [
        items_end_unlike,
        acronym_used_once,
        name_twice,
        vertical_rules,
        long_paragraph,
        doi_is_address,
        journal_two_ways,
        heading_without_short_form,
        float_crowd,
        items_begin_unlike,
        long_table_without_caption,
        item_of_paragraphs,
    ]
