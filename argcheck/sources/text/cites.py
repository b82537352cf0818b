"""Link the citations in a source to its own bibliography: numbers, labels, author and year, footnotes.

Links in the markup are used as they are; these patterns are for PDF, Markdown and text.  An author-year citation is
linked if exactly one reference has that year and family name.  Raised numbers are in `argcheck.sources.text.marks`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.identifiers import doi_in_text
from argcheck.bib.names import fold_name
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.text.marks import by_mark, listed
from argcheck.sources.text.model import UNNUMBERED, Anchor, ListedWork
from argcheck.sources.text.named_works import FAMILY, NAME, are_months, means, phrased
from argcheck.sources.text.raised import RAISED, lowered
from argcheck.sources.text.verifier import NUMERIC, expanded
from argcheck.tex.commands import words
from argcheck.tex.vocabulary import codes, in_any_language, phrases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.sources.text.model import Block, SourceText

    _Style = Callable[[str, Mapping[str, list[ListedWork]]], Iterator[Anchor]]

#: The start of a reference: [1], (1), ¹, 1. or a label of BibTeX: [SAO+20], [Knu84a].
_NUMBER = re.compile(
    rf"(?:\[(\d{{1,3}})\]|\((\d{{1,3}})\)|([{RAISED}]{{1,3}})(?![{RAISED}])|(\d{{1,3}})\.?(?=\s))\s?"
)
_LABEL = re.compile(r"\[([^\W\d_][^\s\[\],;()]{0,14}(?:\s?\d\d[a-z]?)?)\]\s")
_BULLETS = "-*+ "  # of a list in Markdown
_DASHES = ("—", "–", "_")
_BRACKETS = re.compile(r"\[([^\[\]]{2,200})\]")
_YEAR = re.compile(r"\b((?:1[89]|20)\d\d)([a-z])?\b")
_YEAR_IN_PARENTHESES = re.compile(r"\(((?:1[89]|20)\d\d)([a-z])?(?:,[^()]{1,20})?\)")
_ADDRESS = re.compile(
    r"(?:https?://|\bdoi\b)\S*(?:\s?\d\S*)?|\b10\.\d{4}\S*|\bis[bs]n\b:?\s*\S*", re.IGNORECASE
)
_SMALL_IN_NAMES = frozenset(words("al van von de der den da di la le du del u a eds ed"))
# Repetitions are bounded, so that a list of a thousand names or a line of brackets takes linear time.
_NAMES = rf"{NAME}(?:(?:,?\s(?:{{citations.and}}|&)\s|,\s){NAME}){{0,8}}(?:,?\s+et\s+al\.?|\s+u\.\s?a\.)?"
_TEXTUAL = rf"({_NAMES})\s[(\[]((?:1[89]|20)\d\d)([a-z])?((?:[,;][^)\]]{{0,300}})?)[)\]]"
_GROUP = re.compile(r"[(\[]([^()\[\]]{0,300}(?:1[89]|20)\d\d[a-z]?[^()\[\]]{0,300})[)\]]")
_PART = rf"({_NAMES}),?\s((?:1[89]|20)\d\d)([a-z])?\b"
_RANGE = re.compile(r"\d{1,3}\]?\s?[–-]\s?\[?\d{1,3}")
_QUOTED = re.compile(r"[“\"„»]([^“”\"„«»]{4,300})[”\"“«]")
#: Signs of a reference in a footnote: a title in quotation marks, pages, an identifier, a press.
_PRINTED = re.compile(
    r"[“\"„»][^”\"“«]{8,300}[”\"“«]|\bpp?\.\s?\d|\bS\.\s?\d|\b10\.\d{4}|\b(?:Press|Journal|Verlag)\b"
)
_SKIPPED = frozenset({"reference", "heading"})
_TITLED = 3  #: a title that a footnote names has as many words
_ENUMERATED = 10  #: a sentence counts fewer items by numbers in parentheses
_SQUARE = str.maketrans("()", "[]")
#: Words before a number in parentheses that is not a citation.
_COUNTED = frozenset(words("eq eqs equation equations fig figure table section step case item condition"))


def _joins() -> tuple[str, ...]:
    return phrases(codes(), "citations.and")


def linked_to_a_list(source: SourceText) -> SourceText:
    """Return the source with references, and its citations linked to them; several lists are in `several_lists`."""
    references = source.references or tuple(_references(source.blocks))
    if not references:
        source = source._replace(blocks=tuple(listed(source.blocks)))
        references = tuple(_references(source.blocks)) or tuple(_works_in_notes(source.blocks))
    if not references:
        return source._replace(references=())
    references = tuple(_with_text_of(listed_work) for listed_work in references)
    numbers = _numbers(source.media, references)
    guessed = {} if any(block.anchors for block in source.blocks) else numbers  # else the markup tells
    table = _table(references, guessed)
    style = _style(source, references, guessed)
    in_notes = _NamedInNotes.of(references)
    blocks = [
        block
        if block.kind in _SKIPPED
        else block._replace(
            anchors=tuple(_of_markup(block, numbers))
            if block.anchors
            else tuple(_anchors(block, style, table, in_notes))
        )
        for block in source.blocks
    ]
    blocks = by_mark(blocks, {listed_work.id for listed_work in references}, guessed)
    return source._replace(blocks=tuple(blocks), references=references)


class _NamedInNotes(NamedTuple):
    """The references by what footnotes name them by."""

    by_text: Mapping[str, list[ListedWork]]
    by_family: Mapping[str, list[ListedWork]]  #: the first or second word of a reference, after a given name
    by_beginning: Mapping[tuple[str, ...], list[ListedWork]]  #: by the first `_TITLED` words

    @classmethod
    def of(cls, references: Sequence[ListedWork]) -> _NamedInNotes:
        families = ((family, work) for work in references for family in dict.fromkeys(work.families[:2]))
        return cls(
            lists_by_key((work.text, work) for work in references),
            lists_by_key(families),
            lists_by_key((tuple(_words_of(work.text)[:_TITLED]), work) for work in references),
        )


def _anchors(
    block: Block, style: _Style, table: Mapping[str, list[ListedWork]], in_notes: _NamedInNotes
) -> list[Anchor]:
    anchors = list(style(block.text, table))
    if block.kind == "footnote" and not any(anchor.references for anchor in anchors):
        anchors = list(_in_note(block.text, in_notes))
    return anchors


def _references(blocks: Sequence[Block]) -> Iterator[ListedWork]:
    """Yield the references; a dash in place of authors stands for those of the reference before."""
    families: tuple[str, ...] = ()
    for reference, head in _with_heads(blocks):
        if head[:1] not in _DASHES or not families:
            families = reference.families
        yield reference._replace(families=families)


def _with_heads(blocks: Sequence[Block]) -> Iterator[tuple[ListedWork, str]]:
    texts = _joined_items([block.text for block in blocks if block.kind == "reference"])
    items = [text.lstrip(_BULLETS) for text in texts]
    begins = [label_of(item) for item in items]
    labels = [_label(next(filter(None, match.groups()))) if match else "" for match in begins]
    for count, (text, item, match, label) in enumerate(zip(texts, items, begins, labels, strict=True), 1):
        place = f"{UNNUMBERED}{count}" if str(count) in labels else str(count)
        head = item[match.end() :] if match else item
        yield _listed_work(label or place, text, head), head


def _joined_items(texts: Sequence[str]) -> list[str]:
    """Return items with their parts joined: if most begin with a number or a label, others continue the item before."""
    begins = [label_of(text.lstrip(_BULLETS)) is not None for text in texts]
    if not begins or not begins[0] or 2 * sum(begins) < len(begins):
        return list(texts)
    result: list[str] = []
    for text, new in zip(texts, begins, strict=True):
        if new:
            result.append(text)
        else:
            result[-1] += f" {text}"
    return result


def label_of(item: str) -> re.Match[str] | None:
    """Match the start of a reference that is its number or label."""
    return _LABEL.match(item) or _NUMBER.match(item)


def _works_in_notes(blocks: Sequence[Block]) -> Iterator[ListedWork]:
    """Yield the references in footnotes, for sources without a bibliography."""
    for block in blocks:
        if (
            block.kind == "footnote"
            and block.mark
            and _YEAR.search(block.text)
            and _PRINTED.search(block.text)
        ):
            place = f"note {block.mark}" + (f", p. {block.page}" if block.page else "")
            yield _listed_work(place, block.text, block.text.lstrip(RAISED))


def _with_text_of(reference: ListedWork) -> ListedWork:
    """Return a reference with DOI, year and families from its text if the markup lacks them."""
    read = _listed_work(reference.id, reference.text, reference.text)
    return reference._replace(
        doi=reference.doi or read.doi,
        year=reference.year or read.year,
        families=reference.families or read.families,
    )


def _listed_work(identity: str, text: str, head: str) -> ListedWork:
    year = _year_of(text, head)
    return ListedWork(
        identity,
        text,
        doi=doi_in_text(text),
        year=year,
        families=tuple(map(fold_name, _families(head[: head.find(year)] if year else head[:80]))),
    )


def _families(head: str) -> list[str]:
    """Return the names before a year; the family name of a first author with several given names comes second."""
    names = FAMILY.findall(head)
    first: list[str] = []
    for word in head.split()[:8]:
        if first and (word == "&" or word in _joins()):
            break
        first.append(word)
        if word[-1] in ",;:(" or (word[-1] == "." and len(word) > 3):
            break
    last = len(FAMILY.findall(" ".join(first))) - 1
    if last < 2 or (names[last].isupper() and len(names[last]) < 4):  # Van Essen DC
        return names
    return [names[0], names[last], *names[1:last], *names[last + 1 :]]


def _year_of(text: str, head: str) -> str:
    """Return the year of a work: after the names, or in parentheses, else the last, as titles have years, too."""
    printed = _ADDRESS.sub(" ", head)
    years = list(_YEAR.finditer(printed)) or list(_YEAR.finditer(text))
    if not years:
        return ""
    named = _are_names(printed[: years[0].start()])
    year = years[0] if named else _YEAR_IN_PARENTHESES.search(printed) or years[-1]
    return "".join(filter(None, year.groups()))


def _are_names(text: str) -> bool:
    return all(
        word in _SMALL_IN_NAMES or word in _joins()
        for word in ALPHANUMERIC.findall(text)
        if word[0].islower()
    )


def _label(text: str) -> str:
    return unicodedata.normalize("NFKC", "".join(text.split()))


def _numbers(media: str, references: Sequence[ListedWork]) -> dict[int, str]:
    """Return the id of each reference by its number: printed before it, or its position in JATS and HTML."""
    if media in ("jats", "html"):
        return {number: listed_work.id for number, listed_work in enumerate(references, 1)}
    printed = [
        int(listed_work.id)
        for listed_work in references
        if listed_work.id.isdecimal() and _NUMBER.match(listed_work.text.lstrip(_BULLETS))
    ]
    if 3 * len(printed) < 2 * len(references):
        return {}
    return {number: str(number) for number in printed if printed.count(number) == 1}


def _style(source: SourceText, references: Sequence[ListedWork], numbers: Mapping[int, str]) -> _Style:
    """Return how the text cites: by labels if most references have one, by numbers if these outnumber years."""
    labels = [
        listed_work.id
        for listed_work in references
        if (match := _LABEL.match(listed_work.text.lstrip(_BULLETS))) and _label(match[1]) == listed_work.id
    ]
    if 2 * len(labels) > len(references) and len(set(labels)) == len(labels):
        return _by_label
    numeric = years = 0
    reached: list[str] = []  # references that numbers in parentheses reach
    table = _table(references, numbers)
    for block in source.blocks:
        if block.kind not in _SKIPPED:
            numeric += len(in_any_language(NUMERIC).findall(block.text))
            years += len(_GROUP.findall(block.text)) + len(in_any_language(_TEXTUAL).findall(block.text))
            reached += (name for anchor in _in_parentheses(block.text, table) for name in anchor.references)
    if max(numeric, years) < len(reached) / 4 and len(set(reached)) >= max(_ENUMERATED, len(references) / 2):
        return _in_parentheses
    return _numeric if numeric >= years and numbers else _by_author


def _table(references: Sequence[ListedWork], numbers: Mapping[int, str]) -> Mapping[str, list[ListedWork]]:
    """Return the references by id, by number and by year."""
    table: dict[str, list[ListedWork]] = {}
    for reference in references:
        table.setdefault(reference.id, []).append(reference)
        if reference.year:
            table.setdefault("year:" + reference.year[:4], []).append(reference)
    return table | {f"#{number}": table[item] for number, item in numbers.items()}


def _numeric(text: str, table: Mapping[str, list[ListedWork]]) -> Iterator[Anchor]:
    for match in in_any_language(NUMERIC).finditer(text):
        numbers = expanded(match[1])
        if 0 not in numbers:  # 0 is the end of an interval
            ids = (work.id for number in numbers for work in table.get(f"#{number}", ()))
            yield Anchor(match.start(), match.end(), tuple(ids))


def _in_parentheses(text: str, table: Mapping[str, list[ListedWork]]) -> Iterator[Anchor]:
    for match in in_any_language(NUMERIC).finditer(text.translate(_SQUARE)):
        known = [table.get(f"#{number}", ()) for number in expanded(match[1])]
        before = text[max(0, match.start() - 20) : match.start()].lower().replace(".", " ").split()
        if text[match.start()] == "(" and all(known) and not _COUNTED.intersection(before[-1:]):
            yield Anchor(match.start(), match.end(), tuple(work.id for works in known for work in works))


def _by_label(text: str, table: Mapping[str, list[ListedWork]]) -> Iterator[Anchor]:
    for match in _BRACKETS.finditer(text):
        labels = [_label(part) for part in match[1].replace(";", ",").split(",")]
        if labels[0] in table:  # a page may follow
            yield Anchor(match.start(), match.end(), tuple(item for item in labels if item in table))


def _by_author(text: str, table: Mapping[str, list[ListedWork]]) -> Iterator[Anchor]:
    for match in in_any_language(_TEXTUAL).finditer(text):
        if are_months(match[1]):
            continue
        yield Anchor(match.start(), match.end(), tuple(_of_years(match, match[4], table)))
    for group in _GROUP.finditer(text):
        result: list[str] = []
        parts = [part for part in in_any_language(_PART).finditer(group[1]) if not are_months(part[1])]
        for place, part in enumerate(parts):
            end = parts[place + 1].start() if parts[place + 1 :] else len(group[1])
            result += _of_years(part, group[1][part.end() : end], table)
        if parts:
            yield Anchor(group.start(), group.end(), tuple(result))


def _of_years(part: re.Match[str], rest: str, table: Mapping[str, list[ListedWork]]) -> Iterator[str]:
    """Yield the ids for names and a year, and for further years or letters after it: ``Lee (2001a,b, 2003)``."""
    names, year = part[1], part[2]
    yield from means(names, year, part[3] or "", table)
    for further in map(str.strip, rest.replace(";", ",").split(",")):
        if len(further) == 1 and further.islower():
            yield from means(names, year, further, table)
        elif match := _YEAR.fullmatch(further):
            year = match[1]
            yield from means(names, year, match[2] or "", table)


def _in_note(text: str, works: _NamedInNotes) -> Iterator[Anchor]:
    """Yield the parts of a footnote that name exactly one reference: by author and year, or by title."""
    if itself := works.by_text.get(text):  # the notes are the only bibliography
        yield Anchor(0, len(text), tuple(work.id for work in itself))
        return
    end = -1
    for part in text.split(";"):
        start, end = end + 1, end + 1 + len(part)
        plain = part.lstrip(RAISED)
        families = {fold_name(name) for name in FAMILY.findall(plain)}
        by_author = {id(work): work for family in families for work in works.by_family.get(family, ())}
        same = [work.id for work in by_author.values() if _dated_or_titled(plain, work)]
        if len(same) != 1:  # a work without author is named by its title
            title = _dateless(plain)
            alike = works.by_beginning.get(tuple(title[:_TITLED]), ()) if len(title) >= _TITLED else ()
            same = [work.id for work in alike if _words_of(work.text)[: len(title)] == title]
        if len(same) == 1:
            yield Anchor(start, end, (same[0],))


def _dateless(text: str) -> list[str]:
    """Return the words of a part of a footnote, without a year at the end."""
    said_words = _words_of(text)
    return said_words[:-1] if said_words and _YEAR.fullmatch(said_words[-1]) else said_words


def _words_of(text: str) -> list[str]:
    return ALPHANUMERIC.findall(text.lower())


def _dated_or_titled(part: str, reference: ListedWork) -> bool:
    years = {match[1] for match in _YEAR.finditer(part)}
    if years:
        return reference.year[:4] in years
    whole = phrased(reference.text)
    quoted = _QUOTED.search(part)
    if quoted:
        return phrased(quoted[1])[1:-1] in whole
    return any(phrase.count(" ") > 2 and f"|{phrase}" in whole for phrase in phrased(part).split("|"))


def _of_markup(block: Block, numbers: Mapping[int, str]) -> Iterator[Anchor]:
    """Yield the links of the markup, completed if it links only the ends of a range."""
    for anchor in block.anchors:
        printed = lowered(block.text[anchor.start : anchor.end]).strip("[] ")
        if len(anchor.references) == 2 and _RANGE.fullmatch(printed):
            every = tuple(numbers.get(number, "") for number in expanded(printed))
            if (every[0], every[-1]) == anchor.references and all(every):
                yield anchor._replace(references=every)
                continue
        yield anchor
