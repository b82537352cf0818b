"""Totals and percentages of a sentence that its own parts contradict."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import accumulate, combinations
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.prose.number_words import number_of
from argcheck.prose.quantities import between
from argcheck.prose.samples import corrections, is_count, is_slip, lower_things, swapped
from argcheck.prose.shares import Share, contradicted, is_raised
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import any_of, groups, listed, phrases, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_ENOUGH = 2  # parts of a total
_COUNTS = 20  # before a share that may be its whole, more than a sentence has that people read
_MANY = 3  # parts of a total that no other column confirms
_NEAR = 60  # characters between a whole in the middle of a sentence and its part
#: A whole number, and no base of a power or what it is multiplied by.
_N = r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)(?!\d|\s?(?:\^|[·×]\s?10\b))"
_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,5}"
_FEW_WORDS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,3}"
_YEAR = r"(?:1[6-9]|20)\d\d\b"
_PERCENT = r"(\d{1,3}(?:[.,]\d+)?)\s?(?:%|{numbers.percent})"
_OUT_OF = r"(?:\s{shares.out-of}(?:\s{shares.the})?\s|\s?/\s?)"
_REACH = 200  # characters before a parenthesis in which the number is that it belongs to
#: What a parenthesis holds, and what stands before it: "60 trials" of "45 of 60 trials (75 %)", "45 of" before these.
_PERCENT_INSIDE = rf"\(\s?{_PERCENT}\s?[);,]"
_COUNT_BEFORE = rf"(?<![\d.,]){_N}(?!\d|[.,]\d){_WORDS}\s?\Z"
_PART_BEFORE = rf"(?<![\d.,/]){_N}{_OUT_OF}\Z"
_SHARE_INSIDE = rf"\({_N}(?:{_OUT_OF}|,\s?[nN]\s?=\s?){_N}{_WORDS}[);,]"
_PERCENT_BEFORE = rf"(?<![\d.,]){_PERCENT}{_WORDS}\s?\Z"
_PERCENT_OF_SAMPLE = rf"(?<![\d.,]){_PERCENT}[^\d%().;]{{0,80}}\Z"
_OF_THE = (
    r"(?:\b(?:(?:{shares.of}|{shares.out-of})\s{shares.the}|{shares.of-the})|(?:\A|(?<=[.!?]\s)){shares.of})\s(?:{shares.others}\s)?"
    rf"{_N}(?!\d|[.,]\d){_WORDS},?\s"
)
#: What stands around "45 (75 %)": "60 trials, of which" before it, "of 60" behind it.
_OF_WHICH = rf"(?<![\d.,/–-])(?!{_YEAR}){_N}(?!\d|[.,]\d){_FEW_WORDS},?\s{{shares.of-whom}}\s\Z"
_OF_BEHIND = rf"\s{{shares.out-of}}\s(?:{{shares.the}}\s)?{_N}(?!\d|[.,]\d|[–-]|\s?(?:%|{{numbers.percent}}))"
#: "75 % of the 60 trials (n = 45)"
_COUNT_INSIDE = (
    rf"(?<![\d.,]){_PERCENT}\s{{shares.of}}\s(?:{{shares.the}}\s)?{_N}(?!\d|[.,]\d){_WORDS}\s\(n\s?=\s?{_N}\)"
)
#: "19 out of 17", "19 of the 17"
_ALL = (
    rf"(?<![\w.,/–-])(?!{_YEAR}){_N}\s(?:{{shares.out-of-all}}\s(?:{{shares.the}}\s)?|({{shares.part-of}}\s{{shares.the}})\s)"
    rf"{_N}(?!\s?[–-]?\d|[.,]\d|[\w-]|\s?(?:%|{{numbers.percent}}))"
)
_NAMED = lazy(r"(?<![.!?]\s)(?<!\A)[^\W\d_a-zß-ÿ][\w.]*\s\Z")  # "Figure 3 out of 2"
_FIRST_WORDS = 3  # behind a number, one of which says that people are counted
#: "(75 %) 45/60"
_SHARE_BEHIND = lazy(rf"\s?{_N}\s?/\s?{_N}(?![\w/]|[.,]\d)")
_OF_THESE = r"\b{shares.of-these}\b[^()]{0,150}\([^()]{0,12}(?:%|{numbers.percent})"
_SUBSET = r"\b{shares.subset}\b"
#: "6,762 (89 %) of these", which are not all any more
_SHARE_OF_THESE = rf"(?<![\d.,]){_N}\s?\([^()]{{0,20}}\)\s{{shares.of-these}}\b"
_PARENTHESIS = lazy(r"\(([^()]{5,120})\)")
_UP_TO = rf"{_FEW_WORDS}[\s\xa0]"
_PART = lazy(rf"({_N}|[^\W\d_]+)[\s\xa0]([^\W\d_][\w'’-]*)(?:[\s\xa0][^\W\d_][\w'’-]*){{0,2}}\Z")
_DIVIDED = (
    rf"(?<![\d.,/]){_N}\s[^\d().;:]{{2,50}}(?:\([^()]*\))?(?:,?\s{{shares.of-whom}}|[,:])\s(?:{{shares.were}}\s)?"
    rf"{_N}\s(?:{{shares.were}}\s)?([^\W\d_]+)\s{{numbers.joining}}\s{_N}\s(?:{{shares.were}}\s)?([^\W\d_]+)"
    r"(?!\s?,\s?{numbers.joining}?\s?\d)"
)
_BETWEEN = r"\s*(?:,\s*{numbers.joining}\s|,(?!\d{3}(?!\d))|[;/]|\s{numbers.joining}\s)\s*"
_ARM = lazy(rf"\(\s*n\s*=\s*{_N}\s*[);,]")
_NEARLY = 10  # of a whole the part that is not missing on purpose, where one digit would do
_LEAST = 20  # of a whole that is divided: fewer may be a product, three criteria by two
#: What stands between a whole and its parts, two of them, and the last of them and what comes then.
_OPENING = r"[^\d().;:]{0,60}?(?:[(—–]|:\s|,?\s(?:{shares.made-of}|{shares.of-whom})\s)\s?(?:{shares.the}\s)?"
_NEXT = r"(?:[^\d().;:\[]|\[[^\[\]]{0,80}\]){0,60}?(?:(?:,|;)\s(?:{numbers.joining}\s)?|\s(?:{numbers.joining}|{shares.plus})\s)(?:{shares.the}\s)?"
_ENDED = lazy(
    r"(?P<closed>[^\d(),.;:]{0,60}\))|(?P<dashed>[^\d(),.;:—–]{0,60}[—–])|(?:[^\d(),.;:\[]|\[[^\[\]]{0,80}\]){0,100}(?:[.;(]|\Z)"
)


class Inconsistent(NamedTuple):
    """A number that its parts contradict."""

    span: Span
    message: str
    help: str
    doubtful: bool = False  #: of what is told so, fewer than nine in ten are right
    raised: bool = False  #: a percentage that is more than rounding makes it, by less than one unit


def in_sentences(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the totals and percentages of sentences that their own parts contradict."""
    for _, contradictions in text.finds(_in_passage):
        told: set[int] = set()
        for contradiction in contradictions:  # "412 people (230 women, 180 men)" is divided by sex, too
            if contradiction.span.start not in told:
                yield contradiction
            told.add(contradiction.span.start)


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    said, spelt = passage.text, _words(passage.language)
    parted = any(women in said and men in said for women, men in spelt.sexes)
    if parted:
        yield from _divided(passage)
    if passage.numbers > 1:
        yield from _more_than_all(passage)
    if "(" in said:
        if any(word in said for word in spelt.percent):
            yield from _shares(passage)
        if parted:
            yield from _sexes(passage)
        if _ARM.search(said):
            yield from _arms(passage)
    yield from _divisions(passage)


class _Words(NamedTuple):
    """Words of a language and of English, letter for letter."""

    percent: tuple[str, ...]
    sexes: tuple[tuple[str, ...], ...]  #: what women and men are called, in pairs


@cache
def _words(code: str) -> _Words:
    spoken = with_english(code)
    sexes = tuple(pair for language in spoken for pair in groups(language, "samples.sexes"))
    return _Words(("%", *phrases(spoken, "numbers.percent")), sexes)


def _shares(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "45 of 60 (75 %)", "75 % (45/60)", "Of the 60, 45 answered (75 %)" and "Of these, 45 (75 %) answered"."""
    text, spoken = passage.text, with_english(passage.language)
    shares = []
    for inside in wording(spoken, _PERCENT_INSIDE).finditer(text):
        first, start = max(0, inside.start() - _REACH), inside.start()
        if behind := _SHARE_BEHIND.match(text, inside.end()):
            yield from _wrong(passage, Share(inside.start(), behind.end(), behind[1], inside[1]), behind[2])
        if not (count := wording(spoken, _COUNT_BEFORE).search(text, first, start)):
            continue
        if part := wording(spoken, _PART_BEFORE).search(text, first, count.start()):
            yield from _wrong(passage, Share(part.start(), inside.end(), part[1], inside[1]), count[1])
        if text[count.start() - 1 : count.start()] != "/":
            share = Share(count.start(), inside.end(), count[1], inside[1])
            shares.append(share)
            before = wording(spoken, _OF_WHICH).search(text, first, count.start())
            whole_behind = wording(spoken, _OF_BEHIND).match(text, inside.end())
            for whole in filter(None, (before, whole_behind)):
                yield from _wrong(passage, share, whole[1])
    for inside in wording(spoken, _SHARE_INSIDE).finditer(text):
        first, start = max(0, inside.start() - _REACH), inside.start()
        form = _PERCENT_OF_SAMPLE if "=" in inside[0] else _PERCENT_BEFORE
        if percent := wording(spoken, form).search(text, first, start):
            yield from _wrong(passage, Share(percent.start(), inside.end(), inside[1], percent[1]), inside[2])
    for match in wording(spoken, _COUNT_INSIDE).finditer(text) if "(n" in text else ():
        yield from _wrong(passage, Share(match.start(), match.end(), match[3], match[1]), match[2])
    for whole in wording(spoken, _OF_THE).finditer(text) if shares else ():
        end = passage.sentence(whole.start())[1]
        if whole[0][0].islower():
            end = min(end, whole.end() + _NEAR)
        for form in (_SHARE_OF_THESE, _SUBSET, _OUT_OF + _N):
            stop = wording(spoken, form).search(text, whole.end(), end)
            end = stop.start() if stop else end
        for share in _inside(shares, whole.end(1), end):
            yield from _wrong(passage, share, whole[1])
    if len(shares) >= _MANY and wording(spoken, _OF_THESE).search(text):
        yield from _series(passage, [share for share in shares if text[share.end - 1] == ")"])


def _more_than_all(passage: Passage) -> Iterator[Inconsistent]:
    """Find "19 out of a total of 17" and "19 of the 17"."""
    for match in passage.at_numbers(wording(passage.language, _ALL)):
        if natural(match[1]) > natural(match[3]) and not _is_name(passage, match.start(), sure=not match[2]):
            yield Inconsistent(
                passage.span(match.start(), match.end()),
                f"{match[1]} cannot be out of {match[3]}, which are fewer",
                "correct the part or the whole",
            )


def _is_name(passage: Passage, start: int, *, sure: bool) -> bool:
    """Whether a word before a number has it as its name: "Figure 3", or unless a part is surely meant "day 30"."""
    low = max(0, start - _REACH)
    if sure:
        return _NAMED.search(passage.text, low, start) is not None
    word = next(reversed(passage.text[low:start].split()), "").strip("(.,;:")
    spoken = with_english(passage.language)
    small = words(spoken, "claims.stopwords") | words(spoken, "numbers.uncounted")
    return word.isalpha() and word.lower() not in small


def _inside(shares: list[Share], start: int, end: int) -> list[Share]:
    """Return those of some shares, which are in order, that stand in a part of the text."""
    return [share for share in between(shares, start, end) if share.end <= end]


def _series(passage: Passage, shares: list[Share]) -> Iterator[Inconsistent]:
    """Compare counts with percentages that divide a whole: all but one of several are shares of their sum."""
    for start, end in passage.sentences:
        parts = _inside(shares, start, end)
        total = str(sum(natural(share.part) for share in parts))
        wrong = [problem for share in parts for problem in _wrong(passage, share, total)]
        if len(parts) >= _MANY and len(wrong) == 1:
            yield wrong[0]


def _wrong(passage: Passage, share: Share, everything: str) -> Iterator[Inconsistent]:
    """Yield what is wrong with a share, if it is."""
    others = _counts_before(passage, share)
    if message := contradicted(share, everything, others, passage.text, passage.language):
        span, raised = passage.span(share.start, share.end), is_raised(share, everything)
        yield Inconsistent(span, message, "correct the count or the percentage", raised=raised)


def _counts_before(passage: Passage, share: Share) -> Iterator[int]:
    """Yield the nearest counts before a share in its sentence: "180 of 200 remained, of whom 90 (50 %)"."""
    first, _ = passage.sentence(share.start)
    last = bisect_left(passage.quantities, share.start, key=attrgetter("start"))
    for count in passage.quantities[max(0, last - _COUNTS) : last]:
        if first <= count.start and is_count(count):
            yield int(count.value)


def _sexes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 participants (230 women, 182 men)" and "eight of them (five women, three men)"."""
    spoken = with_english(passage.language)
    wholes = [count for count in passage.quantities if is_count(count)]
    for match in _PARENTHESIS.finditer(passage.text):
        place = bisect_left(wholes, match.start(), key=attrgetter("end"))
        whole = wholes[place - 1] if place else None
        if whole is None or not wording((), _UP_TO).fullmatch(passage.text, whole.end, match.start()):
            continue
        items = map(str.strip, wording(spoken, _BETWEEN).split(match[1].strip()))
        parts = [(item, _PART.match(item)) for item in items]
        read = [(item, part and number_of(part[1], spoken[0]), part and part[3]) for item, part in parts]
        values = [value for _, value, _ in read if value is not None]
        nouns = {noun for _, value, noun in read if value is not None}
        rest = " ".join(item for item, value, _ in read if value is None)
        sexes = any({a, b} <= nouns for a, b in _words(passage.language).sexes)
        if not sexes or "n/a" in rest or listed(spoken, "samples.third").search(rest):
            continue
        if not _adds_up(values, int(whole.value)) and _is_whole(passage, whole.start, sum(values)):
            yield added(place_of_number(passage, whole), values, int(whole.value))


def _is_whole(passage: Passage, start: int, parts: int) -> bool:
    """Whether a number is a count, not the end of a range, and no other of its sentence is what the parts add up to."""
    first, end = passage.sentence(start)
    counts = [count for count in between(passage.quantities, first, end) if is_count(count)]
    return any(count.start == start for count in counts) and all(count.value != parts for count in counts)


def _divided(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 people answered, of whom 230 were women and 182 men" and "Of 412 patients, 230 were women and 182 men"."""
    for match in wording(with_english(passage.language), _DIVIDED).finditer(passage.text):
        parted = any({a, b} == {match[3], match[5]} for a, b in _words(passage.language).sexes)
        if parted and _counts_people(passage, match.end(1), match.start(2)):
            total, *values = (natural(match[which]) for which in (1, 2, 4))
            if sum(values) != total and _is_whole(passage, match.start(1), sum(values)):
                yield added(passage.span(match.start(1), match.end(1)), values, total)


def _divisions(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "twenty-two periods (6 months, 5 weeks and 12 days)" and "252 nuclides, consisting of 200 old and 25 new ones".

    The parts may be some of the whole, and overlap: so where no words say that they are all of it they have to be more, and one
    digit that was mistyped, or two that were swapped, to explain the difference.
    """
    said, spoken = passage.text, with_english(passage.language)
    told = any_of(spoken, "shares.made-of", "shares.of-whom")
    may_tell = any(map(passage.may_say, ("shares.made-of", "shares.of-whom")))
    opens = any(sign in said for sign in "(:—–") or (may_tell and told.search(said))
    if not opens or not passage.may_have(1 + _ENOUGH):
        return
    made_of = any_of(spoken, "shares.made-of")
    opening, following = wording(spoken, _OPENING), wording(spoken, _NEXT)
    of_each = any_of(spoken, "samples.each", "bounds.per")
    counts = [quantity if _is_of_things(passage, quantity) else None for quantity in passage.quantities]
    for place, whole in enumerate(counts[:-_ENOUGH]):
        part = counts[place + 1]
        if whole is None or part is None or not opening.fullmatch(said, whole.end, part.start):
            continue
        parts = [part]
        for part in counts[place + 2 :]:
            if part is None or not following.fullmatch(said, parts[-1].end, part.start):
                break
            parts.append(part)
        before = said[whole.end : parts[0].start].rstrip()
        bracketed, dashed = "(" in before, before.endswith(("—", "–"))
        ends = _ENDED.match(said, parts[-1].end)
        values, total = [int(part.value) for part in parts], int(whole.value)
        if (
            len(parts) >= (_ENOUGH if whole.noun and not dashed else _MANY)
            and ends
            and (bool(ends["closed"]), bool(ends["dashed"])) == (bracketed, dashed)
            and not of_each.search(said, parts[0].start, ends.end())
            and total >= _LEAST
            and not _adds_up(values, total)
            and total not in range(1600, 2100)  # a year
        ):
            off, meant = total - sum(values), corrections(total, values)
            # Only some words say that the parts are all; but hardly do a few overlap.
            mistyped = any(is_slip(*pair) for pair in (meant if off < 0 else meant[:1]))
            divided = off < 0 or made_of.search(said, whole.end, parts[0].start)
            if divided and (swapped(meant) or (mistyped and abs(off) * _NEARLY <= total)):
                yield added(passage.span(whole.start, whole.end), values, total)


def place_of_number(passage: Passage, quantity: Quantity) -> Span:
    """Give the place of a number, without what it counts."""
    return passage.span(quantity.start, quantity.start + len(quantity.text.split()[0]))


def _is_of_things(passage: Passage, quantity: Quantity) -> bool:
    """Whether a quantity is a number of something, not of a unit that is not known."""
    behind = passage.text[quantity.end : quantity.end + 4]
    return is_count(quantity) and bool(quantity.noun or (behind[:1].isspace() and behind[1:].isalpha()))


def _counts_people(passage: Passage, start: int, end: int) -> bool:
    """Whether what stands behind a number says that those who follow are a part of it, or that people are counted."""
    said, spoken = passage.text[start:end], with_english(passage.language)
    if any_of(spoken, "shares.of-whom").search(said):
        return True
    first = said.lower().split()[:_FIRST_WORDS]
    return any(word.strip(",:") in lower_things(language) for language in spoken for word in first)


def _adds_up(values: list[int], total: int) -> bool:
    """Whether parts add up to a whole, or the first or the last of them do: the others then divide it once more."""
    return total in {*accumulate(values), *accumulate(reversed(values))}


def added(place: Span, values: Sequence[int], total: int) -> Inconsistent:
    """Say of a total that its parts add up to another."""
    return Inconsistent(
        place,
        f"the parts add up to {sum(values)} ({' + '.join(map(str, values))}), not {total}",
        "correct the total or a part, or say what the rest is",
    )


def _arms(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "412 patients were assigned to treatment (n = 206) or control (n = 206)"."""
    for start, end in passage.sentences:
        sentence = passage.text[start:end]
        arms = list(_ARM.finditer(sentence))
        verb = any_of(with_english(passage.language), "samples.assigned").search(sentence)
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
            yield added(place, values, total)


def _nested(passage: Passage, sentence: str, match: re.Match[str], other: re.Match[str]) -> bool:
    """Whether the second group may be a part of the first."""
    return (
        wording(with_english(passage.language), _SUBSET).search(sentence, match.end(), other.start())
        is not None
    )
