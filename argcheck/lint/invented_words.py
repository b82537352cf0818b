"""Replace an author's words by made-up ones, the same word always by the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

_WORD = re.compile(r"(?<!\\)(?<![^\W\d_])[^\W\d_]{2,}")
#: Matches names of LaTeX and BibTeX, which are not the author's words.
_NAMES = re.compile(
    r"\\(?:documentclass|usepackage|RequirePackage|bibliographystyle|pagestyle|newtheorem|begin|end)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\(?:newcommand|renewcommand|providecommand|DeclareMathOperator)\*?\{?\\[A-Za-z]+\}?|\\[A-Za-z@]+"
    r"|@\w+(?=\s*[{(])|^[ \t]*[\w-]+(?=[ \t]*=)|%[ \t]*argcheck:[ \t]*[\w-]+(?:\[[^\]]*\])?|%[ \t]*!TEX[^\n=]*=?",
    re.MULTILINE,
)
_SYLLABLES = [consonant + vowel for vowel in "aeiou" for consonant in "bdfgklmnprstv"]


def words_of(texts: Mapping[str, str]) -> list[str]:
    """Return the author's words, lower-case, most frequent first, without names of LaTeX and short lower-case words."""
    counts: Counter[str] = Counter()
    for path, text in texts.items():
        if not path.endswith(".toml"):
            counts.update(folded_words(_NAMES.sub(lambda match: " " * len(match[0]), text)))
    return sorted(counts, key=lambda word: (-counts[word], word))


def folded_words(text: str) -> list[str]:
    """Return the words of a text that are capitalised or have more than 3 letters, in lower case."""
    return [match[0].lower() for match in _WORD.finditer(text) if len(match[0]) > 3 or match[0][0].isupper()]


def inventions(words: Sequence[str]) -> dict[str, str]:
    """Return a made-up word for each word: the same for the same list, and none that is in it."""
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
    """Return a text with the mapped words replaced, except in names of LaTeX and BibTeX."""
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
    """Return a path with the mapped words of its stem replaced."""
    stem, dot, suffix = path.rpartition(".")
    return f"{replaced(stem, mapping)}{dot}{suffix}"


def _as_written(word: str, mapping: Mapping[str, str]) -> str:
    invented = mapping.get(word.lower())
    if invented is None or (len(word) <= 3 and not word[0].isupper()):
        return word
    if word.isupper() and len(word) > 1:
        return invented.upper()
    return invented.capitalize() if word[0].isupper() else invented
