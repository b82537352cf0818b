"""Shares that the counts of their sentence, or another share, contradict.

Compared are a percentage with its part and its whole in one of the forms of `_FORMS` ("45 of 60 trials (75 %)"), and
parts with their percentages of a whole that the sentence names before ("of the 60, 45 answered (75 %)") or that they
make up ("of these, 118 (59 %) ..., and 82 (41 %) ...").

Not compared are bounds ("less than 1 % (48 of 14,066)"), days and months ("5/6 (10 %)"), two parts of a hundred
("5 % (50/50 odds)"), and shares that fit another count of their sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import ROUND_HALF_UP, Decimal
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count
from argcheck.prose.wholes import (
    Inconsistent,
    Rounded,
    decimals,
    percentage,
    written_percent,
)
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_COUNTS = 20  # most counts before a share that may be its whole, more than readable sentences have
_SEVERAL = 3  # least parts that make up a whole that is not named
_NEAR = 60  # characters between a whole in the middle of a sentence and its part
_MONTHS = 12  # "5/6" is a day as well
#: A whole number, but not the base of a power or a factor of one.
_N = r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)(?!\d|\s?(?:\^|[·×]\s?10\b))"
#: Before a part that is the whole dividend; in "2 × 98.8/224 = 88 %" that is more.
_ALONE = r"(?<![/×·*+−])(?<![/×·*+−]\s)"
_PART, _WHOLE = (
    _N.replace("(", f"{before}(?P<{name}>", 1) for before, name in ((_ALONE, "part"), ("", "whole"))
)
_NO_MORE = r"(?!\d|[.,]\d)"
_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,5}"
_FEW_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,3}"
_YEAR = r"(?:1[6-9]|20)\d\d\b"
_PERCENT = r"(?P<percent>\d{1,3}(?:[.,]\d+)?)\s?(?:%|{numbers.percent})"
_IN_PARENTHESES = rf"\(\s?{_PERCENT}\s?[);,]"
_OUT_OF = r"(?:\s{shares.out-of}(?:\s{shares.the})?\s|\s?/\s?)"
#: "45 trials (75 %)"
_COUNTED = rf"(?P<share>(?<![\d.,/]){_PART}{_NO_MORE}{_WORDS}\s?{_IN_PARENTHESES})"
_FORMS = (
    #: "45 of 60 trials (75 %)"
    rf"(?<![\d.,/]){_PART}{_OUT_OF}{_WHOLE}{_NO_MORE}{_WORDS}\s?{_IN_PARENTHESES}",
    #: "60 trials, of which 45 (75 %)"
    rf"(?<![\d.,/–-])(?!{_YEAR}){_WHOLE}{_NO_MORE}{_FEW_WORDS},?\s{{shares.of-whom}}\s{_COUNTED}",
    #: "45 (75 %) of 60"
    rf"{_COUNTED}\s{{shares.out-of}}\s(?:{{shares.the}}\s)?{_WHOLE}{_NO_MORE}(?![–-]|\s?(?:%|{{numbers.percent}}))",
    #: "75 % of them (45/60 trials)"
    rf"(?<![\d.,]){_PERCENT}{_WORDS}\s?\({_PART}{_OUT_OF}{_WHOLE}{_WORDS}[);,]",
    #: "75 % of all that we made (45, n = 60)"
    rf"(?<![\d.,]){_PERCENT}[^\d%().;]{{0,80}}\({_PART},\s?[nN]\s?=\s?{_WHOLE}{_WORDS}[);,]",
    #: "75 % of the 60 trials (n = 45)"
    rf"(?<![\d.,]){_PERCENT}\s{{shares.of}}\s(?:{{shares.the}}\s)?{_WHOLE}{_NO_MORE}{_WORDS}\s\(n\s?=\s?{_PART}\)",
)
#: "(75 %) 45/60"
_BEFORE_ITS_COUNTS = rf"{_IN_PARENTHESES}\s?{_PART}\s?/\s?{_WHOLE}(?![\w/]|[.,]\d)"
_OF_THE = (
    r"(?:\b(?:(?:{shares.of}|{shares.out-of})\s{shares.the}|{shares.of-the})|(?:\A|(?<=[.!?]\s))(?:{shares.of}|{shares.out-of}))\s(?:{shares.others}\s)?"
    rf"(?:[nN]\s?=\s?)?{_WHOLE}{_NO_MORE}{_WORDS},?\s"
)
_OF_THESE = r"\b{shares.of-these}\b[^()]{0,150}\([^()]{0,12}(?:%|{numbers.percent})"
#: The next share is of less than the named whole: "6,762 (89 %) of these", "6 (15 %) of 40", "of whom".
_OF_OTHERS = (
    rf"(?<![\d.,]){_N}\s?\([^()]{{0,20}}\)\s(?:{{shares.of-these}}\b|{{shares.out-of}}\s(?:{{shares.the}}\s){{0,2}}{_N})"
    rf"|\b{{shares.subset}}\b|{_OUT_OF}{_N}"
)
_BOUND = r"(?:\b(?!{bounds.emphasis}\b){bounds.before}|[<>≤≥~∼≈])\s?\Z"
_HUNDRED = 100
_BEFORE = 30  # characters that are searched for the words before a number


class _Share(NamedTuple):
    """A part and a percentage that belong together, as written, with their offsets."""

    start: int
    end: int
    part: str
    percent: str


def stated_shares(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the shares in sentences that their numbers contradict."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.numbers > 1):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if "%" not in passage.text and not passage.may_say("numbers.percent"):
        return
    if "(" in passage.text:
        yield from _with_both(passage)
        yield from _of_named_wholes(passage)


def _with_both(passage: Passage) -> Iterator[Inconsistent]:
    """Compare shares that have their part and their whole beside them."""
    spoken = with_english(passage.language)
    for form in _FORMS:
        for match in passage.at_numbers(wording(spoken, form)):
            yield from _wrong(passage, _share_of(match), match["whole"])
    for match in wording(spoken, _BEFORE_ITS_COUNTS).finditer(passage.text):
        yield from _wrong(passage, _share_of(match), match["whole"])


def _share_of(match: re.Match[str]) -> _Share:
    which = "share" if "share" in match.re.groupindex else 0
    return _Share(*match.span(which), match["part"], match["percent"])


def _of_named_wholes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare parts with percentages in parentheses with the whole that is named before, or that they make up."""
    text, spoken = passage.text, with_english(passage.language)
    shares = [_share_of(match) for match in passage.at_numbers(wording(spoken, _COUNTED))]
    for whole in wording(spoken, _OF_THE).finditer(text) if shares else ():
        end = passage.sentence(whole.start())[1]
        if whole[0][0].islower():
            end = min(end, whole.end() + _NEAR)
        if stop := wording(spoken, _OF_OTHERS).search(text, whole.end(), end):
            end = stop.start()
        for some in _inside(shares, whole.end("whole"), end):
            yield from _wrong(passage, some, whole["whole"])
    if len(shares) >= _SEVERAL and wording(spoken, _OF_THESE).search(text):
        closed = [some for some in shares if text[some.end - 1] == ")"]
        for start, end in passage.sentences:
            parts = _inside(closed, start, end)
            total = str(sum(natural(some.part) for some in parts))
            wrong = [problem for some in parts for problem in _wrong(passage, some, total)]
            if len(parts) >= _SEVERAL and len(wrong) == 1:
                yield wrong[0]


def _inside(shares: list[_Share], start: int, end: int) -> list[_Share]:
    """Return the shares, which must be in order, that lie in a range of the text."""
    return [some for some in between(shares, start, end) if some.end <= end]


def _wrong(passage: Passage, some: _Share, everything: str) -> Iterator[Inconsistent]:
    """Yield the finding on a share of a whole if it is wrong, and if no count before it in its sentence fits."""
    part, whole, said = natural(some.part), natural(everything), written_percent(some.percent)
    text = passage.text
    no_share = "/" in text[some.start : some.end] and (whole <= _MONTHS or part + whole == _HUNDRED)
    bound = wording(with_english(passage.language), _BOUND, re.IGNORECASE)
    begins = text.startswith(some.percent, some.start)  # "less than 1 % (48 of 14,066)"
    if (
        not 0 < part <= whole
        or no_share
        or (begins and bound.search(text, max(0, some.start - _BEFORE), some.start))
    ):
        return
    wholes = (whole, *_counts_before(passage, some))
    if not any(said.stands_for(percentage(part, other)) for other in wholes if other >= part):
        exact = percentage(part, whole)
        raised = exact < said.value < exact + said.step
        yield Inconsistent(
            passage.span(some.start, some.end),
            f"{some.part} of {everything} are {_short(exact, said)} %, not {some.percent} %",
            "correct the count or the percentage",
            raised=raised,
        )


def _short(exact: Decimal, said: Rounded) -> str:
    """Return the exact share with enough digits to differ from the given one."""
    digits = max(decimals(said.step), 1)
    while (near := round(exact, digits)).quantize(said.step, ROUND_HALF_UP) == said.value:
        digits += 1
    return f"{near.normalize():f}"


def _counts_before(passage: Passage, some: _Share) -> Iterator[int]:
    """Yield the nearest counts before a share in its sentence: "180 of 200 remained, of whom 90 (50 %)"."""
    first, _ = passage.sentence(some.start)
    last = bisect_left(passage.quantities, some.start, key=attrgetter("start"))
    for count in passage.quantities[max(0, last - _COUNTS) : last]:
        if first <= count.start and is_count(count):
            yield int(count.value)
