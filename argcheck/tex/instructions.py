"""Words that instruct whoever judges a paper: to ignore instructions, to praise, to pass over weaknesses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.patterns import lazy

_ORDER = r"(?:instructions?|prompts?|guidelines?|directions?|directives?|commands?|rules)"
_GOOD = (
    r"(?:positive|favou?rable|glowing|flattering|enthusiastic|good|great|high(?:est)?|top|strong|excellent|perfect"
    r"|maximum|best)"
)
_JUDGED = r"(?:reviews?|ratings?|scores?|recommendations?|evaluations?|assessments?|feedback|marks?|grades?|comments)"
_BAD = (
    r"(?:weakness(?:es)?|negatives?|limitations?|flaws?|shortcomings?|criticisms?|concerns|drawbacks|faults|errors"
    r"|problems)"
)
_MODEL = (
    r"(?:(?:large[\s~]+)?language[\s~]+models?|LLMs?|A\.?I\.?|GPT(?:-?\d)?|ChatGPT|Claude|Gemini|chatbots?)"
)
_GAP = r"(?:[\s~]+(?:[\w'’-]+,?)){0,6}?[\s~]+"
_FEW = r"(?:[\s~]+(?:[\w'’-]+,?)){0,3}?[\s~]+"
_NEGATED = r"(?:do[\s~]+not|don['’]t|never|avoid|must[\s~]+not|should[\s~]+not|refrain[\s~]+from)"
_WORK = r"(?:paper|manuscript|submission|article|work)"


def _pattern(*ways: str) -> re.Pattern[str]:
    return lazy("|".join(ways), re.IGNORECASE)


class _Way(NamedTuple):
    """One way to instruct: a passage has one of ``words``, and one of ``others`` near it, in lower case."""

    words: tuple[str, ...]
    others: tuple[str, ...]
    pattern: re.Pattern[str]


_WAYS = (
    _Way(
        ("ignor", "disregard", "forget", "override", "bypass"),
        ("instruc", "prompt", "guideline", "direct", "command", "rules", "anweis", "instruk", "anleit", "vorgab",
         "richtl", "consigne"),
        _pattern(
            rf"\b(?:ignore|disregard|forget|override|bypass){_GAP}{_ORDER}\b",
            rf"\bignorier\w*{_FEW}(?:Anweisung|Instruktion|Anleitung|Vorgabe|Richtlinie)\w*",
            rf"\bignore[rz]?{_FEW}(?:instructions?|consignes?|directives?)\b",
        ),
    ),
    _Way(
        ("review", " rating", " score", "recommendation", "evaluation", "assessment", "feedback", " grade", " mark"),
        ("positive", "favo", "glowing", "flattering", "enthusiastic", "good", "great", "high", " top ", "strong",
         "excellent", "perfect", "maximum", "best"),
        _pattern(
            r"\b(?:give|write|provide|output|produce|generate|return|assign|leave|submit|issue|deliver|draft)"
            rf"{_GAP}{_GOOD}{_FEW}{_JUDGED}\b"
        ),
    ),
    _Way(
        ("weakness", "negative", "limitation", "flaw", "shortcoming", "critici", "concern", "drawback", "fault"),
        ("not ", "not\n", "n't", "n’t", "never", "avoid", "refrain"),
        _pattern(
            rf"\b{_NEGATED}{_FEW}(?:mention|highlight|discuss|list|point|criticize|criticise|note|raise|include|give"
            rf"|report|output|emphasi[sz]e)(?:ing)?{_GAP}{_BAD}\b"
        ),
    ),
    _Way(
        (" accept", "\naccept"),
        ("recommend", "suggest", "advise", "vote", "you must", "please", "always", "simply", "just"),
        _pattern(
            rf"\b(?:recommend|suggest|advise|vote){_FEW}(?:accept(?:ance|ing)?)\b(?=[^.]{{0,40}}\b{_WORK}\b|[\s~]*[.!])",
            rf"\b(?:you[\s~]+must|please|always|simply|just)[\s~]+accept[\s~]+(?:this|the)[\s~]+{_WORK}\b",
        ),
    ),
    _Way(
        ("language model", "llm", " ai ", " ai:", " ai,", "a.i.", "gpt", "claude", "gemini", "chatbot", "reviewer"),
        ("as a", "are a", "note", "attention", "message", "instruction", "dear", "hey", "hello", "please", "do ",
         "you", "reviewer"),
        _pattern(
            rf"\b(?:as|if[\s~]+you[\s~]+are|you[\s~]+are)[\s~]+an?[\s~]+(?:\w+[\s~]+){{0,2}}?{_MODEL}(?!\w)",
            r"\byou[\s~]+are[\s~]+(?:now[\s~]+)?an?[\s~]+(?:\w+[\s~]+){0,2}?reviewer\b",
            r"\b(?:note|attention|message|instructions?|dear|hey|hello)(?:[\s~]+(?:to|for))?(?:[\s~]+(?:all|any|the))?"
            rf"[\s~,:]+{_MODEL}(?!\w)",
            rf"\b{_MODEL}[\s~]+(?:reviewers?|assistants?|agents?|systems?)[\s~]*(?::|,?[\s~]*(?:please|do|you)\b)",
        ),
    ),
    _Way(
        ("emphasize", "emphasise"),
        ("strength", "novelty", "contribution", "merit"),
        _pattern(
            rf"\bemphasi[sz]e{_FEW}(?:strengths?|novelty|contributions?|merits?)\b[^.]{{0,40}}\b{_WORK}\b"
        ),
    ),
    _Way(
        ("gutachten", "bewertung", "rezension", "urteil", "schwäche", "mängel", "kritik"),
        ("gib", "geben", "schreib", "verfass", "erstell", "erwähn", "nenn"),
        _pattern(
            rf"\b(?:gib|geben|schreib\w*|verfass\w*|erstell\w*){_FEW}(?:positiv|gut|wohlwollend|hervorragend)\w*[\s~]+"
            r"(?:Bewertung|Gutachten|Rezension|Begutachtung|Urteil)\w*",
            rf"\b(?:erwähn\w*|nenn\w*){_FEW}?(?:kein\w*|nicht){_FEW}(?:Schwäche|Mängel|Kritik)\w*",
        ),
    ),
    _Way(
        (" avis", "rapport", "évaluation", "critique", "faiblesse", "défaut", "limite"),
        ("donne", "rédige", "écri", "fourni", "ne mentionne", "ne cite", "ne signale"),
        _pattern(
            rf"\b(?:donne[rz]?|rédige[rz]?|écri(?:s|vez|re)|fournis\w*){_FEW}(?:avis|rapport|évaluation|critique)"
            r"[\s~]+(?:\w+[\s~]+){0,2}?(?:positi\w+|favorable|élogieu\w+|excellente?)\b",
            r"\bne[\s~]+(?:mentionne|cite|signale)[rz]?[\s~]+(?:pas|aucune?)[\s~]+(?:\w+[\s~]+){0,2}?"
            r"(?:faiblesse|défaut|limite|critique)s?\b",
        ),
    ),
)  # fmt: skip
_WINDOW = 100  # characters


def instructing(text: str) -> list[tuple[int, int]]:
    """Return the places of what instructs in a text, in order; only around the words that such passages have is it searched."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    places: list[tuple[int, int]] = []
    for words, others, pattern in _WAYS:
        ranges = sorted(place for word in words for place in _around(lower, word))
        end = 0
        for start, stop in _merged(ranges):
            near = lower[start:stop]
            if any(other in near for other in others):
                for match in pattern.finditer(text, max(start, end), stop):
                    places.append(match.span())
                    end = match.end()
    return sorted(places)


def _around(lower: str, word: str) -> Iterator[tuple[int, int]]:
    position = lower.find(word)
    while position >= 0:
        yield max(0, position - _WINDOW), position + _WINDOW
        position = lower.find(word, position + len(word))


def _merged(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join ranges that overlap."""
    start, end = -1, -1
    for first, last in ranges:
        if first > end:
            if end >= 0:
                yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    if end >= 0:
        yield start, end
