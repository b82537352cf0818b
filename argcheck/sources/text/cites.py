"""Link the citations in a source to its own bibliography: numeric, author and year, footnotes.

Where the markup says what a citation means, it is believed; these patterns are for PDF, Markdown and text.  An
author-year citation is linked to the one reference with that year and family name; of several none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.sources.text.model import Anchor, Reference
from argcheck.sources.text.verifier import expanded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.sources.text.model import Block, SourceText

    _Style = Callable[[str, Mapping[str, list[Reference]]], Iterator[Anchor]]

_NUMERIC = re.compile(r"\[(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,60})\]")
_NUMBER = re.compile(r"\[(\d{1,3})\]|(\d{1,3})\.?\s")
_YEAR = re.compile(r"\b((?:1[89]|20)\d\d)([a-z])?\b")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>;,]+")
# Repetitions are bounded: a list of a thousand names, or a line of brackets, is read in linear time.
_NAME = r"(?:\b(?:von|van|de|der|den|da|di|la|le)\s){0,3}(?<!\w)[A-ZÀ-Þ][\w'’-]{1,60}"
_NAMES = rf"{_NAME}(?:(?:,?\s(?:and|und|et|&)\s|,\s){_NAME}){{0,8}}(?:\s+et\s+al\.?|\s+u\.\s?a\.)?"
_TEXTUAL = re.compile(rf"({_NAMES})\s[(\[]((?:1[89]|20)\d\d)([a-z])?(?:,[^)\]]*)?[)\]]")
_GROUP = re.compile(r"[(\[]([^()\[\]]{0,300}(?:1[89]|20)\d\d[a-z]?[^()\[\]]{0,300})[)\]]")
_PART = re.compile(rf"({_NAMES}),?\s((?:1[89]|20)\d\d)([a-z])?\b")
_FAMILY = re.compile(_NAME)
_SIGN = re.compile(r"\[\^([^\[\]]{1,60})\]")
_SKIPPED = frozenset({"reference", "heading"})


def linked(source: SourceText) -> SourceText:
    """Return the source with its references read and its citations linked to them."""
    references = source.references or tuple(_references(source.blocks))
    if not references:
        return source._replace(references=())
    style = _numeric if _is_numeric(source, references) else _by_author
    table = _table(references)
    blocks = tuple(
        block
        if block.anchors or block.kind in _SKIPPED
        else block._replace(anchors=tuple(sorted(_anchors(block, style, table))))
        for block in source.blocks
    )
    return source._replace(blocks=blocks, references=references)


def _anchors(block: Block, style: _Style, table: Mapping[str, list[Reference]]) -> list[Anchor]:
    found = [*style(block.text, table), *_by_sign(block.text, table)]
    return found or (list(_in_note(block.text, table)) if block.kind == "footnote" else [])


def _references(blocks: Sequence[Block]) -> Iterator[Reference]:
    count = 0
    for block in blocks:
        if block.kind != "reference":
            continue
        count += 1
        number = _NUMBER.match(block.text)
        years = _YEAR.findall(block.text)
        year = "".join(years[-1]) if years else ""
        head = block.text[number.end() if number else 0 :]
        doi = _DOI.search(block.text)
        yield Reference(
            (number[1] or number[2]) if number else str(count),
            block.text,
            doi=doi[0].rstrip(".").lower() if doi else "",
            year=year,
            families=tuple(
                fold_name(name) for name in _FAMILY.findall(head[: head.find(year)] if year else head[:80])
            ),
        )


def _is_numeric(source: SourceText, references: Sequence[Reference]) -> bool:
    """Whether brackets with numbers prevail over years in parentheses."""
    numeric = years = 0
    for block in source.blocks:
        if block.kind not in _SKIPPED:
            numeric += len(_NUMERIC.findall(block.text))
            years += len(_GROUP.findall(block.text)) + len(_TEXTUAL.findall(block.text))
    return numeric >= years and any(reference.id.isdigit() for reference in references)


def _table(references: Sequence[Reference]) -> Mapping[str, list[Reference]]:
    """Index references by id and by year."""
    table: dict[str, list[Reference]] = {}
    for reference in references:
        table.setdefault(reference.id, []).append(reference)
        if reference.year:
            table.setdefault("year:" + reference.year[:4], []).append(reference)
    return table


def _numeric(text: str, table: Mapping[str, list[Reference]]) -> Iterator[Anchor]:
    for match in _NUMERIC.finditer(text):
        ids = tuple(str(number) for number in expanded(match[1]) if str(number) in table)
        yield Anchor(match.start(), match.end(), ids)


def _by_author(text: str, table: Mapping[str, list[Reference]]) -> Iterator[Anchor]:
    for match in _TEXTUAL.finditer(text):
        yield Anchor(match.start(), match.end(), _means(match[1], match[2], match[3] or "", table))
    for group in _GROUP.finditer(text):
        found: list[str] = []
        parts = list(_PART.finditer(group[1]))
        for part in parts:
            found += _means(part[1], part[2], part[3] or "", table)
        if parts:
            yield Anchor(group.start(), group.end(), tuple(found))


def _by_sign(text: str, table: Mapping[str, list[Reference]]) -> Iterator[Anchor]:
    for match in _SIGN.finditer(text):
        yield Anchor(match.start(), match.end(), (match[1],) if match[1] in table else ())


def _in_note(text: str, table: Mapping[str, list[Reference]]) -> Iterator[Anchor]:
    """A footnote that names one reference in full or in part: its year, and its first author's family name."""
    named = {fold_name(name) for name in _FAMILY.findall(text)}
    for year in dict.fromkeys(match[1] for match in _YEAR.finditer(text)):
        same = [one.id for one in table.get("year:" + year, ()) if one.families and one.families[0] in named]
        if len(same) == 1:
            yield Anchor(0, len(text), (same[0],))


def _means(names: str, year: str, letter: str, table: Mapping[str, list[Reference]]) -> tuple[str, ...]:
    """The one reference of that year whose first author is named first; empty if none or several."""
    named = [fold_name(name) for name in _FAMILY.findall(names)]
    dated = table.get("year:" + year, ())
    same = [one for one in dated if one.families and one.families[0] == named[0]]
    same = same or [one for one in dated if named[0] in one.families[:2]]  # given names may stand first
    if len(same) > 1 and letter:
        same = [one for one in same if one.year == year + letter] or same
    if len(same) > 1 and len(named) > 1:
        same = [one for one in same if set(named) <= set(one.families)] or same
    return (same[0].id,) if len(same) == 1 else ()
