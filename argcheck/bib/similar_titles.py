"""Names of works and journals that are written in several ways: with more words, abbreviated, as an acronym."""

from __future__ import annotations

from argcheck.files.patterns import ALPHANUMERIC


def similar(first: str, second: str) -> bool:
    """Whether all words of one name are in the other, or nearly all words of both are the same."""
    words, others = (set(ALPHANUMERIC.findall(title)) for title in (first, second))
    if words <= others or others <= words:
        return bool(words and others)
    from rapidfuzz.fuzz import token_set_ratio

    return token_set_ratio(" ".join(words), " ".join(others)) >= 80


def similar_venues(first: str, second: str) -> bool:
    """Whether two names may be of one journal or conference, one of them abbreviated or an acronym."""
    if similar(first, second):
        return True
    shorter, longer = sorted((first.split(), second.split()), key=lambda words: (len(words), words))
    if len(shorter) == 1 and len(longer) > 1:
        return _is_acronym(shorter[0], longer) or longer[0].startswith(shorter[0])
    rest = iter(longer)
    return all(any(word[0] == other[0] and other.startswith(word[:3]) for other in rest) for word in shorter)


def _is_acronym(name: str, words: list[str]) -> bool:
    """Whether a name consists of the initials of two or more consecutive words."""
    initials = "".join(word[0] for word in words if word not in {"of", "the", "on", "and", "for", "in"})
    return len(name) > 1 and name in initials
