"""Lists with more or fewer items than the sentence before them announces: "the following four stages:", and five."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import grouped
from argcheck.files.patterns import YEAR, lazy
from argcheck.prose.number_words import word_value
from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count
from argcheck.prose.wholes import Inconsistent
from argcheck.tex.items import items_of
from argcheck.tex.vocabulary import any_of, ends_in, phrases, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText
    from argcheck.tex.model import Environment

_LISTS = frozenset(("itemize", "enumerate", "compactitem", "compactenum", "inparaenum", "description"))
_FEW = 3  # most words between a number with its noun and the colon
_MOST = 12  # most items of a counted list
_OFF = 2  # most items that a miscount is wrong by: seven parameters in three items are grouped
_SOON = 60  # first characters of the last item that are searched for words such as "in addition"
_ON = 2_000  # characters after a list in which it may continue
#: "(i)", "(b)", "(3)"
_MARKER = lazy(
    r"\((?<![(\d]\()(?<![^\W_][a-ce-z]\()(?:(i{1,3}|iv|vi{0,3}|ix|x)|([a-j])|([1-9]))\)(?=[\s\xa0])"
)
_WORDS_TO_COLON = 20  # most words between a number and the first of such items
_WORDS = 8  # most words on either side of "as follows"
#: "50 pc, 100 pc, and 200 pc" after a colon or in parentheses
_ITEM = r"(?:[^\s,.;:()\[\]]|[.,](?=\d)|[\s\xa0](?!{lists.and}\s|or\s|\[))+"
_ROW = rf"(?::\s|\s\()(?!{{lists.examples}}\s)({_ITEM}(?:,\s(?!{{lists.and}}\s){_ITEM})+(,?)\s{{lists.and}}\s{_ITEM})(?:\s?\[[^\[\]]{{0,80}}\])?(?=[.;,)]|\s?\Z)"
_DIVIDED = r",\s(?:{lists.and}\s)?|\s{lists.and}\s"
_LEAST = 3  # least items of a row, and least announced number
_WORDS_OF_ROW = 3  # most words between a number with its noun and the items
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def counted_lists(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the numbers that a list contradicts."""
    environments = (e for e in text.manuscript.environments if e.name.rstrip("*") in _LISTS)
    lists = grouped(environments, lambda environment: environment.span.path)
    for passage, announced in text.finds(_announced, _may_announce, own=True):
        for quantity in announced:
            yield from _miscounted(text, passage, quantity, lists.get(passage.place.path, []))
    for find in (_in_sentences, _in_rows):
        for _, inconsistent in text.finds(find, own=True):
            yield from inconsistent


class _Announced(NamedTuple):
    """An announced number of items, with its range in the passage."""

    number: int
    start: int
    end: int


def _may_announce(passage: Passage) -> bool:
    follow = passage.may_say("lists.the-following") or passage.may_say("lists.as-follows")
    return follow or passage.text.rstrip().endswith(":")


def _announced(passage: Passage) -> Iterator[_Announced]:
    """Yield the number of items that the last sentence of a passage announces, by a colon or by words."""
    said = passage.text
    if passage.kind not in ("prose", "item") or not passage.sentences:
        return
    start, _ = passage.sentences[-1]
    counts = _counts_between(passage, start, len(said))
    if len(counts) == 1 and _counts_items(passage, counts[0], start):
        counted = said.rstrip().endswith(":") and _is_counted(passage, counts[0].end)
        if counted or _are_to_follow(passage, start, counts[0]):
            yield _of(counts[0])


def _counts_between(passage: Passage, start: int, end: int) -> list[Quantity]:
    """Return the quantities in a range of a passage, without years."""
    return [quantity for quantity in between(passage.quantities, start, end) if not YEAR.match(quantity.text)]


def _is_counted(passage: Passage, start: int) -> bool:
    """Whether at most three plain words are between a number and the colon, and none announces something else."""
    spoken = with_english(passage.language)
    other = any_of(spoken, "lists.following", "lists.and")
    behind = passage.text[start:].rstrip(" \xa0\n:").split()
    plain = all(word.replace("-", "").replace("'", "").isalpha() for word in behind)
    return len(behind) <= _FEW and plain and not other.search(passage.text, start)


def _are_to_follow(passage: Passage, start: int, count: Quantity) -> bool:
    """Whether a sentence announces a number: "the following three rules hold", "three rules, defined as follows"."""
    spoken, said = with_english(passage.language), passage.text
    before = said[start : count.start]
    if ends_in(spoken, before, "lists.the-following"):
        some = r"\b{shares.out-of}[\s\xa0]{lists.the-following}[\s\xa0]\Z"
        return not wording(spoken, some, re.IGNORECASE).search(before)
    follows = any_of(spoken, "lists.as-follows").search(said, count.end)
    around = (said[count.end : follows.start()], said[follows.end() :]) if follows else ()
    return bool(around) and all(len(side.split()) <= _WORDS for side in around)


def _of(quantity: Quantity) -> _Announced:
    return _Announced(int(quantity.value), quantity.start, quantity.end)


def _counts_items(passage: Passage, quantity: Quantity, start: int) -> bool:
    """Whether a quantity can be the number of items, rather than a name, a bound or a part of them."""
    compound = "-" in passage.text[quantity.start :].split(maxsplit=1)[0]  # "three-variable equations"
    if compound or not (is_count(quantity) and quantity.noun and 2 <= quantity.value <= _MOST):
        return False
    if not phrases(passage.language, "lists.not-counted"):
        return False  # the language has no word list
    spoken = with_english(passage.language)
    before = passage.text[start : quantity.start]
    if ends_in(spoken, before, "lists.not-counted"):
        return False
    word = next(reversed(before.split()), "")
    small = words(spoken, "claims.function-words") | words(spoken, "claims.common")
    return not quantity.text[0].isdigit() or not word or word.lower() in small


def _miscounted(
    text: ReadText, passage: Passage, announced: _Announced, lists: list[Environment]
) -> Iterator[Inconsistent]:
    """Yield an announced number that the list right after the passage contradicts."""
    end = passage.place.end
    source = text.manuscript.files[passage.place.path].text
    following = [list_ for list_ in lists if list_.span.start >= end - 1]
    between = source[end : following[0].span.start].split("\n") if following else ["none"]
    if any(line.partition("%")[0].strip() for line in between):
        return
    list_, *later = following
    said_at = passage.span(announced.start, announced.end).end
    opened = source[said_at : list_.span.start]
    if opened.count("{") > opened.count("}"):
        return  # the list is in the argument of a macro after these words
    items = _items(text, list_)
    if not items or items == announced.number or abs(items - announced.number) > _OFF:
        return
    sections = [
        section.span.start
        for section in text.manuscript.sections
        if section.span.path == list_.span.path and section.span.start > list_.span.end
    ]
    division = min([list_.span.end + _ON, *sections])
    goes_on = any(
        not source[list_.span.end : other.span.start].rstrip().endswith(":")
        or "resume" in (other.option or "")
        for other in later
        if list_.span.end < other.span.start < division
    )
    if not (goes_on and items < announced.number):
        yield _inconsistent(passage, announced, items)


def _items(text: ReadText, list_: Environment) -> int:
    """Return the number of items of a list; 0 if an item may have several things, or continue another one."""
    items = items_of(text.manuscript, list_)
    for item in items:
        source = text.manuscript.files[item.span.path].text
        last = item.span.start + len("\\item")
        said = source[last : last + _SOON].lstrip()
        head, named, _ = said.partition(":")
        # "a and b: two kinds"
        several = bool(named) and wording(text.spoken, r"\s{lists.and}\s").search(head)
        if said.startswith("[]") or several or _counts(said, text.language):
            return 0
    if len(items) < 2 or any_of(text.spoken, "lists.besides").search(source, last, last + _SOON):
        return 0
    return len(items)


def _counts(said: str, language: str) -> bool:
    """Whether an item begins with a number of things in it: "Two magnets at the ends", "The following two magnets"."""
    first = said.split()[:_FEW]
    return bool(first) and (
        first[0][0].isdigit() or any((word_value(word.lower(), language) or 1) > 1 for word in first)
    )


def _in_sentences(passage: Passage) -> Iterator[Inconsistent]:
    """Yield numbers that marked items in their sentence contradict: "two aims: (i) ..., (ii) ..., (iii) ..."."""
    markers = list(_MARKER.finditer(passage.text)) if "(" in passage.text else []
    places = [max(map(_place, match.groups())) for match in markers]
    if len(places) < 2 or places != list(range(1, len(places) + 1)):
        return
    first = markers[0].start()
    start, _ = passage.sentence(first)
    counts = _counts_between(passage, start, first)
    if len(counts) == 1 and _counts_items(passage, counts[0], start):
        announced = _of(counts[0])
        between = passage.text[announced.end : first]
        # Without a colon, the items may be of something else: "two events are independent if (1) ..."
        listed = between.rstrip().endswith(":") or not between.strip()
        if (
            listed
            and between.count(" ") <= _WORDS_TO_COLON
            and 0 < abs(announced.number - len(markers)) <= _OFF
        ):
            yield _inconsistent(passage, announced, len(markers))


def _in_rows(passage: Passage) -> Iterator[Inconsistent]:
    """Yield numbers that short items in their sentence contradict: "four radii: 50 pc, 100 pc, and 200 pc"."""
    said = passage.text
    if ", " not in said or not (":" in said or "(" in said) or not passage.may_have(1):
        return
    spoken = with_english(passage.language)
    for row in wording(spoken, _ROW).finditer(said):
        if not row[2] and (row[0].startswith(" (") or said[row.end() : row.end() + 1] == ","):
            continue  # "four targets (small, fast and odd)", "fish, ham and eggs, soup"
        items = [item.split() for item in wording(spoken, _DIVIDED).split(row[1])]
        start, _ = passage.sentence(row.start())
        counts = _counts_between(passage, start, row.start())
        if counts and ends_in(spoken, said[start : counts[-1].start], "lists.the-following"):
            counts = counts[-1:]  # "in four labs one of the following three colours: ..."
        if len(counts) != 1 or not _counts_items(passage, counts[0], start):
            continue
        announced = _of(counts[0])
        near = passage.text[announced.end : row.start()].count(" ") <= _WORDS_OF_ROW
        short = max(map(len, items)) <= _FEW
        # "two kinds: one with red, blue, and green walls"
        several = min(len(items), announced.number) >= _LEAST
        if near and short and several and 0 < abs(announced.number - len(items)) <= _OFF:
            yield _inconsistent(passage, announced, len(items))


def _place(marker: str | None) -> int:
    if not marker:
        return 0
    if marker.isdigit():
        return int(marker)
    return _ROMAN.index(marker) + 1 if marker in _ROMAN else "abcdefghij".index(marker) + 1


def _inconsistent(passage: Passage, announced: _Announced, items: int) -> Inconsistent:
    return Inconsistent(
        passage.span(announced.start, announced.end),
        f"{announced.number} are announced, and the list has {items} items",
        "correct the number, or the list",
        doubtful=True,
    )
