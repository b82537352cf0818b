"""Research questions and hypotheses by number (RQ2, H1, "Hypothesis 3"): where they stand, and what is never answered."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.tex.structure import QUESTION_NAMES, names_questions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import Manuscript


class Question(NamedTuple):
    """A numbered question or hypothesis that the document announces."""

    name: str  #: as written, such as ``RQ2``
    span: Span


class _Mention(NamedTuple):
    """A place that names a question: where, in which section, and whether it announces it."""

    key: str
    section: int
    declares: bool
    question: Question


def names(family: str, *, short: bool) -> str:
    """Return a pattern of what a hypothesis (``H``) or a question (``RQ``) is called in any language."""
    found = (word for language in QUESTION_NAMES.values() for word in language[family][0 if short else 1])
    heads = (word if short else _either_case(word) for word in dict.fromkeys(found))
    return "|".join(sorted(heads, key=len, reverse=True))


def _either_case(name: str) -> str:
    """Return a pattern of a name whose words may have capitals: a title has them."""
    return "[ ~\n]".join(f"[{word[0].lower()}{word[0].upper()}]{word[1:]}" for word in name.split())


def family(name: str) -> str:
    """Return ``RQ`` for what a research question is called, ``H`` for a hypothesis."""
    return "H" if name[0] in "Hh" else "RQ"


_LINE = 2_000  # characters of a line in which a comment sign is looked for
_WINDOW = 100  # characters in which the head of an item or a line is looked for


@cache
def _pattern() -> re.Pattern[str]:
    short = "RQ|FF|QR|H"
    long = f"{names('H', short=False)}|{names('RQ', short=False)}"
    return re.compile(
        rf"(?:(?<![\w\\_^$-])(?P<short>{short})[-~ ]?|(?P<long>{long})[~ ])"
        r"(?P<number>\d{1,2})(?![\w.]\w|\w|\}?\s*[\^_]|\$)"
        r"(?P<more>(?:\s*(?:,|and|und|et|oder|or|ou|to|bis|à|--?-?|–|/|&|\\&)"
        rf"\s*(?:{short})?[~ ]?\d{{1,2}}(?!\w))*)"
    )


#: What stands before a name that is announced: the head of a line, an item, a title in bold.
_HEAD = lazy(
    r"(?:^|\n|\\item\b)[ \t]*\[?[ \t]*(?:\\(?:textbf|emph|textit|textsc|paragraph|subparagraph|bfseries|bf)\b\*?\s*\{?\s*)?\(?\Z"
)
_COLLECTIVE = lazy(
    r"\b(?:all|both|each|every|these|the|our|two|three|four|five)\s(?:of\s)?(?:the\s|our\s|these\s)?(?:\w+\s)?"
    r"(?:hypothes[ei]s|research\squestions?)\b(?![~ ]\d)"
    r"|\b(?:alle|allen|aller|beide|beiden|diese|diesen|unsere|unseren|die|den|zwei|drei|vier|fünf)\s(?:\w+\s)?"
    r"(?:Hypothesen|Forschungsfragen)\b(?![~ ]\d)"
    r"|\b(?:toutes|ces|nos|les|des|deux|trois|quatre|cinq)\s(?:les\s|nos\s|ces\s)?(?:\w+\s)?"
    r"(?:hypothèses|questions\sde\srecherche)\b(?![~ ]\d)",
    re.IGNORECASE,
)
_NUMBER = lazy(r"(--?-?|–|\b(?:to|bis)\b|(?<=\s)à(?=\s))?\s*(?:RQ|FF|QR|H)?[~ ]?(\d{1,2})")
_CLOSING = lazy(r"\s*(?:[\])}:.–—]|\(|---?)")


def unanswered(manuscript: Manuscript) -> list[Question]:
    """Return the questions that no later section names, where it names others of them."""
    if not names_questions(manuscript):
        return []
    mentions, collective = _read(manuscript)
    declared: dict[str, _Mention] = {}
    for one in mentions:
        if one.declares:
            declared.setdefault(one.key, one)
    taken = {
        one.key for one in mentions if one.key in declared and one.section > declared[one.key].section
    } | _referenced(manuscript, declared)
    open_ones = [one for key, one in declared.items() if key not in taken]
    siblings = {key.rstrip("0123456789") for key in taken}
    if len(declared) < 2 or any(section > one.section for one in open_ones for section in collective):
        return []
    return [one.question for one in open_ones if one.key.rstrip("0123456789") in siblings]


def _read(manuscript: Manuscript) -> tuple[list[_Mention], list[int]]:
    found: list[_Mention] = []
    collective: list[int] = []
    section = 0
    starts: dict[str, list[int]] = {}
    for one in manuscript.sections:
        starts.setdefault(one.span.path, []).append(one.span.start)
    for piece in manuscript.pieces:
        here = sorted({start for start in starts.get(piece.path, ()) if piece.start <= start < piece.end})
        text = manuscript.files[piece.path].text
        for number, (low, high) in enumerate(zip([piece.start, *here], [*here, piece.end], strict=True)):
            section += number > 0 or low in here[:1]
            found += _mentions(text, Span(piece.path, low, high), section)
            collective += [section for _ in _COLLECTIVE.finditer(text, low, high)][:1]
    return found, collective


def _mentions(text: str, span: Span, section: int) -> Iterator[_Mention]:
    for match in _pattern().finditer(text, span.start, span.end):
        low = max(0, match.start() - _LINE)
        begin = max(low, text.rfind("\n", low, match.start()) + 1)
        before = text[begin : match.start()]
        if "%" in before.replace("\\%", ""):
            continue
        head = "\n" + before if len(before) < _WINDOW else f"x{before[-_WINDOW:]}"
        declares = bool(_HEAD.search(head)) and _CLOSING.match(text, match.end()) is not None
        place = Span(span.path, match.start(), match.end("number"))
        question = Question(text[match.start() : match.end("number")].replace("~", " "), place)
        for number in _numbers(match["number"], match["more"]):
            yield _Mention(
                f"{family(match['short'] or match['long'])}{number}",
                section,
                declares and not match["more"],
                question,
            )


def _numbers(first: str, more: str) -> list[str]:
    """Expand ``1--3`` and ``1, 2 and 4``."""
    found = [first]
    for joint, number in _NUMBER.findall(more):
        if joint:
            found += [str(value) for value in range(natural(found[-1]) + 1, natural(number))]
        found.append(number)
    return found


def _referenced(manuscript: Manuscript, declared: dict[str, _Mention]) -> set[str]:
    """Return the questions whose own label some reference names."""
    found = set()
    labels_at: dict[str, list[tuple[int, str]]] = {}
    for label in manuscript.labels:
        labels_at.setdefault(label.span.path, []).append((label.span.start, label.name))
    for places in labels_at.values():
        places.sort()
    for key, one in declared.items():
        place = one.question.span
        text = manuscript.files[place.path].text
        end = min(text.find("\\item", place.end) % (len(text) + 1), place.end + 400)
        places = labels_at.get(place.path, [])
        low, high = (bisect_left(places, (offset, "")) for offset in (place.start - 60, end))
        if {name for _, name in places[low:high]} & manuscript.referenced:
            found.add(key)
    return found
