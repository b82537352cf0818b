"""The bundled readers, contributed by the same hook as those of third parties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.readers.jats_reader import JATS
from argcheck.readers.markdown_reader import MARKDOWN
from argcheck.readers.typst_reader import TYPST
from argcheck.readers.word_reader import WORD

if TYPE_CHECKING:
    from argcheck.files.manuscript_reader import ManuscriptReader


def argcheck_readers() -> list[ManuscriptReader]:
    """Return the readers."""
    return [JATS, MARKDOWN, TYPST, WORD]
