"""Numbers that abstract and conclusion state and that the body does not contain.

A number counts as contained when the body has it in any form: rounded, cut off, as a percentage or a
fraction, with another prefix of its unit, as a word, as the sum, difference, quotient or share of numbers of
one passage.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from decimal import Decimal
from itertools import chain, groupby, islice, pairwise
from typing import TYPE_CHECKING

from argcheck.extract.verbatim import elsewhere, stands
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.diagnostic import Span
    from argcheck.extract.passages import Passage, Passages
    from argcheck.quantities import Quantity


class Unfounded(NamedTuple):
    """A number that the body lacks."""

    span: Span
    text: str
    where: str  #: ``abstract`` or ``conclusion``
    other: str  #: what the body says of the same thing, or nothing
    other_span: Span | None


class _Claim(NamedTuple):
    """A number of a summary that the body should have."""

    quantity: Quantity
    passage: Passage
    where: str


_SMALL = 12  # counts up to a dozen are of sections, steps and ideas
_YEARS = range(1500, 2101)
_SHORT = 400  # characters of body: less is no paper
_MOST = 100  # claims of one document
_NEAR = 60  # characters between two numbers of which one may be a share of the other
_HALF = Decimal("0.5")
_ROUND = 2  # zeros at the end that make a count a round one
_THOUSAND = 1000
_TIMES = range(2, 13)
_TINY = 1e-9
_RANGE = 2  # ends of a range
_PARTS = 2  # rows above a row of totals
_FRACTION = lazy(r"\d*[.,]\d+")
_SHARE = lazy(
    r"(?:\b(?:of|from|von|aus|sur|des|parmi)(?:[\s\xa0](?:the|all|our|these|den|allen|les|nos))?[\s\xa0]|/)\Z",
    re.IGNORECASE,
)
_BOTH = lazy(r"[\s\xa0]?\w+[\s\xa0](?:and|und|et|vs\.?|versus)[\s\xa0]\Z")
_MEAN = lazy(
    r"\b(?:averaged?|on average|durchschnittlich\w*|im Durchschnitt|im Mittel|en moyenne|moyenne)\b",
    re.IGNORECASE,
)
_EACH = lazy(r"\b(?:each|every|per|apiece|jeweils|jede[mnrs]?|je|pro|chaque|chacune?|par)\b", re.IGNORECASE)

#: Words before a number that make it a bound, a rounding or a difference, and not a statement of its own.
_LOOSE = lazy(
    r"(?:\b(?:by|times|up to|at least|at most|more than|less than|fewer than|over|under|about|around|nearly|almost|approximately|approx\.|roughly"
    r"|some|circa|ca\.|below|above|within|only|greater than|larger than|smaller than|higher than|lower than|better than|worse than|beyond|close to"
    r"|top|factors?|factor of|order|orders|exceed\w*|than|als|que|between|between\b[^,;.]{1,25}\band|every|as (?:much|many|few|little|low|high) as"
    r"|um|etwa|rund|fast|knapp|gut|mindestens|höchstens|bis zu|mehr als|weniger als|über|unter|ungefähr|zwischen|zwischen\b[^,;.]{1,25}\bund|bis|Faktor|nahezu|beinahe|jede\w*|alle"
    r"|environ|presque|près de|au moins|au plus|plus de|moins de|jusqu['’]à|facteur|facteur de|entre|entre\b[^,;.]{1,25}\bet|quelque|à peine|toutes les|tous les|d['’]environ)"
    r"|[<>≤≥~∼≈≲≳±×^*/+]|(?:reduc|improv|increas|decreas|gain|drop|speed|saving|rise|fall|declin|differ|overhead|advantage|margin|growth|reduktion"
    r"|steiger|verbess|erhöh|vermind|gewinn|réduction|augment|amélior|baisse|hausse|diminu)\w*[\s\xa0](?:of|by|von|um|de))[\s\xa0]*(?:an?|the|ein\w*|une?)?[\s\xa0]*\Z",
    re.IGNORECASE,
)
#: Words behind a number that make it a difference, a ratio or a bound.
_COMPARED = lazy(
    r"[\s\xa0-]*(?:%|points?|Punkte?)?[\s\xa0-]*(?:absolute |relative |absolut\w* |relativ\w* )?(?:more|less|fewer|higher|lower|faster|slower|better|worse|larger|smaller|greater"
    r"|shorter|longer|cheaper|quicker|improvements?|reductions?|increases?|decreases?|gains?|speed-?ups?|drops?|fold|times|x\b|×|relative|of magnitude"
    r"|orders|confidence|credible|CI\b|level|significance|or (?:more|less|fewer|higher|lower)|and (?:above|below)|years?|months?|weeks?|days?|decades?|centur"
    r"|höher|niedriger|schneller|langsamer|besser|schlechter|größer|kleiner|mehr|weniger|Konfidenz|oder|Jahr|Monat|Woche|Tag|-?fach|mal\b"
    r"|de plus|de moins|plus|moins|fois|ans?\b|mois|semaines?|jours?|ou)",
    re.IGNORECASE,
)
#: What precedes the number of something that is called by it.
_NAMED = lazy(
    r"(?:section|chapter|figure|table|equation|theorem|lemma|study|experiment|version|type|level|grade|phase|stage|step|part|age|class|category|model|layer"
    r"|group|question|hypothesis|release|protocol|problem|task|number|abschnitt|kapitel|tabelle|abbildung|studie|stufe|klasse|alter|chapitre|tableau|étude"
    r"|expérience|âge|niveau|numéro)s?\Z",
    re.IGNORECASE,
)
_CAPITAL = lazy(r"(?:\A|.*[\s\xa0(])([^\W\d_]*[A-ZÄÖÜÀ-Þ][\w.+/-]*)[\s\xa0]*\Z", re.DOTALL)
_COMMON = lazy(
    r"(?:during|within|hr|or|rr|ci|ki|ic|sd|se|auc|in|of|the|a|an|we|our|with|for|at|on|from|all|these|among|across|using|after|overall|both|here|this|that|its|their|total|while|when"
    r"|wir|die|der|das|den|in|im|mit|von|aus|bei|nach|für|insgesamt|nous|les|des|sur|avec|dans|pour|parmi|après|au|aux|une?|le|la)\Z",
    re.IGNORECASE,
)
#: What fills tables and text from files that are not here, or by a program.
_GENERATED = lazy(
    r"\\(?:csvreader|csvautotabular|csvautobooktabs|pgfplotstabletypeset|pgfplotstableread|DTLloaddb|DTLforeach|DTLfetch|Sexpr|py|pyc|pycon|includepdf|directlua"
    r"|pgfkeysvalueof|datavalue|var)\s*[\[{]|\\begin\{(?:filecontents|pycode|luacode)"
)
_PICTURE = lazy(r"\\includegraphics")
_CODE = ("\\verb", "\\texttt", "\\lstinline", "\\code")
_OF = lazy(r"[\s\xa0](?:of|out of|von|der|des|sur)[\s\xa0](?:the[\s\xa0]|den[\s\xa0]|les[\s\xa0])?\d")
_SAMPLE = lazy(r"\((?:[^()\d]{0,20}[\s\xa0])?[nN][\s\xa0]*=[\s\xa0]*\Z")
_SIZE = lazy(r"(?<![A-Za-z])[nNMdgrκ][\s\xa0]*=[\s\xa0]*\Z|[A-Za-zÄÖÜäöüß]{3,}[\s\xa0]*[(=]+[\s\xa0]*\Z")
#: Parts of a text of which a call for papers or a template says how many there may be.
_LENGTHS = frozenset(
    words(
        "word words page pages character characters wörter worte wörtern seiten zeichen mot mots caractères"
    )
)
_RULED = lazy(
    r"\b(?:abstracts?|must|should|shall|limit\w*|exceed\w*|or (?:less|fewer)|zusammenfassung|soll\w*|muss|müssen|darf|dürfen|résumé|doit|doivent"
    r"|dépass\w*)\b",
    re.IGNORECASE,
)
_MONTHS = frozenset(
    words("""january february march april may june july august september october november december januar februar märz mai juni
    juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre""")
)
_WORD_BEFORE = lazy(r"([^\W\d_]+)[\s\xa0]*\Z")
_LITERAL = lazy(r"[\d.,\s\xa0\u2009\u202f'’]*\d")


def unfounded(numbers: Passages, summaries: list[tuple[Span, str]]) -> list[Unfounded]:
    """Find the numbers that some summaries state and that the body lacks.

    Reads the whole text only when a number is not found as it is written.
    """
    claims = [one for one in islice(_claims(numbers, summaries), _MOST) if not _as_written(numbers, one)]
    if not claims or _not_here(numbers):
        return []
    missing = [one for one in _missing(numbers, claims) if not _is_code(numbers, one)]
    counted: dict[str, list[tuple[Passage, Quantity]]] = {}
    for passage in numbers.body if missing else ():
        for quantity in passage.quantities:
            if quantity.noun:
                counted.setdefault(quantity.noun, []).append((passage, quantity))
    return [_unfounded(one, counted) for one in missing]


def _is_code(numbers: Passages, claim: _Claim) -> bool:
    r"""Whether the number is the first half of a length that is printed as code: ``0.44\verb+\textwidth+``."""
    span = claim.passage.span(claim.quantity.start, claim.quantity.end)
    return numbers.manuscript.files[span.path].text.startswith(_CODE, span.end)


def _claims(numbers: Passages, summaries: list[tuple[Span, str]]) -> Iterator[_Claim]:
    for span, where in summaries:
        if where == "abstract" and _PICTURE.search(
            numbers.manuscript.files[span.path].text, span.start, span.end
        ):
            continue  # it shows what it speaks of
        for passage in numbers.passages(span):
            if passage.language and passage.kind in ("prose", "item"):
                for quantity in chain.from_iterable(map(_ends, passage.quantities)):
                    if _states(passage, quantity):
                        yield _Claim(quantity, passage, where)


def _ends(quantity: Quantity) -> Iterator[Quantity]:
    """Yield a quantity, of a range of fractions ("1.12 to 1.70") each end."""
    numbers = list(_FRACTION.finditer(quantity.text))
    if quantity.value == quantity.high or len(numbers) != _RANGE or _whole(quantity):
        yield quantity
        return
    for value, found in zip((quantity.value, quantity.high), numbers, strict=True):
        start = quantity.start + found.start()
        yield quantity._replace(
            start=start, end=start + len(found[0]), text=found[0], value=value, high=value
        )


def _states(passage: Passage, quantity: Quantity) -> bool:
    """Whether a number of a summary is a statement that the body should bear out."""
    value, unit, text = quantity.value, quantity.unit, passage.text
    if value != quantity.high or value <= 0 or unit == "percentage points":
        return False
    whole = _whole(quantity)
    counted = quantity.noun or _OF.match(text, quantity.end) or _SAMPLE.search(text, 0, quantity.start)
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
        or elsewhere(text[start:end])
        or _LOOSE.search(before)
    ):
        return False
    if _COMPARED.match(behind) or _called(before, quantity) or _dated(before, quantity):
        return False
    if quantity.noun.lower() in _LENGTHS and _RULED.search(text, start, end):
        return False
    if after[:1] == "/" and quantity.text.startswith("10."):  # a DOI
        return False
    return (
        not before.rstrip(" \xa0").endswith(("=", "\ufffc", "(", "/"))
        or bool(quantity.uncertainty)
        or _SIZE.search(before) is not None
    )


def _dated(before: str, quantity: Quantity) -> bool:
    """Whether the number is part of a date: "20 April", the year of "WASPAA'99"."""
    return quantity.noun.lower() in _MONTHS or (before[-1:] in "'’" and before[-2:-1].isalnum())


def _whole(quantity: Quantity) -> bool:
    """Whether the number is written without a fraction."""
    exponent = quantity.value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= 0


def _called(before: str, quantity: Quantity) -> bool:
    """Whether the number is part of a name: "Llama 2", "type 2 diabetes", "Section 3"."""
    if quantity.unit:
        return False
    capital = _CAPITAL.match(before)
    if capital and not _COMMON.match(capital[1]):
        return True
    word = _WORD_BEFORE.search(before)
    return bool(word and _NAMED.match(word[1]))


def _as_written(numbers: Passages, claim: _Claim) -> bool:
    """Whether the source of the body has a number with what belongs to it as the summary writes it."""
    quantity = claim.quantity
    literal = _LITERAL.match(quantity.text)
    if literal is None:
        word = quantity.text[: len(quantity.text) - len(quantity.noun)].strip(" \xa0")
        return any(
            numbers.manuscript.files[piece.path].text.find(word, piece.start, piece.end) >= 0
            for piece in numbers.rest
        )
    whole = quantity.unit in ("", "%") and _whole(quantity)
    return stands(numbers, literal[0], (quantity.unit or quantity.noun[:4]) if whole else "")


def _not_here(numbers: Passages) -> bool:
    """Whether the figures may stand where nothing is read: in pictures, generated tables, a body that is elsewhere."""
    m = numbers.manuscript
    if sum(piece.end - piece.start for piece in numbers.rest) < _SHORT:
        return True
    for piece in numbers.rest:
        source = m.files[piece.path]
        if source.has_code(*piece[1:]) or _GENERATED.search(source.text, piece.start, piece.end):
            return True
    return any(
        _PICTURE.search(
            m.files[one.environment.span.path].text, one.environment.span.start, one.environment.span.end
        )
        for one in m.floats
        if one.environment.name.startswith(("table", "sidewaystable", "wraptable"))
    )


# --------------------------------------------------------------------------- the body


class _Sought(NamedTuple):
    """A claim and, in numbers that are compared fast, what can be it."""

    claim: _Claim
    low: float  #: what it stands for: rounded or cut off
    high: float
    near: tuple[tuple[float, float], ...]  #: ranges outside which no number without a unit is looked at


def _sought(claim: _Claim) -> _Sought:
    value, step = float(claim.quantity.value), float(_step(claim.quantity))
    low, high, wide = value - step / 2 - _TINY, value + step - _TINY, 10 * step
    near = [(value - wide, value + wide)]
    if claim.quantity.unit == "%":  # a fraction, or a factor that is so much more or less
        share, wide = value / 100, wide / 100
        near += [
            (share - wide, share + wide),
            (1 + share - wide, 1 + share + wide),
            (1 - share - wide, 1 - share + wide),
        ]
    return _Sought(claim, low, high, tuple(near))


def _missing(numbers: Passages, claims: list[_Claim]) -> list[_Claim]:
    """Return the claims that no number of the body bears out, nor several of one passage together."""
    left = [_sought(claim) for claim in claims]
    near = _Ranges(bounds for one in left for bounds in one.near)
    measured = any(one.claim.quantity.unit not in ("", "%") for one in left)
    for passage in numbers.body:
        for quantity in passage.quantities:
            if quantity.unit or measured or float(quantity.value) in near or float(quantity.high) in near:
                left = [
                    one
                    for one in left
                    if not _may_be(one, quantity) or not _borne_out(one.claim.quantity, quantity)
                ]
        if not left:
            return []
    meant = _Ranges((one.low, one.high) for one in left)
    for derived in chain(map(_put_together, numbers.body), map(_added_up, _tables(numbers.body))):
        for value, unit in derived:
            if value in meant:
                left = [
                    one
                    for one in left
                    if not (one.low <= value < one.high and one.claim.quantity.unit == unit)
                ]
        if not left:
            break
    return [one.claim for one in left]


class _Ranges:
    """Ranges of numbers, in which a number is looked up at the cost of one search, however many they are."""

    def __init__(self, ranges: Iterable[tuple[float, float]]) -> None:
        self._starts: list[float] = []
        self._ends: list[float] = []
        for start, end in sorted(ranges):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, value: float) -> bool:
        place = bisect_right(self._starts, value) - 1
        return place >= 0 and value <= self._ends[place]


def _may_be(sought: _Sought, stated: Quantity) -> bool:
    """Whether it is worth while to compare a number of the body with a claim: cheap, and never wrong to say yes."""
    if stated.unit:
        return bool(sought.claim.quantity.unit) or stated.unit == "%"
    values = float(stated.value), float(stated.high)
    return any(low <= value <= high for value in values for low, high in sought.near) or (
        sought.claim.quantity.unit not in ("", "%")
    )


def _tables(body: list[Passage]) -> Iterator[list[Passage]]:
    """Yield the rows that stand together."""
    for kind, rows in groupby(body, key=lambda passage: passage.kind):
        if kind == "table":
            yield list(rows)


def _added_up(rows: list[Passage]) -> Iterator[tuple[float, str]]:
    """Yield sum and mean of each column, as far as the rows have as many numbers, its shares, and the mean of each row."""
    width = max(len(row.quantities) for row in rows)
    columns = [[row.quantities[n].value for row in rows if n < len(row.quantities)] for n in range(width)]
    for values in columns:
        yield float(sum(values)), ""
    for n in range(1, width + 1):  # from the right: the words on the left may hold numbers, too
        *parts, total = [float(row.quantities[-n].value) for row in rows if n <= len(row.quantities)]
        if len(parts) >= _PARTS and sum(parts) == total > 0:  # the last row is that of totals
            yield from ((100 * part / total, "%") for part in parts)
    for values in (*columns, *([one.value for one in row.quantities] for row in rows)):
        if len(values) > 1 and 0 < max(values) < 2 * min(values):  # else they are no numbers of one kind
            mean = float(sum(values)) / len(values)
            yield from ((mean, ""), (mean, "%"), (100 * mean, "%"))


def _borne_out(claim: Quantity, stated: Quantity) -> bool:
    """Whether a number of the body can be the one of the claim; one without a unit can have any."""
    from argcheck.quantities import conversion

    step, other = _step(claim), _step(stated)
    same = stated.unit == claim.unit and (bool(claim.unit) or stated.noun == claim.noun)
    of, scale = conversion(claim.unit)
    for value in {stated.value, stated.high}:
        if (not stated.unit or not claim.unit or same) and _meet(claim.value, step, value, other, same=same):
            return True
        if claim.unit == "%" and not stated.unit and _close(claim.value, step, 100 * abs(value - 1)):
            return True  # 1.09 times is 9 % more
        unit, factor = conversion(stated.unit)
        if of == unit and _meet(claim.value * scale, step * scale, value * factor, other * factor, same=same):
            return True
    return False


def _put_together(passage: Passage) -> Iterator[tuple[float, str]]:
    """Yield sums, differences and shares of whole numbers that stand next to each other, and what is left of 100 %."""
    quantities = passage.quantities
    if not quantities:
        return
    # Each with its value where it is a count; in tables, where most of the numbers are, this is most of the work.
    counts = [float(one.value) if not one.unit and _whole(one) else None for one in quantities]
    yield sum(filter(None, counts)), ""
    each = _EACH.search(passage.text)
    for one in quantities:
        if one.unit == "%":
            yield 100 - float(one.value), "%"
        elif each and not one.unit and _EACH.search(passage.text, max(0, one.start - _NEAR), one.end + _NEAR):
            yield from ((float(one.value) * times, "") for times in _TIMES)
    for (first, least), (second, most) in pairwise(zip(quantities, counts, strict=True)):
        if least is None or most is None or second.start - first.end + len(first.noun) >= _NEAR:
            continue
        low, high = (least, most) if least < most else (most, least)
        yield low + high, ""
        yield high - low, ""
        yield low * high, ""
        if low <= 0:
            continue
        between = passage.text[first.end - len(first.noun) : second.start]
        if (
            passage.kind == "table"
            or _SHARE.search(between)
            or _SHARE.search(passage.text[max(0, first.start - _NEAR) : first.start])
        ):
            yield 100 * low / high, "%"
            yield 100 - 100 * low / high, "%"
        if first.noun == second.noun != "" or _BOTH.match(between):
            yield 100 * low / (low + high), "%"
            yield 100 * high / (low + high), "%"


def _step(quantity: Quantity) -> Decimal:
    """One unit of the last digit that says something: 0.1 of 93.4, 100 of 1,200, 0.1 million of 1.2 million, 1 of 380."""
    exponent = quantity.value.normalize().as_tuple().exponent
    places = quantity.value.as_tuple().exponent
    if not isinstance(exponent, int) or not isinstance(places, int):
        return Decimal(0)
    if exponent >= _ROUND:
        return Decimal(1).scaleb(exponent)
    return Decimal(1).scaleb(min(places, 0) if quantity.value < _THOUSAND else min(exponent, 0))


def _meet(claim: Decimal, step: Decimal, value: Decimal, other: Decimal, *, same: bool) -> bool:
    """Whether a claim can stand for a number: equal, rounded, cut off, or rounded in the body where both are alike."""
    if claim == value:
        return True
    if other < step:
        return _close(claim, step, value)
    return same and step < other <= 10 * step and abs(claim - value) <= other * _HALF


def _close(claim: Decimal, step: Decimal, value: Decimal) -> bool:
    return claim - step * _HALF <= value < claim + step


def _unfounded(claim: _Claim, counted: dict[str, list[tuple[Passage, Quantity]]]) -> Unfounded:
    """Say what the body lacks, and what it has instead.

    :param counted: what the body counts, by noun.
    """
    quantity = claim.quantity
    span = claim.passage.span(quantity.start, quantity.end)
    text = " ".join(quantity.text.split())
    alike = [
        (passage, said)
        for passage, said in counted.get(quantity.noun, ())
        if quantity.value / 2 < said.value < quantity.value * 2
    ]
    if not alike:
        return Unfounded(span, text, claim.where, "", None)
    passage, said = min(alike, key=lambda one: abs(one[1].value - quantity.value))
    place = passage.span(said.start, said.end)
    return Unfounded(span, text, claim.where, " ".join(said.text.split()), place)
