"""The search for a quotation in a source: verbatim, or the nearest passage.

Only letters and digits are compared: blanks, hyphens at line ends, ligatures, accents, capitals, quotation marks and
other punctuation often differ between a print and its extracted text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.evidence import stop_words
from argcheck.sources.text.raised import RAISED
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.verdicts.judging import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.sources.text.model import Block, SourceText

VERBATIM, DIFFERS, NOT_FOUND = "verbatim", "differs", "not-found"
_LIKE = 0.6  #: least share of a quotation's words in the nearest passage
_CONTENT = 2  #: least number of them that are no stop words
_INSERTED = 12  #: most words of a page header between two lines
_TYPED = frozenset("^_\\{}/=<>")
_STRAY = 2  #: most matching words that count as chance if they are far from the others
_TRIED = 40  #: most places at which a quotation with gaps is tried
_COMMON = 400  #: most occurrences of a word by which a passage is sought
_GAPS = re.compile(
    rf"\[[^\[\]]{{2,}}\]|\[[.…\s\xa0]*\]|\(\.\.\.\)|\(…\)|\.(?:[\s\xa0]?\.){{2,}}|…|{OBJECT}[\u2028\u2029]?"
)
_FORMULA = re.compile(rf"{FORMULA}([^{FORMULA}]*){FORMULA}")
_CHANGED_LETTER = re.compile(r"\[(\w)\](?=\w)")
_ADDED_ENDING = re.compile(r"(?<=\w)\[(\w{1,3})\]")
_MARKER = re.compile(r"\[[\d,;–\-\s]{1,40}\]")
_STREAM = frozenset(("paragraph", "heading", "caption", "footnote", "equation"))


class Finding(NamedTuple):
    """The result of the search for a quotation in one source."""

    outcome: str  #: `VERBATIM`, `DIFFERS` or `NOT_FOUND`
    passage: Quote | None = None  #: the passage with the quotation, or the nearest one
    changes: tuple[tuple[str, str], ...] = ()  #: (in the quotation, in the source), in order
    likeness: float = 0.0  #: share of the quotation's words in the passage, 0 to 1


class _Token(NamedTuple):
    folded: str
    block: int
    start: int
    end: int


class SourceIndex:
    """A source, prepared for searches for quotations."""

    def __init__(self, source: SourceText) -> None:
        self.blocks = source.blocks
        texts = [index for index, block in enumerate(source.blocks) if block.kind == "paragraph"]
        self.streams = [_Stream(source.blocks, texts)]
        every = [index for index, block in enumerate(source.blocks) if block.kind in _STREAM]
        if every != texts:
            self.streams.append(_Stream(source.blocks, every))

    def find(self, quotation: str) -> Finding:
        """Return the place of a verbatim quotation, else the nearest passage."""
        parts = parts_of(quotation)
        if not parts:
            return Finding(NOT_FOUND)
        for stream in self.streams:
            place = stream.verbatim(parts)
            if place is not None:
                return Finding(VERBATIM, stream.passage(*place), likeness=1.0)
        findings = [stream.nearest(parts) for stream in self.streams]
        return max(findings, key=lambda finding: (finding.outcome == VERBATIM, finding.likeness))


class Part(NamedTuple):
    """Consecutive words of a quotation."""

    text: str
    words: tuple[str, ...]  #: folded
    places: tuple[tuple[int, int], ...]  #: start and end of each in the text

    def shown(self, first: int, behind: int) -> str:
        """Return the words ``first`` to ``behind - 1`` as they are written."""
        return self.text[self.places[first][0] : self.places[behind - 1][1]] if first < behind else ""


def parts_of(quotation: str) -> list[Part]:
    """Split a quotation at ellipses, formulas and words in brackets."""
    text = _composed(_FORMULA.sub(_read_formula, quotation).replace(FORMULA, ""))
    text = _ADDED_ENDING.sub(" … ", _CHANGED_LETTER.sub(r"\1", text))
    parts = []
    for part in _GAPS.split(text):
        words = [
            (folded, match.span()) for match in ALPHANUMERIC.finditer(part) if (folded := fold(match[0]))
        ]
        if words:
            parts.append(Part(part, tuple(word for word, _ in words), tuple(place for _, place in words)))
    return parts


def _read_formula(match: re.Match[str]) -> str:
    """Return the words of a formula, or a gap if it is not printed as typed, as with an index or a Greek letter."""
    return OBJECT if set(match[1]) & _TYPED or not match[1].isascii() else match[1]


def fold(word: str) -> str:
    """Return a word in lower case, with letters and digits only, without accents and ligatures."""
    plain = unicodedata.normalize("NFKD", word).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).replace("\xad", "")


def _is_marked(word: str, other: str) -> bool:
    """Whether the source's word is this one with the number of a footnote."""
    rest = other.removeprefix(word)
    return bool(word) and rest != other and rest.isdigit() and not word[-1].isdigit()


class _Stream:
    """The words of some blocks, in order."""

    def __init__(self, blocks: Sequence[Block], chosen: Sequence[int]) -> None:
        self.texts: dict[int, str] = {}
        self.blocks = blocks
        self.tokens: list[_Token] = []
        for index in chosen:
            text = self.texts[index] = _composed(blocks[index].text)
            marks = [match.span() for match in _MARKER.finditer(text)]
            for match in ALPHANUMERIC.finditer(text):
                if any(start < match.start() < end for start, end in marks):
                    continue
                raw = match[0].rstrip(RAISED)
                folded = fold(raw)
                if folded:
                    self.tokens.append(_Token(folded, index, match.start(), match.start() + len(raw)))
        self.words = [token.folded for token in self.tokens]
        self.letters = "".join(self.words)
        self.offsets: list[int] = []
        at = 0
        for word in self.words:
            self.offsets.append(at)
            at += len(word)
        self.places = lists_by_key((word, place) for place, word in enumerate(self.words))

    def passage(self, first: int, last: int) -> Quote:
        """Return the words from one token to another, both included, as the source has them."""
        pieces: list[str] = []
        at = first
        while at <= last:
            block = self.tokens[at].block
            stop = at
            while stop < last and self.tokens[stop + 1].block == block:
                stop += 1
            pieces.append(self.texts[block][self.tokens[at].start : self.tokens[stop].end])
            at = stop + 1
        blocks = {self.tokens[place].block for place in range(first, last + 1)}
        uncertain = any(self.blocks[index].uncertain for index in blocks)
        head = self.blocks[self.tokens[first].block]
        return Quote(" ".join(" ".join(pieces).split()), head.page, head.line, uncertain)

    def is_glued(self, place: int) -> bool:
        """Whether there is no blank between a word and the one before it, as in a compound."""
        before, here = self.tokens[place - 1 : place + 1]
        between = self.texts[here.block][before.end : here.start]
        return before.block == here.block and not any(sign.isspace() for sign in between)

    # -- verbatim

    def verbatim(self, parts: Sequence[Part]) -> tuple[int, int] | None:
        """Return the first and the last word of all parts in order; None if they do not occur so."""
        needles = ["".join(part.words) for part in parts]
        start = 0
        for _ in range(_TRIED):
            first = self._whole(needles[0], start)
            if first is None:
                return None
            end = first + len(needles[0])
            for needle in needles[1:]:
                place = self._whole(needle, end)
                if place is None:
                    return None
                end = place + len(needle)
            # a match that spans much of the source is tried again further on
            if end - first <= 12 * sum(map(len, needles)) + 4_000:
                return self._token(first), self._token(end - 1)
            start = first + 1
        return None

    def _whole(self, needle: str, start: int) -> int | None:
        """Return the offset from ``start`` on of letters that are whole words, maybe with a footnote's number."""
        while True:
            at = self.letters.find(needle, start)
            if at < 0:
                return None
            last = at + len(needle)
            first_token, behind = bisect_left(self.offsets, at), bisect_left(self.offsets, last)
            begins = first_token < len(self.offsets) and self.offsets[first_token] == at
            ends = last == len(self.letters) or self.offsets[min(behind, len(self.offsets) - 1)] == last
            if begins and (ends or self._only_digits_follow(last)):
                return at
            start = at + 1

    def _only_digits_follow(self, last: int) -> bool:
        """Whether the rest of a word is the number of a footnote."""
        token = self._token(last - 1)
        rest = self.words[token][last - self.offsets[token] :]
        return rest.isdigit() and not self.words[token][0].isdigit()

    def _token(self, offset: int) -> int:
        return bisect_right(self.offsets, offset) - 1

    # -- near

    def nearest(self, parts: Sequence[Part]) -> Finding:
        """Return the passage with the most words of the quotation, and the differences."""
        longest = max(range(len(parts)), key=lambda number: len(parts[number].words))
        best = Finding(NOT_FOUND)
        for window in self._windows(parts[longest].words, 0, len(self.words)):
            finding = self._compared(parts, longest, window)
            if (finding.outcome == VERBATIM, finding.likeness) > (best.outcome == VERBATIM, best.likeness):
                best = finding
        return best

    def _windows(self, part: Sequence[str], low: int, high: int) -> Iterator[tuple[int, int]]:
        """Yield up to six ranges of words that share the most with a part, best first."""
        width = max(4, len(part) // 2)
        votes: Counter[int] = Counter()
        for number, word in enumerate(part):
            places = self.places.get(word, ())
            if len(places) <= _COMMON or len(part) <= SHORT:
                for place in places:
                    if low <= place < high:
                        bucket = (place - number) // width
                        votes[bucket] += 2
                        votes[bucket + 1] += 1
                        votes[bucket - 1] += 1
        for bucket, _ in votes.most_common(6):
            start = bucket * width
            room = width + 2 * _INSERTED
            yield max(low, start - room), min(high, start + width + len(part) + room)

    def _compared(self, parts: Sequence[Part], longest: int, window: tuple[int, int]) -> Finding:
        aligned = [_Aligned(self, parts[longest], *window)]
        if aligned[0].last < 0:
            return Finding(NOT_FOUND)
        low, high = aligned[0].first, aligned[0].last + 1
        for number in range(longest - 1, -1, -1):
            beside = self._beside(parts[number], max(0, low - _FAR), low, last=True)
            aligned.insert(0, beside)
            low = beside.first if beside.last >= 0 else low
        for number in range(longest + 1, len(parts)):
            beside = self._beside(parts[number], high, min(len(self.words), high + _FAR), last=False)
            aligned.append(beside)
            high = beside.last + 1 if beside.last >= 0 else high
        words = [word for part in parts for word in part.words]
        shared = [word for alignment in aligned for word in alignment.shared]
        likeness = len(shared) / len(words)
        changes = tuple(change for alignment in aligned for change in alignment.changes)
        passage = (
            self.passage(low, high - 1) if len(parts) == 1 or high - low < 150 else aligned[longest].passage()
        )
        content = set(shared) - stop_words()
        if not changes:
            return Finding(VERBATIM, passage, likeness=1.0)
        near = likeness >= _LIKE and len(content) >= _CONTENT
        return Finding(DIFFERS if near else NOT_FOUND, passage, changes, likeness)

    def _beside(self, part: Part, low: int, high: int, *, last: bool) -> _Aligned:
        """Align another part with the best passage in a range."""
        count = len(part.words)
        exact = [at for at in range(low, high - count + 1) if self.words[at : at + count] == list(part.words)]
        if exact:
            at = exact[-1] if last else exact[0]
            return _Aligned(self, part, at, at + count)
        windows = list(self._windows(part.words, low, high))
        tried = [_Aligned(self, part, *window) for window in windows]
        return max(tried, key=lambda aligned: len(aligned.shared), default=_Aligned(self, part, low, low))


SHORT = 8  #: most words of a quotation in which even common words are sought
_FAR = 1_500  #: most words that an ellipsis leaves out


def _opcodes(
    ours: Sequence[str], words: Sequence[str], low: int, high: int
) -> tuple[int, Sequence[tuple[str, int, int, int, int]]]:
    """Align a part with the words of a range, without single words or pairs far from the rest.

    :returns: the start of the range that was aligned, and the operations.
    """
    while True:
        matcher = SequenceMatcher(None, ours, words[low:high], autojunk=False)
        blocks = matcher.get_matching_blocks()[:-1]
        if len(blocks) > 1:
            (first, second), (before, last) = blocks[:2], blocks[-2:]
            if _is_stray(first.size, second.a - first.a - first.size, second.b - first.b - first.size):
                low += first.b + 1
                continue
            if _is_stray(last.size, last.a - before.a - before.size, last.b - before.b - before.size):
                high = low + last.b + last.size - 1
                continue
        return low, matcher.get_opcodes()


def _is_stray(size: int, ours: int, theirs: int) -> bool:
    return size <= _STRAY and theirs > 2 * ours + _STRAY + 2


class _Aligned:
    """A part of a quotation, aligned with the words of a window."""

    def __init__(self, stream: _Stream, part: Part, low: int, high: int) -> None:
        self.stream = stream
        self.first, self.last = low, -1
        self.shared: list[str] = []
        self.changes: list[tuple[str, str]] = []
        low, codes = _opcodes(part.words, stream.words, low, high)
        theirs = stream.words[low : low + codes[-1][4]] if codes else []
        equal = [number for number, code in enumerate(codes) if code[0] == "equal"]
        if not equal:
            self.changes = [(part.shown(0, len(part.words)), "")]
            return
        # the passage extends beyond the first and the last common word only by as many words as were replaced there
        first, last = codes[equal[0]], codes[equal[-1]]
        begin = max(0, first[3] - first[1])
        end = min(len(theirs), last[4] + len(part.words) - last[2])
        while begin < first[3] and low + begin and stream.is_glued(low + begin):
            begin -= 1
        while end > last[4] and low + end < len(stream.words) and stream.is_glued(low + end):
            end += 1
        self.first, self.last = low + begin, low + end - 1
        for tag, i1, i2, theirs_first, theirs_last in codes:
            start, stop = max(theirs_first, begin), min(theirs_last, end)
            if tag == "equal":
                self.shared += part.words[i1:i2]
            elif i1 < i2 or start < stop:
                outside = start < first[3] or start >= last[4]
                self._differs(part, (i1, i2), low + start, low + max(start, stop), outside=outside)

    def passage(self) -> Quote:
        return self.stream.passage(self.first, self.last)

    def _differs(self, part: Part, range_: tuple[int, int], start: int, end: int, *, outside: bool) -> None:
        ours = part.words[slice(*range_)]
        if outside and not ours:
            return
        joined, other = "".join(ours), "".join(self.stream.words[start:end])
        if joined == other or _is_marked(joined, other):
            self.shared += ours
            return
        if not ours and self._is_furniture(start, end):
            return
        shown = self.stream.passage(start, end - 1).text if start < end else ""
        self.changes.append((part.shown(*range_), shown))

    def _is_furniture(self, start: int, end: int) -> bool:
        """Whether words of the source are a footnote's mark, a page number, a header or whole blocks in between."""
        tokens = self.stream.tokens[start:end]
        words = [self.stream.texts[token.block][token.start : token.end] for token in tokens]
        if all(word.isdigit() for word in words) or self._between_blocks(start, end):
            return True
        loud = any(word.isupper() and len(word) > 2 for word in words)
        header = loud and all(word.isupper() or word.isdigit() for word in words)
        return header and 1 < len(words) <= _INSERTED

    def _between_blocks(self, start: int, end: int) -> bool:
        """Whether the inserted words are whole blocks, such as a heading or a caption at a page break."""
        tokens = self.stream.tokens
        before = tokens[start - 1].block if start else -1
        behind = tokens[end].block if end < len(tokens) else -1
        return before != tokens[start].block and behind != tokens[end - 1].block
