r"""Quotations of a document, in quotation marks or as a block, with the citations that they belong to.

`argcheck.verdicts.quoted` searches for them in their sources.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import grouped
from argcheck.files.patterns import ALPHANUMERIC, BRACKETED, lazy
from argcheck.sources.folding import words
from argcheck.tex.arguments import group_end
from argcheck.tex.document_language import language_of
from argcheck.tex.pieces import flats_in
from argcheck.tex.reading_text import sentence_ranges
from argcheck.verdicts.mentions import mentions_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from argcheck.bib.entries import Entries
    from argcheck.tex.flatten import Flat
    from argcheck.tex.model import Environment, ManuscriptRecords
    from argcheck.verdicts.mentions import Mention

SHORTEST = 4  #: least number of words of a quotation; fewer are a term
_LONGEST = 20_000  #: most characters between two quotation marks
_CLOSING = {"“": "”", "„": "“”", "«": "»", "»": "«", '"': '"', "‘": "’", "‚": "‘’"}
_BLOCKS = frozenset((
    "quote", "quotation", "displayquote", "displaycquote", "foreigndisplayquote", "foreigndisplaycquote",
    "hyphendisplayquote", "hyphendisplaycquote", "blockquote",
))  # fmt: skip
_QUOTING = lazy(
    r"\\(?P<cites>(?:foreign|hyphen)?(?:[Tt]ext|block)(?:c)?quote|hybridblockc?quote|(?:foreign|hyphen)quote)\*?"
    r"(?P<arguments>(?:\s*\[[^\[\]]*\]|\s*\{[^{}]*\}(?=\s*[\[{]))*)\s*(?=\{)"
)
_BEHIND = lazy(r"[\s\xa0.,;:!?)”“’»«\"…]*\[([^\[\]]*)\]")
_ATTRIBUTION = lazy(r"(?:[—–]|\()[^—–()“”.!?]{0,120}(?:\.[^—–()“”.!?]{0,40}){0,4}[\s.)]*\Z")
_OPTIONS = lazy(r"(?:[ \t]*\[(?:[^\[\]{}]|\{[^{}]*\}|\[[^\[\]]*\])*\]|\{[^{}]*\})*")


class Quotation(NamedTuple):
    """Quoted words with the citations that they may belong to."""

    text: str  #: as printed, with single blanks, without the marks around it and without citations
    span: Span  #: in the source of the document
    #: the citation right after the words, else all candidates
    owners: tuple[Mention, ...]
    others: tuple[Mention, ...]  #: further citations of the sentence, which may also be the source
    block: bool = False  #: set as a block

    @property
    def mention(self) -> Mention:
        """The first citation that it may belong to, under which its verdict is stored."""
        return self.owners[0]


def quotations_of(manuscript: ManuscriptRecords, bibliography: Entries) -> tuple[Quotation, ...]:
    """Return the quotations of at least four words that have a citation, in document order."""
    mentions = tuple(mentions_of(manuscript, bibliography))
    if not mentions:
        return ()
    quotations = [
        *_in_paragraphs(manuscript, mentions),
        *_in_commands(manuscript, mentions),
        *_in_blocks(manuscript, mentions),
    ]
    order = {path: number for number, path in enumerate(manuscript.files)}
    unique = {quotation.span: quotation for quotation in reversed(quotations) if not _is_title(quotation)}
    return tuple(
        sorted(unique.values(), key=lambda quotation: (order[quotation.span.path], quotation.span.start))
    )


def _is_title(quotation: Quotation) -> bool:
    """Whether the words are the title of a cited work, or the beginning of one, and no quotation."""
    quoted = words(quotation.text)
    return any(
        words(mention.entry.text("title") or "")[: len(quoted)] == quoted for mention in quotation.owners
    )


# --- between marks


def _in_paragraphs(manuscript: ManuscriptRecords, mentions: Sequence[Mention]) -> Iterator[Quotation]:
    by_sentence = grouped(mentions, lambda mention: mention.sentence.span)
    keys = {mention.key for mention in mentions} | manuscript.cited_keys
    for path, flat in flats_in(manuscript, manuscript.pieces):
        marked = list(_between_marks(flat.text))
        if not marked:
            continue
        language = language_of(manuscript, Span(path, flat.starts[0], flat.ends[-1]))
        ranges = [
            (start, end, by_sentence.get(Span(path, flat.source_start(start), flat.source_end(end - 1)), []))
            for start, end in sentence_ranges(flat, language)
        ]
        for start, end in marked:
            near = [
                mention for first, last, some in ranges if first < end and start < last for mention in some
            ]
            text = _bare(flat.text[start:end], keys)
            if near and len(ALPHANUMERIC.findall(text)) >= SHORTEST:
                span = Span(path, flat.source_start(start), flat.source_end(end - 1))
                yield _owned(text, span, near, _BEHIND.match(flat.text, end))


def _between_marks(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the text between outer quotation marks; marks that are not closed are ignored."""
    position = 0
    while position < len(text):
        start = next((at for at in range(position, len(text)) if _opens(text, at)), -1)
        if start < 0:
            return
        end = _closed(text, start)
        if end < 0:
            position = start + 1
            continue
        yield start + 1, end
        position = end + 1


def _opens(text: str, at: int) -> bool:
    if text[at] not in _CLOSING:
        return False
    if text[at] in "‘'":  # else it is an apostrophe
        return at == 0 or not text[at - 1].isalnum()
    return True


def _closed(text: str, start: int) -> int:
    """Return the end of the quotation that begins at ``start``, after any nested in it; -1 if it is not closed."""
    opening, closing = text[start], _CLOSING[text[start]]
    depth = 0
    for at in range(start + 1, min(len(text), start + _LONGEST)):
        sign = text[at]
        if sign in closing and (sign not in "’‘" or not text[at + 1 : at + 2].isalnum()):
            if not depth:
                return at
            depth -= 1
        elif sign == opening:
            depth += 1
    return -1


def _owned(text: str, span: Span, near: Sequence[Mention], behind: re.Match[str] | None) -> Quotation:
    """Return a quotation that belongs to the citation right after it, else to all of its sentence."""
    keys = [part.strip() for part in behind[1].split(",")] if behind else []
    after = [mention for mention in near if mention.key in keys and mention.citation.span.start >= span.end]
    first = min((mention.citation.group for mention in after), default=-1)
    owners = tuple(mention for mention in after if mention.citation.group == first) or tuple(near)
    return Quotation(text, span, owners, tuple(mention for mention in near if mention not in owners))


def _bare(text: str, keys: set[str] | frozenset[str]) -> str:
    """Return a text without citations, which are keys in brackets."""

    def kept(match: re.Match[str]) -> str:
        return " " if all(part.strip() in keys for part in match[1].split(",")) else match[0]

    return " ".join(BRACKETED.sub(kept, text).split())


# --- in commands of csquotes


def _in_commands(manuscript: ManuscriptRecords, mentions: Sequence[Mention]) -> Iterator[Quotation]:
    r"""Yield the quotations in ``\textquote[\cite{k}]{...}`` and ``\textcquote{k}{...}``, which print the marks."""
    for piece in manuscript.pieces:
        text = manuscript.files[piece.path].text
        for match in _QUOTING.finditer(text, piece.start, piece.end):
            end = group_end(text, match.end(), min(_LONGEST, piece.end - match.end()))
            if end < 0 or _is_dead(manuscript, piece.path, match.start()):
                continue
            span = Span(piece.path, match.end() + 1, end - 1)
            inside = [mention for mention in mentions if _holds(piece.path, match.start(), end, mention)]
            near = inside or _of_sentence(mentions, piece.path, match.start(), end)
            quoted = _read(manuscript, span, mentions)
            if near and len(ALPHANUMERIC.findall(quoted)) >= SHORTEST:
                rest = [
                    mention
                    for mention in _of_sentence(mentions, piece.path, match.start(), end)
                    if mention not in near
                ]
                yield Quotation(quoted, span, tuple(near), tuple(rest))


def _is_dead(manuscript: ManuscriptRecords, path: str, place: int) -> bool:
    text = manuscript.files[path].text
    line = text[text.rfind("\n", 0, place) + 1 : place].replace("\\\\", "").replace("\\%", "")
    return "%" in line or any(start <= place < end for start, end in manuscript.dead.get(path, ()))


def _holds(path: str, start: int, end: int, mention: Mention) -> bool:
    place = mention.citation.span
    return place.path == path and start <= place.start < end


def _of_sentence(mentions: Sequence[Mention], path: str, start: int, end: int) -> list[Mention]:
    spans = (mention.sentence.span for mention in mentions)
    return [
        mention
        for mention, span in zip(mentions, spans, strict=True)
        if span.path == path and span.start < end and start < span.end
    ]


# --- blocks


def _in_blocks(manuscript: ManuscriptRecords, mentions: Sequence[Mention]) -> Iterator[Quotation]:
    for environment in manuscript.environments:
        if environment.name.rstrip("*") in _BLOCKS:
            block = _block(manuscript, environment, mentions)
            if block is not None and len(ALPHANUMERIC.findall(block.text)) >= SHORTEST:
                yield block


def _block(
    manuscript: ManuscriptRecords, environment: Environment, mentions: Sequence[Mention]
) -> Quotation | None:
    span, text = environment.span, manuscript.files[environment.span.path].text
    start, end = (
        _after_options(text, environment.begin.end, span.end),
        text.rfind("\\end", span.start, span.end),
    )
    inside = Span(span.path, start, max(start, end))
    quoted = _ATTRIBUTION.sub("", _read(manuscript, inside, mentions)).strip()
    marked = list(_between_marks(quoted))
    if marked and (marked[0] != (1, len(quoted) - 1)):
        return None  # the author's own words; `_in_paragraphs` reads the quotations in them
    own = [mention for mention in mentions if _holds(span.path, span.start, span.end, mention)]
    near = own or _around(text, span, mentions)
    return Quotation(quoted.strip('“”"„«»'), inside, tuple(near), (), block=True) if near else None


def _after_options(text: str, position: int, end: int) -> int:
    r"""Return the end of the options and arguments right after ``\begin{...}``."""
    match = _OPTIONS.match(text, position, end)
    return match.end() if match else position


def _around(text: str, span: Span, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the citations in the sentence right before a block, and in the sentence right after it."""
    here = [mention for mention in mentions if mention.sentence.span.path == span.path]
    before = [mention for mention in here if mention.sentence.span.end <= span.start]
    last = max((mention.sentence.span.end for mention in before), default=-1)
    beside = [
        mention
        for mention in before
        if mention.sentence.span.end == last and not text[last : span.start].strip(" \t\n%}:.,")
    ]
    behind = [
        mention
        for mention in here
        if mention.sentence.span.start >= span.end
        and not text[span.end : mention.sentence.span.start].strip(" \t\n%(")
    ]
    return beside + behind


def _read(manuscript: ManuscriptRecords, span: Span, mentions: Sequence[Mention]) -> str:
    keys = {mention.key for mention in mentions} | manuscript.cited_keys
    flats = [flat for _, flat in flats_in(manuscript, [span]) if flat.kind != "footnote"]
    return _bare(" ".join(flat.text for flat in _in_order(flats)), keys)


def _in_order(flats: Sequence[Flat]) -> Sequence[Flat]:
    assert all(flat.starts[0] <= other.starts[0] for flat, other in pairwise(flats))
    return flats
