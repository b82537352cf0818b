r"""Which summaries state no number that the body may lack: of those nothing need be read.

The sources are compared as they stand, without a pattern for each number; whatever is not the same, character for
character, nor clearly about something else, is left to those who read both (`argcheck.prose.claimed`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex import vocabulary
from argcheck.tex.vocabulary import phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.passages import Passages

#: A number, and what it counts or measures: commands, and the first letters of the word behind it.
_NUMBER = lazy(
    r"(?<!\w)(?P<number>\.?\d+(?:[{},\\\s~'’]*\d{3}(?!\d)|[.,]\d+)*)"
    r"(?P<of>(?:[ \t~{}$]|\n(?!\s*\n)|\\[A-Za-z]+|\\.)*(?:%|[^\W\d_]{1,4})?)"
)


_WORD = lazy(r"[^\W\d_]+")
_SET_APART = lazy(r"[{},\\\s~\xa0\u2009\u202f'’]+")
_SENTENCE_ENDS = ".!?…"
_DOZEN = 12
_FAR = 400  # characters of a sentence that are looked at on either side of a number
_GLUED = lazy(r"\\[A-Za-z]+\d")
_COMMAND = lazy(r"\\([A-Za-z@]+)")


def doubtful(numbers: Passages, summaries: list[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    """Yield the summaries that may state a number which does not stand in the body as it is written there."""
    known: dict[str, bool] = {}
    for summary in summaries:
        span = summary[0]
        text = numbers.manuscript.files[span.path].text[span.start : span.end]
        if _in_words(text.lower(), numbers.codes) or _GLUED.search(text) or _by_macro(numbers, text):
            yield summary
            continue
        for match in _NUMBER.finditer(text):
            sought = match[0].rstrip()
            if not (_uncounted(text, match) or _aside(text, match, numbers.language)):
                if sought not in known:
                    known[sought] = _stands(numbers, match) or _stands_loosely(numbers, match)
                if not known[sought]:
                    yield summary
                    break


def elsewhere(sentence: str, language: str) -> bool:
    """Whether a sentence speaks of what may come, of what others found or of an example."""
    said = " ".join(_WORD.findall(sentence.lower()))
    return wording(with_english(language), r"\b{bounds.elsewhere}\b").search(said) is not None


def _aside(text: str, match: re.Match[str], language: str) -> bool:
    """Whether a number is a bound or a rounding, or its sentence is about something else."""
    start, end = match.span("number")
    if wording(with_english(language), r"\b{bounds.loose}[\s~$]*\Z", re.IGNORECASE).search(
        text, max(0, start - 20), start
    ):
        return True
    low, high = max(0, start - _FAR), min(len(text), end + _FAR)
    low = max(low, *(text.rfind(sign, low, start) + 1 for sign in (*_SENTENCE_ENDS, "\n\n")))
    high = min(
        high, *(at for sign in (*_SENTENCE_ENDS, "\n\n") if (at := text.find(sign, end, high)) >= 0), high
    )
    sentence = text[low:high]
    if "%" in sentence.replace("\\%", ""):
        return False
    return "\\cite" in sentence or "\\ref{" in sentence or elsewhere(sentence, language)


def _in_words(text: str, codes: list[str]) -> bool:
    """Whether a number of the text, which is in lower case, is written in words."""
    plain = text.replace("~", " ").replace("\n", " ")
    for code in codes:
        if wording(code, r"(?!{numbers.percent}){numbers.large-parts}").search(
            wording(code, "{numbers.percent}").sub("%", plain)
        ):
            return True
        units = phrases(code, "numbers.unit-parts")
        if any(unit in plain for unit in units) and _measured(code).search(plain):
            return True
    return False


@cache
def _measured(code: str) -> re.Pattern[str]:
    """Return the pattern of a number up to twelve in words with a unit."""
    small = "|".join(
        word for word, value in vocabulary.numbers(code, "numbers.small").items() if value <= _DOZEN
    )
    return wording(code, rf"\b(?:{small})[\s~-]+(?:{{numbers.percent}}|[^\W\d_]*{{numbers.unit-parts}})")


def _by_macro(numbers: Passages, text: str) -> bool:
    """Whether a macro of the document may print a number in the text."""
    macros = numbers.manuscript.text_macros
    used = (macros[name] for name in set(_COMMAND.findall(text)) & macros.keys())
    return any(
        any(map(str.isdigit, body))
        or _in_words(body.lower(), numbers.codes)
        or not macros.keys().isdisjoint(_COMMAND.findall(body))
        for body in used
    )


def _uncounted(text: str, match: re.Match[str]) -> bool:
    """Whether nothing is said to be counted or measured by a whole number, so that it states nothing."""
    number, of = match["number"], match["of"]
    before = text[max(0, match.start() - 8) : match.start()].rstrip(" ~")
    return (
        number.isdigit()
        and not of.strip(" ~{}$\n")
        and not before.endswith(("=", "€", "£", "\\$", "}"))
        and "=" not in before
    )


def _stands(numbers: Passages, match: re.Match[str]) -> bool:
    """Whether the body has a number, and behind a whole one the same as behind it here."""
    number = match["number"]
    sought = match[0].rstrip() if number.isdigit() else number
    for piece in numbers.rest:
        text = numbers.manuscript.files[piece.path].text
        at = text.find(sought, piece.start, piece.end)
        while at >= 0:
            end = at + len(number)
            if not (_goes_on(text[at - 1 : at]) or _goes_on(text[end : end + 2])):
                return True
            at = text.find(sought, at + 1, piece.end)
    return False


def _goes_on(beside: str) -> bool:
    """Whether the one or two characters beside a number make it a part of another one."""
    return beside[:1].isdigit() or (beside[:1] in (".", ",") and (len(beside) == 1 or beside[1].isdigit()))


def _stands_loosely(numbers: Passages, match: re.Match[str]) -> bool:
    """Whether the body has a number with the same word behind it, whatever signs are between them."""
    word = _WORD.search(match["of"][-4:])
    return word is not None and stands(numbers, match["number"], word[0] if match["number"].isdigit() else "")


def stands(numbers: Passages, literal: str, of: str) -> bool:
    """Whether the source of the body has a number, however its thousands are set apart, and behind it a word or sign."""
    first, *others = map(re.escape, _SET_APART.split(literal))
    # The look-behind stands behind the first digits: a pattern that begins with them is searched fast.
    digits = r"[{},\\\s~']*".join((rf"{first}(?<![\d.,]{first})", *others))
    if of:
        digits += r"[\s~{}$\\]*" + re.escape(of)
    pattern = re.compile(rf"{digits}(?!\d|[.,]\d)")
    return any(
        pattern.search(numbers.manuscript.files[piece.path].text, piece.start, piece.end)
        for piece in numbers.rest
    )
