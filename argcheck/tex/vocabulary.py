"""The word lists of languages, from the files ``argcheck/data/lang/CODE.toml``.

The files explain their keys, and docs/languages.md how to add a language.  Each table is parsed when it is first used,
so that a run pays only for the languages and lists that it needs.  Without a file, a table or a key a list is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from argcheck.files import data
from argcheck.files.patterns import ALPHANUMERIC, BRACKETED, LETTERS, lazy

_NOTHING: frozenset[str] = frozenset()
_NEVER = "(?!)"
OTHERS = "others"  #: the file for languages without one of their own


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of the languages that have a file, such as ``en``, in alphabetical order."""
    return tuple(name for name in data.names("lang") if len(name) == 2)


def with_english(code: str) -> tuple[str, ...]:
    """Return a language and English, whose words occur in texts of all others."""
    return (code, "en") if code and code != "en" else ("en",)


@cache
def _names() -> dict[str, str]:
    return {
        name: code
        for code in codes()
        if table(code, "language")
        for name in (code, *words(code, "language.names"))
    }


def code_of(name: str) -> str:
    """Return the code of the language with a name such as ``ngerman``, ``de-AT`` or ``en_GB``.

    :returns: an empty string for a language without a file, or whose file has no table ``language``.
    """
    lower = name.strip().lower()
    return _names().get(lower) or _names().get(lower.replace("_", "-").partition("-")[0], "")


@cache
def language_names() -> frozenset[str]:
    """Return every name of a language in options of packages and classes, in lower case."""
    return frozenset(_names()) - set(codes()) | words(OTHERS, "language.names")


@cache
def setting_packages() -> dict[str, str]:
    """Return the packages and classes for a single language, with its name."""
    own = {
        name: _value(code, "language.name").lower()
        for code in codes()
        for name in (_value(code, "language.packages") or "").split()
    }
    return own | values(OTHERS, "language.packages")


@cache
def languages_without_lists() -> dict[str, list[str]]:
    """Return the common words of languages without word lists, by the name of the language."""
    return {name: known for name, *known in groups(OTHERS, "language.telling") if not code_of(name)}


@cache
def common_words(name: str) -> frozenset[str]:
    """Return the common words of a language without word lists, by one of its names, or of several: ``czech/slovak``."""
    asked, listed = _names_of(name), languages_without_lists().items()
    return _NOTHING.union(*(known for names, known in listed if not asked.isdisjoint(names.split("/"))))


@cache
def small_words(language: str = "") -> frozenset[str]:
    """Return the words that no sentence of a language without word lists has twice in a row; without a name, of all."""
    asked = _names_of(language)
    listed = ((name.split("/"), known) for name, *known in groups(OTHERS, "language.single"))
    return _NOTHING.union(*(known for names, known in listed if not language or not asked.isdisjoint(names)))


def _names_of(language: str) -> frozenset[str]:
    """Return the names in the lists of the languages that a name may mean: ``magyar``, ``danish/norwegian``."""
    same = values(OTHERS, "language.same")
    return frozenset(same.get(name, name) for name in language.lower().split("/"))


def doubles_longer_words(language: str) -> bool:
    """Whether longer words stand twice by mistake only in a language without word lists: not in Indonesian."""
    return _names_of(language) <= words(OTHERS, "language.longer")


def table(code: str, name: str) -> dict[str, Any]:
    """Return one table of the file of a language, empty if there is none."""
    return data.table(f"lang/{code}", name) if code in codes() or code == OTHERS else {}


def _value(code: str, key: str) -> Any:
    name, _, entry = key.partition(".")
    return table(code, name).get(entry)


@cache
def words(languages: str | tuple[str, ...], key: str) -> frozenset[str]:
    """Return the words of a list, such as ``sentences.never``, of one language or of several together."""
    if isinstance(languages, str):
        return frozenset((_value(languages, key) or "").split())
    return _NOTHING.union(*(words(code, key) for code in languages))


@cache
def phrases(languages: str | tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return the phrases of a list, of one language or of several together, in the notation of docs/languages.md."""
    if isinstance(languages, str):
        lines = (_value(languages, key) or "").replace(";", "\n").splitlines()
        return tuple(phrase for line in lines if (phrase := line.strip()))
    return tuple(dict.fromkeys(phrase for code in languages for phrase in phrases(code, key)))


@cache
def needed(languages: str | tuple[str, ...], key: str) -> frozenset[str]:
    """Return for each phrase the longest run of letters, in lower case, in each of its matches; "" without any."""
    return frozenset(max(_sure(phrase.lower()), key=len, default="") for phrase in phrases(languages, key))


def _sure(phrase: str) -> list[str]:
    """Return the runs of letters in every match of a phrase: those outside of groups, classes and optional letters."""
    first, _, rest = BRACKETED.sub(" ", phrase).partition("(")
    *optional, last = f"{first} {rest.rpartition(')')[2]}".split("?")
    return LETTERS.findall(" ".join((*(part[:-1] for part in optional), last)))


@cache
def groups(code: str, key: str) -> tuple[tuple[str, ...], ...]:
    """Return a list with the forms of one word in each line, the first of which names it."""
    return tuple(tuple(line.split()) for line in (_value(code, key) or "").splitlines() if line.strip())


@cache
def values(code: str, key: str) -> dict[str, str]:
    """Return a list of pairs as a mapping: ``{"seconds": "s"}`` for ``seconds=s``."""
    return data.pairs(_value(code, key) or "")


@cache
def numbers(code: str, key: str) -> dict[str, int]:
    """Return a list of pairs of words and whole numbers as a mapping."""
    return {word: int(value) for word, value in values(code, key).items()}


@cache
def flag(code: str, key: str) -> bool:
    """Whether a language has a property, such as ``numbers.comma``."""
    return bool(_value(code, key))


_KEY = lazy(r"\{(\*?)([a-z]+\.[a-z-]+)\}")
#: The parts of a phrase: see docs/languages.md.
_PART = lazy(r"\s*\.\.\.\s*|\s+|\[[^\[\]]+\]|\(!|.")
_SIGNS = {"*": r"\w*", "+": r"\w+", "?": "?", "'": "['’]", "’": "['’]"}
_OPENS = {"(": ("(?:", ")"), "(!": ("(?!(?:", r")\b)")}
_ANYTHING = r"\b[^.;:]{0,60}?\b"
_GAP = r"[\s~]+"


@cache
def wording(languages: str | tuple[str, ...], template: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern of a template in which ``{table.key}`` matches any phrase of that list, ``{*table.key}`` any word.

    A phrase that begins with a lower-case letter also matches with a capital.

    :param languages: one code, or several whose phrases are combined.
    """
    capitals = not flags & re.IGNORECASE  # which needs none: classes of both letters compile slowly

    def alternatives(key: re.Match[str]) -> str:
        listed = (
            sorted(words(languages, key[2]), key=len, reverse=True) if key[1] else phrases(languages, key[2])
        )
        return _any(listed, capitals=capitals)

    return lazy(_KEY.sub(alternatives, template), flags)


def in_any_language(template: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern of a template, as `wording` does, with the lists of all languages."""
    return wording((*codes(), OTHERS), template, flags)


@cache
def any_of(languages: str | tuple[str, ...], *keys: str) -> re.Pattern[str]:
    """Return the pattern of the phrases of some lists, as whole words and ignoring case."""
    return wording(languages, rf"\b(?:{_lists(keys)})\b", re.IGNORECASE)


@cache
def listed(languages: str | tuple[str, ...], *keys: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern of the phrases of some lists, also as parts of longer words."""
    return wording(languages, _lists(keys), flags)


@cache
def _ending(languages: str | tuple[str, ...], keys: tuple[str, ...]) -> re.Pattern[str]:
    return wording(languages, rf"\b(?:{_lists(keys)})\.?[\s~]*\Z", re.IGNORECASE)


def ends_in(languages: str | tuple[str, ...], text: str, *keys: str) -> bool:
    """Whether a text ends in a phrase of some lists, a full stop and blanks ignored."""
    return _ending(languages, keys).search(text) is not None


def _lists(keys: Iterable[str]) -> str:
    return "|".join(f"{{{key}}}" for key in keys)


def _any(texts: Iterable[str], *, capitals: bool) -> str:
    alternatives = "|".join(phrase_source(text, capitals=capitals) for text in texts)
    return f"(?:{alternatives})" if alternatives else _NEVER


@cache
def phrase_source(phrase: str, *, capitals: bool = True) -> str:
    """Return the source of a regular expression for a phrase; with ``capitals`` it may begin with a capital too."""
    parts: list[str] = []
    closing: list[str] = []
    first = [capitals]  # for each open group: whether a letter may be the first of the phrase
    for match in _PART.finditer(phrase):
        part = match[0]
        if part in _OPENS:
            opening, close = _OPENS[part]
            parts.append(opening)
            closing.append(close)
            first.append(first[-1])
        elif part == "|" and closing:
            parts.append(part)
            first[-1] = first[-2]
        elif part == ")" and closing:
            parts.append(closing.pop())
            first.pop()
            first[-1] = first[-1] and phrase.startswith("?", match.end())
        elif part in _SIGNS:
            parts.append(_SIGNS[part])
        else:
            parts.append(_plain(part, first=first[-1]))
            first[-1] = False
    return "".join(parts)


def _plain(part: str, *, first: bool) -> str:
    if part.strip() == "...":
        return _ANYTHING
    if part.isspace():
        return _GAP
    if part.startswith("[") and part.endswith("]"):
        return part
    return (
        f"[{part}{part.upper()}]" if first and part.islower() and len(part.upper()) == 1 else re.escape(part)
    )


@lru_cache(maxsize=16_384)
def in_figures(text: str, code: str) -> str:
    """Write number words in figures, articles excepted: ``Twenty-five years`` becomes ``25 years``."""
    small = numbers(code, "numbers.small")
    articles = words(code, "numbers.articles")
    pieces: list[str] = []
    end, tens = 0, 0
    for word in ALPHANUMERIC.finditer(text):
        value = small.get(word[0].lower(), 0)
        if tens and 0 < value < 10 and text[end : word.start()] in {" ", "-"}:
            pieces[-1] = str(tens + value)
        elif value and word[0].lower() not in articles:
            pieces += [text[end : word.start()], str(value)]
        else:
            pieces += [text[end : word.end()]]
        end, tens = word.end(), value if 20 <= value < 100 and value % 10 == 0 else 0
    return "".join([*pieces, text[end:]])
