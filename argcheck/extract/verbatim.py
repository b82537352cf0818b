r"""Which summaries state no number that the body may lack: of those nothing need be read.

The sources are compared as they stand, without a pattern for each number; whatever is not the same, character for
character, nor clearly about something else, is left to those who read both (`argcheck.extract.claimed`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.diagnostic import Span
    from argcheck.extract.passages import Passages

#: A number, and what it counts or measures: commands, and the first letters of the word behind it.
_NUMBER = lazy(
    r"(?<!\w)(?P<number>\.?\d+(?:[{},\\\s~'’]*\d{3}(?!\d)|[.,]\d+)*)"
    r"(?P<of>(?:[ \t~{}$]|\n(?!\s*\n)|\\[A-Za-z]+|\\.)*(?:%|[^\W\d_]{1,4})?)"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = lazy(r"[^\W\d_]+")
_SET_APART = lazy(r"[{},\\\s~\xa0\u2009\u202f'’]+")
_SENTENCE_ENDS = ".!?…"
_FAR = 400  # characters of a sentence that are looked at on either side of a number
#: Words of sentences about what may come, what others found, and what is only an example.
_ELSEWHERE = _words("""
    will would could might may can plan planned future suppose if prior worldwide globally estimated expected
    wird werden würde könnte beispielsweise wenn falls weltweit futur futurs serait sera seront si selon monde
""")
_ELSEWHERE_BEGINS = ("previous", "künftig", "zukünftig", "pourra")
_ELSEWHERE_PHRASES = tuple(
    f" {phrase} "
    for phrase in (
        "for example",
        "for instance",
        "such as",
        "et al",
        "e g",
        "according to",
        "reported by",
        "z b",
        "zum beispiel",
        "par exemple",
    )
)
#: Words before a number that make it a bound, a rounding or a difference, and not a statement of its own.
_LOOSE = _words("""
    by times over under about around nearly almost approximately roughly some circa below above within only than
    beyond top factor factors order orders every als que um etwa rund fast knapp gut mindestens höchstens über unter ungefähr
    zwischen between bis faktor nahezu beinahe alle environ presque facteur entre quelque
""")
_GLUED = lazy(r"\\[A-Za-z]+\d")
_COMMAND = lazy(r"\\([A-Za-z@]+)")
#: Parts of the words for numbers beyond twelve, and of those for units ("three seconds" is compared as well), by language.
_BIG = {
    "en": _words("teen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand illion"),
    "de": _words(
        "zehn zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend illi"
    ),
    "fr": _words(
        "treize quatorze quinze seize vingt trente quarante cinquante soixante septante octante huitante nonante dix- illi"
    )
    | {" cent ", " cents ", " mille "},  # which are parts of many other words
}
_UNITS = {
    "en": ("percent", "per cent", "seconds", "minute", "hour", " metre", " meter", "dollars", "euro"),
    "de": ("prozent", "sekunde", "minute", "stunde", "meter", "euro"),
    "fr": ("pour cent", "seconde", "minute", "heure", "mètre", "metre", "euro"),
}
_MEASURED = lazy(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|null|ein|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf|zwölf"
    r"|zéro|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze)[\s~-]+(?:per cent|pour cent|percent|prozent|[^\W\d_]*(?:second|minute|hour"
    r"|met[er]{2}|dollar|euro|sekunde|stunde|heure))"
)


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
            if not (_uncounted(text, match) or _aside(text, match)):
                if sought not in known:
                    known[sought] = _stands(numbers, match) or _stands_loosely(numbers, match)
                if not known[sought]:
                    yield summary
                    break


def elsewhere(sentence: str) -> bool:
    """Whether a sentence speaks of what may come, of what others found or of an example."""
    words = _WORD.findall(sentence.lower())
    if not _ELSEWHERE.isdisjoint(words) or any(word.startswith(_ELSEWHERE_BEGINS) for word in words):
        return True
    spaced = f" {' '.join(words)} "
    return any(phrase in spaced for phrase in _ELSEWHERE_PHRASES)


def _aside(text: str, match: re.Match[str]) -> bool:
    """Whether a number is a bound or a rounding, or its sentence is about something else."""
    start, end = match.span("number")
    words = _WORD.findall(text[max(0, start - 20) : start].lower())
    if words and words[-1] in _LOOSE and text[:start].rstrip(" ~$\n").lower().endswith(words[-1]):
        return True
    low, high = max(0, start - _FAR), min(len(text), end + _FAR)
    low = max(low, *(text.rfind(sign, low, start) + 1 for sign in (*_SENTENCE_ENDS, "\n\n")))
    high = min(
        high, *(at for sign in (*_SENTENCE_ENDS, "\n\n") if (at := text.find(sign, end, high)) >= 0), high
    )
    sentence = text[low:high]
    if "%" in sentence.replace("\\%", ""):
        return False
    return "\\cite" in sentence or "\\ref{" in sentence or elsewhere(sentence)


def _in_words(text: str, codes: list[str]) -> bool:
    """Whether a number of the text, which is in lower case, is written in words."""
    plain = text.replace("~", " ").replace("\n", " ")
    for code in codes:
        apart = plain.replace("pour cent", "%") if code == "fr" else plain
        if any(word in apart for word in _BIG[code]):
            return True
        if any(unit in plain for unit in _UNITS[code]) and _MEASURED.search(plain):
            return True
    return False


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
