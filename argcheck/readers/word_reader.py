"""The reader of Word files, which are only read if they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.manuscript_reader import NOT_LATEX, ManuscriptReader
from argcheck.files.opening import InputError
from argcheck.readers.translation import in_words

if TYPE_CHECKING:
    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import SourceFile, Translated


def _opened(path: str, data: bytes) -> SourceFile:
    from argcheck.readers.word_text import WordFile

    return WordFile(path, data)


def _translate(files: ProjectFiles, path: str) -> Translated:
    from argcheck.readers.word_manuscript import translate
    from argcheck.readers.word_text import WordFile

    file = files.original(path)
    if not isinstance(file, WordFile):
        raise InputError("unreadable", "it is no Word file")
    return translate(file)


def _reworded(message: str) -> str:
    return in_words(message, "REF {}", "citation").replace(" @", " ")


WORD = ManuscriptReader(
    "Word",
    (".docx", ".docm"),
    _translate,
    None,  # files in folders are often letters, forms or copies
    silent=NOT_LATEX | {"unreferenced-float"},  # authors of Word files refer to floats in words
    reworded=_reworded,
    comment=("", ""),
    opened=_opened,
    citation="field of a reference manager that is read",
)
