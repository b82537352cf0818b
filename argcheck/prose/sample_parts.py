"""Samples and shares that their parts, or what is left of them, contradict.

"N = 1753 ... (N = 666), (N = 434) and (N = 653)", "the remaining four", "35,275 ... 21 % (n = 7,540), 46 % (n = 16,186) and
33 % (n = 11,549)", "86.6 % were lost on the way (65.1 %) and at the end (21.5 %)".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from argcheck.files.patterns import digits_of
from argcheck.prose.quantities import between
from argcheck.prose.samples import corrections, is_count, is_slip, swapped
from argcheck.prose.sentence_totals import Inconsistent, added, place_of_number
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import any_of, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_SIZE = r"[Nn](?<!\w[Nn])\s?=\s?(\d{1,3}(?:[,\u2009\u202f]\d{3})+|\d+)(?![\w.]?\d)"
_PERCENT = r"(?<![\w.,·–-])(\d{1,2}(?:[.,·]\d+)?)\s?(?:%|{numbers.percent})"
#: "21.4 % of admissions (n = 7,540"
_WITH_SIZE = rf"{_PERCENT}[^()%.;:]{{0,30}}\(\s?[Nn]\s?=\s?(\d{{1,3}}(?:[,\u00a0\u2009\u202f]\d{{3}})+|\d+)(?![\w.]?\d)"
#: "86.6 % were lost on the way (65.1 %) and at the end (21.5 %)"
_PARTED = rf"{_PERCENT}(?P<parts>(?:[^\d().;:%]{{1,80}}\(\s?\d{{1,2}}(?:[.,]\d+)?\s?%\s?\)){{2,6}})(?![^.;:]{{0,80}}%)"
#: "composed of 75 % A and 25 % B", to the last of them
_MIXED = (
    rf"\b{{shares.made-of}}\s(?:{{shares.the}}\s)?(?P<parts>{_PERCENT}(?:[^\d().;:%]{{1,60}}\s{_PERCENT}){{0,4}}[^\d().;:%]{{1,60}}"
    rf"\s{{numbers.joining}}\s(?:{{shares.the}}\s)?{_PERCENT})(?![^.;:]{{0,80}}%)"
)
_ALL = 100
_ENOUGH = 2  # parts
_SEVERAL = 3  # parts that stand with their shares
_REACH = 500  # characters between a whole and its parts
_NEARLY = 10  # of a whole that one mistyped digit of a part may change


def in_samples(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the samples that their parts contradict."""
    for _, wrong in (
        *text.finds(_sizes, lambda passage: passage.text.count("=") > _ENOUGH),
        *text.finds(_sorted, lambda passage: passage.text.count("=") >= _ENOUGH),
        *text.finds(_rests, lambda passage: passage.may_say("shares.left")),
        *text.finds(_shares_with_sizes, lambda passage: passage.text.count("=") >= _SEVERAL),
        *text.finds(_shares_of_share, lambda passage: passage.text.count("%") > _ENOUGH),
        *text.finds(_mixtures, lambda passage: passage.text.count("%") >= _ENOUGH),
    ):
        yield from wrong


def _sizes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a size with those that follow it, up to the end of their sentence."""
    sizes = list(re.finditer(_SIZE, passage.text))
    for number, whole in enumerate(sizes[:-_ENOUGH]):
        start, end = passage.sentence(sizes[number + 1].start())
        parts = sizes[number + 1 : bisect_right(sizes, end, key=re.Match.end)]
        values, total = [natural(part[1]) for part in parts], natural(whole[1])
        off = total - sum(values)
        if len(parts) < _ENOUGH or not off or max(values) >= total or start - whole.end() > _REACH:
            continue
        meant = corrections(total, values)
        announced = any(
            is_count(count) and count.value == len(parts)
            for count in between(passage.quantities, start, parts[0].start())
        )
        mistyped = announced and abs(off) * _NEARLY <= total and any(is_slip(*pair) for pair in meant)
        if mistyped or swapped(meant):
            yield added(passage.span(*whole.span(1)), values, total)


def _sorted(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "The 1,444 terms were read. They were binned into one kind (n = 55) and another (n = 1089)" where a digit is mistyped."""
    verb = any_of(with_english(passage.language), "samples.assigned", "samples.sorted")
    sizes = list(re.finditer(rf"\({_SIZE}(?=[);,])", passage.text))
    if len(sizes) < _ENOUGH:
        return
    counts = [count for count in passage.quantities if is_count(count)]
    for (start, _), group in groupby(sizes, lambda size: passage.sentence(size.start())):
        parts = list(group)
        first, values = parts[0].start(), [natural(part[1]) for part in parts]
        if len(parts) < _ENOUGH or sum(values) < _ALL or not verb.search(passage.text, start, first):
            continue
        before = between(counts, start - _REACH, first)
        wholes = [
            count for count in before if count.value > max(values) and is_slip(int(count.value), sum(values))
        ]
        if len(wholes) == 1 and all(count.value != sum(values) for count in before):
            [whole] = wholes
            yield added(place_of_number(passage, whole), values, int(whole.value))


def _shares_with_sizes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a whole with its parts where each stands with its percentage, and all but that which is mistyped fit theirs."""
    said = passage.text
    if said.count("(") < _SEVERAL:
        return
    parts = list(wording(with_english(passage.language), _WITH_SIZE).finditer(said))
    if len(parts) < _SEVERAL:
        return
    counts = [count for count in passage.quantities if is_count(count)]
    starts = [part.start() for part in parts]
    for start, end in sorted({passage.sentence(place) for place in starts}):
        here = parts[bisect_left(starts, start) : bisect_left(starts, end)]
        sizes = [natural(part[2]) for part in here]
        around = between(counts, start - _REACH, end)
        wholes = {int(count.value) for count in around if count.value > max(sizes)}
        for whole in wholes if len(here) >= _SEVERAL else ():
            off = whole - sum(sizes)
            wrong = [part for part in here if not _is_share(part[1], natural(part[2]), whole)]
            if off and len(wrong) == 1 and _is_share(wrong[0][1], natural(wrong[0][2]) + off, whole):
                size = natural(wrong[0][2])
                if is_slip(size, size + off):
                    yield Inconsistent(
                        passage.span(*wrong[0].span(2)),
                        f"{wrong[0][1]} % of {whole} are {size + off}, and so is what the other parts leave, not {size}",
                        "correct the number",
                    )


def _is_share(percent: str, size: int, whole: int) -> bool:
    """Whether a size of a whole is rounded to a percentage."""
    said = Decimal(percent.replace(",", ".").replace("·", "."))
    exponent = said.as_tuple().exponent
    unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return abs(Decimal(100 * size) / whole - said) <= unit


def _shares_of_share(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a percentage with those in parentheses behind it that it is the sum of, but for one digit."""
    if passage.kind == "table":
        return
    for match in wording(with_english(passage.language), _PARTED).finditer(passage.text):
        parts = re.findall(r"\(\s?(\d{1,2}(?:[.,]\d+)?)", match["parts"])
        places = {len(number.replace(",", ".").partition(".")[2]) for number in (match[1], *parts)}
        total, *values = (int(digits_of(number)) for number in (match[1], *parts))
        off = abs(total - sum(values))
        apart = len(places) == 1 and len(parts) < off and off * _NEARLY <= total
        if apart and max(values) < total and is_slip(total, sum(values)):
            yield Inconsistent(
                passage.span(*match.span(1)),
                f"the parts {' % + '.join(parts)} % are not {match[1]} %",
                "correct the total or a part, or say what the rest is",
            )


def _mixtures(passage: Passage) -> Iterator[Inconsistent]:
    """Compare the shares that something is made of with 100 %, where one digit makes them more."""
    if passage.kind == "table":
        return
    for match in wording(with_english(passage.language), _MIXED).finditer(passage.text):
        shares = between(passage.quantities, *match.span("parts"))
        parts = [f"{share.value:f}" for share in shares if share.unit == "%"]
        values = [natural(part) for part in parts if part.isdecimal()]
        over = sum(values) - _ALL
        mistyped = any(is_slip(value, value - over) for value in values)
        if len(values) == len(parts) < over and mistyped:
            yield Inconsistent(
                passage.span(*match.span("parts")),
                f"{' % + '.join(parts)} % are {sum(values)} %",
                "correct one of the shares, or say what the rest is",
            )


def _rests(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "15 clusters ... 11 of these ... the remaining four clusters"."""
    spoken, said = with_english(passage.language), passage.text
    of_these = wording(spoken, r"\s{shares.of-these}\s([\w-]+)")
    counts = [quantity for quantity in passage.quantities if is_count(quantity)]
    for phrase in wording(spoken, r"\b{shares.left}\s").finditer(said):
        rest = next(iter(between(counts, phrase.end(), phrase.end() + 1)), None)
        if rest is None or not rest.noun:
            continue
        before = between(counts, phrase.start() - _REACH, phrase.start())
        matches = [
            (count, of_these.match(said, count.start + len(count.text.split()[0]))) for count in before
        ]
        # "11 of these clusters", "11 of these were", and not "11 of these sites"
        parts = [
            count
            for count, match in matches
            if match and (match[1].lower().removesuffix("s") == _thing(rest) or not match[1].endswith("s"))
        ]
        wholes = [count for count in before if _thing(count) == _thing(rest)]
        if len(parts) != 1 or len(wholes) != 1 or wholes[0].start > parts[0].start:
            continue
        whole, part = int(wholes[0].value), int(parts[0].value)
        if 0 < whole - part != rest.value and is_slip(int(rest.value), whole - part):
            yield Inconsistent(
                passage.span(rest.start, rest.end),
                f"{whole} less {part} are {whole - part}, not {rest.value}",
                "correct one of the three, or say what else was left out",
            )


def _thing(quantity: Quantity) -> str:
    return quantity.noun.lower().removesuffix("s")
