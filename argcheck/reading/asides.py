"""Documents that nobody is writing: templates, old versions, scratch files, the output of programs."""

from __future__ import annotations

import posixpath
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from argcheck.files import data
from argcheck.files.grouping import lists_by_key
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import lazy
from argcheck.reading.last_changed import last_changes
from argcheck.reading.title_page import title
from argcheck.tex.live_source import commented
from argcheck.tex.model import InputPlace
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from argcheck.bib.entries import Entries
    from argcheck.files.history import History
    from argcheck.tex.model import ManuscriptRecords, Sentence

    Sentences = Callable[[ManuscriptRecords], Iterable[Sentence]]

_FEW, _MOST = 3, 0.8  # a copy has at least this many labels, and shares this many of them
_NEW = 0.05  # of the lines of a document: one with fewer that another lacks is a copy of it, however late
_TITLE = 4  # words of a title that two documents have by no chance
_LISTED = 3  # at most so many documents set aside for one reason are named
_STOPS = (".", "!", "?", ":")
_HALF = 0.5  # of the keys of an excerpt are in the bibliography of the whole, and of those of a version in another
_SPOKEN = ("beamer", "slides", "poster", "powerdot", "letter")  # in names of classes
_FILLER = ("Lorem ipsum", "\\lipsum", "\\blindtext")
_BY_PANDOC = "% Options for packages loaded elsewhere"
# what older ones wrote has no such first line
_TIGHT = "\\providecommand{\\tightlist}{%\n"
_IS_PDFTEX = "\\ifnum 0\\ifxetex 1\\fi\\ifluatex 1\\fi=0 % if pdftex\n"
_PREAMBLE_WITHIN = 10_000  # characters: pandoc writes the preamble
_WORD = lazy(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-z])")

#: Names that authors give to what they work on, as they do to the class that they make for it.
_OF_AUTHORS = ("thesis", "dissertation", "paper", "article", "report", "book", "cv", "resume", "proposal")


def asides(
    read: Mapping[str, ManuscriptRecords], folders: Iterable[str], history: History | None = None
) -> dict[str, str]:
    """Return the documents that nobody is writing, each with the reason.

    A name counts only below the folder that all documents lie in, or below one of ``folders``, which the user named.
    It counts only beside an otherwise named document that is at least as long, since many a thesis is written in
    ``template.tex``; beside an old version, a quarter of the length is enough.  A file called a test of a class is
    never a thesis, so ``template.tex`` beside one is not an aside.  Nor is a template in which an author wrote: it has
    the title of another document, and half of its keys or more.
    """
    if len(read) < 2:
        return {}
    why = {root: reason for root, manuscript in read.items() for reason in _made(root, manuscript)}
    copies = *_copied(read), *_versions(read, history)
    why |= {root: f"it is a copy of {part}" for root, part in copies}
    why |= dict.fromkeys(
        _samples(read), "it is called as the class that it loads, and shows what that can do"
    )
    rest = {root: manuscript for root, manuscript in read.items() if root not in why}
    words_of = name_words(read, folders)
    named = {root: kind for root in rest for kind in _named(words_of[root])}
    texts = [
        (_title(manuscript), manuscript.cited_keys) for root, manuscript in rest.items() if root not in named
    ]
    for root in [root for root, kind in named.items() if kind.get("filled") and not has_filler(rest[root])]:
        heading, keys = _title(rest[root]), rest[root].cited_keys
        if heading and any(
            heading == it and len(keys & its) >= max(_FEW, _HALF * len(keys)) for it, its in texts
        ):
            del named[root]
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
    """Return notices of the documents set aside, with the reasons; many documents with one reason share a notice."""
    paths_by_reason = lists_by_key((why, path) for path, why in sorted(reasons.items()))
    notices = []
    for why, paths in paths_by_reason.items():
        if len(paths) > _LISTED:
            first, more = paths[0], len(paths) - 1
            notices.append(
                f"{first} and {more:,} other documents are not checked: {why}; name them to have them checked"
            )
        else:
            notices += [f"{path} is not checked: {why}; name it to have it checked" for path in paths]
    return notices


def copied_vignettes(digests: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the vignettes that ``R CMD build`` copied to ``inst/doc``, each with its original."""
    built = {path for path in digests if "/inst/doc/" in f"/{path}"}
    originals = {digest: path for path, digest in sorted(digests.items()) if path not in built}
    for path in built:
        if digests[path] in originals:
            yield path, originals[digests[path]]


def fragments(
    read: Mapping[str, tuple[ManuscriptRecords, Entries]], sentences: Sentences
) -> Iterator[tuple[str, str]]:
    """Yield the documents that are only parts of another, each with the reason, a clause.

    :param sentences: returns the sentences of a document.
    """
    wholes = {root: m for root, (m, _) in read.items()}
    if len(wholes) > 1:
        yield from _parts(wholes, sentences)
        yield from _excerpts(read)
        yield from _unincluded(wholes)


def _parts(read: Mapping[str, ManuscriptRecords], sentences: Sentences) -> Iterator[tuple[str, str]]:
    r"""Yield the documents that print a chapter or two of another.

    The root of such a document has no text, only ``\input`` of files that the whole one reads too.
    One that begins like the other and is at least half as long is a version of it instead, and is checked as a whole.
    So is one that has sentences of its own, and a talk beside a paper: they are read alone, and refer to nothing else.
    """
    texts = {root: m.text_files() for root, m in read.items()}
    sizes = {root: length(m) for root, m in read.items()}
    for root, text in texts.items():
        if not text or root in text:
            continue
        wholes = [
            other
            for other in texts
            if text < texts[other]
            and is_spoken(read[root]) == is_spoken(read[other])
            and (2 * sizes[root] < sizes[other] or not _opens(read[other], text))
        ]
        if wholes and not _says(read[root], sentences):
            yield root, f"it has only a part of {max(wholes, key=sizes.__getitem__)}"


def _says(m: ManuscriptRecords, sentences: Sentences) -> bool:
    """Whether the root has a sentence of running text; a title page may have sentences of another kind."""
    covers = [e.span for e in m.environments if e.name == "titlepage" and e.span.path == m.root]
    return any(
        sentence.span.path == m.root
        and sentence.kind == "prose"
        and sentence.text.endswith(_STOPS)
        and not any(cover.start <= sentence.span.start < cover.end for cover in covers)
        for sentence in sentences(m)
    )


def _opens(whole: ManuscriptRecords, text: frozenset[str]) -> bool:
    """Whether the first section of a document is in one of these files."""
    return any(section.span.path in text for section in whole.sections[:1])


def _excerpts(read: Mapping[str, tuple[ManuscriptRecords, Entries]]) -> Iterator[tuple[str, str]]:
    """Yield the documents that cite but load no bibliography, if another document has most of their keys."""
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
            yield root, f"a bibliography, which {whole} has, is missing"


def _unincluded(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str]]:
    """Yield the parts that nothing includes, if a document lacks a file of macros: a macro in it may include them."""
    wholes = [m for m in read.values() if not m.fragment_reason and m.macros_missing]
    if not wholes:
        return
    whole = min(wholes, key=lambda m: (m.root.count("/"), m.root))
    places = {InputPlace.PREAMBLE, InputPlace.FRONT}
    lost = next(missing.target for missing in whole.missing if missing.place in places)
    reason = f"{lost}, of which a macro may include it in {whole.root}, is missing"
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
    """Yield the documents that copy a file of another: they have its name and most of its labels."""
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


def _samples(read: Mapping[str, ManuscriptRecords]) -> Iterator[str]:
    """Yield the documents that are called as the class of the project that they load, beside a longer one that uses it."""
    for root, manuscript in read.items():
        name = PurePosixPath(manuscript.document_class).name
        if (
            PurePosixPath(root).stem != name
            or name in _OF_AUTHORS
            or name not in {PurePosixPath(path).stem for path in manuscript.files if path.endswith(".cls")}
        ):
            continue
        like = (
            m for other, m in read.items() if other != root and PurePosixPath(m.document_class).name == name
        )
        if length(manuscript) < max(map(length, like), default=0):
            yield root


def _title(manuscript: ManuscriptRecords) -> str:
    """Return the words of the title of a document, in lower case; empty if it may be anything, as a macro or few words."""
    span = title(manuscript)
    written = manuscript.files[span.path].text[span.start : span.end] if span else ""
    said = written.replace("~", " ").replace("\\\\", " ").lower().split()
    return " ".join(said) if len(said) >= _TITLE and not any("\\" in word for word in said) else ""


def _versions(read: Mapping[str, ManuscriptRecords], history: History | None) -> Iterator[tuple[str, str]]:
    """Yield the documents with the name and most of the labels of another in a folder above, each with that one.

    The slides of a talk are no version of the paper, though they show its figures.  Nor is a copy what may be the later
    text: `argcheck.reading.versions` says which of them is worked on.
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
                and not _is_later(root, str(folder / path.name), read, history)
            ):
                yield root, str(folder / path.name)
                break


def _is_later(root: str, other: str, read: Mapping[str, ManuscriptRecords], history: History | None) -> bool:
    """Whether a document has a text of its own and was changed after another, as far as git knows."""
    texts, others = (
        {
            line.strip()
            for path in read[each].text_files()
            for line in read[each].files[path].text.splitlines()
        }
        for each in (root, other)
    )
    if len(texts - others) <= _NEW * len(texts):
        return False
    times = last_changes(read, (root, other), history)
    return bool(times) and times[root] > times[other]


def name_words(roots: Iterable[str], folders: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the words in the paths of documents below their common folder, or below the nearest of ``folders``."""
    paths = list(roots)
    tops = (posixpath.commonpath(map(posixpath.dirname, paths)), *folders) if paths else ()
    above = {PurePosixPath(folder) for folder in tops}
    below = {path: str(_below(PurePosixPath(path), above).with_suffix("")) for path in paths}
    return {path: words_in(name) for path, name in below.items()}


def words_in(name: str) -> frozenset[str]:
    """Return the words in a name, in lower case; ``oldVersion`` has two."""
    return frozenset(map(str.lower, _WORD.findall(name)))


def is_called(named: frozenset[str], *kinds: str) -> bool:
    """Whether one of the words in a name is listed in the language files for one of these kinds of documents."""
    return any(not named.isdisjoint(words(codes(), f"documents.{kind}")) for kind in kinds)


def _named(named: frozenset[str]) -> Iterator[dict[str, Any]]:
    return (kind for name, kind in _kinds().items() if is_called(named, name))


def _below(path: PurePosixPath, folders: Container[PurePosixPath]) -> PurePosixPath:
    """Return a path relative to the nearest of these folders, at least one of which is above it."""
    return path.relative_to(next(folder for folder in path.parents if folder in folders))


def has_filler(manuscript: ManuscriptRecords) -> bool:
    """Whether a document contains filler text that is not commented out."""
    texts = [file.text for path, file in manuscript.files.items() if path.endswith(TEX_SUFFIXES)]
    return any(_is_live(words, text) for words in _FILLER for text in texts)


def _is_live(words: str, text: str) -> bool:
    place = text.find(words)
    while place >= 0 and commented(text, place):
        place = text.find(words, place + len(words))
    return place >= 0


def length(manuscript: ManuscriptRecords) -> int:
    """Return the length of a document, in characters of its files."""
    return sum(len(manuscript.files[path].text) for path in manuscript.text_files())


def is_by_pandoc(text: str) -> bool:
    """Whether pandoc wrote a LaTeX file, or what it became since."""
    written = (text.find(line, 0, _PREAMBLE_WITHIN) >= 0 for line in (_TIGHT, _IS_PDFTEX))
    return text.startswith(_BY_PANDOC) or any(written)


def is_spoken(manuscript: ManuscriptRecords) -> bool:
    """Whether a document is a talk, a poster or a letter, which repeats what a paper says."""
    return any(word in manuscript.document_class.lower() for word in _SPOKEN)
