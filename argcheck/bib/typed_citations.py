r"""Citations that are typed out, ``(Smith et al., 2020)`` and ``[12]``, instead of ``\cite``."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.names import fold_name, name_forms
from argcheck.bib.people import authors
from argcheck.bib.typed_names import candidates
from argcheck.bib.years import years
from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import DIGITS, lazy
from argcheck.tex.arguments import open_braces
from argcheck.tex.commands import words
from argcheck.tex.live_source import commented, holding, joined
from argcheck.tex.numerals import natural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import ManuscriptRecords, Sentence


class PlainCitation(NamedTuple):
    """A typed citation; ``entry`` is the one that it names, or None."""

    span: Span
    text: str
    entry: Entry | None
    numeric: bool


_NO_PROSE = frozenset(
    words(
        """thebibliography quote quotation displayquote displayquotation verbatim lstlisting minted filecontents
        abstract tikzpicture equation align gather multline eqnarray displaymath math CCSXML comment algorithm
        algorithmic tabular"""
    )
)
_NEAR = 120  # most characters after a citation of the same work: names are then typed on purpose
_FAR = 600  # most characters before one
_PARAGRAPH = lazy(r"\n[ \t]*\n|\\par(?![A-Za-z])")
_TITLE = 100  # characters after the year in which a written-out reference has its title
_TITLE_LETTERS = 20  # least letters of the title that are there, or all of a shorter one
_COMMAND = lazy(
    r"\\[A-Za-z]{3,}(?=\{)"
)  # of a face or a kind of word, such as \emph and \pkg; shorter ones are accents
_LISTED = lazy(r"\[(\d{1,9})\]")
_INDENT = 80  # most blanks before it
_ENDLESS = 10_000  # most characters of a sentence of prose
_NESTED = 40  # most sentences that begin between the start of a sentence and a place in it: footnotes
_UNPUBLISHED = lazy(
    r"[)\]]?,?[ ~\n]{0,2}\(?(?:in[ ~\n]{1,9}(?:prep|review|press|revision|submission)|submitted|forthcoming|unpublished|under[ ~\n]{1,9}review)"
)
_QUOTE = 600  # most characters of a quotation
_QUOTED = lazy(r"(``|“|„|«|\"[`'])(?:(?!''|”|“|»|\"').)*\Z", re.DOTALL)
_QUOTING = lazy(
    r"\\[A-Za-z]*quote\*?\s*(?:\[[^\]]*\]\s*|\{[^{}]*\}\s*)*\Z"
)  # \textquote, \foreignquote{french}
_CODE = lazy(
    r"\\(?:url|path|nolinkurl|href|texttt|code|lstinline|mintinline\{\w+\}|label|index|todo|\w*ref|hypertarget|input|include\w*)\b(?:\[[^\]\n]*\])?\{[^{}]*\Z"
    r"|\\(?:verb\*?|lstinline|path|url)([^\w\s{])(?:(?!\1)[^\n])*\Z"
)
_KINDS = frozenset(("prose", "item", "footnote", "caption"))


def plain_citations(
    manuscript: ManuscriptRecords,
    bibliography: Entries,
    by_first_author: Callable[[], Mapping[str, list[Entry]]],
) -> Iterator[PlainCitation]:
    r"""Yield the typed citations of a document that cites by command, in order.

    A document without any ``\cite`` numbers its references by hand, and is skipped.
    """
    m = manuscript
    if not any(not citation.nocite for citation in m.citations) or not bibliography.entries:
        return
    reader = _Reader(m, bibliography, by_first_author)
    for path, source in m.files.items():
        result = m.remember("typed-citations", source.digest, lambda text=source.text: candidates(text))  # type: ignore[misc]
        for start, end, names, year in result:
            plain_citation = reader.judge(Span(path, start, end), names, year)
            if plain_citation:
                yield plain_citation


class _Reader:
    """Judges candidates by their context, which is prepared for the first one."""

    def __init__(
        self,
        manuscript: ManuscriptRecords,
        bibliography: Entries,
        by_first_author: Callable[[], Mapping[str, list[Entry]]],
    ) -> None:
        self.manuscript = manuscript
        self.bibliography = bibliography
        self._citations: dict[str, list[tuple[int, str]]] | None = None
        self._ranges: dict[str, list[tuple[int, int]]] | None = None
        self._read: dict[Span, tuple[list[Sentence], list[str]]] = {}
        self._pieces = lists_by_key((path, (start, end)) for path, start, end in manuscript.pieces)
        for pieces in self._pieces.values():
            pieces.sort()
        self._paragraph = Span("", 0, 0)  # the paragraph of the last candidate
        self._entries: dict[tuple[tuple[str, ...], str], Entry | None] = {}
        self._by_first_author = by_first_author
        self._letters = cache(_squeezed)  # candidates recur
        self._dollars: tuple[str, int, int, int] = ("", 0, 0, 0)  # path, start, end, number of them
        self._listed: dict[str, set[str]] = {}
        self._unlisted: set[tuple[tuple[str, ...], str]] | None = None

    def judge(self, span: Span, names: tuple[str, ...], year: str) -> PlainCitation | None:
        """Return the typed citation at a place, or None if it is not one."""
        text = self.manuscript.files[span.path].text
        entry = None
        if names:
            if (names, year) not in self._entries:
                self._entries[names, year] = self._entry(names, year)
            entry = self._entries[names, year]
            if entry is None and names[-1] != "et al.":
                return None  # "(Paris and London, 2019)"
        elif not all(
            1 <= natural(number) <= len(self.bibliography.entries)
            for number in DIGITS.findall(text[span.start : span.end])
        ):
            return None
        if not self._is_in_prose(span) or self._is_cited_beside(span, names, entry):
            return None
        if names and entry is None and self._is_unpublished(names, year):
            return None
        if _is_written_out(text, span.end, entry) if entry else not names and self._is_listed(span):
            return None
        return PlainCitation(
            span, " ".join(text[span.start : span.end].replace("~", " ").split()), entry, not names
        )

    def _entry(self, names: tuple[str, ...], year: str) -> Entry | None:
        """Return the entry with these authors and this year, for a group by its first author, or None."""
        from argcheck.bib.field_text import decode

        group = names[-1] == "et al."
        plain = [" ".join(decode(name).split()) for name in (names[:-1] if group else names)]
        for entry in self._by_first_author().get(fold_name(plain[0].split()[-1]), ()):
            families = authors(entry)
            if year in years(entry) and (
                group or (len(families) == len(plain) and _same(plain[-1], families[-1]))
            ):
                return entry
        return None

    def _is_unpublished(self, names: tuple[str, ...], year: str) -> bool:
        """Whether the text says anywhere that this work is unpublished, so that its citation is typed on purpose."""
        if self._unlisted is None:
            self._unlisted = {
                (names, by)
                for source in self.manuscript.files.values()
                for _, end, names, by in candidates(source.text)
                if names and _UNPUBLISHED.match(source.text, end)
            }
        return (names, year) in self._unlisted

    def _is_in_prose(self, span: Span) -> bool:
        """Whether a place is typeset as running text: not in a comment, code, formula, label, address or quotation."""
        m, text = self.manuscript, self.manuscript.files[span.path].text
        piece = holding(self._pieces.get(span.path, ()), span.start)
        begun = text.find("\\begin{document}") + len("\\begin{document}") if span.path == m.root else 0
        if (
            commented(text, span.start)
            or piece is None
            or span.start < begun
            or self._is_in_closed_range(span)
        ):
            return False
        paragraph = self._paragraph
        if paragraph.path != span.path or not paragraph.start <= span.start < span.end <= paragraph.end:
            end = text.find("\n\n", span.end)
            paragraph = Span(span.path, text.rfind("\n\n", 0, span.start) + 1, len(text) if end < 0 else end)
            self._paragraph = paragraph
        start, end = max(paragraph.start, piece[0], begun), min(paragraph.end, piece[1])
        before = text[max(start, span.start - _QUOTE) : span.start]
        if self._dollars_before(span.path, start, span.start) % 2:
            return False  # in a formula
        if _QUOTED.search(before) or _CODE.search(before) or _in_quotation(before):
            return False
        wanted = self._letters(text[span.start : span.end])
        sentences, letters = self._sentences(Span(span.path, start, end))
        which = bisect_right(sentences, span.start, key=lambda sentence: sentence.span.start)
        return any(
            span.start < sentences[place].span.end and wanted in letters[place]
            for place in range(max(0, which - _NESTED), which)
        )

    def _dollars_before(self, path: str, start: int, end: int) -> int:
        """Return the number of dollar signs between two offsets; of candidates in order each part is counted once."""
        text, done = self.manuscript.files[path].text, start
        count = 0
        if self._dollars[:2] == (path, start) and self._dollars[2] <= end:
            done, count = self._dollars[2:]
        count += text.count("$", done, end) - text.count("\\$", done, end)
        self._dollars = path, start, end, count
        return count

    def _sentences(self, paragraph: Span) -> tuple[list[Sentence], list[str]]:
        """Return the sentences of a paragraph by place, and the letters of each, none for an endless one."""
        if paragraph not in self._read:
            from argcheck.tex.reading_text import sentences_in

            read = [
                sentence for sentence in sentences_in(self.manuscript, [paragraph]) if sentence.kind in _KINDS
            ]
            read.sort(key=lambda sentence: sentence.span.start)
            letters = [
                _squeezed(sentence.text) if len(sentence.text) <= _ENDLESS else "" for sentence in read
            ]
            self._read[paragraph] = read, letters
        return self._read[paragraph]

    def _is_listed(self, span: Span) -> bool:
        """Whether the file has a typed list of references with this number."""
        text = self.manuscript.files[span.path].text
        if span.path not in self._listed:
            self._listed[span.path] = {
                match[1] for match in _LISTED.finditer(text) if _begins_item(text, match)
            }
        return not self._listed[span.path].isdisjoint(DIGITS.findall(text[span.start : span.end]))

    def _is_in_closed_range(self, span: Span) -> bool:
        """Whether a place is dead, in a citation command, or in an environment without prose of the author."""
        if self._ranges is None:
            self._ranges = _joined_ranges(self.manuscript)
        return holding(self._ranges.get(span.path, ()), span.start) is not None

    def _is_cited_beside(self, span: Span, names: tuple[str, ...], entry: Entry | None) -> bool:
        """Whether a command near by, or later in the paragraph, cites the source: names are typed on purpose."""
        if self._citations is None:
            self._citations = {}
            for citation in self.manuscript.citations:
                self._citations.setdefault(citation.command_span.path, []).append(
                    (citation.command_span.start, citation.key)
                )
            for places in self._citations.values():
                places.sort()
        places, text = self._citations.get(span.path, []), self.manuscript.files[span.path].text
        for start, key in places[bisect_left(places, (span.end - _NEAR, "")) :]:
            if start < span.end:
                if entry is not None and self.bibliography.find(key) is entry:
                    return True
                continue
            between = text[span.end : start]
            if len(between) >= _FAR or _PARAGRAPH.search(between):
                return False
            is_text_between = "?" in between or any(map(str.isalnum, between))
            if not is_text_between or self._means(key, names, entry):
                return True
        return False

    def _means(self, key: str, names: tuple[str, ...], entry: Entry | None) -> bool:
        """Whether a key is that of the work whose authors are typed, or of another by its first author."""
        cited = self.bibliography.find(key)
        if cited is None or cited is entry or not names:
            return cited is not None and cited is entry
        return any(_same(names[0], family) for family in authors(cited)[:1])


def _is_written_out(text: str, end: int, entry: Entry) -> bool:
    """Whether the title follows, so that the reference is written out, as under "How to cite"."""
    title = _squeezed(_COMMAND.sub("", entry.raw("title") or ""))[:_TITLE_LETTERS]
    return bool(title) and _squeezed(_COMMAND.sub("", text[end : end + _TITLE])).startswith(title)


def _begins_item(text: str, match: re.Match[str]) -> bool:
    """Whether a number in brackets begins a paragraph or an item."""
    before = text[max(0, match.start() - _INDENT) : match.start()]
    words = before.rstrip()
    return before[len(words) :].count("\n") > 1 or words.endswith(("\\item", "\\item[", "\\item[{"))


def _joined_ranges(m: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the ranges of each file in which citations are not searched, merged where they overlap."""
    spans = [environment.span for environment in m.environments if environment.name.rstrip("*") in _NO_PROSE]
    spans += [citation.command_span for citation in m.citations]
    spans += [Span(path, start, end) for path, ranges in m.dead.items() for start, end in ranges]
    joined_ranges = lists_by_key((path, (start, end)) for path, start, end in spans)
    return {path: joined(ranges) for path, ranges in joined_ranges.items()}


def _same(name: str, family: str) -> bool:
    return not name_forms(name.rsplit(maxsplit=1)[-1]).isdisjoint(name_forms(family.rsplit(maxsplit=1)[-1]))


def _in_quotation(before: str) -> bool:
    r"""Whether a text ends within an argument of a command such as ``\textquote``."""
    return any(_QUOTING.search(before, 0, at) for at in open_braces(before, len(before)))


def _squeezed(text: str) -> str:
    """Return only letters and digits, without accents, which source and reading text have in common."""
    from argcheck.bib.field_text import decode

    return fold_name(decode(text))
