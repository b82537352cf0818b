"""Brackets and code in inline Markdown: where they end, and what LaTeX would take for an option."""

from __future__ import annotations

import re
from bisect import bisect_right

from argcheck.files.patterns import lazy

_MARKS = lazy(r"\\.|`+|[\[\]]", re.DOTALL)
_LONGEST_COMMAND = 40  # characters


class Brackets:
    """Pairs of brackets and ends of code in an excerpt."""

    def __init__(self, text: str) -> None:
        self._ends: dict[int, int] = {}
        self._runs: dict[int, list[int]] = {}  # of backticks, by their length
        opened: list[int] = []
        for match in _MARKS.finditer(text):
            mark, at = match[0], match.start()
            if mark[0] == "`":
                self._runs.setdefault(len(mark), []).append(at)
            elif mark == "[":
                opened.append(at)
            elif mark == "]" and opened:
                self._ends[opened.pop()] = at + 1

    def end(self, opening: int) -> int | None:
        """Return the offset after the bracket that closes the one at ``opening``; None if none does."""
        return self._ends.get(opening)

    def code_end(self, start: int, end: int) -> int | None:
        """Return the offset after the backticks that close those between ``start`` and ``end``; None if none do."""
        runs = self._runs.get(end - start, [])
        index = bisect_right(runs, start)
        return runs[index] + end - start if index < len(runs) else None


def is_option(text: str, opening: int) -> bool:
    """Whether LaTeX would take a bracket for an option, since it stands behind a command or nothing but marks."""
    before = text[max(0, opening - _LONGEST_COMMAND) : opening].rstrip()
    _, command, word = before.rpartition("\\")
    return not before or (bool(command) and word.isalpha())
