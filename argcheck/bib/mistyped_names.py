"""Names near a citation that differ from those of an author of the cited work by one letter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name, name_forms
from argcheck.bib.people import authors, spellings
from argcheck.files.patterns import lazy, long_words
from argcheck.tex.live_source import commented

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import Citation

_BEFORE, _BEHIND = 150, 40  # most characters between a name and its command, on either side
_SHORTEST = 6  # least letters of a name; shorter ones resemble many words
_SWAPPED = 5  # least letters of a name with two letters swapped
_OFTEN = 3  # most occurrences in a file of a slip; a more frequent word is intended
#: A capitalised word in running text or before "'s"; it begins with a class, so that all other text is skipped fast.
_WORD = lazy(r"[^\W\d_a-z](?<![\w\\{,@:/.&-]\w)[^\W\d_]{4,}(?![\w@:}/-]|['’](?!s\b))")
_GROUP = r"[~\s]+et[~\s\\]+al\b"
#: What follows a name: others, an "'s", or the command that cites; after a noun with a capital only "et al." counts.
_BEHIND_NAME = lazy(rf"['’]s\b|[~\s]*\\[A-Za-z]*cite|[~\s]+(?:and|et|&|\\&)[~\s]|{_GROUP}")
_LETTERS = 5  #: least letters of a name that is searched for slips
_BEHIND_AUTHOR = lazy(_GROUP)
_ALIKE = tuple(
    map(frozenset, ("ijy", "ck", "vwu", "sz", "gh"))
)  # letters that transliterations write for each other
_VOWELS = frozenset("aeiou")
_GLIDES = ("i", "j", "y")  # between vowels


def mistyped_names(
    source: str,
    groups: Sequence[list[Citation]],
    bibliography: Entries,
    names: NamesInEntries,
    *,
    capitals: bool,
) -> Iterator[tuple[str, tuple[int, int], tuple[int, int], Entry]]:
    """Yield the mistyped names, each with its place, that of the key, and the entry of the author.

    Two swapped letters are a slip anywhere; a letter that was lost, doubled or mistaken only if what follows shows
    that a person is meant ("Boston" is no slip for Bolton).  The first letter must be right, and for the latter the
    last one: if they differ, it is more often another name, or one in another case.

    :param names: those of the bibliography.
    :param capitals: whether nouns are capitalised in the language of the text.
    """
    latest = -1
    behind = _BEHIND_AUTHOR if capitals else _BEHIND_NAME
    commands = {group[0].command_span.start for group in groups}
    for group in groups:
        command = group[0].command_span
        low, high = max(0, command.start - _BEFORE), min(len(source), command.end + _BEHIND)
        low = max(low, source.rfind("\n\n", low, command.start))
        end = source.find("\n\n", command.end, high)
        entries = [entry for citation in group if (entry := bibliography.find(citation.key))]
        for start, stop in ((low, command.start), (command.end, end if end >= 0 else high)):
            for match in _WORD.finditer(source, start, stop):
                if start == command.end and _after_blanks(source, match.end()) in commands:
                    continue  # it has a citation of its own
                entry = next((entry for entry in entries if names.near(match[0], entry)), None)
                if (
                    entry
                    and match.start() > latest
                    and names.mistypes(match[0], entry, person=behind.match(source, match.end()) is not None)
                    and source.count(match[0]) <= _OFTEN
                    and not _is_word(match[0], source)
                    and not commented(source, match.start())
                ):
                    latest = match.start()
                    yield match[0], match.span(), group[0].span[1:], entry


def _after_blanks(source: str, offset: int) -> int:
    while source[offset : offset + 1] in {" ", "~", "\n"}:
        offset += 1
    return offset


def _is_word(name: str, source: str) -> bool:
    """Whether a text also has a name in lower case: the first word of a sentence may be any word ("Former")."""
    return re.search(rf"(?<![\w\\{{,:/.-]){name.lower()}(?![\w}}:/-])", source) is not None


def _differ_in_umlaut(word: str, name: str) -> bool:
    """Whether two words differ only in how an umlaut is written: "Muller" and "Mueller"."""
    plain = [text.replace("ae", "a").replace("oe", "o").replace("ue", "u") for text in (word, name)]
    return plain[0] == plain[1]


class NamesInEntries:
    """The names in a bibliography, at first as written, since parsing names is slow."""

    def __init__(
        self, bibliography: Entries, by_first_author: Callable[[], Mapping[str, list[Entry]]]
    ) -> None:
        self._bibliography = bibliography
        self._by_first_author = by_first_author
        self._tokens: dict[int, list[str]] = {}
        self._known: frozenset[str] | None = None
        self.asked = False  #: whether all entries were searched for a name since it was set to False

    def by_first_author(self) -> Mapping[str, list[Entry]]:
        """Return all entries by every spelling of the name of their first authors."""
        self.asked = True
        return self._by_first_author()

    def near(self, word: str, entry: Entry) -> bool:
        """Whether a word may be a mistyped name of an entry; the first letter is always right."""
        if entry.place not in self._tokens:
            people = long_words(f"{entry.raw('author')} {entry.raw('editor')}", _LETTERS)
            self._tokens[entry.place] = [token.lower() for token in people]
        word = word.lower()
        return any(
            not _without_each_letter(token).isdisjoint(_without_each_letter(word))
            for token in self._tokens[entry.place]
            if token[0] == word[0] and abs(len(token) - len(word)) <= 1
        )

    def mistypes(self, word: str, entry: Entry, *, person: bool) -> bool:
        """Whether a word is a slip for an author of an entry, and not the name of anybody else.

        :param person: whether the word is certainly the name of a person.
        """
        slip = _one_slip if person else _two_swapped
        plain = fold_name(word)
        families = [(family, fold_name(family)) for family in authors(entry) if len(family.split()) == 1]
        if not any(slip(plain, name) and not _differ_in_umlaut(plain, name) for _, name in families):
            return False
        self.asked = True
        if self._known is None:
            fields = ("author", "editor", "title")
            listed = self._bibliography.entries
            self._known = frozenset(
                fold_name(token)
                for other in listed
                for name in fields
                for token in long_words(other.raw(name) or "", _LETTERS)
            )
        forms = spellings(word)
        return (
            plain not in self._known
            and not any(forms & name_forms(family) for family, _ in families)
            and not any(_one_slip(plain, folded) and _differ_in_mac(plain, folded) for _, folded in families)
        )


@lru_cache(maxsize=8192)  # a name is beside many citations
def _without_each_letter(word: str) -> frozenset[str]:
    """Return a word, and the word without each of its letters; words that are one slip apart share one of these."""
    return frozenset((word, *(word[:place] + word[place + 1 :] for place in range(len(word)))))


def _one_slip(word: str, name: str) -> bool:
    """Whether a name lost, gained or changed one letter in the middle, or has two swapped."""
    if _two_swapped(word, name):
        return True
    if word == name or word[:1] != name[:1] or abs(len(word) - len(name)) > 1:
        return False
    first = next(place for place, letter in enumerate(f"{name}\0") if word[place : place + 1] != letter)
    rest, other = word[first:], name[first:]
    if word[-1:] != name[-1:]:
        return False
    if rest[1:] == other[1:] and any({rest[:1], other[:1]} <= alike for alike in _ALIKE):
        return False
    longer = rest if rest[1:] == other else other if rest == other[1:] else ""
    if longer[:1] in _GLIDES and {name[first - 1], longer[1:2]} <= _VOWELS:
        return False  # "Mikheyev", "Mikheev": transliterations differ
    return (bool(longer) or rest[1:] == other[1:]) and len(name) >= _SHORTEST


def _two_swapped(word: str, name: str) -> bool:
    """Whether two neighbouring letters of a name, not the first, are swapped."""
    if not len(word) == len(name) >= _SWAPPED:
        return False
    return any(
        word != name and word == f"{name[:place]}{name[place + 1]}{name[place]}{name[place + 2 :]}"
        for place in range(1, len(name) - 1)
    )


def _differ_in_mac(word: str, name: str) -> bool:
    """Whether two names differ as "MacMillan" and "McMillan"."""
    return word.replace("mac", "mc", 1) == name.replace("mac", "mc", 1)
