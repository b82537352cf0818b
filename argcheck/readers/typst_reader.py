"""The reader of Typst: which files are documents, and what the files of a project set together."""

from __future__ import annotations

from contextlib import suppress
from posixpath import dirname, relpath
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from argcheck.files.manuscript_reader import ManuscriptReader
from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy
from argcheck.files.project import sibling
from argcheck.readers.typst_manuscript import translate
from argcheck.readers.typst_names import ProjectNames, bibliographies, included
from argcheck.readers.typst_syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated
    from argcheck.readers.typst_syntax import SyntaxNode

SUFFIX = ".typ"
_ENTRY = lazy(r"@\w+\s*[{(]\s*([^\s,{}()]+)\s*,")
#: Commands of the translation, for which authors of Typst write ``@key``.
_COMMAND = lazy(r"\\c?ref\{([^{}]*)\}|\\(?:paren|text)cite\b")


class _Files:
    """The files of Typst in a project: their trees, what they read, what they set."""

    def __init__(self, files: ProjectFiles) -> None:
        self.trees: dict[str, tuple[str, SyntaxNode]] = {}
        for path in files.walk(SUFFIX):
            try:
                text = files.original(path).text
            except InputError:
                continue
            self.trees[path] = text, parse(text)
        named = {
            _place(path, text[node.start + 1 : node.end - 1])
            for path, (text, tree) in self.trees.items()
            for node in bibliographies(text, tree)
        }
        self.names = ProjectNames(self.trees.values(), frozenset(_keys(files, named)))
        self.reads = {path: self._read_by(path) for path in self.trees}
        self.parts = {part for path, parts in self.reads.items() for part in parts if part != path}
        self.imported, self.included = (
            {part for path in self.trees for part in self._read_by(path, [keyword])}
            for keyword in ("import", "include")
        )

    def _read_by(self, path: str, keywords: Sequence[str] = ("import", "include")) -> list[str]:
        text, tree = self.trees[path]
        names = (text[string.start + 1 : string.end - 1] for string in included(text, tree, keywords))
        return [_place(path, name) for name in names]

    def imports(self, path: str) -> list[str]:
        """Return what the parts of a document import and it does not itself, seen from its folder."""
        pending, seen = [path], {path}
        while pending:
            new = [
                part for part in self.reads.get(pending.pop(), ()) if part not in seen and part in self.trees
            ]
            pending += new
            seen.update(new)
        others = sorted(seen & self.imported - self.included - {*self.reads[path], path})
        return [relpath(other, dirname(path) or ".") for other in others]

    def is_document(self, path: str) -> bool:
        """Whether no other file reads a file, and it has a bibliography, itself or in what it reads."""
        if path in self.parts:
            return False
        pending, seen = [path], {path}
        while pending:
            here = pending.pop()
            if here in self.trees and bibliographies(*self.trees[here]):
                return True
            pending += [part for part in self.reads.get(here, ()) if part not in seen]
            seen.update(pending)
        return False


def _place(path: str, name: str) -> str:
    """Return the path in the project of a name in a file."""
    return name[1:] if name.startswith("/") else sibling(path, name)


def _keys(files: ProjectFiles, bibliographies: Iterable[str]) -> Iterator[str]:
    """Yield the keys of bibliographies, as far as can be seen at a glance: they are read with care later."""
    for path in bibliographies:
        with suppress(InputError):
            yield from _ENTRY.findall(files.original(path).text)


_KNOWN: WeakKeyDictionary[ProjectFiles, _Files] = (
    WeakKeyDictionary()
)  # of each run, whose files are read once


def _files(project: ProjectFiles) -> _Files:
    if project not in _KNOWN:
        _KNOWN[project] = _Files(project)
    return _KNOWN[project]


def _translate(files: ProjectFiles, path: str) -> Translated:
    known = _files(files)
    if path not in known.trees:  # it is excluded, and a file that is not reads it
        text = files.original(path).text
        known.trees[path] = text, parse(text)
    text, tree = known.trees[path]
    whole = known.is_document(path)
    return translate(text, tree, known.names, whole=whole, imports=known.imports(path) if whole else ())


def _documents(files: ProjectFiles, paths: Sequence[str]) -> list[str]:
    if not paths:
        return []
    known = _files(files)
    return [path for path in paths if path in known.trees and known.is_document(path)]


def _reworded(message: str) -> str:
    return _COMMAND.sub(lambda match: f"@{match[1]}" if match[1] else "@...", message)


TYPST = ManuscriptReader(
    "Typst",
    (SUFFIX,),
    _translate,
    _documents,
    comment=("// ", ""),
    # Brackets and captions are for the compiler to say, and code that prints one text or another sets a label in both.
    silent=frozenset(
        {"unbalanced-group", "float-without-caption", "label-with-separator", "duplicate-label"}
    ),
    reworded=_reworded,
)
