"""Rules that a hall of students could want of its theses, written from docs/plugins.md and docs/records.md alone.

As they were at their first run, but for `section-ends-in-list`, which took what is typed in a float for running text, and
`forced-place`, which took a listing for a figure. Their author had seen the code behind the pages.
"""

from __future__ import annotations

import re
import statistics
from collections import defaultdict

from argcheck.api import Needs, Option, Severity, Span, hookimpl, rule

N = Severity.NOTE


def first_word(m, item):
    said = [s for s in m.sentences_of(item) if m.item_of(s.span) == item]
    if not said:
        return ""
    words = re.findall(r"\w+", said[0].text)
    if item.label:
        words = words[len(re.findall(r"\w+", m.plain(item.label))) :]
    return words[0].lower() if words else ""


@rule("HLL001", "items-begin-alike", severity=N, since="1.0.0")
def items_begin_alike(ctx):
    """All items of a list begin with one word."""
    m = ctx.manuscript
    for env in m.environments:
        items = m.items_of(env)
        if len(items) > 2:
            words = {first_word(m, item) for item in items}
            if len(words) == 1 and "" not in words:
                yield ctx.report(env.begin, f"all items begin with '{words.pop()}'")


@rule("HLL002", "section-ends-in-list", severity=N, since="1.0.0")
def section_ends_in_list(ctx):
    """A section ends in a list."""
    m = ctx.manuscript
    last = {}
    for s in m.sentences:
        if s.kind in ("prose", "item") and not any(f.environment.span.contains(s.span) for f in m.floats):
            last[m.section_of(s.span)] = s
    lists = [(e, [part for i in m.items_of(e) for part in i.parts]) for e in m.environments if m.items_of(e)]
    for section, s in last.items():
        around = [e for e, parts in lists if any(part.contains(s.span) for part in parts)]
        if section and around:
            yield ctx.report(around[0].begin, "the section ends in this list")


@rule("HLL003", "doubled-parentheses", severity=N, since="1.0.0")
def doubled_parentheses(ctx):
    """A citation with parentheses of its own stands in parentheses."""
    m = ctx.manuscript
    seen = set()
    for c in m.citations:
        if c.group in seen:
            continue
        seen.add(c.group)
        if not m.names_authors(c) or c.command.rstrip("*").lower().startswith(
            ("citealt", "citealp", "citeauthor")
        ):
            continue
        s = m.sentence_of(c.span)
        if s is None:
            continue
        before = m.files[c.command_span.path].text[s.span.start : c.command_span.start]
        if before.count("(") > before.count(")"):
            yield ctx.report(c.command_span, "parentheses in parentheses")


@rule("HLL004", "caption-cites", severity=N, since="1.0.0")
def caption_cites(ctx):
    """A caption with a citation has no short form."""
    m = ctx.manuscript
    for caption in m.captions:
        if any(caption.text.contains(c.span) for c in m.citations):
            before = m.files[caption.text.path].text[: caption.text.start]
            if not re.search(r"\]\s*\{?$", before):
                yield ctx.report(caption.text, "give the caption a short form")


@rule("HLL005", "unused-macro", severity=N, since="1.0.0", needs=Needs.TEXT)
def unused_macro(ctx):
    """A macro is never used."""
    m = ctx.manuscript
    texts = {
        path: re.sub(r"(?<!\\)%[^\n]*", lambda x: " " * len(x[0]), file.text)
        for path, file in m.files.items()
    }
    whole = "\n".join(texts.values())
    for path, text in texts.items():
        if path.endswith(".cls"):
            continue
        for hit in re.finditer(r"\\newcommand\*?\s*\{?\s*(\\[A-Za-z@]+)", text):
            if len(re.findall(re.escape(hit[1]) + r"(?![A-Za-z@])", whole)) < 2:
                yield ctx.report(Span(path, *hit.span(1)), f"{hit[1]} is never used")


@rule("HLL006", "forced-place", severity=N, since="1.0.0")
def forced_place(ctx):
    """A figure or table is told to stand here."""
    for f in ctx.manuscript.floats:
        if f.environment.name.rstrip("*") in ("figure", "table") and "H" in (f.environment.option or ""):
            yield ctx.report(f.environment.begin, "the float does not float")


@rule("HLL007", "first-name-two-forms", severity=N, since="1.0.0")
def first_name_two_forms(ctx):
    """A first author has initials in one entry and a first name in another."""
    b = ctx.bibliography
    forms = defaultdict(list)
    for entry in b.printed:
        names = b.names(entry)
        if names and names[0].given:
            forms[names[0].family.lower()].append((names[0].given, entry))
    for pairs in forms.values():
        short = {given[0] for given, _ in pairs if not re.search(r"\w{2}", given)}
        for given, entry in pairs:
            if re.match(r"\w{2}", given) and given[0] in short:
                yield ctx.report(entry.key_span, f"'{given}' has initials elsewhere")


@rule(
    "HLL008",
    "quotation-without-source",
    severity=N,
    since="1.0.0",
    options={"most": Option(12, "The most words of a quotation that needs no source.")},
)
def quotation_without_source(ctx):
    """A long quotation stands in a paragraph that cites nothing."""
    m = ctx.manuscript
    cited = {s.paragraph for c in m.citations if (s := m.sentence_of(c.span))}
    paragraphs = defaultdict(list)
    for s in m.sentences:
        if s.kind in ("prose", "item"):
            paragraphs[s.paragraph].append(s)
    for number, sentences in paragraphs.items():
        if number in cited:
            continue
        text, starts = "", []
        for s in sentences:
            starts.append((len(text), s))
            text += s.text + " "
        for hit in re.finditer("“([^“”]*)”", text):
            if len(re.findall(r"\w+", hit[1])) > ctx.options["most"]:
                s = [s for start, s in starts if start <= hit.start()][-1]
                yield ctx.report(s.span, "whose words are these?")


@rule("HLL009", "label-signs", severity=N, since="1.0.0")
def label_signs(ctx):
    """Some labels of a list end in a sign, some do not."""
    m = ctx.manuscript
    for env in m.environments:
        labels = [m.plain(item.label) for item in m.items_of(env) if item.label]
        labels = [label for label in labels if label]
        if len({label[-1] in ".:" for label in labels}) > 1:
            yield ctx.report(env.begin, "some labels end in a sign")


@rule("HLL010", "formula-without-stop", severity=N, since="1.0.0")
def formula_without_stop(ctx):
    """A formula ends in no sign, and a sentence begins behind it."""
    m = ctx.manuscript
    for f in m.equations:
        text = ctx.source(f.span)[f.begin.end - f.span.start :]
        text = text[: text.rfind("\\end")]
        text = re.sub(r"(?<!\\)%[^\n]*", "", text)
        text = re.sub(
            r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag|quad|qquad)\b|\\[,;! ]|\\end\{\w+\*?\}", "", text
        )
        text = re.sub(r"[\s}\\]+$", "", text)
        behind = re.sub(r"^(\s|%[^\n]*\n)+", "", m.files[f.span.path].text[f.span.end :])
        if text and text[-1] not in ".,;:" and behind[:1].isupper():
            yield ctx.report(f.begin, "the formula ends its sentence without a stop")


@rule(
    "HLL011",
    "long-item",
    severity=N,
    since="1.0.0",
    options={"times": Option(3, "How many times the median an item may have.")},
)
def long_item(ctx):
    """An item is much longer than the others."""
    m = ctx.manuscript
    for env in m.environments:
        items = m.items_of(env)
        if len(items) < 4:
            continue
        words = []
        for item in items:
            own = [s for s in m.sentences_of(item) if s.kind != "footnote" and m.item_of(s.span) == item]
            words.append(sum(len(re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", s.text))) for s in own))
        for item, count in zip(items, words, strict=True):
            if count > ctx.options["times"] * statistics.median(words):
                yield ctx.report(item.span._replace(end=item.span.start + 5), f"an item of {count} words")


@rule("HLL012", "works-of-lists", severity=N, since="1.0.0")
def works_of_lists(ctx):
    """A work is cited in items of lists only."""
    m = ctx.manuscript
    places = {}
    for c in m.citations:
        if not c.nocite:
            places.setdefault(c.key, []).append(c)
    for cited in places.values():
        if all(m.item_of(c.span) for c in cited):
            yield ctx.report(cited[0].span, "cited in lists only")


@rule("HLL013", "list-without-introduction", severity=N, since="1.0.0")
def list_without_introduction(ctx):
    """A list follows a heading with nothing between."""
    m = ctx.manuscript
    for env in m.environments:
        section = m.section_of(env.span)
        if section and section.span.path == env.span.path and m.items_of(env):
            between = m.files[env.span.path].text[section.span.end : env.span.start]
            if not re.sub(r"\\label\s*\{[^{}]*\}|(?<!\\)%[^\n]*", "", between).strip():
                yield ctx.report(env.begin, "nothing introduces the list")


@hookimpl
def argcheck_rules():
    return [
        items_begin_alike,
        section_ends_in_list,
        doubled_parentheses,
        caption_cites,
        unused_macro,
        forced_place,
        first_name_two_forms,
        quotation_without_source,
        label_signs,
        formula_without_stop,
        long_item,
        works_of_lists,
        list_without_introduction,
    ]
