"""Names near a citation that are those of an author of the cited work but for one letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name, name_forms
from argcheck.bib.people import authors, spellings
from argcheck.files.patterns import lazy
from argcheck.tex.live_source import behind_percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import Citation

_BEFORE, _BEHIND = 150, 40  # characters on either side of a command in which a name belongs to it
_SHORTEST = 6  # letters of a name; shorter ones are like many words
_SWAPPED = 5  # letters where two of them have changed places
_OFTEN = 3  # times that a word may stand in a file: more, and it is meant
#: A word with a capital that stands in running text, or before "'s".
_WORD = lazy(r"(?<![\w\\{,@:/.&-])[^\W\d_a-z][^\W\d_]{4,}(?![\w@:}/-]|['’](?!s\b))")
_ALIKE = tuple(
    map(frozenset, ("ijy", "ck", "vwu", "sz", "gh"))
)  # letters that transliterations write for each other
_TOKEN = lazy(r"[^\W\d_]{5,}")


def mistyped_names(
    source: str, groups: Iterable[list[Citation]], bibliography: Entries
) -> Iterator[tuple[str, tuple[int, int], tuple[int, int], Entry]]:
    """Yield the names that are mistyped, each with its place, that of the key, and the entry of the author.

    The first letter is right, and the last one unless two were swapped: what differs in those is more often another name, or one
    in another case.
    """
    names, told = _Names(bibliography), -1
    for group in groups:
        command = group[0].command_span
        low, high = max(0, command.start - _BEFORE), min(len(source), command.end + _BEHIND)
        low = max(low, source.rfind("\n\n", low, command.start))
        end = source.find("\n\n", command.end, high)
        entries = [entry for citation in group if (entry := bibliography.find(citation.key))]
        for start, stop in ((low, command.start), (command.end, end if end >= 0 else high)):
            for match in _WORD.finditer(source, start, stop):
                entry = next((entry for entry in entries if names.near(match[0], entry)), None)
                if (
                    entry
                    and match.start() > told
                    and names.mistypes(match[0], entry)
                    and source.count(match[0]) <= _OFTEN
                    and not behind_percent(source, match.start())
                ):
                    told = match.start()
                    yield match[0], match.span(), group[0].span[1:], entry


def _umlaut_apart(word: str, name: str) -> bool:
    """Whether two words differ only in how an umlaut is written: "Muller" and "Mueller"."""
    plain = [text.replace("ae", "a").replace("oe", "o").replace("ue", "u") for text in (word, name)]
    return plain[0] == plain[1]


class _Names:
    """The names in a bibliography: read as they are written first, since taking names apart is dear."""

    def __init__(self, bibliography: Entries) -> None:
        self._bibliography = bibliography
        self._forms: dict[int, frozenset[str]] = {}
        self._known: frozenset[str] | None = None

    def near(self, word: str, entry: Entry) -> bool:
        """Whether a word may be a mistyped name of an entry, and is none of its words."""
        if entry.place not in self._forms:
            tokens = _TOKEN.findall(f"{entry.raw('author')} {entry.raw('editor')}")
            self._forms[entry.place] = frozenset(
                form for token in tokens for form in _without_one(token.lower())
            )
        forms = self._forms[entry.place]
        return not forms.isdisjoint(_without_one(word.lower()))

    def mistypes(self, word: str, entry: Entry) -> bool:
        """Whether a word is one letter away from an author of an entry, and nobody else is called so."""
        plain = fold_name(word)
        families = [(family, fold_name(family)) for family in authors(entry) if len(family.split()) == 1]
        if not any(_one_slip(plain, name) and not _umlaut_apart(plain, name) for _, name in families):
            return False
        if self._known is None:
            fields = ("author", "editor", "title")
            listed = self._bibliography.entries
            self._known = frozenset(
                fold_name(token)
                for other in listed
                for name in fields
                for token in _TOKEN.findall(other.raw(name) or "")
            )
        forms = spellings(word)
        return (
            plain not in self._known
            and not any(forms & name_forms(family) for family, _ in families)
            and not any(_one_slip(plain, folded) and _scottish(plain, folded) for _, folded in families)
        )


def _without_one(word: str) -> frozenset[str]:
    """Return a word, and what it is without each of its letters: two that are one slip apart share one of these."""
    return frozenset((word, *(word[:place] + word[place + 1 :] for place in range(len(word)))))


def _one_slip(word: str, name: str) -> bool:
    """Whether a name lost, got, or changed one letter within, or has two swapped."""
    if word == name or word[:1] != name[:1] or abs(len(word) - len(name)) > 1:
        return False
    first = next(place for place, letter in enumerate(f"{name}\0") if word[place : place + 1] != letter)
    rest, other = word[first:], name[first:]
    if len(word) == len(name) and rest[2:] == other[2:] and rest[:2] == other[1::-1]:
        return len(name) >= _SWAPPED
    if word[-1:] != name[-1:]:
        return False
    if rest[1:] == other[1:] and any({rest[:1], other[:1]} <= alike for alike in _ALIKE):
        return False
    changed = rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]
    return changed and len(name) >= _SHORTEST


def _scottish(word: str, name: str) -> bool:
    """Whether two names differ as "MacMillan" and "McMillan"."""
    return word.replace("mac", "mc", 1) == name.replace("mac", "mc", 1)
