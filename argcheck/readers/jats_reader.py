"""The reader of articles in JATS XML, which are only read if they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.manuscript_reader import NOT_LATEX, ManuscriptReader
from argcheck.readers.translation import in_words

if TYPE_CHECKING:
    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated


def _translate(files: ProjectFiles, path: str) -> Translated:
    from argcheck.readers.jats_article import translate

    return translate(files.original(path).text)


def _reworded(message: str) -> str:
    return in_words(message, '<xref rid="{}">', '<xref ref-type="bibr">')


JATS = ManuscriptReader(
    "JATS",
    (".jats", ".nxml", ".xml"),
    _translate,
    None,  # XML files in folders are mostly sources or data
    comment=("<!-- ", " -->"),
    silent=NOT_LATEX,
    citation='<xref ref-type="bibr">',
    reworded=_reworded,
)
