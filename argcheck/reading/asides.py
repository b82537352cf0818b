"""Documents beside the ones that an author works on: templates, old versions, scratch files, what programs wrote."""

from __future__ import annotations

import posixpath
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from argcheck.files import data
from argcheck.files.grouping import lists_by_key
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import lazy
from argcheck.tex.live_source import commented
from argcheck.tex.model import InputPlace
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from argcheck.bib.entries import Entries
    from argcheck.tex.model import ManuscriptRecords

_FEW, _MOST = 3, 0.8  # labels by which a copy is known, and their share
_LISTED = 3  # documents that are named one by one where they are set aside for one reason
_HALF = 0.5  # of the keys of an excerpt are known to the whole
_CITED, _MOSTLY = 5, 2 / 3  # keys that a draft cites and the paper too, and their share
_SPOKEN = ("beamer", "slides", "poster", "powerdot", "letter")  # in names of classes
_FILLER = ("Lorem ipsum", "\\lipsum", "\\blindtext")
_WORD = lazy(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-z])")


def asides(read: Mapping[str, ManuscriptRecords], folders: Iterable[str]) -> dict[str, str]:
    """Which of several documents nobody is working on, and why, in words.

    What a name says counts only below the folder that all of them lie in, below those of ``folders`` (that
    somebody named), and only beside a document of another name that is no shorter, as many a thesis is written in
    ``template.tex``; of an old version a quarter will do.  Nobody writes a thesis in a file that is called a test of a
    class: beside such a file, ``template.tex`` is of another name.
    """
    if len(read) < 2:
        return {}
    why = {root: reason for root, manuscript in read.items() for reason in _made(root, manuscript)}
    why |= {root: f"it is a copy of {part}" for root, part in (*_copied(read), *_versions(read))}
    rest = {root: manuscript for root, manuscript in read.items() if root not in why}
    told = name_words(read, folders)
    named = {root: kind for root in rest for kind in _named(told[root])}
    tests = {root for root, kind in named.items() if kind.get("never")}
    longest = max((length(rest[root]) for root in rest if root not in tests), default=-1)
    longest_named_otherwise = max((length(rest[root]) for root in rest if root not in named), default=-1)
    for root, kind in named.items():
        most = longest if root in tests else longest_named_otherwise
        if length(rest[root]) <= kind.get("longer", 1) * most or (
            most >= 0 and kind.get("filled") and has_filler(rest[root])
        ):
            why[root] = kind["why"]
    return why if len(why) < len(read) else {}


def unchecked(reasons: Mapping[str, str]) -> list[str]:
    """Say which documents are set aside and why; many of them that have one reason are one notice."""
    alike = lists_by_key((why, path) for path, why in sorted(reasons.items()))
    notices = []
    for why, paths in alike.items():
        if len(paths) > _LISTED:
            first, more = paths[0], len(paths) - 1
            notices.append(
                f"{first} and {more:,} other documents are not checked: {why}; name them to have them checked"
            )
        else:
            notices += [f"{path} is not checked: {why}; name it to have it checked" for path in paths]
    return notices


def copied_vignettes(digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the vignettes that ``R CMD build`` has copied to ``inst/doc``, without what they read, and their originals."""
    built = {path for path in digests if "/inst/doc/" in f"/{path}"}
    originals = {digest: path for path, digest in sorted(digests.items()) if path not in built}
    for path in built:
        if digests[path] in originals:
            yield path, originals[digests[path]]


def fragments(read: Mapping[str, tuple[ManuscriptRecords, Entries]]) -> Iterator[tuple[str, str]]:
    """Yield the documents that are no whole ones beside another, and what they lack that the other has, in words."""
    wholes = {root: m for root, (m, _) in read.items()}
    if len(wholes) > 1:
        yield from _parts(wholes)
        yield from _excerpts(read)
        yield from _unincluded(wholes)


def _parts(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str]]:
    r"""Yield the documents that print a chapter or two of another.

    Such a document has no text in its root, only ``\input`` of files that the whole one reads too.
    One that opens as the other does, and is half as long or more, is a version of it: it must stand alone.
    """
    texts = {root: m.text_files() for root, m in read.items()}
    sizes = {root: length(m) for root, m in read.items()}
    for root, text in texts.items():
        if not text or root in text:
            continue
        wholes = [
            other
            for other in texts
            if text < texts[other] and (2 * sizes[root] < sizes[other] or not _opens(read[other], text))
        ]
        if wholes:
            yield root, f"the rest of {max(wholes, key=sizes.__getitem__)}"


def _opens(whole: ManuscriptRecords, text: set[str]) -> bool:
    """Whether the first section of a document is in one of these files."""
    return any(section.span.path in text for section in whole.sections[:1])


def _excerpts(read: Mapping[str, tuple[ManuscriptRecords, Entries]]) -> Iterator[tuple[str, str]]:
    """Yield the documents that cite, load no bibliography, and most of whose keys are in that of another."""
    bare = [
        root
        for root, (m, b) in read.items()
        if m.cited_keys and not (m.resources or b.entries or m.fragment_reason)
    ]
    known = {root: {entry.key for entry in b.entries} for root, (_, b) in read.items()} if bare else {}
    for root in bare:
        keys = read[root][0].cited_keys
        whole = next(
            (other for other, entries in known.items() if len(keys & entries) >= _HALF * len(keys)), None
        )
        if whole is not None:
            yield root, f"a bibliography, which {whole} has,"


def _unincluded(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str]]:
    """Yield the parts that nothing includes beside a document that lacks a file of macros, of which one may include them."""
    wholes = [m for m in read.values() if not m.fragment_reason and m.macros_missing]
    if not wholes:
        return
    whole = min(wholes, key=lambda m: (m.root.count("/"), m.root))
    places = {InputPlace.PREAMBLE, InputPlace.FRONT}
    lost = next(missing.target for missing in whole.missing if missing.place in places)
    reason = f"{lost}, of which a macro may include it in {whole.root},"
    yield from ((root, reason) for root, m in read.items() if m.fragment_reason)


@cache
def _kinds() -> dict[str, dict[str, Any]]:
    return data.tables("asides")


def _made(root: str, manuscript: ManuscriptRecords) -> Iterator[str]:
    for kind in _kinds().values():
        names, packages = (frozenset(kind.get(key, "").split()) for key in ("files", "packages"))
        path, folders = PurePosixPath(root), frozenset(kind.get("folders", "").split())
        if (
            path.stem in names
            or not packages.isdisjoint(manuscript.packages)
            or not folders.isdisjoint(path.parts[:-1])
        ):
            yield kind["why"]


def _copied(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str]]:
    """Yield the documents that are copies of a part of another: the same file name, and most of its labels."""
    parts: dict[str, dict[str, set[str]]] = {}
    for root, manuscript in read.items():
        for label in manuscript.labels if len(manuscript.files) > 1 else ():
            path = label.span.path
            if path != root:
                parts.setdefault(PurePosixPath(path).name, {}).setdefault(path, set()).add(label.name)
    for root, manuscript in read.items():
        own = {label.name for label in manuscript.labels if label.span.path == root}
        for path, names in parts.get(PurePosixPath(root).name, {}).items():
            if path != root and len(own) >= _FEW and len(own & names) >= _MOST * len(own):
                yield root, path


def _versions(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str]]:
    """Yield the documents that have the name and most of the labels of another in a folder above, and that one.

    A talk of a paper is none, though it shows its figures.
    """
    for root, manuscript in read.items():
        path = PurePosixPath(root)
        own = {label.name for label in manuscript.labels}
        if len(own) < _FEW:
            continue
        for folder in path.parent.parents:
            whole = read.get(str(folder / path.name))
            if (
                whole
                and is_spoken(manuscript) == is_spoken(whole)
                and len(own & {label.name for label in whole.labels}) >= _MOST * len(own)
            ):
                yield root, str(folder / path.name)
                break


def name_words(roots: Iterable[str], folders: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the words in the names of documents, below the folder that all lie in, or the nearest of ``folders``, that somebody named."""
    paths = list(roots)
    tops = (posixpath.commonpath(map(posixpath.dirname, paths)), *folders) if paths else ()
    above = {PurePosixPath(folder) for folder in tops}
    below = {path: str(_below(PurePosixPath(path), above).with_suffix("")) for path in paths}
    return {path: words_in(name) for path, name in below.items()}


def words_in(name: str) -> frozenset[str]:
    """Return the words in a name, in lower case: of ``oldVersion`` there are two."""
    return frozenset(map(str.lower, _WORD.findall(name)))


def is_called(named: frozenset[str], kind: str) -> bool:
    """Whether one of the words in a name is one that the language files have for a ``kind`` of documents."""
    return not named.isdisjoint(words(codes(), f"documents.{kind}"))


def _named(named: frozenset[str]) -> Iterator[dict[str, Any]]:
    return (kind for name, kind in _kinds().items() if is_called(named, name))


def _below(path: PurePosixPath, folders: Container[PurePosixPath]) -> PurePosixPath:
    """Return a path as seen from the nearest of these folders, of which one is above it."""
    return path.relative_to(next(folder for folder in path.parents if folder in folders))


def has_filler(manuscript: ManuscriptRecords) -> bool:
    """Whether filler text stands in a document, which nobody wrote; what was commented out was written over."""
    texts = [file.text for path, file in manuscript.files.items() if path.endswith(TEX_SUFFIXES)]
    return any(_is_live(words, text) for words in _FILLER for text in texts)


def _is_live(words: str, text: str) -> bool:
    place = text.find(words)
    while place >= 0 and commented(text, place):
        place = text.find(words, place + len(words))
    return place >= 0


def length(manuscript: ManuscriptRecords) -> int:
    """How much text a document has, in characters of its files."""
    return sum(len(manuscript.files[path].text) for path in manuscript.text_files())


def cites_the_same(draft: ManuscriptRecords, paper: ManuscriptRecords) -> bool:
    """Whether most of what a text cites, and no talk, is cited in a paper."""
    shared = len(draft.cited_keys & paper.cited_keys)
    return shared >= max(_CITED, _MOSTLY * len(draft.cited_keys)) and not is_spoken(draft)


def is_spoken(manuscript: ManuscriptRecords) -> bool:
    """Whether a document is shown or sent beside a paper, from which it takes what it says."""
    return any(word in manuscript.document_class.lower() for word in _SPOKEN)
