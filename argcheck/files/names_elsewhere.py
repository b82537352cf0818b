"""The names in the manuscripts of a project that a document does not read: keys, labels, references to its own labels."""

from __future__ import annotations

from posixpath import basename, splitext
from typing import TYPE_CHECKING

from argcheck.files.patterns import LABEL, lazy

if TYPE_CHECKING:
    import re
    from collections.abc import Container, Iterator, Mapping

    from argcheck.files.source import SourceFile

#: it begins with a literal, which is fast
_CITED = lazy(r"cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}]*)\}")
_LOADING = "externaldocument"  #: ends the name of each command that loads the labels of another document


class NamesElsewhere:
    """Searches the files of a project whose names have some endings, each once; what is in comments counts, too."""

    def __init__(self, files: Mapping[str, SourceFile], endings: tuple[str, ...]) -> None:
        self._files = files
        self._endings = endings
        self._matches: dict[tuple[re.Pattern[str], str], list[str]] = {}  # by pattern and path
        self._loading: dict[str, bool] = {}  # by path, whether a file loads labels of others

    def cited(self, files: Container[str]) -> frozenset[str]:
        """Return every key that files except some cite."""
        lists = (list_ for _, lists in self._outside(files, _CITED) for list_ in lists)
        return frozenset(key.strip() for list_ in lists for key in list_.split(","))

    def labels(self, files: Container[str]) -> Mapping[str, str]:
        """Map every label of files except some to its file."""
        return {name.strip(): path for path, names in self._outside(files, LABEL) for name in names}

    def referred(self, root: str, files: Container[str]) -> frozenset[str]:
        """Return the names to which files except some refer, if one of them loads the labels of the document ``root``."""
        others = {path: text for path, text in self._texts() if path not in files}
        for path in others.keys() - self._loading.keys():
            self._loading[path] = _LOADING in others[path]
        loading = (text for path, text in others.items() if self._loading[path])
        prefixes = {prefix for text in loading for prefix in _loaded(text, root)}
        if not prefixes:
            return frozenset()
        lists = (
            part.partition("}")[0]
            for text in others.values()
            for part in text.replace("*{", "{").split("ref{")[1:]
        )
        names = {name.strip() for list_ in lists for name in list_.split(",")}
        return frozenset(name.removeprefix(prefix) for name in names for prefix in prefixes)

    def _texts(self) -> Iterator[tuple[str, str]]:
        return ((path, file.text) for path, file in self._files.items() if path.endswith(self._endings))

    def _outside(self, files: Container[str], pattern: re.Pattern[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the matches in each file except some."""
        for path, text in self._texts():
            if path not in files:
                if (pattern, path) not in self._matches:
                    self._matches[pattern, path] = pattern.findall(text)
                yield path, self._matches[pattern, path]


def _loaded(text: str, root: str) -> Iterator[str]:
    r"""Yield the prefix of the labels that a text loads from a document: ``\externaldocument[S-]{supplement}``."""
    stem = splitext(basename(root))[0]
    for part in text.split(_LOADING)[1:]:
        options, _, behind = part.partition("{")
        target = basename(behind.partition("}")[0].strip())
        if target.removesuffix(".tex") == stem or "#" in target or "\\" in target:
            yield options.partition("[")[2].partition("]")[0]
