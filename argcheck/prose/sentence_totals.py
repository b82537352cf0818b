"""Totals and percentages of a sentence that its own parts contradict."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import groups, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.passages import Passage, Passages

_ENOUGH = 2  # parts of a total
_MANY = 3  # parts of a total that no other column confirms
_NEAR = 60  # characters between a whole in the middle of a sentence and its part
_MONTHS = 12  # "5/6" is a day as well
_N = r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)"
_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,5}"
_PERCENT = r"(\d{1,3}(?:[.,]\d+)?)\s?(?:%|{numbers.percent})"
_OUT_OF = r"(?:\s{shares.out-of}(?:\s{shares.the})?\s|\s?/\s?)"
_ALL = rf"(?<![\d.,/–-]){_N}\s{{shares.out-of-all}}\s(?:{{shares.the}}\s)?{_N}(?!\s?[–-]?\d|[.,]\d)"
_OF_THE = r"\b(?:(?:{shares.of}|{shares.out-of})\s{shares.the}|{shares.of-the})\s(?:{shares.others}\s)?"
_SUBSET = r"\b{shares.subset}\b"
_COUNTED = rf"(?<![\d.,/]){_N}(?!\d|[.,]\d){_WORDS}\s?\(\s?{_PERCENT}\s?\)"
_PART_OF = rf"(?<![\d.,/]){_N}(?!\d|[.,]\d){_WORDS}\s?\(\s?{_PERCENT}\s?[);,]"
_PARENTHESIS = lazy(
    rf"(?<![\d.,/]){_N}[\s\xa0]((?:[^\W\d_][\w'’-]*[\s\xa0]){{0,3}}[^\W\d_][\w'’-]*)[\s\xa0]\(([^()]{{5,120}})\)"
)
_PART = lazy(rf"{_N}[\s\xa0]([^\W\d_][\w'’-]*)(?:[\s\xa0][^\W\d_][\w'’-]*){{0,2}}\Z")
_DIVIDED = (
    rf"(?<![\d.,/]){_N}\s[^\d().;:]{{2,50}}(?:\([^()]*\))?,?\s{{shares.of-whom}}\s(?:{{shares.were}}\s)?"
    rf"{_N}\s(?:{{shares.were}}\s)?([^\W\d_]+)\s{{numbers.joining}}\s{_N}\s(?:{{shares.were}}\s)?([^\W\d_]+)"
    r"(?!\s?,\s?{numbers.joining}?\s?\d)"
)
_BETWEEN = r"\s*(?:,\s*{numbers.joining}\s|,(?!\d{3}(?!\d))|[;/]|\s{numbers.joining}\s)\s*"
_ARM = lazy(rf"\(\s*n\s*=\s*{_N}\s*[);,]")


class Inconsistent(NamedTuple):
    """A number that its parts contradict."""

    span: Span
    message: str
    help: str


def in_sentences(numbers: Passages) -> Iterator[Inconsistent]:
    """Yield the totals and percentages of sentences that their own parts contradict."""
    for passage in numbers.paragraphs("shares"):
        if passage.language and any(
            word in passage.text
            for word in ("%", *phrases(with_english(passage.language), "numbers.percent"))
        ):
            yield from _shares(passage)
    for passage in numbers.paragraphs("out-of-all"):
        if passage.language:
            yield from _more_than_all(passage)
    for passage in numbers.paragraphs("of-these"):
        if passage.language:
            yield from _series(passage)
    for passage in numbers.paragraphs("sexes"):
        if passage.language:
            yield from _sexes(passage)
    for passage in numbers.paragraphs("of-whom"):
        if passage.language:
            yield from _divided(passage)
    for passage in numbers.paragraphs("arms"):
        if passage.language:
            yield from _arms(passage)


def _shares(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "45 of 60 (75 %)", "75 % (45/60)" and "Of the 60, 45 answered (75 %)"."""
    text, spoken = passage.text, with_english(passage.language)
    for pattern, order in (
        (
            rf"(?<![\d.,/]){_N}{_OUT_OF}{_N}(?!\d|[.,/]\d){_WORDS}\s?\(\s?{_PERCENT}\s?[);,]",
            (1, 2, 3),
        ),
        (rf"(?<![\d.,]){_PERCENT}{_WORDS}\s?\({_N}{_OUT_OF}{_N}{_WORDS}[);,]", (2, 3, 1)),
    ):
        for match in wording(spoken, pattern).finditer(text):
            yield from _share(passage, match, *(match[which] for which in order))
    for match in wording(spoken, rf"{_OF_THE}{_N}(?!\d|[.,]\d){_WORDS},?\s").finditer(text):
        end = passage.sentence(match.start())[1]
        if match[0][0].islower():
            end = min(end, match.end() + _NEAR)
        for stop in (
            wording(spoken, form).search(text, match.end(), end) for form in (_SUBSET, _OUT_OF + _N)
        ):
            end = min(end, stop.start() if stop else end)
        for result in wording(spoken, _PART_OF).finditer(text, match.end(1), end):
            yield from _share(passage, result, result[1], match[1], result[2])


def _more_than_all(passage: Passage) -> Iterator[Inconsistent]:
    """Find "19 out of a total of 17"."""
    for match in wording(passage.language, _ALL).finditer(passage.text):
        if natural(match[1]) > natural(match[2]):
            yield Inconsistent(
                passage.span(match.start(), match.end()),
                f"{match[1]} cannot be out of {match[2]}, which are fewer",
                "correct the part or the whole",
            )


def _series(passage: Passage) -> Iterator[Inconsistent]:
    """Compare counts with percentages that divide a whole: all but one of several are shares of their sum."""
    for start, end in passage.sentences:
        parts = list(wording(with_english(passage.language), _COUNTED).finditer(passage.text, start, end))
        if len(parts) < _MANY:
            continue
        total = sum(natural(part[1]) for part in parts)
        wrong = [
            found_inconsistent
            for part in parts
            for found_inconsistent in _share(passage, part, part[1], str(total), part[2])
        ]
        if len(wrong) == 1:
            yield wrong[0]


def _share(
    passage: Passage, match: re.Match[str], part: str, everything: str, percent: str
) -> Iterator[Inconsistent]:
    some, all_ = natural(part), natural(everything)
    said = Decimal(percent.replace(",", "."))
    exponent = said.as_tuple().exponent
    date = "/" in match[0] and all_ <= _MONTHS
    if not 0 < some <= all_ or date or not isinstance(exponent, int):
        return
    unit = Decimal(1).scaleb(exponent)
    exact = Decimal(100 * some) / all_
    if said - unit / 2 <= exact < said + unit:
        return
    near = round(exact, max(-exponent, 1))
    yield Inconsistent(
        passage.span(match.start(), match.end()),
        f"{part} of {everything} are {near.normalize():f} %, not {percent} %",
        "correct the count or the percentage",
    )


def _sexes_of(passage: Passage) -> tuple[tuple[str, ...], ...]:
    """Return what women and men are called, in pairs."""
    return tuple(pair for code in with_english(passage.language) for pair in groups(code, "samples.sexes"))


def _sexes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 participants (230 women, 182 men)"."""
    spoken = with_english(passage.language)
    for match in _PARENTHESIS.finditer(passage.text):
        items = wording(spoken, _BETWEEN).split(match[3].strip())
        parts = [_PART.match(item.strip()) for item in items]
        known = [part for part in parts if part]
        nouns = [part[2] for part in known]
        rest = " ".join(item for item, part in zip(items, parts, strict=True) if not part)
        third = wording(spoken, "{samples.third}|n/a").search(rest)
        if third or not any({a, b} <= set(nouns) for a, b in _sexes_of(passage)):
            continue
        total = natural(match[1])
        values = [natural(part[1]) for part in known]
        if sum(values) != total:
            yield _sum(passage, match, values, total)


def _divided(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 people answered, of whom 230 were women and 182 men"."""
    for match in wording(with_english(passage.language), _DIVIDED).finditer(passage.text):
        if any({a, b} == {match[3], match[5]} for a, b in _sexes_of(passage)):
            total, *values = (natural(match[which]) for which in (1, 2, 4))
            if sum(values) != total:
                yield _sum(passage, match, values, total)


def _sum(passage: Passage, match: re.Match[str], values: list[int], total: int) -> Inconsistent:
    return Inconsistent(
        passage.span(match.start(1), match.end(1)),
        f"the parts add up to {sum(values)} ({' + '.join(map(str, values))}), not {total}",
        "correct the total or a part, or say what the rest is",
    )


def _arms(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 patients were assigned to treatment (n = 206) or control (n = 206)"."""
    for start, end in passage.sentences:
        sentence = passage.text[start:end]
        arms = list(_ARM.finditer(sentence))
        verb = wording(with_english(passage.language), r"\b{samples.assigned}\b").search(sentence)
        if len(arms) < _ENOUGH or not verb:
            continue
        before = [
            match
            for match in re.finditer(rf"(?<![\w.,=(]){_N}[\s\xa0](?=[^\W\d_])", sentence[: arms[0].start()])
            if match.start() < verb.start()
        ]
        if len(before) != 1 or any(
            _nested(passage, sentence, match, other) for match, other in combinations(arms, 2)
        ):
            continue
        total = natural(before[0][1])
        values = [natural(arm[1]) for arm in arms]
        if sum(values) != total:
            place = passage.span(start + before[0].start(1), start + before[0].end(1))
            yield _sum(passage, before[0], values, total)._replace(span=place)


def _nested(passage: Passage, sentence: str, match: re.Match[str], other: re.Match[str]) -> bool:
    """Whether the second group may be a part of the first."""
    return (
        wording(with_english(passage.language), _SUBSET).search(sentence, match.end(), other.start())
        is not None
    )
