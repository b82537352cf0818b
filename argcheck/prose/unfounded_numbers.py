"""Numbers that abstract and conclusion state and that the body does not contain.

The body contains a number if it has it in any form: rounded, cut off, as a percentage or a
fraction, with another prefix of its unit, as a word, or as the sum, difference, product or share of numbers in
one passage.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.prose.borne_out import NumberClaim, not_borne_out
from argcheck.prose.doubled_words import CODE
from argcheck.prose.lexicon import elsewhere
from argcheck.prose.quantities import is_whole
from argcheck.prose.written_numbers import written
from argcheck.tex.units import floats
from argcheck.tex.vocabulary import any_of, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText


class Unfounded(NamedTuple):
    """A number that the body lacks."""

    span: Span
    text: str
    where: str  #: ``abstract`` or ``conclusion``
    other: str  #: the number of the same things in the body, or empty
    other_span: Span | None


_SMALL = 12  # counts up to this are of sections, steps and ideas
_YEARS = range(1500, 2101)
_SHORT = 400  # least characters of the body of a paper
_MOST = 100  # most claims of one document
_RANGE = 2  # ends of a range
_FRACTION = lazy(r"\d*[.,]\d+")
#: Words before a number that make it a bound, an approximation or a difference, not a statement of its own.
_LOOSE = (
    r"(?:\b(?:{bounds.before}|{bounds.between} ?[^,;.]{0,25}\b{numbers.joining}|{bounds.between})"
    r"|[<>≤≥~∼≈≲≳±×^*/+]|{bounds.change}\w*\s{bounds.by})\s*{bounds.article}?\s*\Z"
)
#: Words after a number that make it a difference, a ratio or a bound.
_COMPARED = r"[\s-]*(?:%|{bounds.points})?[\s-]*(?:{bounds.kind}\s)?(?:×|{bounds.behind})"
_CAPITAL = lazy(r"(?:\A|.*[\s\xa0(])([^\W\d_]*[A-ZÄÖÜÀ-Þ][\w.+/-]*)[\s\xa0]*\Z", re.DOTALL)
#: Commands that fill tables and text from other files, or by a program.
_GENERATED = lazy(
    r"\\(?:csvreader|csvautotabular|csvautobooktabs|pgfplotstabletypeset|pgfplotstableread|DTLloaddb|DTLforeach|DTLfetch|Sexpr|py|pyc|pycon|includepdf|directlua"
    r"|pgfkeysvalueof|datavalue|var)\s*[\[{]|\\begin\{(?:filecontents|pycode|luacode)"
)
_OF = r"\s(?:{shares.out-of}|{shares.of}|{shares.from})\s(?:{shares.the}\s)?\d"
_SAMPLE = lazy(r"\((?:[^()\d]{0,20}[\s\xa0])?[nN][\s\xa0]*=[\s\xa0]*\Z")
_SIZE = lazy(r"(?<![A-Za-z])[nNMdgrκ][\s\xa0]*=[\s\xa0]*\Z|[A-Za-zÄÖÜäöüß]{3,}[\s\xa0]*[(=]+[\s\xa0]*\Z")
_LITERAL = lazy(r"[\d.,\s\xa0\u2009\u202f'’]*\d")


def unfounded(text: ReadText) -> list[Unfounded]:
    """Return the numbers that abstract and conclusion state and that the body lacks."""
    claims = [claim for claim in islice(_claims(text), _MOST) if not _as_written(text, claim)]
    if not claims or _not_here(text):
        return []
    missing = [claim for claim in not_borne_out(text.body, claims) if not _is_code(text, claim)]
    counted: dict[str, list[tuple[Passage, Quantity]]] = {}
    for passage in text.body if missing else ():
        for quantity in passage.quantities:
            if quantity.noun:
                counted.setdefault(quantity.noun, []).append((passage, quantity))
    return [_unfounded(claim, counted) for claim in missing]


def _is_code(text: ReadText, claim: NumberClaim) -> bool:
    r"""Whether the number is the first half of a length that is printed as code: ``0.44\verb+\textwidth+``."""
    span = claim.passage.span(claim.quantity.start, claim.quantity.end)
    return text.manuscript.files[span.path].text.startswith(CODE, span.end)


def _claims(text: ReadText) -> Iterator[NumberClaim]:
    for span, where in text.summaries:
        source = text.manuscript.files[span.path].text
        if where == "abstract" and "\\includegraphics" in source[span.start : span.end]:
            continue  # its picture may show the numbers
        for passage in text.inside([span]):
            if passage.kind in ("prose", "item"):
                for quantity in chain.from_iterable(map(_ends, passage.quantities)):
                    if _states(passage, quantity):
                        yield NumberClaim(quantity, passage, where)


def _ends(quantity: Quantity) -> Iterator[Quantity]:
    """Yield a quantity, or both ends of a range of fractions ("1.12 to 1.70")."""
    numbers = list(_FRACTION.finditer(quantity.text))
    if quantity.value == quantity.high or len(numbers) != _RANGE or is_whole(quantity):
        yield quantity
        return
    for value, match in zip((quantity.value, quantity.high), numbers, strict=True):
        start = quantity.start + match.start()
        yield quantity._replace(
            start=start, end=start + len(match[0]), text=match[0], value=value, high=value
        )


def _states(passage: Passage, quantity: Quantity) -> bool:
    """Whether a number of a summary is a statement that the body should contain."""
    value, unit, text = quantity.value, quantity.unit, passage.text
    spoken = with_english(passage.language)
    if value != quantity.high or value <= 0 or unit == "percentage points":
        return False
    whole = is_whole(quantity)
    counted = (
        quantity.noun
        or wording(spoken, _OF, re.IGNORECASE).match(text, quantity.end)
        or _SAMPLE.search(text, 0, quantity.start)
    )
    if whole and not unit and (value <= _SMALL or int(value) in _YEARS or not counted):
        return False
    if whole and unit == "%" and value in (0, 50, 100):
        return False
    start, end = passage.sentence(quantity.start)
    before, after = text[start : quantity.start], text[quantity.end : end]
    behind = (quantity.noun or "") + after
    if (
        before[-2:-1].isdigit()
        or "-" in quantity.text[1:]
        or "[" in text[start:end]
        or elsewhere(text[start:end], passage.language)
        or wording(spoken, _LOOSE, re.IGNORECASE).search(before)
    ):
        return False
    if (
        wording(spoken, _COMPARED, re.IGNORECASE).match(behind)
        or _called(before, quantity, spoken)
        or _dated(before, quantity, spoken)
    ):
        return False
    ruled = quantity.noun.lower() in words(spoken, "bounds.lengths")
    if ruled and any_of(spoken, "bounds.ruled").search(text, start, end):
        return False
    if after[:1] == "/" and quantity.text.startswith("10."):  # a DOI
        return False
    return (
        not before.rstrip(" \xa0").endswith(("=", "\ufffc", "(", "/"))
        or bool(quantity.uncertainty)
        or _SIZE.search(before) is not None
    )


def _dated(before: str, quantity: Quantity, spoken: tuple[str, ...]) -> bool:
    """Whether the number is part of a date: "20 April", the year of "WASPAA'99"."""
    return quantity.noun.lower() in words(spoken, "dates.months") or (
        before[-1:] in "'’" and before[-2:-1].isalnum()
    )


def _called(before: str, quantity: Quantity, spoken: tuple[str, ...]) -> bool:
    """Whether the number is part of a name: "Llama 2", "type 2 diabetes", "Section 3"."""
    if quantity.unit:
        return False
    capital = _CAPITAL.match(before)
    if capital and capital[1].lower() not in words(spoken, "bounds.small-words"):
        return True
    return wording(spoken, r"\b{bounds.numbered}s?[\s\xa0]*\Z", re.IGNORECASE).search(before) is not None


def _as_written(text: ReadText, claim: NumberClaim) -> bool:
    """Whether the source of the body has a number, with its unit or noun, as the summary writes it.

    Formulas, code and drawings count as well.
    """
    quantity = claim.quantity
    literal = _LITERAL.match(quantity.text)
    if literal is None:
        word = quantity.text[: len(quantity.text) - len(quantity.noun)].strip(" \xa0")
        return any(True for _ in written(text.manuscript, text.rest, word))
    whole = quantity.unit in ("", "%") and is_whole(quantity)
    of = (quantity.unit or quantity.noun[:4]) if whole else ""
    return any(True for _ in written(text.manuscript, text.rest, literal[0], of))


def _not_here(text: ReadText) -> bool:
    """Whether the numbers may be where nothing is read: in pictures, generated tables, or other files."""
    m = text.manuscript
    if sum(piece.end - piece.start for piece in text.rest) < _SHORT:
        return True
    for piece in text.rest:
        source = m.files[piece.path]
        if source.has_code(*piece[1:]) or _GENERATED.search(source.text, piece.start, piece.end):
            return True
    shown = (
        float_.environment.span
        for float_ in floats(m)
        if float_.environment.name.startswith(("table", "sidewaystable", "wraptable"))
    )
    return any("\\includegraphics" in m.files[span.path].text[span.start : span.end] for span in shown)


# --------------------------------------------------------------------------- the body


def _unfounded(claim: NumberClaim, counted: dict[str, list[tuple[Passage, Quantity]]]) -> Unfounded:
    """Return the finding on a claim, with the nearest count of the same things in the body.

    :param counted: the counts of the body, by noun.
    """
    quantity = claim.quantity
    span = claim.passage.place_of(quantity)
    text = " ".join(quantity.text.split())
    close = [
        (passage, other)
        for passage, other in counted.get(quantity.noun, ())
        if quantity.value / 2 < other.value < quantity.value * 2
    ]
    if not close:
        return Unfounded(span, text, claim.where, "", None)
    passage, other = min(close, key=lambda item: abs(item[1].value - quantity.value))
    place = passage.span(other.start, other.end)
    return Unfounded(span, text, claim.where, " ".join(other.text.split()), place)
