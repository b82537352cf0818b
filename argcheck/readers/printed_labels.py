"""Whether code that prints a part of the text may set labels of names that stand nowhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: A label or a heading that code puts together, and code that runs code of other files.
_PUT_TOGETHER = lazy(
    r"""\\label\b(?!\s*\{[^{}\"'\\%,\n]+\}) | \{\#(?![\w:.-]+[\s}]) | \(\\\\+\# | [\"'](?:\\n|\s)*+\#{1,6}[ \"']
      | \blabel\s*=\s*(?:label|paste|sprintf|glue|str_) | \b(?:source|load_all|tar_\w+)\(""",
    re.VERBOSE,
)
#: In the code that prints: a label that is no word, options for all chunks, text of other files.
_NOT_WRITTEN = lazy(
    r"\blabel\s*=(?![=\s]*[\"'])|\b(?:opts_chunk|knit|knit_\w+|read_?lines|read_?file|include[A-Z]\w+)\b[($]",
    re.IGNORECASE,
)


class Session:
    """The code of one session, in which one text is made.

    :param texts: returns the manuscripts that have it.
    """

    def __init__(self, texts: Callable[[], Iterable[str]]) -> None:
        self._texts = texts
        self._puts_together: bool | None = None

    def may_set_labels(self, head: str, code: str) -> bool:
        """Whether a chunk that prints text may set labels of names that do not stand in its code.

        What functions of packages print has the label that is named there, or that of the chunk. Code in other
        languages than R may print anything.

        :param head: the first line of the chunk.
        """
        if head.lstrip("{ ")[:1] not in ("r", "R"):
            return True
        lines = "\n".join(line for line in code.split("\n") if not line.lstrip().startswith("#"))
        if _NOT_WRITTEN.search(lines) or _PUT_TOGETHER.search(lines):
            return True
        if self._puts_together is None:
            self._puts_together = any(_PUT_TOGETHER.search(text) for text in self._texts())
        return self._puts_together
