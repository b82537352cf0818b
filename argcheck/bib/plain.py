r"""Citations that are typed out: ``(Smith et al., 2020)`` and ``[12]`` where ``\cite`` should stand."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name, name_forms
from argcheck.bib.people import authors, years
from argcheck.diagnostic import Span
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.live import behind_percent, holding, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.model import Bibliography, Entry
    from argcheck.tex.model import Manuscript
    from argcheck.tex.text import Sentence


class PlainCitation(NamedTuple):
    """A citation that is typed out; ``entry`` is the one that it names, where there is one."""

    span: Span
    text: str
    entry: Entry | None
    numeric: bool


_FAMILY = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ten|ter|Van|Von|De|Di|Du|La|Le)[ ~])*[^\W\d_a-z](?:[\w’'-]|\\[\"'`^~=.]\{?\\?[A-Za-z]\}?|\\[a-zA-Z]+\{[A-Za-z]?\}|\{\\[\"'`^~]\{?[A-Za-z]\}?\}){1,30}"
_YEAR = r"(?P<year>(?:19|20)\d\d)[a-z]?(?![\d-])"
_TWO = rf"{_FAMILY}[ ~\n](?:and|und|et|&|\\&)[ ~\n]{_FAMILY}"
_MORE = rf"{_FAMILY}(?:,[ ~\n]{_FAMILY}){{1,5}},?[ ~\n](?:and|und|et|&|\\&)[ ~\n]{_FAMILY}"
#: "Smith et al. (2020)", "(Smith et al., 2020", "(Smith and Lee, 2020)", "Smith and Lee (2020)", "(Smith, 2020)",
#: "Smith (2020)", "(Smith, Lee, and Wu, 2020)"
_NAMED = lazy(
    rf"(?P<group>{_FAMILY})(?:,?[ ~\n]+(?:(?:\\(?:emph|textit)\{{)?et\.?[ ~\n]+al\b\.?\}}?|\\etal\b(?:\{{\}})?\.?)\\?,?)[ ~\n]*[(\[]?{_YEAR}"
    rf"|(?P<two>{_TWO}),?[ ~\n]*\({_YEAR.replace('year', 'year2')}\)"
    rf"|(?P<one>{_FAMILY})[ ~\n]\({_YEAR.replace('year', 'year4')}\)"
    rf"|[(;][ ~]?(?:(?:see|e\.g\.,?|cf\.|vgl\.|siehe|also)[ ~\n]){{0,3}}(?P<inside>{_MORE}|{_TWO}|{_FAMILY}),?[ ~\n]{_YEAR.replace('year', 'year3')}(?=[;,)])"
)
_BEHIND = frozenset(";,)")  # a year that is typed out
_LONGEST = 110  # characters of the names before a year
_NUMBER = lazy(r"\[(?<=[a-zß-ÿ][ ~]\[)(\d{1,3}(?:(?:,[ ~]?|-{1,2}|–)\d{1,3})*)\](?![\w({\[\\])")
_NUMBERS = lazy(r"\d+")
_PAIR = lazy(r"\d+\s*,\s*\d+")
#: Words before "[3]" or "[1, 5]" that make it no citation.
_INDEXED = lazy(
    r"(?i)(?:interval|range|vector|list|rules?|axioms?|conditions?|propert(?:y|ies)|assumptions?|hypothes[ie]s|requirements?|statements?|cases?|parts?|points?|questions?|clauses?|claims?|constraints?|principles?|postulates?|regel|axiom|bedingung|eigenschaft|punkt|frage|règle|axiome|condition|propriété|array|index|indices|scale|element|line|lines|slot|bit|byte|register|row|column|between|"
    r"within|node|item|step|version|box|drawer|room|fach|raum|salle|intervall|bereich|intervalle|domain|values?|key|entry|labels?|output|input|prints?|returns?|gives?|yields?|tuple|code|brackets?|klammern|crochets)[ ~]\Z"
)
_ASSIGNED = lazy(
    r"\b[Ss]et(?:s|ting)?[ ~\n](?:it|(?:the[ ~\n])?\S*[^a-z\s]\S*)[ ~\n]to[ ~]\Z"
)  # "set IPSI to [13]"
_BETWEEN = lazy(r"(?i)\b(?:in|on|from|over|to|of|auf|im|von|sur|dans|de)[ ~]\Z")
_NO_PROSE = frozenset(
    [
        "thebibliography",
        "quote",
        "quotation",
        "displayquote",
        "displayquotation",
        "verbatim",
        "lstlisting",
        "minted",
        "filecontents",
        "abstract",
        "tikzpicture",
        "equation",
        "align",
        "gather",
        "multline",
        "eqnarray",
        "displaymath",
        "math",
        "CCSXML",
        "comment",
        "algorithm",
        "algorithmic",
        "tabular",
    ]
)
_NEAR = 120  # characters; a citation of the same work this close says that the names are printed on purpose
_LETTERS = lazy(r"[^\W_]|\?")  # between a year and a citation that is not meant by it
_PROGRAM = lazy(r"\[['\"`]")  # a list of strings, in the notation of most languages
_TITLE = 100  # characters behind the year in which a reference that is written out has its title
_TITLE_LETTERS = 20  # of the title that stand there, or all of a shorter one
_COMMAND = lazy(
    r"\\[A-Za-z]{3,}(?=\{)"
)  # of a face or a kind of word, such as \emph and \pkg; shorter ones are accents
_LISTED = lazy(r"\[(\d{1,9})\]")
_INDENT = 80  # blanks before it
_ENDLESS = 10_000  # characters of a sentence: that is no prose
_NESTED = 40  # sentences that may begin between the beginning of one and a place in it: footnotes
#: Numbers that go before one more: "axioms [1], [2], and [3]".
_LIST = lazy(r"(?:\[-?\d{1,3}\],?[ ~\n](?:(?:and|or|und|oder|et|ou)[ ~\n])?)+\Z")
#: A noun and a number in brackets; "in" and "see" stand before citations.
_IN_BRACKETS = lazy(r"[ ~\n]\[(-?\d{1,3})\]")
_LAST_WORD = lazy(r"(?<![^\W\d_])[^\W\d_]{4,30}\Z")
_UNPUBLISHED = lazy(
    r"[)\]]?,?[ ~\n]{0,2}\(?(?:in[ ~\n]{1,9}(?:prep|review|press|revision|submission)|submitted|forthcoming|unpublished|under[ ~\n]{1,9}review)"
)
_QUOTE = 600  # characters of a quotation that are looked back over
_QUOTED = lazy(r"(``|“|„|«|\\enquote\*?\{|\"[`'])(?:(?!''|”|“|»|\}|\"').)*\Z", re.DOTALL)
_CODE = lazy(
    r"\\(?:url|path|nolinkurl|href|texttt|code|lstinline|mintinline\{\w+\}|label|index|todo|\w*ref|hypertarget|input|include\w*)\b(?:\[[^\]\n]*\])?\{[^{}]*\Z"
    r"|\\(?:verb\*?|lstinline|path|url)([^\w\s{])(?:(?!\1)[^\n])*\Z"
)
_KINDS = frozenset(("prose", "item", "footnote", "caption"))


def plain_citations(manuscript: Manuscript, bibliography: Bibliography) -> Iterator[PlainCitation]:
    r"""Yield the typed-out citations of a document that cites by command, in order.

    A document without any ``\cite`` numbers its references by hand, and is left alone.
    """
    m = manuscript
    if not any(not citation.nocite for citation in m.citations) or not bibliography.entries:
        return
    reader = _Reader(m, bibliography)
    for path, source in m.files.items():
        found = m.remember("typed-citations", source.digest, lambda text=source.text: _candidates(text))  # type: ignore[misc]
        for start, end, names, year in found:
            one = reader.judge(Span(path, start, end), names, year)
            if one:
                yield one


def _candidates(text: str) -> list[tuple[int, int, tuple[str, ...], str]]:
    """Find what may be a typed-out citation: place, names (the last one ``et al.`` for a group), year."""
    found: list[tuple[int, int, tuple[str, ...], str]] = []
    for start, end in _years(text):
        for match in _NAMED.finditer(text, max(0, start - _LONGEST), end + 3):
            if end not in (
                match.end("year"),
                match.end("year2"),
                match.end("year3"),
                match.end("year4"),
            ):
                continue
            if match["group"]:
                found.append(
                    (
                        match.start("group"),
                        _closed_end(text, match),
                        (match["group"], "et al."),
                        match["year"],
                    )
                )
            elif match["two"]:
                found.append((match.start("two"), match.end(), _names(match["two"]), match["year2"]))
            elif match["one"]:
                found.append((match.start("one"), match.end(), (match["one"],), match["year4"]))
            else:
                found.append(
                    (match.start("inside"), match.end("year3"), _names(match["inside"]), match["year3"])
                )
    if "[" in text:
        naming = _naming_words(text)
        found += [
            (match.start(), match.end(), (), "")
            for match in _NUMBER.finditer(text)
            if _number(text, match) and _word_before(text, match.start()) not in naming
        ]
    return sorted(found)


def _years(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of years that names may stand before; plain strings are searched for, which is fast."""
    for century in ("19", "20"):
        start = text.find(century)
        while start >= 0:
            end = start + 4
            if (
                text[start - 1] in " ~\n,(["
                and (
                    text[end : end + 2].lstrip("abc ")[:1] in _BEHIND
                    or "al" in text[max(0, start - 12) : start]
                )
                and text[start + 2 : end].isdecimal()
            ):
                yield start, end
            start = text.find(century, start + 2)


def _closed_end(text: str, match: re.Match[str]) -> int:
    """Take the parenthesis in that closes one between the names and the year."""
    end = match.end("year")
    return end + ("(" in match[0] and text.startswith(")", end))


def _names(text: str) -> tuple[str, ...]:
    return tuple(re.split(r",?[ ~\n](?:and|und|et|&|\\&)[ ~\n]|,[ ~\n]", text))


def _number(text: str, match: re.Match[str]) -> bool:
    """Whether "[3]" may be a citation and no index, interval or optional argument."""
    before = _LIST.sub("", text[max(0, match.start() - 80) : match.start()])
    word = before.split()[-1] if before.split() else ""
    if "\\" in word or match[1].startswith("0") or _INDEXED.search(before) or _ASSIGNED.search(before):
        return False
    if _PROGRAM.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR):
        return False
    if _PAIR.fullmatch(match[1]):
        near = text[max(0, match.start() - _NEAR) : match.start()].lower()
        return not (_BETWEEN.search(before) or any(word in near for word in ("interval", "range", "bereich")))
    return True


def _word_before(text: str, start: int) -> str:
    words = _LIST.sub("", text[max(0, start - 80) : start]).split()
    return words[-1].rpartition("~")[2].strip("(").lower() if words else ""


def _naming_words(text: str) -> frozenset[str]:
    """The words that stand before several numbers in brackets: "step [1]", "step [2]" name things of the text's own."""
    numbers: dict[str, set[str]] = {}
    for match in _IN_BRACKETS.finditer(text):
        word = _LAST_WORD.search(text, max(0, match.start() - 31), match.start())
        if word:
            numbers.setdefault(word[0].lower(), set()).add(match[1])
    return frozenset(word for word, which in numbers.items() if len(which) > 1)


class _Reader:
    """Looks at each candidate in its surroundings; what is needed for that is made for the first one."""

    def __init__(self, manuscript: Manuscript, bibliography: Bibliography) -> None:
        self.manuscript = manuscript
        self.bibliography = bibliography
        self._citations: dict[str, list[tuple[int, str]]] | None = None
        self._ranges: dict[str, list[tuple[int, int]]] | None = None
        self._read: dict[Span, tuple[list[Sentence], list[str]]] = {}
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        for path, start, end in manuscript.pieces:
            self._pieces.setdefault(path, []).append((start, end))
        for pieces in self._pieces.values():
            pieces.sort()
        self._paragraph = Span("", 0, 0)  # the last one that was looked at
        self._entries: dict[tuple[tuple[str, ...], str], Entry | None] = {}
        self._dollars: tuple[str, int, int, int] = ("", 0, 0, 0)  # path, start, end, number of them
        self._listed: dict[str, set[str]] = {}
        self._unlisted: set[tuple[tuple[str, ...], str]] | None = None

    def judge(self, span: Span, names: tuple[str, ...], year: str) -> PlainCitation | None:
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
            for number in _NUMBERS.findall(text[span.start : span.end])
        ):
            return None
        if not self._in_prose(span) or self._cited_beside(span, entry):
            return None
        if names and entry is None and self._unpublished(names, year):
            return None
        if _is_written_out(text, span.end, entry) if entry else not names and self._is_listed(span):
            return None
        return PlainCitation(
            span, " ".join(text[span.start : span.end].replace("~", " ").split()), entry, not names
        )

    def _entry(self, names: tuple[str, ...], year: str) -> Entry | None:
        """Give the entry whose authors and year these are; for a group the first author decides."""
        from argcheck.bib.values import decode

        group = names[-1] == "et al."
        plain = [" ".join(decode(name).split()) for name in (names[:-1] if group else names)]
        for entry in self.bibliography.by_first_author.get(fold_name(plain[0].split()[-1]), ()):
            families = authors(entry)
            if year in years(entry) and (
                group or (len(families) == len(plain) and _same(plain[-1], families[-1]))
            ):
                return entry
        return None

    def _unpublished(self, names: tuple[str, ...], year: str) -> bool:
        """Whether the text says somewhere that this work is not published: its citation is typed on purpose."""
        if self._unlisted is None:
            self._unlisted = {
                (found, by)
                for source in self.manuscript.files.values()
                for _, end, found, by in _candidates(source.text)
                if found and _UNPUBLISHED.match(source.text, end)
            }
        return (names, year) in self._unlisted

    def _in_prose(self, span: Span) -> bool:
        """Whether the place is typeset as running text: no comment, code, formula, label, address or quotation."""
        m, text = self.manuscript, self.manuscript.files[span.path].text
        piece = holding(self._pieces.get(span.path, ()), span.start)
        begun = text.find("\\begin{document}") + len("\\begin{document}") if span.path == m.root else 0
        if behind_percent(text, span.start) or piece is None or span.start < begun or self._closed(span):
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
        if _QUOTED.search(before) or _CODE.search(before):
            return False
        wanted = _squeezed(text[span.start : span.end])
        sentences, said = self._sentences(Span(span.path, start, end))
        which = bisect_right(sentences, span.start, key=lambda one: one.span.start)
        return any(
            span.start < sentences[place].span.end and wanted in said[place]
            for place in range(max(0, which - _NESTED), which)
        )

    def _dollars_before(self, path: str, start: int, end: int) -> int:
        """Count the dollar signs between two offsets; candidates come in order, so each part is counted once."""
        text, done = self.manuscript.files[path].text, start
        count = 0
        if self._dollars[:2] == (path, start) and self._dollars[2] <= end:
            done, count = self._dollars[2:]
        count += text.count("$", done, end) - text.count("\\$", done, end)
        self._dollars = path, start, end, count
        return count

    def _sentences(self, paragraph: Span) -> tuple[list[Sentence], list[str]]:
        """Return the sentences of a paragraph by place, and the letters of each; an endless one has none."""
        if paragraph not in self._read:
            from argcheck.tex.text import sentences_in

            read = [one for one in sentences_in(self.manuscript, [paragraph]) if one.kind in _KINDS]
            read.sort(key=lambda one: one.span.start)
            said = [_squeezed(one.text) if len(one.text) <= _ENDLESS else "" for one in read]
            self._read[paragraph] = read, said
        return self._read[paragraph]

    def _is_listed(self, span: Span) -> bool:
        """Whether the file has a list by hand in which a work has this number."""
        text = self.manuscript.files[span.path].text
        if span.path not in self._listed:
            self._listed[span.path] = {
                match[1] for match in _LISTED.finditer(text) if _begins_item(text, match)
            }
        return not self._listed[span.path].isdisjoint(_NUMBERS.findall(text[span.start : span.end]))

    def _closed(self, span: Span) -> bool:
        """Whether the place is dead, in a citation command, or in an environment that holds no prose of the author."""
        if self._ranges is None:
            self._ranges = _joined_ranges(self.manuscript)
        return holding(self._ranges.get(span.path, ()), span.start) is not None

    def _cited_beside(self, span: Span, entry: Entry | None) -> bool:
        """Whether a command close by cites the source: the names are then printed on purpose."""
        if self._citations is None:
            self._citations = {}
            for one in self.manuscript.citations:
                self._citations.setdefault(one.command_span.path, []).append(
                    (one.command_span.start, one.key)
                )
            for places in self._citations.values():
                places.sort()
        places, text = self._citations.get(span.path, []), self.manuscript.files[span.path].text
        for start, key in places[bisect_left(places, (span.end - _NEAR, "")) :]:
            if start - span.end >= _NEAR:
                return False
            between = text[span.end : start] if start >= span.end else "?"
            if not _LETTERS.search(between) or (entry is not None and self.bibliography.find(key) is entry):
                return True
        return False


def _is_written_out(text: str, end: int, entry: Entry) -> bool:
    """Whether the title follows: the whole reference stands there, as under "How to cite"."""
    title = _squeezed(_COMMAND.sub("", entry.raw("title") or ""))[:_TITLE_LETTERS]
    return bool(title) and _squeezed(_COMMAND.sub("", text[end : end + _TITLE])).startswith(title)


def _begins_item(text: str, match: re.Match[str]) -> bool:
    """Whether a number in brackets begins a paragraph or an item."""
    before = text[max(0, match.start() - _INDENT) : match.start()]
    words = before.rstrip()
    return before[len(words) :].count("\n") > 1 or words.endswith(("\\item", "\\item[", "\\item[{"))


def _joined_ranges(m: Manuscript) -> dict[str, list[tuple[int, int]]]:
    """Join the ranges of each file in which nothing is looked for; they may lie in each other."""
    spans = [one.span for one in m.environments if one.name.rstrip("*") in _NO_PROSE]
    spans += [one.command_span for one in m.citations]
    spans += [Span(path, start, end) for path, ranges in m.dead.items() for start, end in ranges]
    found: dict[str, list[tuple[int, int]]] = {}
    for path, start, end in spans:
        found.setdefault(path, []).append((start, end))
    return {path: joined(ranges) for path, ranges in found.items()}


def _same(name: str, family: str) -> bool:
    return not name_forms(name.rsplit(maxsplit=1)[-1]).isdisjoint(name_forms(family.rsplit(maxsplit=1)[-1]))


def _squeezed(text: str) -> str:
    """Letters and digits only, no accents: what survives from source to reading text."""
    from argcheck.bib.values import decode

    return "".join(c for c in fold_name(decode(text)) if c.isalnum())
