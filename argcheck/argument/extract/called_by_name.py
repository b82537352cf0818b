"""Names of results: a statement or proof that says the name of a result uses it.

The title of a result is its name, "Xia's lemma".  A name does not count if it occurs earlier or in many statements, or
with an indefinite article: "an upper bound" is not a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.term_words import TermWords, spellings, stretches
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.extract.layout import Stated

_FEW = 5  #: most statements and proofs, beside its own, with a name; more make it an ordinary phrase
_ONE_OF_MANY = frozenset(words("a an any some no each every"))


def called_by_name(
    users: Sequence[Stated], reading_of: Mapping[str, TermWords]
) -> Iterator[tuple[Stated, Stated]]:
    """Yield results, each with a statement that says its name.

    :param users: the statements, in document order.
    :param reading_of: by id the words of each statement and its proofs.
    """
    names = _named(users)
    lengths = {len(name) for name in names}
    callers: dict[tuple[str, ...], dict[str, Stated]] = {}
    vague = set[tuple[str, ...]]()
    for user in users:
        reading = reading_of[user.id]
        for start, stems in stretches(reading, lengths):
            if stems in names:
                callers.setdefault(stems, {})[user.id] = user
                if reading.words[max(0, start - 1)] in _ONE_OF_MANY:
                    vague.add(stems)
    for name, owner in names.items():
        others = [user for user in callers.get(name, {}).values() if user is not owner]
        if name not in vague and len(others) <= _FEW and all(user.number > owner.number for user in others):
            yield from ((owner, user) for user in others)


def _named(users: Sequence[Stated]) -> dict[tuple[str, ...], Stated]:
    """Return the results whose title of several words no other result has, by the stems of the title."""
    titled: dict[tuple[str, ...], set[Stated]] = {}
    for result in users:
        stems = tuple(TermWords(result.title).stems)
        plain = all(stem.replace("-", "").isalpha() for stem in stems) and "_" not in result.title
        if result.family == "result" and len(stems) > 1 and plain:
            for spelling in spellings(stems):
                titled.setdefault(spelling, set()).add(result)
    return {stems: next(iter(results)) for stems, results in titled.items() if len(results) == 1}
