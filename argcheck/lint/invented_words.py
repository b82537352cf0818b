"""Made-up words in the place of an author's, the same for the same, and as long."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

_WORD = re.compile(r"(?<!\\)(?<![^\W\d_])[^\W\d_]{2,}")
#: Where a word is a name of LaTeX's or of BibTeX's, not of the author's.
_NAMES = re.compile(
    r"\\(?:documentclass|usepackage|RequirePackage|bibliographystyle|pagestyle|newtheorem|begin|end)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\(?:newcommand|renewcommand|providecommand|DeclareMathOperator)\*?\{?\\[A-Za-z]+\}?|\\[A-Za-z@]+"
    r"|@\w+(?=\s*[{(])|^[ \t]*[\w-]+(?=[ \t]*=)|%[ \t]*argcheck:[ \t]*[\w-]+(?:\[[^\]]*\])?|%[ \t]*!TEX[^\n=]*=?",
    re.MULTILINE,
)
_SYLLABLES = [consonant + vowel for vowel in "aeiou" for consonant in "bdfgklmnprstv"]


def words_of(texts: Mapping[str, str]) -> list[str]:
    """The author's words, folded, the most frequent first: names of LaTeX's and short small ones are left out."""
    counts: Counter[str] = Counter()
    for path, text in texts.items():
        if not path.endswith(".toml"):
            counts.update(folded_words(_NAMES.sub(lambda match: " " * len(match[0]), text)))
    return sorted(counts, key=lambda word: (-counts[word], word))


def folded_words(text: str) -> list[str]:
    """The words of a text that may be names or terms, in lower case."""
    return [match[0].lower() for match in _WORD.finditer(text) if len(match[0]) > 3 or match[0][0].isupper()]


def inventions(words: Sequence[str]) -> dict[str, str]:
    """A made-up word for each word: the same for the same list, none that the list has."""
    taken = set(words)
    made: dict[str, str] = {}
    number = 0
    for word in words:
        while True:
            first, second = divmod(number, len(_SYLLABLES))
            invented = (
                _SYLLABLES[second]
                + _SYLLABLES[(first + 7 * second + 3) % len(_SYLLABLES)]
                + "n" * (first > 0)
            )
            invented += str(first // len(_SYLLABLES) or "")
            number += 1
            if invented not in taken:
                break
        taken.add(invented)
        made[word] = invented
    return made


def replaced(text: str, mapping: Mapping[str, str]) -> str:
    """Write a text with the words that are mapped replaced, names of LaTeX and BibTeX left alone."""
    pieces, position = [], 0
    for name in [*_NAMES.finditer(text), None]:
        start, end = name.span() if name else (len(text), len(text))
        pieces += [
            _WORD.sub(lambda match: _as_written(match[0], mapping), text[position:start]),
            text[start:end],
        ]
        position = end
    return "".join(pieces)


def renamed(path: str, mapping: Mapping[str, str]) -> str:
    """Write a path with the words of its stem replaced."""
    stem, dot, suffix = path.rpartition(".")
    return f"{replaced(stem, mapping)}{dot}{suffix}"


def _as_written(word: str, mapping: Mapping[str, str]) -> str:
    invented = mapping.get(word.lower())
    if invented is None or (len(word) <= 3 and not word[0].isupper()):
        return word
    if word.isupper() and len(word) > 1:
        return invented.upper()
    return invented.capitalize() if word[0].isupper() else invented
