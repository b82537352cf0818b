"""Corrections of entries from their records; only certain ones.

An entry is corrected only if its record has exactly its title and differs in no field, and all requests were answered.
Each correction is first tried with bibtexparser, which must read the new fields and otherwise the same entry.  The
rest of the file stays unchanged, byte for byte.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from argcheck.bib.entry_identifiers import entry_doi
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Severity, Span
from argcheck.files.grouping import sets_by_key
from argcheck.lint.report import Report
from argcheck.service.verify_report import Correction
from argcheck.sources.folding import letters
from argcheck.sources.model import Likeness
from argcheck.sources.printings import is_preprint
from argcheck.sources.venues import compare_venues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.bib.entry import Entry, Field
    from argcheck.reading.workspace import Workspace
    from argcheck.sources.model import Record
    from argcheck.verdicts.model import EntryVerdict
    from argcheck.verdicts.verify_entries import Task

# without books, whose record may be of another edition
_KINDS = frozenset({"article", "inproceedings", "conference"})
_PREPRINTS = frozenset({"article", "misc", "online", "unpublished"})
_SYNTAX = frozenset('{}\\%#$^~"')  # of LaTeX and BibTeX
_INNER = re.compile(r"[^\W\d_][\w-]*[A-Z][\w-]*")  # a capital that is not the first letter
_WORD = re.compile(r"[^\W_][\w-]*")


def settled(
    workspace: Workspace, task: Task, verdict: EntryVerdict, published: Record | None
) -> Correction | None:
    """Return the correction of an entry from the record of its work; None without any.

    :param published: the record of the article that a preprint became, if its authors and title are those of the entry.
    """
    entry = task.entry
    if not entry.whole or not entry.span.path.lower().endswith(".bib") or not _agrees(task, verdict):
        return None
    fields: dict[str, str] = {}
    kind = entry.type
    if published is not None:
        kind, fields = "article", _published(published)
    elif kind in _KINDS:
        fields = _missing(task, verdict.record)
    capitals = _capitals(entry, str(verdict.record.get("title", "")))
    if capitals:
        fields["title"] = capitals
    text = workspace.project.files[entry.span.path].written
    edits = tuple(_edits(entry, fields, kind, text))
    if not edits or not _only_that_changed(entry, fields, kind, edits, text):
        return None
    return Correction(entry.key, fields, Fix(f"set {', '.join(fields)} of '{entry.key}'", edits, safe=True))


def as_report(workspace: Workspace, corrections: Sequence[Correction]) -> Report:
    """Return the corrections as a report, for `argcheck.lint.fixes` to apply or to make a diff of."""
    diagnostics = tuple(
        Diagnostic(
            "", "", Severity.NOTE, correction.fix.edits[0].span, correction.fix.message, fix=correction.fix
        )
        for correction in corrections
    )
    project = workspace.project
    return Report(project.root, workspace.base, (), diagnostics, project.files, {}, Severity.ERROR)


def may_be_published(task: Task, verdict: EntryVerdict) -> str:
    """Return the DOI under which the preprint of an entry was published; empty without one."""
    plain = task.entry.type in _PREPRINTS and is_preprint(task.query) and _agrees(task, verdict)
    return (
        verdict.published_as.removeprefix("doi:") if plain and verdict.published_as.startswith("doi:") else ""
    )


def is_published_form(task: Task, record: Record) -> bool:
    """Whether a record is of a journal article with exactly the title of a preprint."""
    return (
        record.kind == "article"
        and bool(record.venue and record.year)
        and letters(record.title) == letters(task.query.title)
    )


def _agrees(task: Task, verdict: EntryVerdict) -> bool:
    """Whether the work is certain: it exists, with the title of the entry, and without differences or open requests."""
    sure = verdict.outcome in ("accessible", "inaccessible") and not (
        verdict.differences or verdict.fallen or "unasked" in verdict.more
    )
    title = letters(task.query.title)
    return (
        sure and bool(title and task.query.authors) and title == letters(str(verdict.record.get("title", "")))
    )


def _missing(task: Task, record: Mapping[str, Any]) -> dict[str, str]:
    """Return the DOI, year and pages that an entry lacks, if its record is of the same publication."""
    query, entry = task.query, task.entry
    year, venue = record.get("year", 0), str(record.get("venue", ""))
    same_year = query.year in {0, year}
    if is_preprint(query) or not same_year or compare_venues(query.venue, venue) is not Likeness.SAME:
        return {}
    missing = {}
    doi, pages = str(record.get("doi", "")), str(record.get("pages", ""))
    if doi and not entry_doi(entry):
        missing["doi"] = doi
    if year and not (entry.raw("year") or entry.raw("date")):
        missing["year"] = str(year)
    if pages and (query.year or "year" in missing) and not (entry.raw("pages") or entry.raw("eid")):
        missing["pages"] = _range(pages)
    return {name: value for name, value in missing.items() if _is_plain(value)}


def _published(record: Record) -> dict[str, str]:
    published = {
        "journal": html.unescape(record.venue).replace("&", r"\&"),
        "year": str(record.year),
        "volume": record.volume,
        "pages": _range(record.pages),
        "doi": record.identifiers.get("doi", ""),
    }
    return {name: value for name, value in published.items() if _is_plain(value.replace(r"\&", ""))}


def _range(pages: str) -> str:
    return re.sub(r"\s*[-–—]+\s*", "--", pages.strip())


def _is_plain(value: str) -> bool:
    """Whether a value is not empty and can be put in braces unchanged."""
    return bool(value) and not any(sign < " " or sign in _SYNTAX for sign in value)


def _capitals(entry: Entry, title: str) -> str:
    """Return the title with the record's capitals inside words, these words in braces; empty if nothing changes."""
    field = entry.fields.get("title")
    if field is None or field.raw[:1] not in '{"' or "#" in field.raw or title.upper() == title:
        return ""
    inner = field.raw[1:-1]
    title = html.unescape(title)
    forms = sets_by_key((word.lower(), word) for word in _WORD.findall(title))
    wanted = {  # without words that have two forms in the title, whose places are unclear
        word.lower(): word for word in _INNER.findall(title) if len(forms.get(word.lower(), ())) == 1
    }
    changed, depth, position = [], 0, 0
    for match in _WORD.finditer(inner):
        depth += inner.count("{", position, match.start()) - inner.count("}", position, match.start())
        word = _with_capitals(match[0], wanted.get(match[0].lower(), match[0]))
        plain = depth == 0 and inner[match.start() - 1 : match.start()] != "\\"
        changed.append(inner[position : match.start()])
        changed.append(f"{{{word}}}" if plain and word != match[0] else match[0])
        position = match.end()
    text = "".join([*changed, inner[position:]])
    return text if text != inner else ""


def _with_capitals(ours: str, theirs: str) -> str:
    """Return a word with capitals inside its parts; those after a hyphen depend on the journal's style of titles."""
    if not any(map(str.isupper, "".join(part[1:] for part in theirs.split("-")))):
        return ours
    parts = zip(ours.split("-"), theirs.split("-"), strict=True)
    return "-".join(
        other if len(other) == 1 or any(map(str.isupper, other[1:])) else own for own, other in parts
    )


def _edits(entry: Entry, fields: Mapping[str, str], kind: str, text: str) -> Iterator[Edit]:
    """Yield the edits; new fields are added after the last one, in its layout."""
    path = entry.span.path
    if fields and kind != entry.type:
        start = entry.span.start + 1
        yield Edit(Span(path, start, start + len(entry.type)), kind)
    new = {name: value for name, value in fields.items() if name not in entry.fields}
    last = max(entry.fields.all(), key=lambda field: field.value_end, default=None)
    added = _added(new, last, text) if last else ""
    for name in fields:
        field = entry.fields.get(name)
        if field is not None and field.raw.strip('{}"') != fields[name]:
            behind = added if field == last else ""
            added = "" if field == last else added
            yield Edit(Span(path, field.value_start, field.value_end), f"{{{fields[name]}}}{behind}")
    if last and added:
        yield Edit(Span(path, last.value_end, last.value_end), added)


def _added(new: Mapping[str, str], last: Field, text: str) -> str:
    """Return the text of new fields in the layout of the last one."""
    line = text[text.rfind("\n", 0, last.start) + 1 : last.start]
    before = " " if line.strip() else f"\n{line}"
    between = text[last.start + len(last.name) : last.value_start]
    return "".join(f",{before}{name}{between}{{{value}}}" for name, value in new.items())


def _only_that_changed(
    entry: Entry, fields: Mapping[str, str], kind: str, edits: Sequence[Edit], text: str
) -> bool:
    """Whether bibtexparser reads the changed entry with the new fields and otherwise as before."""
    before = text[entry.span.start : entry.span.end]
    after = before
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        start, end = edit.span.start - entry.span.start, edit.span.end - entry.span.start
        after = after[:start] + edit.replacement + after[end:]
    old, new = _model(before), _model(after)
    if old is None or new is None:
        return False
    wanted = {**old[1], **{name: f"{{{value}}}" for name, value in fields.items()}}
    return new[0] == kind and _bare(new[1]) == _bare(wanted)


def _bare(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value[1:-1] if value[:1] in '{"' else value for name, value in fields.items()}


def _model(text: str) -> tuple[str, dict[str, str]] | None:
    """Return type and fields of an entry by bibtexparser; None if the text is not exactly one entry."""
    import bibtexparser

    library = bibtexparser.parse_string(text, parse_stack=[])
    if len(library.blocks) != 1 or len(library.entries) != 1:
        return None
    entry = library.entries[0]
    return entry.entry_type.lower(), {field.key.lower(): field.value.strip() for field in entry.fields}
