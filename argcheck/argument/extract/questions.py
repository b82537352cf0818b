"""Numbered research questions and hypotheses (RQ2, H1, "Hypothesis 3"): their places, and which are never answered."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import DIGITS, lazy
from argcheck.prose.families import family as kind_of
from argcheck.tex.by_file import labels_by_file, sections_by_file
from argcheck.tex.numerals import natural
from argcheck.tex.units import names_questions, statements
from argcheck.tex.vocabulary import codes, phrases, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords


class NumberedQuestion(NamedTuple):
    """A numbered question or hypothesis that the document announces."""

    name: str  #: as written, such as ``RQ2``
    span: Span


class _Mention(NamedTuple):
    """The name of a question in the text: its place, its section, and whether it is announced there."""

    key: str
    section: int
    declares: bool
    question: NumberedQuestion


def names(family: str, *, short: bool) -> str:
    """Return a pattern of the names of hypotheses (``H``) or questions (``RQ``) in all languages."""
    key = {"H": "hypothesis", "RQ": "question"}[family] + ("-short" if short else "")
    heads = (word if short else _either_case(word) for word in phrases(codes(), f"questions.{key}"))
    return "|".join(sorted(heads, key=len, reverse=True))


@cache
def shorts() -> str:
    """Return a pattern of the most common short names of questions and hypotheses: the first one of each language."""
    heads = (phrases(code, "questions.question-short")[:1] for code in codes())
    return "|".join(dict.fromkeys([*chain(*heads), "H"]))


def _either_case(name: str) -> str:
    """Return a pattern of a name whose words may be capitalised, as in titles."""
    return "[ ~\n]".join(f"[{word[0].lower()}{word[0].upper()}]{word[1:]}" for word in name.split())


def family(name: str) -> str:
    """Return ``RQ`` for a name of research questions, ``H`` for one of hypotheses."""
    return "H" if name[0] in "Hh" else "RQ"


_LINE = 2_000  # most characters of a line before a name that are searched for a comment sign
_WINDOW = 100  # most characters before a name that are searched for the head of an item or a line


#: A capital of a short name with a number.
_SHORT = lazy(r"[A-Z](?=[A-Z]{0,3}[-~ ]?\d)")


@cache
def _long() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return the pattern of a long name before a number, and these names in lower case, longest first."""
    listed = phrases(codes(), "questions.hypothesis"), phrases(codes(), "questions.question")
    pattern = re.compile(rf"(?:{names('H', short=False)}|{names('RQ', short=False)})(?=[~ ]\d)")
    return pattern, tuple(sorted(map(str.lower, chain(*listed)), key=len, reverse=True))


@cache
def _pattern() -> re.Pattern[str]:
    short = shorts()
    long = f"{names('H', short=False)}|{names('RQ', short=False)}"
    return wording(
        codes(),
        rf"(?:(?<![\w\\_^$-])(?P<short>{short})[-~ ]?|(?P<long>{long})[~ ])"
        r"(?P<number>\d{1,2})(?![\w.]\w|\w|\}?\s*[\^_]|\$)"
        r"(?P<more>(?:\s*(?:,|{lists.and}|{numbers.to}|--?-?|–|/|&|\\&)"
        rf"\s*(?:{short})?[~ ]?\d{{1,2}}(?!\w))*)",
    )


#: Before a name that is announced: the start of a line, an item, a title in bold.
_HEAD = lazy(
    r"(?:^|\n|\\item\b)[ \t]*\[?[ \t]*(?:\\(?:textbf|emph|textit|textsc|paragraph|subparagraph|bfseries|bf)\b\*?\s*\{?\s*)?\(?\Z"
)
_COLLECTIVE = r"\b{questions.collective}\s(?:\w+\s)?{questions.plural}\b(?![~ ]\d)"
_NUMBER = r"(--?-?|–|\b{numbers.to}(?=\s))?\s*(?:SHORTS)?[~ ]?(\d{1,2})"
_CLOSING = lazy(r"\s*(?:[\])}:.–—]|\(|---?)")


def unanswered(manuscript: ManuscriptRecords) -> list[NumberedQuestion]:
    """Return the announced questions that no later section names, if it names others of their kind."""
    if not names_questions(manuscript):
        return []
    mentions = [
        mention for section, text, span in _sections(manuscript) for mention in _mentions(text, span, section)
    ]
    theorems = [
        statement.environment.span
        for statement in statements(manuscript)
        if kind_of(statement.kind) == "result"
    ]
    declared: dict[str, _Mention] = {}
    for mention in mentions:  # what a theorem lists are its assumptions
        if mention.declares and not any(theorem.contains(mention.question.span) for theorem in theorems):
            declared.setdefault(mention.key, mention)
    taken = {
        mention.key
        for mention in mentions
        if mention.key in declared and mention.section > declared[mention.key].section
    } | _referenced(manuscript, declared)
    open_ones = [mention for key, mention in declared.items() if key not in taken]
    siblings = {key.rstrip("0123456789") for key in taken}
    if len(declared) < 2 or not open_ones:
        return []
    first = min(mention.section for mention in open_ones)
    collective = wording(codes(), _COLLECTIVE, re.IGNORECASE)
    for section, text, span in _sections(manuscript):
        if section > first and collective.search(text, span.start, span.end):
            return []
    return [mention.question for mention in open_ones if mention.key.rstrip("0123456789") in siblings]


def _sections(manuscript: ManuscriptRecords) -> Iterator[tuple[int, str, Span]]:
    """Yield the pieces of the live text between headings: number of the section, text of the file, place."""
    section = 0
    for piece in manuscript.pieces:
        starts = {titled.span.start for titled in sections_by_file(manuscript).get(piece.path, ())}
        here = sorted(start for start in starts if piece.start <= start < piece.end)
        text = manuscript.files[piece.path].text
        for number, (low, high) in enumerate(zip([piece.start, *here], [*here, piece.end], strict=True)):
            section += number > 0 or low in here[:1]
            yield section, text, Span(piece.path, low, high)


def _mentions(text: str, span: Span, section: int) -> Iterator[_Mention]:
    """Yield the mentions of questions and hypotheses in a range of a text, without those in comments."""
    for match in _names_in(text, span):
        low = max(0, match.start() - _LINE)
        begin = max(low, text.rfind("\n", low, match.start()) + 1)
        before = text[begin : match.start()]
        if "%" in before and "%" in before.replace("\\%", ""):
            continue
        head = "\n" + before if len(before) < _WINDOW else f"x{before[-_WINDOW:]}"
        declares = bool(_HEAD.search(head)) and _CLOSING.match(text, match.end()) is not None
        place = Span(span.path, match.start(), match.end("number"))
        question = NumberedQuestion(text[match.start() : match.end("number")].replace("~", " "), place)
        for number in _numbers(match["number"], match["more"]):
            yield _Mention(
                f"{family(match['short'] or match['long'])}{number}",
                section,
                declares and not match["more"],
                question,
            )


def _names_in(text: str, span: Span) -> Iterator[re.Match[str]]:
    """Yield the names in a range; the pattern is tried only before a number, after what may be a name."""
    starts = {place.start() for place in _SHORT.finditer(text, span.start, span.end)}
    position = span.start
    for start in sorted(starts.union(_long_names(text, span))):
        match = _pattern().match(text, start, span.end) if start >= position else None
        if match:
            position = match.end()
            yield match


def _long_names(text: str, span: Span) -> Iterator[int]:
    """Yield the starts of long names; only the text before each number is compared with the names."""
    pattern, listed = _long()
    longest, last_letters = len(listed[0]), {name[-1] for name in listed}
    for number in DIGITS.finditer(text, span.start, span.end):
        end = number.start() - 1
        if end > span.start and text[end] in "~ " and text[end - 1].lower() in last_letters:
            before = text[max(span.start, end - longest) : end].lower().replace("~", " ").replace("\n", " ")
            if before.endswith(listed):
                ends = (end - len(name) for name in listed if before.endswith(name))
                yield from (start for start in ends if pattern.match(text, start, span.end))


def _numbers(first: str, more: str) -> list[str]:
    """Return the numbers of ``1--3`` or ``1, 2 and 4``, given the first and the rest."""
    numbers = [first]
    if not more:
        return numbers
    for joint, number in wording(codes(), _NUMBER.replace("SHORTS", shorts())).findall(more):
        if joint:
            numbers += [str(value) for value in range(natural(numbers[-1]) + 1, natural(number))]
        numbers.append(number)
    return numbers


def _referenced(manuscript: ManuscriptRecords, declared: dict[str, _Mention]) -> set[str]:
    """Return the keys of questions whose own label is referred to."""
    taken = set()
    for key, mention in declared.items():
        place = mention.question.span
        text = manuscript.files[place.path].text
        end = min(text.find("\\item", place.end) % (len(text) + 1), place.end + 400)
        labels = labels_by_file(manuscript).get(place.path, [])
        begin = max(
            place.start - 60, text.rfind("\\end{", max(0, place.start - 60), place.start)
        )  # labels before the end of an environment are its own
        low, high = (
            bisect_left(labels, offset, key=lambda label: label.span.start) for offset in (begin, end)
        )
        if {label.name for label in labels[low:high]} & manuscript.referenced:
            taken.add(key)
    return taken
