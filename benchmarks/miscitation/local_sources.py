"""Sources on this machine with what papers say of them: where a benchmark of miscitations begins.

A source comes from a paper's folder as `argcheck verify` reads it (``sources/KEY.pdf``, ``.xml``, ``.html``, ``.tex``, ``.md``, ``.txt`` beside
documents that cite KEY), or from lines of kind ``source`` in a file of pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from pairs import rows, text_of

from argcheck.errors import UsageError
from argcheck.files.patterns import BRACKETED
from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for
from argcheck.sources.entry_query import query_of
from argcheck.sources.evidence import EVIDENCE
from argcheck.sources.folding import words
from argcheck.sources.text.model import UnreadableSourceError
from argcheck.sources.text.reader import read_source
from argcheck.sources.unspaced import words_of
from argcheck.verdicts.funnel import FOCUS
from argcheck.verdicts.mentions import mentions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from argcheck.bib.entry import Entry
    from argcheck.sources.text.model import SourceText

FOLDER, SUFFIXES = "sources", (".pdf", ".xml", ".nxml", ".html", ".htm", ".tex", ".md", ".txt")
_FEW_WORDS = 8  #: of a paragraph, below which it is a label or a part of a formula
_RUN = 8  #: words in a row by which two texts are compared
_ONE_IN = 8  #: runs is looked at
_SHARED = 0.3  #: share of the runs of the shorter text that two texts of one work have in common
_MOST_SENTENCES = 20  #: that cite a source and are shown to the writer


class Source(NamedTuple):
    """A study with its text."""

    id: str  #: by which sentences cite it, in brackets
    title: str
    authors: str
    year: int
    field: str  #: empty if nobody says it
    paragraphs: tuple[str, ...]
    sentences: tuple[str, ...] = ()  #: of papers, which cite it and nothing else

    @property
    def row(self) -> dict[str, Any]:
        """As a line of a file of pairs."""
        row = {name: value for name, value in self._asdict().items() if name != "sentences"}
        return {"kind": "source", **row, "paragraphs": list(self.paragraphs)}


class LeftOut(NamedTuple):
    """What does not get into the benchmark."""

    stage: str  #: ``source`` or ``item``
    why: str  #: in a word or two, to be counted
    source: str
    detail: str = ""
    item: dict[str, Any] = {}  # noqa: RUF012 - never changed


@cache
def text_as_read(source: Source) -> SourceText:
    """Read a source as the benchmark reads it from its file."""
    return read_source(text_of(source.row).encode(), f"{source.id}.md")


def local_sources(paths: Iterable[Path], longest: int) -> tuple[list[Source], list[LeftOut]]:
    """Read the sources of folders and files, each work once.

    :param longest: characters of a text, above which it is left out.
    :raises UsageError: a path that is none, or no source at all.
    """
    kept: list[Source] = []
    left: list[LeftOut] = []
    holders: dict[int, list[int]] = {}  # which sources have a run of words
    sizes: list[int] = []
    for item in _read(paths):
        if isinstance(item, LeftOut):
            left.append(item)
            continue
        why = _unfit(item, longest)
        own = set[int]() if why else _runs_of(item)
        shared = Counter(place for run in own for place in holders.get(run, ()))
        shorter = [min(len(own), size) for size in sizes]
        same = next(
            (at for at in range(len(kept)) if _is_same(item, kept[at], shared[at], shorter[at])), None
        )
        if why:
            left.append(LeftOut("source", why, item.id))
        elif same is not None:
            left.append(LeftOut("source", "same work", item.id, f"the same work as {kept[same].id}"))
            kept[same] = kept[same]._replace(sentences=kept[same].sentences + _citing(item, kept[same].id))
        else:
            kept.append(_renamed(item, {known.id for known in kept}))
            sizes.append(len(own))
            for run in own:
                holders.setdefault(run, []).append(len(kept) - 1)
    if not kept and not left:
        raise UsageError(
            f"no text of a source: a folder needs a document that cites KEY and {FOLDER}/KEY.pdf, .xml, .html, .tex, .md or .txt"
        )
    return kept, left


def _read(paths: Iterable[Path]) -> Iterator[Source | LeftOut]:
    for path in paths:
        if path.is_dir():
            yield from _of_folder(path)
        elif path.is_file():
            yield from _of_file(path)
        else:
            raise UsageError(f"{path}: there is no such folder or file")


def _of_file(path: Path) -> Iterator[Source]:
    for row in rows(path):
        if row["kind"] == "source":
            values = {name: row[name] for name in Source._fields if name in row}
            yield Source(
                **values | {name: tuple(row.get(name, ())) for name in ("paragraphs", "sentences")},
            )


def _of_folder(folder: Path) -> Iterator[Source | LeftOut]:
    workspace = _workspace(folder)
    entries: dict[str, Entry] = {}
    sentences: dict[str, dict[str, None]] = {}
    for document in workspace.documents:
        for entry in document.bibliography.entries:
            entries.setdefault(entry.key, entry)
        for mention in mentions_of(document.manuscript, document.bibliography):
            if BRACKETED.findall(mention.sentence.text) == [mention.key]:
                sentences.setdefault(mention.key, {})[mention.sentence.text] = None
    for path in sorted((folder / FOLDER).glob("*")):
        if path.suffix.lower() in SUFFIXES:
            yield _of_text(path, entries.get(path.stem), tuple(sentences.get(path.stem, ())))


def _workspace(folder: Path) -> Workspace:
    folder = folder.resolve()
    settings = settings_for([folder], cwd=folder, overrides=None, isolated=True)
    workspace = Workspace([folder], settings, cwd=folder, readers=load_readers())
    workspace.read()
    return workspace


def _of_text(path: Path, entry: Entry | None, sentences: tuple[str, ...]) -> Source | LeftOut:
    key = path.stem
    if entry is None:
        return LeftOut("source", "no entry", key, f"no document has an entry {key}")
    try:
        text = read_source(path.read_bytes(), path.name)
    except (UnreadableSourceError, OSError) as error:
        return LeftOut("source", "unreadable", key, str(error))
    query = query_of(entry)
    authors = " and ".join(" ".join(filter(None, (person.given, person.family))) for person in query.authors)
    paragraphs = tuple(
        block.text
        for block in text.blocks
        if block.kind in EVIDENCE and len(words_of(block.text)) >= _FEW_WORDS
    )
    return Source(key, query.title, authors, query.year, query.venue, paragraphs, sentences[:_MOST_SENTENCES])


def _unfit(source: Source, longest: int) -> str:
    if not (source.title and source.authors and source.year):
        return "no record"  # what a model knows of it cannot be asked
    if len(source.paragraphs) <= FOCUS:
        return "too short"
    return "too long" if sum(map(len, source.paragraphs)) > longest else ""


def _runs_of(source: Source) -> set[int]:
    """Give one in eight runs of words, the same ones of each text: all of those of hundreds of articles take more than a gigabyte."""
    spoken = words_of(" ".join(source.paragraphs))
    runs = (" ".join(spoken[start : start + _RUN]) for start in range(len(spoken) - _RUN + 1))
    return {mark for run in runs if (mark := crc32(run.encode("utf-8", "replace"))) % _ONE_IN == 0}


def _is_same(source: Source, other: Source, shared: int, shorter: int) -> bool:
    """Whether two sources are one work: a version of it, or a copy in another folder."""
    if words(source.title) == words(other.title) and source.year == other.year:
        return True
    return shared > _SHARED * shorter > 0


def _renamed(source: Source, taken: set[str]) -> Source:
    """Give a source a name that can stand in brackets and that no other has: keys of different papers may be alike."""
    plain = re.sub(r"[^\w:.+/-]+", "-", source.id).strip("-") or "source"
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{plain}-{number}"
    return source._replace(id=name, sentences=_citing(source, name))


def _citing(source: Source, name: str) -> tuple[str, ...]:
    """Give the sentences that cite a source with another name of it."""
    return tuple(sentence.replace(f"[{source.id}]", f"[{name}]") for sentence in source.sentences)
