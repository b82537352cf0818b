"""Ten rules that a laboratory could want, as they were at their first run, but for `authors-left-out`, whose record has no authors."""

from __future__ import annotations

import re

from argcheck.api import Findings, Needs, Option, RuleContext, Severity, hookimpl, rule

W = Severity.WARNING


@rule(
    "LAB001",
    "citation-pile",
    severity=W,
    since="1.0.0",
    options={"most": Option(4, "The most keys of one command.")},
)
def pile(ctx: RuleContext) -> Findings:
    """One command cites more works than a reader can follow."""
    groups = {}
    for citation in ctx.manuscript.citations:
        if not citation.nocite:
            groups.setdefault(citation.group, []).append(citation)
    for group in groups.values():
        if len({c.key for c in group}) > ctx.options["most"]:
            yield ctx.report(group[0].span, f"{len(group)} works are cited at once")


@rule("LAB002", "stacked-headings", severity=W, since="1.0.0")
def stacked(ctx: RuleContext) -> Findings:
    """A heading is followed by a deeper one, without a sentence between."""
    m = ctx.manuscript
    running = [s for s in m.sentences if s.kind in ("prose", "item")]
    for section, following in zip(m.sections, m.sections[1:], strict=False):
        if following.level <= section.level:
            continue
        start, end = m.position(section.span), m.position(following.span)
        if not any(start < m.position(s.span) < end for s in running):
            yield ctx.report(section.title, "nothing stands between this heading and the next")


@rule("LAB003", "figures-out-of-order", severity=W, since="1.0.0")
def order(ctx: RuleContext) -> Findings:
    """A figure is mentioned before one that stands before it."""
    m = ctx.manuscript
    first = {}
    for reference in m.references:
        first.setdefault(reference.name, m.position(reference.span))
    latest = -1
    for float_ in m.floats:
        if not float_.environment.name.startswith("figure"):
            continue
        mentions = [first[label.name] for label in float_.labels if label.name in first]
        if not mentions:
            continue
        if min(mentions) < latest:
            yield ctx.report(
                float_.labels[0].span, "this figure is mentioned before one that stands before it"
            )
        latest = max(latest, min(mentions))


@rule("LAB004", "constant-column", severity=W, since="1.0.0")
def constant(ctx: RuleContext) -> Findings:
    """A column of a table says the same in every row."""
    for table in ctx.manuscript.tables:
        rows = [row for row in table.rows if all(cell.columns == 1 for cell in row)]
        if len(rows) < 4:
            continue
        for head in rows[0][1:]:
            cells = [c.text for row in rows[1:] for c in row if c.column == head.column]
            if len(cells) == len(rows) - 1 and cells[0] and len(set(cells)) == 1:
                yield ctx.report(head.span, f"every row of this column says {cells[0]!r}")


@rule("LAB005", "false-precision", severity=W, since="1.0.0")
def precise(ctx: RuleContext) -> Findings:
    """A percentage has three decimals or more."""
    for span in ctx.manuscript.places_of(r"\d+\.\d{3,}\s*\$?\s*\\?%"):
        yield ctx.report(span, "nobody measures percentages to three decimals")


@rule("LAB006", "formula-twice", severity=W, since="1.0.0")
def twice(ctx: RuleContext) -> Findings:
    """The same display formula stands twice."""
    m, seen = ctx.manuscript, {}
    for e in m.environments:
        if e.name.rstrip("*") not in ("equation", "align", "gather", "multline"):
            continue
        body = ctx.source(e.span)[len(ctx.source(e.begin)) :]
        body = body[: body.rfind("\\end")]
        body = re.sub(r"\\label\{[^}]*\}|\s|%.*", "", body).rstrip(".,;")
        if body in seen:
            yield ctx.report(e.begin, "this formula stands above already", related=[(seen[body], "here")])
        else:
            seen[body] = e.begin


@rule("LAB007", "same-title", severity=W, since="1.0.0")
def same_title(ctx: RuleContext) -> Findings:
    """Two entries have one title, and one of them is cited."""
    b, seen = ctx.bibliography, {}
    printed = {b.fold(e.key) for e in b.printed}
    for entry in b.entries:
        title = re.sub(r"\W", "", (entry.text("title") or "").casefold())
        other = seen.setdefault(title, entry) if title else entry
        if b.fold(other.key) != b.fold(entry.key) and {b.fold(other.key), b.fold(entry.key)} & printed:
            yield ctx.report(
                entry.key_span, f"'{other.key}' has the same title", related=[(other.key_span, "here")]
            )


@rule("LAB008", "unproved", severity=W, since="1.0.0", needs=Needs.TEXT)
def unproved(ctx: RuleContext) -> Findings:
    """A theorem or lemma has neither a proof nor a citation in its title."""
    m = ctx.manuscript
    proved, last = set(), None
    starts = sorted(
        [(m.position(s.environment.span), "s", s) for s in m.statements]
        + [(m.position(e.span), "p", e) for e in m.environments if "proof" in e.name.lower()],
        key=lambda it: it[0],
    )
    for _, kind, what in starts:
        if kind == "s":
            last = what
            continue
        named = {r.name for r in m.references if what.begin.contains(r.span)}
        if named:
            proved |= {s.environment for s in m.statements if named & {x.name for x in s.labels}}
        elif last:
            proved.add(last.environment)
    for s in m.statements:
        if s.kind not in ("theorem", "lemma", "proposition") or s.environment in proved:
            continue
        if any(s.environment.begin.contains(c.span) for c in m.citations):
            continue
        yield ctx.report(s.environment.begin, f"this {s.kind} is not proved")


@rule("LAB009", "authors-left-out", severity=W, since="1.0.0")
def left_out(ctx: RuleContext) -> Findings:
    """The record of a work has more authors than the entry, which does not say so."""
    for entry, verdict in ctx.verdicts.judged:
        names = ctx.bibliography.names(entry)
        if any(n.family == "others" for n in names):
            continue
        for difference in verdict.differences:
            theirs = len(difference.theirs.split(", ")) if difference.field == "authors" else 0
            if theirs > len(names):
                yield ctx.report(entry.key_span, f"{theirs} wrote it, and the entry names {len(names)}")


@rule("LAB010", "long-title", severity=W, since="1.0.0", options={"most": Option(11, "words")})
def long_title(ctx: RuleContext) -> Findings:
    """The title is long."""
    m = ctx.manuscript
    if m.title is not None:
        words = [w for w in m.plain(m.title).split() if re.search(r"\w", w)]
        if len(words) > ctx.options["most"]:
            yield ctx.report(m.title, f"{len(words)} words are many for a title")


@hookimpl
def argcheck_rules():
    return [pile, stacked, order, constant, precise, twice, same_title, unproved, left_out, long_title]
