"""The files of Typst in a project: includes and imports, names, and which are documents."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property
from itertools import chain
from posixpath import dirname, relpath
from typing import TYPE_CHECKING
from weakref import proxy

from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy
from argcheck.files.project import sibling
from argcheck.readers.typst_manuscript import translate
from argcheck.readers.typst_names import (
    ProjectNames,
    bibliographies,
    computed,
    data_files,
    included,
    loaded,
    on_condition,
    strings,
)
from argcheck.readers.typst_syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated
    from argcheck.readers.typst_syntax import SyntaxNode

SUFFIX = ".typ"
_ENTRY = lazy(r"@\w+\s*[{(]\s*([^\s,{}()]+)\s*,")
_FEW_FILES, _HEADINGS = 30, 10
_GLOSSARY = 1_000_000  # characters; longer data are measurements
_SIGNS = str.maketrans(dict.fromkeys("\"',[]{}()<>=;", " "))
_YAML_ENTRY = lazy(r"^[\"']?([^\s\"'#:][^\s\"']*?)[\"']?[ \t]*:(?=\s)", re.MULTILINE)


class TypstProject:
    """The files of Typst in a project with their trees and names."""

    def __init__(self, files: ProjectFiles) -> None:
        self._texts: dict[str, str] = {}
        self._strings: dict[str, list[str]] = {}
        self._files = proxy(files)  # a strong reference would keep the project alive
        for path in files.walk(SUFFIX):
            with suppress(InputError):
                self._texts[path] = files.original(path).text
        #: whether there may be documents; else nothing is parsed, which would take long for many packages or slides
        self._may_list = any(
            sign in text for text in self._texts.values() for sign in ("bibliography", ".bib", "#include")
        ) or (len(self._texts) <= _FEW_FILES and any("title:" in text for text in self._texts.values()))

    @cached_property
    def trees(self) -> dict[str, tuple[str, SyntaxNode]]:
        """The text and the tree of each file, by path."""
        return {path: (text, parse(text)) for path, text in self._texts.items()}

    @cached_property
    def listing(self) -> set[str]:
        """The files that name a bibliography."""
        return {path for path, known in self.trees.items() if bibliographies(*known)}

    @cached_property
    def reads(self) -> dict[str, list[str]]:
        """The files that each file includes or imports, by path."""
        return {
            path: [*named, *(part for parts in self._computed(path).values() for part in parts)]
            for path, named in self._named.items()
        }

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The files that each file includes or imports by a name that stands there, by path."""
        return {path: self._read_by(path) for path in self.trees}

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        """The files that include or import each file by its name, by path."""
        users: dict[str, list[str]] = {}
        for path, named in self._named.items():
            for part in dict.fromkeys(named):
                users.setdefault(part, []).append(path)
        return users

    @cached_property
    def parts(self) -> set[str]:
        """The files that others read."""
        return {part for path, parts in self.reads.items() for part in parts if part != path}

    @cached_property
    def only_imported(self) -> set[str]:
        """The files that are imported and never included."""
        imported, includes = (
            {part for here in self.trees for part in self._read_by(here, [keyword])}
            for keyword in ("import", "include")
        )
        return imported - includes

    @cached_property
    def _named_bibliographies(self) -> dict[str, set[str]]:
        """The paths of the bibliographies that each file names."""
        return {
            path: {
                self._place_of_bibliography(path, text[node.start + 1 : node.end - 1])
                for node in bibliographies(text, tree)
            }
            for path, (text, tree) in self.trees.items()
        }

    @cached_property
    def names(self) -> ProjectNames:
        """The names of all files, and the keys of all bibliographies."""
        named = {name for each in self._named_bibliographies.values() for name in each}
        data = {self._place(path, name) for path, known in self.trees.items() for name in data_files(*known)}
        words = (word for path in sorted(data - named) for word in _words(self._files, path))
        return ProjectNames(self.trees.values(), frozenset(_keys(self._files, named)), words)

    def translated(self, files: ProjectFiles, path: str) -> Translated:
        """Return a file as LaTeX.

        :raises InputError: it cannot be read.
        """
        if path not in self.trees:  # an excluded file that was named or is included
            text = files.original(path).text
            self.trees[path] = text, parse(text)
            if bibliographies(*self.trees[path]):
                self.listing.add(path)
                self._may_list = True
        text, tree = self.trees[path]
        whole = self.is_document(path)
        return translate(
            text,
            tree,
            self.names,
            whole=whole,
            imports=self.imports(path) if whole else (),
            computed={
                start: [_relative(part, path) for part in parts]
                for start, parts in self._computed(path).items()
            },
            renamed=self._renamed(path),
        )

    def _renamed(self, path: str) -> dict[int, str]:
        """Return other names of bibliographies that are not where a file names them, by offset.

        A template finds what it is given from its own folder.  One that is not there, and that no function for
        bibliographies is given or only on a condition, is left out, unless its documents have no other one.
        """
        text, tree = self.trees[path]
        renamed: dict[int, str] = {}
        for node in bibliographies(text, tree) if path in self.listing else ():
            name = text[node.start + 1 : node.end - 1]
            place = self._place_of_bibliography(path, name)
            if place != self._place(path, name):
                renamed[node.start] = _relative(place, path)
            elif not self._files.is_file(place) and (
                node.start in on_condition(tree) or node.start not in loaded(tree)
            ):
                renamed[node.start] = ""
        if "" in renamed.values() and not self._has_bibliography(path):
            renamed = {start: name for start, name in renamed.items() if name}
        return renamed

    def _has_bibliography(self, path: str) -> bool:
        """Whether a file names a bibliography that is there, or one does that it reads, or that reads it."""
        near = {path}
        for others in (self.reads, self._users):
            pending = [path]
            while pending:
                more = set(others.get(pending.pop(), ())) - near
                near |= more
                pending += more
        named = (name for each in near for name in self._named_bibliographies.get(each, ()))
        return any(map(self._files.is_file, named))

    def _place_of_bibliography(self, path: str, name: str) -> str:
        """Return the path of a bibliography that a file names, perhaps for a template that it imports."""
        own = self._place(path, name)
        templates = [self._place(part, name) for part in self._named.get(path, ())]
        return next(filter(self._files.is_file, (own, *templates)), own)

    def _read_by(self, path: str, keywords: Sequence[str] = ("import", "include")) -> list[str]:
        text, tree = self.trees[path]
        names = (text[string.start + 1 : string.end - 1] for string in included(text, tree, keywords))
        return [self._place(path, name) for name in names]

    def _computed(self, path: str) -> dict[int, list[str]]:
        """Return the files of each include in a file whose name code works out, by the offset of the statement.

        These are the files that a string names, in the file itself or else in one that reads it: a list of chapters,
        or the arguments of a function.
        """
        text, tree = self.trees[path]
        statements = list(computed(text, tree))
        if not statements:
            return {}
        users = [other for other in self._users.get(path, ()) if other != path]
        seen, parts = {path, *self._read_by(path)}, {}
        for node, before, behind in statements:
            own, others = (
                [
                    self._place(path, before + string + behind)
                    for here in files
                    for string in self._strings_of(here)
                ]
                for files in ([path], users)
            )
            known = [
                [part for part in names if part in self.trees and part not in seen] for names in (own, others)
            ]
            parts[node.start] = list(dict.fromkeys(known[0] or known[1]))
            seen.update(parts[node.start])
        return parts

    def _strings_of(self, path: str) -> list[str]:
        if path not in self._strings:
            self._strings[path] = strings(*self.trees[path])
        return self._strings[path]

    def _place(self, path: str, name: str) -> str:
        """Return the path in the project of a name in a file; one with a slash starts at the first root that has it."""
        if not name.startswith("/"):
            return sibling(path, name)
        parts = [part for part in dirname(path).split("/") if part]
        places = ["/".join((*parts[:number], name[1:])) for number in range(len(parts) + 1)]
        return next(filter(self._files.is_file, places), name[1:])

    def imports(self, path: str) -> list[str]:
        """Return the files that only parts of a document import, sorted, relative to its folder."""
        pending, seen = [path], {path}
        while pending:
            new = [
                part for part in self.reads.get(pending.pop(), ()) if part not in seen and part in self.trees
            ]
            pending += new
            seen.update(new)
        others = sorted(seen & self.only_imported - {*self.reads.get(path, ()), path})
        return [_relative(other, path) for other in others]

    def is_document(self, path: str) -> bool:
        """Whether a file is a text that no other file reads: with a bibliography, chapters, or alone in its project."""
        return self._may_list and path not in self.parts and (self._is_whole(path) or path in self._alone)

    def _is_whole(self, path: str) -> bool:
        """Whether a file, or one that it reads, has a bibliography, or it includes chapters."""
        pending, seen = [path], {path}
        while pending:
            here = pending.pop()
            if here in self.listing:
                return True
            pending += [part for part in self.reads.get(here, ()) if part not in seen]
            seen.update(pending)
        included = {*self._read_by(path, ["include"]), *chain(*self._computed(path).values())}
        return len(included & self.trees.keys()) > 1

    @cached_property
    def _alone(self) -> set[str]:
        """The files with a title and the headings of a thesis, in a project of few files of which none is whole."""
        others = self.trees.keys() - self.parts
        if len(others) > _FEW_FILES or any(map(self._is_whole, others)):
            return set()
        return {path for path in others if _is_titled(self.trees[path][1])}


def _is_titled(tree: SyntaxNode) -> bool:
    headings = sum(node.kind == "heading" for node in tree.children)
    titles = (node for node in tree.walk() if (node.kind, node.name) == ("argument", "title"))
    return headings >= _HEADINGS and any(True for _ in titles)


def _relative(part: str, path: str) -> str:
    """Return the name of a file as one in the folder of another names it."""
    return relpath(part, dirname(path) or ".")


def _keys(files: ProjectFiles, bibliographies: Iterable[str]) -> Iterator[str]:
    """Yield the keys of bibliographies by a quick search, since these are parsed later."""
    for path in bibliographies:
        with suppress(InputError):
            pattern = _ENTRY if path.endswith(".bib") else _YAML_ENTRY
            yield from pattern.findall(files.original(path).text)


def _words(files: ProjectFiles, path: str) -> Iterator[str]:
    """Yield the words of a file of data without the signs of its format, whatever that is."""
    with suppress(InputError):
        words = files.original(path).text[:_GLOSSARY].translate(_SIGNS).split()
        yield from filter(None, (word.strip(":") for word in words))
