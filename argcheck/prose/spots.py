r"""Where a source may hold what the rules on numbers compare: one look at each file, remembered between runs.

Whoever compares reads only the paragraphs around these places, so that a document without any costs the
look alone.  Most of what is sought is rare; the cheapest sign that it has is searched first, since a pattern
that begins with a choice of letters costs twenty times what it costs to find a fixed string.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from argcheck.files.patterns import lazy
from argcheck.prose.texts import windows
from argcheck.tex import vocabulary
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import phrases, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterable, Iterator

#: Environments that are tables.
TABULARS = frozenset(
    (
        "tabular",
        "tabular*",
        "tabularx",
        "tabulary",
        "tabu",
        "longtable",
        "longtblr",
        "tblr",
        "supertabular",
        "xltabular",
    )
)
#: Characters of source before and behind such a word in which the thing counted is named.
_BEFORE, _BEHIND = 60, 100
#: Begins of a parenthesis that gives a size or a mean.
_SIZED = lazy(r"\(\s*\$?\s*([nMN])\s*=\s*\$?\s*")
_MEAN = lazy(r"\(\s*\$?\s*(?:M\s*=[^()]{3,80}n|n\s*=[^()]{3,80}M)\s*=")
_PERCENT = r"(?:\\%|{numbers.percent})"
#: A share: two counts and a percentage near each other.
_SHARE = (
    r"(?:\b{shares.of}[\s~]+(?:{shares.the}[\s~]+)*\$?\d|\d\s*\$?\s*/\s*\$?\s*\d)"
    rf"(?=[^()]{{0,250}}\([^()]{{0,12}}{_PERCENT})|{_PERCENT}[^()]{{0,60}}\([\s$]*\d"
)
_OF_THESE = rf"\b{{shares.of-these}}\b(?=[^()]{{0,150}}\([^()]{{0,12}}{_PERCENT})"
_OUT_OF_ALL = r"\d[\s~$]+{shares.out-of-all}[\s~]+[^.;()]{0,30}\d"
_REACH = 400  # characters between the first word of such a share and its percentage
_OPENS = 18  # characters before the sign of a percentage in which its parenthesis opens
_FOLLOWS = 75  # characters behind it in which the parenthesis with its counts opens
_SEXES = r"\([^()\d]{0,40}+\d[^()]{0,60}?(?<!e){samples.women}\b"
#: "412 people answered, of whom 230 were women and 182 men".
_DIVIDED = r"{shares.of-whom}[\s~]+[^.;()]{0,12}\d"
#: A p with a number; it begins with a letter, and so is found fast.
_P_VALUE = lazy(
    r"p(?=[\s}$<=>-])(?<![A-Za-z]p)\s*\}?\$?(?:[- ]values?)?\s*\$?\s*(?:[=<>]|\\(?:leq?|geq?|lt|gt)\b)\s*\$?\s*[01]?\{?[.,]\}?\d"
)
_STATISTIC = 300  # characters of source in which the statistic of a p-value stands before it
#: A count of three digits or more, as the source may write it, with the word behind it.
_COUNT = lazy(
    r"(?<![\w.,:/\\-])(?P<number>[1-9](?:\d{2,5}|\d{0,2}(?:(?:\{,\}|,|\.|\\,|~|[ \u00a0\u2009\u202f])\d{3}){1,2}))(?![\d.,])"
    r"\}?(?:~|\s|\\ )\s?(?P<noun>[^\W\d_]{4,})"
)
_SIZE = lazy(r"(?<![\w.,:/\\-])(?:\d{1,3}(?:(?:\{,\}|,|\.|\\,|~|[ \u00a0\u2009\u202f])\d{3})+|\d{2,})\Z")
_NOUN = lazy(r"[}~\s\\{$]*([^\W\d_]{4,})")
_IN_WORDS = lazy(r"[A-Z][a-z]+(?:[- ][a-z]+)?[\s~]+([a-z]{4,})")
_FEW = 10
CERTAIN = 1000  #: from here on two counts that differ by a swap of digits are no such pair by chance
_FAR = 0.15  # two sizes of one sample are not farther apart than so much of the greater
_WINDOW = 20  # characters that a count of nine digits may have before its last three
_LONG = 60  # and it with its noun
#: What a character of a source is: a digit, a letter, or something between them.
_SHAPE = bytes(
    ord("0")
    if 48 <= item < 58
    else ord("a")
    if chr(item).isalpha() or item == 63
    else 32
    if chr(item) in " \t\n}~\\$"
    else 46
    for item in range(256)
)


def spots(text: str, codes: Collection[str]) -> dict[str, Any]:
    """Find what each comparison begins with: its offsets by its name, and ``counts`` as (noun, digits, offset).

    :param codes: the languages of the document.
    :returns: what `marshal` can write. An offset may stand in a comment, in dead text, or be no such thing after all.
    """
    spoken = tuple(codes)
    shape = text.replace("\xa0", "~").encode("ascii", "replace").translate(_SHAPE)  # as long as the text
    anies: dict[str, Any] = {"counts": list(_counts(text, shape)), "sizes": list(_sizes(text, shape, codes))}
    if anies["sizes"] and "en" in codes:
        anies["sizes"] += _spelt(text)
    anies["p-values"] = list(_p_values(text))
    anies["intervals"] = _places(text, phrases(vocabulary.codes(), "statistics.interval-signs"))
    anies["sexes"] = [match.start() for match in wording(spoken, _SEXES).finditer(text)]
    sizes: dict[str, list[int]] = {"n": [], "M": [], "N": []}
    for match in _SIZED.finditer(text):
        sizes[match[1]].append(match.start())
    anies["arms"] = sizes["n"]
    anies["means"] = sorted(at for at in sizes["n"] + sizes["M"] if _MEAN.match(text, at))
    anies["wholes"] = sorted(
        {at for code in codes for at in (*_wholes(text, code), *_named(text, code, sizes["N"]))}
    )
    signs = _percentages(text, ("\\%", *phrases(spoken, "numbers.percent-signs")))
    anies["shares"] = list(_near(text, wording(spoken, _SHARE), signs))
    anies["of-these"] = list(_near(text, wording(spoken, _OF_THESE), signs))
    anies["out-of-all"] = [match.start() for match in wording(spoken, _OUT_OF_ALL).finditer(text)]
    whom, divided = phrases(spoken, "shares.of-whom"), wording(spoken, _DIVIDED)
    anies["of-whom"] = [at for at in _places(text, whom) if _begins(text, at) and divided.match(text, at)]
    return {name: places for name, places in anies.items() if places}


def _places(text: str, needles: Iterable[str]) -> list[int]:
    """Return where any of some strings stands, in order."""
    places = []
    for needle in needles:
        at = text.find(needle)
        while at >= 0:
            places.append(at)
            at = text.find(needle, at + 1)
    return sorted(places)


def _begins(text: str, at: int) -> bool:
    return not at or not (text[at - 1].isalnum() or text[at - 1] == "_")


def _wholes(text: str, code: str) -> Iterator[int]:
    """Yield where a word calls a count that of a whole, and something that is counted so is near."""
    pattern = wording(code, r"{samples.whole}\b(?! \\\\)")
    for at in _places(text, [phrase[1:] for phrase in phrases(code, "samples.whole")]):
        start = at - 1
        if start < 0 or not (_begins(text, start) and pattern.match(text, start)):
            continue
        if _sample(text[max(0, start - _BEFORE) : start + _BEHIND], code):
            yield start


def _named(text: str, code: str, sizes: list[int]) -> Iterator[int]:
    """Yield the sizes of what is named before them: "all participants (N = 412)"."""
    for at in sizes:
        if _sample(text[max(0, at - _BEFORE) : at], code):
            yield at


def _sample(text: str, code: str) -> bool:
    lower = text.lower()
    return any(form.lower() in lower for forms in samples(code) for form in forms)


def _percentages(text: str, signs: Iterable[str]) -> list[int]:
    """Return the percentages in a parenthesis or before one."""
    return [
        at
        for at in _places(text, signs)
        if text.rfind("(", max(0, at - _OPENS), at) > text.rfind(")", max(0, at - _OPENS), at)
        or text.find("(", at, at + _FOLLOWS) >= 0
    ]


def _near(text: str, pattern: re.Pattern[str], places: list[int]) -> Iterator[int]:
    for low, high in windows(places, _REACH, 0, len(text)):
        for match in pattern.finditer(text, low, high):
            yield match.start()


def _p_values(text: str) -> Iterator[int]:
    """Yield the p-values that a statistic may stand before."""
    for match in _P_VALUE.finditer(text):
        if "=" in text[max(0, match.start() - _STATISTIC) : match.start()]:
            yield match.start()


def alike(numbers: Collection[int]) -> set[int]:
    """Return the numbers of which some other one can be a mistyped or an older form."""
    result: set[int] = set()
    for first, second in pairwise(sorted(numbers)):
        if second - first <= _FAR * second:
            result |= {first, second}
    for first in numbers:
        digits = str(first)
        swaps = (digits[:n] + digits[n + 1] + digits[n] + digits[n + 2 :] for n in range(len(digits) - 1))
        result |= {first, *others} if (others := {*map(int, swaps)} & {*numbers} - {first}) else set()
    return result


def swapped(first: int, second: int) -> bool:
    """Whether two neighbouring digits changed places."""
    a, b = str(first), str(second)
    return len(a) == len(b) and any(
        a[:place] + a[place + 1] + a[place] + a[place + 2 :] == b for place in range(len(a) - 1)
    )


def _sizes(text: str, shape: bytes, codes: Collection[str]) -> Iterator[tuple[str, str, int]]:
    """Yield what is counted, digits and offset of each count from ten of a sample, or of what a container may hold."""
    for blanks in (b"00 a", b"00  a"):
        at = shape.find(blanks)
        while at >= 0:
            if thing := sized_thing(text, at + 2, codes):
                match = _SIZE.search(text, max(0, at - _WINDOW), at + 2)
                if match:
                    yield thing, "".join(filter(str.isdigit, match[0])), match.start()
            at = shape.find(blanks, at + len(blanks))


def _spelt(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the same of a size that begins an English sentence and so is in words: "Forty-two children took part"."""
    tens = {
        word.capitalize()
        for word, value in vocabulary.numbers("en", "numbers.small").items()
        if value >= _FEW
    }
    for at in _places(text, tens):
        words = _IN_WORDS.match(text, at)
        if words and (thing := _forms("en").get(words[1])):
            from argcheck.prose.quantities import read

            quantities = read(words[0])
            if quantities and quantities[0].start == 0 and quantities[0].value >= _FEW:
                yield thing, str(quantities[0].value), at


def sized_thing(text: str, at: int, codes: Collection[str]) -> str:
    """Return the name of a sample, or of what stands near a container, of which a number that ends at an offset may say the size."""
    match = _NOUN.match(text, at)
    if not match:
        return ""
    noun, around = match[1].lower(), text[max(0, at - _BEFORE) : at + _BEFORE]
    for code in codes:
        if form := _forms(code).get(noun):
            return form
        if any(phrase in around for phrase in phrases(code, "samples.containers")):
            return noun
    return ""


def samples(code: str) -> tuple[tuple[str, ...], ...]:
    """Return the things of which a study has one number, each with all its forms, the first of which names them."""
    return vocabulary.groups(code, "samples.things")


@cache
def _forms(code: str) -> dict[str, str]:
    return {form.lower(): forms[0] for forms in samples(code) for form in forms}


def _counts(text: str, shape: bytes) -> Iterator[tuple[str, str, int]]:
    """Yield noun, digits and offset of each count that is no round number."""
    at = shape.find(b"000 ")
    end = 0
    while at >= 0:
        if shape[at + 4 : at + 8].lstrip()[:1] == b"a":
            for match in _COUNT.finditer(text, max(end, at - _WINDOW), at + _LONG):
                if match.start("number") > at:
                    break
                end = match.end()
                digits = "".join(filter(str.isdigit, match["number"]))
                if not digits.endswith("00" if natural(digits) >= CERTAIN else "0"):
                    yield match["noun"].lower(), digits, match.start()
        at = shape.find(b"000 ", at + 4)
