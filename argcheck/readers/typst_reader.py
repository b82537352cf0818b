"""The reader of Typst; what knows its syntax is imported where there are files of it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from argcheck.files.manuscript_reader import ManuscriptReader
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated
    from argcheck.readers.typst_project import TypstProject

#: Commands of the translation, for which authors of Typst write ``@key``.
_COMMAND = lazy(r"\\c?ref\{([^{}]*)\}|\\(?:paren|text)cite\b")

#: Of each run, whose files are read once.
_KNOWN: WeakKeyDictionary[ProjectFiles, TypstProject] = WeakKeyDictionary()


def _known(files: ProjectFiles) -> TypstProject:
    from argcheck.readers.typst_project import TypstProject

    if files not in _KNOWN:
        _KNOWN[files] = TypstProject(files)
    return _KNOWN[files]


def _translate(files: ProjectFiles, path: str) -> Translated:
    return _known(files).translated(files, path)


def _documents(files: ProjectFiles, paths: Sequence[str]) -> list[str]:
    return [path for path in paths if _known(files).is_document(path)]


def _reworded(message: str) -> str:
    return _COMMAND.sub(lambda match: f"@{match[1]}" if match[1] else "@...", message)


TYPST = ManuscriptReader(
    "Typst",
    (".typ",),
    _translate,
    _documents,
    comment=("// ", ""),
    # Brackets and captions are for the compiler to say, and code that prints one text or another sets a label in both.
    silent=frozenset(
        {"unbalanced-group", "float-without-caption", "label-with-separator", "duplicate-label"}
    ),
    reworded=_reworded,
)
