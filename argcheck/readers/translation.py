"""Text in another notation, translated to LaTeX piece by piece, so that every place leads back to where it stands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from argcheck.files.patterns import LABEL, lazy
from argcheck.files.source import Piece, Translated

#: What TeX reads as a command, as the LaTeX that prints it.
_SPECIAL = {
    **{character: f"\\{character}" for character in "%&#_{}$"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
}
#: Languages by the beginnings of their codes, as babel calls them.
_LANGUAGES = {
    "en": "english",
    "de": "ngerman",
    "fr": "french",
    "es": "spanish",
    "pt": "portuguese",
    "it": "italian",
}
_HEADINGS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
_COMMAND = lazy(r"\\c?ref\{([^{}]*)\}|\\(?:parencite|textcite)\b")


def in_words(message: str, reference: str, citation: str) -> str:
    """Return a message with what authors write in place of the commands of a translation.

    :param reference: a reference of theirs, with ``{}`` for the label.
    :param citation: a citation.
    """
    return _COMMAND.sub(lambda match: reference.format(match[1]) if match[1] else citation, message)


def printed(words: str) -> str:
    """Return the LaTeX that prints words."""
    return "".join(_SPECIAL.get(character, character) for character in words)


def heading(depth: int) -> str:
    """Return the command of a heading, from 1 for a section; the deepest stands for all that are deeper."""
    return _HEADINGS[min(depth, len(_HEADINGS)) - 1]


class Excerpt:
    """Words of a file without what stands before them on each line, such as the ``>`` of a quotation.

    :param ranges: the ranges of the file that hold them, in order; a line break stands between two.
    """

    def __init__(self, text: str, ranges: Sequence[tuple[int, int]]) -> None:
        self.text = "\n".join(text[start:end] for start, end in ranges)
        self._from = [start for start, _ in ranges]
        self._starts = [0]
        for start, end in ranges[:-1]:
            self._starts.append(self._starts[-1] + end - start + 1)

    def place(self, offset: int) -> int:
        """Where in the file a character of the excerpt stands."""
        line = bisect_right(self._starts, offset) - 1
        return self._from[line] + offset - self._starts[line]

    def lines(self, start: int, end: int) -> list[tuple[int, int]]:
        """Cut a range at its line breaks, which stay at the ends of the pieces."""
        if start >= end:
            return []
        cuts = self._starts[bisect_right(self._starts, start) : bisect_left(self._starts, end)]
        return list(zip([start, *cuts], [*cuts, end], strict=True))


class Translation:
    """LaTeX in the making."""

    def __init__(self) -> None:
        #: What a reference may lead to beside the labels: identifiers of anything, names that code makes.
        self.targets: set[str] = set()
        #: What of the file is not said again, and why, a sentence each
        self.unread: list[str] = []
        self._begun = False
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self.length = 0  #: characters added so far

    def put(self, latex: str, start: int, end: int | None = None) -> None:
        """Add LaTeX that says what stands from ``start`` to ``end`` of the file (``start`` alone: at that place)."""
        if latex:
            self._pieces.append(Piece(self.length, start, start if end is None else end, verbatim=False))
            self._parts.append(latex)
            self.length += len(latex)

    def keep(self, excerpt: Excerpt, start: int = 0, end: int | None = None) -> None:
        """Add a range of an excerpt, or all of it, as it is written."""
        for first, last in excerpt.lines(start, len(excerpt.text) if end is None else end):
            place = excerpt.place(first)
            self._pieces.append(Piece(self.length, place, place + last - first, verbatim=True))
            self._parts.append(excerpt.text[first:last])
            self.length += last - first

    def around(self, opening: str, text: str, place: tuple[int, int], closing: str) -> None:
        """Add a range of the file as it is written, with LaTeX around it."""
        self.put(opening, place[0])
        self.keep(Excerpt(text, [place]))
        self.put(closing, place[1])

    def words(self, excerpt: Excerpt, start: int, end: int) -> None:
        """Add a range of an excerpt, so that each of its characters is printed."""
        begin = start
        for offset in range(start, end):
            latex = _SPECIAL.get(excerpt.text[offset])
            if latex:
                self.keep(excerpt, begin, offset)
                self.put(latex, excerpt.place(offset), excerpt.place(offset) + 1)
                begin = offset + 1
        self.keep(excerpt, begin, end)

    def begin(self, start: int, languages: Iterable[str] = ()) -> None:
        """Begin a document; what a part of one says stands in none.

        :param languages: their codes, such as ``en-GB``; those that argcheck does not know are left out.
        """
        self._begun = True
        self.put("\\documentclass{article}\n\\usepackage{biblatex}\n", start)
        for code in languages:
            if language := _LANGUAGES.get(code[:2].lower()):
                self.put(f"\\usepackage[{language}]{{babel}}\n", start)
        self.put("\\begin{document}\n", start)

    @property
    def text(self) -> str:
        """What was added so far."""
        return "".join(self._parts)

    def done(self, end: int | None = None) -> Translated:
        """Give what was added.

        :param end: of the file, where `targets` are named and the document ends, if one was begun.
        """
        if end is not None:
            # In a macro that nobody calls: such labels are there, but are never unused, nor set twice.
            for name in sorted(self.targets.difference(LABEL.findall(self.text))):
                self.put(f"\n\\newcommand{{\\target}}{{\\label{{{name}}}}}\n", end)
            if self._begun:
                self.put("\n\\end{document}\n", end)
        return Translated(self.text, tuple(self._pieces), tuple(self.unread))
