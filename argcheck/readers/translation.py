"""Translation of other formats to LaTeX in pieces, so that each place maps back to the original file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from argcheck.files.patterns import LABEL, lazy
from argcheck.files.source import Piece, Translated

#: LaTeX that prints the special characters of TeX.
_SPECIAL = {
    **{character: f"\\{character}" for character in "%&#_{}$"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
}
#: Names of languages in babel, by the first letters of their codes.
_LANGUAGES = {
    "en": "english",
    "de": "ngerman",
    "fr": "french",
    "es": "spanish",
    "pt": "portuguese",
    "it": "italian",
}
_NO_NAME = frozenset("\\%{}\n")  # what no label has, and what would hide all others
_HEADINGS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
_COMMAND = lazy(r"\\c?ref\{([^{}]*)\}|\\(?:parencite|textcite)\b")


def in_words(message: str, reference: str, citation: str) -> str:
    """Return a message with the syntax of the original format in place of LaTeX commands.

    :param reference: a reference in that format, with ``{}`` for the label.
    :param citation: a citation in that format.
    """
    return _COMMAND.sub(lambda match: reference.format(match[1]) if match[1] else citation, message)


def printed(words: str) -> str:
    """Return words escaped for LaTeX."""
    return "".join(_SPECIAL.get(character, character) for character in words)


def heading(depth: int) -> str:
    """Return the command of a heading, 1 for a section; the deepest command also for all deeper ones."""
    return _HEADINGS[min(depth, len(_HEADINGS)) - 1]


class Excerpt:
    """Ranges of a file as one text, such as the lines of a quotation without the ``>`` before each.

    :param ranges: of the file, in order; the text has a line break between two.
    """

    def __init__(self, text: str, ranges: Sequence[tuple[int, int]]) -> None:
        self.whole = text  #: of the file
        self.text = "\n".join(text[start:end] for start, end in ranges)
        self._from = [start for start, _ in ranges]
        self._starts = [0]
        for start, end in ranges[:-1]:
            self._starts.append(self._starts[-1] + end - start + 1)

    def place(self, offset: int) -> int:
        """Return the offset in the file of an offset in the excerpt."""
        line = bisect_right(self._starts, offset) - 1
        return self._from[line] + offset - self._starts[line]

    def part(self, start: int, end: int) -> Excerpt:
        """Return a range of the excerpt as an excerpt of the file."""
        lines = (
            (first, last - self.text.endswith("\n", first, last)) for first, last in self.lines(start, end)
        )
        ranges = [(self.place(first), self.place(first) + last - first) for first, last in lines]
        return Excerpt(self.whole, ranges or [(self.place(start), self.place(start))])

    def lines(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the lines of a range, each with its line break at the end."""
        if start >= end:
            return []
        cuts = self._starts[bisect_right(self._starts, start) : bisect_left(self._starts, end)]
        return list(zip([start, *cuts], [*cuts, end], strict=True))


def unindented(text: str, start: int, end: int) -> Excerpt:
    """Return the lines from ``start`` to ``end`` without indentation."""
    ranges = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        first = start
        while first < stop and text[first] in " \t":
            first += 1
        ranges.append((first, stop))
        start = stop + 1
    return Excerpt(text, ranges or [(start, start)])


class Translation:
    """LaTeX under construction, with the origin of each piece."""

    def __init__(self) -> None:
        #: Targets of references beside labels: identifiers of any element, names that code makes.
        self.targets: set[str] = set()
        #: Parts of the file that were not translated, with the reason, a sentence each
        self.unread: list[str] = []
        self._begun = False
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self.length = 0  #: characters added so far

    def put(self, latex: str, start: int, end: int | None = None) -> None:
        """Add LaTeX for the range from ``start`` to ``end`` of the file; without ``end``, for that place."""
        if latex:
            self._pieces.append(Piece(self.length, start, start if end is None else end, verbatim=False))
            self._parts.append(latex)
            self.length += len(latex)

    def keep(self, excerpt: Excerpt, start: int = 0, end: int | None = None) -> None:
        """Add a range of an excerpt, or all of it, unchanged."""
        for first, last in excerpt.lines(start, len(excerpt.text) if end is None else end):
            place = excerpt.place(first)
            self._pieces.append(Piece(self.length, place, place + last - first, verbatim=True))
            self._parts.append(excerpt.text[first:last])
            self.length += last - first

    def around(self, opening: str, text: str, place: tuple[int, int], closing: str) -> None:
        """Add a range of the file unchanged, with LaTeX around it."""
        self.put(opening, place[0])
        self.keep(Excerpt(text, [place]))
        self.put(closing, place[1])

    def words(self, excerpt: Excerpt, start: int, end: int) -> None:
        """Add a range of an excerpt, escaped for LaTeX."""
        begin = start
        for offset in range(start, end):
            latex = _SPECIAL.get(excerpt.text[offset])
            if latex:
                self.keep(excerpt, begin, offset)
                self.put(latex, excerpt.place(offset), excerpt.place(offset) + 1)
                begin = offset + 1
        self.keep(excerpt, begin, end)

    def begin(self, start: int, languages: Iterable[str] = (), headers: Iterable[str] = ()) -> None:
        """Begin a document; parts of a document do without.

        :param languages: codes such as ``en-GB``; unknown ones are left out.
        :param headers: names of files in LaTeX for the preamble.
        """
        self._begun = True
        self.put("\\documentclass{article}\n\\usepackage{biblatex}\n", start)
        for code in languages:
            if language := _LANGUAGES.get(code[:2].lower()):
                self.put(f"\\usepackage[{language}]{{babel}}\n", start)
        for name in headers:
            self.put(f"\\InputIfFileExists{{{name}}}{{}}{{}}\n", start)
        self.put("\\begin{document}\n", start)

    @property
    def text(self) -> str:
        """The LaTeX added so far."""
        return "".join(self._parts)

    def done(self, end: int | None = None) -> Translated:
        """Return the translation.

        :param end: of the file, where labels of `targets` are added and a document is ended; None to add neither.
        """
        if end is not None:
            # In a macro that is never called: such labels exist, but are neither unused nor duplicates.
            names = sorted(self.targets.difference(LABEL.findall(self.text)))
            names = [name for name in names if _NO_NAME.isdisjoint(name)]
            if names:
                labels = "".join(f"\\label{{{name}}}" for name in names)
                self.put(f"\n\\newcommand{{\\target}}{{{labels}}}\n", end)
            if self._begun:
                self.put("\n\\end{document}\n", end)
        return Translated(self.text, tuple(self._pieces), tuple(self.unread))
