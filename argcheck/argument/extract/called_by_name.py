"""Names of results and signs of definitions: a statement or proof that contains one uses its owner.

The title of a result is its name, "Xia's lemma"; a macro that prints letters is a sign of the definition in which it
first occurs.  Names and signs do not count if they occur earlier or in many statements, or with an indefinite article:
"an upper bound" is not a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.term_words import TermWords, spellings, stretches
from argcheck.tex.arguments import command_names
from argcheck.tex.commands import words
from argcheck.tex.live_source import live_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.extract.layout import Layout, Stated
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_FEW = 5  #: most statements and proofs, beside its own, with a name; more make it an ordinary phrase
_ONE_OF_MANY = frozenset(words("a an any some no each every"))


def called_by_name(
    layout: Layout, users: Sequence[Stated], reading_of: Mapping[str, TermWords]
) -> Iterator[tuple[Stated, Stated]]:
    """Yield owners of names and signs, each with a statement that uses the name or sign.

    :param users: the statements, in document order.
    :param reading_of: by id the words of each statement and its proofs.
    """
    names, signs = _named(users), _signs(layout.manuscript)
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
        for sign in signs.keys() & command_names(reading.plain):
            callers.setdefault((sign,), {})[user.id] = user
            if user.family == "definition" and signs[sign].starts_in(user.body):
                names[sign,] = user
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


def _signs(manuscript: ManuscriptRecords) -> dict[str, Span]:
    """Return the macros that print more than single letters, each with the place of its first call."""
    macros = manuscript.formula_macros
    printing = [
        name for name, (_, body) in macros.items() if any(len(word) > 1 for word in TermWords(body).words)
    ]
    first: dict[str, Span] = {}
    for place, call in live_calls(manuscript, printing) if printing else ():
        first.setdefault(call[1], place)
    return first
