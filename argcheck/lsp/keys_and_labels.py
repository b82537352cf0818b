"""Keys, labels and claims: the one at a place, its definitions and uses, and the edits that rename it."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Edit, Span
from argcheck.interrogation import PATH as RUNS
from argcheck.tex.directives import RELATIONS, names_of, parse
from argcheck.tex.label_places import named_in_comments
from argcheck.tex.names_in_macros import places_in_definitions
from argcheck.verdicts import PATH as VERDICTS
from argcheck.verdicts.node_metrics import PATH as METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document

KEY, LABEL, CLAIM = "key", "label", "claim"
_SIGNS = frozenset("{}\\%#~,")  # not allowed in names: TeX or a list ends or changes there
_SIGNS_OF_KEYS = _SIGNS | frozenset("\"'()=")  # Biber refuses the others
_CITING = ("cite", "nocite")
_OTHER_DOCUMENT = "externaldocument"  # of the packages xr, xr-hyper and zref-xr
_CITED = "cite:"  # before a key in an annotation
_CLAIM_MACRO = "argclaim"
#: Annotation macros whose arguments are not claims: declarations in Lean, cells of tables, environments.
_OF_OTHER_THINGS = frozenset(("lean", "argdata", "proofgraphexclude", "proofgraphuntrack", "proofgraphtrack"))
_AROUND_VALUES = str.maketrans(dict.fromkeys('",;\t\r', "\n"))  # separators of values in JSON and CSV
_NAMING = ("crossref", "xref", "xdata", "related", "entryset")  # fields with keys


class NamedPlace(NamedTuple):
    """A key, a label or the id of an annotated claim at a place."""

    kind: str  #: `KEY`, `LABEL` or `CLAIM`
    name: str
    span: Span  #: in the file as its author wrote it


class CannotRename(Exception):  # noqa: N818 - an answer
    """The reason why a name cannot be changed, in a sentence for the author."""


def name_at(snapshot: Snapshot, path: str, offset: int) -> NamedPlace | None:
    """Return the key, label or claim at an offset; None if there is none."""
    for document in snapshot.reading(path):
        for name in _names(document):
            written = snapshot.written(name.span) if name.span.path == path else None
            if written and written.start <= offset <= written.end:
                return name._replace(span=written)
    return None


def _names(document: Document) -> Iterator[NamedPlace]:
    m, b = document
    yield from (NamedPlace(KEY, citation.key, citation.span) for citation in m.citations if citation.key)
    yield from (NamedPlace(KEY, key, span) for key, span in places_in_definitions(m, _CITING))
    yield from (NamedPlace(LABEL, label, span) for label, span in places_in_definitions(m, ("ref",)))
    for entry in b.entries:
        yield NamedPlace(KEY, entry.key, entry.key_span)
        yield from (NamedPlace(KEY, key, span) for key, span in entry.cited())
    for records in (m.labels, m.references):
        yield from (NamedPlace(LABEL, record.name, record.span) for record in records if record.name)
    claims = {name for name, _, is_given in _of_claims(m) if is_given}
    for name, span, _ in _in_macros(m):
        kind = CLAIM if name in claims and name not in m.labels_by_name else LABEL
        yield _key(name, span) if name.startswith(_CITED) else NamedPlace(kind, name, span)
    for name, span, _ in _in_comments(m):
        cited = name not in m.labels_by_name and (name.startswith(_CITED) or b.find(name))
        kind = LABEL if name in m.labels_by_name else CLAIM
        yield _key(name, span) if cited else NamedPlace(kind, name, span)


def _key(name: str, span: Span) -> NamedPlace:
    """Return the key in an annotation, without ``cite:`` before it."""
    key = name.removeprefix(_CITED)
    return NamedPlace(KEY, key, span._replace(start=span.end - len(key)))


def _of_claims(m: Manuscript) -> Iterator[tuple[str, Span, bool]]:
    """Yield the names in annotations with their places, and whether a claim gets this id there."""
    yield from _in_macros(m)
    yield from _in_comments(m)


def _in_macros(m: Manuscript) -> Iterator[tuple[str, Span, bool]]:
    for use in m.uses:
        command = use.command.rstrip("*")
        if use.name and command not in _OF_OTHER_THINGS and command not in m.text_macros:
            yield use.name, use.span, command == _CLAIM_MACRO


def _in_comments(m: Manuscript) -> Iterator[tuple[str, Span, bool]]:
    for directive in m.directives:
        text = m.files[directive.span.path].text
        annotation = parse(directive, text)
        if annotation is None or annotation.verb == "from":
            continue
        given = annotation.get("id")
        if given is not None:
            yield given.value, given.span, True
        related = [
            name for each in annotation.attributes if each.key in RELATIONS for name in names_of(each, text)
        ]
        for joined in (*annotation.names, *related):
            start = joined.span.start
            for name in joined.name.split("+"):
                yield name, Span(joined.span.path, start, start + len(name)), False
                start += len(name) + 1


def definitions(snapshot: Snapshot, name: NamedPlace) -> list[Span]:
    """Return the places where a name is defined."""
    return _defined(snapshot, name, _meaning(snapshot, name))


def uses(snapshot: Snapshot, name: NamedPlace) -> list[Span]:
    """Return the places where a name is used, with those in annotations."""
    return _used(snapshot, name, _meaning(snapshot, name))


def _meaning(snapshot: Snapshot, name: NamedPlace) -> list[Document]:
    """Return the documents in which a name means the same: all but those that define it in other files only."""
    defining = [d for d in snapshot.documents if _defined(snapshot, name, [d])]
    places = {
        d.manuscript.root: {s.path for s in (*_defined(snapshot, name, [d]), *_used(snapshot, name, [d]))}
        for d in defining
    }
    files = {name.span.path}
    while same := [root for root, its in places.items() if not its.isdisjoint(files)]:
        files.update(*map(places.pop, same))
    if len(places) == len(defining):  # none of the definitions belongs to this place
        return snapshot.documents
    return [d for d in snapshot.documents if d.manuscript.root not in places]


def _defined(snapshot: Snapshot, name: NamedPlace, documents: Iterable[Document]) -> list[Span]:
    spans: list[Span] = []
    for m, b in documents:
        if name.kind == CLAIM:
            spans += (span for given, span, is_given in _of_claims(m) if is_given and given == name.name)
        elif name.kind == LABEL:
            spans += (label.span for label in m.labels_by_name.get(name.name, ()))
        elif entry := b.find(name.name):
            of_its_own = b.fold(entry.key) != b.fold(name.name)  # one of its ``ids``
            spans += _in_fields(b, [entry], ("ids",), name.name) if of_its_own else [entry.key_span]
    return list(dict.fromkeys(map(snapshot.written, spans)))


def _used(snapshot: Snapshot, name: NamedPlace, documents: Iterable[Document]) -> list[Span]:
    spans: list[Span] = []
    for document in documents:
        m = document.manuscript
        if name.kind == CLAIM:
            spans += (span for used, span, _ in _of_claims(m) if used == name.name)
        elif name.kind == LABEL:
            spans += m.places_of_label(name.name)
            spans += (span for label, span in places_in_definitions(m, ("ref",)) if label == name.name)
        else:
            spans += _citing(document, name.name)
            spans += _as_cited_work(document, name.name)
    return list(dict.fromkeys(map(snapshot.written, spans)))


def _as_cited_work(document: Document, key: str) -> Iterator[Span]:
    """Yield the places of a key in annotations: after ``cite:``, or alone in a comment if it is no label."""
    m = document.manuscript
    yield from (_key(name, span).span for name, span, _ in _in_macros(m) if name == f"{_CITED}{key}")
    for place in named_in_comments(m, f"{_CITED}{key}"):
        yield place._replace(start=place.start + len(_CITED))
    if key not in m.labels_by_name:
        yield from named_in_comments(m, key)


def _citing(document: Document, key: str) -> Iterator[Span]:
    """Yield the places that cite a key, in the text, in bodies of macros and by other entries.

    Keys are compared as the bibliography program does.
    """
    m, b = document
    cited = chain(
        ((citation.key, citation.span) for citation in m.citations),
        places_in_definitions(m, _CITING),
        *(entry.cited() for entry in b.entries),
    )
    yield from (span for other, span in cited if b.fold(other) == b.fold(key))
    yield from _in_fields(b, b.entries, _NAMING, key)


def _in_fields(b: Entries, entries: Iterable[Entry], names: Iterable[str], key: str) -> Iterator[Span]:
    """Yield the places of a key in fields that contain keys."""
    folds = re.NOFLAG if b.fold("A") == "A" else re.IGNORECASE
    word = re.compile(rf"(?<![^\s,{{\"]){re.escape(key)}(?![^\s,}}\"])", folds)
    for entry in entries:
        for name in names:
            field = entry.fields.get(name)
            if field is not None:
                text = b.files[entry.span.path].text
                matches = word.finditer(text, field.value_start, field.value_end)
                yield from (Span(entry.span.path, *match.span()) for match in matches)


def _beside(snapshot: Snapshot, claim: str) -> str:
    """Return the first file of runs, metrics or verdicts that has the id of a claim as a value; empty if none has."""
    for name in (RUNS, METRICS, VERDICTS):
        with suppress(OSError):
            text = snapshot.file(name).read_text("utf-8", errors="replace")
            if claim in map(str.strip, text.translate(_AROUND_VALUES).split("\n")):
                return name
    return ""


def _longer(snapshot: Snapshot, label: str) -> str:
    r"""Return name and place of a reference that may mean the label of another document by a prefix; empty if none.

    With the package xr, ``\ref{S-fig:a}`` may be the label ``fig:a`` of another document.
    """
    for m, _ in snapshot.documents:
        if any(_OTHER_DOCUMENT in command for command in m.commands):
            for use in m.references:
                if use.name != label and use.name.endswith(label) and use.name not in m.labels_by_name:
                    line, _ = m.files[use.span.path].position(use.span.start)
                    return f"'{use.name}' at {use.span.path}:{line}"
    return ""


def renamed(snapshot: Snapshot, name: NamedPlace, new: str) -> list[Edit]:
    """Return the edits that rename a key, a label or a claim everywhere.

    :raises CannotRename: a macro makes the name somewhere, another document or file has it, or the new one is invalid.
    """
    if name.kind == CLAIM and (file := _beside(snapshot, name.name)):
        raise CannotRename(f"{file} names the claim '{name.name}', too")
    signs = _SIGNS_OF_KEYS if name.kind == KEY else _SIGNS
    if not new or any(sign.isspace() or sign in signs for sign in new):
        raise CannotRename(
            f"'{new}' cannot be a {name.kind}: blanks, commas and signs that TeX or BibTeX reads are not allowed"
        )
    documents = _meaning(snapshot, name)
    there = _defined(snapshot, name, documents)
    if not there:
        raise CannotRename(f"no {name.kind} is called '{name.name}'")
    if not set(there).issuperset(_defined(snapshot, name._replace(name=new), documents)):
        raise CannotRename(f"there is a {name.kind} '{new}' already")
    if name.kind == LABEL and (other := _longer(snapshot, name.name)):
        raise CannotRename(f"{other} may be this label, by \\{_OTHER_DOCUMENT}")
    edits = []
    for span in dict.fromkeys((*there, *_used(snapshot, name, documents))):
        source = snapshot.source(span.path)
        written = source.text[span.start : span.end] if source else ""
        if source is None or (
            written != name.name and (name.kind != KEY or written.lower() != name.name.lower())
        ):
            where = f"{span.path}:{source.position(span.start)[0]}" if source else span.path
            raise CannotRename(f"'{name.name}' is not written out at {where}: a macro makes it there")
        edits.append(Edit(span, new))
    return edits
