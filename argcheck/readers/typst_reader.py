"""The reader of Typst; the parser is only imported for files of Typst."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from argcheck.files.manuscript_reader import NOT_LATEX, ManuscriptReader
from argcheck.files.opening import InputError
from argcheck.readers.translation import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated
    from argcheck.readers.typst_project import TypstProject

#: What is said of a file that code includes, for what is said of LaTeX.
_WORDS = {
    "\\computed": "a file that code includes",
    "it is built by macros that argcheck cannot expand": "no string here is its name",
}
#: The project of each run, so that its files are read once.
_KNOWN: WeakKeyDictionary[ProjectFiles, TypstProject] = WeakKeyDictionary()


def _known(files: ProjectFiles) -> TypstProject:
    from argcheck.readers.typst_project import TypstProject

    if files not in _KNOWN:
        _KNOWN[files] = TypstProject(files)
    return _KNOWN[files]


def _translate(files: ProjectFiles, path: str) -> Translated:
    return _known(files).translated(files, path)


def _bibtex(files: ProjectFiles, path: str) -> Translated:
    from importlib.util import find_spec

    if not find_spec("yaml"):
        raise InputError("unresolved", "Hayagriva is read with PyYAML: pip install PyYAML")
    from argcheck.readers import hayagriva

    return hayagriva.translate(files.original(path).text)


def _documents(files: ProjectFiles, paths: Sequence[str]) -> list[str]:
    return [path for path in paths if _known(files).is_document(path)]


def _reworded(message: str) -> str:
    for latex, words in _WORDS.items():
        message = message.replace(latex, words)
    return in_words(message, "@{}", "@...").replace("in this @...", "in citations side by side")


TYPST = ManuscriptReader(
    "Typst",
    (".typ",),
    _translate,
    _documents,
    comment=("// ", ""),
    silent=NOT_LATEX,
    citation="citation such as @key",
    reworded=_reworded,
    bibliographies=(".yml", ".yaml"),
    bibtex=_bibtex,
)
