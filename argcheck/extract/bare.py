"""Comparisons and superlatives that are claimed as found, in a paragraph that gives no ground for them."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from argcheck.extract.parts import summaries
from argcheck.tex.sentences import OBJECT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.diagnostic import Span
    from argcheck.tex.model import Manuscript
    from argcheck.tex.text import Sentence

#: What compares and claims to have been found, by language, in lower case.
COMPARING = {
    "en": (
        r"\b(?:significantly|substantially|dramatically|drastically|considerably|markedly|vastly|consistently|clearly"
        r"|by far|far|greatly|largely) (?:out\w+s?|outperform(?:s|ed|ing)?|better|worse|faster|slower|higher|lower"
        r"|larger|smaller|greater|fewer|superior|exceed(?:s|ed)|surpass(?:es|ed)|improve[sd]?|reduce[sd]?|increase[sd]?"
        r"|decrease[sd]?|more (?:accurate|efficient|effective|precise|robust|reliable))\b"
        r"|\b(?:improve[sd]?|reduce[sd]?|increase[sd]?|decrease[sd]?) (?:significantly|substantially|dramatically|drastically"
        r"|considerably|markedly|vastly|greatly)\b"
        r"|\b(?:outperforms?|outperformed|surpass(?:es|ed)?|beats?) (?:all|every|any|the|other|existing|previous|prior|state|both)\b"
        r"|\bexceed(?:s|ed)? the state of the art\b"
        r"|\b(?:is|are|was|were) (?:superior|inferior) to\b"
        r"|\b(?:is|are|was|were) (?:the|among the) first (?!(?:argument|parameter|operand|input|step|thing|line|time)s?\b)(?:\w+ )?(?:to|that|who|which|of its kind)\b|\bwe are the first\b"
        r"|\bfor the first time\b"
        r"|\b(?:superior|unprecedented|unmatched|unrivalled|unparalleled|state-of-the-art) (?:performance|accuracy|results|quality|speed)\b"
        r"|\borders? of magnitude (?:faster|slower|better|larger|smaller|more)\b"
    ),
    "de": (
        r"\b(?:signifikant|deutlich|erheblich|wesentlich|weitaus|beträchtlich|durchweg|bei weitem|klar) "
        r"(?:besser|schlechter|schneller|langsamer|höher|niedriger|größer|kleiner|geringer|überlegen|genauer|effizienter"
        r"|verbessert|erhöht|reduziert|gesteigert|verringert|präziser|zuverlässiger)\w*\b"
        r"|\b(?:übertrifft|übertreffen|übertraf) (?:alle|sämtliche|die|das|den|andere|bisherige|bestehende|jede)\w*\b"
        r"|\b(?:ist|sind|war|waren) (?:die|der|das) erste[nr]?,? (?:\w+,? )?(?:die|der|das|welche\w*)\b"
        r"|\bzum ersten mal\b|\berstmals (?:gezeigt|nachgewiesen|gelungen|möglich)\b"
    ),
    "fr": (
        r"\b(?:significativement|nettement|considérablement|sensiblement|largement|bien|de loin) "
        r"(?:meilleure?s?|mieux|pire|supérieure?s?|inférieure?s?|plus (?:rapides?|précise?s?|efficaces?|élevée?s?|grande?s?)"
        r"|moins (?:rapides?|précise?s?|efficaces?|élevée?s?)|améliorée?s?|réduite?s?|augmentée?s?)\b"
        r"|\bsurpass(?:e|ent|ait) (?:tou\w+|les|la|le|l['’])"
        r"|\b(?:est|sont|sommes|était|étaient) (?:le|la|les) (?:première?s?|tout premier) (?:\w+ )?(?:à|qui)\b|\bpour la première fois\b"
    ),
}
#: What is hoped, asked, denied or only possible is not claimed as found, nor is what somebody is thanked for.
_HEDGED = {
    "en": r"\b(?:may|might|could|would|should|if|whether|hope|expect(?:ed)?|believe|aim|goal|hypothes\w+|suppose|assume|can|not|no|neither|unless|grateful|thank|reviewers?|referees?|to be the first|(?:when|whenever|once|until|before) .*for the first time)\b",
    "de": r"\b(?:könnte[n]?|kann|können|würde[n]?|sollte[n]?|falls|wenn|ob|hoffen|erwart\w+|vermut\w+|ziel|hypothese|angenommen|nicht|kein\w*|weder|danken|dankbar)\b",
    "fr": r"\b(?:pourrai\w+|peut|peuvent|serai\w+|devrai\w+|si|espér\w+|attend\w+|but|hypothèse|supposons|pas|aucune?|ni|remerci\w+|(?:lorsque|quand|dès que|avant qu\S*) .*pour la première fois)\b",
}
_GIVEN = {
    "en": r"\b(?:twice|twofold|half|double[sd]?|triple[sd]?|percent|per cent|see|above|below|following|proof|theorem)\b",
    "de": r"\b(?:doppelt|halb\w*|verdoppel\w+|prozent|siehe|oben|unten|folgend\w*|beweis|satz)\b",
    "fr": r"\b(?:double\w*|moitié|pour cent|voir|ci-dessus|ci-dessous|suivante?s?|preuve|théorème)\b",
}
_KINDS = frozenset({"prose", "item"})
_SIGNS = ("[", OBJECT, "<", ">", "=", "≤", "≥", "≈", "∝")  # of a citation, a reference, a formula
_BRIEF = 5  # words: a shorter sentence claims nothing by itself


class BareClaim(NamedTuple):
    """A sentence that compares, and the words by which it does."""

    sentence: Sentence
    words: str


@cache
def _compiled(table: str, language: str) -> re.Pattern[str]:
    return re.compile({"comparing": COMPARING, "hedged": _HEDGED, "given": _GIVEN}[table][language])


def bare_claims(manuscript: Manuscript) -> Iterator[BareClaim]:
    """Yield comparisons without a number, formula, citation or reference in their paragraph, in document order.

    Abstract and conclusion sum up what stands elsewhere, and proofs are grounds themselves: they are left out.
    """
    left_out = [span for span, _ in summaries(manuscript)]
    left_out += [one.span for one in manuscript.environments if one.name == "proof"]
    left_out += [one.environment.span for one in manuscript.statements]
    for _, members in groupby(manuscript.sentences, key=lambda one: one.paragraph):
        paragraph = list(members)
        found = [claim for one in paragraph if (claim := _claim(one)) and not _within(one.span, left_out)]
        if found and not any(_grounds(one) for one in paragraph):
            yield from found


def _claim(sentence: Sentence) -> BareClaim | None:
    if sentence.kind not in _KINDS or sentence.language not in COMPARING or sentence.text.endswith("?"):
        return None
    lower = sentence.text.lower()
    match = _compiled("comparing", sentence.language).search(lower)
    if match is None or lower.count(" ") < _BRIEF or _compiled("hedged", sentence.language).search(lower):
        return None
    return BareClaim(sentence, match[0])


def _grounds(sentence: Sentence) -> bool:
    """Whether a sentence gives a number, a formula, a citation or a reference."""
    from argcheck.quantities import number_word

    text, language = sentence.text, sentence.language
    if any(sign in text for sign in _SIGNS) or any(char.isdigit() for char in text):
        return True
    if language not in _GIVEN:
        return False
    lower = text.lower()
    if _compiled("given", language).search(lower):
        return True
    return any(number_word(word, language) is not None for word in re.findall(r"[^\W\d_]+", lower))


def _within(span: Span, ranges: list[Span]) -> bool:
    return any(one.path == span.path and one.start <= span.start < one.end for one in ranges)
